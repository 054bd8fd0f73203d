//! The messages between the server and the worker of one job: a line of JSON, followed by blocks of bytes whose lengths
//! the line names.

use crate::work::HandInReason;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_class::Prints;
use wag_core::text::printable;
use wag_i18n::Message;

/// The maximum length of a line, in bytes.
pub const LINE_MAX: usize = 1 << 20;
/// The maximum size of a canonical ZIP, in bytes.
const ZIP_MAX: usize = 64 << 20;
/// The maximum size of a replay, in bytes.
pub const REPLAY_MAX: usize = 64 << 20;
/// The maximum size of a seat's log, in bytes.
pub const LOG_MAX: usize = 1 << 20;
/// The maximum length of a message, in characters.
const MESSAGE_MAX: usize = 2_000;
/// The maximum length of the name of a file, in characters.
const FILE_MAX: usize = 200;
/// The largest number that a result may contain.
const NUMBER_MAX: i64 = 1 << 53;

/// The folder with the files of a job, in the private folder of its worker.
pub const FILES: &str = "job";
/// The file of a job with the packed game, if the game is an installed one.
pub const GAME: &str = "game.json";
/// The file of a job with the names and texts of the files of a game, as JSON.
pub const TEXTS: &str = "texts.json";
/// The maximum size of a packed game, in bytes.
const PACKED_MAX: usize = 4 << 20;

/// A job as a worker receives it. Files are named by their names in the folder [`FILES`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BatchJob {
    /// Read the declaration of a game: run the first of the files in [`TEXTS`].
    Declare,
    Check {
        game: String,
        own_file: String,
        file: String,
    },
    Play {
        game: String,
        options: BTreeMap<String, String>,
        seats: Vec<BatchSeat>,
        seed: u64,
        turn_ms: Option<u64>,
        /// The time for all turns of a player.
        game_ms: u64,
    },
}

/// A seat of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum BatchSeat {
    HandIn { name: String, zip: String, own_file: String },
    BuiltIn(String),
}

/// The answer of a worker. The blocks follow: a packed game; a ZIP; or the replay and the logs.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BatchAnswer {
    /// The job cannot be done, and why.
    Failed(Message),
    /// The game was read; the length of the packed game.
    Declared(usize),
    Checked {
        zip: Option<usize>,
        reason: Option<HandInReason>,
        prints: Prints,
    },
    Played {
        seats: Vec<BatchResult>,
        is_void: bool,
        /// True if the match is the same with the same seed, if that is known.
        #[serde(default)]
        repeatable: Option<bool>,
        replay: usize,
        logs: Vec<usize>,
    },
}

/// The result of a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BatchResult {
    pub place: i64,
    pub points: i64,
    pub faults: i64,
    pub first_fault: Option<HandInReason>,
    pub cpu_ms: i64,
}

impl BatchAnswer {
    /// Returns the lengths of the blocks after the line. The error says what is wrong with them.
    pub fn lengths(&self) -> Result<Vec<usize>, &'static str> {
        let (lengths, most): (Vec<usize>, usize) = match self {
            BatchAnswer::Failed(_) => (Vec::new(), 0),
            BatchAnswer::Declared(game) => (vec![*game], PACKED_MAX),
            BatchAnswer::Checked { zip, .. } => (zip.iter().copied().collect(), ZIP_MAX),
            BatchAnswer::Played { replay, logs, .. } => {
                if logs.iter().any(|length| *length > LOG_MAX) {
                    return Err("a log is too long");
                }
                (std::iter::once(*replay).chain(logs.iter().copied()).collect(), REPLAY_MAX)
            }
        };
        if lengths.iter().any(|length| *length > most) { Err("a block is too long") } else { Ok(lengths) }
    }

    /// Checks the results of a match of this number of seats, and shortens texts. The error says what is wrong.
    pub fn checked(self, seats_there: usize) -> Result<BatchAnswer, &'static str> {
        Ok(match self {
            BatchAnswer::Failed(why) => BatchAnswer::Failed(bounded(why)),
            BatchAnswer::Declared(game) => BatchAnswer::Declared(game),
            BatchAnswer::Checked { zip, reason, prints } => {
                if zip.is_none() && reason.is_none() {
                    return Err("a valid hand-in has no ZIP");
                }
                let prints = wag_class::checked_prints(prints).ok_or("a fingerprint is wrong")?;
                BatchAnswer::Checked { zip, reason: reason.map(HandInReason::bounded), prints }
            }
            BatchAnswer::Played { seats, is_void, repeatable, replay, logs } => {
                if seats.len() != seats_there || logs.len() != seats_there {
                    return Err("the number of seats is wrong");
                }
                let seats =
                    seats.into_iter().map(|seat| seat.checked(seats_there)).collect::<Result<_, _>>()?;
                BatchAnswer::Played { seats, is_void, repeatable, replay, logs }
            }
        })
    }
}

impl BatchResult {
    fn checked(self, seats: usize) -> Result<BatchResult, &'static str> {
        let is_place = usize::try_from(self.place).is_ok_and(|place| (1..=seats).contains(&place));
        let is_number = |number: i64| (0..=NUMBER_MAX).contains(&number);
        if !is_place
            || !is_number(self.faults)
            || !is_number(self.cpu_ms)
            || !is_number(self.points.saturating_abs())
        {
            return Err("a result is impossible");
        }
        Ok(BatchResult { first_fault: self.first_fault.map(HandInReason::bounded), ..self })
    }
}

impl HandInReason {
    /// Limits the lengths of the texts, and removes what a terminal would act on.
    fn bounded(self) -> HandInReason {
        let short = |file: String| printable(&file).chars().take(FILE_MAX).collect();
        HandInReason { message: bounded(self.message), file: self.file.map(short), line: self.line }
    }
}

fn bounded(message: Message) -> Message {
    let message = message.map(&|text: &str| printable(text));
    let english = message.english();
    match english.char_indices().nth(MESSAGE_MAX) {
        Some((end, _)) => Message::from(&english[..end]),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(change: impl FnOnce(&mut Vec<BatchResult>)) -> BatchAnswer {
        let seat = |place| BatchResult { place, points: 3, faults: 0, first_fault: None, cpu_ms: 5 };
        let mut seats = vec![seat(1), seat(2)];
        change(&mut seats);
        BatchAnswer::Played { seats, is_void: false, repeatable: None, replay: 100, logs: vec![0, 0] }
    }

    #[test]
    fn impossible_results_are_refused() {
        assert!(played(|_| {}).checked(2).is_ok());
        assert!(played(|seats| seats[0].place = 0).checked(2).is_err());
        assert!(played(|seats| seats[0].place = 3).checked(2).is_err());
        assert!(played(|seats| seats[0].points = i64::MIN).checked(2).is_err());
        assert!(played(|seats| seats[0].faults = -1).checked(2).is_err());
        assert!(played(|seats| seats.truncate(1)).checked(2).is_err());
        assert!(played(|_| {}).checked(3).is_err());
        assert!(BatchAnswer::Checked { zip: None, reason: None, prints: Prints::new() }.checked(0).is_err());
        let long = BatchAnswer::Played {
            seats: Vec::new(),
            is_void: false,
            repeatable: None,
            replay: usize::MAX,
            logs: Vec::new(),
        };
        assert!(long.lengths().is_err());
        let log = BatchAnswer::Played {
            seats: Vec::new(),
            is_void: false,
            repeatable: None,
            replay: 0,
            logs: vec![LOG_MAX + 1],
        };
        assert!(log.lengths().is_err());
    }

    #[test]
    fn texts_are_short_and_printable() {
        let reason =
            HandInReason { message: Message::from("\u{1b}[2Jx".repeat(3_000)), file: None, line: None };
        let BatchAnswer::Checked { reason: Some(reason), .. } =
            (BatchAnswer::Checked { zip: Some(1), reason: Some(reason), prints: Prints::new() })
                .checked(0)
                .unwrap()
        else {
            panic!("it is a check");
        };
        let text = reason.message.english();
        assert!(text.chars().count() <= MESSAGE_MAX && !text.contains('\u{1b}'));
    }
}
