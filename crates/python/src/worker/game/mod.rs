//! The worker of a game that is written in Python.
//!
//! The game's rules run in `wag._game_session`, which is plain Python. This module calls it for each request of the
//! engine and converts its answers: Python objects become flat bytes, and exceptions become a [`GameProblem`]
//! (`crate::protocol::game`).

mod declaration;
mod random;
mod session;
mod step;
pub mod walker;

pub use session::{GameSession, prepare};
