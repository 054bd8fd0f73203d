//! The engine's side of a game in Python: it sends requests to the game's worker and reads its answers.
//!
//! The worker is as untrusted as a player's. Every wait has a time limit, and whatever goes wrong becomes a
//! [`GameProblem`], after which the worker is gone.

use super::fork_server::WorkerEnd;
use super::game_launcher::{self, GameWorker};
use super::process::Waited;
use super::trace;
use super::turns::{CRASHED, frame_of, nonces};
use crate::protocol::game::{GameAnswer, GameAnswered, GameCall, GameProblem, GameRequest};
use crate::protocol::{Lifetime, Nonce, Role, Start, Started};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wag_core::problem::{CodePlace, Explanation, Problem, Unseeded};
use wag_i18n::{Message, message};
use wag_sandbox::Limits;
use wag_sandbox::clock::{Clock, wall_limit};
use wag_sandbox::freezer::Freezer;

/// A game file, and how it is run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameStart {
    /// The absolute path of the file. For a game whose text is given, its name in angle brackets, such as `<nim>`.
    pub file: PathBuf,
    /// The text of a built-in or recorded game, which has no folder.
    pub text: Option<String>,
    /// The names and texts of the files that such a game imports.
    pub beside: Vec<(String, String)>,
    /// The name of the game's class; `None` for the only game of the file.
    pub class: Option<String>,
    /// Files that the game may not read: those of the players, logs and replays.
    pub closed: Vec<PathBuf>,
    /// The prefix of the files' names in messages, such as `x/`.
    pub folder_word: String,
}

/// Returns the usual limits of a game: those of a player, with two seconds per request.
pub fn game_limits() -> Limits {
    Limits { turn_time: Some(Duration::from_secs(2)), ..Limits::default() }
}

/// A running game. It can move to another thread.
pub struct GameProcess {
    start: GameStart,
    limits: Limits,
    /// `None` once the game has failed.
    worker: Option<Box<GameWorker>>,
    nonces: ChaCha8Rng,
    /// The number of requests so far.
    requests: u64,
    /// States to release with the next request.
    released: Vec<u64>,
    output: Vec<u8>,
    output_dropped: u64,
    unseeded: Unseeded,
    warnings: Vec<Message>,
    missing: Vec<String>,
}

/// A match is stopped between two requests, which end soon.
static NEVER: AtomicBool = AtomicBool::new(false);

impl GameProcess {
    /// Starts a worker, which compiles and checks the game's files. They run at the first request.
    pub fn start(start: &GameStart, limits: &Limits) -> Result<GameProcess, GameProblem> {
        let frame = postcard::to_stdvec(&start_data(start, limits)).map(|bytes| frame_of(&bytes));
        let launched = frame.map_err(std::io::Error::other).and_then(game_launcher::launch);
        let (worker, unsent) = launched.map_err(|fault| {
            let fault = Message::of_io(&fault);
            GameProblem::of(message!("the game's process cannot be started: %{fault}", fault))
        })?;
        let mut process = GameProcess {
            start: start.clone(),
            limits: limits.clone(),
            worker: Some(Box::new(worker)),
            nonces: nonces(),
            requests: 0,
            released: Vec::new(),
            output: Vec::new(),
            output_dropped: 0,
            unseeded: Unseeded::NONE,
            warnings: Vec::new(),
            missing: Vec::new(),
        };
        process.finish_start(&unsent)?;
        Ok(process)
    }

    fn finish_start(&mut self, unsent: &[u8]) -> Result<(), GameProblem> {
        let limit = self.limits.start_time;
        let (waited, clock) = self.exchange(unsent, limit);
        let started = match &waited {
            Waited::Frame(bytes) => Started::read(bytes),
            _ => None,
        };
        match started {
            Some(Started::Ready { warnings, missing, .. }) => {
                if let Some(worker) = &self.worker {
                    worker.inbox.borrow_mut().freezer = Freezer::new(worker.pid, None, self.limits.pondering);
                    worker.freeze();
                }
                (self.warnings, self.missing) = (warnings, missing);
                let accepted = self.limits.accept(&self.missing);
                accepted.map_err(|fault| GameProblem::of(Message::of_io(&fault)))
            }
            Some(Started::Rejected { report, place, explanation }) => {
                self.end();
                let Problem { message, place, explanation, report, .. } =
                    Problem::of_rejection(report, place, explanation);
                Err(GameProblem { message, place, explanation, report, is_out_of_memory: false })
            }
            None => Err(self.failed(waited, &clock, limit)),
        }
    }

    /// Sends a request and waits for its answer. After an error other than an exception of the game, the process has
    /// ended.
    pub fn call(&mut self, call: GameCall) -> Result<GameAnswer, GameProblem> {
        if self.worker.is_none() {
            return Err(GameProblem::of(message!("the game's process has ended")));
        }
        let mut nonce = Nonce::default();
        self.nonces.fill_bytes(&mut nonce);
        let extra = match &call {
            GameCall::Check { seconds, .. } => Duration::from_secs((*seconds).into()),
            _ => Duration::ZERO,
        };
        let request = GameRequest { nonce, released: std::mem::take(&mut self.released), call };
        let frame = postcard::to_extend(&request, vec![0; 4]).map(with_length);
        let frame = frame.map_err(|fault| GameProblem::of(fault.into()))?;
        self.requests += 1;
        // The first request runs the file.
        let limit = if self.requests == 1 { self.limits.start_time } else { self.limits.turn_time };
        let limit = limit.map(|limit| limit + extra);
        let (waited, clock) = self.exchange(&frame, limit);
        let answered = match &waited {
            Waited::Frame(bytes) => GameAnswered::read(bytes).filter(|answered| answered.nonce == nonce),
            _ => None,
        };
        let Some(GameAnswered { answer, unseeded, .. }) = answered else {
            return Err(self.failed(waited, &clock, limit));
        };
        self.unseeded = self.unseeded.and(unseeded);
        self.take_output();
        match answer {
            GameAnswer::Failed(problem) => Err(*problem),
            answer => Ok(answer),
        }
    }

    /// Sends a frame and waits for the next one.
    fn exchange(&mut self, frame: &[u8], limit: Option<Duration>) -> (Waited, Clock) {
        let Some(worker) = &mut self.worker else { return (Waited::Gone, Clock::unlimited()) };
        if self.requests > 0 {
            worker.move_here();
        }
        let mut clock = Clock::start(limit, &mut worker.measured);
        worker.thaw();
        // A worker that does not read is noticed in the wait for its answer.
        let _ = worker.send(frame, &mut clock, &NEVER);
        let waited = worker.wait(&mut clock, &NEVER, || None);
        // A frozen process would not report what it is running.
        if self.requests > 0 && matches!(waited, Waited::Frame(_)) {
            worker.freeze();
        }
        (waited, clock)
    }

    /// Notes that states are no longer needed. The worker drops them with the next request.
    pub fn release(&mut self, states: Vec<u64>) {
        self.released.extend(states);
    }

    /// Returns what the game has printed since the last call, and the number of bytes that were dropped.
    pub fn output(&mut self) -> (Vec<u8>, u64) {
        (std::mem::take(&mut self.output), std::mem::take(&mut self.output_dropped))
    }

    /// Returns the sources of randomness since the last call that no seed controls.
    pub fn take_unseeded(&mut self) -> Unseeded {
        std::mem::replace(&mut self.unseeded, Unseeded::NONE)
    }

    /// Returns warnings about the game's files.
    pub fn warnings(&self) -> &[Message] {
        &self.warnings
    }

    /// Returns the restrictions that the system cannot apply.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Returns whether the worker has ended, so that the game cannot answer any more.
    pub fn is_over(&self) -> bool {
        self.worker.is_none()
    }

    /// Returns the id of the worker's process, if there is one.
    pub fn process_id(&self) -> Option<i32> {
        self.worker.as_ref().map(|worker| worker.pid.as_raw_nonzero().get())
    }

    fn take_output(&mut self) {
        let Some(worker) = &self.worker else { return };
        let before = self.output.len();
        let dropped = worker.take_output(&mut self.output);
        let room = before.saturating_add(self.limits.turn_output).min(self.limits.game_output as usize);
        let beyond = self.output.len().saturating_sub(room);
        self.output.truncate(room);
        self.output_dropped = self.output_dropped.saturating_add(dropped).saturating_add(beyond as u64);
    }

    /// Ends the worker and collects its last output.
    fn end(&mut self) -> WorkerEnd {
        let Some(worker) = self.worker.take() else {
            return WorkerEnd::Alone(message!("the process did not exist"));
        };
        let (worker, end) = game_launcher::end(worker);
        self.worker = worker;
        self.take_output();
        self.worker = None;
        end
    }

    /// Ends a worker that has given no answer, and describes why.
    fn failed(&mut self, waited: Waited, clock: &Clock, limit: Option<Duration>) -> GameProblem {
        let mut stack = match (&waited, &self.worker) {
            (Waited::Timeout, Some(worker)) => worker.request_stack(),
            _ => String::new(),
        };
        let end = self.end();
        if stack.is_empty() {
            // After a crash, Python has written the stack into the output.
            let output = String::from_utf8_lossy(&self.output);
            stack = output.rsplit_once(CRASHED).map_or_else(String::new, |(_, stack)| stack.to_string());
        }
        let line = trace::own_line(&stack, &self.start.file, &self.start.folder_word);
        let place = line.and_then(|line| CodePlace::of(&Message::from("").with_note(line)));
        let is_endless = matches!(waited, Waited::Timeout) && !clock.exceeded_wall_time();
        let explanation = place.as_ref().filter(|_| is_endless);
        let explanation = explanation.map(|_| Explanation::new("endless", &[]));
        let message = match waited {
            Waited::Timeout if clock.exceeded_wall_time() => message!(
                "the game did not answer within %{waited} s, because this computer is too busy: it got less than its %{time} s",
                waited = wall_limit(limit.unwrap_or_default()).as_secs_f64(),
                time = limit.unwrap_or_default().as_secs_f64()
            ),
            Waited::Timeout => {
                let time = limit.unwrap_or_default().as_secs_f64();
                message!("the game did not answer within %{time} s", time)
            }
            Waited::Frame(_) | Waited::Garbage => message!("the game's process sent invalid data"),
            _ => match end {
                WorkerEnd::Alone(how) => message!("the game's process ended: %{how}", how),
                WorkerEnd::WithForkServer => {
                    message!(
                        "the game's process ended, together with the fork server that starts such processes"
                    )
                }
            },
        };
        GameProblem { place, explanation, ..GameProblem::of(message) }
    }
}

impl Drop for GameProcess {
    fn drop(&mut self) {
        if let Some(worker) = self.worker.take() {
            game_launcher::dismiss(worker);
        }
    }
}

/// Stores the length of a frame in its first four bytes.
fn with_length(mut frame: Vec<u8>) -> Vec<u8> {
    let length = (frame.len() - 4) as u32;
    frame[..4].copy_from_slice(&length.to_le_bytes());
    frame
}

fn start_data(start: &GameStart, limits: &Limits) -> Start {
    Start {
        game: String::new(),
        setup: Vec::new(),
        file: start.file.clone(),
        built_in: start.text.clone(),
        beside: start.beside.clone(),
        lifetime: Lifetime::Match,
        role: Role::Game { class: start.class.clone() },
        entry: None,
        bounds: limits.bounds.clone(),
        closed: start.closed.clone(),
        scratch: None,
        debugged: false,
        stops_at_first_line: false,
        has_editor: false,
        profiled: false,
        traced: None,
        folder_word: start.folder_word.clone(),
    }
}
