//! Worker processes, which do everything that runs or reads strangers' code, and the queue of their jobs.
//!
//! A worker process per active account answers the requests about the account's workspace. A hand-in is checked, and a
//! match of a contest is played, by a process that is started for it. The server checks and bounds what workers send.

mod accounts;
mod batch;
mod cluster;
mod forward;
mod given_games;
mod groups;
mod job_answer;
mod jobs;
pub mod jobs_api;
#[cfg(test)]
mod liar_tests;
mod opponents;
mod private_folder;
mod process;
mod queue;
mod run_job;
mod slots;
#[cfg(test)]
mod tests;
mod times;
#[cfg(test)]
mod upload_tests;
mod worker;

pub use cluster::{ClusterSettings, do_job, run_helper};
pub(crate) use given_games::{given, given_words};
pub use groups::Groups;
pub use jobs::{
    CheckedHandIn, HandInCheck, HandInReason, MatchJob, PlayedMatch, PlayedSeat, SeatPlayer, WorkFault,
};
pub use times::{JobTime, WorkTimes};
pub(crate) use worker::opponent;
pub use worker::{WorkerOptions, run_worker};

use crate::account_limits::AccountLimits;
use crate::disk::Disk;
use crate::error::Refusal;
use crate::host_limits::HostLimits;
use accounts::{AccountWorker, AccountWorkers};
use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use cluster::Cluster;
use forward::Cost;
pub(crate) use process::HOME;
use process::WorkerStart;
use queue::{Job, Queue, QueueLimits};
use serde::Serialize;
use slots::{Slot, Slots};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;
use times::{TooSlow, within};
use wag_i18n::{Message, message};

/// The settings of the worker processes.
#[derive(Clone, Debug)]
pub struct WorkSettings {
    /// The folder of the server. `workspaces/`, `jobs/` and `incoming/` are below it.
    pub folder: PathBuf,
    /// The number of jobs that run at the same time; 0 for the number of processors.
    pub slots: usize,
    /// The maximum number of accounts that have a worker process at the same time.
    pub workers_max: usize,
    /// The control groups of the server; `None` to run without.
    pub groups: Option<Groups>,
    pub times: WorkTimes,
    /// The disk of the folder.
    pub disk: Disk,
    /// The program in place of `wag worker`, for tests.
    pub program: Option<PathBuf>,
    /// The limits of the server and of each account.
    pub limits: AccountLimits,
    /// The cluster that plays the matches of contests.
    pub cluster: Option<ClusterSettings>,
}

impl WorkSettings {
    /// Returns the settings of a server in this folder, without control groups.
    pub fn of_folder(folder: &Path) -> WorkSettings {
        WorkSettings {
            folder: folder.to_path_buf(),
            slots: 0,
            workers_max: 100,
            groups: None,
            limits: HostLimits::default().into(),
            times: WorkTimes::default(),
            disk: Disk::of(folder.to_path_buf()),
            program: None,
            cluster: None,
        }
    }

    fn start(&self, limits: HostLimits, is_awaited: bool) -> WorkerStart {
        let program = self.program.clone();
        WorkerStart { time: self.times.start, program, limits, is_awaited }
    }

    fn jobs_folder(&self) -> PathBuf {
        self.folder.join("jobs")
    }

    /// Returns the folder of an account. The id has been made by the server.
    pub fn workspace(&self, account: &str) -> PathBuf {
        self.folder.join("workspaces").join(account)
    }

    fn slots(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        match (self.slots, &self.groups) {
            (0, Some(_)) => cores(),
            // Without groups, one core is left to the server.
            (0, None) => cores().saturating_sub(1).max(1),
            (slots, _) => slots,
        }
    }
}

/// Returns a name that no other job of this process has.
fn new_name(kind: &str) -> String {
    static LAST: AtomicU64 = AtomicU64::new(0);
    format!("{kind}{}", LAST.fetch_add(1, Ordering::Relaxed) + 1)
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
    /// The kind of work, such as `run`.
    pub kind: &'static str,
    pub lane: u8,
    pub running: bool,
    /// The place among the jobs that wait, from 1; 0 if it runs.
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
    workers: Arc<AccountWorkers>,
    slots: Slots,
    cluster: Option<Arc<Cluster>>,
}

/// The worker processes and their queue. Clones share them.
#[derive(Clone)]
pub struct Work {
    shared: Arc<Shared>,
}

impl Work {
    /// Creates the queue, and empties the folder of the jobs. No worker starts before the first request or job.
    pub fn new(mut settings: WorkSettings) -> io::Result<Work> {
        settings.disk = settings.disk.with_least(settings.limits.server().disk_free_mb);
        let jobs = settings.jobs_folder();
        match std::fs::remove_dir_all(&jobs) {
            Err(err) if err.kind() != io::ErrorKind::NotFound => return Err(err),
            _ => wag_core::files::create_private_folder(&jobs)?,
        }
        let workers = Arc::new(AccountWorkers::new(settings.clone()));
        let slots = Slots::new(Queue::new(settings.slots()));
        let cluster = settings.cluster.clone().map(|cluster| Cluster::new(cluster, settings.limits.server()));
        let opponents = RwLock::new(None);
        Ok(Work { shared: Arc::new(Shared { settings, opponents, workers, slots, cluster }) })
    }

    /// Starts a worker and ends it again. The error says what is missing on this system. Blocks.
    pub fn try_out(&self) -> Result<(), Message> {
        let missing = wag_sandbox::kernel::missing();
        if !missing.is_empty() {
            return Err(message!(
                "the sandbox for players is not complete (%{missing}); use another kernel",
                missing = missing.join(". ")
            ));
        }
        let settings = &self.shared.settings;
        accounts::start(settings, None, settings.limits.server(), true).map(drop)
    }

    /// Sets where the hand-ins come from that accounts may play against.
    pub fn set_opponents(&self, opponents: Arc<dyn Opponents>) {
        *self.shared.opponents.write().unwrap_or_else(PoisonError::into_inner) = Some(opponents);
    }

    /// Answers a request about the workspace of an account, by the account's worker process. A request that runs code waits
    /// for a slot first.
    pub async fn forward(&self, account: &str, request: Request) -> Response {
        // Whoever saves a file is about to run it. Other requests do not delay a final.
        if request.method() == Method::PUT {
            self.shared.slots.touch(account);
        }
        let answered = match forward::cost(request.method(), request.uri().path()) {
            Some(cost) => self.forward_job(account, request, cost).await,
            None => self.forward_now(account, request).await,
        };
        answered.unwrap_or_else(IntoResponse::into_response)
    }

    async fn forward_now(&self, account: &str, request: Request) -> Result<Response, Refusal> {
        if forward::is_upload(request.method(), request.uri().path()) {
            self.shared.settings.disk.check()?;
        }
        let worker = self.worker(account).await?;
        Ok(forward::send(&worker, request, Some(self.shared.settings.times.answer)).await)
    }

    /// Answers a request that runs code. If something is still played after the response, the slot is free when that has
    /// ended.
    async fn forward_job(&self, account: &str, request: Request, cost: Cost) -> Result<Response, Refusal> {
        self.shared.settings.disk.check()?;
        let Cost { lane, kind, subject, goes_on } = cost;
        let limit = self.shared.settings.times.of(lane);
        // Nobody holds a slot with a body that arrives slowly.
        let request = forward::arrived(request, self.shared.settings.times.body).await?;
        let (request, opponents) = match kind {
            "run" => opponents::named_by(account, request, self.opponents()).await?,
            _ => (request, Vec::new()),
        };
        let limits = QueueLimits::of(&self.limits_of(account).await);
        let job = Job { account: account.to_string(), lane, kind, subject, limits };
        let mut slot = self.shared.slots.acquire(job).await.map_err(refusal)?;
        let worker = self.worker(account).await?;
        let given = Arc::clone(&worker);
        crate::request::run_blocking(move || {
            opponents::give(&given, &opponents).map_err(|err| {
                log::warn!("the hand-ins for a match cannot be copied: {err}");
                forward::lost()
            })
        })
        .await?;
        let before = worker.process.processor_time();
        let process = Arc::clone(&worker.process);
        let answered = within(&process, before, limit, forward::send(&worker, request, None)).await;
        match answered {
            Ok(response) if goes_on && response.status().is_success() => {
                tokio::spawn(hold(worker, slot, before, limit));
                Ok(response)
            }
            answered => {
                slot.used(process.processor_time().saturating_sub(before));
                if answered.is_err() {
                    // What runs in it must not go on without a slot.
                    self.end_worker(account).await;
                }
                answered.map_err(|TooSlow| forward::too_slow())
            }
        }
    }

    /// Returns the limits of the server and of each account.
    pub fn limits(&self) -> &AccountLimits {
        &self.shared.settings.limits
    }

    /// Returns the limits of an account, or of the contest that is charged.
    async fn limits_of(&self, account: &str) -> HostLimits {
        self.shared.settings.limits.read(account).await
    }

    /// Returns the disk of the server's folder.
    pub fn disk(&self) -> Disk {
        self.shared.settings.disk.clone()
    }

    fn opponents(&self) -> Option<Arc<dyn Opponents>> {
        self.shared.opponents.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn worker(&self, account: &str) -> Result<Arc<AccountWorker>, Refusal> {
        if !self.shared.settings.limits.may_run(account).await {
            return Err(forward::lost());
        }
        let started = self.shared.workers.worker(account).await;
        started.map_err(|why| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why))
    }

    /// Waits until the run of an account has ended, and returns what its worker says of the end, as JSON of at most this
    /// number of bytes; `None` if the worker has ended first.
    pub async fn run_end(&self, account: &str, most: usize) -> Option<axum::body::Bytes> {
        let worker = self.shared.workers.worker(account).await.ok()?;
        forward::read(&worker, worker::IDLE, most).await.ok()
    }

    /// Ends what runs and waits for an account.
    pub async fn end_all_of(&self, account: &str) {
        self.shared.slots.cancel_all_of(account);
        self.end_worker(account).await;
    }

    /// Ends the worker process of an account, and what runs in it.
    pub async fn end_worker(&self, account: &str) {
        self.shared.workers.end(account).await;
    }

    /// Gives the installed games to the workers of accounts again, each before its next request.
    pub fn games_changed(&self) {
        self.shared.workers.games_changed();
    }

    /// Cancels a waiting job of an account. Returns whether there was one.
    pub fn cancel(&self, account: &str, job: &str) -> bool {
        self.shared.slots.cancel(account, job)
    }

    /// Connects to the cluster, if there is one, for as long as the server runs. Needs a runtime.
    pub fn join_cluster(&self) {
        if let Some(cluster) = &self.shared.cluster {
            tokio::spawn(Arc::clone(cluster).keep());
        }
    }

    /// Gives nothing more to a worker of the cluster.
    pub fn exclude_worker(&self, worker: &str, why: &Message) {
        if let Some(cluster) = &self.shared.cluster {
            cluster.exclude(worker, why);
        }
    }

    /// Lets a worker of the cluster play again.
    pub fn allow_worker(&self, worker: &str) {
        if let Some(cluster) = &self.shared.cluster {
            cluster.allow(worker);
        }
    }

    /// Returns the address of the cluster's scheduler and the number of its threads; `None` if there is no cluster.
    pub fn cluster_state(&self) -> Option<(String, usize)> {
        self.shared.cluster.as_ref().map(|cluster| (cluster.address().to_string(), cluster.threads()))
    }

    /// Returns the workers of the cluster that get no more matches, with the reasons.
    pub fn excluded_workers(&self) -> BTreeMap<String, Message> {
        self.shared.cluster.as_ref().map(|cluster| cluster.excluded()).unwrap_or_default()
    }

    /// Waits until something about the cluster changes; for ever if there is none.
    pub async fn cluster_changed(&self) {
        match &self.shared.cluster {
            Some(cluster) => cluster.changed().await,
            None => std::future::pending().await,
        }
    }

    /// Returns the maximum number of matches of contests that wait for a worker or are played at the same time.
    pub fn matches_max(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        2 * cores.max(self.shared.cluster.as_ref().map_or(0, |cluster| cluster.threads()))
    }

    /// Returns what teachers should know about the cluster.
    pub fn cluster_notices(&self) -> Vec<Message> {
        self.shared.cluster.as_ref().map(|cluster| cluster.notices()).unwrap_or_default()
    }

    /// Returns the jobs that run and wait.
    pub fn queue(&self) -> QueueState {
        self.shared.slots.state()
    }
}

/// Holds a slot until nothing computes in a worker any more; the answer of a person takes a slot again. After the longest time, stops what is played; a worker that does
/// not stop ends.
async fn hold(worker: Arc<AccountWorker>, mut slot: Slot, before: Duration, limit: JobTime) {
    /// The time in which what is played must stop.
    const STOP_MAX: Duration = Duration::from_secs(15);
    let busy = worker.busy();
    let idle = || forward::ask(&worker, Method::GET, worker::AT_REST);
    if within(&worker.process, before, limit, idle()).await.is_err() {
        for address in ["/api/run/cancel", "/api/losses/stop"] {
            _ = tokio::time::timeout(STOP_MAX, forward::ask(&worker, Method::POST, address)).await;
        }
        if tokio::time::timeout(STOP_MAX, idle()).await.is_err() {
            log::warn!("a worker does not stop, so it is ended");
            let process = Arc::clone(&worker.process);
            _ = tokio::task::spawn_blocking(move || process.end()).await;
        }
    }
    slot.used(worker.process.processor_time().saturating_sub(before));
    drop(busy);
}

/// Refuses a request that runs code, of somebody whose name no teacher has confirmed.
pub fn check_runs_nothing(request: &Request) -> Result<(), Refusal> {
    match forward::cost(request.method(), request.uri().path()) {
        Some(_) => {
            let sentence =
                message!("your teacher has to confirm your name before you can play or check anything");
            Err(Refusal::forbidden(sentence).with_code("waiting"))
        }
        None => Ok(()),
    }
}

/// Returns the response to a request whose job has no result.
fn refusal(fault: WorkFault) -> Refusal {
    match fault {
        WorkFault::Lost => forward::lost(),
        WorkFault::TooSlow => forward::too_slow(),
        WorkFault::Refused(why) => Refusal::bad(why),
        WorkFault::Cancelled => {
            Refusal::conflict(message!("this was cancelled, or replaced by a newer request"))
        }
        WorkFault::QueueFull { seconds } => Refusal::new(
            StatusCode::TOO_MANY_REQUESTS,
            message!("you have too many requests waiting; try again in %{seconds} s", seconds),
        )
        .with_code("queue_full")
        .with_retry_after(seconds),
    }
}
