//! Gauntlet: the first player meets each of the others, and the others do not meet.

use super::{Entrants, Form, Next, PlayedStage, StagePlan, all_of, by_key, points};

/// One against each of the others. The first player is the one that is tested.
pub struct Gauntlet;

impl Form for Gauntlet {
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next {
        let players = entrants.players;
        let has_met = |other: &usize| all_of(stages).any(|played| played.fixture.seats.contains(other));
        let mut plan = StagePlan::after(entrants, stages);
        (1..players).filter(|other| !has_met(other)).for_each(|other| plan.meet(&[0, other]));
        if !plan.fixtures.is_empty() {
            return plan.into_stage();
        }
        // The opponents have played against the first player only, so a share compares all of them.
        let points = points(players, all_of(stages));
        let matches = |player: usize| {
            all_of(stages).filter(|played| played.fixture.seats.contains(&player)).count() as u64
        };
        Next::Done(by_key(0..players, |player| points[player] * 1_000_000 / matches(player).max(1)))
    }
}
