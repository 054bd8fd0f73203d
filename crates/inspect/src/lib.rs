//! Recorded matches taken apart: turns played again, forks prepared, replays compared and imported.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod audit;
pub mod debug_turn;
pub mod diff;
pub mod first_difference;
pub mod folder_tests;
pub mod fork_report;
mod import;
mod player_search;
mod prepare_fork;
pub mod reasons;
pub mod recorded_player;
pub mod reenter;
pub mod regress;
pub mod replayed_turn;
pub mod saved_turns;
pub mod trajectory;

pub use import::{ImportedReplay, import};
pub use prepare_fork::prepare_fork;
