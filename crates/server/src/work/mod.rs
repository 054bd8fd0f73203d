//! Worker processes, which do everything that runs or reads strangers' code, and the queue of their jobs.
//!
//! A worker process per active account answers the requests about the account's workspace. A hand-in is checked, and a
//! match of a contest is played, by a process that is started for it. The server checks and bounds what workers send.

mod jobs;

pub use jobs::{
    CheckedHandIn, HandInCheck, HandInReason, MatchJob, PlayedMatch, PlayedSeat, SeatPlayer, WorkFault,
};

use crate::error::Refusal;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use wag_i18n::message;

/// The settings of the worker processes.
#[derive(Clone, Debug)]
pub struct WorkSettings {
    /// The folder of the server. `workspaces/`, `jobs/` and `incoming/` are below it.
    pub folder: PathBuf,
    /// The number of jobs that run at the same time; 0 for the number of processors.
    pub slots: usize,
    /// Whether workers have control groups.
    pub has_groups: bool,
}

/// The hand-ins that an account may play against.
pub trait Opponents: Send + Sync {
    /// Returns the ZIP, the shown name and the player's file of a hand-in. `None` if there is no such hand-in, or the account
    /// may not play against it.
    fn zip_of(&self, account: &str, hand_in: &str) -> Option<(PathBuf, String, String)>;
}

/// The jobs that run and wait.
#[derive(Clone, Debug, Default, Serialize)]
pub struct QueueState {
    pub jobs: Vec<QueuedJob>,
}

/// A job in the queue.
#[derive(Clone, Debug, Serialize)]
pub struct QueuedJob {
    pub id: String,
    /// The account or contest that is charged.
    pub account: String,
    pub lane: u8,
    pub running: bool,
    /// The number of jobs that start before; 0 if it runs.
    pub place: usize,
    /// The time until the job is likely to start, in seconds; 0 if it runs.
    pub seconds: u64,
}

impl QueueState {
    /// Returns the jobs of an account.
    pub fn of<'a>(&'a self, account: &'a str) -> impl Iterator<Item = &'a QueuedJob> {
        self.jobs.iter().filter(move |job| job.account == account)
    }
}

struct Shared {
    settings: WorkSettings,
    opponents: RwLock<Option<Arc<dyn Opponents>>>,
}

/// The worker processes and their queue. Clones share them.
#[derive(Clone)]
pub struct Work {
    shared: Arc<Shared>,
}

impl Work {
    /// Creates the queue. No worker starts before the first request or job.
    pub fn new(settings: WorkSettings) -> Work {
        Work { shared: Arc::new(Shared { settings, opponents: RwLock::new(None) }) }
    }

    /// Sets where the hand-ins come from that accounts may play against.
    pub fn set_opponents(&self, opponents: Arc<dyn Opponents>) {
        *self.shared.opponents.write().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(opponents);
    }

    /// Answers a request about the workspace of an account, by the account's worker process.
    pub async fn forward(&self, account: &str, request: Request) -> Response {
        let _ = (account, request, &self.shared.settings);
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message!("workers cannot be started")).into_response()
    }

    /// Checks a hand-in, in lane 0.
    pub async fn check_hand_in(&self, job: HandInCheck) -> Result<CheckedHandIn, WorkFault> {
        let _ = job;
        Err(WorkFault::Refused(message!("workers cannot be started")))
    }

    /// Plays a match of a contest, in lane 2.
    pub async fn play(&self, job: MatchJob) -> Result<PlayedMatch, WorkFault> {
        let _ = job;
        Err(WorkFault::Refused(message!("workers cannot be started")))
    }

    /// Ends the worker process of an account, and what runs in it.
    pub async fn end_worker(&self, account: &str) {
        let _ = account;
    }

    /// Cancels a job of an account. Returns whether there was such a job.
    pub fn cancel(&self, account: &str, job: &str) -> bool {
        let _ = (account, job);
        false
    }

    /// Returns the jobs that run and wait.
    pub fn queue(&self) -> QueueState {
        QueueState::default()
    }
}
