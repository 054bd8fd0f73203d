//! Wag: an engine for programming games.
//!
//! What a match takes is in three packages of its own, which are optimised: `engine/` knows no game, `games/` has the games,
//! `play/` a match of any of them. Their modules are named here as if they were this one's. What is left is what users deal with:
//!
//! - [`cli`]: the commands; [`watch`]: replays in the terminal.
//! - [`pages`]: the pages themselves, embedded; [`server`]: what those of `wag client` ask for.
//! - [`tournament`]: everybody against everybody, kept in a file.
//! - [`ladder`]: the challenges, and how far a learner is.
//! - [`two_player`]: games for two, from a module of their own.

pub mod cli;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
mod tests;
pub mod watch;
