//! What a player is, and what it answers.

use super::bounded::at_most;
use crate::game::{Game, Seat};
use crate::language::retold;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Whoever sits on a seat. Asked and answered in two steps, so that seats that move at once can think at once.
pub trait Player<G: Game> {
    /// Shows the player what its seat may see. Its time begins.
    fn ask(&mut self, ask: Ask, view: G::View<'_>);

    /// Waits for the answer to the last [`Player::ask`], as long as the player is allowed to think.
    fn answer(&mut self) -> Answer<G::Orders>;

    /// Tells the player that the match is over, or has been stopped. Nothing it does is waited for.
    fn end(&mut self, _state: &G::State, _seat: Seat) {}
}

/// What a player is told besides the view.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// From 1.
    pub round: u32,
    /// What the player's own dice are seeded with in this turn.
    pub random_seed: u64,
}

/// A player's turn.
#[derive(Clone, Debug, Default)]
pub struct Answer<O> {
    pub orders: O,
    pub report: TurnReport,
}

impl<O: Default> Answer<O> {
    /// Of a turn without orders.
    pub fn lost(report: TurnReport, fault: Fault) -> Answer<O> {
        Answer { orders: O::default(), report: TurnReport { fault: Some(fault), ..report } }
    }
}

/// All there is to tell of a player's turn besides its orders.
#[derive(Clone, Debug, Default)]
pub struct TurnReport {
    /// What the player printed, as it was printed.
    pub output: Vec<u8>,
    /// How many bytes it printed beyond what is kept.
    pub output_dropped: u64,
    /// Notes for whoever watches.
    pub notes: Vec<Note>,
    /// Where in the player's own code its orders come from, as it says.
    pub origins: Origins,
    /// The time the player's own code took.
    pub think: Duration,
    pub fault: Option<Fault>,
    /// Whether the player has ended and will answer nothing any more.
    pub is_gone: bool,
}

/// A note of a player for whoever watches: it changes nothing in the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The fields it belongs to, as `x` and `y`: one for a remark, several for a path.
    pub fields: Vec<(u32, u32)>,
    /// Empty for a path.
    pub text: String,
    pub color: Option<String>,
}

/// The source lines that gave a turn's orders: commentary of a stranger, for whoever watches.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origins {
    /// The names of the files.
    #[serde(deserialize_with = "at_most::<_, _, { Origins::FILES_MAX }>")]
    pub files: Vec<String>,
    /// One entry per single order, in the order in which the game counts them: which of the files, and the line, from 1.
    #[serde(deserialize_with = "at_most::<_, _, { Origins::PLACES_MAX }>")]
    pub places: Vec<Option<(u16, u32)>>,
}

impl Origins {
    /// The most orders of a turn of which it is told where they come from, and from how many files.
    pub const PLACES_MAX: usize = 20_000;
    pub const FILES_MAX: usize = 100;
}

/// What went wrong in a player's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    /// One sentence in English, which goes into replays: what happened, and where if that is known.
    pub message: String,
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The player's code ended in an error. Orders given before it stand.
    Exception,
    /// No answer in time.
    Timeout,
    /// The player's process ended, or answered nonsense.
    Crash,
    /// More memory, or more in files, than allowed.
    Memory,
    /// More threads than allowed.
    Threads,
}

impl FaultKind {
    /// As it stands in results.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Exception => "exception",
            FaultKind::Timeout => "timeout",
            FaultKind::Crash => "crash",
            FaultKind::Memory => "memory",
            FaultKind::Threads => "threads",
        }
    }
}

impl Fault {
    /// The player's process ended, or answered nonsense.
    pub fn crash(message: impl Into<String>) -> Fault {
        Fault { kind: FaultKind::Crash, message: message.into() }
    }

    /// No answer in time.
    pub fn timeout(message: impl Into<String>) -> Fault {
        Fault { kind: FaultKind::Timeout, message: message.into() }
    }

    /// More memory, or more in files, than allowed.
    pub fn memory(message: impl Into<String>) -> Fault {
        Fault { kind: FaultKind::Memory, message: message.into() }
    }

    /// For people, in their language; what Python says of an exception is Python's.
    pub fn told(&self) -> String {
        match self.kind {
            FaultKind::Exception => self.message.clone(),
            _ => retold(&self.message),
        }
    }

    /// Whether the turn gave no orders at all.
    pub fn loses_turn(&self) -> bool {
        self.kind != FaultKind::Exception
    }
}
