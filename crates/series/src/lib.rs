//! Many matches at once, here or on other machines, and what they say about players.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod again;
pub mod check;
pub mod compare;
pub mod compare_report;
pub mod evaluate;
mod events;
pub mod fork_series;
pub mod goal_tests;
pub mod many;
pub mod remote;
pub mod series;
pub mod series_report;
pub mod take_over;
pub mod tune;

use again::again;
pub use events::{SeriesEvent, SeriesEvents};
pub use many::{
    Executor, LocalPool, Over, Place, Plan, VoidMatch, VoidMatches, has_unstarted_player, play_all,
    replay_file,
};
