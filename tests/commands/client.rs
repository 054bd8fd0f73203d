//! `wag client` as a page uses it, and as others would like to misuse it.

mod gems;
mod guard;
mod matches;
mod saves;
mod soak;
mod stopping;
mod table;
mod tournaments;
mod tricks;
