//! Tests of each game by whole matches.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod ants;
mod ants_python;
mod colony;
mod flowers;
mod flowers_tcp;
mod gems;
mod gems_human;
mod gems_python;
mod list;
mod tron;
mod two_player;
