//! A player that is a program in any language. The program is started once, runs for the whole game, and communicates
//! by lines over its standard input and output ([`Lines`]). Its standard error is its printed output.
//!
//! Every wait has a time limit, and answers are untrusted. The game decides what to do with lines that make no sense.
//! If a program ends, exceeds its time, writes out of turn or writes too much ([`NoAnswer`]), all its
//! processes are ended, and it is not started again.
//!
//! The engine checks:
//! - the time from the request to the answer, if that is longer than one sleep of the [`Clock`]: a quick answer is
//!   never too late. If several seats have requests at once, the answers are taken one after the other, and only the
//!   time that the match waits for a seat counts as the seat's time;
//! - the program's processes and their memory. The supervisor process checks them every few milliseconds during the
//!   whole game;
//! - the scratch folder, after each sleep and after the program's turns, at most every 50 ms. During the turns of
//!   other players, the program can write any number of files, but it is ended for that in its own next turn;
//! - computing during the turns of other players. From the first turn of the match on, the program is frozen as soon as
//!   it has answered, even while the match waits for other seats, until its next request ([`Freezer`], [`pending`]).
//!   [`wag_sandbox::Limits::pondering`] turns this off.

mod conversation;
mod stream_program;
#[cfg(test)]
mod tests;

use crate::allowance::{Allowance, hint_missing_line_end, no_answer_fault};
use crate::channel::Channel;
use crate::no_answer::NoAnswer;
use crate::process::SandboxedProgram;
use crate::{Confinement, Program};
use conversation::{Conversation, Form};
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use stream_program::StreamProgram;
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::protocols::Lines;
use wag_core::game::{Game, Seat};
use wag_core::problem::Fault;
use wag_i18n::message;
use wag_sandbox::clock::Clock;
use wag_sandbox::freezer::Freezer;
use wag_sandbox::pending;

/// Time that a program has to end by itself after it has closed a stream. After that, it is killed.
const EXIT_WAIT: Duration = Duration::from_secs(1);

/// A player that is a persistent program.
pub struct StreamPlayer<G: Game> {
    protocol: &'static Lines<G>,
    sandbox: SandboxedProgram,
    program: Result<Rc<RefCell<StreamProgram>>, Fault>,
    asked: Result<(), NoAnswer>,
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
        let (mut sandbox, warnings) = SandboxedProgram::new(program, confinement, stop)?;
        let program = StreamPlayer::start(protocol, &mut sandbox)?;
        let hello = (protocol.hello)(setup, seat, sandbox.limits.times());
        let mut player = StreamPlayer { protocol, sandbox, program, asked: Ok(()) };
        player.greet(&hello);
        Ok((player, warnings))
    }

    /// Returns the fault that ended the program's part in the match, or `None` if it still plays.
    pub fn failure(&self) -> Option<&Fault> {
        self.program.as_ref().err()
    }

    /// Returns a report with the output so far, as if there had been a turn.
    pub fn report(&mut self) -> TurnReport {
        let mut report = TurnReport::default();
        self.sandbox.report_output(&mut report);
        report
    }

    fn start(
        protocol: &Lines<G>,
        sandbox: &mut SandboxedProgram,
    ) -> io::Result<Result<Rc<RefCell<StreamProgram>>, Fault>> {
        let running = match sandbox.supervisor.start_persistent()? {
            Ok(running) => running,
            Err(fault) => return Ok(Err(fault)),
        };
        let Lines { is_last, answer_max, accepts_early_lines, .. } = *protocol;
        let form = Form { is_last, answer_max, accepts_early_lines };
        let freezer = Freezer::new(running.pid, sandbox.supervisor.control_group(), sandbox.limits.pondering);
        let conversation = Conversation::new(Channel::over_pipes(running.to, running.from)?, form, freezer);
        let program = StreamProgram::new(conversation, sandbox.supervisor.group().started(running.pid));
        Ok(Ok(Rc::new(RefCell::new(program))))
    }

    fn greet(&mut self, hello: &str) {
        let Ok(program) = &self.program else { return };
        let mut greeted = program.borrow_mut().greet(hello.as_bytes(), self.sandbox.limits.start_time);
        if self.protocol.answers_hello {
            greeted = greeted.and_then(|()| self.wait());
        }
        if let Err(reason) = greeted {
            let limit = self.sandbox.limits.start_time;
            let fault = self.end_program(reason, |_| no_answer_fault(limit));
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
            program.borrow_mut().conversation.freezer.freeze();
        }
    }

    /// Waits until the answer is complete or the clock's time is up.
    fn wait(&mut self) -> Result<(), NoAnswer> {
        let program = self.program.as_ref().map_err(|fault| NoAnswer::Gone(fault.clone()))?;
        let StreamProgram { conversation, group, clock, outcome } = &mut *program.borrow_mut();
        self.sandbox.wait(clock, group, |supervisor, output, rest| {
            if let Some(outcome) = outcome.take() {
                return outcome.map(Some);
            }
            supervisor.poll(conversation.events(), rest, output);
            Ok(conversation.has_answered()?.then_some(()))
        })
    }

    /// Waits for the orders of the turn.
    fn hear(&mut self) -> Result<G::Orders, NoAnswer> {
        std::mem::replace(&mut self.asked, Ok(()))?;
        self.wait()?;
        self.sandbox.check_folder()?;
        let program = self.program.as_ref().map_err(|fault| NoAnswer::Gone(fault.clone()))?;
        Ok((self.protocol.read_answer)(program.borrow().conversation.answer()))
    }

    /// Sends the last text, and waits until the program ends by itself, at most [`wag_sandbox::Limits::end_wait`].
    /// Returns an error in any case.
    fn say_end(&mut self, text: &str) -> Result<(), NoAnswer> {
        let program = self.program.as_ref().map_err(|fault| NoAnswer::Gone(fault.clone()))?;
        let StreamProgram { conversation, group, .. } = &mut *program.borrow_mut();
        conversation.freezer.thaw();
        conversation.say(text.as_bytes())?;
        let until = Instant::now() + self.sandbox.limits.end_wait;
        self.sandbox.wait(&mut Clock::unlimited(), group, |supervisor, output, rest| {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(NoAnswer::Stopped);
            }
            supervisor.poll(conversation.events(), rest.min(left), output);
            conversation.advance().map(|_| None)
        })
    }

    /// Ends the program and returns its fault.
    fn end_program(&mut self, reason: NoAnswer, too_late: impl Fn(&Allowance) -> Fault) -> Fault {
        let unended = match &self.program {
            Ok(program) => {
                let conversation = &mut program.borrow_mut().conversation;
                // Thaw the program, so that it can end by itself and its status is known.
                conversation.freezer.thaw();
                conversation.unended().to_vec()
            }
            Err(_) => Vec::new(),
        };
        let SandboxedProgram { supervisor, output, scratch, limits, allowance, .. } = &mut self.sandbox;
        let patience = if matches!(reason, NoAnswer::Gone(_)) { EXIT_WAIT } else { Duration::ZERO };
        let ended = supervisor.finish(patience, output);
        if ended.is_err() {
            scratch.lose();
        }
        let fault = match (reason, ended) {
            (_, Err(gone)) => gone.fault(|| too_late(allowance)),
            (NoAnswer::Gone(_), Ok(Some(ended))) => {
                hint_missing_line_end(supervisor.fault(ended, limits, &output.stored), &unended)
            }
            (NoAnswer::Timeout { .. }, Ok(_)) => hint_missing_line_end(too_late(allowance), &unended),
            (reason, Ok(_)) => reason.fault(|| too_late(allowance)),
        };
        scratch.finish();
        self.program = Err(fault.clone());
        fault
    }
}

impl<G: Game> Player<G> for StreamPlayer<G> {
    fn begin(&mut self) {
        self.freeze();
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let Ok(program) = &self.program else { return };
        let question = (self.protocol.turn)(&view, ask.round);
        self.asked = program.borrow_mut().ask(question.as_bytes(), self.sandbox.allowance.time());
        if self.asked.is_ok() {
            pending::add(program);
        }
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        let mut report = TurnReport::default();
        match &self.program {
            Ok(program) => pending::remove(program),
            Err(fault) => {
                let fault = fault.clone();
                self.sandbox.report_output(&mut report);
                return Answer::lost(TurnReport { is_gone: true, ..report }, fault);
            }
        }
        // The match may have waited for others before this; that time does not count.
        let waited = Instant::now();
        let heard = self.hear();
        report.think = waited.elapsed();
        self.freeze();
        let heard = heard.map_err(|reason| {
            // If the match is stopped, that removes no single player from it.
            report.is_gone = reason != NoAnswer::Stopped;
            report.is_doubtful = reason.is_doubtful();
            self.end_program(reason, Allowance::too_late)
        });
        self.sandbox.allowance.use_time(report.think);
        self.sandbox.report_output(&mut report);
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
        if self.program.is_err() {
            return None;
        }
        // After the end of the match, no kind of exit is a fault.
        if let Err(reason) = self.say_end(&(self.protocol.end)(state, seat)) {
            self.end_program(reason, Allowance::too_late);
        }
        Some(self.report())
    }
}
