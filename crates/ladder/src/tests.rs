//! An example of a ladder for the tests.

use crate::Ladder;
use wag_core::game::Playable;
use wag_games::warriors::Warriors;

pub fn example() -> Ladder {
    Ladder { game: None, stages: Warriors::INFO.stages }
}
