//! The part of the host interface for tournaments, which are files in the working folder.

use super::HostError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A page's request to start or resume a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentForm {
    /// The name of the game; empty for the default game.
    #[serde(default)]
    pub game: String,
    /// The file of the tournament to resume; `None` to start a new one. A resumed tournament keeps its players, and the
    /// requested players join it. Its number of matches can only grow, and all other settings stay the same.
    #[serde(default)]
    pub file: Option<String>,
    /// The players: files in the working folder, or names of built-in players.
    #[serde(default)]
    pub players: Vec<String>,
    /// The names of players that leave the tournament. The matches that they have played stay in the table.
    #[serde(default)]
    pub without: Vec<String>,
    /// The values of the game's options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The files for the option that chooses the map or board; empty for the default.
    #[serde(default)]
    pub places: Vec<String>,
    /// The minimum number of matches of each player on each map or board; `None` for the default.
    #[serde(default)]
    pub games: Option<u32>,
    /// The number of players in a match; `None` for the largest possible number.
    #[serde(default)]
    pub seats: Option<u32>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "crate::seed")]
    pub seed: Option<u64>,
}

/// A tournament in the working folder.
#[derive(Clone, Debug, Serialize)]
pub struct ListedTournament {
    /// The name of the tournament's file.
    pub file: String,
    pub players: Vec<String>,
    pub played: usize,
    pub planned: usize,
    /// The time of the file's last change, such as `2026-11-21T07:00:00Z`.
    pub changed: String,
    /// The reason why the file cannot be used; `None` if it can be used.
    pub error: Option<String>,
}

/// A filter that selects all matches, the matches of one player, or the matches between two players. Players have the
/// same names as in the table.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct MatchFilter {
    #[serde(default)]
    pub player: Option<String>,
    #[serde(default)]
    pub against: Option<String>,
}

/// Access to the tournaments in the working folder. A tournament is identified by the name of its file.
pub trait Tournaments {
    /// Lists the tournaments of a game; the one that changed last comes first.
    fn tournaments(&self, game: &str) -> Result<Vec<ListedTournament>, HostError>;

    /// Returns the table of a tournament as JSON, which the server passes on to the pages.
    fn tournament(&self, file: &str) -> Result<Value, HostError>;

    /// Returns the played matches of a tournament that the filter `of` selects, as JSON, which the server passes on to
    /// the pages.
    fn tournament_matches(&self, file: &str, of: &MatchFilter) -> Result<Value, HostError>;

    /// Returns the matches of a tournament that are best suited for a presentation, as JSON, which the server passes on
    /// to the pages.
    fn tournament_final(&self, file: &str) -> Result<Value, HostError>;

    /// Returns the path of the replay of a match.
    fn tournament_replay(&self, file: &str, number: i64) -> Result<PathBuf, HostError>;

    /// Validates a request, and stores the new schedule in the tournament's file.
    fn prepare_tournament(&self, wanted: &TournamentForm) -> Result<Box<dyn PreparedTournament>, HostError>;
}

/// A tournament that is ready to start. It is locked, so that other programs cannot play it.
pub trait PreparedTournament: Send {
    /// Returns the name of the tournament's file.
    fn file(&self) -> String;

    /// Returns the name of the tournament's game.
    fn game(&self) -> &'static str;

    /// Returns the number of matches and the current table.
    fn score(&self) -> Score<'_>;

    /// Returns warnings for the user.
    fn warnings(&self) -> Vec<String>;

    /// Plays until all matches are played or `stop` is set. When this returns, no process of a player is running, and
    /// every match that has ended is stored.
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
    /// Computes the current table, which takes some time.
    pub table: Box<dyn Fn() -> Value + 's>,
}

/// A listener for the progress of a tournament.
pub trait TournamentListener {
    /// Called when the result of a match has been stored, with the new state of the tournament.
    fn scored(&mut self, score: Score<'_>);

    /// Called with a warning for the user.
    fn warned(&mut self, words: &str);
}
