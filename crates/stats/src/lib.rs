//! Statistics of many matches: pure functions.
//!
//! - [`series`]: many matches of one line-up, and their summary.
//! - [`compare`]: whether one player is better than another.
//! - [`tune`]: a search for better numbers in an AI's file.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod compare;
pub mod series;
pub mod tune;
