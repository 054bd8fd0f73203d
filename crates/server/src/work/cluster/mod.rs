//! Matches of contests on the workers of a Dask cluster.
//!
//! The server gives a job and the hand-ins of its players to a helper process, which passes them to a worker of the cluster.
//! The answer of a worker is a stranger's: the server checks it as that of a worker process on its own machine.

mod helper;
mod link;
mod remote_job;
#[cfg(test)]
mod tests;

pub use helper::run as run_helper;
pub use remote_job::do_job;

use crate::host_limits::HostLimits;
use crate::work::batch::{BatchAnswer, BatchJob};
use crate::work::job_answer::{JobFile, checked_answer};
use crate::work::times::JobTime;
use link::{Report, Request, line, read_block, read_line};
use remote_job::{RemoteJob, pack};
use std::collections::BTreeMap;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::unix::OwnedWriteHalf;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep, timeout};
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_sandbox::own_program;
use wag_series::remote::Answer;

/// The time after which a lost cluster is looked for again.
const RETRY: Duration = Duration::from_secs(10);
/// The time for sending the files of a match, and for starting its worker process.
const DELIVERY_MAX: Duration = Duration::from_secs(120);
/// The time in which the helper says who has a task that is overdue.
const OVERDUE_MAX: Duration = Duration::from_secs(10);
/// The number of failures in a row after which a worker gets no more jobs.
const FAILURES_MAX: u32 = 3;
/// The maximum length of the name of a worker, and of a reason, in characters.
const WORDS_MAX: usize = 300;
/// The maximum number of threads of a cluster that are used.
const THREADS_MAX: usize = 4096;
/// The maximum number of workers of which the reason of their exclusion is shown.
const SHOWN_MAX: usize = 5;

/// Starts the helper process, or what a test uses in its place.
pub type StartHelper = Arc<dyn Fn() -> io::Result<(Option<Child>, UnixStream)> + Send + Sync>;

/// The cluster of a server, and the certificates for it.
#[derive(Clone)]
pub struct ClusterSettings {
    /// The address of the scheduler.
    pub address: String,
    pub start: StartHelper,
    /// The time after which a lost cluster is looked for again.
    pub retry: Duration,
}

impl std::fmt::Debug for ClusterSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClusterSettings").field("address", &self.address).finish_non_exhaustive()
    }
}

impl ClusterSettings {
    /// Returns the settings for a scheduler. `environment` tells Dask which certificates to use.
    ///
    /// # Errors
    /// A sentence if this program is not the Python package, which Dask needs.
    pub fn new(address: &str, environment: Vec<(&'static str, String)>) -> Result<ClusterSettings, Message> {
        let module = own_program().ok().and_then(|program| program.module_command());
        if module.is_none() {
            return Err(wag_series::remote::needs_python_package());
        }
        let own = address.to_string();
        let start = move || {
            let program =
                own_program()?.module_command().ok_or_else(|| io::Error::other("no Python package"))?;
            start_helper(program, &own, &environment)
        };
        Ok(ClusterSettings { address: address.to_string(), start: Arc::new(start), retry: RETRY })
    }
}

/// Starts the helper process. It ends when the stream is closed.
fn start_helper(
    mut command: std::process::Command,
    address: &str,
    environment: &[(&'static str, String)],
) -> io::Result<(Option<Child>, UnixStream)> {
    let (own, other) = UnixStream::pair()?;
    command.args(["worker", "--dask", address]).envs(environment.iter().map(|(name, value)| (*name, value)));
    command.stdin(Stdio::from(OwnedFd::from(other))).stdout(Stdio::null());
    command.stderr(if log::log_enabled!(log::Level::Debug) { Stdio::inherit() } else { Stdio::null() });
    // Ctrl+C stops the server, and then the helper ends.
    command.process_group(0);
    Ok((Some(command.spawn()?), own))
}

/// The answer of a worker to a job.
#[derive(Debug)]
pub struct ClusterAnswer {
    /// The name of the worker, from the scheduler.
    pub worker: String,
    pub answer: BatchAnswer,
    pub blocks: Vec<Vec<u8>>,
    pub cpu_ms: u64,
}

/// The reason why the cluster has not done a job.
#[derive(Debug)]
pub enum NotDone {
    /// There is no connection to the cluster, or the job was lost with it.
    Away,
    /// A worker says that it cannot do anything.
    Refused { worker: String, why: Message },
    /// A worker has no answer, which may have passing reasons.
    Failed { worker: String, why: Message },
    /// The answer of a worker is not valid.
    Invalid { worker: String, why: Message },
}

/// True if the cluster can be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Link {
    #[default]
    Connecting,
    Up,
    Down,
}

#[derive(Default)]
struct State {
    link: Link,
    requests: Option<mpsc::UnboundedSender<(Request, Vec<Vec<u8>>)>>,
    threads: usize,
    last_task: u64,
    /// The tasks that workers have got.
    tasks: BTreeMap<u64, oneshot::Sender<Outcome>>,
    /// The workers that get no more jobs.
    excluded: BTreeMap<String, Message>,
    /// The number of failures of each worker since its last result.
    failures: BTreeMap<String, u32>,
    /// The reason why there is no connection.
    trouble: String,
}

/// The end of a task: its worker, and the answer or the reason why there is none.
type Outcome = (String, Result<Vec<u8>, String>);

/// The connection of a server to its cluster.
pub struct Cluster {
    settings: ClusterSettings,
    limits: HostLimits,
    state: Mutex<State>,
    changed: watch::Sender<()>,
}

impl Cluster {
    pub fn new(settings: ClusterSettings, limits: HostLimits) -> Arc<Cluster> {
        let (state, changed) = (Mutex::default(), watch::Sender::new(()));
        Arc::new(Cluster { settings, limits, state, changed })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the connection for as long as the server runs.
    pub async fn keep(self: Arc<Self>) {
        loop {
            let why = match self.connect().await {
                Ok(why) => why,
                Err(err) => err.to_string(),
            };
            log::warn!("there is no connection to the cluster: {why}");
            {
                let mut state = self.state();
                state.link = Link::Down;
                state.trouble = short(&why);
                (state.requests, state.threads) = (None, 0);
                // Whoever waits for them plays here.
                state.tasks.clear();
            }
            self.changed.send_replace(());
            sleep(self.settings.retry).await;
        }
    }

    /// Runs a helper. Returns why it has ended.
    async fn connect(&self) -> io::Result<String> {
        let start = Arc::clone(&self.settings.start);
        let (child, stream) =
            tokio::task::spawn_blocking(move || start()).await.map_err(io::Error::other)??;
        let ended = self.serve(stream).await;
        if let Some(mut child) = child {
            let end = move || {
                _ = child.kill();
                child.wait()
            };
            _ = tokio::task::spawn_blocking(end).await;
        }
        ended
    }

    async fn serve(&self, stream: UnixStream) -> io::Result<String> {
        stream.set_nonblocking(true)?;
        let (reading, writing) = tokio::net::UnixStream::from_std(stream)?.into_split();
        let (sender, requests) = mpsc::unbounded_channel();
        {
            let mut state = self.state();
            for (worker, why) in &state.excluded {
                let exclude = Request::Exclude { worker: worker.clone(), why: why.english() };
                _ = sender.send((exclude, Vec::new()));
            }
            state.requests = Some(sender);
        }
        tokio::spawn(write_requests(writing, requests));
        let mut reading = BufReader::new(reading);
        while let Some(report) = read_line::<Report>(&mut reading).await? {
            match report {
                Report::Threads(threads) => {
                    let mut state = self.state();
                    (state.link, state.threads) = (Link::Up, threads.min(THREADS_MAX));
                    if threads == 0 {
                        // Whoever waits for the workers plays here.
                        for (task, _) in std::mem::take(&mut state.tasks) {
                            let cancel = (Request::Cancel(task), Vec::new());
                            _ = state.requests.as_ref().map(|requests| requests.send(cancel));
                        }
                    }
                }
                Report::Answered { task, worker, bytes } => {
                    let answer = read_block(&mut reading, bytes).await?;
                    self.end(task, (short(&worker), Ok(answer)));
                }
                Report::Failed { task, worker, why } => self.end(task, (short(&worker), Err(short(&why)))),
                Report::Ended(why) => return Ok(why),
            }
            self.changed.send_replace(());
        }
        Ok("the connection was closed".to_string())
    }

    fn end(&self, task: u64, outcome: Outcome) {
        let waiting = self.state().tasks.remove(&task);
        _ = waiting.map(|waiting| waiting.send(outcome));
    }

    /// Lets a worker do a job, and checks its answer. Waits for a free thread.
    pub async fn run(
        &self,
        job: BatchJob,
        files: &[JobFile],
        seats: usize,
        limit: JobTime,
    ) -> Result<ClusterAnswer, NotDone> {
        let mut changed = self.changed.subscribe();
        let (task, mut outcome) = loop {
            if let Some(reserved) = self.reserve()? {
                break reserved;
            }
            if changed.changed().await.is_err() {
                return Err(NotDone::Away);
            }
        };
        // Dropping this future cancels the task, too.
        let _cancel = CancelOnDrop { cluster: self, task };
        // The files are read when there is a thread for them, so that those of waiting jobs are not in memory.
        let (job, bundles) = self.packed(job, files, seats, limit).await.map_err(|err| {
            log::warn!("the files of a job cannot be read: {err}");
            NotDone::Away
        })?;
        let lengths = bundles.iter().map(|(hash, bundle)| (hash.clone(), bundle.len())).collect();
        let blocks = bundles.into_iter().map(|(_, bundle)| bundle).collect();
        self.send(Request::Play { task, job, bundles: lengths }, blocks)?;
        let mut answered = timeout(limit.passed + DELIVERY_MAX, &mut outcome).await;
        if answered.is_err() {
            self.send(Request::Overdue(task), Vec::new())?;
            answered = timeout(OVERDUE_MAX, &mut outcome).await;
        }
        let Ok(Ok((worker, answer))) = answered else { return Err(NotDone::Away) };
        // An empty name says that nobody is to blame.
        if worker.is_empty() || self.is_excluded(&worker) {
            return Err(NotDone::Away);
        }
        let text = |why: String| Message::from(why.as_str());
        let answer = match answer.map(|bytes| Answer::parse(&bytes)) {
            Ok(Ok(Answer::Done { cpu_ms, job })) => (cpu_ms, checked_answer(&mut &job[..], seats).await),
            Ok(Ok(Answer::Refused(why))) => return Err(NotDone::Refused { worker, why: text(why) }),
            Ok(Ok(Answer::Failed(why))) | Err(why) => return Err(NotDone::Failed { worker, why: text(why) }),
            Ok(Ok(_)) => (0, Err(io::Error::other("it is no answer to a match"))),
            Ok(Err(why)) => (0, Err(io::Error::other(why))),
        };
        match answer {
            (cpu_ms, Ok((answer, blocks))) => {
                self.state().failures.remove(&worker);
                Ok(ClusterAnswer { worker, answer, blocks, cpu_ms })
            }
            (_, Err(err)) => {
                let why = message!("it has sent an invalid result: %{why}", why = short(&err.to_string()));
                Err(NotDone::Invalid { worker, why })
            }
        }
    }

    /// Returns a job as it is sent, and its bundles.
    async fn packed(
        &self,
        job: BatchJob,
        files: &[JobFile],
        seats: usize,
        limit: JobTime,
    ) -> io::Result<(String, Vec<(String, Vec<u8>)>)> {
        let (files, limits) = (files.to_vec(), self.limits);
        let pack_all = move || {
            let mut bundles = BTreeMap::new();
            let mut named = Vec::new();
            for (path, name) in files {
                let (hash, bundle) = pack(std::fs::read(path)?);
                bundles.insert(hash.clone(), bundle);
                named.push((hash, name));
            }
            let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
            let (computed_ms, passed_ms) = (ms(limit.computed), ms(limit.passed));
            let job = RemoteJob { job, files: named, seats, computed_ms, passed_ms, limits };
            Ok((serde_json::to_string(&job)?, bundles.into_iter().collect()))
        };
        tokio::task::spawn_blocking(pack_all).await.map_err(io::Error::other)?
    }

    /// Reserves a thread for a task; `None` if none is free.
    fn reserve(&self) -> Result<Option<(u64, oneshot::Receiver<Outcome>)>, NotDone> {
        let mut state = self.state();
        match state.link {
            Link::Connecting => return Ok(None),
            Link::Up if state.threads > 0 => {}
            Link::Up | Link::Down => return Err(NotDone::Away),
        }
        if state.tasks.len() >= state.threads {
            return Ok(None);
        }
        state.last_task += 1;
        let task = state.last_task;
        let (sender, outcome) = oneshot::channel();
        state.tasks.insert(task, sender);
        Ok(Some((task, outcome)))
    }

    fn send(&self, request: Request, blocks: Vec<Vec<u8>>) -> Result<(), NotDone> {
        let sent =
            self.state().requests.as_ref().is_some_and(|requests| requests.send((request, blocks)).is_ok());
        if sent { Ok(()) } else { Err(NotDone::Away) }
    }

    /// Notes that a worker has not done a job that could be done here. After several in a row, it gets nothing more.
    pub fn failed(&self, worker: &str, why: &Message) {
        let failures = {
            let mut state = self.state();
            let failures = state.failures.entry(worker.to_string()).or_default();
            *failures += 1;
            *failures
        };
        if failures >= FAILURES_MAX {
            self.exclude(worker, why);
        }
    }

    /// Gives nothing more to a worker.
    pub fn exclude(&self, worker: &str, why: &Message) {
        log::warn!("the worker {worker} of the cluster gets no more matches: {}", why.english());
        let mut state = self.state();
        state.excluded.insert(worker.to_string(), why.clone());
        let exclude = Request::Exclude { worker: worker.to_string(), why: why.english() };
        _ = state.requests.as_ref().map(|requests| requests.send((exclude, Vec::new())));
    }

    /// Lets a worker play again.
    pub fn allow(&self, worker: &str) {
        let mut state = self.state();
        state.failures.remove(worker);
        if state.excluded.remove(worker).is_some() {
            let allow = Request::Allow { worker: worker.to_string() };
            _ = state.requests.as_ref().map(|requests| requests.send((allow, Vec::new())));
        }
    }

    fn is_excluded(&self, worker: &str) -> bool {
        self.state().excluded.contains_key(worker)
    }

    /// Returns the workers that get no more jobs, with the reasons.
    pub fn excluded(&self) -> BTreeMap<String, Message> {
        self.state().excluded.clone()
    }

    /// Returns the address of the scheduler.
    pub fn address(&self) -> &str {
        &self.settings.address
    }

    /// Waits until the number of threads or what they do changes.
    pub async fn changed(&self) {
        _ = self.changed.subscribe().changed().await;
    }

    /// Returns the number of threads that play; 0 without a connection.
    pub fn threads(&self) -> usize {
        self.state().threads
    }

    /// Returns what teachers should know: that the cluster is gone, and which workers are excluded.
    pub fn notices(&self) -> Vec<Message> {
        let state = self.state();
        let trouble = match state.link {
            Link::Down => Some(Message::from(state.trouble.as_str())),
            Link::Up if state.threads == 0 => Some(message!("no worker is there")),
            _ => None,
        };
        let gone = trouble.map(|why| {
            message!(
                "The cluster at %{address} does not play: %{why}. Matches are played on this machine until it is back.",
                address = self.settings.address,
                why
            )
        });
        let excluded = state.excluded.iter().rev().take(SHOWN_MAX).map(|(worker, why)| {
            message!(
                "The worker %{worker} of the cluster gets no more matches: %{why}.",
                worker,
                why = why.clone()
            )
        });
        gone.into_iter().chain(excluded).collect()
    }
}

struct CancelOnDrop<'c> {
    cluster: &'c Cluster,
    task: u64,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        let mut state = self.cluster.state();
        if state.tasks.remove(&self.task).is_some() {
            let cancel = (Request::Cancel(self.task), Vec::new());
            _ = state.requests.as_ref().map(|requests| requests.send(cancel));
        }
        drop(state);
        self.cluster.changed.send_replace(());
    }
}

async fn write_requests(
    mut writing: OwnedWriteHalf,
    mut requests: mpsc::UnboundedReceiver<(Request, Vec<Vec<u8>>)>,
) {
    while let Some((request, blocks)) = requests.recv().await {
        let Ok(line) = line(&request) else { return };
        for block in std::iter::once(line).chain(blocks) {
            if writing.write_all(&block).await.is_err() {
                return;
            }
        }
    }
}

/// Returns the start of a text without what a terminal would act on.
fn short(text: &str) -> String {
    printable(text).chars().take(WORDS_MAX).collect()
}
