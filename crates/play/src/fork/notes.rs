//! Observations about the players of a fork.

use wag_core::game::Seat;

/// Observations about the players of a fork, each with the round in which it was made first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForkNotes {
    /// The players without code whose views differ from the recorded ones. They give no orders from then on.
    pub stopped: Vec<(Seat, u32)>,
    /// The persistent players that answered a recorded view with other orders than the recorded ones.
    pub differs_before: Vec<(Seat, u32)>,
    /// The persistent players that ended while they were shown the recorded views.
    pub ended_before: Vec<(Seat, u32)>,
}
