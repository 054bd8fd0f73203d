//! What a match was worth to the learner.

use crate::arena::Played;
use crate::game::{Game, Seat};
use crate::games::warriors::Warriors;

/// The learner sits here.
pub const YOU: Seat = Seat(0);

/// Whether a match counts as won, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Won,
    Tie,
    Beaten,
    Interrupted,
}

impl Verdict {
    /// Being the single winner is all that counts, whatever went wrong on the way.
    pub fn of(played: &Played<Warriors>) -> Verdict {
        if played.interrupted {
            return Verdict::Interrupted;
        }
        let standings = Warriors::standings(&played.state);
        let winners = standings.iter().filter(|standing| standing.place == 1).count();
        match (standings[YOU.index()].place, winners) {
            (1, 1) => Verdict::Won,
            (1, _) => Verdict::Tie,
            _ => Verdict::Beaten,
        }
    }

    /// In one word, for pages.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Tie => "tie",
            Verdict::Beaten => "beaten",
            Verdict::Interrupted => "interrupted",
        }
    }

    /// Why it is not won; `None` for a win.
    pub fn reason(&self) -> Option<&'static str> {
        match self {
            Verdict::Won => None,
            Verdict::Tie => Some("a tie is no win"),
            Verdict::Beaten => Some("another AI has more resources in its base"),
            Verdict::Interrupted => Some("the match was interrupted"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Match, Player};
    use crate::games::warriors::rules::Rules;
    use crate::games::warriors::{PlayerSetup, SEATS, Setup, maps};
    use crate::players::Idle;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    fn names() -> [String; SEATS] {
        ["you", "Noob1", "Noob2", "Noob3"].map(str::to_string)
    }

    /// Nobody does anything; who starts empty has nothing in the end.
    fn played(starts_empty: [bool; SEATS]) -> Played<Warriors> {
        let player =
            |seat: usize| PlayerSetup { name: names()[seat].clone(), starts_empty: starts_empty[seat] };
        let setup = Setup {
            board: Arc::new(maps::board_of(maps::find(maps::DEFAULT).unwrap())),
            rules: Rules { rounds: 1, ..Rules::default() },
            players: std::array::from_fn(player),
        };
        let idle = || Box::new(Idle) as Box<dyn Player<Warriors>>;
        let mut players: Vec<_> = (0..SEATS).map(|_| idle()).collect();
        let stop = AtomicBool::new(false);
        Match { setup: &setup, seed: 1, players: &mut players, observers: &mut [], stop: &stop }.play()
    }

    const YOURS: [bool; SEATS] = [false, true, true, true];

    #[test]
    fn only_a_single_winner_has_won() {
        assert_eq!(Verdict::of(&played(YOURS)), Verdict::Won);
        assert_eq!(Verdict::of(&played([false, true, false, true])), Verdict::Tie);
        assert_eq!(Verdict::of(&played([true, true, false, true])), Verdict::Beaten);
        let interrupted = Played { interrupted: true, ..played(YOURS) };
        assert_eq!(Verdict::of(&interrupted), Verdict::Interrupted);
        assert_eq!(Verdict::Won.reason(), None);
    }
}
