//! The seats of a match: players are started and take their seats.

pub mod failed_start;
mod hint;
pub mod people;
pub mod seating;
