//! Wag: an engine for programming games.
//!
//! - [`game`]: what a game is; [`games`]: the games.

pub mod game;
pub mod games;
