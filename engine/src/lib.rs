//! What Wag knows of no game.
//!
//! - [`game`]: what a game is.
//! - [`arena`]: a match of any game; [`players`]: who can sit on a seat; [`logs`]: what each player's AI printed.
//! - [`replay`]: matches in files, to be watched.
//! - [`worker`]: the process that runs a player's Python.
//! - [`listed`]: what is compiled with each game.
//! - [`toolkit`]: searches, influence and battles by numbers, for players of any game.
//! - [`series`]: many matches of one line-up; [`compare`]: whether one player is better; [`tune`]: better numbers in a file.
//! - [`files`]: reading and writing in folders that somebody else may have prepared.
//! - [`language`]: in which language people are answered; [`text`]: words of strangers.

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
