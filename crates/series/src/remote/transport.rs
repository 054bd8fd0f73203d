//! The connection to workers on other machines, which `crates/module` and `python/wag/_dask.py` implement with Dask.

use std::time::Duration;
use wag_play::PlayError;

/// A connection to workers. All functions return after a short time, except [`Transport::wait`].
pub trait Transport: Send {
    /// Makes a bundle of files available to the workers.
    fn add_files(&mut self, hash: &str, bundle: &[u8]) -> Result<(), PlayError>;
    /// Forgets bundles that no task needs any more.
    fn remove_files(&mut self, _hashes: &[String]) {}
    /// Gives a batch, which needs these bundles, to a worker; if possible, not to `avoid`.
    fn submit(
        &mut self,
        task: u64,
        batch: &str,
        bundles: &[String],
        avoid: Option<&str>,
    ) -> Result<(), PlayError>;
    /// Returns the worker that has got a task.
    fn worker_of(&mut self, task: u64) -> Option<String>;
    /// Sends bundles of files to the worker of a task, and then the task again.
    fn deliver(&mut self, task: u64, bundles: &[String]) -> Result<(), PlayError>;
    /// Waits until there are reports, or until the time is over. Returns an error if no worker can play.
    fn wait(&mut self, time: Duration) -> Result<Waited, PlayError>;
    /// Gives no more batches to a worker that has failed.
    fn exclude(&mut self, worker: &str, why: &str);
    /// Gives batches to an excluded worker again.
    fn allow(&mut self, _worker: &str) {}
    /// Cancels these tasks. Later reports about them may still arrive.
    fn cancel(&mut self, tasks: &[u64]);
}

/// The events during a wait of a transport.
#[derive(Debug, Default)]
pub struct Waited {
    pub reports: Vec<TaskReport>,
    /// The number of workers, and that of their threads.
    pub workers: usize,
    pub threads: usize,
}

/// The end of a task.
#[derive(Debug)]
pub struct TaskReport {
    pub task: u64,
    /// The name of the worker, from the transport and not from the worker; empty if no worker is to blame.
    pub worker: String,
    pub outcome: TaskOutcome,
}

#[derive(Debug)]
pub enum TaskOutcome {
    /// The worker has sent these bytes, which should be an [`Answer`].
    Answered(Vec<u8>),
    /// There is no answer.
    Failed(String),
}
