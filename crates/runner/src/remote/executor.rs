//! The executor that lets workers on other machines play. It cuts the matches into batches, repeats what was lost, and
//! reports each result once.

use super::batch::Luggage;
use super::results::{BatchResults, RemoteMatch};
use crate::many::{Executor, Over, Plan};
use crate::{PlayError, user_error};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use wag_core::files;
use wag_i18n::t;

/// The duration for which a batch should keep a worker busy, in seconds: with few threads, and with many, where a
/// scheduler would otherwise have too many tasks.
const BATCH_SECONDS: [f64; 2] = [2.0, 5.0];
/// The number of threads that are many.
const MANY_THREADS: usize = 100;
/// The maximum number of matches in a batch.
const BATCH_MATCHES_MAX: usize = 2_000;
/// The number of batches per thread that are in progress, so that no worker waits for its next batch.
const BATCHES_PER_THREAD: usize = 2;
/// The longest time to wait for reports before looking at everything else.
const WAIT: Duration = Duration::from_millis(200);
/// The time after which a batch is also given to another worker, at least.
const OVERDUE: Duration = Duration::from_secs(30);
/// The same, as a multiple of the expected duration of a batch.
const OVERDUE_FACTOR: f64 = 10.0;
/// The number of workers that may fail with a match before the match counts as the cause.
const FAILURES_MAX: u32 = 3;
/// The weight of the latest batch in the mean duration of a match.
const LATEST: f64 = 0.3;

/// A connection to workers. All functions return after a short time, except [`Transport::wait`].
pub trait Transport: Send {
    /// Makes a bundle of files available to the workers.
    fn add_files(&mut self, hash: &str, bundle: &[u8]) -> Result<(), PlayError>;
    /// Gives a batch, which needs these bundles, to a worker; if possible, not to `avoid`.
    fn submit(
        &mut self,
        task: u64,
        batch: &str,
        bundles: &[String],
        avoid: Option<&str>,
    ) -> Result<(), PlayError>;
    /// Waits until there are reports, or until the time is over. Returns an error if no worker can play.
    fn wait(&mut self, time: Duration) -> Result<Waited, PlayError>;
    /// Gives no more batches to a worker that has failed.
    fn exclude(&mut self, worker: &str, why: &str);
    /// Cancels these tasks. Later reports about them may still arrive.
    fn cancel(&mut self, tasks: &[u64]);
}

/// The events during a wait of a transport.
#[derive(Debug, Default)]
pub struct Waited {
    pub reports: Vec<TaskReport>,
    /// Messages for the user.
    pub messages: Vec<String>,
    /// The number of workers, and that of their threads.
    pub workers: usize,
    pub threads: usize,
}

/// The end of a task.
#[derive(Debug)]
pub struct TaskReport {
    pub task: u64,
    /// The name of the worker.
    pub worker: String,
    pub outcome: TaskOutcome,
}

#[derive(Debug)]
pub enum TaskOutcome {
    Played {
        /// The results as the worker has sent them.
        results: String,
        replays: Vec<Vec<u8>>,
    },
    /// The batch was lost, or the worker cannot play it.
    Failed(String),
}

/// An executor whose matches are played by the workers of a transport.
pub struct RemoteExecutor<T> {
    transport: Mutex<T>,
    allow_unsandboxed: bool,
    workers: AtomicUsize,
    state: Mutex<Memory>,
}

/// The executor's knowledge from earlier plans.
#[derive(Debug, Default)]
struct Memory {
    /// The mean duration of a match, in seconds; `None` before the first match.
    match_seconds: Option<f64>,
    last_task: u64,
    /// The bundles that the transport has.
    known: BTreeSet<String>,
}

impl<T: Transport> RemoteExecutor<T> {
    pub fn new(transport: T, allow_unsandboxed: bool) -> RemoteExecutor<T> {
        let (workers, state) = (AtomicUsize::new(0), Mutex::default());
        RemoteExecutor { transport: Mutex::new(transport), allow_unsandboxed, workers, state }
    }
}

impl<T: Transport> Executor for RemoteExecutor<T> {
    fn play(&self, plan: &Plan, over: Over<'_>, start: &mut dyn FnMut(&str)) -> Result<(), PlayError> {
        let mut transport = self.transport.lock().unwrap_or_else(PoisonError::into_inner);
        let mut memory = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let luggage = Luggage::pack(plan)?;
        for (hash, bundle) in &luggage.bundles {
            if memory.known.insert(hash.clone()) {
                transport.add_files(hash, bundle)?;
            }
        }
        let mut run = Run {
            plan,
            luggage,
            transport: &mut *transport,
            memory: &mut memory,
            allow_unsandboxed: self.allow_unsandboxed,
            threads: 0,
            waiting: (0..plan.fixtures.len()).collect(),
            again: VecDeque::new(),
            tasks: BTreeMap::new(),
            is_done: vec![false; plan.fixtures.len()],
            left: plan.fixtures.len(),
            repeated: BTreeSet::new(),
            failures: BTreeMap::new(),
        };
        let played = run.play(over, start, &self.workers);
        let tasks: Vec<u64> = run.tasks.keys().copied().collect();
        run.transport.cancel(&tasks);
        if played.is_err() {
            plan.stop.store(true, Ordering::Relaxed);
        }
        played
    }

    fn workers(&self) -> Option<usize> {
        Some(self.workers.load(Ordering::Relaxed))
    }
}

/// A plan that is being played.
struct Run<'r> {
    plan: &'r Plan,
    luggage: Luggage,
    transport: &'r mut dyn Transport,
    memory: &'r mut Memory,
    allow_unsandboxed: bool,
    /// The number of threads of all workers.
    threads: usize,
    /// The matches that no worker has got yet, in the order of the schedule.
    waiting: VecDeque<usize>,
    /// The matches to be played again, each with the worker that should not play it.
    again: VecDeque<(usize, Option<String>)>,
    tasks: BTreeMap<u64, Task>,
    is_done: Vec<bool>,
    /// The number of matches without a result.
    left: usize,
    /// The matches that are repeated because their first result was doubtful.
    repeated: BTreeSet<usize>,
    /// The number of workers that failed with a match.
    failures: BTreeMap<usize, u32>,
}

/// A batch that a worker has got.
struct Task {
    numbers: Vec<usize>,
    began: Instant,
    /// True if another task has the same matches.
    is_copied: bool,
}

/// A match with a result that counts, and its replay.
type Counted = (RemoteMatch, Option<Vec<u8>>);

impl Run<'_> {
    fn play(
        &mut self,
        over: Over<'_>,
        start: &mut dyn FnMut(&str),
        workers: &AtomicUsize,
    ) -> Result<(), PlayError> {
        let mut said = BTreeSet::new();
        while self.left > 0 && !self.plan.stop.load(Ordering::Relaxed) {
            self.submit_more()?;
            let waited = self.transport.wait(WAIT)?;
            workers.store(waited.workers, Ordering::Relaxed);
            self.threads = waited.threads;
            waited.messages.iter().for_each(|message| start(message));
            let mut results = Vec::new();
            for report in waited.reports {
                for counted in self.take(report, &mut |text| {
                    // Every worker reports the same warnings.
                    if said.insert(text.to_string()) {
                        start(text);
                    }
                })? {
                    results.push(self.keep(counted)?);
                }
            }
            if !results.is_empty() && over(results)?.is_break() {
                self.plan.stop.store(true, Ordering::Relaxed);
            }
            self.copy_overdue()?;
        }
        Ok(())
    }

    /// Gives batches to the workers until enough of them are in progress.
    fn submit_more(&mut self) -> Result<(), PlayError> {
        while self.tasks.len() < self.threads * BATCHES_PER_THREAD {
            let (numbers, avoid) = match self.again.pop_front() {
                Some((number, avoid)) => (vec![number], avoid),
                None => {
                    let size = self.batch_size().min(self.waiting.len());
                    (self.waiting.drain(..size).collect(), None)
                }
            };
            if numbers.is_empty() {
                break;
            }
            self.submit(numbers, avoid.as_deref())?;
        }
        Ok(())
    }

    fn submit(&mut self, numbers: Vec<usize>, avoid: Option<&str>) -> Result<(), PlayError> {
        let numbers: Vec<usize> = numbers.into_iter().filter(|number| !self.is_done[*number]).collect();
        if numbers.is_empty() {
            return Ok(());
        }
        let batch = self.luggage.batch(self.plan, &numbers, self.allow_unsandboxed);
        let text = serde_json::to_string(&batch).map_err(|err| PlayError::Io(err.into()))?;
        self.memory.last_task += 1;
        let task = self.memory.last_task;
        self.transport.submit(task, &text, &batch.bundles(), avoid)?;
        self.tasks.insert(task, Task { numbers, began: Instant::now(), is_copied: false });
        Ok(())
    }

    /// Returns the number of matches in the next batch. Batches grow from one match, because a comparison may be decided
    /// early. Towards the end, they become smaller, so that all workers end at the same time.
    fn batch_size(&self) -> usize {
        let Some(seconds) = self.memory.match_seconds else { return 1 };
        let wanted = (BATCH_SECONDS[usize::from(self.threads >= MANY_THREADS)] / seconds.max(1e-6)) as usize;
        let share = self.waiting.len().div_ceil((self.threads * BATCHES_PER_THREAD).max(1));
        let grown = (self.is_done.len() - self.left) / self.threads.max(1);
        wanted.min(share).min(grown).clamp(1, BATCH_MATCHES_MAX)
    }

    /// Takes the report about a task. Returns the matches that now have a result.
    fn take(
        &mut self,
        report: super::TaskReport,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        // A report about a task of an earlier plan, or a second one about the same task.
        let Some(task) = self.tasks.remove(&report.task) else { return Ok(Vec::new()) };
        let (results, replays) = match report.outcome {
            TaskOutcome::Played { results, replays } => (results, replays),
            TaskOutcome::Failed(why) => {
                self.failed(task, &report.worker, &why, start)?;
                return Ok(Vec::new());
            }
        };
        let results = match BatchResults::check(&results, self.plan, &task.numbers) {
            Ok(results) if self.has_replays(&results, &replays) => results,
            Ok(_) => return self.invalid(task, &report.worker, "a replay is missing or damaged", start),
            Err(why) => return self.invalid(task, &report.worker, &why, start),
        };
        results.starts.iter().for_each(|text| start(text));
        if let Some(why) = results.cannot_start {
            return Err(PlayError::CannotStart(why));
        }
        self.note_pace(results.seconds, task.numbers.len());
        let mut replays = replays.into_iter();
        let mut counted = Vec::new();
        for played in results.matches {
            let (number, replay) = (played.number, replays.next());
            if self.is_done[number] {
                continue;
            }
            if played.is_doubtful() && self.repeated.insert(number) {
                self.again.push_back((number, Some(report.worker.clone())));
                continue;
            }
            self.is_done[number] = true;
            self.left -= 1;
            counted.push((played, replay));
        }
        Ok(counted)
    }

    /// Returns whether there is a replay of each match, if replays are to be saved.
    fn has_replays(&self, results: &BatchResults, replays: &[Vec<u8>]) -> bool {
        let is_valid = |(played, replay): (&RemoteMatch, &Vec<u8>)| {
            let blocks = wag_replay::Blocks::open(Box::new(replay.clone()));
            let seed = self.plan.fixtures[played.number].seed;
            blocks.is_ok_and(|all| all.header.game == self.plan.game.info.name && all.header.seed == seed)
        };
        self.plan.replays.is_none()
            || results.cannot_start.is_some()
            || replays.len() == results.matches.len() && results.matches.iter().zip(replays).all(is_valid)
    }

    fn note_pace(&mut self, seconds: f64, matches: usize) {
        let now = seconds / matches.max(1) as f64;
        let mean = self.memory.match_seconds.map_or(now, |mean| mean + LATEST * (now - mean));
        self.memory.match_seconds = Some(mean);
    }

    fn invalid(
        &mut self,
        task: Task,
        worker: &str,
        why: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        self.failed(task, worker, &t!("it has sent an invalid result: %{why}", why), start)?;
        Ok(Vec::new())
    }

    /// Notes that a worker has failed with a task, and lets another one play its matches. Returns an error if too many
    /// workers have failed with the same match.
    fn failed(
        &mut self,
        task: Task,
        worker: &str,
        why: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<(), PlayError> {
        if !worker.is_empty() {
            self.transport.exclude(worker, why);
            start(&t!(
                "the worker %{worker} gets no more matches: %{why}; others play its matches again",
                worker,
                why
            ));
        }
        for number in task.numbers {
            let failures = self.failures.entry(number).or_default();
            *failures += 1;
            if *failures > FAILURES_MAX {
                return user_error(t!(
                    "match %{number} failed on %{count} workers, at last with: %{why}",
                    number = number + 1,
                    count = *failures,
                    why
                ));
            }
            self.again.push_back((number, Some(worker.to_string()).filter(|worker| !worker.is_empty())));
        }
        Ok(())
    }

    /// Saves the replay of a match, and returns the result.
    fn keep(&self, (played, replay): Counted) -> Result<wag_stats::series::MatchResult, PlayError> {
        if let Some((path, bytes)) = self.plan.replay(played.number).zip(replay) {
            files::create_folder(path.parent().unwrap_or(Path::new(".")))
                .and_then(|()| files::write(&path, &bytes))
                .map_err(PlayError::defect(t!("cannot write %{path}", path = path.display())))?;
        }
        Ok(played.into_result(self.plan))
    }

    /// Gives the batches that take too long to another worker, too, in case that their worker was cut off. The first
    /// result counts.
    fn copy_overdue(&mut self) -> Result<(), PlayError> {
        let expected = self.memory.match_seconds.unwrap_or(0.0) * OVERDUE_FACTOR;
        let is_overdue = |task: &Task| {
            let limit = expected * (task.numbers.len() * BATCHES_PER_THREAD) as f64;
            !task.is_copied && task.began.elapsed().as_secs_f64() > OVERDUE.as_secs_f64().max(limit)
        };
        let overdue: Vec<u64> =
            self.tasks.iter().filter(|(_, task)| is_overdue(task)).map(|(id, _)| *id).collect();
        for id in overdue {
            let Some(task) = self.tasks.get_mut(&id) else { continue };
            task.is_copied = true;
            let numbers = task.numbers.clone();
            self.submit(numbers, None)?;
        }
        Ok(())
    }
}
