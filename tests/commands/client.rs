//! Tests of `wag client`, used by a page and misused by others.

mod course;
mod files;
mod forks;
mod game_files;
mod gems;
mod guard;
mod losses;
mod matches;
mod saves;
mod soak;
mod stopping;
mod submissions;
mod tournaments;
mod turn;
