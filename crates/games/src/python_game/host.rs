//! Workers of games: one per thread and game, kept for the matches that follow, and replaced when it fails.

use super::declaration::Rules;
use super::files;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{self, Debug, Formatter};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wag_core::game::{Datum, Printed, Seat};
use wag_core::problem::{CodePlace, Unseeded};
use wag_i18n::{Message, message};
use wag_python::host::{GameProcess, GameStart, game_limits};
use wag_python::protocol::game::{Declared, GameAnswer, GameCall, GameProblem, MatchSetup, Packed, Step};
use wag_sandbox::Limits;

/// The worker with which a match starts; none if the match starts its own.
#[derive(Clone, Default)]
pub struct Host(pub Option<Arc<Worker>>);

impl Debug for Host {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "Host({})", self.0.is_some())
    }
}

/// A worker and the states that it has.
pub struct Worker {
    process: Mutex<GameProcess>,
    /// The states that are no longer needed. The next request carries their numbers.
    released: Mutex<Vec<u64>>,
    last_state: AtomicU64,
}

/// A state in a worker. The worker frees it some time after the last copy of this is gone.
pub struct Handle {
    pub id: u64,
    pub worker: Arc<Worker>,
}

impl Drop for Handle {
    fn drop(&mut self) {
        lock(&self.worker.released).push(self.id);
    }
}

/// A step or the reason why there is none, with what the worker says about the random numbers of the game.
pub struct Arrival {
    pub step: Result<Step, GameProblem>,
    pub unseeded: Unseeded,
    pub printed: Printed,
}

impl From<GameProblem> for Arrival {
    fn from(problem: GameProblem) -> Arrival {
        Arrival { step: Err(problem), unseeded: Unseeded::NONE, printed: Printed::default() }
    }
}

thread_local! {
    /// The workers that this thread keeps.
    static KEPT: RefCell<HashMap<Key, Arc<Worker>>> = RefCell::default();
    /// The files of the players of this thread's match.
    static CLOSED: RefCell<Vec<PathBuf>> = RefCell::default();
}

/// The key of a shared worker: the hash of the game's files, the class, and the files that they may not read.
type Key = (String, String, Vec<PathBuf>);

/// Names the files of the players of the matches that this thread plays from now on. Their game may not read them.
pub fn close_files(files: Vec<PathBuf>) {
    CLOSED.set(files);
}

/// The most workers that a thread keeps.
const KEPT_MAX: usize = 4;

impl Host {
    /// Returns the worker of this thread for a game; none if no worker starts. The match then fails when it starts.
    pub fn kept(rules: Rules) -> Host {
        let key = key_of(rules);
        let known = KEPT.with_borrow(|kept| kept.get(&key).cloned()).filter(|worker| !worker.is_over());
        Host(known.or_else(|| {
            let worker = Worker::of(rules).ok()?;
            keep(key, &worker);
            Some(worker)
        }))
    }

    /// Keeps a worker that has opened a game, for the first match.
    pub fn keep(rules: Rules, worker: &Arc<Worker>) {
        keep(key_of(rules), worker);
    }
}

fn key_of(rules: Rules) -> Key {
    (rules.stored.sha256.clone(), rules.declared().class.clone(), CLOSED.with_borrow(Clone::clone))
}

fn keep(key: Key, worker: &Arc<Worker>) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(key, Arc::clone(worker));
    });
}

impl Worker {
    /// Starts a worker of a game whose files this process knows.
    pub fn of(rules: Rules) -> Result<Arc<Worker>, GameProblem> {
        Worker::with_limits(rules, &game_limits())
    }

    pub fn with_limits(rules: Rules, limits: &Limits) -> Result<Arc<Worker>, GameProblem> {
        let Some(file) = rules.file() else {
            let name = &rules.stored.name;
            return Err(problem(message!(
                "the game %{name} cannot be played: its files are not there, and the replay does not contain them",
                name
            )));
        };
        let start = files::start_of(file, &rules.declared().class);
        let folder = file.path.parent().unwrap_or(Path::new(""));
        let is_own = |path: &PathBuf| file.files.iter().any(|(name, _)| folder.join(name) == *path);
        let closed = CLOSED.with_borrow(|files| files.iter().filter(|path| !is_own(path)).cloned().collect());
        let start = GameStart { closed, ..start };
        let worker = Worker::start(&start, limits)?;
        Ok(Arc::new(worker))
    }

    pub fn start(start: &GameStart, limits: &Limits) -> Result<Worker, GameProblem> {
        let process = GameProcess::start(start, limits)?;
        Ok(Worker { process: Mutex::new(process), released: Mutex::default(), last_state: AtomicU64::new(0) })
    }

    pub fn is_over(&self) -> bool {
        lock(&self.process).is_over()
    }

    /// Returns the number of a new state.
    pub fn new_state(&self) -> u64 {
        self.last_state.fetch_add(1, Ordering::Relaxed) + 1
    }

    pub fn declare(&self) -> Result<Declared, GameProblem> {
        match self.call(GameCall::Declare)? {
            GameAnswer::Declared(declared) => Ok(*declared),
            _ => Err(garbage()),
        }
    }

    /// Makes a request that a step answers. The output of the requests since the last step is part of what was printed.
    pub fn step(&self, call: GameCall) -> Arrival {
        let mut process = lock(&self.process);
        process.take_unseeded();
        let step = match self.request(&mut process, call) {
            Ok(GameAnswer::Stepped(step)) => Ok(*step),
            Ok(_) => Err(garbage()),
            Err(problem) => Err(problem),
        };
        let (output, dropped) = process.output();
        Arrival { step, unseeded: process.take_unseeded(), printed: Printed { output, dropped } }
    }

    pub fn save(&self, on: u64) -> Result<Vec<u8>, GameProblem> {
        match self.call(GameCall::Save { on })? {
            GameAnswer::Saved(pickle) => Ok(pickle),
            _ => Err(garbage()),
        }
    }

    /// Restores a saved state.
    pub fn load(self: &Arc<Self>, setup: MatchSetup, pickle: Vec<u8>) -> Result<Handle, GameProblem> {
        let to = self.new_state();
        match self.call(GameCall::Load { to, setup, pickle })? {
            GameAnswer::Loaded => Ok(Handle { id: to, worker: Arc::clone(self) }),
            _ => Err(garbage()),
        }
    }

    pub fn search(
        &self,
        on: u64,
        seat: Seat,
        kind: &str,
        bound: u32,
        seed: u64,
    ) -> Result<Packed, GameProblem> {
        let kind = kind.to_string();
        match self.call(GameCall::Search { on, seat, kind, bound, seed })? {
            GameAnswer::Chosen(order) => Ok(order),
            _ => Err(garbage()),
        }
    }

    /// Checks the game for at most so many seconds. With the records of another worker's check, plays its matches again.
    pub fn check(&self, seconds: u32, records: Option<Packed>) -> Result<Datum, GameProblem> {
        match self.call(GameCall::Check { seconds, records })? {
            GameAnswer::Checked(report) => Datum::unpack(&report).ok_or_else(garbage),
            _ => Err(garbage()),
        }
    }

    fn call(&self, call: GameCall) -> Result<GameAnswer, GameProblem> {
        self.request(&mut lock(&self.process), call)
    }

    fn request(&self, process: &mut GameProcess, call: GameCall) -> Result<GameAnswer, GameProblem> {
        let released = std::mem::take(&mut *lock(&self.released));
        process.release(released);
        process.call(call)
    }
}

/// Returns what a lock protects. A thread that panicked while it held the lock does no harm: the worker's next answer
/// then has a wrong nonce.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub fn problem(message: Message) -> GameProblem {
    GameProblem { message, ..GameProblem::default() }
}

fn garbage() -> GameProblem {
    problem(message!("the game's process sent an invalid answer"))
}

/// Returns a message that ends with its place in a game file.
pub fn with_place(message: Message, place: Option<&CodePlace>) -> Message {
    match place {
        Some(place) if CodePlace::of(&message).is_none() => message.with_note(place.note()),
        _ => message,
    }
}
