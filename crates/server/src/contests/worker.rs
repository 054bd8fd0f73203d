//! The work that contests give to worker processes.

use super::Contests;
use crate::work::{CheckedHandIn, HandInCheck, MatchJob, Opponents, PlayedMatch, Work, WorkFault};
use futures_util::future::BoxFuture;
use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::sleep;
use wag_i18n::Message;

/// The limits of the time to wait before a full queue is asked again, in seconds.
const RETRY_SECONDS: (u64, u64) = (1, 20);

/// Checks hand-ins and plays matches, each in a process that is started for it.
pub trait ContestWorker: Send + Sync {
    fn check(&self, job: HandInCheck) -> BoxFuture<'_, Result<CheckedHandIn, WorkFault>>;
    fn play(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>>;
    /// Plays a match on this machine, whose result is trusted.
    fn play_here(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        self.play(job)
    }

    /// Gives nothing more to a worker of the cluster.
    fn exclude(&self, _worker: &str, _why: &Message) {}

    /// Lets a worker of the cluster play again.
    fn allow(&self, _worker: &str) {}

    /// Returns the maximum number of matches that wait for a worker or are played at the same time.
    fn matches_max(&self) -> usize {
        std::thread::available_parallelism().map_or(2, |cores| cores.get() * 2)
    }

    /// Waits until more or fewer matches may be played at the same time.
    fn capacity_changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(std::future::pending())
    }

    /// Plays a match for which somebody waits.
    fn trial(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>>;
}

impl ContestWorker for Work {
    fn check(&self, job: HandInCheck) -> BoxFuture<'_, Result<CheckedHandIn, WorkFault>> {
        Box::pin(self.check_hand_in(job))
    }

    fn play(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        Box::pin(Work::play(self, job))
    }

    fn play_here(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        Box::pin(Work::play_here(self, job))
    }

    fn exclude(&self, worker: &str, why: &Message) {
        self.exclude_worker(worker, why);
    }

    fn allow(&self, worker: &str) {
        self.allow_worker(worker);
    }

    fn matches_max(&self) -> usize {
        Work::matches_max(self)
    }

    fn capacity_changed(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.cluster_changed())
    }

    fn trial(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>> {
        Box::pin(self.play_trial(job))
    }
}

impl Opponents for Contests {
    fn zip_of(&self, account: &str, hand_in: &str) -> Option<(PathBuf, String, String)> {
        let opponent = self.store.opponent(account, hand_in).ok()?;
        let zip = self.files.blob(opponent.hand_in.sha256.as_deref()?);
        Some((zip, opponent.name, opponent.hand_in.own_file))
    }
}

/// Repeats work for as long as the queue is full.
pub async fn when_possible<T, F: Future<Output = Result<T, WorkFault>>>(
    mut work: impl FnMut() -> F,
) -> Result<T, WorkFault> {
    loop {
        match work().await {
            Err(WorkFault::QueueFull { seconds }) => {
                sleep(Duration::from_secs(seconds.clamp(RETRY_SECONDS.0, RETRY_SECONDS.1))).await;
            }
            done => return done,
        }
    }
}
