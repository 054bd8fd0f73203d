//! The futures of a match in which a built-in player takes over a seat.

use crate::SeriesEvent;
use crate::many::{Executor, Place, Plan, play_all};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::game::{GameOptions, Seat, derive_seed};
use wag_play::error::PlayError;
use wag_play::fork::Fork;
use wag_play::one::FailedStarts;
use wag_play::seats::worker_policy::WorkerPolicy;
use wag_replay::RecordedLosses;
use wag_stats::series::{Fixture, MatchResult};

/// One future: the round from which the built-in player plays, and its number among those from this round. Futures from
/// [`ALTERNATIVES`] on begin with one of the orders that are worth trying.
pub type FutureId = (u32, u32);

/// The number of the future that begins with the first of these orders.
pub const ALTERNATIVES: u32 = 1 << 16;

/// The result of a future for the player.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Future {
    pub value: f64,
    /// 1 for a win, 0.5 for a tie, 0 for a loss.
    pub win: f64,
    /// The highest value of all players.
    pub best: f64,
}

/// Another player that did not play on in a future.
pub struct StoppedPlayer {
    pub seat: Seat,
    pub from: u32,
}

/// The futures with one built-in player. Futures with the same number have the same seed, from whichever round they are
/// played, so that the result depends on the replay, the seed and the number of futures alone.
pub struct Futures<'f> {
    pub fork: Arc<Fork>,
    pub losses: &'f dyn RecordedLosses,
    pub seat: Seat,
    pub seed: u64,
    pub executor: Arc<dyn Executor>,
    pub stop: Arc<AtomicBool>,
    pub played: BTreeMap<FutureId, Future>,
    /// The orders that are worth trying, by the number of their futures.
    pub orders: BTreeMap<u32, Vec<u8>>,
}

impl Futures<'_> {
    /// Plays the futures that have not been played yet, the short ones first. Returns a player that did not play on, if
    /// there is one.
    pub fn play(
        &mut self,
        wanted: &[FutureId],
        done: &mut dyn FnMut(usize),
    ) -> Result<Option<StoppedPlayer>, PlayError> {
        let mut missing: Vec<FutureId> =
            wanted.iter().copied().filter(|id| !self.played.contains_key(id)).collect();
        missing.sort_unstable_by_key(|(round, number)| (std::cmp::Reverse(*round), *number));
        missing.dedup();
        if missing.is_empty() {
            return Ok(None);
        }
        let plan = self.plan(&missing);
        let (mut results, mut stopped) = (BTreeMap::new(), None);
        let mut over = |ended: Vec<MatchResult>| {
            for result in ended {
                let id = missing[result.number];
                stopped = stopped.take().or_else(|| self.stopped_player(&result, id.0));
                results.insert(id, self.future(&result));
            }
            Ok(if stopped.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        play_all(&plan, &mut over, &mut |event| {
            if let SeriesEvent::Done { done: count, .. } = event {
                done(count);
            }
        })?;
        if stopped.is_some() {
            // The executor sets the flag when the matches are to be stopped early.
            self.stop.store(false, Ordering::Relaxed);
        }
        self.played.extend(results);
        Ok(stopped)
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn plan(&self, missing: &[FutureId]) -> Plan {
        let fork = &self.fork;
        let start = |(round, number): &FutureId| (*round, self.orders.get(number));
        let mut starts: Vec<(u32, Option<&Vec<u8>>)> = missing.iter().map(start).collect();
        starts.dedup();
        let place = |(round, orders): &(u32, Option<&Vec<u8>>)| Place {
            word: fork.header.map.clone(),
            game_options: GameOptions::default(),
            round: Some(*round),
            first_orders: orders.map(|orders| (self.seat, orders.clone())),
        };
        let seats: Vec<usize> = (0..fork.recorded.len()).collect();
        let fixture = |id: &FutureId| Fixture {
            place: starts.iter().position(|one| *one == start(id)).unwrap_or_default(),
            seed: derive_seed(self.seed, "take_over", &[u64::from(id.1 % ALTERNATIVES)]),
            seats: seats.clone(),
            group: 0,
        };
        Plan {
            game: fork.game,
            fixtures: missing.iter().map(fixture).collect(),
            entrants: fork.entrants(),
            places: starts.iter().map(place).collect(),
            limits: fork.limits.clone(),
            failed_starts: FailedStarts::RefuseUnlessLate,
            executor: Arc::clone(&self.executor),
            replays: None,
            with_output: false,
            workers: WorkerPolicy::Anew,
            fork: Some(Arc::clone(fork)),
            stop: Arc::clone(&self.stop),
        }
    }

    fn stopped_player(&self, result: &MatchResult, from: u32) -> Option<StoppedPlayer> {
        let mut others = result.seats.iter().filter(|other| other.seat != self.seat.index());
        let other = others.find(|other| other.is_retired)?;
        Some(StoppedPlayer { seat: Seat(other.seat as u8), from })
    }

    fn future(&self, result: &MatchResult) -> Future {
        let standings: Vec<(u32, &[i64])> =
            result.seats.iter().map(|seat| (seat.place, seat.figures.as_slice())).collect();
        let values = self.losses.values(&standings);
        let winners = result.seats.iter().filter(|seat| seat.has_won()).count();
        let win = match result.seats[self.seat.index()].has_won() {
            true if winners == 1 => 1.0,
            true => 0.5,
            false => 0.0,
        };
        Future {
            value: values.get(self.seat.index()).copied().unwrap_or_default(),
            win,
            best: values.into_iter().fold(f64::MIN, f64::max),
        }
    }
}
