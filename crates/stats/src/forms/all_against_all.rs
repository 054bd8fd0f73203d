//! All against all: one stage, in which the players of every match meet as often as possible.

use super::{Entrants, Form, Next, PlayedFixture, PlayedStage, all_of, by_key, points};
use crate::schedule::TournamentSpec;
use crate::series::Fixture;

/// All against all.
pub struct AllAgainstAll;

impl Form for AllAgainstAll {
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next {
        let played: Vec<&PlayedFixture> = all_of(stages).collect();
        let planned: Vec<Fixture> = played.iter().map(|one| one.fixture.clone()).collect();
        let Entrants { players, seats, games, seed } = entrants.clone();
        let missing = TournamentSpec { players, seats, games, seed }.missing(&planned);
        if !missing.is_empty() {
            return Next::Stage(missing);
        }
        let points = points(players, played);
        Next::Done(by_key(0..players, |player| points[player]))
    }
}
