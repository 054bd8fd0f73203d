//! Wag: an engine for programming games.
//!
//! - [`game`]: what a game is; [`games`]: the games.
//! - [`arena`]: a match of any game; [`players`]: who can sit on a seat; [`logs`]: what each player's AI printed.
//! - [`replay`]: matches in files, to be watched.
//! - [`worker`]: the process that runs a player's Python.
//! - [`toolkit`]: searches, influence and battles by numbers, for players of any game.
//! - [`series`]: many matches of one line-up.
//! - [`tournament`]: everybody against everybody, kept in a file.
//! - [`ladder`]: the challenges, and how far a learner is.
//! - [`language`]: in which language people are answered.
//! - [`pages`]: the pages themselves, embedded; [`server`]: what those of `wag client` ask for.
//! - [`cli`]: the commands.

pub mod arena;
pub mod cli;
pub mod compare;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
pub mod game;
pub mod games;
pub mod ladder;
pub mod language;
pub mod logs;
pub mod pages;
pub mod play;
pub mod players;
pub mod replay;
pub mod series;
pub mod server;
#[cfg(test)]
mod tests;
pub mod text;
pub mod toolkit;
pub mod tournament;
pub mod tune;
pub mod two_player;
pub mod watch;
pub mod worker;
