//! The part of the host interface for tournaments, which are files in the working folder.

use super::HostError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_tournament::TournamentRow;

/// A page's request to start or resume a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
}

/// A tournament in the working folder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

/// The table of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentTable {
    pub file: String,
    pub game: &'static str,
    pub seed: String,
    pub places: Vec<String>,
    pub options: BTreeMap<String, String>,
    pub games: u32,
    pub seats: usize,
    /// The name of the rating method.
    pub method: &'static str,
    /// The number of matches that have been played.
    pub matches: usize,
    pub matches_planned: usize,
    /// The number of matches with a replay.
    pub replays: usize,
    /// The players, best first.
    #[cfg_attr(test, ts(type = "TournamentRow[]"))]
    pub players: Vec<TournamentRow>,
    /// A row and a column for each player, in the order of `players`: how often the first finished ahead of the second,
    /// from 0 to 1, and the number of their matches; `None` if they have not met.
    pub versus: Vec<Vec<Option<(f64, u32)>>>,
}

/// Matches of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentMatches {
    /// The number of all matches; `matches` contains only the first ones.
    pub count: usize,
    pub matches: Vec<TournamentMatch>,
    /// The IDs of the replays of all matches.
    pub replays: Vec<String>,
}

/// A played match of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentMatch {
    pub number: i64,
    /// The map or board; `None` if the game has none.
    pub place: Option<String>,
    pub seed: String,
    /// The players, best first.
    pub standings: Vec<MatchStanding>,
    /// The ID of the replay; `None` unless the pages can show it.
    pub replay: Option<String>,
    /// The location of the replay: `here`, `none`, `gone` or `elsewhere`.
    pub kept: &'static str,
}

/// A player's result in a match of a tournament.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MatchStanding {
    /// The seat, counted from 1.
    pub seat: usize,
    pub name: String,
    pub place: u32,
    /// The names and values of the player's figures, in the order that the game defines.
    pub figures: Vec<(&'static str, i64)>,
    /// The number of the player's faults.
    pub errors: u32,
    pub forfeits: bool,
}

/// The matches of a tournament that are best suited for a presentation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentFinal {
    pub count: usize,
    /// The IDs of the replays, in the order in which they are shown.
    pub replays: Vec<String>,
}

/// A filter that selects all matches, the matches of one player, or the matches between two players. Players have the
/// same names as in the table.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
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

    fn tournament(&self, file: &str) -> Result<TournamentTable, HostError>;

    /// Returns the played matches of a tournament that the filter `of` selects.
    fn tournament_matches(&self, file: &str, of: &MatchFilter) -> Result<TournamentMatches, HostError>;

    fn tournament_final(&self, file: &str) -> Result<TournamentFinal, HostError>;

    /// Returns the path of the replay of a match.
    fn tournament_replay(&self, file: &str, number: i64) -> Result<PathBuf, HostError>;

    /// Validates a request, and stores the new schedule in the tournament's file.
    fn prepare_tournament(&self, form: &TournamentForm) -> Result<Box<dyn PreparedTournament>, HostError>;
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
    pub table: Box<dyn Fn() -> TournamentTable + 's>,
}

/// A listener for the progress of a tournament.
pub trait TournamentListener {
    /// Called when the result of a match has been stored, with the new state of the tournament.
    fn scored(&mut self, score: Score<'_>);

    /// Called with a warning for the user.
    fn warned(&mut self, words: &str);
}
