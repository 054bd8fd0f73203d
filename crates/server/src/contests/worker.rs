//! The work that contests give to worker processes.

use super::Contests;
use crate::work::{CheckedHandIn, HandInCheck, MatchJob, Opponents, PlayedMatch, Work, WorkFault};
use futures_util::future::BoxFuture;
use std::future::Future;
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::sleep;

/// The limits of the time to wait before a full queue is asked again, in seconds.
const RETRY_SECONDS: (u64, u64) = (1, 20);

/// Checks hand-ins and plays matches, each in a process that is started for it.
pub trait ContestWorker: Send + Sync {
    fn check(&self, job: HandInCheck) -> BoxFuture<'_, Result<CheckedHandIn, WorkFault>>;
    fn play(&self, job: MatchJob) -> BoxFuture<'_, Result<PlayedMatch, WorkFault>>;
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
