//! Matches that are played again on this machine, in the local sandbox, to compare them with the results of workers.

use crate::many::{Plan, play_once, private_paths};
use crate::remote::results::RemoteMatch;
use sha2::{Digest, Sha256};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::{Scope, ScopedJoinHandle};
use wag_core::problem::{Problem, ProblemKind};
use wag_play::{PlayError, PlayerFactory};
use wag_sandbox::cores;
use wag_stats::series::{EntrantResult, MatchResult};

/// One of this number of matches is compared.
const ONE_OF: u64 = 50;

/// The number of a match to be played, and whether its result counts.
type Request = (usize, bool);
/// A match that was played here; `None` if it was interrupted.
pub(super) type HomeResult = (usize, Result<Option<MatchResult>, PlayError>);

/// The threads that play matches on this machine. They start when they are needed.
pub(super) struct Home<'s, 'e> {
    scope: &'s Scope<'s, 'e>,
    plan: &'e Plan,
    /// The plan without replays, for matches whose results do not count.
    unrecorded: &'e Plan,
    threads: Vec<ScopedJoinHandle<'s, ()>>,
    requests: Option<mpsc::Sender<Request>>,
    requested: Arc<Mutex<mpsc::Receiver<Request>>>,
    results: mpsc::Receiver<HomeResult>,
    played: mpsc::Sender<HomeResult>,
    /// The number of matches without a result.
    pub waiting: usize,
}

impl<'s, 'e> Home<'s, 'e> {
    pub fn new(scope: &'s Scope<'s, 'e>, plan: &'e Plan, unrecorded: &'e Plan) -> Home<'s, 'e> {
        let (requests, requested) = mpsc::channel();
        let (played, results) = mpsc::channel();
        let requested = Arc::new(Mutex::new(requested));
        let (threads, requests) = (Vec::new(), Some(requests));
        Home { scope, plan, unrecorded, threads, requests, requested, results, played, waiting: 0 }
    }

    /// Plays a match, and saves its replay if its result counts.
    pub fn request(&mut self, number: usize, counts: bool) {
        self.waiting += 1;
        if self.threads.len() < self.waiting.min(cores::usable().len().max(1)) {
            let (plans, played) = ([self.unrecorded, self.plan], self.played.clone());
            let requested = Arc::clone(&self.requested);
            self.threads.push(self.scope.spawn(move || play_requested(plans, &requested, &played)));
        }
        if let Some(requests) = &self.requests {
            _ = requests.send((number, counts));
        }
    }

    /// Returns the next match that has been played; waits for it if `is_patient`.
    pub fn next(&mut self, is_patient: bool) -> Option<HomeResult> {
        if self.waiting == 0 {
            return None;
        }
        let next = if is_patient { self.results.recv().ok() } else { self.results.try_recv().ok() };
        self.waiting -= usize::from(next.is_some());
        next
    }
}

impl Drop for Home<'_, '_> {
    fn drop(&mut self) {
        // The threads then end.
        self.requests = None;
    }
}

fn play_requested(
    plans: [&Plan; 2],
    requested: &Mutex<mpsc::Receiver<Request>>,
    played: &mpsc::Sender<HomeResult>,
) {
    let plan = plans[1];
    let table =
        PlayerFactory::new(plan.game.info, plan.limits.clone(), private_paths(plan), Arc::clone(&plan.stop));
    loop {
        let next = requested.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, counts)) = next else { break };
        if played.send((number, play_once(plans[usize::from(counts)], &table, number, &mut |_| {}))).is_err()
        {
            break;
        }
    }
}

/// Returns for each match of a plan whether it is compared: 2 % of them, and at least one of the first. The choice
/// depends on the seeds of all matches, so that it is repeatable, and a worker that knows only its own matches cannot
/// compute it.
pub(super) fn choose(plan: &Plan) -> Vec<bool> {
    let mut all = Sha256::new();
    plan.fixtures.iter().for_each(|fixture| all.update(fixture.seed.to_le_bytes()));
    let all = all.finalize();
    let draw = |number: u64| {
        let hash = Sha256::new().chain_update(all).chain_update(number.to_le_bytes()).finalize();
        hash.iter().take(8).fold(0, |sum: u64, byte| sum << 8 | u64::from(*byte))
    };
    let count = plan.fixtures.len() as u64;
    let first = draw(u64::MAX) % count.clamp(1, ONE_OF);
    (0..count).map(|number| number == first || draw(number).is_multiple_of(ONE_OF)).collect()
}

/// Returns whether a worker's result contradicts the result of the same match here. Only a match that is repeatable
/// here can contradict: all its AIs are Python files that lost no turn by time and used no clock. If a player failed for
/// another reason than its own error, on the worker or here, the machine may be the cause.
pub(super) fn contradicts(worker: &RemoteMatch, here: &MatchResult) -> bool {
    let is_own_error = |(failure, _): &(Problem, u32)| failure.kind == ProblemKind::Exception;
    let is_steady = |seat: &EntrantResult| {
        seat.time_outs == 0
            && seat.doubtful == 0
            && !seat.forfeits
            && seat.fault_counts.iter().all(is_own_error)
    };
    here.repeatable == Some(true)
        && worker.seats.iter().chain(&here.seats).all(is_steady)
        && !worker.seats.iter().zip(&here.seats).all(same)
}

/// Returns whether two results of a seat are the same, except times and messages.
fn same((one, other): (&EntrantResult, &EntrantResult)) -> bool {
    let of = |seat: &EntrantResult| (seat.place, seat.tally, seat.turns, seat.faults, seat.figures.clone());
    of(one) == of(other)
}
