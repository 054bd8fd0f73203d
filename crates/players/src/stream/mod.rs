//! A player that is a program in any language. The program is started once, runs for the whole game, and communicates
//! by lines over its standard input and output ([`Lines`]). Its standard error is its printed output.
//!
//! Every wait has a time limit, and answers are untrusted. The game decides what to do with lines that make no sense.
//! If a program ends, exceeds its time, writes out of turn or writes too much ([`ConversationError`]), all its
//! processes are ended, and it is not started again.
//!
//! The engine checks:
//! - the time from the request to the answer, if that is longer than one sleep of the [`Clock`]: a quick answer is
//!   never too late. If several seats have requests at once, the answers are taken one after the other, and only the
//!   time that the match waits for a seat counts as the seat's time;
//! - the program's processes and their memory. The supervisor process checks them every few milliseconds during the
//!   whole game;
//! - the scratch folder, after each sleep and after the program's turns, at most once per [`LOOK`]. During the turns of
//!   other players, the program can write any number of files, but it is ended for that in its own next turn;
//! - computing during the turns of other players. From the first turn of the match on, the program is frozen as soon as
//!   it has answered, even while the match waits for other seats, until its next request ([`Freezer`], [`pending`]).
//!   [`Limits::pondering`] turns this off.

mod conversation;
mod stream_program;
#[cfg(test)]
mod tests;

use crate::allowance::{Allowance, hint_missing_line_end, no_answer_fault, quoted};
use crate::channel::Channel;
use crate::process::{LOOK, Output, Supervisor, lay_out, supervisor_gone};
use crate::{Confinement, Program};
use conversation::{Conversation, ConversationError, Form};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stream_program::StreamProgram;
use wag_core::arena::{Answer, Ask, Fault, Player, TurnReport};
use wag_core::game::protocols::Lines;
use wag_core::game::{Game, Seat};
use wag_i18n::message;
use wag_sandbox::Limits;
use wag_sandbox::clock::Clock;
use wag_sandbox::freezer::Freezer;
use wag_sandbox::pending;
use wag_sandbox::scratch::Scratch;

/// Time after a program has closed a stream in which it can end by itself. After that, it is killed.
const EXIT_WAIT: Duration = Duration::from_secs(1);
/// The number of characters of an invalid text that a message shows.
const SHOWN: usize = 40;

/// A player that is a persistent program.
pub struct StreamPlayer<G: Game> {
    protocol: &'static Lines<G>,
    limits: Limits,
    stop: Arc<AtomicBool>,
    allowance: Allowance,
    /// The program's output since its last turn.
    output: Output,
    program: Result<Rc<RefCell<StreamProgram>>, Fault>,
    sent: Result<(), ConversationError>,
    /// The time at which the last request was sent.
    began: Instant,
    /// True if the program's time ran out although the program could not compute during all of it.
    is_doubtful: bool,
    /// The time of the last check of the scratch folder.
    looked: Instant,
    /// The process that starts the program. Declared before `scratch`, so that it ends before the folder is removed.
    supervisor: Supervisor,
    scratch: Scratch,
}

impl<G: Game> StreamPlayer<G> {
    /// Creates the folder, starts the program, and sends it the greeting. Also returns a sentence for each restriction
    /// that the system can't apply.
    ///
    /// Returns an error only if the engine itself fails. If the program fails, [`StreamPlayer::failure`] returns its
    /// fault, which is also the fault of its first turn.
    pub fn new(
        protocol: &'static Lines<G>,
        setup: &G::Setup,
        seat: Seat,
        program: &Program,
        confinement: Confinement<'_>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(StreamPlayer<G>, Vec<String>)> {
        let Confinement { limits, closed, keep } = confinement;
        let mut scratch = Scratch::new()?;
        lay_out(scratch.path(), &program.homes, closed);
        scratch.begin(keep);
        let (supervisor, warnings) = Supervisor::start(&program.order(scratch.path(), limits, closed))?;
        limits.accept(&warnings)?;
        let allowance = Allowance::new(limits);
        let mut player = StreamPlayer {
            protocol,
            limits: limits.clone(),
            stop: Arc::clone(stop),
            output: Output::with_room(allowance.room()),
            allowance,
            program: Err(Fault::crash(message!("the program was not started"))),
            sent: Ok(()),
            began: Instant::now(),
            is_doubtful: false,
            looked: Instant::now(),
            supervisor,
            scratch,
        };
        player.start()?;
        player.greet(&(protocol.hello)(setup, seat, limits.times()));
        Ok((player, warnings))
    }

    /// Returns the fault because of which the program no longer plays, or `None` if it still plays.
    pub fn failure(&self) -> Option<&Fault> {
        self.program.as_ref().err()
    }

    /// Returns a report with the output so far, as if there had been a turn.
    pub fn report(&mut self) -> TurnReport {
        let mut report = TurnReport::default();
        self.report_output(&mut report);
        report
    }

    fn start(&mut self) -> io::Result<()> {
        self.program = match self.supervisor.start_persistent()? {
            Ok(running) => {
                let conversation = Conversation::new(Channel::new(running.to, running.from)?);
                let pondering = self.limits.pondering;
                let freezer = Freezer::new(running.pid, self.supervisor.control_group(), pondering);
                let group = self.supervisor.group(running.pid);
                let stream_program = StreamProgram::new(conversation, self.form(), group, freezer);
                Ok(Rc::new(RefCell::new(stream_program)))
            }
            Err(reason) => Err(Fault::crash(message!("cannot start the program: %{reason}", reason))),
        };
        Ok(())
    }

    fn greet(&mut self, hello: &str) {
        let Ok(program) = &self.program else { return };
        self.began = Instant::now();
        let mut greeted = program.borrow_mut().conversation.say(hello.as_bytes());
        if self.protocol.answers_hello {
            greeted = greeted.and_then(|()| self.wait(self.limits.start_time));
        }
        if let Err(broken) = greeted {
            let limit = self.limits.start_time;
            let fault = self.end_program(broken, |_| no_answer_fault(limit));
            let message = message!("%{what}, before its first turn", what = fault.message);
            self.program = Err(Fault { kind: fault.kind, message });
        }
        // A program without an answer to the greeting keeps preparing until the first turn of the match.
        if self.protocol.answers_hello {
            self.freeze();
        }
    }

    fn freeze(&self) {
        if let Ok(program) = &self.program {
            program.borrow_mut().freezer.freeze();
        }
    }

    fn form(&self) -> Form {
        let Lines { is_last, answer_max, accepts_early_lines, .. } = *self.protocol;
        Form { is_last, answer_max, accepts_early_lines }
    }

    /// Waits until the answer is complete, but at most `limit`.
    fn wait(&mut self, limit: Option<Duration>) -> Result<(), ConversationError> {
        let Ok(program) = &self.program else { return Err(ConversationError::OutputClosed) };
        let mut program = program.borrow_mut();
        let mut clock = Clock::start(self.began, limit).with_first_sample(program.noted.take());
        let mut checked = self.began;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(ConversationError::Stopped);
            }
            if let Some(outcome) = program.outcome.take() {
                return outcome;
            }
            let (nap, before) = (clock.nap(), Instant::now());
            let rest = nap.saturating_sub(before - checked);
            if program.conversation.wait(rest, self.supervisor.printed()) {
                self.supervisor.take_output(&mut self.output);
            }
            if program.has_answered()? {
                return Ok(());
            }
            let now = Instant::now();
            clock.slept(rest, now - before);
            // A program that prints a lot ends the sleep early.
            if now - checked >= nap {
                checked = now;
                if clock.is_up(&mut program.group) {
                    self.is_doubtful = clock.exceeded_wall_time();
                    return Err(ConversationError::Timeout);
                }
                look(&self.scratch, &self.limits, &mut self.looked, now)?;
            }
        }
    }

    /// Waits for the orders of the turn.
    fn hear(&mut self) -> Result<G::Orders, ConversationError> {
        std::mem::replace(&mut self.sent, Ok(()))?;
        self.wait(self.allowance.time())?;
        look(&self.scratch, &self.limits, &mut self.looked, Instant::now())?;
        let Ok(program) = &self.program else { return Err(ConversationError::OutputClosed) };
        Ok((self.protocol.read_answer)(program.borrow().conversation.answer()))
    }

    /// Waits until the program ends by itself, at most [`Limits::end_wait`]. Returns why the wait ended.
    fn wait_for_exit(&mut self) -> ConversationError {
        let (form, until) = (self.form(), Instant::now() + self.limits.end_wait);
        let Ok(program) = &self.program else { return ConversationError::OutputClosed };
        let conversation = &mut program.borrow_mut().conversation;
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() || self.stop.load(Ordering::Relaxed) {
                return ConversationError::Stopped;
            }
            if conversation.wait(rest.min(LOOK), self.supervisor.printed()) {
                self.supervisor.take_output(&mut self.output);
            }
            let looked = look(&self.scratch, &self.limits, &mut self.looked, Instant::now());
            if let Err(broken) = looked.and_then(|()| conversation.advance(form)) {
                return broken;
            }
        }
    }

    /// Ends the program and returns its fault.
    fn end_program(&mut self, broken: ConversationError, too_late: impl Fn(&Allowance) -> Fault) -> Fault {
        let unended = match &self.program {
            Ok(program) => {
                let program = &mut *program.borrow_mut();
                // Thaw the program, so that it can end by itself and its status is known.
                program.freezer.thaw();
                program.conversation.unended().to_vec()
            }
            Err(_) => Vec::new(),
        };
        let patience = match broken {
            ConversationError::OutputClosed | ConversationError::WriteBlocked => EXIT_WAIT,
            _ => Duration::ZERO,
        };
        let ended = self.supervisor.finish(patience);
        self.supervisor.take_output(&mut self.output);
        let fault = match (broken, ended) {
            (_, Err(_)) => Fault::crash(supervisor_gone()),
            (ConversationError::OutputClosed | ConversationError::WriteBlocked, Ok(Some(ended))) => {
                hint_missing_line_end(
                    self.supervisor.fault(ended, &self.limits, &self.output.stored),
                    &unended,
                )
            }
            (ConversationError::Timeout, Ok(_)) => hint_missing_line_end(too_late(&self.allowance), &unended),
            (broken, Ok(_)) => broken.fault(self.protocol.answer_max),
        };
        self.scratch.restore_permissions();
        self.scratch.keep();
        self.scratch.empty();
        self.program = Err(fault.clone());
        fault
    }

    /// Moves the output since the last turn into the report.
    fn report_output(&mut self, report: &mut TurnReport) {
        self.allowance.use_output(self.output.stored.len());
        let output = std::mem::replace(&mut self.output, Output::with_room(self.allowance.room()));
        (report.output, report.output_dropped) = (output.stored, output.dropped);
    }
}

/// Checks the scratch folder if the last check was long enough ago.
fn look(
    scratch: &Scratch,
    limits: &Limits,
    looked: &mut Instant,
    now: Instant,
) -> Result<(), ConversationError> {
    if now.saturating_duration_since(*looked) < LOOK {
        return Ok(());
    }
    *looked = now;
    scratch.restore_permissions();
    match scratch.load().too_much(limits.bounds.file_size) {
        Some(what) => Err(ConversationError::Overfull(what)),
        None => Ok(()),
    }
}

impl ConversationError {
    fn fault(self, answer_max: usize) -> Fault {
        match self {
            ConversationError::OutputClosed => {
                Fault::crash(message!("the program closed its standard output"))
            }
            ConversationError::WriteBlocked => {
                Fault::crash(message!("the program closed its standard input"))
            }
            ConversationError::OutOfTurn(words) => Fault::crash(message!(
                "the program printed %{words} before it was asked for an answer",
                words = quoted(&words, SHOWN)
            )),
            ConversationError::ExtraText(words) => Fault::crash(message!(
                "the program printed %{words} after its answer",
                words = quoted(&words, SHOWN)
            )),
            ConversationError::AnsweredEarly => {
                Fault::crash(message!("the program answered before it had read its input"))
            }
            ConversationError::TooLong => {
                Fault::crash(message!("the program's answer is longer than %{n} bytes", n = answer_max))
            }
            ConversationError::Timeout => Fault::timeout(message!("no answer in time")),
            ConversationError::Overfull(what) => Fault::memory(message!("%{what} in its turn", what)),
            ConversationError::Stopped => Fault::crash(message!("interrupted in its turn")),
        }
    }
}

impl<G: Game> Player<G> for StreamPlayer<G> {
    fn begin(&mut self) {
        self.freeze();
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let Ok(program) = &self.program else { return };
        self.began = Instant::now();
        self.sent = program.borrow_mut().ask((self.protocol.turn)(&view, ask.round).as_bytes());
        if self.sent.is_ok() {
            pending::add(program);
        }
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let mut report = TurnReport::default();
        match &self.program {
            Ok(program) => pending::remove(program),
            Err(fault) => {
                let fault = fault.clone();
                self.report_output(&mut report);
                return Answer::lost(TurnReport { is_gone: true, ..report }, fault);
            }
        }
        // The match may have waited for others before this; that time does not count.
        let waited = Instant::now();
        let heard = self.hear();
        report.think = waited.elapsed();
        self.freeze();
        let heard = heard.map_err(|broken| {
            // If the match is stopped, that removes no single player from it.
            report.is_gone = broken != ConversationError::Stopped;
            report.is_doubtful = broken == ConversationError::Timeout && self.is_doubtful;
            self.end_program(broken, Allowance::too_late)
        });
        self.allowance.use_time(report.think);
        self.report_output(&mut report);
        match heard {
            Ok(orders) => {
                if let Ok(program) = &self.program {
                    report.report_empty_answer::<G>(&orders, program.borrow().conversation.answer());
                }
                Answer { orders, report }
            }
            Err(fault) => Answer::lost(report, fault),
        }
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        let said = {
            let program = &mut *self.program.as_ref().ok()?.borrow_mut();
            program.freezer.thaw();
            program.conversation.say((self.protocol.end)(state, seat).as_bytes())
        };
        let end = said.map_or_else(|broken| broken, |()| self.wait_for_exit());
        // After the end of the match, no kind of exit is a fault.
        self.end_program(end, Allowance::too_late);
        let mut report = TurnReport::default();
        self.report_output(&mut report);
        Some(report)
    }
}
