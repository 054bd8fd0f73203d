//! Messages about turns that ended without an answer.

use super::fork_server::WorkerEnd;
use super::process::Waited;
use std::time::Duration;
use wag_core::arena::{Fault, FaultKind};
use wag_sandbox::clock::PATIENCE;

/// The end of a worker that gave no answer.
pub struct WorkerFailure {
    pub waited: Waited,
    pub ended: WorkerEnd,
    /// The line of the AI's code, if known, such as `yourAI.py, line 3`.
    pub line: Option<String>,
    /// True if only the limit in wall time was exceeded, and not the limit in processor time.
    pub out_of_patience: bool,
}

impl WorkerFailure {
    /// Converts the failure to a fault. `when` is a text that says when it happened.
    pub fn fault(self, when: &str, limit: Option<Duration>) -> Fault {
        let (kind, what) = match self.waited {
            Waited::Timeout => return late(self.out_of_patience, when, limit, self.line),
            Waited::Gone => match self.ended {
                WorkerEnd::Alone(how) => (FaultKind::Crash, format!("the AI's process ended {when}: {how}")),
                WorkerEnd::WithForkServer => (
                    FaultKind::Crash,
                    format!(
                        "the AI's process ended {when}, together with the fork server that starts AI processes"
                    ),
                ),
            },
            Waited::Frame(_) | Waited::Garbage => {
                (FaultKind::Crash, format!("the AI's process sent invalid data {when}"))
            }
            Waited::Overfull(what) => (FaultKind::Memory, format!("{what} {when}")),
            Waited::Stopped => (FaultKind::Crash, format!("interrupted {when}")),
        };
        Fault { kind, message: at(what, self.line) }
    }
}

/// Returns the fault of a turn whose time is up.
pub fn late(out_of_patience: bool, when: &str, limit: Option<Duration>, line: Option<String>) -> Fault {
    // The time left of a match may have fractions of a millisecond.
    let limit = Duration::from_millis(limit.unwrap_or_default().as_micros().div_ceil(1000) as u64);
    let what = match out_of_patience {
        true => {
            let seconds = (limit * PATIENCE).as_secs_f64();
            format!("no answer within {seconds} s, {PATIENCE} times the time limit, {when}")
        }
        false => format!("no answer within {} s {when}", limit.as_secs_f64()),
    };
    Fault { kind: FaultKind::Timeout, message: at(what, line) }
}

fn at(what: String, line: Option<String>) -> String {
    match line {
        Some(line) => format!("{what} ({line})"),
        None => what,
    }
}
