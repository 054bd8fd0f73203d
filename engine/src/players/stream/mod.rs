//! A player that is a program in any language. It is started once, lives for the whole game, and speaks by lines over its
//! standard input and output ([`Lines`]); its standard error is what it prints.
//!
//! The engine never waits longer than the time allowed and believes nothing. Lines that make no sense are the game's
//! affair. A program that ends, is out of time, speaks unasked or without an end ([`Broken`]) is ended with all that it has
//! started, and does not come back.
//!
//! What is watched, and when:
//! - its time, from the question to the answer, when it takes longer than a nap of the [`Clock`]: a quick answer is never
//!   too late. Where several seats are asked at once, an answer is taken when those before it are, and as its time counts
//!   only what the match waits for it;
//! - its processes and their memory, by its supervisor, every few milliseconds, all game long;
//! - the folder it may write in, when a nap ends and after its turns, at most every [`LOOK`]: in the turns of others it can
//!   write as many files as it likes, and is ended for that in its own next one;
//! - what it computes in the turns of others, not at all: it may think there, unless the way stops it ([`Lines::stops`]).

mod conversation;
#[cfg(test)]
mod tests;

use crate::arena::{Answer, Ask, Fault, Player, TurnReport};
use crate::game::ways::Lines;
use crate::game::{Game, Seat};
use crate::players::allowance::{Allowance, no_answer_within, quoted, without_line_end};
use crate::players::channel::Channel;
use crate::players::clock::Clock;
use crate::players::process::{LOOK, Output, SUPERVISOR_GONE, Supervisor, lay_out};
use crate::players::scratch::Scratch;
use crate::players::{Confinement, Limits, Program};
use conversation::{Broken, Conversation, Form};
use rustix::process::{Pid, Signal, kill_process_group};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// So long is waited for how a program has ended that says nothing any more, before it is ended.
const LAST_BREATH: Duration = Duration::from_secs(1);
/// So much of what a program said amiss is told, in characters.
const SHOWN: usize = 40;

/// A living program on a seat.
pub struct StreamPlayer<G: Game> {
    way: &'static Lines<G>,
    limits: Limits,
    stop: Arc<AtomicBool>,
    allowance: Allowance,
    /// What it has printed since its last turn.
    output: Output,
    program: Result<Talking, Fault>,
    asked: Result<(), Broken>,
    /// When it was asked.
    began: Instant,
    /// When the folder was looked at.
    looked: Instant,
    /// Ends before its folder goes.
    supervisor: Supervisor,
    scratch: Scratch,
}

/// A program that runs.
struct Talking {
    pid: Pid,
    conversation: Conversation,
}

impl<G: Game> StreamPlayer<G> {
    /// Makes the folder, starts the program, and greets it; answers also what the system can't forbid it.
    ///
    /// An error is the engine's. What goes wrong with the program itself is told by [`StreamPlayer::failure`], and as the
    /// fault of its first turn.
    pub fn new(
        way: &'static Lines<G>,
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
            way,
            limits: limits.clone(),
            stop: Arc::clone(stop),
            output: Output::with_room(allowance.room()),
            allowance,
            program: Err(Fault::crash("it has not been started")),
            asked: Ok(()),
            began: Instant::now(),
            looked: Instant::now(),
            supervisor,
            scratch,
        };
        player.start()?;
        player.greet(&(way.hello)(setup, seat, limits.times()));
        Ok((player, warnings))
    }

    /// Why the program plays no more, if that is so.
    pub fn failure(&self) -> Option<&Fault> {
        self.program.as_ref().err()
    }

    /// What it has printed so far, as the report of a turn that it never had.
    pub fn report(&mut self) -> TurnReport {
        let mut report = TurnReport::default();
        self.hand_in_output(&mut report);
        report
    }

    fn start(&mut self) -> io::Result<()> {
        self.program = match self.supervisor.live()? {
            Ok(living) => {
                let conversation = Conversation::new(Channel::new(living.to, living.from)?);
                Ok(Talking { pid: living.pid, conversation })
            }
            Err(reason) => Err(Fault::crash(format!("the program can't be started: {reason}"))),
        };
        Ok(())
    }

    fn greet(&mut self, hello: &str) {
        let Ok(program) = &mut self.program else { return };
        self.began = Instant::now();
        let mut greeted = program.conversation.say(hello.as_bytes());
        if self.way.answers_hello {
            greeted = greeted.and_then(|()| self.wait(self.limits.start_time));
        }
        if let Err(broken) = greeted {
            let limit = self.limits.start_time;
            let fault = self.give_up(broken, |_| no_answer_within(limit));
            let message = format!("{}, before its first turn", fault.message);
            self.program = Err(Fault { message, ..fault });
        }
        self.signal(Signal::STOP);
    }

    /// Lets the program go on, or stops it, with its group, if it is not to compute in the turns of others.
    fn signal(&self, signal: Signal) {
        if let Ok(program) = &self.program
            && self.way.stops
        {
            let _ = kill_process_group(program.pid, signal);
        }
    }

    fn form(&self) -> Form {
        Form { is_last: self.way.is_last, answer_max: self.way.answer_max, stops: self.way.stops }
    }

    /// Waits until the answer is there.
    fn wait(&mut self, limit: Option<Duration>) -> Result<(), Broken> {
        let form = self.form();
        let Ok(program) = &mut self.program else { return Err(Broken::Mute) };
        let (mut clock, mut group) = (Clock::start(self.began, limit), self.supervisor.group(program.pid));
        let mut checked = self.began;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Broken::Stopped);
            }
            let (nap, before) = (clock.nap(), Instant::now());
            let rest = nap.saturating_sub(before - checked);
            if program.conversation.wait(rest, self.supervisor.printed()) {
                self.supervisor.take_output(&mut self.output);
            }
            if program.conversation.go_on(form)? {
                return Ok(());
            }
            let now = Instant::now();
            clock.slept(rest, now - before);
            // Who prints much ends a nap early.
            if now - checked >= nap {
                checked = now;
                if clock.is_up(&mut group) {
                    return Err(Broken::Timeout);
                }
                look(&self.scratch, &self.limits, &mut self.looked, now)?;
            }
        }
    }

    /// The orders of the turn.
    fn hear(&mut self) -> Result<G::Orders, Broken> {
        std::mem::replace(&mut self.asked, Ok(()))?;
        self.wait(self.allowance.time())?;
        look(&self.scratch, &self.limits, &mut self.looked, Instant::now())?;
        let Ok(program) = &self.program else { return Err(Broken::Mute) };
        Ok((self.way.read_answer)(program.conversation.answer()))
    }

    /// Lets the program end by itself, as long as that is waited for.
    fn see_off(&mut self) -> Broken {
        let (form, until) = (self.form(), Instant::now() + self.limits.end_wait);
        let Ok(program) = &mut self.program else { return Broken::Mute };
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if rest.is_zero() || self.stop.load(Ordering::Relaxed) {
                return Broken::Stopped;
            }
            if program.conversation.wait(rest.min(LOOK), self.supervisor.printed()) {
                self.supervisor.take_output(&mut self.output);
            }
            let looked = look(&self.scratch, &self.limits, &mut self.looked, Instant::now());
            if let Err(broken) = looked.and_then(|()| program.conversation.go_on(form)) {
                return broken;
            }
        }
    }

    /// Ends the program; answers why.
    fn give_up(&mut self, broken: Broken, too_late: impl Fn(&Allowance) -> Fault) -> Fault {
        let unended = self
            .program
            .as_ref()
            .map_or_else(|_| Vec::new(), |program| program.conversation.unended().to_vec());
        let patience = match broken {
            Broken::Mute | Broken::Deaf => LAST_BREATH,
            _ => Duration::ZERO,
        };
        let ended = self.supervisor.finish(patience);
        self.supervisor.take_output(&mut self.output);
        let fault = match (broken, ended) {
            (_, Err(_)) => Fault::crash(SUPERVISOR_GONE),
            (Broken::Mute | Broken::Deaf, Ok(Some(ended))) => {
                without_line_end(self.supervisor.fault(ended, &self.limits, &self.output.kept), &unended)
            }
            (Broken::Timeout, Ok(_)) => without_line_end(too_late(&self.allowance), &unended),
            (broken, Ok(_)) => broken.fault(self.way.answer_max),
        };
        self.scratch.mend();
        self.scratch.keep();
        self.scratch.empty();
        self.program = Err(fault.clone());
        fault
    }

    /// What it has printed, for the report of a turn.
    fn hand_in_output(&mut self, report: &mut TurnReport) {
        self.allowance.use_output(self.output.kept.len());
        let output = std::mem::replace(&mut self.output, Output::with_room(self.allowance.room()));
        (report.output, report.output_dropped) = (output.kept, output.dropped);
    }
}

/// Looks at the folder, if that was long ago.
fn look(scratch: &Scratch, limits: &Limits, looked: &mut Instant, now: Instant) -> Result<(), Broken> {
    if now.saturating_duration_since(*looked) < LOOK {
        return Ok(());
    }
    *looked = now;
    scratch.mend();
    match scratch.load().too_much(limits.bounds.file_size) {
        Some(what) => Err(Broken::Overfull(what)),
        None => Ok(()),
    }
}

impl Broken {
    fn fault(self, answer_max: usize) -> Fault {
        match self {
            Broken::Mute => Fault::crash("the program closed its standard output"),
            Broken::Deaf => Fault::crash("the program closed its standard input"),
            Broken::Unasked(words) => {
                Fault::crash(format!("the program said {} before it was asked", quoted(&words, SHOWN)))
            }
            Broken::GoesOn(words) => {
                Fault::crash(format!("the program said {} after its answer", quoted(&words, SHOWN)))
            }
            Broken::Inattentive => Fault::crash("the program answered before it had read the question"),
            Broken::TooLong => Fault::crash(format!("its answer is longer than {answer_max} bytes")),
            Broken::Timeout => Fault::timeout("no answer in time"),
            Broken::Overfull(what) => Fault::memory(format!("{what} in its turn")),
            Broken::Stopped => Fault::crash("interrupted in its turn"),
        }
    }
}

impl<G: Game> Player<G> for StreamPlayer<G> {
    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let form = self.form();
        self.signal(Signal::CONT);
        self.began = Instant::now();
        if let Ok(program) = &mut self.program {
            self.asked = program.conversation.ask((self.way.turn)(&view, ask.round).as_bytes(), form);
        }
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let mut report = TurnReport::default();
        if let Err(fault) = &self.program {
            let fault = fault.clone();
            self.hand_in_output(&mut report);
            return Answer::lost(TurnReport { is_gone: true, ..report }, fault);
        }
        // Of the time before this, others may have been waited for: that is not its own.
        let waited = Instant::now();
        let heard = self.hear();
        report.think = waited.elapsed();
        self.signal(Signal::STOP);
        let heard = heard.map_err(|broken| {
            // Whoever interrupts a match ends it for all.
            report.is_gone = broken != Broken::Stopped;
            self.give_up(broken, Allowance::too_late)
        });
        self.allowance.use_time(report.think);
        self.hand_in_output(&mut report);
        match heard {
            Ok(orders) => {
                if let Ok(program) = &self.program {
                    report.tell_void::<G>(&orders, program.conversation.answer());
                }
                Answer { orders, report }
            }
            Err(fault) => Answer::lost(report, fault),
        }
    }

    fn end(&mut self, state: &G::State, seat: Seat) -> Option<TurnReport> {
        self.signal(Signal::CONT);
        let program = self.program.as_mut().ok()?;
        let said = program.conversation.say((self.way.end)(state, seat).as_bytes());
        let end = said.map_or_else(|broken| broken, |()| self.see_off());
        // However it ends now is no fault.
        self.give_up(end, Allowance::too_late);
        let mut report = TurnReport::default();
        self.hand_in_output(&mut report);
        Some(report)
    }
}
