//! A player that is a program in any language. The program is started again for each turn, in its own folder, and
//! communicates by files ([`Files`]).
//!
//! Every wait has a time limit, and the program's files are untrusted. If a program does not answer, it gives no
//! orders, and the game decides what that means.

mod folder;

use crate::no_answer::NoAnswer;
use crate::process::{Ended, SandboxedProgram, Supervisor, supervisor_gone};
use crate::{Confinement, Program};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wag_core::arena::{Answer, Ask, Player, TurnReport};
use wag_core::game::Game;
use wag_core::game::protocols::Files;
use wag_core::problem::Fault;
use wag_i18n::{Message, message};
use wag_sandbox::clock::{Clock, Group};

/// A player that is a program started for each turn.
pub struct ProgramPlayer<G: Game> {
    protocol: &'static Files<G>,
    sandbox: SandboxedProgram,
    /// The names of the files that are removed after the turn.
    names: Vec<&'static str>,
    asked: Result<(Group, Clock), Fault>,
}

impl<G: Game> ProgramPlayer<G> {
    /// Creates the folder and the supervisor. Also returns a sentence for each restriction that the system can't apply.
    pub fn new(
        protocol: &'static Files<G>,
        program: &Program,
        confinement: Confinement<'_>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(ProgramPlayer<G>, Vec<String>)> {
        let (sandbox, warnings) = SandboxedProgram::new(program, confinement, stop)?;
        let asked = Err(Fault::crash(message!("the program was not asked for a turn")));
        Ok((ProgramPlayer { protocol, sandbox, names: Vec::new(), asked }, warnings))
    }

    /// Writes the requests into the folder and starts the program.
    fn begin(&mut self, files: Vec<(&'static str, String)>) -> Result<(Group, Clock), Fault> {
        let scratch = &self.sandbox.scratch;
        scratch.restore_permissions();
        scratch.remove_named(self.protocol.answer);
        self.names = files.iter().map(|(name, _)| *name).collect();
        for (name, text) in files {
            let written = folder::write(scratch, name, &text);
            written.map_err(|fault| {
                Fault::crash(message!(
                    "cannot write %{name} into the program's folder: %{fault}",
                    name,
                    fault
                ))
            })?;
        }
        self.sandbox.supervisor.run(self.sandbox.allowance.time()).unwrap_or_else(|fault| {
            let fault = Message::of_io(&fault);
            Err(Fault::crash(message!("%{what}: %{fault}", what = supervisor_gone(), fault)))
        })
    }

    /// Waits until the program has ended. Returns its orders, or its fault.
    fn finish(
        &mut self,
        (mut group, mut clock): (Group, Clock),
        report: &mut TurnReport,
    ) -> Result<G::Orders, Fault> {
        let waited = self.sandbox.wait(&mut clock, &mut group, Supervisor::wait_for_end);
        let SandboxedProgram { supervisor, allowance, output, limits, .. } = &mut self.sandbox;
        let ended = match waited {
            Err(reason) => supervisor.finish(Duration::ZERO, output).and(Err(reason)),
            ended => ended,
        };
        supervisor.take_output(output);
        report.think = clock.began().elapsed();
        report.is_doubtful = ended.as_ref().is_err_and(NoAnswer::is_doubtful);
        let is_gone = matches!(ended, Err(NoAnswer::Gone(_)));
        let outcome = match ended {
            Ok(Ended { status: 0, excess: None }) => self.orders(report),
            Ok(ended) => Err(supervisor.fault(ended, limits, &output.stored)),
            Err(reason) => Err(reason.fault(|| allowance.too_late())),
        };
        self.sandbox.allowance.use_time(report.think);
        self.sandbox.report_output(report);
        if is_gone {
            self.sandbox.scratch.lose();
            self.sandbox.supervisor.restart();
        }
        outcome
    }

    fn orders(&self, report: &mut TurnReport) -> Result<G::Orders, Fault> {
        let Files { answer, answer_max, read_answer, .. } = *self.protocol;
        let bytes = folder::read(&self.sandbox.scratch, answer, answer_max).map_err(Fault::crash)?;
        let orders = read_answer(&bytes);
        report.report_empty_answer::<G>(&orders, &bytes);
        Ok(orders)
    }

    /// Checks the folder once more after the turn. A program that wrote too much and ended before the last check gets
    /// the same fault, so that games are repeatable.
    fn too_full(&self) -> Option<Fault> {
        let SandboxedProgram { scratch, limits, .. } = &self.sandbox;
        scratch.restore_permissions();
        let what = scratch.load().too_much(limits.bounds.file_size)?;
        Some(Fault::memory(message!("%{what} at the end of its turn", what)))
    }

    /// Removes the requests and the answer, and keeps the program's other files as its notes. If `is_overfull` is true,
    /// empties the whole folder instead.
    fn clear(&self, is_overfull: bool) {
        let scratch = &self.sandbox.scratch;
        scratch.restore_permissions();
        if is_overfull {
            scratch.empty();
        }
        for name in self.names.iter().copied().chain([self.protocol.answer]) {
            scratch.remove_named(name);
        }
    }
}

impl<G: Game> Player<G> for ProgramPlayer<G> {
    fn ask(&mut self, _: Ask, view: G::View<'_>) {
        self.asked = self.begin((self.protocol.files)(&view));
    }

    fn answer(&mut self, _: G::View<'_>) -> Answer<G::Orders> {
        let asked = std::mem::replace(
            &mut self.asked,
            Err(Fault::crash(message!("the program was not asked for a turn"))),
        );
        let mut report = TurnReport::default();
        let outcome = asked.and_then(|running| self.finish(running, &mut report));
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
