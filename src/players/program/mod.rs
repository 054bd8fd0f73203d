//! A player that is a program in any language. It is started anew for each turn, in a folder of its own, and speaks by
//! files ([`Files`]).
//!
//! The engine never waits longer than the time allowed and believes nothing. A program that gives no answer gives no
//! orders; what that means is the game's affair.

mod folder;
mod supervisor;

use crate::arena::{Answer, Ask, Fault, FaultKind, Player, TurnReport};
use crate::game::Game;
use crate::game::ways::Files;
use crate::players::Limits;
use crate::players::clock::Clock;
use crate::worker::program::{Order, Told};
use folder::{Folder, NoAnswer};
use rustix::process::Pid;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use supervisor::{Output, Supervisor, Waited};

/// What is started for each turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Absolute.
    pub file: PathBuf,
    pub arguments: Vec<OsString>,
    /// What it may read besides the system: files, and folders but for what is hidden in them. Absolute.
    pub readable: Vec<PathBuf>,
}

/// A program on a seat.
pub struct ProgramPlayer<G: Game> {
    way: &'static Files<G>,
    limits: Limits,
    stop: Arc<AtomicBool>,
    order: Order,
    /// Ends before its folder goes.
    supervisor: Supervisor,
    folder: Folder,
    /// Of the files to be removed after the turn.
    names: Vec<&'static str>,
    time_used: Duration,
    output_left: u64,
    asked: Result<(Pid, Instant), Fault>,
}

impl<G: Game> ProgramPlayer<G> {
    /// Makes the folder and gets ready to start the program; answers also what the system can't forbid it. What is
    /// `closed`, canonical paths, it may not read.
    pub fn new(
        way: &'static Files<G>,
        program: &Program,
        limits: &Limits,
        closed: &[PathBuf],
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(ProgramPlayer<G>, Vec<String>)> {
        let folder = Folder::new()?;
        let order = Order {
            program: program.file.clone(),
            arguments: program.arguments.clone(),
            folder: folder.path().to_path_buf(),
            readable: program.readable.clone(),
            closed: closed.to_vec(),
            bounds: limits.bounds.clone(),
            processes: limits.processes,
        };
        let (supervisor, warnings) = Supervisor::start(&order)?;
        let player = ProgramPlayer {
            way,
            limits: limits.clone(),
            stop: Arc::clone(stop),
            order,
            supervisor,
            folder,
            names: Vec::new(),
            time_used: Duration::ZERO,
            output_left: limits.game_output,
            asked: Err(crash("it has not been asked")),
        };
        Ok((player, warnings))
    }

    /// Puts the questions into the folder and starts the program.
    fn begin(&mut self, files: Vec<(&'static str, String)>) -> Result<(Pid, Instant), Fault> {
        self.folder.mend();
        self.folder.remove(self.way.answer);
        self.names = files.iter().map(|(name, _)| *name).collect();
        for (name, text) in files {
            let written = self.folder.write(name, &text);
            written.map_err(|fault| crash(format!("{name} can't be written into its folder: {fault}")))?;
        }
        let began = Instant::now();
        let started = self.supervisor.run();
        let started = started.map_err(|fault| crash(format!("{SUPERVISOR_GONE}: {fault}")))?;
        started
            .map(|pid| (pid, began))
            .map_err(|reason| crash(format!("the program can't be started: {reason}")))
    }

    /// How long the turn may take, and whether that is what is left of the game's time.
    fn time(&self) -> (Option<Duration>, bool) {
        let left = self.limits.game_time.map(|time| time.saturating_sub(self.time_used));
        match (self.limits.turn_time, left) {
            (Some(turn), Some(left)) if left < turn => (Some(left), true),
            (None, Some(left)) => (Some(left), true),
            (turn, _) => (turn, false),
        }
    }

    /// What came of the turn: the orders, or why there are none.
    fn outcome(&self, waited: &Waited) -> Result<G::Orders, Fault> {
        match waited {
            Waited::Overfull(what) => Err(overfull(format!("{what} in its turn"))),
            Waited::Timeout => Err(Fault { kind: FaultKind::Timeout, message: self.too_late() }),
            Waited::Stopped => Err(crash("interrupted in its turn")),
            Waited::Gone => Err(crash(SUPERVISOR_GONE)),
            Waited::Ended { is_crowd: true, .. } => {
                Err(crash(format!("it had more than {} processes at once", self.limits.processes)))
            }
            Waited::Ended { status: 0, .. } => self.orders(),
            Waited::Ended { status, .. } => {
                Err(crash(format!("the program ended with {}", Told::status_in_words(*status))))
            }
        }
    }

    fn too_late(&self) -> String {
        match self.time() {
            (Some(_), true) => {
                let whole = self.limits.game_time.unwrap_or_default().as_secs_f64();
                format!("its {whole} s for the whole game are used up")
            }
            (limit, _) => format!("no answer within {} s", limit.unwrap_or_default().as_secs_f64()),
        }
    }

    fn orders(&self) -> Result<G::Orders, Fault> {
        let name = self.way.answer;
        let answer = self.folder.read(name, self.way.answer_max);
        answer.map(|bytes| (self.way.read_answer)(&bytes)).map_err(|reason| match reason {
            NoAnswer::Missing => crash(format!("the program ended well, but left no {name}")),
            NoAnswer::NoFile => crash(format!("its {name} is no regular file")),
            NoAnswer::Unreadable(fault) => crash(format!("its {name} can't be read: {fault}")),
        })
    }

    /// Whoever has written too much and ends before that was seen fares no better: games are repeatable.
    fn too_full(&self) -> Option<Fault> {
        self.folder.mend();
        let what = self.folder.load().too_much(self.limits.bounds.file_size)?;
        Some(overfull(format!("{what} at the end of its turn")))
    }

    /// What it has left are notes, unless it was too much.
    fn clear(&self, is_overfull: bool) {
        self.folder.mend();
        if is_overfull {
            self.folder.empty();
        }
        for name in self.names.iter().copied().chain([self.way.answer]) {
            self.folder.remove(name);
        }
    }

    /// A new supervisor for the next turn, should this one be gone.
    fn start_again(&mut self) {
        if let Ok((supervisor, _)) = Supervisor::start(&self.order) {
            self.supervisor = supervisor;
        }
    }
}

const SUPERVISOR_GONE: &str = "the process that starts the program is gone";

fn crash(message: impl Into<String>) -> Fault {
    Fault { kind: FaultKind::Crash, message: message.into() }
}

fn overfull(message: String) -> Fault {
    Fault { kind: FaultKind::Memory, message }
}

impl<G: Game> Player<G> for ProgramPlayer<G> {
    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        self.asked = self.begin((self.way.files)(&view));
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let asked = std::mem::replace(&mut self.asked, Err(crash("it has not been asked")));
        let mut report = TurnReport::default();
        let outcome = match asked {
            Err(fault) => Err(fault),
            Ok((pid, began)) => {
                let room = self.limits.turn_output.min(self.output_left as usize);
                let mut output = Output { room, ..Output::default() };
                let mut clock = Clock::start(began, self.time().0);
                let (folder, file_size) = (&self.folder, self.limits.bounds.file_size);
                let too_much = || folder.load().too_much(file_size);
                let waited = self.supervisor.wait(pid, &mut clock, &self.stop, &mut output, too_much);
                report.think = began.elapsed();
                self.output_left -= output.kept.len() as u64;
                (report.output, report.output_dropped) = (output.kept, output.dropped);
                let outcome = self.outcome(&waited);
                self.time_used += report.think;
                if matches!(waited, Waited::Gone) {
                    self.start_again();
                }
                outcome
            }
        };
        let too_full = self.too_full();
        self.clear(too_full.is_some());
        let outcome = match too_full {
            Some(fault) => outcome.and(Err(fault)),
            None => outcome,
        };
        let orders = match outcome {
            Ok(orders) => orders,
            Err(fault) => {
                report.fault = Some(fault);
                G::Orders::default()
            }
        };
        Answer { orders, report }
    }
}
