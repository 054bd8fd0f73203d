//! What a match was worth to the learner.

use super::super::report;
use crate::game::{Game, Seat};
use crate::games::warriors::Warriors;

/// The learner sits here.
pub const YOU: Seat = Seat(0);

/// Whether a match counts as won, and if not, why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Won,
    /// By turns that were lost to a time-out or a crash, whatever the stocks: how many, and the first one in words.
    LostTurns(u32, String),
    Tie,
    Beaten,
    Interrupted,
}

impl Verdict {
    pub fn of(result: &report::Result<'_, Warriors>) -> Verdict {
        let played = result.played;
        let standings = Warriors::standings(&played.state);
        let winners = standings.iter().filter(|standing| standing.place == 1).count();
        let you = &played.seats[YOU.index()];
        if played.interrupted {
            Verdict::Interrupted
        } else if let Some(first) = you.faults.iter().find(|noted| noted.fault.loses_turn()) {
            let words = format!("in round {}: {}", first.round, first.fault.message);
            Verdict::LostTurns(you.lost_turns, words)
        } else {
            match (standings[YOU.index()].place, winners) {
                (1, 1) => Verdict::Won,
                (1, _) => Verdict::Tie,
                _ => Verdict::Beaten,
            }
        }
    }

    /// Why it is not won; `None` for a win.
    pub fn reason(&self) -> Option<String> {
        match self {
            Verdict::Won => None,
            Verdict::LostTurns(1, first) => Some(format!("your AI lost a turn, {first}")),
            Verdict::LostTurns(count, first) => {
                Some(format!("your AI lost {count} turns, the first one {first}"))
            }
            Verdict::Tie => Some("a tie is no win".to_string()),
            Verdict::Beaten => Some("another AI has more resources in its base".to_string()),
            Verdict::Interrupted => Some("the match was interrupted".to_string()),
        }
    }
}
