//! The server's interface to tournaments, which are files of the working folder.

use super::HostError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A tournament that a page requests to start or to resume.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentForm {
    /// The name of the game; empty for the default game.
    #[serde(default)]
    pub game: String,
    /// The file of the tournament to resume. Its players stay and the requested players are added; the number of
    /// matches may only grow, and all other settings stay.
    #[serde(default)]
    pub file: Option<String>,
    /// Files of the working folder and names of built-in players.
    #[serde(default)]
    pub players: Vec<String>,
    /// The names of players that leave the tournament; the matches that they have played stay in the table.
    #[serde(default)]
    pub without: Vec<String>,
    /// The values of the game's options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The files for the option that sets the place (such as the map); empty for the default.
    #[serde(default)]
    pub places: Vec<String>,
    /// The minimum number of matches of each player at each place (such as a map); `None` for the default.
    #[serde(default)]
    pub games: Option<u32>,
    /// The number of players in a match; `None` for the maximum.
    #[serde(default)]
    pub seats: Option<u32>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "crate::seed")]
    pub seed: Option<u64>,
}

/// A tournament in the working folder.
#[derive(Clone, Debug, Serialize)]
pub struct ListedTournament {
    /// The name of the file.
    pub file: String,
    pub players: Vec<String>,
    pub played: usize,
    pub planned: usize,
    /// The time of the last change, such as `2026-11-21T07:00:00Z`.
    pub changed: String,
    /// The error, if the file cannot be used.
    pub error: Option<String>,
}

/// Selects all matches, those of one player, or those between two players. Players are named as in the table.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct MatchFilter {
    #[serde(default)]
    pub player: Option<String>,
    #[serde(default)]
    pub against: Option<String>,
}

/// Access to the tournaments of the working folder. A tournament is identified by the name of its file.
pub trait Tournaments {
    /// Lists the tournaments of a game, latest first.
    fn tournaments(&self, game: &str) -> Result<Vec<ListedTournament>, HostError>;

    /// Returns the table of a tournament. The server passes the JSON on to the pages.
    fn tournament(&self, file: &str) -> Result<Value, HostError>;

    /// Returns played matches of a tournament. The server passes the JSON on to the pages.
    fn tournament_matches(&self, file: &str, of: &MatchFilter) -> Result<Value, HostError>;

    /// Returns the matches of a tournament that are best suited for a presentation. The server passes the JSON on to
    /// the pages.
    fn tournament_final(&self, file: &str) -> Result<Value, HostError>;

    /// Returns the path of a match's replay.
    fn tournament_replay(&self, file: &str, number: i64) -> Result<PathBuf, HostError>;

    /// Validates a request and stores the schedule in the tournament's file.
    fn prepare_tournament(&self, wanted: &TournamentForm) -> Result<Box<dyn PreparedTournament>, HostError>;
}

/// A tournament that is ready to start and locked against other programs.
pub trait PreparedTournament: Send {
    /// Returns the name of its file.
    fn file(&self) -> String;

    /// Returns the name of its game.
    fn game(&self) -> &'static str;

    /// Returns its present state.
    fn score(&self) -> Score<'_>;

    /// Returns warnings for the user.
    fn warnings(&self) -> Vec<String>;

    /// Plays until the end or until `stop` is set. No process is left running, and every finished match is stored.
    fn play(
        &mut self,
        listener: &mut dyn TournamentListener,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), HostError>;
}

/// The progress of a tournament.
pub struct Score<'s> {
    pub played: usize,
    pub planned: usize,
    /// Computes the current table, which takes a while.
    pub table: Box<dyn Fn() -> Value + 's>,
}

/// Receives the progress of a tournament.
pub trait TournamentListener {
    /// Called when the result of a match has been stored.
    fn scored(&mut self, score: Score<'_>);

    /// Called with a warning for the user.
    fn warned(&mut self, words: &str);
}
