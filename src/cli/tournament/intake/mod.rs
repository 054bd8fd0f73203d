//! What comes in: hand-ins of a class, and the copies of players' files that a tournament plays.

mod archive;
mod copies;
mod files;
mod hand_in;
mod names;
mod player_intake;

pub use copies::Copies;
pub use hand_in::HandIn;
pub use player_intake::{Player, PlayerIntake, Warn, names_of};
