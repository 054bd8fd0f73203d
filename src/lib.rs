//! Wag: an engine for programming games.
//!
//! The packages below `crates/` contain everything that is not part of a user interface: the engine, the games, and the
//! code that runs matches, series and tournaments of any game. This package contains the user interfaces:
//!
//! - [`cli`]: the commands.
//! - [`watch`]: the viewer that shows replays in the terminal.

pub mod cli;
mod output;
#[cfg(test)]
mod tests;
pub mod watch;
