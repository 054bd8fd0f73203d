//! The turns of a Python player, independent of the game: its worker, its requests and its answers.

use super::console::{self, Console};
use super::editor_port::EditorPort;
use super::fork_server::{ForkServer, PendingWorker, WorkerEnd};
use super::process::{Waited, WorkerProcess};
use super::worker_failure::{self, WorkerFailure};
use super::worker_pool::{Identity, Readiness, WorkerPool};
use super::{StartOutcome, trace};
use crate::protocol::{Answered, Lifetime, Nonce, Start, Started, TracedTurn};
use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use rustix::fd::AsFd;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use wag_core::arena::{TurnReport, TurnTrace};
use wag_core::problem::{CodePlace, Explanation, Fault, FaultKind, Problem};
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_sandbox::Limits;
use wag_sandbox::clock::Clock;
use wag_sandbox::freezer::Freezer;
use wag_sandbox::patience::retry_start;
use wag_sandbox::pending;
use wag_sandbox::scratch::{Load, Scratch};

/// The part of a Python player that does not depend on its game.
pub struct PythonWorker {
    pub(super) fork_server: Rc<RefCell<ForkServer>>,
    pub(super) start: Start,
    /// The turn to trace, counted from the first turn of the match.
    traced: Option<TracedTurn>,
    /// True if the first turn of a persistent file may take the start time in addition to the turn time.
    has_time_to_load: bool,
    pub(super) limits: Limits,
    pub(super) stop: Arc<AtomicBool>,
    pub(super) scratch: Option<Scratch>,
    /// The number of bytes of output that may still be stored.
    pub(super) output_left: u64,
    /// The time left for the whole match.
    time_left: Option<Duration>,
    /// The generator of nonces.
    pub(super) nonces: ChaCha8Rng,
    /// The nonce of the last request.
    pub(super) nonce: Nonce,
    /// The number of the last requested turn.
    pub(super) turn: u32,
    pub(super) worker: Option<WorkerProcess>,
    /// The next worker, if it has been requested.
    requested_worker: Option<PendingWorker>,
    /// The request of the turn, as a frame.
    frame: Vec<u8>,
    /// The clock of the last request; `None` after the answer.
    pub(super) sent: Option<Result<Clock, Fault>>,
    /// True if this turn has already been requested from an earlier worker; see [`WorkerEnd::WithForkServer`].
    asked_again: bool,
    /// True in a turn whose answer does not count.
    warms_up: bool,
    /// The terminal at which `breakpoint()` stops.
    console: Option<Arc<dyn Console>>,
    /// The port at which the worker waits for an editor.
    editor_port: Option<Arc<EditorPort>>,
    /// The pool from which the worker comes, and to which it returns; `None` if each match has a new one.
    pub(super) pool: Option<Rc<RefCell<WorkerPool>>>,
    /// The identity of the worker in the pool; `None` if it can play only this match.
    pub(super) identity: Option<Identity>,
    /// The result of the worker's start; `None` if the worker is not to be kept.
    pub(super) readiness: Option<Readiness>,
    /// True while a worker from the pool is prepared for this match.
    pub(super) is_resumed: bool,
}

/// A function that decodes the orders of an answer. It returns false if they are malformed.
pub type Take<'t> = &'t mut dyn FnMut(&[u8]) -> bool;

impl PythonWorker {
    pub fn new(
        fork_server: Rc<RefCell<ForkServer>>,
        start: Start,
        has_time_to_load: bool,
        limits: Limits,
        stop: Arc<AtomicBool>,
    ) -> PythonWorker {
        PythonWorker {
            fork_server,
            traced: start.traced,
            start,
            has_time_to_load,
            scratch: None,
            output_left: limits.game_output,
            time_left: limits.game_time,
            nonces: nonces(),
            nonce: Nonce::default(),
            turn: 0,
            limits,
            stop,
            worker: None,
            requested_worker: None,
            frame: Vec::new(),
            sent: None,
            asked_again: false,
            warms_up: false,
            console: None,
            editor_port: None,
            pool: None,
            identity: None,
            readiness: None,
            is_resumed: false,
        }
    }

    pub fn debug_at(&mut self, console: Arc<dyn Console>) {
        self.start.debugged = true;
        self.console = Some(console);
    }

    pub fn wait_for_editor(&mut self, port: Arc<EditorPort>) {
        self.start.has_editor = true;
        self.editor_port = Some(port);
    }

    pub fn begin_start(&mut self) -> io::Result<()> {
        if self.turn == 0 && self.resume() {
            return Ok(());
        }
        let requested_worker = self.order()?;
        self.requested_worker = Some(requested_worker);
        Ok(())
    }

    fn order(&mut self) -> io::Result<PendingWorker> {
        if self.scratch.is_none() {
            let scratch = Scratch::new()?;
            self.start.scratch = Some(scratch.path().to_path_buf());
            self.scratch = Some(scratch);
        }
        let theirs = match (&self.console, &self.editor_port) {
            (Some(console), _) => Some(console::attend(Arc::clone(console), Arc::clone(&self.stop))?),
            (None, Some(port)) => Some(port.attend()?),
            (None, None) => None,
        };
        // A worker counts its own turns.
        let earlier = self.turn.saturating_sub(1);
        self.start.traced = self.traced.and_then(|traced| {
            let number = traced.number.checked_sub(earlier).filter(|number| *number > 0)?;
            Some(TracedTurn { number, ..traced })
        });
        let mut requested_worker = self.fork_server.borrow_mut().ask(theirs.as_ref().map(AsFd::as_fd))?;
        let start = postcard::to_stdvec(&self.start).map_err(io::Error::other)?;
        requested_worker.tell(frame_of(&start));
        Ok(requested_worker)
    }

    pub fn arrive(&mut self) -> io::Result<()> {
        if self.is_resumed && self.has_resumed() {
            return Ok(());
        }
        let mut is_renewed = false;
        let (mut worker, unsent): (WorkerProcess, Vec<u8>) = retry_start(|| {
            loop {
                let requested_worker = match self.requested_worker.take() {
                    Some(requested_worker) => requested_worker,
                    None => self.order()?,
                };
                let mut fork_server = self.fork_server.borrow_mut();
                let generation = requested_worker.generation;
                match fork_server.arrive(requested_worker) {
                    Err(fault) if !is_renewed && fork_server.renew(generation, &fault)? => is_renewed = true,
                    result => return result,
                }
            }
        })?;
        let (process, file) = (worker.pid.as_raw_nonzero(), self.start.file.display());
        log::debug!("process {process} compiles and checks {file}");
        // A worker that has already ended is noticed in the wait for its answer.
        let mut clock = Clock::start(self.limits.start_time, &mut worker.measured);
        let _ = worker.send(&unsent, &mut clock, &self.stop);
        // Other workers run nothing between their turns.
        let may_compute_between_turns = self.is_persistent() || self.limits.bounds.threads > 0;
        let pondering = self.limits.pondering || !may_compute_between_turns;
        worker.inbox.borrow_mut().freezer = Freezer::new(worker.pid, None, pondering);
        self.worker = Some(worker);
        Ok(())
    }

    pub fn finish_start(&mut self) -> (StartOutcome, TurnReport) {
        if let Some(earlier) = self.earlier_start() {
            return earlier;
        }
        let (outcome, report) = self.wait_for_start();
        self.note_start(&outcome, &report);
        (outcome, report)
    }

    fn wait_for_start(&mut self) -> (StartOutcome, TurnReport) {
        let (mut clock, limit) = (Clock::unlimited(), self.limits.start_time);
        let waited = match &mut self.worker {
            // No code of the AI has run that could write files.
            Some(worker) => {
                clock = Clock::start(limit, &mut worker.measured);
                worker.wait(&mut clock, &self.stop, || None)
            }
            None => Waited::Gone,
        };
        let started = match &waited {
            Waited::Frame(bytes) => Started::read(bytes),
            _ => None,
        };
        let mut report = TurnReport::default();
        let outcome = match started {
            Some(Started::Ready { warnings, missing, uncalled }) => {
                self.collect_output(&mut report);
                log::debug!("process {} is ready", self.process_id().unwrap_or_default());
                StartOutcome::Ready { warnings, missing, uncalled }
            }
            Some(Started::Rejected { report: words, place, explanation }) => {
                self.discard(&mut report);
                StartOutcome::Rejected(Box::new(Problem::of_rejection(words, place, explanation)))
            }
            None => {
                let (process, end) = (self.process_id(), self.end_failed_worker(waited, &clock, &mut report));
                let fault = end.fault(message!("while its files were compiled"), self.limits.start_time);
                self.log_end(process, &fault);
                StartOutcome::Failed(fault)
            }
        };
        (outcome, report)
    }

    pub fn process_id(&self) -> Option<i32> {
        self.worker.as_ref().map(|worker| worker.pid.as_raw_nonzero().get())
    }

    /// Returns true if the file is persistent: it runs once and ends with the worker.
    fn is_persistent(&self) -> bool {
        self.start.lifetime == Lifetime::Match
    }

    /// Returns true in the first turn of a persistent file, which runs the file and may take longer.
    fn loads(&self) -> bool {
        self.is_persistent() && self.has_time_to_load && self.turn == 1
    }

    /// Starts a new worker for the turn if the last one has ended.
    fn ensure_worker(&mut self) -> Result<(), Fault> {
        if self.worker.is_some() {
            return Ok(());
        }
        if self.is_persistent() {
            return Err(Fault::crash(message!("the AI's process has ended")));
        }
        let arrived = self.begin_start().and_then(|()| self.arrive());
        arrived.map_err(|fault| {
            let fault = Message::of_io(&fault);
            Fault::crash(message!("cannot restart the AI's process: %{fault}", fault))
        })?;
        match self.finish_start().0 {
            StartOutcome::Ready { .. } => Ok(()),
            StartOutcome::Rejected(problem) => {
                let report = problem.report.unwrap_or_default();
                Err(Fault::crash(message!("cannot restart the AI: %{report}", report)))
            }
            StartOutcome::Failed(fault) => Err(fault),
        }
    }

    /// Begins a turn's frame: space for the length, a nonce, the random seed.
    fn begin_frame(&mut self, random_seed: u64) {
        self.asked_again = false;
        self.frame.clear();
        self.frame.extend([0; 4]);
        self.turn += 1;
        self.nonces.fill_bytes(&mut self.nonce);
        self.frame.extend(self.nonce);
        self.frame.extend(random_seed.to_le_bytes());
    }

    /// Sends the turn's frame to a worker. Returns the clock of the turn.
    fn send_frame(&mut self) -> Result<Clock, Fault> {
        let length = (self.frame.len() - 4) as u32;
        self.frame[..4].copy_from_slice(&length.to_le_bytes());
        self.ensure_worker()?;
        let limit = self.time_to_wait();
        let Some(worker) = &mut self.worker else { return Ok(Clock::unlimited()) };
        worker.move_here();
        let mut clock = Clock::start(limit, &mut worker.measured);
        worker.thaw();
        // A worker that does not read is noticed in the wait for its answer.
        let _ = worker.send(&self.frame, &mut clock, &self.stop);
        Ok(clock)
    }

    /// Collects the AI's output, even if the worker is dead. Output beyond the limits is only counted.
    fn collect_output(&mut self, report: &mut TurnReport) {
        let Some(worker) = &self.worker else { return };
        let mut output = Vec::new();
        let dropped = worker.take_output(&mut output);
        let room = self.limits.turn_output.saturating_sub(report.output.len()) as u64;
        let accepted = (output.len() as u64).min(room).min(self.output_left);
        self.output_left -= accepted;
        let beyond = output.len() as u64 - accepted;
        report.output_dropped = report.output_dropped.saturating_add(dropped).saturating_add(beyond);
        output.truncate(accepted as usize);
        match report.output.is_empty() {
            true => report.output = output,
            false => report.output.extend(output),
        }
    }

    /// Ends a worker that can't go on, then collects its output. Returns how the worker ended.
    pub(super) fn discard(&mut self, report: &mut TurnReport) -> WorkerEnd {
        let ended = match &mut self.worker {
            Some(worker) => {
                let ended = self.fork_server.borrow_mut().end(worker);
                worker.is_touched = true;
                ended
            }
            None => WorkerEnd::Alone(message!("the process did not exist")),
        };
        self.collect_output(report);
        self.worker = None;
        self.empty_scratch();
        ended
    }

    /// Ends a worker that has given no answer, and collects all information about why it gave none.
    fn end_failed_worker<'c>(
        &mut self,
        waited: Waited,
        clock: &'c Clock,
        report: &mut TurnReport,
    ) -> WorkerFailure<'c> {
        let mut trace = match (&waited, &self.worker) {
            (Waited::Timeout | Waited::Overfull(_) | Waited::Stopped, Some(worker)) => worker.request_stack(),
            _ => String::new(),
        };
        let ended = self.discard(report);
        if trace.is_empty() {
            // After a crash, Python has written the trace into the AI's output.
            let output = String::from_utf8_lossy(&report.output);
            trace = output.rsplit_once(CRASHED).map_or_else(String::new, |(_, trace)| trace.to_string());
        }
        let line = self.own_line(&trace);
        WorkerFailure { waited, ended, line, clock }
    }

    /// Returns the innermost line of a trace that is in the AI's own files.
    fn own_line(&self, trace: &str) -> Option<Message> {
        trace::own_line(trace, &self.start.file, &self.start.folder_word)
    }

    /// Logs the reason why a process was ended.
    fn log_end(&self, process: Option<i32>, fault: &Fault) {
        let (process, file) = (process.unwrap_or_default(), self.start.file.display());
        let what = printable(&fault.message.english());
        log::debug!(
            "process {process} of {file} is ended in turn {}: {what} [{}]",
            self.turn,
            fault.kind.name()
        );
    }

    /// Returns a fault if the AI has too many threads. If no threads are allowed at all, the system prevents them and
    /// this returns `None`.
    fn too_many_threads(&self) -> Option<Fault> {
        let allowed = self.limits.bounds.threads;
        let threads = if allowed > 0 { self.worker.as_ref()?.threads_beyond(allowed) } else { 0 };
        (threads > allowed).then(|| Fault {
            kind: FaultKind::Threads,
            message: message!(
                "%{threads} extra threads were still running at the end of the turn; %{allowed} are allowed",
                threads,
                allowed
            ),
        })
    }

    /// Returns a fault if the AI has written more or larger files than allowed. This also covers an excess that the
    /// engine did not notice during the turn, so that matches are repeatable.
    fn too_full(&self, left: Load) -> Option<Fault> {
        let what = left.too_much(self.limits.bounds.file_size)?;
        Some(Fault::memory(message!("%{what} at the end of its turn", what)))
    }

    /// Measures the files that the turn has left in the scratch folder, and removes them unless the AI's file is
    /// persistent.
    fn clear_scratch(&mut self) -> Load {
        let is_touched = self.worker.as_ref().is_none_or(|worker| worker.is_touched);
        let load = match &self.scratch {
            _ if !is_touched => Load::default(),
            Some(scratch) if self.is_persistent() => {
                scratch.restore_permissions();
                scratch.load()
            }
            _ => self.empty_scratch(),
        };
        // A remaining file can grow without being noticed, so only an empty folder counts as unchanged.
        let is_empty = !self.is_persistent() || load.is_empty();
        if let Some(worker) = self.worker.as_mut().filter(|_| is_empty) {
            worker.note_checked(self.scratch.as_ref());
        }
        load
    }

    fn empty_scratch(&self) -> Load {
        self.scratch.as_ref().map_or_else(Load::default, Scratch::empty)
    }
}

/// Creates a random number generator that no game depends on and that no AI can predict.
pub(super) fn nonces() -> ChaCha8Rng {
    let mut seed = <ChaCha8Rng as SeedableRng>::Seed::default();
    // Without the system's random numbers, an AI could forge an answer; nothing else depends on them.
    let _ = SysRng.try_fill_bytes(&mut seed);
    ChaCha8Rng::from_seed(seed)
}

/// The time limit within which an interrupted persistent file must end its turn.
const GRACE: Duration = Duration::from_millis(500);
/// The time that a traced turn may take beyond the time after which the worker itself ends it. Only code without lines,
/// such as a call in C, takes longer.
const TRACED_GRACE: Duration = Duration::from_secs(1);
/// The time that a turn whose answer does not count may take for its imports, beyond the turn's own limit.
const IMPORT_TIME_MAX: Duration = Duration::from_secs(1);
/// The text with which Python's report of a crash begins.
pub(super) const CRASHED: &str = "Fatal Python error: ";

/// Returns a frame as [`crate::protocol`] defines it: the length, then the bytes.
pub(super) fn frame_of(bytes: &[u8]) -> Vec<u8> {
    let mut frame = (bytes.len() as u32).to_le_bytes().to_vec();
    frame.extend(bytes);
    frame
}

impl PythonWorker {
    /// Begins a turn; `encode` appends the view to its frame.
    pub fn ask(&mut self, random_seed: u64, encode: impl FnOnce(&mut Vec<u8>)) {
        self.begin_frame(random_seed);
        encode(&mut self.frame);
        self.sent = Some(self.send_frame());
        if let Some(worker) = &self.worker {
            worker.inbox.borrow_mut().outcome = None;
            pending::add(&worker.inbox);
        }
    }

    /// Plays a turn whose answer does not count, unless the file is persistent. If even this turn takes too long, a trace of
    /// the next one ends the turn, so that the trace is not lost with the process.
    pub fn warm_up(&mut self, random_seed: u64, encode: impl FnOnce(&mut Vec<u8>)) {
        if self.is_persistent() {
            return;
        }
        let (time_left, output_left) = (self.time_left, self.output_left);
        self.warms_up = true;
        self.ask(random_seed, encode);
        let report = self.answer(&mut |_| true);
        self.warms_up = false;
        (self.time_left, self.output_left) = (time_left, output_left);
        if report.fault.is_some_and(|fault| fault.kind == FaultKind::Timeout) {
            let limit = self.limits.turn_time.unwrap_or_default() * 2;
            self.traced = self.traced.map(|traced| TracedTurn {
                is_endless: true,
                time_max: traced.time_max.min(limit),
                ..traced
            });
        }
    }

    /// Freezes the worker before the first turn of the match.
    pub fn begin(&self) {
        if let Some(worker) = &self.worker {
            worker.freeze();
        }
    }

    pub fn answer(&mut self, take: Take<'_>) -> TurnReport {
        let allowed = self.turn_time().filter(|_| self.loads());
        let mut report = TurnReport { allowed, ..self.answer_turn(take) };
        if report.explanation.is_none() && report.fault.as_ref().is_some_and(is_endless) {
            report.explanation = Some(Explanation::new("endless", &[]));
        }
        if let Some(worker) = &self.worker {
            worker.freeze();
        }
        if self.is_persistent() && self.worker.is_none() {
            report.is_gone = true;
            report.fault = report.fault.map(|fault| Fault {
                message: message!("%{what}; the player is not restarted", what = fault.message),
                ..fault
            });
        }
        self.time_left = self.time_left.map(|left| left.saturating_sub(report.think));
        report
    }

    /// Returns true if the worker can receive the end of the match.
    pub fn can_receive_end(&self) -> bool {
        self.worker.is_some() && self.turn > 0 && !self.stop.load(Ordering::Relaxed)
    }

    /// Kills the worker early, while other players still receive the end of the match and results are written. Does
    /// nothing if the worker will play another match.
    pub fn dismiss(&self) {
        if let Some(worker) = self.worker.as_ref().filter(|_| !self.is_kept()) {
            self.fork_server.borrow_mut().dismiss(worker);
        }
    }

    /// Returns the time limit of the current turn.
    fn turn_time(&self) -> Option<Duration> {
        let turn = match self.loads() {
            true => self.limits.start_time.zip(self.limits.turn_time).map(|(start, turn)| start + turn),
            false if self.warms_up => self.limits.turn_time.map(|turn| turn + IMPORT_TIME_MAX),
            false => self.limits.turn_time,
        };
        [turn, self.time_left].into_iter().flatten().min()
    }

    /// Returns the time limit of the current turn, with the time for tracing it.
    fn time_to_wait(&self) -> Option<Duration> {
        let traced = self.traced.filter(|traced| traced.number == self.turn);
        let tracing = traced.map_or(Duration::ZERO, |traced| traced.time_max + TRACED_GRACE);
        self.turn_time().map(|limit| limit + tracing)
    }

    /// Returns the part of a fault's message that says when the fault happened.
    fn when(&self) -> Message {
        match self.limits.game_time {
            Some(whole) if self.time_left == self.turn_time() => {
                let time = whole.as_secs_f64();
                message!("in its turn, which was all that was left of its %{time} s for the whole game", time)
            }
            _ => message!("in its turn"),
        }
    }

    /// Returns the time that the player is charged for the turn. The worker's own value `reported` is limited to the time
    /// that has passed. If the whole match has a time limit, `reported` is ignored, and all time that the process has
    /// computed or slept since the request counts.
    fn charged_time(&mut self, reported: Duration, clock: &mut Clock) -> Duration {
        match (&mut self.worker, self.limits.game_time) {
            (Some(worker), Some(_)) => clock.charge(&mut worker.measured),
            _ => reported.min(clock.began().elapsed()),
        }
    }

    /// Decodes a worker's answer; `None` if it is malformed or has another nonce.
    pub(super) fn read(&self, waited: &Waited) -> Option<Answered> {
        let Waited::Frame(bytes) = waited else { return None };
        let answered = postcard::from_bytes::<Answered>(bytes).ok();
        // A process that does not know the nonce was not sent this request.
        answered.filter(|answered| answered.nonce == self.nonce)
    }

    /// Interrupts the turn of a persistent file whose time is up, and keeps the file running. Returns `None` if the
    /// file must be ended instead.
    fn interrupted(&mut self, waited: &Waited, clock: &Clock, think: Duration) -> Option<TurnReport> {
        let is_late = matches!(waited, Waited::Timeout) && self.is_persistent();
        let worker = self.worker.as_mut().filter(|_| is_late)?;
        let trace = worker.request_stack();
        worker.interrupt();
        worker.is_touched = true;
        let (scratch, file_size) = (&self.scratch, self.limits.bounds.file_size);
        let too_much = || scratch.as_ref()?.load().too_much(file_size);
        let mut grace = Clock::start(Some(GRACE), &mut worker.measured);
        let received = worker.wait(&mut grace, &self.stop, too_much);
        let answered =
            self.read(&received).filter(|answered| !answered.is_over && !answered.out_of_memory)?;
        let left = self.clear_scratch();
        if self.too_many_threads().or(self.too_full(left)).is_some() {
            return None;
        }
        let mut report = TurnReport::default();
        self.collect_output(&mut report);
        let is_doubtful = clock.is_doubtful();
        let line = self.own_line(&trace);
        let fault = worker_failure::late(clock, self.when(), self.turn_time(), line);
        let report = answered.report(report.output, report.output_dropped);
        Some(TurnReport { think, is_doubtful, ..report.lost(fault) })
    }

    /// Returns the fault of a traced turn that was interrupted because its time was up.
    fn late_trace(&self, trace: &TurnTrace) -> Fault {
        let limit = self.turn_time();
        let line = Some(trace.last.clone()).filter(|line| !line.is_empty()).map(Message::from);
        worker_failure::out_of_time(self.when(), limit, line)
    }

    pub fn answer_turn(&mut self, take: Take<'_>) -> TurnReport {
        let report = self.finish_turn(take);
        self.note_turn(&report);
        report
    }

    fn finish_turn(&mut self, take: Take<'_>) -> TurnReport {
        let mut clock = match self.sent.take() {
            Some(Ok(clock)) => clock,
            Some(Err(fault)) => return TurnReport::default().lost(fault),
            None => Clock::unlimited(),
        };
        let waited = match &mut self.worker {
            Some(worker) => {
                pending::remove(&worker.inbox);
                let (scratch, file_size) = (&self.scratch, self.limits.bounds.file_size);
                worker.wait(&mut clock, &self.stop, || scratch.as_ref()?.load().too_much(file_size))
            }
            None => Waited::Gone,
        };
        let answered = self.read(&waited);
        let mut report = TurnReport::default();
        if let Some(answered) = answered.filter(|answered| take(&answered.orders)) {
            let is_over = self.is_persistent() && answered.is_over;
            let is_spent = !self.is_persistent() && (answered.is_spent || self.limits.fresh_process);
            self.collect_output(&mut report);
            let mut report = answered.report(report.output, report.output_dropped);
            report.think = self.charged_time(report.think, &mut clock);
            let late =
                report.trace.as_ref().filter(|trace| trace.is_late).map(|trace| self.late_trace(trace));
            let left = self.clear_scratch();
            report.fault = late.or(report.fault);
            report.fault = self.too_many_threads().or(self.too_full(left)).or(report.fault);
            let is_lost = report.fault.as_ref().is_some_and(Fault::loses_turn);
            // Ending the worker releases the memory that it has filled.
            if is_lost || is_over || is_spent {
                if let Some(fault) = &report.fault {
                    self.log_end(self.process_id(), fault);
                }
                self.discard(&mut report);
            }
            return report;
        }
        report.think = clock.began().elapsed();
        report.computed = clock.computed();
        report.is_doubtful = matches!(waited, Waited::Timeout) && clock.is_doubtful();
        if let Some(interrupted) = self.interrupted(&waited, &clock, report.think) {
            return interrupted;
        }
        let process = self.process_id();
        let end = self.end_failed_worker(waited, &clock, &mut report);
        let is_ambiguous = matches!((&end.waited, &end.ended), (Waited::Gone, WorkerEnd::WithForkServer));
        if is_ambiguous && !self.is_persistent() && !std::mem::replace(&mut self.asked_again, true) {
            // Some AI has killed all workers. The turn is repeated once: an AI that kills them again in its own turn is
            // the culprit.
            self.sent = Some(self.send_frame());
            return self.finish_turn(take);
        }
        let fault = end.fault(self.when(), self.turn_time());
        self.log_end(process, &fault);
        report.lost(fault)
    }
}

impl Drop for PythonWorker {
    fn drop(&mut self) {
        self.keep_worker();
        let mut fork_server = self.fork_server.borrow_mut();
        let requested_worker = self
            .requested_worker
            .take()
            .and_then(|requested_worker| fork_server.arrive(requested_worker).ok());
        for worker in self.worker.take().into_iter().chain(requested_worker.map(|(worker, _)| worker)) {
            fork_server.end(&worker);
        }
    }
}

/// Returns true for a time-out in a known line of the AI's code.
fn is_endless(fault: &Fault) -> bool {
    fault.kind == FaultKind::Timeout && CodePlace::of(&fault.message).is_some()
}
