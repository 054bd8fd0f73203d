//! The replay and log formats of the contest that a game comes from; the contest's own programs read and write them.

use super::protocols::Times;
use super::{Game, Seat};
use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};

/// The contest's formats for one game.
pub struct ContestReplays<G: Game> {
    /// Returns a match in the contest's format.
    pub write: fn(&Record<'_, G>) -> String,
    pub verify: VerifyContest,
    /// Parses a file in the contest's format as a match of this engine. The error is a sentence that says why the file
    /// cannot be read.
    pub read: fn(&[u8]) -> Result<Script<G>, String>,
    pub log: LogOfTurn<G>,
    pub result: ReadResult,
}

/// Reads the result of a match from a contest's file without re-simulating the match. The error is one sentence and
/// names the location in the file.
pub type ReadResult = fn(&[u8]) -> Result<ContestResult, String>;

/// The result of a contest match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestResult {
    /// The players in seat order.
    pub players: Vec<ContestPlayer>,
    /// The number of the last turn.
    pub turns: u32,
    /// A hash of the match: equal for two files of the same match, and almost certainly different for different
    /// matches.
    pub fingerprint: u64,
}

/// The result of one player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestPlayer {
    pub name: String,
    /// The rank from 1; players with equal results have the same rank.
    pub rank: u32,
    pub score: i64,
    /// The player's final status, in the contest's words.
    pub status: String,
    pub survived: bool,
    /// The last turn in which the player took part.
    pub turns: u32,
}

/// Returns the contest's log of a seat's turn from the state after the turn, the seat's orders and all events.
pub type LogOfTurn<G> = fn(&<G as Game>::State, Seat, &<G as Game>::Orders, &[<G as Game>::Event]) -> TurnLog;

/// The lines that a contest's log has for one turn. Each text consists of whole lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnLog {
    /// The player's answer.
    pub output: String,
    /// The errors in the player's answer.
    pub error: String,
}

/// Re-simulates a contest replay. The error is one sentence and names the location in the file.
pub type VerifyContest = fn(&[u8]) -> Result<PlayedAgain, String>;

/// A complete match to be written to a file.
pub struct Record<'r, G: Game> {
    pub setup: &'r G::Setup,
    pub seed: u64,
    pub times: Times,
    /// The players' names in seat order.
    pub names: Vec<String>,
    /// All events, including those before the first order.
    pub events: Vec<G::Event>,
    /// The players' output in seat order.
    pub printed: Vec<Excerpt>,
}

/// The beginning and the end of what a player printed in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    head: Vec<char>,
    tail: VecDeque<char>,
    is_cut: bool,
}

impl Excerpt {
    /// The maximum number of characters of the beginning, and also of the end.
    const CHARS_MAX: usize = 510;

    pub fn add(&mut self, printed: &[u8]) {
        let text = String::from_utf8_lossy(printed);
        let mut signs = text.chars();
        self.head.extend(signs.by_ref().take(Excerpt::CHARS_MAX - self.head.len()));
        self.tail.extend(signs);
        let beyond = self.tail.len().saturating_sub(Excerpt::CHARS_MAX);
        self.is_cut |= beyond > 0;
        self.tail.drain(..beyond);
    }
}

impl Display for Excerpt {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let gap = if self.is_cut { "\n..\n" } else { "" };
        let (head, tail) = (self.head.iter().collect::<String>(), self.tail.iter().collect::<String>());
        write!(out, "{head}{gap}{tail}")
    }
}

/// A recorded match: the rules reproduce it from this setup and these orders, whatever the seed is.
pub struct Script<G: Game> {
    pub setup: G::Setup,
    /// The players' names in seat order.
    pub names: Vec<String>,
    /// Returns the orders of a seat in a round.
    pub orders: Box<dyn Fn(Seat, u32) -> G::Orders>,
    /// A warning for the user, as a sentence without a full stop; `None` if there is nothing to warn about.
    pub warning: Option<String>,
}

/// The result of re-simulating a replay, with a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedAgain {
    Same(String),
    Differs(String),
}

#[cfg(test)]
mod tests {
    use super::Excerpt;

    #[test]
    fn an_excerpt_has_the_beginning_and_the_end() {
        let mut all = Excerpt::default();
        (0..4).for_each(|_| all.add(&[b'a'; 255]));
        assert_eq!(all.to_string(), "a".repeat(1020));
        all.add("bö".as_bytes());
        assert_eq!(all.to_string(), format!("{}\n..\n{}bö", "a".repeat(510), "a".repeat(508)));
    }
}
