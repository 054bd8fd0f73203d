//! The contract of a game, and the loop that plays a match of any game.
//!
//! - [`game`]: the contract that every game implements.
//! - [`arena`]: the match loop.
//! - [`problem`]: what can go wrong in a player or a game, and how to mend it.
//! - [`files`]: reading and writing in folders with untrusted content.
//! - [`text`]: sanitizing untrusted text for terminals.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod arena;
mod bounded;
pub mod files;
pub mod game;
#[cfg(feature = "testing")]
pub mod page_types;
pub mod problem;
pub mod text;
