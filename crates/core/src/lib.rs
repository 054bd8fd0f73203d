//! The contract of a game, and the loop that plays a match of any game.
//!
//! - [`game`]: the contract that every game implements.
//! - [`arena`]: the match loop.
//! - [`files`]: reading and writing in folders with untrusted content.
//! - [`text`]: sanitizing untrusted text for terminals.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod arena;
pub mod files;
pub mod game;
#[cfg(feature = "testing")]
pub mod page_types;
pub mod text;
