//! Faults: why a turn of a player failed.

use serde::{Deserialize, Serialize};
use wag_i18n::{Message, later, message, t};

/// A fault: the reason why a player's turn failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    /// An English sentence, stored in replays, that says what happened, and where, if that is known.
    pub message: Message,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The player's code raised an exception. Orders given before the exception count.
    Exception,
    /// The answer did not arrive in time.
    Timeout,
    /// The player's process ended, or its answer was invalid.
    Crash,
    /// The player used more memory, or more disk space for files, than allowed.
    Memory,
    /// The player started more threads than allowed.
    Threads,
}

impl FaultKind {
    pub const ALL: [FaultKind; 5] =
        [FaultKind::Exception, FaultKind::Timeout, FaultKind::Crash, FaultKind::Memory, FaultKind::Threads];

    /// Returns the name of the kind in results.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Exception => "exception",
            FaultKind::Timeout => "timeout",
            FaultKind::Crash => "crash",
            FaultKind::Memory => "memory",
            FaultKind::Threads => "threads",
        }
    }

    /// Returns the name of the kind in the user's language.
    pub fn translated(self) -> String {
        t!(match self {
            FaultKind::Exception => later!("exception"),
            FaultKind::Timeout => later!("timeout"),
            FaultKind::Crash => later!("crash"),
            FaultKind::Memory => later!("memory"),
            FaultKind::Threads => later!("threads"),
        })
    }
}

impl FaultKind {
    /// Returns the fault of somebody else's player: it says nothing about the player's code.
    pub fn without_details(self) -> Fault {
        let message = match self {
            FaultKind::Exception => message!("an error in the player's code"),
            FaultKind::Timeout => message!("no answer in time"),
            FaultKind::Crash => message!("the player's process has ended, or its answer was invalid"),
            FaultKind::Memory => message!("the player used too much memory"),
            FaultKind::Threads => message!("the player started too many threads"),
        };
        Fault { kind: self, message }
    }
}

impl Fault {
    /// Creates a fault for a process that ended or sent an invalid answer.
    pub fn crash(message: Message) -> Fault {
        Fault { kind: FaultKind::Crash, message }
    }

    /// Creates a fault for an answer that did not arrive in time.
    pub fn timeout(message: Message) -> Fault {
        Fault { kind: FaultKind::Timeout, message }
    }

    /// Creates a fault for a player that used more memory, or more disk space for files, than allowed.
    pub fn memory(message: Message) -> Fault {
        Fault { kind: FaultKind::Memory, message }
    }

    /// Returns whether the fault costs the player all orders of the turn.
    pub fn loses_turn(&self) -> bool {
        self.kind != FaultKind::Exception
    }
}
