//! The replays and logs of the contest that a game comes from: files that the contest's programs write and read.

use super::ways::Times;
use super::{Game, Seat};
use std::collections::VecDeque;
use std::fmt::{self, Display, Formatter};

/// Such replays of one game.
pub struct ContestReplays<G: Game> {
    /// A match as the contest's file.
    pub write: fn(&Record<'_, G>) -> String,
    pub verify: VerifyContest,
    /// Reads such a file as a match of ours; or tells in a sentence why it is none.
    pub read: fn(&[u8]) -> Result<Script<G>, String>,
    pub log: LogOfTurn<G>,
    pub result: ReadResult,
}

/// Reads how a match ended, without playing it again. What is wrong with the file is told in one sentence, with its place.
pub type ReadResult = fn(&[u8]) -> Result<ContestResult, String>;

/// How a match of the contest ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestResult {
    /// In seat order.
    pub players: Vec<ContestPlayer>,
    /// The last turn.
    pub turns: u32,
    /// The same for two files of one match, in all likelihood for them alone.
    pub fingerprint: u64,
}

/// How a player fared in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestPlayer {
    pub name: String,
    /// From 1; equals share one.
    pub rank: u32,
    pub score: i64,
    /// What has become of it, as the contest writes it.
    pub status: String,
    pub survived: bool,
    /// The last turn it took part in.
    pub turns: u32,
}

/// What stands in the contest's logs of a seat's turn: from the state after the turn, its orders, and all that happened.
pub type LogOfTurn<G> = fn(&<G as Game>::State, Seat, &<G as Game>::Orders, &[<G as Game>::Event]) -> TurnLog;

/// Whole lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnLog {
    /// What it has answered.
    pub output: String,
    /// What was wrong with that.
    pub error: String,
}

/// Plays the contest's file again. What is wrong with the file is told in one sentence, with its place.
pub type VerifyContest = fn(&[u8]) -> Result<PlayedAgain, String>;

/// A match from its beginning to its end.
pub struct Record<'r, G: Game> {
    pub setup: &'r G::Setup,
    pub seed: u64,
    pub times: Times,
    /// In seat order.
    pub names: Vec<String>,
    /// All of them, also those before the first order.
    pub events: Vec<G::Event>,
    /// In seat order.
    pub printed: Vec<Excerpt>,
}

/// The beginning and the end of what a player has printed in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    head: Vec<char>,
    tail: VecDeque<char>,
    is_cut: bool,
}

impl Excerpt {
    /// So many signs of both.
    const SIGNS: usize = 510;

    pub fn add(&mut self, printed: &[u8]) {
        let text = String::from_utf8_lossy(printed);
        let mut signs = text.chars();
        self.head.extend(signs.by_ref().take(Excerpt::SIGNS - self.head.len()));
        self.tail.extend(signs);
        let beyond = self.tail.len().saturating_sub(Excerpt::SIGNS);
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

/// A match that others have recorded: with this setup and these orders the rules make the same of it, whatever the seed is.
pub struct Script<G: Game> {
    pub setup: G::Setup,
    /// In seat order.
    pub names: Vec<String>,
    /// What a seat orders in a round.
    pub orders: Box<dyn Fn(Seat, u32) -> G::Orders>,
    /// What the user should know of it, in a sentence without a full stop.
    pub warning: Option<String>,
}

/// What came of a replay that was played again, in words.
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
