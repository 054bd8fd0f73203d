//! What a game is and how a match of any game is played.
//!
//! - [`game`]: the contract that every game implements.
//! - [`arena`]: the match loop.
//! - [`files`]: reading and writing in folders that strangers may have prepared.
//! - [`text`]: text from strangers, made safe to print.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod arena;
pub mod files;
pub mod game;
pub mod text;
