//! The results of a batch. They come from a worker, which may be defective or hostile, so they are checked before they
//! count.

use crate::Plan;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use wag_core::problem::Problem;
use wag_core::text::printable;
use wag_stats::series::{EntrantResult, MatchResult};

/// The maximum duration of a batch, in seconds.
const SECONDS_MAX: f64 = 30.0 * 86_400.0;
/// The maximum length of all messages of a match, in bytes. A row of a tournament's file has a maximum, too.
const MESSAGES_BYTES_MAX: usize = 64 << 10;
/// The maximum number of different failures of a seat.
const FAILURES_MAX: usize = 64;
/// The maximum number and length of messages about players' starts.
const STARTS_MAX: usize = 100;
const START_BYTES_MAX: usize = 16 << 10;

/// The results of a batch, as a worker sends them.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct BatchResults {
    pub matches: Vec<RemoteMatch>,
    /// Messages about the players' starts.
    pub starts: Vec<String>,
    /// The reason why a player cannot start, if the matches are not to be played then.
    pub cannot_start: Option<String>,
    /// The duration of the batch, in seconds.
    pub seconds: f64,
}

/// The result of a match; `number` is that of the match in the plan.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemoteMatch {
    pub number: usize,
    pub repeatable: Option<bool>,
    /// The reason why the game itself could not go on.
    pub void: Option<Problem>,
    pub seats: Vec<EntrantResult>,
}

impl BatchResults {
    /// Checks the results of the matches with these numbers. The error says what is wrong with them.
    pub fn check(self, plan: &Plan, numbers: &[usize]) -> Result<BatchResults, String> {
        let mut results = self;
        if !(0.0..=SECONDS_MAX).contains(&results.seconds) {
            return Err("its duration is not a duration".to_string());
        }
        results.starts.truncate(STARTS_MAX);
        results.starts.iter_mut().for_each(|text| *text = bounded(text));
        results.cannot_start = results.cannot_start.as_deref().map(bounded);
        let mut missing: BTreeSet<usize> = numbers.iter().copied().collect();
        for played in &mut results.matches {
            if !missing.remove(&played.number) {
                return Err(format!("match {} was not requested, or is there twice", played.number + 1));
            }
            check_match(played, plan)?;
        }
        match missing.first() {
            Some(number) if results.cannot_start.is_none() => Err(format!("match {} is missing", number + 1)),
            _ => Ok(results),
        }
    }
}

/// Returns the first characters of a text, at most this number of bytes.
fn start_of(text: &str, bytes_max: usize) -> &str {
    let end = (0..=bytes_max.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

/// Limits a text of several lines, and removes what a terminal would act on.
fn bounded(text: &str) -> String {
    start_of(text, START_BYTES_MAX).split('\n').map(printable).collect::<Vec<_>>().join("\n")
}

fn check_match(played: &mut RemoteMatch, plan: &Plan) -> Result<(), String> {
    let fixture = &plan.fixtures[played.number];
    let wrong = |what: &str| Err(format!("{what} in match {}", played.number + 1));
    if played.seats.len() != fixture.seats.len() {
        return wrong("wrong number of seats");
    }
    let (figures, seats) = (plan.game.info.figures.len(), fixture.seats.len() as u32);
    let mut messages = 0;
    for (number, seat) in played.seats.iter_mut().enumerate() {
        // The worker knows only the players of its batch.
        (seat.seat, seat.entrant) = (number, fixture.seats[number]);
        if !(1..=seats).contains(&seat.place) {
            return wrong("impossible place");
        }
        if seat.figures.len() != figures {
            return wrong("wrong number of figures");
        }
        let times = [Some(seat.think_ms_mean), Some(seat.think_ms_max), seat.cpu_ms_mean, seat.cpu_ms_max];
        if !times.iter().flatten().all(|time| time.is_finite() && *time >= 0.0) {
            return wrong("impossible time");
        }
        if seat.fault_counts.len() > FAILURES_MAX {
            return wrong("too many failures");
        }
        let counted = seat.fault_counts.iter_mut().map(|(failure, _)| failure);
        for failure in seat.failure.iter_mut().chain(counted) {
            clean(failure);
            messages += failure.message.english().len();
        }
    }
    if let Some(problem) = &mut played.void {
        clean(problem);
    }
    if messages > MESSAGES_BYTES_MAX {
        return wrong("too long messages");
    }
    Ok(())
}

fn clean(failure: &mut Problem) {
    *failure = failure.clone().bounded();
}

impl RemoteMatch {
    /// Returns the result in the form in which the local executor reports it.
    pub fn into_result(self, plan: &Plan) -> MatchResult {
        let RemoteMatch { number, repeatable, void, seats } = self;
        MatchResult { number, group: plan.fixtures[number].group, repeatable, void, seats }
    }

    /// Returns whether a player lost a turn while the worker was busy, so that the machine may be the cause.
    pub fn is_doubtful(&self) -> bool {
        self.seats.iter().any(|seat| seat.doubtful > 0)
    }
}
