//! The intake of players: the submissions of a class, and the copies of players' files that a tournament plays.

mod archive;
mod copies;
mod names;
mod player_intake;
mod submission;

pub use copies::Copies;
pub use player_intake::{Player, PlayerIntake, Warn, name_of_no_player, names_of};
pub use submission::Submission;
