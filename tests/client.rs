//! `wag client` as a page uses it, and as others would like to misuse it.

mod common;

#[path = "client/http.rs"]
mod http;

#[path = "client/gems.rs"]
mod gems;
#[path = "client/guard.rs"]
mod guard;
#[path = "client/matches.rs"]
mod matches;
#[path = "client/saves.rs"]
mod saves;
#[path = "client/soak.rs"]
mod soak;
#[path = "client/stopping.rs"]
mod stopping;
#[path = "client/table.rs"]
mod table;
#[path = "client/tournaments.rs"]
mod tournaments;
#[path = "client/tricks.rs"]
mod tricks;
