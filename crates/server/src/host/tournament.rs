//! What the server asks about tournaments, which lie in files of the working folder.

use super::HostError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A tournament as the pages ask for it: one that goes on, or a new one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedTournament {
    /// By its name; empty for the first one.
    #[serde(default)]
    pub game: String,
    /// Goes on with the tournament in this file: its players and those who are named, at least so many games, the rest as
    /// it was.
    #[serde(default)]
    pub file: Option<String>,
    /// Files of the working folder, and names of built-in players.
    #[serde(default)]
    pub players: Vec<String>,
    /// Players of the file that leave the tournament, by their names; what they have played stays in the table.
    #[serde(default)]
    pub without: Vec<String>,
    /// Values of the game's options, by their names.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The files for the option that says where is played; none for the usual one.
    #[serde(default)]
    pub places: Vec<String>,
    /// How many matches each player has at each place, at least; `None` for the usual number.
    #[serde(default)]
    pub games: Option<u32>,
    /// How many sit down to a match; `None` for as many as can.
    #[serde(default)]
    pub seats: Option<u32>,
    /// `None`: drawn.
    #[serde(default, with = "crate::seed")]
    pub seed: Option<u64>,
}

/// A tournament that lies in the working folder.
#[derive(Clone, Debug, Serialize)]
pub struct ListedTournament {
    /// The name of the file.
    pub file: String,
    pub players: Vec<String>,
    pub played: usize,
    pub planned: usize,
    /// When it was last written: `2026-11-21T07:00:00Z`.
    pub changed: String,
    /// Why it can't be used, if it can't.
    pub error: Option<String>,
}

/// Which matches are asked for: all, those of a player, or those of two with each other. By what the table calls them.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Between {
    #[serde(default)]
    pub player: Option<String>,
    #[serde(default)]
    pub against: Option<String>,
}

/// Knows the tournaments of the working folder. Each goes by the name of its file.
pub trait Tournaments {
    /// Those of a game, the latest first.
    fn tournaments(&self, game: &str) -> Result<Vec<ListedTournament>, HostError>;

    /// The table of one, between the host and the pages.
    fn tournament(&self, file: &str) -> Result<Value, HostError>;

    /// Matches of one that have been played, between the host and the pages.
    fn tournament_matches(&self, file: &str, of: &Between) -> Result<Value, HostError>;

    /// The matches of one that are best to be presented, between the host and the pages.
    fn tournament_final(&self, file: &str) -> Result<Value, HostError>;

    /// The replay of a match, by its number.
    fn tournament_replay(&self, file: &str, number: i64) -> Result<PathBuf, HostError>;

    /// Finds everything that is asked for, and writes down which matches there are to be.
    fn set_tournament(&self, wanted: &WantedTournament) -> Result<Box<dyn SetTournament>, HostError>;
}

/// A tournament that can be played; nobody else plays it meanwhile.
pub trait SetTournament: Send {
    /// The name of its file.
    fn file(&self) -> String;

    /// The name of its game.
    fn game(&self) -> &'static str;

    /// How it stands now.
    fn score(&self) -> Score<'_>;

    /// What the user should know before it begins.
    fn warnings(&self) -> Vec<String>;

    /// Plays to the end, or until `stop` is set. Leaves no process behind, and keeps every match that has ended.
    fn play(&mut self, scorer: &mut dyn TournamentListener, stop: &Arc<AtomicBool>) -> Result<(), HostError>;
}

/// How far a tournament is.
pub struct Score<'s> {
    pub played: usize,
    pub planned: usize,
    /// The table as it stands; making it takes a while.
    pub table: Box<dyn Fn() -> Value + 's>,
}

/// Hears how a tournament goes on.
pub trait TournamentListener {
    /// A match has been kept.
    fn scored(&mut self, score: Score<'_>);

    /// Something that the user should know.
    fn warned(&mut self, words: &str);
}
