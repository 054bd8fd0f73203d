//! The audience of matches that count on the ladder.

use crate::{Climb, StageNumber};
use std::path::Path;
use wag_core::arena::Problem;
use wag_core::game::Seat;
use wag_play::{Audience, CutTurn, PlayError};

/// The audience of a match of a stage. It gets the seed from the learner's progress.
pub struct Climber<'c, A: Audience> {
    pub climb: &'c mut Climb,
    pub number: StageNumber,
    pub audience: A,
}

impl<A: Audience> Audience for Climber<'_, A> {
    fn seed(&mut self) -> Result<u64, PlayError> {
        Ok(self.climb.next_seed(self.number))
    }

    /// Counts the match as started, and returns its seed.
    fn ready(&mut self, _: u64) -> Result<u64, PlayError> {
        let seed = self.climb.begin_match(self.number);
        self.audience.ready(seed)
    }

    fn planned(&mut self, rounds: u32) {
        self.audience.planned(rounds);
    }

    fn start_problems(&mut self, seat: Seat, problems: &[Problem]) {
        self.audience.start_problems(seat, problems);
    }

    fn started(&mut self, words: &str) {
        self.audience.started(words);
    }

    fn awaited(&mut self, player: &str, address: &str) {
        self.audience.awaited(player, address);
    }

    fn recorded(&mut self, replay: &Path) {
        self.audience.recorded(replay);
    }

    fn waits_for(&mut self, round: u32, seat: Seat) {
        self.audience.waits_for(round, seat);
    }

    fn lost(&mut self, round: u32, seat: Seat, problem: &Problem) {
        self.audience.lost(round, seat, problem);
    }

    fn cut_short(&mut self, cut: &CutTurn<'_>) {
        self.audience.cut_short(cut);
    }

    fn round(&mut self, round: u32) {
        self.audience.round(round);
    }

    fn over(&mut self) {
        self.audience.over();
    }
}
