//! Two-player games, which a separate Python module implements (`python/two_player_games.py`). This module is the
//! engine's side: it controls the processes that play the games, at the terminal and for the web pages.
//!
//! Both players and the game are objects in one process, so a player that cheats can spoil only its own game. The
//! process reports whose move it is. If a player exceeds its time limit and cannot be interrupted, the engine kills the
//! process; a tournament continues in a new process.

mod choices;
mod classes;
pub mod process;
pub mod results;
mod signature;
mod terminal_game;

use std::time::Duration;

pub use choices::{Choices, choices};
#[cfg(any(feature = "testing", fuzzing))]
pub use classes::Source;
pub use results::{GameResult, Results, Standing, Tournament};
pub use terminal_game::{End, Order, TerminalGame};

/// The time between the attempt to interrupt a player and the killing of the player's process.
pub const GRACE: Duration = Duration::from_secs(1);
