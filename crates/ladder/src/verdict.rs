//! The result of a ladder match from the learner's viewpoint.

use serde::{Serialize, Serializer};
use wag_core::game::Seat;
use wag_i18n::{Message, message};
use wag_play::MatchEnd;

/// The learner's seat.
pub const LEARNER: Seat = Seat(0);

/// The result of a ladder match: a win, or the reason why it does not count as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Won,
    Tie,
    /// The player did not finish first. The string names the figure that decides the game, such as a score; `None` if
    /// the game names none.
    Beaten(Option<&'static str>),
    Interrupted,
    /// The game itself could not go on.
    Void,
}

impl Verdict {
    /// Returns the result of a match. It is a win only if the learner alone has the first rank; errors during the match
    /// do not matter.
    pub fn of(end: &MatchEnd) -> Verdict {
        if end.interrupted() {
            return Verdict::Interrupted;
        }
        if end.failed().is_some() {
            return Verdict::Void;
        }
        let winners = end.winners();
        match (winners.contains(&LEARNER.index()), winners.len()) {
            (true, 1) => Verdict::Won,
            (true, _) => Verdict::Tie,
            (false, _) => {
                let figures = &end.games[0].standings[LEARNER.index()].figures;
                Verdict::Beaten(figures.first().map(|(name, _)| *name))
            }
        }
    }

    /// Returns the result as one word, for the pages.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Tie => "tie",
            Verdict::Beaten(_) => "beaten",
            Verdict::Interrupted => "interrupted",
            Verdict::Void => "void",
        }
    }

    /// Returns the reason why the match was not won, in English for programs; `None` for a win.
    pub fn reason(&self) -> Option<Message> {
        match self {
            Verdict::Won => None,
            Verdict::Tie => Some(message!("a tie is not a win")),
            Verdict::Beaten(Some(figure)) => Some(message!(
                "another player is ahead: what counts is %{figure}",
                figure = message!(*figure)
            )),
            Verdict::Beaten(None) => Some(message!("another player is ahead")),
            Verdict::Interrupted => Some(message!("the match was interrupted")),
            Verdict::Void => Some(message!("the game itself failed, so the match is void")),
        }
    }

    /// Returns the reason why the match was not won, in the user's language; `None` for a win.
    pub fn translated(&self) -> Option<String> {
        self.reason().as_ref().map(Message::translated)
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use crate::verdict::*;
    use std::time::Duration;
    use wag_core::game::Standing;
    use wag_core::problem::{Problem, ProblemKind};
    use wag_play::GameEnd;

    fn played(places: [u32; 4], interrupted: bool) -> MatchEnd {
        let standing = |place| Standing { place, figures: vec![("points", 0)] };
        let game = GameEnd { standings: places.map(standing).to_vec(), interrupted, ..GameEnd::default() };
        MatchEnd { games: vec![game], is_cut: false, logs: None, wall: Duration::ZERO }
    }

    #[test]
    fn only_a_single_winner_has_won() {
        assert_eq!(Verdict::of(&played([1, 2, 2, 4], false)), Verdict::Won);
        assert_eq!(Verdict::of(&played([1, 3, 1, 4], false)), Verdict::Tie);
        assert_eq!(Verdict::of(&played([2, 1, 3, 4], false)), Verdict::Beaten(Some("points")));
        assert_eq!(Verdict::of(&played([1, 2, 3, 4], true)), Verdict::Interrupted);
        assert_eq!(Verdict::Won.reason(), None);
        let mut void = played([1, 2, 3, 4], false);
        let problem = Problem { kind: ProblemKind::Game, ..Problem::of_rejection("x".into(), None, None) };
        void.games[0].failed = Some(problem);
        assert_eq!((Verdict::of(&void), void.winners().len()), (Verdict::Void, 0));
    }
}
