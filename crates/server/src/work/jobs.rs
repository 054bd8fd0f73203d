//! The jobs that worker processes do for contests, and their results.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use wag_class::Prints;
use wag_i18n::Message;

/// A hand-in to check: whether it unpacks, and whether its player starts.
#[derive(Clone, Debug)]
pub struct HandInCheck {
    pub account: String,
    /// The name of the game.
    pub game: String,
    /// The name of the player's file, such as `yourAI.py`.
    pub own_file: String,
    /// The file that arrived.
    pub upload: PathBuf,
    /// The name that the uploader gave to the file.
    pub file_name: String,
}

/// A hand-in that was checked.
#[derive(Clone, Debug)]
pub struct CheckedHandIn {
    /// The canonical ZIP of the files; `None` if they cannot be unpacked.
    pub zip: Option<Vec<u8>>,
    /// The SHA-256 of the canonical ZIP in hexadecimal; empty without one.
    pub sha256: String,
    /// The reason why the hand-in is invalid; `None` if it is valid.
    pub reason: Option<HandInReason>,
    /// The fingerprints of its Python files, by which copies are found.
    pub prints: Prints,
}

/// The reason why a hand-in is invalid, or a seat's first fault, and the place in the author's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandInReason {
    pub message: Message,
    pub file: Option<String>,
    pub line: Option<u32>,
}

/// A match of a contest.
#[derive(Clone, Debug)]
pub struct MatchJob {
    /// The id of the contest.
    pub contest: String,
    /// The name of the game.
    pub game: String,
    /// The options of the game: name and value, as on the command line.
    pub options: BTreeMap<String, String>,
    pub seats: Vec<SeatPlayer>,
    pub seed: u64,
    /// The time limit of a turn, in seconds; `None` for the game's own.
    pub turn_seconds: Option<f64>,
    /// The processor time of the match, in seconds; `None` for the usual one.
    pub match_seconds: Option<f64>,
    /// True if it is a match of a final, which does not wait for ever while people work.
    pub is_final: bool,
    /// The account or contest that is charged for the processor time.
    pub charged_to: String,
}

/// The player of a seat.
#[derive(Clone, Debug)]
pub enum SeatPlayer {
    HandIn {
        /// The player's name in the replay.
        entry: String,
        /// The canonical ZIP of the hand-in.
        zip: PathBuf,
        /// The name of the player's file in the ZIP.
        own_file: String,
    },
    /// A built-in player of the game.
    BuiltIn(String),
}

/// A match that was played.
#[derive(Clone, Debug)]
pub struct PlayedMatch {
    /// The results by seat.
    pub seats: Vec<PlayedSeat>,
    /// The whole `.wag` file.
    pub replay: Vec<u8>,
    /// The log of each seat.
    pub logs: Vec<String>,
    /// True if the match counts for nobody, because the machine failed.
    pub void: bool,
    /// The processor time of the whole match, in milliseconds.
    pub cpu_ms: i64,
    /// True if the match is the same with the same seed, if that is known.
    pub repeatable: Option<bool>,
    /// The worker of the cluster that has played it; `None` if this machine has.
    pub worker: Option<String>,
}

/// The result of a seat.
#[derive(Clone, Debug)]
pub struct PlayedSeat {
    /// The place, from 1; seats that are equal share it.
    pub place: i64,
    pub points: i64,
    /// The number of turns that the player failed.
    pub faults: i64,
    pub first_fault: Option<HandInReason>,
    /// The processor time of the player, in milliseconds.
    pub cpu_ms: i64,
}

/// The reason why a job has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorkFault {
    /// The worker process ended before it had answered; another attempt can succeed.
    Lost,
    Cancelled,
    /// The account has as many waiting jobs as it may have.
    QueueFull {
        /// The time after which another attempt is likely to succeed, in seconds.
        seconds: u64,
    },
    TooSlow,
    Refused(Message),
}
