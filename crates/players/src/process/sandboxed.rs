//! A player's program in its sandbox, and the loop that waits for it.

use super::{Output, Supervisor, WorkingFolder};
use crate::allowance::Allowance;
use crate::no_answer::NoAnswer;
use crate::{Confinement, Program};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_core::arena::TurnReport;
use wag_core::problem::Fault;
use wag_i18n::message;
use wag_sandbox::Limits;
use wag_sandbox::clock::{Clock, Group};

/// The minimum time between two checks of a program's folder.
const LOOK: Duration = Duration::from_millis(50);

/// A program with its working folder, its supervisor process, and its limits.
pub struct SandboxedProgram {
    pub limits: Limits,
    pub allowance: Allowance,
    /// The program's output since its last turn.
    pub output: Output,
    pub stop: Arc<AtomicBool>,
    /// The process that starts the program. Declared before `scratch`, so that it ends before the folder is emptied.
    pub supervisor: Supervisor,
    pub scratch: WorkingFolder,
    /// The time of the last check of the scratch folder.
    looked: Instant,
}

impl SandboxedProgram {
    /// Creates the folder and starts the supervisor process. Also returns a sentence for each restriction that the
    /// system can't apply.
    pub fn new(
        program: &Program,
        confinement: Confinement<'_>,
        stop: &Arc<AtomicBool>,
    ) -> io::Result<(SandboxedProgram, Vec<String>)> {
        let Confinement { limits, closed, keep, shelf } = confinement;
        let scratch = shelf.folder(&program.homes, closed, keep)?;
        let (supervisor, warnings) = Supervisor::start(&program.order(scratch.path(), limits, closed))?;
        limits.accept(&warnings)?;
        let allowance = Allowance::new(limits);
        let sandbox = SandboxedProgram {
            limits: limits.clone(),
            output: Output::with_room(allowance.room()),
            allowance,
            stop: Arc::clone(stop),
            supervisor,
            scratch,
            looked: Instant::now(),
        };
        Ok((sandbox, warnings))
    }

    /// Calls `step` until it returns a result, the program's time is up, or the program has written too much. `step`
    /// waits for the program, at most for the given time.
    pub fn wait<T>(
        &mut self,
        clock: &mut Clock,
        group: &mut Group,
        mut step: impl FnMut(&mut Supervisor, &mut Output, Duration) -> Result<Option<T>, NoAnswer>,
    ) -> Result<T, NoAnswer> {
        let mut checked = clock.began();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(NoAnswer::Stopped);
            }
            let (nap, before) = (clock.nap(), Instant::now());
            let rest = nap.saturating_sub(before - checked);
            if let Some(result) = step(&mut self.supervisor, &mut self.output, rest)? {
                return Ok(result);
            }
            let now = Instant::now();
            clock.slept(rest, now - before);
            // A program that prints a lot ends the sleep early.
            if now - checked >= nap {
                checked = now;
                if clock.is_up(group) {
                    if clock.exceeded_wall_time() {
                        let fault = Fault::timeout(clock.too_busy(message!("in its turn")));
                        return Err(NoAnswer::TooBusy(fault));
                    }
                    return Err(NoAnswer::Timeout { is_doubtful: clock.is_doubtful() });
                }
                self.check_folder()?;
            }
        }
    }

    /// Checks the size of the scratch folder, if the last check was long enough ago.
    pub fn check_folder(&mut self) -> Result<(), NoAnswer> {
        if self.looked.elapsed() < LOOK {
            return Ok(());
        }
        self.looked = Instant::now();
        self.scratch.restore_permissions();
        match self.scratch.load().too_much(self.limits.bounds.file_size) {
            Some(what) => Err(NoAnswer::Invalid(Fault::memory(message!("%{what} in its turn", what)))),
            None => Ok(()),
        }
    }

    /// Moves the output since the last turn into the report.
    pub fn report_output(&mut self, report: &mut TurnReport) {
        self.allowance.use_output(self.output.stored.len());
        let output = std::mem::replace(&mut self.output, Output::with_room(self.allowance.room()));
        (report.output, report.output_dropped) = (output.stored, output.dropped);
    }
}
