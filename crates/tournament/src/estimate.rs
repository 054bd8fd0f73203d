//! An estimate of what a tournament costs: a few of its matches are played here, and the rest is arithmetic.

use crate::start::RunningTournament;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use wag_play::{FailedStarts, PlayError, WorkerPolicy};
use wag_sandbox::process::processor_time;
use wag_series::remote::size_of_files;
use wag_series::{LocalPool, Plan, play_all};
use wag_stats::series::{MatchResult, SeatPlayed};

/// The maximum number of matches to play, and the time after which no more are begun.
const SAMPLE_MAX: usize = 24;
const SAMPLE_TIME: Duration = Duration::from_secs(20);
/// The bytes of a match in the database besides its results: numbers, seed, seats, dates and SQLite's overhead.
const ROW_BYTES: f64 = 130.0;

/// The cost of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    pub players: usize,
    /// The number of matches that the tournament still has to play.
    pub matches: usize,
    /// The number of matches that were played for the estimate.
    pub sample: usize,
    /// The mean duration of a match, in seconds. It contains waiting: for players that sleep, and for a busy machine.
    pub match_seconds: f64,
    /// The mean processor time of a match, of the engine and of the players, in seconds.
    pub processor_seconds: f64,
    /// The mean size of a match in the tournament's file, in bytes.
    pub match_bytes: f64,
    /// The size of all players' files, which each worker receives once, in bytes.
    pub player_bytes: u64,
}

impl Estimate {
    /// Returns the processor time of this number of matches, in hours.
    pub fn core_hours(&self, matches: usize) -> f64 {
        self.processor_seconds * matches as f64 / 3600.0
    }

    /// Returns the size of the tournament's file with this number of matches, in bytes.
    pub fn file_bytes(&self, matches: usize) -> f64 {
        self.match_bytes * matches as f64
    }

    /// Returns the JSON that docs/en/machines.md describes.
    pub fn as_json(&self) -> Value {
        let cost = |matches: usize| {
            json!({
                "matches": matches,
                "core_hours": self.core_hours(matches),
                "file_bytes": self.file_bytes(matches).round(),
            })
        };
        json!({
            "players": self.players,
            "sample": self.sample,
            "match_ms": self.match_seconds * 1e3,
            "processor_ms": self.processor_seconds * 1e3,
            "match_bytes": self.match_bytes.round(),
            "player_bytes": self.player_bytes,
            "tournament": cost(self.matches),
            "million": cost(1_000_000),
        })
    }
}

/// Plays a sample of the matches that have not been played yet, one after the other, and stores nothing.
pub fn estimate(tournament: &RunningTournament, stop: &Arc<AtomicBool>) -> Result<Estimate, PlayError> {
    let waiting: Vec<_> = tournament.data.matches.iter().filter(|one| one.result.is_none()).collect();
    // Matches from the whole schedule, because maps and players differ.
    let step = waiting.len().div_ceil(SAMPLE_MAX).max(1);
    let fixtures = waiting.iter().step_by(step).map(|one| tournament.fixture(one)).collect();
    let plan = Plan {
        game: tournament.data.game,
        fixtures,
        entrants: tournament.active.iter().map(|(_, entrant)| entrant.clone()).collect(),
        places: tournament.places.clone(),
        limits: tournament.limits.clone(),
        failed_starts: FailedStarts::Forfeit,
        fork: None,
        executor: LocalPool::executor(Some(1)),
        replays: None,
        with_output: false,
        workers: WorkerPolicy::Anew,
        stop: Arc::clone(stop),
    };
    let (mut sample, mut bytes) = (0, 0);
    let (began, computed) = (Instant::now(), processor_time());
    let over = |ended: Vec<MatchResult>| {
        for result in ended {
            let seats: Vec<SeatPlayed> = result.seats.iter().map(SeatPlayed::of).collect();
            sample += 1;
            bytes += serde_json::to_string(&seats).unwrap_or_default().len();
        }
        Ok(if began.elapsed() > SAMPLE_TIME { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    };
    play_all(&plan, over, &mut |_| ())?;
    // The players' processes have ended.
    let computed = processor_time().saturating_sub(computed);
    let took = began.elapsed();
    let mean = |sum: f64| sum / sample.max(1) as f64;
    Ok(Estimate {
        players: tournament.active.len(),
        matches: tournament.scheduled - tournament.played,
        sample,
        match_seconds: mean(took.as_secs_f64()),
        processor_seconds: mean(computed.as_secs_f64()),
        match_bytes: mean(bytes as f64) + ROW_BYTES,
        player_bytes: size_of_files(&plan)?,
    })
}
