//! The interface between the server and the host. The host is the part of the program that knows the games: it lists
//! the options and plays matches.
//!
//! The server itself knows no game, AI or ladder. It passes the requests of the pages on to the host.

mod course;
mod tournament;

pub use course::{BegunLesson, CheckedLesson, CourseList, Courses, LessonError, LessonTexts, ListedLesson};
pub use tournament::{
    ListedTournament, MatchFilter, MatchStanding, PreparedTournament, Score, TournamentFinal, TournamentForm,
    TournamentListener, TournamentMatch, TournamentMatches, TournamentTable, Tournaments,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wag_i18n::{Message, PageText};
use wag_inspect::debug_turn::DebuggedTurn;
use wag_two_player::Choices;

/// A match that a page requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchRequest {
    /// The name of the game; empty for the default game.
    #[serde(default)]
    pub game: String,
    /// The players in seat order. Each is a file in the working folder, the name of a built-in player, or an empty
    /// string for an empty seat.
    pub players: Vec<String>,
    /// The values of the game's options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "super::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
    /// The name of the ladder stage to play, which sets everything except the first player. `None` for an ordinary
    /// match.
    #[serde(default)]
    pub challenge: Option<String>,
    /// The recorded match to continue, which sets everything else. `None` for a match that is played from round 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkForm>,
}

/// A page's request to continue a recorded match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ForkForm {
    /// The ID of the replay.
    pub replay: String,
    /// The first round to play again.
    pub round: u32,
    /// The seat, from 1, of the player that plays another file; `None` to change nothing.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The file in the working folder, or the name of a built-in player.
    #[serde(default)]
    pub file: String,
    /// The path of the replay, which the server looks up.
    #[serde(skip)]
    pub path: PathBuf,
}

/// A two-player game that a page requests. The server passes the strings on to the host unchanged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TwoPlayerRequest {
    pub game: String,
    pub players: Vec<String>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "super::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
    /// The time limit for a program's move, in seconds.
    pub time_limit: f64,
    /// The number of rounds of a tournament; `None` for a single game.
    #[serde(default)]
    pub rounds: Option<u32>,
}

/// The players, options and stages of one game that a user can choose.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Offer {
    pub game: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: Seats,
    /// The name of the built-in player that takes empty seats; `None` if the game has none.
    pub filler: Option<&'static str>,
    /// The player spec of a human player; `None` if the game does not allow one.
    pub person: Option<&'static str>,
    pub built_in: Vec<BuiltIn>,
    pub options: Vec<Opt>,
    pub stages: Vec<Stage>,
}

/// The allowed range of the number of players.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Seats {
    pub least: usize,
    pub most: usize,
}

/// A built-in player.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BuiltIn {
    pub name: &'static str,
    pub about: &'static str,
    /// A sentence that says how to unlock the player; `None` if it is unlocked.
    pub locked: Option<String>,
}

/// An option of the game.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opt {
    pub name: &'static str,
    pub help: &'static str,
    #[serde(flatten)]
    pub kind: OptKind,
}

/// The type of an option's value.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum OptKind {
    Number {
        least: u64,
        most: u64,
        usual: Option<u64>,
    },
    Choice {
        of: &'static [&'static str],
        usual: &'static str,
    },
    Flag,
    File {
        ending: &'static str,
        usual: &'static str,
        absent: Option<&'static str>,
        files: Vec<File>,
        preview: bool,
    },
}

/// A value for an option that takes a file: a built-in file, a file in the working folder, or no file.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct File {
    pub name: String,
    pub title: String,
    pub about: &'static str,
    /// The width and the height of the board, in squares; `None` if the file has no board.
    pub size: Option<(u32, u32)>,
    pub locked: Option<String>,
}

/// A stage of the ladder.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stage {
    pub name: &'static str,
    pub opponents: &'static [&'static str],
    pub options: BTreeMap<String, String>,
    pub wins: u32,
    pub wins_needed: u32,
    /// The state of the stage: `current`, `mastered` or `locked`.
    pub state: &'static str,
    /// A text that says what the learner unlocks by mastering the stage.
    pub unlock: String,
}

/// The result of a match on the ladder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// The name of the stage.
    pub stage: &'static str,
    pub won: bool,
    /// The result in one word: `won`, `tie`, `beaten` or `interrupted`.
    pub result: &'static str,
    /// True if the match was won and the win counts for the ladder.
    pub counted: bool,
    /// The reason why a win does not count: `again` (the match has been played before), `practice` (the stage is
    /// already mastered) or `unsaved` (the win could not be saved). `None` if the win counts, or if the match was not
    /// won.
    pub why_not_counted: Option<&'static str>,
    /// The whole result as text in English.
    pub text: String,
    /// The path of the file with the source of the beaten AI; `None` unless this match mastered the stage.
    pub source: Option<String>,
    pub mastered: bool,
    pub unlocked: Vec<String>,
    pub wins: u32,
    pub wins_needed: u32,
}

/// A Python stub, which declares names that AIs of a game can use.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stub {
    /// The name of the file, such as `classes.pyi`.
    pub name: &'static str,
    pub text: &'static str,
}

/// The reason why a file cannot be run.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileProblem {
    /// The reason, with the place in the code at the end: `SyntaxError: invalid syntax (bot.py, line 1)`.
    #[cfg_attr(test, ts(type = "Text"))]
    pub message: PageText,
    #[cfg_attr(test, ts(type = "Explanation | null"))]
    pub explanation: Option<wag_core::arena::JsonExplanation>,
}

/// An error of the host.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// An error that the user can fix, as a sentence.
    #[error("{0}")]
    UserError(String),
    /// An internal error.
    #[error("{0}")]
    Defect(String),
}

/// The part of the program that knows the games.
///
/// The parameter `game` is the name of a game as in [`MatchRequest::game`].
pub trait Host: Courses + Tournaments + Send + Sync + 'static {
    /// Returns the name of the game. For an empty `game`, this is the name of the default game.
    fn name(&self, game: &str) -> Result<&'static str, HostError>;

    /// Returns the extensions of the files that the game's options accept, without the leading dot.
    fn endings(&self, game: &str) -> Result<Vec<&'static str>, HostError>;

    /// Returns the names of the files that `wag new` writes for the game. The player comes first.
    fn new_files(&self, game: &str) -> Result<Vec<&'static str>, HostError>;

    /// Writes the files of [`Host::new_files`] into the working folder: all of them, or none if there is an error.
    fn write_new(&self, game: &str) -> Result<(), HostError>;

    /// Returns the stubs of the game in a language such as `de`; in English if there is no translation.
    fn stubs(&self, game: &str, language: &str) -> Result<Vec<Stub>, HostError>;

    /// Compiles a Python file of the working folder and what it imports, in a sandbox, without running it. Returns the
    /// error if there is one. Ends early when `stop` is set.
    fn check_file(
        &self,
        game: &str,
        file: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<FileProblem>, HostError>;

    /// Returns the default name of the player in a file; `file` is a path in the working folder.
    fn player_name(&self, game: &str, file: &str) -> Result<String, HostError>;

    /// Returns everything that the user can choose at the moment; `files` are the files in the working folder.
    fn offer(&self, game: &str, files: &[String]) -> Result<Offer, HostError>;

    /// Returns the match that a page suggests when it is opened for the first time.
    fn standard(&self, game: &str, files: &[String]) -> Result<MatchRequest, HostError>;

    /// Returns the preview of a file that can be chosen for an option.
    fn scene(&self, game: &str, option: &str, file: &str) -> Result<Value, HostError>;

    /// Validates a request and loads its files. If `again` is true, the match has been played before, so it does not
    /// count for the ladder.
    fn prepare(&self, request: &MatchRequest, again: bool) -> Result<Box<dyn PreparedMatch>, HostError>;

    /// Plays a turn of a replay again and traces it. `seat` is counted from 1, and `file` is the Python file that plays;
    /// if it is `None`, the player plays that the replay contains or names. Returns `None` if `stop` was set.
    fn debug_turn(
        &self,
        replay: &Path,
        seat: u8,
        round: u32,
        file: Option<&Path>,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<DebuggedTurn>, HostError>;

    /// Returns the choices for two-player games; `files` are the Python files in the working folder.
    fn two_player_choices(&self, files: &[String]) -> Choices;

    /// Validates a request for a two-player game and chooses its seed.
    fn prepare_two_player_game(
        &self,
        request: TwoPlayerRequest,
    ) -> Result<(Box<dyn PreparedTwoPlayerGame>, TwoPlayerRequest), HostError>;
}

/// A two-player game that is ready to start.
pub trait PreparedTwoPlayerGame: Send {
    /// Plays until the game ends or `stop` is set. When this returns, no process of the game is running.
    fn play(&self, teller: &dyn TwoPlayerListener, stop: &AtomicBool) -> Result<TwoPlayerEnd, HostError>;
}

/// The way in which a two-player game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoPlayerEnd {
    Over,
    Interrupted,
}

/// A message of a two-player game, as a JSON object.
pub type Line = serde_json::Map<String, Value>;

/// A listener for the messages and questions of a two-player game.
pub trait TwoPlayerListener {
    /// Sends a message to the pages.
    fn tell(&self, line: &Line);

    /// Sends a question to the person at the page and waits for the answer. Returns `None` if the game must end.
    fn ask(&self, line: &Line) -> Option<String>;
}

/// A match that is ready to start.
pub trait PreparedMatch: Send {
    /// Returns the number of rounds of each game, or 0 if it is unknown.
    fn rounds(&self) -> u32;

    /// Returns the number of games in the match.
    fn games(&self) -> usize;

    /// Returns the players' names in seat order.
    fn names(&self) -> Vec<String>;

    /// Returns the absolute paths of the files of the AIs.
    fn files(&self) -> Vec<PathBuf>;

    /// Plays until the match has ended or `stop` is set.
    fn play(
        &self,
        listener: &Rc<dyn MatchListener>,
        stop: &Arc<AtomicBool>,
    ) -> Result<FinishedMatch, HostError>;
}

/// A listener for the progress of a match.
pub trait MatchListener {
    /// Called when a game of the match starts and its seed is known.
    fn seeded(&self, seed: u64);

    /// Called when the game starts to write its replay to this file. The file can already be read.
    fn recorded(&self, file: &Path);

    /// Called when a game ends; `winners` are its winning seats, counted from 1. The match may continue with another
    /// game.
    fn game_over(&self, winners: Vec<u8>);

    /// Called when the match starts to wait for a player's answer. In all functions of this trait, seats are counted
    /// from 1.
    fn waits_for(&self, round: u32, seat: u8);

    /// Called when a player has lost its turn; `words` is the reason.
    fn lost(&self, round: u32, seat: u8, words: Message);

    /// Called when the match is stopped during a player's turn. `lasted` is the time that the turn had taken, and
    /// `words` names the line of the player's code that was running.
    fn cut_short(&self, round: u32, seat: u8, lasted: Duration, words: Message);

    /// Called when a turn of this round has been played.
    fn round(&self, round: u32);

    /// Asks a person. Waits for the answer, and returns `None` if the match is stopped first.
    fn ask(&self, question: Question) -> Option<String>;
}

/// A question to a person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// The number of the question within the match, counted from 1.
    pub number: u32,
    /// The seat whose turn it is, counted from 1.
    pub seat: u8,
    /// The suggested answers. If `composes` is true, an answer may also combine several of them.
    pub choices: Vec<String>,
    pub composes: bool,
    /// The reason why the previous answer was not accepted; `None` if this is the first attempt.
    #[cfg_attr(test, ts(type = "Text | null"))]
    pub fault: Option<PageText>,
}

/// The combined result of the games in a match of several games.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Total {
    /// The number of games that each seat has won alone.
    pub won: Vec<usize>,
    /// The seats that have won the match, counted from 1. If several seats have won the same number of games, there are
    /// several winners.
    pub winners: Vec<usize>,
}

/// The result of a match.
#[derive(Debug)]
pub struct FinishedMatch {
    pub interrupted: bool,
    /// The combined result of the games; `None` if the match has only one game or was interrupted.
    pub total: Option<Total>,
    pub verdict: Option<Verdict>,
    /// The paths of the players' logs, in seat order.
    pub logs: Vec<PathBuf>,
}
