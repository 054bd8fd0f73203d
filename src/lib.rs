//! Wag: an engine for programming games.
//!
//! The code that runs matches is in three separate packages, which are compiled with optimization: `engine/` knows no
//! game, `games/` contains the games, and `play/` runs a match of any game. Their modules are re-exported here under
//! their own names. This package contains the user interfaces:
//!
//! - [`cli`]: the commands; [`watch`]: replays in the terminal.
//! - [`pages`]: the embedded web pages; [`server`]: the HTTP server that `wag client` starts for them.
//! - [`tournament`]: tournaments of any number of players, stored in a file.
//! - [`ladder`]: the challenges of a game and the learner's progress.
//! - [`two_player`]: two-player games, from a separate Python module.

pub mod cli;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
#[cfg(test)]
mod tests;
pub mod watch;
