//! A turn that was played again, as `wag debug --json`, `wag.debug` and the pages show it; docs/en/json.md documents it.

use crate::reasons::Reason;
use crate::recorded_player::RecordedPlayer;
use crate::reenter::{ReenteredTurn, TurnSide, unmatched_refusals};
use serde::Serialize;
use serde_json::Value;
use wag_core::arena::{TurnReport, TurnTrace};
use wag_core::game::Seat;
use wag_core::problem::{Fault, FaultKind, JsonProblem, Problem};

/// A recorded turn that was played again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayedTurn {
    #[serde(flatten)]
    pub turn: TurnComparison,
    /// The path of the user's file that played: relative to the working folder for the pages, otherwise absolute; `None`
    /// if it is not there.
    pub file: Option<String>,
    /// A remark about the file that played; `None` if there is nothing to say.
    pub remark: Option<String>,
    /// The reason why the file cannot play, only for the pages; `None` if it has played. In that case the other fields are
    /// empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub rejected: Option<RejectedFile>,
    /// False if the match used something that no seed determines.
    pub repeatable: bool,
    /// `None` if the turn was not traced: only the pages trace it, unless the player is built in or its process ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub trace: Option<Box<TurnTrace>>,
}

/// A recorded turn and the same turn played again.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnComparison {
    /// The round that was played. It is earlier than the requested one if a persistent player ended before it.
    pub round: u32,
    /// The seat, counted from 1.
    pub seat: u8,
    /// The player's name.
    pub player: String,
    /// True if the orders equal the recorded ones, including those that were refused before they reached the rules.
    pub same: bool,
    /// Who and what explains the difference; empty if the orders equal the recorded ones.
    pub reasons: Vec<Reason>,
    pub recorded: ReplayedSide,
    pub now: ReplayedSide,
    /// The indexes of the new orders that were not recorded.
    pub added: Vec<usize>,
    /// The indexes of the recorded orders that were not given now.
    pub missing: Vec<usize>,
    /// The same for the refused orders.
    pub refused_added: Vec<usize>,
    pub refused_missing: Vec<usize>,
}

/// The recorded or the new half of a turn.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayedSide {
    /// The orders as objects, as in the JSON of a replay.
    #[cfg_attr(test, ts(type = "Array<import('../shell/replay/frames.js').Order>"))]
    pub orders: Vec<Value>,
    /// The orders as sentences, in the same sequence.
    pub sentences: Vec<String>,
    /// The first orders that were refused before they reached the rules, as sentences.
    pub refused: Vec<String>,
    /// The number of all such orders.
    pub refused_total: u32,
    pub output: String,
    /// The number of bytes of output beyond the limit.
    pub output_dropped: u32,
    pub fault: Option<TurnFault>,
    /// The fault with its explanation, in all languages.
    #[cfg_attr(test, ts(type = "import('./replay.js').Problem | null"))]
    pub problem: Option<JsonProblem>,
    /// The time that the player took, in milliseconds. The time of tracing does not count.
    pub ms: f64,
    /// The names of the sources of nondeterminism that the turn used: `clock`, `processes`, `machine`.
    pub unseeded: Vec<&'static str>,
}

/// The fault of a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TurnFault {
    #[cfg_attr(test, ts(type = "import('./replay.js').ProblemKind"))]
    pub kind: FaultKind,
    /// The message in English.
    pub message: String,
}

/// A file that cannot play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RejectedFile {
    #[cfg_attr(test, ts(type = "import('./replay.js').Problem"))]
    pub problem: JsonProblem,
    /// The content of the file with the error; `None` if it is unknown or cannot be read.
    pub text: Option<String>,
}

impl ReplayedTurn {
    /// Describes a turn that this player has played again.
    pub fn of(player: &RecordedPlayer, is_repeatable: bool, mut turn: ReenteredTurn) -> ReplayedTurn {
        let trace = turn.now.report.trace.take();
        let turn = TurnComparison::of(player.seat, &player.spec.name, turn);
        ReplayedTurn { trace, ..ReplayedTurn::unplayed(player, is_repeatable, turn) }
    }

    /// Describes a turn with this comparison, and without a trace.
    pub(crate) fn unplayed(
        player: &RecordedPlayer,
        is_repeatable: bool,
        turn: TurnComparison,
    ) -> ReplayedTurn {
        let file = player.spec.file().filter(|_| !player.is_from_replay());
        ReplayedTurn {
            turn,
            file: file.map(|file| file.display().to_string()),
            remark: player.remark.clone(),
            rejected: None,
            repeatable: is_repeatable,
            trace: None,
        }
    }
}

impl TurnComparison {
    pub fn of(seat: Seat, player: &str, turn: ReenteredTurn) -> TurnComparison {
        TurnComparison {
            round: turn.round,
            seat: seat.0 + 1,
            player: player.to_string(),
            same: turn.is_same,
            reasons: turn.reasons.clone(),
            added: turn.added(),
            missing: turn.missing(),
            refused_added: unmatched_refusals(&turn.now.refused, &turn.recorded.refused),
            refused_missing: unmatched_refusals(&turn.recorded.refused, &turn.now.refused),
            recorded: ReplayedSide::of(turn.round, turn.recorded),
            now: ReplayedSide::of(turn.round, turn.now),
        }
    }
}

impl ReplayedSide {
    fn of(round: u32, side: TurnSide) -> ReplayedSide {
        let problem = side.report.problem(round);
        let TurnReport { output, output_dropped, fault, think, unseeded, refused_total, .. } = side.report;
        ReplayedSide {
            orders: side.values,
            sentences: side.orders,
            refused: side.refused.into_iter().map(|refused| refused.sentence).collect(),
            refused_total,
            output: String::from_utf8_lossy(&output).into_owned(),
            output_dropped: u32::try_from(output_dropped).unwrap_or(u32::MAX),
            fault: fault.map(|Fault { kind, message }| TurnFault { kind, message: message.english() }),
            problem: problem.as_ref().map(Problem::for_json),
            ms: (think.as_secs_f64() * 1e6).round() / 1e3,
            unseeded: unseeded.names().collect(),
        }
    }
}
