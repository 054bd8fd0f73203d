//! What a player is, and what it answers.

use super::bounded::at_most;
use super::explanation::Explanation;
use super::profile::Profile;
use crate::game::{Game, Refusal, Seat};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use wag_i18n::{Message, later, t};

/// Whoever sits on a seat. Asked and answered in two steps, so that seats that move at once can think at once.
pub trait Player<G: Game> {
    /// Tells the player that the first turn of the match comes next: from now on it may compute in its own turns only.
    fn begin(&mut self) {}

    /// Whether [`Player::ask`] waits for the answer. Such players are asked before all others, so that nobody thinks meanwhile.
    fn answers_when_asked(&self) -> bool {
        false
    }

    /// Shows the player what its seat may see. Its time begins.
    fn ask(&mut self, ask: Ask, view: G::View<'_>);

    /// Waits for the answer to the last [`Player::ask`], as long as the player is allowed to think.
    fn answer(&mut self) -> Answer<G::Orders>;

    /// Tells the player that the match is over, or has been stopped. Only who has something to say to that is waited for.
    fn end(&mut self, _state: &G::State, _seat: Seat) -> Option<TurnReport> {
        None
    }
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
        Answer { orders: O::default(), report: report.lost(fault) }
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
    pub origins: OrderSources,
    /// The orders that were not taken, before the rules saw them; the first ones, and how many there were.
    pub refused: Vec<Refusal>,
    pub refused_total: u32,
    /// The first thing that the player's code did and cannot have meant, although it broke no rule; replays do not keep it.
    pub slip: Option<Refusal>,
    /// The time the player's own code took.
    pub think: Duration,
    /// How long it was allowed to take, if that is not what a turn is usually allowed.
    pub allowed: Option<Duration>,
    /// Of this, the time it had a processor, as far as that is known.
    pub computed: Option<Duration>,
    /// Where the time went, if that is looked at.
    pub profile: Option<Box<Profile>>,
    /// Whether it ran out of time although its machine had not let it compute for as long as it may.
    pub is_doubtful: bool,
    pub fault: Option<Fault>,
    /// What that means, if it is known; also what is no fault but most likely a mistake.
    pub explanation: Option<Explanation>,
    /// Whether the player has ended and will answer nothing any more.
    pub is_gone: bool,
    /// What it has asked for that no seed decides.
    pub unseeded: Unseeded,
}

/// What a player may ask for that is otherwise the next time, whatever the seed is: one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unseeded(u8);

impl Unseeded {
    pub const NONE: Unseeded = Unseeded(0);
    pub const CLOCK: Unseeded = Unseeded(1);
    pub const PROCESSES: Unseeded = Unseeded(2);
    pub const MACHINE: Unseeded = Unseeded(4);
    /// Nobody can see what the player asks for: a program, a client, a person.
    pub const UNWATCHED: Unseeded = Unseeded(8);
    /// As results name them.
    const NAMES: [(Unseeded, &str); 3] =
        [(Unseeded::CLOCK, "clock"), (Unseeded::PROCESSES, "processes"), (Unseeded::MACHINE, "machine")];

    /// Whether nothing is known that it has asked for.
    pub fn is_empty(self) -> bool {
        self.names().next().is_none()
    }

    #[must_use]
    pub const fn and(self, other: Unseeded) -> Unseeded {
        Unseeded(self.0 | other.0)
    }

    pub fn is_unwatched(self) -> bool {
        self.0 & Unseeded::UNWATCHED.0 != 0
    }

    /// Of all that is in it.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        Unseeded::NAMES.into_iter().filter(move |(one, _)| self.0 & one.0 != 0).map(|(_, name)| name)
    }
}

impl TurnReport {
    /// Of a turn that ends by this.
    #[must_use]
    pub fn lost(self, fault: Fault) -> TurnReport {
        TurnReport { fault: Some(fault), ..self }
    }

    /// Says so if what a program has answered names no order; these are its bytes.
    pub fn tell_void<G: Game>(&mut self, orders: &G::Orders, answer: &[u8]) {
        const SHOWN: usize = 60;
        let text = String::from_utf8_lossy(&answer[..answer.len().min(4 * SHOWN)]);
        let shown: String = text.trim().chars().take(SHOWN).collect();
        if let Some(refusal) = G::void(orders, &format!("{shown:?}")) {
            self.refused.push(refusal);
            self.refused_total += 1;
        }
    }
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
pub struct OrderSources {
    /// The names of the files.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::FILES_MAX }>")]
    pub files: Vec<String>,
    /// The ways through the code on which orders were given, each once.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::CHAINS_MAX }>")]
    pub chains: Vec<CallStack>,
    /// One entry per single order, in the order in which the game counts them: which of the ways.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::PLACES_MAX }>")]
    pub places: Vec<Option<u32>>,
}

/// Which of the files, and the line, from 1.
pub type Line = (u16, u32);

/// Lines that call each other: the outermost first, the one that gave the order last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallStack(#[serde(deserialize_with = "at_most::<_, _, { CallStack::LINES_MAX }>")] pub Vec<Line>);

impl CallStack {
    /// So many lines of one way are told: the outermost, and the innermost ones.
    pub const LINES_MAX: usize = 8;
}

impl OrderSources {
    /// The most orders of a turn of which it is told where they come from, and from how many files.
    pub const PLACES_MAX: usize = 20_000;
    pub const FILES_MAX: usize = 100;
    /// The most ways of a turn.
    pub const CHAINS_MAX: usize = 5000;

    /// The lines of a way, the outermost first.
    pub fn lines_of(&self, chain: Option<u32>) -> &[Line] {
        chain.and_then(|chain| self.chains.get(chain as usize)).map_or(&[], |chain| &chain.0)
    }

    /// The lines of a way, each as `file.py:3`, the outermost first; none of a way that is not there.
    pub fn lines(&self, chain: Option<u32>) -> Vec<String> {
        let line = |(file, line): &Line| Some(format!("{}:{line}", self.files.get(usize::from(*file))?));
        self.lines_of(chain).iter().filter_map(line).collect()
    }

    /// The same as one text, empty for no way: `main.py:17 → helper.py:51`.
    pub fn way(&self, chain: Option<u32>) -> String {
        self.lines(chain).join(" → ")
    }
}

/// A turn that a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    /// What happened, and where if that is known: one sentence, without a full stop.
    pub message: Message,
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

    /// For people, in their language.
    pub fn told(self) -> String {
        t!(match self {
            FaultKind::Exception => later!("exception"),
            FaultKind::Timeout => later!("timeout"),
            FaultKind::Crash => later!("crash"),
            FaultKind::Memory => later!("memory"),
            FaultKind::Threads => later!("threads"),
        })
    }
}

impl Fault {
    /// The player's process ended, or answered nonsense.
    pub fn crash(message: Message) -> Fault {
        Fault { kind: FaultKind::Crash, message }
    }

    /// No answer in time.
    pub fn timeout(message: Message) -> Fault {
        Fault { kind: FaultKind::Timeout, message }
    }

    /// More memory, or more in files, than allowed.
    pub fn memory(message: Message) -> Fault {
        Fault { kind: FaultKind::Memory, message }
    }

    /// Whether the turn gave no orders at all.
    pub fn loses_turn(&self) -> bool {
        self.kind != FaultKind::Exception
    }
}
