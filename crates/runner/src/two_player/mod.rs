//! Games for two, which are a Python module of their own (`python/two_player_games.py`): the engine's side of the
//! processes that play them, at the terminal and for the pages.
//!
//! Both players and the game are objects of one process: who spoils it spoils his own game only. It tells who is thinking;
//! whoever overruns his time and can't be interrupted is ended with his process, and a tournament goes on in a new one.

mod at_the_terminal;
mod choices;
mod classes;
pub mod process;
pub mod results;
mod signature;

use std::time::Duration;

pub use at_the_terminal::{AtTheTerminal, End, Order};
pub use choices::choices;
#[cfg(any(feature = "testing", fuzzing))]
pub use classes::Source;
pub use results::{GameResult, Results, Standing, Tournament};

/// So much later than a player is interrupted his process is ended.
pub const GRACE: Duration = Duration::from_secs(1);
