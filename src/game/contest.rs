//! The replays of the contest that a game comes from: files that the contest's programs write and read.

use super::ways::Times;
use super::{Game, Seat};

/// Such replays of one game.
pub struct ContestReplays<G: Game> {
    /// A match as the contest's file.
    pub write: fn(&Record<'_, G>) -> String,
    pub verify: VerifyContest,
    /// Reads such a file as a match of ours; or tells in a sentence why it is none.
    pub read: fn(&[u8]) -> Result<Script<G>, String>,
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
}

/// A match that others have recorded: with this setup and these orders the rules make the same of it, whatever the seed is.
pub struct Script<G: Game> {
    pub setup: G::Setup,
    /// In seat order.
    pub names: Vec<String>,
    /// What a seat orders in a round.
    pub orders: Box<dyn Fn(Seat, u32) -> G::Orders>,
}

/// What came of a replay that was played again, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayedAgain {
    Same(String),
    Differs(String),
}
