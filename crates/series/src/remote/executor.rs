//! The executor that lets workers on other machines play. It cuts the matches into batches, repeats what was lost, and
//! reports each result once.

use crate::many::{Executor, Over, Plan};
use crate::remote::answer::Answer;
use crate::remote::batch::Luggage;
use crate::remote::home::{self, Home};
use crate::remote::results::{BatchResults, RemoteMatch};
use crate::remote::transport::{TaskOutcome, Transport};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wag_core::files;
use wag_i18n::t;
use wag_play::PlayError;
use wag_stats::series::MatchResult;

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
/// The number of workers that may fail with a match before it is played on this machine.
const FAILURES_MAX: u32 = 3;
/// How often a worker may request files for a task.
const DELIVERIES_MAX: u32 = 3;
/// The weight of the latest batch in the mean duration of a match.
const LATEST: f64 = 0.3;

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
        let unrecorded = Plan { replays: None, ..plan.clone() };
        std::thread::scope(|scope| {
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
                home: Home::new(scope, plan, &unrecorded),
                is_compared: home::choose(plan),
                questions: BTreeMap::new(),
                workers: vec![None; plan.fixtures.len()],
                discarded: BTreeSet::new(),
                excluded: BTreeSet::new(),
            };
            let played = run.play(over, start, &self.workers);
            let tasks: Vec<u64> = run.tasks.keys().copied().collect();
            run.transport.cancel(&tasks);
            if played.is_err() {
                plan.stop.store(true, Ordering::Relaxed);
            }
            played
        })
    }

    fn workers(&self) -> Option<usize> {
        Some(self.workers.load(Ordering::Relaxed))
    }
}

/// Why a match is played on this machine.
enum Question {
    /// To compare the result with that of a worker.
    IsTheSame { worker: String, result: Box<RemoteMatch> },
    /// A worker says that a player cannot start.
    CannotStart { worker: String, why: String },
    /// Too many workers have failed with it.
    Failed,
}

/// A plan that is being played.
struct Run<'r, 's, 'e> {
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
    /// The matches that are played on this machine.
    home: Home<'s, 'e>,
    questions: BTreeMap<usize, Question>,
    /// Whether the result of a match is compared with the one on this machine.
    is_compared: Vec<bool>,
    /// The workers whose results count.
    workers: Vec<Option<Arc<str>>>,
    /// The matches whose results were reported, and are to be replaced.
    discarded: BTreeSet<usize>,
    /// The workers that get no more matches.
    excluded: BTreeSet<String>,
}

/// A batch that a worker has got.
struct Task {
    numbers: Vec<usize>,
    bundles: Vec<String>,
    /// How often its worker has requested files.
    deliveries: u32,
    began: Instant,
    /// True if another task has the same matches.
    is_copied: bool,
}

/// A match with a result that counts, and its replay.
type Counted = (RemoteMatch, Option<Vec<u8>>);

impl Run<'_, '_, '_> {
    fn play(
        &mut self,
        over: Over<'_>,
        start: &mut dyn FnMut(&str),
        workers: &AtomicUsize,
    ) -> Result<(), PlayError> {
        let (mut said, mut is_decided) = (BTreeSet::new(), false);
        let mut start = |text: &str| {
            // Every worker reports the same warnings.
            if said.insert(text.to_string()) {
                start(text);
            }
        };
        while !self.plan.stop.load(Ordering::Relaxed) {
            let is_played = self.left == 0 || is_decided && self.discarded.is_empty();
            if is_played && self.home.waiting == 0 {
                break;
            }
            let mut results = self.answer_questions(is_played, &mut start)?;
            if !is_played {
                results.extend(self.receive(workers, &mut start)?);
            }
            if !results.is_empty() {
                results.iter().for_each(|result| _ = self.discarded.remove(&result.number));
                is_decided = over(results)?.is_break();
            }
        }
        if is_decided {
            self.plan.stop.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Submits batches, waits for reports, and returns the results that they contain.
    fn receive(
        &mut self,
        workers: &AtomicUsize,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<MatchResult>, PlayError> {
        self.submit_more()?;
        let waited = self.transport.wait(WAIT)?;
        workers.store(waited.workers, Ordering::Relaxed);
        self.threads = waited.threads;
        let mut results = Vec::new();
        for report in waited.reports {
            for counted in self.take(report, start)? {
                results.push(self.keep(counted)?);
            }
        }
        self.copy_overdue()?;
        Ok(results)
    }

    /// Takes the matches that have been played on this machine. Returns the results that count.
    fn answer_questions(
        &mut self,
        is_patient: bool,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<MatchResult>, PlayError> {
        let mut results = Vec::new();
        while let Some((number, played)) = self.home.next(is_patient && results.is_empty()) {
            match (self.questions.remove(&number), played) {
                (Some(Question::IsTheSame { worker, result }), Ok(Some(here)))
                    if home::contradicts(&result, &here) =>
                {
                    self.convict(&worker, number, start);
                    break;
                }
                (Some(Question::CannotStart { .. } | Question::Failed), Err(err)) => return Err(err),
                (Some(Question::CannotStart { worker, why }), Ok(_)) => {
                    let why = t!("a player cannot start there, but can start on this machine: %{why}", why);
                    self.exclude_with_message(&worker, &why, start);
                    self.again.push_back((number, None));
                }
                (Some(Question::Failed), Ok(Some(here))) if !self.is_done[number] => {
                    self.is_done[number] = true;
                    self.left -= 1;
                    results.push(here);
                }
                _ => {}
            }
        }
        Ok(results)
    }

    /// Excludes a worker whose result is wrong, and discards all its results.
    fn convict(&mut self, worker: &str, number: usize, start: &mut dyn FnMut(&str)) {
        let of_worker = |at: &usize| self.workers[*at].as_deref() == Some(worker);
        let theirs: Vec<usize> = (0..self.workers.len()).filter(of_worker).collect();
        if theirs.is_empty() {
            // Its results have been discarded already.
            return;
        }
        for at in &theirs {
            self.workers[*at] = None;
            self.is_done[*at] = false;
            self.again.push_back((*at, None));
        }
        self.left += theirs.len();
        let why = t!(
            "its result of match %{number} differs from the result on this machine, so its results (%{count}) are discarded",
            number = number + 1,
            count = theirs.len()
        );
        self.discarded.extend(theirs);
        self.exclude_with_message(worker, &why, start);
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
        let bundles = batch.bundles();
        self.transport.submit(task, &text, &bundles, avoid)?;
        let began = Instant::now();
        self.tasks.insert(task, Task { numbers, bundles, deliveries: 0, began, is_copied: false });
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
        report: crate::remote::TaskReport,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        // A report about a task of an earlier plan, or a second one about the same task.
        let Some(task) = self.tasks.remove(&report.task) else { return Ok(Vec::new()) };
        let worker = &report.worker;
        if self.excluded.contains(worker) {
            self.again.extend(task.numbers.into_iter().map(|number| (number, None)));
            return Ok(Vec::new());
        }
        let answer = match report.outcome {
            TaskOutcome::Answered(bytes) => Answer::parse(&bytes),
            TaskOutcome::Failed(why) => Ok(Answer::Failed(why)),
        };
        let (results, replays) = match answer {
            Ok(Answer::Played { results, replays, .. }) => (results, replays),
            Ok(Answer::Failed(why)) => return self.failed(task, worker, &why, start),
            Ok(Answer::Refused(why)) => return self.refused(task, worker, &why, start),
            Ok(Answer::Missing(names)) => return self.deliver(report.task, task, worker, &names, start),
            Ok(Answer::Stored | Answer::Done { .. }) => {
                return self.invalid(task, worker, "it is no answer to a batch", start);
            }
            Err(why) => return self.invalid(task, worker, &why, start),
        };
        let results = match results.check(self.plan, &task.numbers) {
            Ok(results) if self.has_replays(&results, &replays) => results,
            Ok(_) => return self.invalid(task, worker, "a replay is missing or damaged", start),
            Err(why) => return self.invalid(task, worker, &why, start),
        };
        results.starts.iter().for_each(|text| start(text));
        self.note_pace(results.seconds, task.numbers.len());
        if let Some(why) = results.cannot_start {
            let is_missing = |number: &usize| !results.matches.iter().any(|one| one.number == *number);
            let mut missing = task.numbers.into_iter().filter(is_missing);
            if let Some(number) = missing.next() {
                self.home.request(number, false);
                self.questions.insert(number, Question::CannotStart { worker: worker.clone(), why });
            }
            self.again.extend(missing.map(|number| (number, Some(worker.clone()))));
        }
        let name: Arc<str> = worker.as_str().into();
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
            self.workers[number] = Some(Arc::clone(&name));
            if self.is_compared[number] {
                self.home.request(number, false);
                let (worker, result) = (worker.clone(), Box::new(played.clone()));
                self.questions.insert(number, Question::IsTheSame { worker, result });
            }
            counted.push((played, replay));
        }
        Ok(counted)
    }

    /// Returns whether there is a replay of each match, if replays are to be saved.
    fn has_replays(&self, results: &BatchResults, replays: &[Vec<u8>]) -> bool {
        let is_valid = |(played, replay): (&RemoteMatch, &Vec<u8>)| {
            let blocks = wag_replay::Blocks::open(Box::new(replay.clone()));
            let seed = self.plan.fixtures[played.number].seed;
            blocks.is_ok_and(|all| all.header.game == self.plan.game.info.rules && all.header.seed == seed)
        };
        self.plan.replays.is_none()
            || replays.len() == results.matches.len() && results.matches.iter().zip(replays).all(is_valid)
    }

    fn note_pace(&mut self, seconds: f64, matches: usize) {
        let now = seconds / matches.max(1) as f64;
        let mean = self.memory.match_seconds.map_or(now, |mean| mean + LATEST * (now - mean));
        self.memory.match_seconds = Some(mean);
    }

    /// Sends files that a worker lacks. A worker that requests others, or requests them again and again, has failed.
    fn deliver(
        &mut self,
        id: u64,
        mut task: Task,
        worker: &str,
        names: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        let names: Vec<String> = names.lines().map(str::to_string).collect();
        task.deliveries += 1;
        if names.is_empty() || names.iter().any(|name| !task.bundles.contains(name)) {
            return self.invalid(task, worker, "it requests unknown files", start);
        }
        if task.deliveries > DELIVERIES_MAX {
            return self.invalid(task, worker, "it requests the same files again", start);
        }
        self.tasks.insert(id, task);
        self.transport.deliver(id, &names)?;
        Ok(Vec::new())
    }

    fn invalid(
        &mut self,
        task: Task,
        worker: &str,
        why: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        self.failed(task, worker, &t!("it has sent an invalid result: %{why}", why), start)
    }

    fn refused(
        &mut self,
        task: Task,
        worker: &str,
        why: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        start(&t!("the worker %{worker} does not take part: %{why}", worker, why));
        self.again.extend(task.numbers.into_iter().map(|number| (number, None)));
        self.exclude(worker, why);
        Ok(Vec::new())
    }

    /// Notes that a worker has failed with a task, and lets another one play its matches. A match with which too many
    /// workers have failed is played on this machine.
    fn failed(
        &mut self,
        task: Task,
        worker: &str,
        why: &str,
        start: &mut dyn FnMut(&str),
    ) -> Result<Vec<Counted>, PlayError> {
        if !worker.is_empty() {
            self.exclude_with_message(worker, why, start);
        }
        for number in task.numbers.into_iter().filter(|number| !self.is_done[*number]) {
            let failures = self.failures.entry(number).or_default();
            *failures += 1;
            if *failures > FAILURES_MAX {
                self.home.request(number, true);
                self.questions.insert(number, Question::Failed);
            } else {
                self.again.push_back((number, Some(worker.to_string()).filter(|worker| !worker.is_empty())));
            }
        }
        Ok(Vec::new())
    }

    fn exclude_with_message(&mut self, worker: &str, why: &str, start: &mut dyn FnMut(&str)) {
        self.exclude(worker, why);
        start(&t!(
            "the worker %{worker} gets no more matches: %{why}; others play its matches again",
            worker,
            why
        ));
    }

    /// Gives no more matches to a worker, and those that it has got to others.
    fn exclude(&mut self, worker: &str, why: &str) {
        self.transport.exclude(worker, why);
        self.excluded.insert(worker.to_string());
        let ids: Vec<u64> = self.tasks.keys().copied().collect();
        let theirs: Vec<u64> =
            ids.into_iter().filter(|id| self.transport.worker_of(*id).as_deref() == Some(worker)).collect();
        self.transport.cancel(&theirs);
        let numbers = theirs.iter().filter_map(|id| self.tasks.remove(id)).flat_map(|task| task.numbers);
        self.again.extend(numbers.map(|number| (number, None)));
    }

    /// Saves the replay of a match, and returns the result.
    fn keep(&self, (played, replay): Counted) -> Result<MatchResult, PlayError> {
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
            let avoid = self.transport.worker_of(id);
            self.submit(numbers, avoid.as_deref())?;
        }
        Ok(())
    }
}
