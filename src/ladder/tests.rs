//! An example ladder for the tests.

use super::Ladder;
use crate::game::Playable;
use crate::games::warriors::Warriors;

pub fn example() -> Ladder {
    Ladder { game: None, stages: Warriors::STAGES }
}
