//! Statistics of many matches, computed by pure functions.
//!
//! - [`series`]: many matches of the same players, and their summary.
//! - [`compare`]: whether one player is better than another.
//! - [`forms`]: which matches of a contest come next, and its ranking.
//! - [`knees`]: where a curve begins to fall.
//! - [`ladder`]: the next match of a ladder.
//! - [`schedule`]: the matches that a tournament still lacks; [`rating`]: the strength of its players.
//! - [`tune`]: a search for better numbers in an AI's file.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod compare;
pub mod forms;
pub mod knees;
pub mod ladder;
pub mod rating;
pub mod schedule;
pub mod series;
pub mod tune;
