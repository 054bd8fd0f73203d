//! A worker's way from one match to the next, as the pool of workers allows it.

use super::process::{Waited, WorkerProcess};
use super::turns::PythonWorker;
use super::worker_pool::{IdleWorker, Readiness, WorkerPool};
use super::{StartOutcome, turns};
use rand::Rng;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use wag_core::arena::TurnReport;
use wag_core::problem::Unseeded;
use wag_sandbox::clock::Clock;

impl PythonWorker {
    /// Takes the worker from this pool if one waits there, and returns it after the match.
    pub fn keep_in(&mut self, pool: Rc<RefCell<WorkerPool>>) {
        self.pool = Some(pool);
    }

    /// Takes a worker out of the pool and tells it that a match begins. Returns false if there is none.
    pub(super) fn resume(&mut self) -> bool {
        let Some(pool) = self.pool.clone() else { return false };
        let mut pool = pool.borrow_mut();
        self.identity = pool.identity(&self.start, &self.limits);
        let Some(identity) = &self.identity else { return false };
        let generation = self.fork_server.borrow().generation();
        let Some(idle) = pool.take(identity, generation) else { return false };
        let IdleWorker { mut worker, scratch, readiness, .. } = idle;
        self.nonces.fill_bytes(&mut self.nonce);
        let mut clock = Clock::start(self.limits.start_time, &mut worker.measured);
        // A worker that does not read is noticed in the wait for its answer.
        let _ = worker.send(&turns::frame_of(&self.nonce), &mut clock, &self.stop);
        self.start.scratch = Some(scratch.path().to_path_buf());
        (self.worker, self.scratch, self.readiness) = (Some(worker), Some(scratch), Some(readiness));
        self.is_resumed = true;
        true
    }

    /// Waits until the worker from the pool is ready. Returns false if it is not, so that a new one is needed.
    pub(super) fn has_resumed(&mut self) -> bool {
        let waited = match &mut self.worker {
            Some(worker) => {
                let mut clock = Clock::start(self.limits.start_time, &mut worker.measured);
                worker.wait(&mut clock, &self.stop, || None)
            }
            None => Waited::Gone,
        };
        if self.read(&waited).is_some() {
            log::debug!("process {} plays another match", self.process_id().unwrap_or_default());
            return true;
        }
        self.discard(&mut TurnReport::default());
        (self.readiness, self.is_resumed) = (None, false);
        false
    }

    /// Returns the result of the worker's first start, as if it had been started for this match.
    pub(super) fn earlier_start(&mut self) -> Option<(StartOutcome, TurnReport)> {
        let Readiness { warnings, missing, uncalled, report } =
            self.readiness.clone().filter(|_| std::mem::take(&mut self.is_resumed))?;
        self.output_left = self.output_left.saturating_sub(report.output.len() as u64);
        Some((StartOutcome::Ready { warnings, missing, uncalled }, report))
    }

    /// Stores the result of a worker's start for the matches that it will play.
    pub(super) fn note_start(&mut self, outcome: &StartOutcome, report: &TurnReport) {
        self.readiness = match outcome {
            StartOutcome::Ready { warnings, missing, uncalled } if self.identity.is_some() => {
                Some(Readiness {
                    warnings: warnings.clone(),
                    missing: missing.clone(),
                    uncalled: uncalled.clone(),
                    report: report.clone(),
                })
            }
            _ => None,
        };
    }

    /// Notes whether the worker can play another match after this turn.
    pub(super) fn note_turn(&mut self, report: &TurnReport) {
        let Some(identity) = &self.identity else { return };
        // Addresses depend on all that a process has done before.
        let uses_addresses = report.unseeded.and(Unseeded::ADDRESSES) == report.unseeded;
        if let Some(pool) = self.pool.as_ref().filter(|_| uses_addresses) {
            pool.borrow_mut().forbid(identity);
        }
        if uses_addresses || report.fault.is_some() {
            self.identity = None;
        }
    }

    /// Returns whether the worker will wait for another match when this one is over.
    pub(super) fn is_kept(&self) -> bool {
        let is_quiet = |worker: &WorkerProcess| worker.inbox.borrow().is_empty();
        let is_confined = |readiness: &Readiness| readiness.missing.is_empty();
        self.identity.is_some()
            && self.readiness.as_ref().is_some_and(is_confined)
            && self.worker.as_ref().is_some_and(is_quiet)
            && self.turn > 0
            && self.sent.is_none()
            && !self.stop.load(Ordering::Relaxed)
    }

    /// Puts the worker into the pool, if it can play another match.
    pub(super) fn keep_worker(&mut self) {
        if !self.is_kept() {
            return;
        }
        let (pool, mut fork_server) = (self.pool.clone(), self.fork_server.borrow_mut());
        let parts =
            (pool, self.identity.take(), self.worker.take(), self.scratch.take(), self.readiness.take());
        if let (Some(pool), Some(identity), Some(worker), Some(scratch), Some(readiness)) = parts {
            let idle = IdleWorker { identity, worker, scratch, readiness };
            for IdleWorker { worker, .. } in pool.borrow_mut().put(idle) {
                fork_server.end(&worker);
            }
        }
    }
}
