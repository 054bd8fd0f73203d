//! A turn that ended without an answer, in words.

use super::fork_server::Ended;
use super::process::Waited;
use std::time::Duration;
use wag_core::arena::{Fault, FaultKind};
use wag_i18n::{Message, message};
use wag_sandbox::clock::PATIENCE;

/// How a worker ended that gave no answer.
pub struct BadEnd {
    pub waited: Waited,
    pub ended: Ended,
    /// Where the AI's code was, if that is known: `yourAI.py, line 3`.
    pub line: Option<Message>,
    /// Whether the AI had time left by its own clock.
    pub out_of_patience: bool,
}

impl BadEnd {
    /// The fault, with when it happened.
    pub fn fault(self, when: Message, limit: Option<Duration>) -> Fault {
        let (kind, what) = match self.waited {
            Waited::Timeout => return late(self.out_of_patience, when, limit, self.line),
            Waited::Gone => match self.ended {
                Ended::Alone(how) => {
                    (FaultKind::Crash, message!("the AI's process ended %{when}: %{how}", when, how))
                }
                Ended::WithItsNursery => (
                    FaultKind::Crash,
                    message!(
                        "the AI's process ended %{when}, and with it the process that starts the AIs",
                        when
                    ),
                ),
            },
            Waited::Frame(_) | Waited::Garbage => {
                (FaultKind::Crash, message!("the AI's process sent nonsense %{when}", when))
            }
            Waited::Overfull(what) => (FaultKind::Memory, message!("%{what} %{when}", what, when)),
            Waited::Stopped => (FaultKind::Crash, message!("interrupted %{when}", when)),
        };
        Fault { kind, message: at(what, self.line) }
    }
}

/// Of a turn whose time is up.
pub fn late(out_of_patience: bool, when: Message, limit: Option<Duration>, line: Option<Message>) -> Fault {
    // What is left of a match's time may be any number of nanoseconds.
    let limit = Duration::from_millis(limit.unwrap_or_default().as_micros().div_ceil(1000) as u64);
    let what = match out_of_patience {
        true => {
            let time = (limit * PATIENCE).as_secs_f64();
            message!(
                "no answer within %{time} s, %{times} times its limit, %{when}",
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
