//! What the server asks of whoever knows the games: what there is to choose, and to play it.
//!
//! The server itself knows no game, no AI and no ladder; the words of the pages go through here.

mod tournament;

pub use tournament::{
    Between, ListedTournament, Score, SetTournament, TournamentListener, Tournaments, WantedTournament,
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

/// A match as the pages ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchRequest {
    /// By its name; empty for the first one.
    #[serde(default)]
    pub game: String,
    /// One per seat: a file of the working folder, or the name of a built-in player; empty for a seat that nobody takes.
    pub players: Vec<String>,
    /// Values of the game's options, by their names.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// `None`: drawn.
    #[serde(default, with = "super::seed")]
    pub seed: Option<u64>,
    /// The stage of the ladder that is to be played, by its name. It sets everything but the first player.
    #[serde(default)]
    pub challenge: Option<String>,
}

/// A game at the table as the pages ask for it, in the host's own words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WantedTable {
    pub game: String,
    pub players: Vec<String>,
    /// `None`: drawn.
    #[serde(default, with = "super::seed")]
    pub seed: Option<u64>,
    /// For a move of a program, in seconds.
    pub time_limit: f64,
    /// Of a tournament; `None` for a game.
    #[serde(default)]
    pub rounds: Option<u32>,
}

/// What there is to choose from, in one game.
#[derive(Debug, Serialize)]
pub struct Offer {
    pub game: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: Seats,
    /// Who sits on a seat that nobody takes.
    pub filler: Option<&'static str>,
    /// The word for a person on a seat, where there can be one.
    pub person: Option<&'static str>,
    pub built_in: Vec<BuiltIn>,
    pub options: Vec<Opt>,
    pub stages: Vec<Stage>,
}

/// How many can play.
#[derive(Debug, Serialize)]
pub struct Seats {
    pub least: usize,
    pub most: usize,
}

/// A player that comes with the program.
#[derive(Debug, Serialize)]
pub struct BuiltIn {
    pub name: &'static str,
    pub about: &'static str,
    /// What opens it, in a sentence; `None` when it is open.
    pub locked: Option<String>,
}

/// An option of the game.
#[derive(Debug, Serialize)]
pub struct Opt {
    pub name: &'static str,
    pub help: &'static str,
    #[serde(flatten)]
    pub kind: OptKind,
}

/// What an option takes.
#[derive(Debug, Serialize)]
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

/// A file for an option: one that comes with the program, one of the working folder, or none at all.
#[derive(Debug, Serialize)]
pub struct File {
    pub name: String,
    pub title: String,
    pub about: &'static str,
    /// Width and height in fields, if it has them.
    pub size: Option<(u32, u32)>,
    pub locked: Option<String>,
}

/// A stage of the ladder.
#[derive(Debug, Serialize)]
pub struct Stage {
    pub name: &'static str,
    pub opponents: &'static [&'static str],
    pub options: BTreeMap<String, String>,
    pub wins: u32,
    pub wins_needed: u32,
    /// `current`, `mastered` or `locked`.
    pub state: &'static str,
    /// What mastering it opens, in words.
    pub unlock: String,
}

/// What became of a challenge.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The name of the stage.
    pub stage: &'static str,
    pub won: bool,
    /// `won`, `tie`, `beaten` or `interrupted`.
    pub result: &'static str,
    /// Whether the ladder has taken notice of a win.
    pub counted: bool,
    /// Why it takes no notice of the match: `again` (the same one has been played before), `practice` (the stage was
    /// mastered already), `unsaved` (a win that can't be kept).
    pub why_not_counted: Option<&'static str>,
    /// All of this in English.
    pub text: String,
    /// The file with the beaten AI's source, if the stage has been mastered by this.
    pub source: Option<String>,
    pub mastered: bool,
    pub unlocked: Vec<String>,
    pub wins: u32,
    pub wins_needed: u32,
}

/// Why something can't be done.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// Something the user can mend, in a sentence.
    #[error("{0}")]
    UserError(String),
    /// Something that should not have happened.
    #[error("{0}")]
    Defect(String),
}

/// Knows the games.
///
/// A game is named as in [`MatchRequest::game`].
pub trait Host: Tournaments + Send + Sync + 'static {
    /// The game's whole name.
    fn name(&self, game: &str) -> Result<&'static str, HostError>;

    /// What the names of files for a game's options end with, without the dot.
    fn endings(&self, game: &str) -> Result<Vec<&'static str>, HostError>;

    /// The files that `wag new` writes for the game, its player first.
    fn new_files(&self, game: &str) -> Result<Vec<&'static str>, HostError>;

    /// Writes those into the working folder, all or none.
    fn write_new(&self, game: &str) -> Result<(), HostError>;

    /// What the player in this file of the working folder is called if it is given no name.
    fn player_name(&self, game: &str, file: &str) -> Result<String, HostError>;

    /// What may be chosen now, with these files of the working folder.
    fn offer(&self, game: &str, files: &[String]) -> Result<Offer, HostError>;

    /// What the pages show the first time.
    fn standard(&self, game: &str, files: &[String]) -> Result<MatchRequest, HostError>;

    /// What a file for an option looks like, for its preview.
    fn scene(&self, game: &str, option: &str, file: &str) -> Result<Value, HostError>;

    /// Finds everything that is asked for. `again` is a match that has been played before and counts for nothing.
    fn prepare(&self, wanted: &MatchRequest, again: bool) -> Result<Box<dyn Prepared>, HostError>;

    /// What may be chosen for a table, with these Python files of the working folder; between the host and the pages.
    fn table_choices(&self, files: &[String]) -> Value;

    /// Finds everything that is asked for, and draws the seed.
    fn set_table(
        &self,
        wanted: WantedTable,
    ) -> Result<(Box<dyn PreparedTwoPlayerGame>, WantedTable), HostError>;
}

/// A table at which playing can begin.
pub trait PreparedTwoPlayerGame: Send {
    /// Plays to the end, or until `stop` is set. Leaves no process behind.
    fn play(&self, teller: &dyn TwoPlayerListener, stop: &AtomicBool) -> Result<TableEnd, HostError>;
}

/// How playing at a table has come to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEnd {
    Over,
    Interrupted,
}

/// What a table tells at once: a JSON object.
pub type Line = serde_json::Map<String, Value>;

/// Is told what happens at a table.
pub trait TwoPlayerListener {
    /// A line for the pages.
    fn tell(&self, line: &Line);

    /// A line that asks the person at the page; waits for the answer. `None`: the table is to end.
    fn ask(&self, line: &Line) -> Option<String>;
}

/// A match that can begin.
pub trait Prepared: Send {
    /// How many will be played in a game; 0 when nobody knows.
    fn rounds(&self) -> u32;

    /// How many games the match has.
    fn games(&self) -> usize;

    /// The players' names, in seat order.
    fn names(&self) -> Vec<String>;

    /// The files of the AIs, absolute.
    fn files(&self) -> Vec<PathBuf>;

    /// Plays it to the end, or until `stop` is set.
    fn play(&self, onlooker: &Rc<dyn MatchListener>, stop: &Arc<AtomicBool>) -> Result<Ended, HostError>;
}

/// Is told how a match goes on.
pub trait MatchListener {
    /// A game of the match begins; its seed is known.
    fn seeded(&self, seed: u64);

    /// The game's replay is being written into this file, and can be read from now on.
    fn recorded(&self, file: &Path);

    /// The game is over; the seats that have won it, from 1. The next one follows, if there is one.
    fn game_over(&self, winners: Vec<u8>);

    /// A player's answer is waited for; seats are counted from 1.
    fn waits_for(&self, round: u32, seat: u8);

    /// A player has lost its turn, and why.
    fn lost(&self, round: u32, seat: u8, words: Message);

    /// The match is stopped in this player's turn, which has lasted so long, in words that say where it was.
    fn cut_short(&self, round: u32, seat: u8, lasted: Duration, words: Message);

    /// A turn of this round has been played.
    fn round(&self, round: u32);

    /// Has a person choose; waits until somebody has, or until the match is to stop.
    fn ask(&self, question: Question) -> Option<String>;
}

/// What a person is asked.
#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// Counts the questions of a match, from 1.
    pub number: u32,
    /// Whose turn it is, from 1.
    pub seat: u8,
    /// One of these is the answer, unless it may be put together of them.
    pub choices: Vec<String>,
    pub composes: bool,
    /// Why the last answer was none.
    pub fault: Option<PageText>,
}

/// What several games together came to.
#[derive(Clone, Debug, Serialize)]
pub struct Total {
    /// How many games each seat has won alone.
    pub won: Vec<usize>,
    /// The seats that have won the match, from 1; more than one when nobody is ahead.
    pub winners: Vec<usize>,
}

/// A match that is over.
#[derive(Debug)]
pub struct Ended {
    pub interrupted: bool,
    /// What all games together came to; `None` for a match of one game, or one that was interrupted.
    pub total: Option<Total>,
    pub verdict: Option<Verdict>,
    /// The logs of the players, in seat order.
    pub logs: Vec<PathBuf>,
}
