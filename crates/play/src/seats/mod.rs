//! The seats of a match: players are started and take their seats.

mod hint;
pub mod instrument;
pub mod people;
pub mod player_start;
mod policy_player;
pub mod seating;
pub mod unstarted;
pub mod worker_policy;
