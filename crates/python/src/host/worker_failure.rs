//! Messages about turns that ended without an answer.

use super::fork_server::WorkerEnd;
use super::process::Waited;
use std::time::Duration;
use wag_core::problem::{Fault, FaultKind};
use wag_i18n::{Message, message};
use wag_sandbox::clock::PATIENCE;

/// The end of a worker that gave no answer.
pub struct WorkerFailure {
    pub waited: Waited,
    pub ended: WorkerEnd,
    /// The line of the AI's code, if known, such as `yourAI.py, line 3`.
    pub line: Option<Message>,
    /// True if only the limit in wall time was exceeded, and not the limit in processor time.
    pub out_of_patience: bool,
}

impl WorkerFailure {
    /// Converts the failure to a fault. `when` is a text that says when it happened.
    pub fn fault(self, when: Message, limit: Option<Duration>) -> Fault {
        let (kind, what) = match self.waited {
            Waited::Timeout => return late(self.out_of_patience, when, limit, self.line),
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

/// Returns the fault of a turn whose time is up.
pub fn late(out_of_patience: bool, when: Message, limit: Option<Duration>, line: Option<Message>) -> Fault {
    // The time left of a match may have fractions of a millisecond.
    let limit = Duration::from_millis(limit.unwrap_or_default().as_micros().div_ceil(1000) as u64);
    let what = match out_of_patience {
        true => {
            let time = (limit * PATIENCE).as_secs_f64();
            message!(
                "no answer within %{time} s, %{times} times the time limit, %{when}",
                time,
                times = PATIENCE,
                when
            )
        }
        false => message!("no answer within %{time} s %{when}", time = limit.as_secs_f64(), when),
    };
    Fault { kind: FaultKind::Timeout, message: at(what, line) }
}

fn at(what: Message, line: Option<Message>) -> Message {
    match line {
        Some(line) => what.with_note(line),
        None => what,
    }
}
