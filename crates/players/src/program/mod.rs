//! A player that is a program in any language. The program is started again for each turn, in its own folder, and
//! communicates by files ([`Files`]).
//!
//! Every wait has a time limit, and the program's files are untrusted. If a program does not answer, it gives no
//! orders, and the game decides what that means.

mod folder;

use crate::allowance::Allowance;
use crate::launcher::LaunchRequest;
use crate::process::{Ended, Output, Supervisor, Waited, lay_out, supervisor_gone};
use crate::{Confinement, Program};
use folder::{Folder, NoAnswer};
use rustix::process::Pid;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use wag_core::arena::{Answer, Ask, Fault, Player, TurnReport};
use wag_core::game::Game;
use wag_core::game::protocols::Files;
use wag_i18n::{Message, message};
use wag_sandbox::Limits;
use wag_sandbox::clock::Clock;

/// A player that is a program started for each turn.
pub struct ProgramPlayer<G: Game> {
    protocol: &'static Files<G>,
    limits: Limits,
    stop: Arc<AtomicBool>,
    order: LaunchRequest,
    /// The process that starts the program. Declared before `folder`, so that it ends before the folder is removed.
    supervisor: Supervisor,
    folder: Folder,
    /// The names of the files that are removed after the turn.
    names: Vec<&'static str>,
    allowance: Allowance,
    started: Result<(Pid, Instant), Fault>,
}

impl<G: Game> ProgramPlayer<G> {
    /// Creates the folder and the supervisor. Also returns a sentence for each restriction that the system can't apply.
    pub fn new(
        protocol: &'static Files<G>,
        program: &Program,
        confinement: Confinement<'_>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(ProgramPlayer<G>, Vec<String>)> {
        let Confinement { limits, closed, keep } = confinement;
        let mut folder = Folder::new()?;
        lay_out(folder.path(), &program.homes, closed);
        folder.begin(keep);
        let order = program.order(folder.path(), limits, closed);
        let (supervisor, warnings) = Supervisor::start(&order)?;
        limits.accept(&warnings)?;
        let player = ProgramPlayer {
            protocol,
            limits: limits.clone(),
            stop: Arc::clone(stop),
            order,
            supervisor,
            folder,
            names: Vec::new(),
            allowance: Allowance::new(limits),
            started: Err(Fault::crash(message!("the program was not asked for a turn"))),
        };
        Ok((player, warnings))
    }

    /// Writes the requests into the folder and starts the program.
    fn begin(&mut self, files: Vec<(&'static str, String)>) -> Result<(Pid, Instant), Fault> {
        self.folder.restore_permissions();
        self.folder.remove(self.protocol.answer);
        self.names = files.iter().map(|(name, _)| *name).collect();
        for (name, text) in files {
            let written = self.folder.write(name, &text);
            written.map_err(|fault| {
                Fault::crash(message!(
                    "cannot write %{name} into the program's folder: %{fault}",
                    name,
                    fault
                ))
            })?;
        }
        let started = self.supervisor.run();
        let started = started.map_err(|fault| {
            Fault::crash(message!(
                "%{what}: %{fault}",
                what = supervisor_gone(),
                fault = Message::of_io(&fault)
            ))
        })?;
        started.map_err(|reason| Fault::crash(message!("cannot start the program: %{reason}", reason)))
    }

    /// Waits until the program has ended. Returns its orders, or its fault.
    fn finish(&mut self, pid: Pid, began: Instant, report: &mut TurnReport) -> Result<G::Orders, Fault> {
        let mut output = Output::with_room(self.allowance.room());
        let mut clock = Clock::start(began, self.allowance.time());
        let (folder, file_size) = (&self.folder, self.limits.bounds.file_size);
        let too_much = || folder.load().too_much(file_size);
        let waited = self.supervisor.wait(pid, &mut clock, &self.stop, &mut output, too_much);
        report.think = began.elapsed();
        report.is_doubtful = matches!(waited, Waited::Timeout) && clock.exceeded_wall_time();
        self.allowance.use_output(output.stored.len());
        (report.output, report.output_dropped) = (output.stored, output.dropped);
        let outcome = self.outcome(&waited, report);
        self.allowance.use_time(report.think);
        if matches!(waited, Waited::Gone) {
            self.start_again();
        }
        outcome
    }

    /// Returns the program's orders in this turn, or its fault.
    fn outcome(&self, waited: &Waited, report: &mut TurnReport) -> Result<G::Orders, Fault> {
        match waited {
            Waited::Overfull(what) => {
                Err(Fault::memory(message!("%{what} in its turn", what = what.clone())))
            }
            Waited::Timeout => Err(self.allowance.too_late()),
            Waited::Stopped => Err(Fault::crash(message!("interrupted in its turn"))),
            Waited::Gone => Err(Fault::crash(supervisor_gone())),
            Waited::Ended(Ended { status: 0, excess: None }) => self.orders(report),
            Waited::Ended(ended) => Err(self.supervisor.fault(*ended, &self.limits, &report.output)),
        }
    }

    fn orders(&self, report: &mut TurnReport) -> Result<G::Orders, Fault> {
        let name = self.protocol.answer;
        let answer = self.folder.read(name, self.protocol.answer_max);
        let mut read = |bytes: Vec<u8>| {
            let orders = (self.protocol.read_answer)(&bytes);
            report.report_empty_answer::<G>(&orders, &bytes);
            orders
        };
        answer.map(&mut read).map_err(|reason| match reason {
            NoAnswer::Missing => {
                Fault::crash(message!("the program ended without an error, but did not write %{name}", name))
            }
            NoAnswer::NoFile => {
                Fault::crash(message!("the program's file %{name} is not a regular file", name))
            }
            NoAnswer::Unreadable(fault) => {
                Fault::crash(message!("cannot read the program's file %{name}: %{fault}", name, fault))
            }
        })
    }

    /// Checks the folder once more after the turn. A program that wrote too much and ended before the last check gets
    /// the same fault, so that games are repeatable.
    fn too_full(&self) -> Option<Fault> {
        self.folder.restore_permissions();
        let what = self.folder.load().too_much(self.limits.bounds.file_size)?;
        Some(Fault::memory(message!("%{what} at the end of its turn", what)))
    }

    /// Removes the requests and the answer, and keeps the program's other files as its notes. If `is_overfull` is true,
    /// empties the whole folder instead.
    fn clear(&self, is_overfull: bool) {
        self.folder.restore_permissions();
        if is_overfull {
            self.folder.empty();
        }
        for name in self.names.iter().copied().chain([self.protocol.answer]) {
            self.folder.remove(name);
        }
    }

    /// Starts a new supervisor process for the next turn, if that is possible.
    fn start_again(&mut self) {
        if let Ok((supervisor, _)) = Supervisor::start(&self.order) {
            self.supervisor = supervisor;
        }
    }
}

impl<G: Game> Player<G> for ProgramPlayer<G> {
    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        self.started = self.begin((self.protocol.files)(&view));
    }

    fn answer(&mut self) -> Answer<G::Orders> {
        let started = std::mem::replace(
            &mut self.started,
            Err(Fault::crash(message!("the program was not asked for a turn"))),
        );
        let mut report = TurnReport::default();
        let outcome = started.and_then(|(pid, began)| self.finish(pid, began, &mut report));
        let too_full = self.too_full();
        self.clear(too_full.is_some());
        let outcome = match too_full {
            Some(fault) => outcome.and(Err(fault)),
            None => outcome,
        };
        match outcome {
            Ok(orders) => Answer { orders, report },
            Err(fault) => Answer::lost(report, fault),
        }
    }
}
