//! Players and their answers.

use super::profile::Profile;
use super::turn_trace::TurnTrace;
use crate::bounded::at_most;
use crate::game::{Game, Refusal, Seat};
use crate::problem::{Explanation, Fault, Problem, Unseeded};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A player on a seat. Asking and answering are separate steps, so several players can compute at the same time.
pub trait Player<G: Game> {
    /// Announces the first turn of the match. From then on the player may compute only in its own turns.
    fn begin(&mut self) {}

    /// Plays a turn whose answer does not count, so that the next turn finds the modules loaded, as in the middle of a match.
    /// Only players that forget everything between turns do this.
    fn warm_up(&mut self, _ask: Ask, _view: G::View<'_>) {}

    /// Returns whether [`Player::ask`] itself waits for the answer. The engine asks such players before all others, so
    /// that no other player computes in the meantime.
    fn answers_at_once(&self) -> bool {
        false
    }

    /// Sends the player its seat's view and starts its clock.
    fn ask(&mut self, ask: Ask, view: G::View<'_>);

    /// Waits for the answer to the most recent [`Player::ask`], up to the player's time limit. `view` is the view of that
    /// call again, for answers that only the view turns into orders.
    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders>;

    /// Tells the player that the match is over or was stopped. Waits only for players that may reply with a report.
    fn end(&mut self, _state: &G::State, _seat: Seat) -> Option<TurnReport> {
        None
    }
}

/// The data that a player receives in addition to the view.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// The round, from 1.
    pub round: u32,
    /// The seed of the player's own random numbers in this turn.
    pub random_seed: u64,
}

/// A player's answer in one turn.
#[derive(Clone, Debug, Default)]
pub struct Answer<O> {
    pub orders: O,
    pub report: TurnReport,
}

impl<O: Default> Answer<O> {
    /// Creates the answer, without orders, for a turn that was lost because of a fault.
    pub fn lost(report: TurnReport, fault: Fault) -> Answer<O> {
        Answer { orders: O::default(), report: report.lost(fault) }
    }
}

/// A report of a player's turn: everything except its orders.
#[derive(Clone, Debug, Default)]
pub struct TurnReport {
    /// The player's raw output.
    pub output: Vec<u8>,
    /// The number of output bytes beyond the limit, which were dropped.
    pub output_dropped: u64,
    /// Notes for spectators.
    pub notes: Vec<Note>,
    /// The locations in the player's own code that gave the orders, as the player reports them.
    pub origins: OrderSources,
    /// The first orders that were refused before they reached the rules.
    pub refused: Vec<Refusal>,
    /// The number of all orders that were refused before they reached the rules.
    pub refused_total: u32,
    /// The first likely mistake in the player's code that breaks no rule. Replays do not store it.
    pub slip: Option<Refusal>,
    /// The time that the player's own code took.
    pub think: Duration,
    /// The time limit of this turn, if it differs from the usual limit.
    pub allowed: Option<Duration>,
    /// The part of `think` in which the player had a processor; `None` if unknown.
    pub computed: Option<Duration>,
    /// The profile of the turn, if profiling is on.
    pub profile: Option<Box<Profile>>,
    /// The trace of the turn, if it was requested.
    pub trace: Option<Box<TurnTrace>>,
    /// Whether a busy machine may have caused the time-out: the player got less processor time than its limit allows.
    pub is_doubtful: bool,
    pub fault: Option<Fault>,
    /// An explanation of the fault, or of a likely mistake that is no fault.
    pub explanation: Option<Explanation>,
    /// Whether the player has ended and will not answer again.
    pub is_gone: bool,
    /// The sources of nondeterminism that the player used.
    pub unseeded: Unseeded,
}

impl TurnReport {
    /// Marks the turn as lost because of this fault.
    #[must_use]
    pub fn lost(self, fault: Fault) -> TurnReport {
        TurnReport { fault: Some(fault), ..self }
    }

    /// Returns the report without what belongs to the player's author: output, notes, names and lines of files, and the text
    /// of the fault. What the match shows anyway stays: the times and the kind of the fault.
    #[must_use]
    pub fn without_private_parts(self) -> TurnReport {
        let TurnReport { think, allowed, computed, is_doubtful, fault, is_gone, unseeded, .. } = self;
        let fault = fault.map(|fault| fault.kind.without_details());
        let refused_total = self.refused_total;
        TurnReport {
            think,
            allowed,
            computed,
            is_doubtful,
            fault,
            is_gone,
            unseeded,
            refused_total,
            ..TurnReport::default()
        }
    }

    /// Returns the problem of the turn; `None` if it did not fail.
    pub fn problem(&self, round: u32) -> Option<Problem> {
        let fault = self.fault.as_ref()?;
        Some(Problem::of_fault(round, fault, self.explanation.as_ref()))
    }

    /// Adds a refusal if a program's answer contains no order and the game has an explanation for that. `answer` is the
    /// answer as bytes.
    pub fn report_empty_answer<G: Game>(&mut self, orders: &G::Orders, answer: &[u8]) {
        const SHOWN: usize = 60;
        let text = String::from_utf8_lossy(&answer[..answer.len().min(4 * SHOWN)]);
        let shown: String = text.trim().chars().take(SHOWN).collect();
        if let Some(refusal) = G::explain_empty_answer(orders, &format!("{shown:?}")) {
            self.refused.push(refusal);
            self.refused_total += 1;
        }
    }
}

/// A player's note for spectators, without any effect on the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
pub struct Note {
    /// The squares that the note refers to, as `x` and `y`: one for a remark, several for a path.
    pub fields: Vec<(u32, u32)>,
    /// The text of a remark; empty for a path.
    pub text: String,
    pub color: Option<String>,
}

/// The source lines that gave a turn's orders. They are untrusted and only shown to spectators.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderSources {
    /// The names of the files that contain the source lines.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::FILES_MAX }>")]
    pub files: Vec<String>,
    /// The distinct call stacks that gave orders.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::CHAINS_MAX }>")]
    pub chains: Vec<CallStack>,
    /// The call stack of each single order, in the game's sequence, as an index into `chains`; `None` if unknown.
    #[serde(deserialize_with = "at_most::<_, _, { OrderSources::PLACES_MAX }>")]
    pub places: Vec<Option<u32>>,
}

/// A line of source code: an index into the list of files, and a line number from 1.
pub type Line = (u16, u32);

/// A call stack: the outermost line first, the line that gave the order last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallStack(#[serde(deserialize_with = "at_most::<_, _, { CallStack::LINES_MAX }>")] pub Vec<Line>);

impl CallStack {
    /// The maximum number of lines stored for a call stack. They are the outermost line and the innermost lines.
    pub const LINES_MAX: usize = 8;
}

impl OrderSources {
    /// The maximum number of orders per turn whose location is stored.
    pub const PLACES_MAX: usize = 20_000;
    /// The maximum number of files per turn.
    pub const FILES_MAX: usize = 100;
    /// The maximum number of call stacks in a turn.
    pub const CHAINS_MAX: usize = 5000;

    /// Returns the lines of a call stack, the outermost first.
    pub fn lines_of(&self, chain: Option<u32>) -> &[Line] {
        chain.and_then(|chain| self.chains.get(chain as usize)).map_or(&[], |chain| &chain.0)
    }

    /// Returns the lines of a call stack, each as `file.py:3`, the outermost first. The list is empty if the call stack
    /// does not exist.
    pub fn lines(&self, chain: Option<u32>) -> Vec<String> {
        let line = |(file, line): &Line| Some(format!("{}:{line}", self.files.get(usize::from(*file))?));
        self.lines_of(chain).iter().filter_map(line).collect()
    }

    /// Returns the lines as one text, such as `main.py:17 → helper.py:51`. The text is empty if there is no call stack.
    pub fn stack(&self, chain: Option<u32>) -> String {
        self.lines(chain).join(" → ")
    }
}
