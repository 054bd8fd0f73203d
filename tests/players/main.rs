//! Tests of all kinds of players: Python AIs, programs and built-in ones, good, bad and hostile.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod aitools;
mod built_in;
mod experiments;
mod explained;
mod folder_attacks;
mod game_workers;
mod gems_programs;
mod hostile;
mod kept_workers;
mod partners;
mod persistent;
mod programs;
mod python;
