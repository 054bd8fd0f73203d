//! Messages about turns that ended without an answer.

use super::fork_server::WorkerEnd;
use super::process::Waited;
use std::time::Duration;
use wag_core::problem::{Fault, FaultKind};
use wag_i18n::{Message, message};
use wag_sandbox::clock::{Clock, rounded_up};

/// The end of a worker that gave no answer.
pub struct WorkerFailure<'c> {
    pub waited: Waited,
    pub ended: WorkerEnd,
    /// The line of the AI's code, if known, such as `yourAI.py, line 3`.
    pub line: Option<Message>,
    /// The clock of the turn.
    pub clock: &'c Clock,
}

impl WorkerFailure<'_> {
    /// Converts the failure to a fault. `when` is a text that says when it happened.
    pub fn fault(self, when: Message, limit: Option<Duration>) -> Fault {
        let (kind, what) = match self.waited {
            Waited::Timeout => return late(self.clock, when, limit, self.line),
            Waited::Gone => match self.ended {
                WorkerEnd::Alone(how) => {
                    (FaultKind::Crash, message!("the AI's process ended %{when}: %{how}", when, how))
                }
                WorkerEnd::WithForkServer => (
                    FaultKind::Crash,
                    message!(
                        "the AI's process ended %{when}, together with the fork server that starts AI processes",
                        when
                    ),
                ),
            },
            Waited::Frame(_) | Waited::Garbage => {
                (FaultKind::Crash, message!("the AI's process sent invalid data %{when}", when))
            }
            Waited::Overfull(what) => (FaultKind::Memory, message!("%{what} %{when}", what, when)),
            Waited::Stopped => (FaultKind::Crash, message!("interrupted %{when}", when)),
        };
        Fault { kind, message: at(what, self.line) }
    }
}

/// Returns the fault of a turn whose time is up. If the machine was too busy, no line of the AI is the reason.
pub fn late(clock: &Clock, when: Message, limit: Option<Duration>, line: Option<Message>) -> Fault {
    match clock.exceeded_wall_time() {
        true => Fault::timeout(clock.too_busy(when)),
        false => out_of_time(when, limit, line),
    }
}

/// Returns the fault of a player that has used its time.
pub fn out_of_time(when: Message, limit: Option<Duration>, line: Option<Message>) -> Fault {
    let time = rounded_up(limit.unwrap_or_default()).as_secs_f64();
    Fault::timeout(at(message!("no answer within %{time} s %{when}", time, when), line))
}

fn at(what: Message, line: Option<Message>) -> Message {
    match line {
        Some(line) => what.with_note(line),
        None => what,
    }
}
