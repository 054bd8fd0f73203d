//! Tests of `wag client`, used by a page and misused by others.

mod course;
mod files;
mod forks;
mod gems;
mod guard;
mod invalid_messages;
mod matches;
mod saves;
mod soak;
mod stopping;
mod submissions;
mod table;
mod tournaments;
mod turn;
