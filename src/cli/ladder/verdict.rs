//! What a match was worth to the learner.

use crate::arena::Played;
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
    /// The learner would have won, but this opponent has lost turns, which no built-in AI does when it is left alone and
    /// has its time.
    Hampered(String),
    Tie,
    Beaten,
    Interrupted,
}

impl Verdict {
    pub fn of(names: &[String], played: &Played<Warriors>) -> Verdict {
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
                (1, 1) => match hampered(names, played) {
                    Some(name) => Verdict::Hampered(name.clone()),
                    None => Verdict::Won,
                },
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
            Verdict::Hampered(name) => {
                Some(format!("{name} has lost turns and could not play its best; was --turn-time too short?"))
            }
            Verdict::Tie => Some("a tie is no win".to_string()),
            Verdict::Beaten => Some("another AI has more resources in its base".to_string()),
            Verdict::Interrupted => Some("the match was interrupted".to_string()),
        }
    }
}

/// An opponent who has lost turns.
fn hampered<'n>(names: &'n [String], played: &Played<Warriors>) -> Option<&'n String> {
    let seats = names.iter().zip(&played.seats).skip(YOU.index() + 1);
    seats.into_iter().find(|(_, stats)| stats.lost_turns > 0).map(|(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Fault, FaultKind, Match, Noted, Player};
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
            board: Arc::new(maps::find(maps::DEFAULT).unwrap().board()),
            rules: Rules { rounds: 1, ..Rules::default() },
            players: std::array::from_fn(player),
        };
        let idle = || Box::new(Idle) as Box<dyn Player<Warriors>>;
        let mut players: Vec<_> = (0..SEATS).map(|_| idle()).collect();
        let stop = AtomicBool::new(false);
        Match { setup: &setup, seed: 1, players: &mut players, observers: &mut [], stop: &stop }.play()
    }

    fn lose_turn(played: &mut Played<Warriors>, seat: usize) {
        let fault = Fault { kind: FaultKind::Timeout, message: "no answer".to_string() };
        played.seats[seat].faults.push(Noted { round: 1, fault });
        played.seats[seat].lost_turns += 1;
    }

    const YOURS: [bool; SEATS] = [false, true, true, true];

    #[test]
    fn only_a_single_winner_has_won() {
        assert_eq!(Verdict::of(&names(), &played(YOURS)), Verdict::Won);
        assert_eq!(Verdict::of(&names(), &played([false, true, false, true])), Verdict::Tie);
        assert_eq!(Verdict::of(&names(), &played([true, true, false, true])), Verdict::Beaten);
        let interrupted = Played { interrupted: true, ..played(YOURS) };
        assert_eq!(Verdict::of(&names(), &interrupted), Verdict::Interrupted);
        assert_eq!(Verdict::Won.reason(), None);
    }

    #[test]
    fn lost_turns_spoil_a_win() {
        let mut yours = played(YOURS);
        lose_turn(&mut yours, 0);
        let words = "in round 1: no answer".to_string();
        assert_eq!(Verdict::of(&names(), &yours), Verdict::LostTurns(1, words));
        let mut theirs = played(YOURS);
        lose_turn(&mut theirs, 2);
        assert_eq!(Verdict::of(&names(), &theirs), Verdict::Hampered("Noob2".to_string()));
    }

    #[test]
    fn an_exception_does_not() {
        let mut played = played(YOURS);
        let fault = Fault { kind: FaultKind::Exception, message: "NameError".to_string() };
        played.seats[0].faults.push(Noted { round: 1, fault });
        assert_eq!(Verdict::of(&names(), &played), Verdict::Won);
    }
}
