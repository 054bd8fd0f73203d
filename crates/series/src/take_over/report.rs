//! The answer to the question why a player lost: the take-over curve and its cards. docs/en/json.md documents its JSON.

use serde::Serialize;
use std::collections::BTreeMap;
use wag_core::problem::CodePlace;
use wag_replay::Phrase;

/// Why a player lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LossReport {
    pub player: String,
    /// The seat of the player, counted from 1.
    pub seat: u8,
    /// The sentence above the cards.
    #[serde(flatten)]
    pub phrase: Phrase,
    /// What the reader must know about the curve.
    pub remarks: Vec<Phrase>,
    pub curve: TakeOverCurve,
    /// The losses, the largest first.
    pub cards: Vec<LossCard>,
}

/// The values of a player's positions if a built-in player takes over its seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TakeOverCurve {
    pub player: String,
    /// The built-in player that takes over; `None` if there is no curve.
    pub stand_in: Option<&'static str>,
    pub value: &'static str,
    pub unit: &'static str,
    /// The points in ascending order. The last one is the recorded result, without futures.
    pub points: Vec<CurvePoint>,
    /// The knots of the fit: round and value.
    pub fit: Vec<(u32, f64)>,
    /// The value of the recorded result.
    pub actual: f64,
    pub scale: f64,
    /// The loss per round that went on before the first card; 0 if there was none.
    pub base_slope: f64,
    /// The number of futures that were played.
    pub futures: u32,
    pub seconds: f64,
    /// The number of futures that were to be played.
    pub budget: u32,
    /// Whether all futures of the budget were played.
    pub complete: bool,
    /// Whether the curve depends on no random numbers.
    pub certain: bool,
    pub seed: u64,
    /// Why there is no curve; `None` if there is one.
    pub void: Option<VoidCurve>,
}

/// A point of a curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CurvePoint {
    /// The round from which the built-in player plays.
    pub round: u32,
    pub mean: f64,
    /// The standard deviation of one future.
    pub sd: f64,
    pub futures: u32,
    /// The share of the futures that were won, in which a tie is half a win.
    pub win: f64,
    /// The 95 % confidence interval of this share.
    pub win_interval: (f64, f64),
}

/// The reason why there is no curve.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VoidCurve {
    /// The player that cannot play on; `None` if the reason is another one.
    pub player: Option<String>,
    pub reason: VoidReason,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// The kind of reason why there is no curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// The match has no result.
    NoResult,
    /// The game does not explain losses.
    Game,
    /// Rounds of the replay are damaged.
    Damaged,
    /// The player had no turn.
    NoTurn,
    /// The match is too short.
    TooShort,
    /// There is no code for a player that should play on.
    NoCode,
    /// A player that should play on stopped in the match.
    Stopped,
    /// A player that should play on stopped or failed in a future.
    StoppedInFuture,
    /// No built-in player would have held the match.
    LostFromStart,
    /// The time is too short for the smallest number of futures.
    NoTime,
    /// The futures cannot be played.
    Unplayable,
    /// The user has stopped the futures.
    Interrupted,
}

/// A stretch of rounds in which the value fell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LossCard {
    /// The first and the last round of the fall, from the curve.
    pub from: u32,
    pub until: u32,
    /// The round in which the loss begins.
    pub onset: u32,
    pub onset_source: OnsetSource,
    pub loss: f64,
    pub loss_interval: (f64, f64),
    pub per_round: f64,
    pub win_before: f64,
    pub win_after: f64,
    /// Whether the value fell almost all the time, so that no single moment decided.
    pub steady: bool,
    pub causes: Vec<CardCause>,
    /// The orders that would have been better, and the chance to win with each of them.
    pub better: Vec<BetterOrder>,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// Where the beginning of a loss is known from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum OnsetSource {
    Events,
    Curve,
}

/// A cause of a loss, and the part of the loss for which it pays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CardCause {
    pub name: &'static str,
    pub cost: f64,
    pub share: f64,
    pub count: u64,
    pub values: BTreeMap<&'static str, i64>,
    /// The lines of code, the most frequent first.
    pub lines: Vec<CodePlace>,
    /// Whether it pays for enough of the loss to be stated.
    pub stated: bool,
    #[serde(flatten)]
    pub phrase: Phrase,
}

/// An order that would have been better.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BetterOrder {
    pub order: String,
    pub win: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_types_are_current() {
        wag_core::assert_page_types!(
            "losses.d.ts",
            "import type { CodePlace, Phrase } from './replay.js';\n",
            [
                LossReport,
                TakeOverCurve,
                CurvePoint,
                VoidCurve,
                VoidReason,
                LossCard,
                OnsetSource,
                CardCause,
                BetterOrder,
            ]
        );
    }
}
