//! The part of Wag that knows no specific game.
//!
//! - [`game`]: the contract of a game.
//! - [`arena`]: the match loop; [`players`]: all kinds of players; [`logs`]: one log file per player.
//! - [`replay`]: recorded matches.
//! - [`worker`]: the process that runs a player's Python.
//! - [`toolkit`]: path search, influence and combat, for players of any game.
//! - [`series`]: many matches of the same players; [`compare`]: a test whether one version of a player is better;
//!   [`tune`]: the search for better parameters.
//! - [`files`]: reading and writing in folders with untrusted content.
//! - [`language`]: translations; [`text`]: text from users and untrusted sources.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod arena;
pub mod compare;
pub mod files;
pub mod game;
pub mod language;
pub mod logs;
pub mod players;
pub mod replay;
pub mod series;
pub mod text;
pub mod toolkit;
pub mod tune;
pub mod worker;
