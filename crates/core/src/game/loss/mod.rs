//! How a game explains a loss: the value in which it is measured, the built-in players that take over, and an account of
//! what the loss consists of.
//!
//! A game declares the value and the sampling as data, and books the turns of a recorded match. All shares and costs
//! follow from what was booked.

mod tally;

pub use tally::{LineCounts, Tally, by_share, line_of_chain, line_of_order};

use super::{Game, Notice, Seat};
use crate::arena::TurnReport;
use crate::problem::CodePlace;
use std::collections::BTreeMap;
use wag_i18n::Message;

/// The declaration of how a game measures and explains losses.
#[derive(Debug)]
pub struct Losses {
    /// The name of the value, as in JSON.
    pub value: &'static str,
    /// The unit of the value, for people.
    pub unit: &'static str,
    /// The built-in players that may take over, the weakest first. The first one that is strong enough is used.
    pub stand_ins: &'static [&'static str],
    /// The built-in players that take over only if a user names them.
    pub on_request: &'static [&'static str],
    pub sampling: Sampling,
    pub smallest: SmallestLoss,
    pub cards: Cards,
    /// The share of a loss from which a cause is stated.
    pub stated: f64,
}

/// The rounds from which futures are played, and how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// Equally spaced rounds, then rounds beside the start and the end of each fall until the budget is used.
    Halving { points: u32, futures: u32, budget: u32 },
    /// Equally spaced rounds only.
    Grid { points: u32, futures: u32 },
    /// One future from every round: the rules and the built-in players use no random numbers.
    EveryRound,
    /// No futures: the account itself names the losses, because futures would know what no player can know.
    Events,
}

/// How the losses are found on the curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cards {
    /// The falling stretches of a piecewise linear fit.
    Fit,
    /// The last round in which the value fell for good. Earlier falls were regained. For values that are chances.
    LastFall,
}

/// The smallest loss that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SmallestLoss {
    /// A part of the scale of the curve.
    Share(f64),
    /// An amount in the unit of the value.
    Amount(f64),
}

/// A game with frames, which show everything that a spectator sees at one moment.
pub trait Framed: Game {
    type Frame;
}

/// A turn of a recorded match, as an account books it.
pub struct LossTurn<'t, G: Framed> {
    pub round: u32,
    /// The position before the turn.
    pub before: &'t G::Frame,
    pub orders: &'t [(Seat, <G as Game>::Orders)],
    pub events: &'t [<G as Game>::Event],
    pub reports: &'t [(Seat, TurnReport)],
    pub notices: &'t [(Seat, Notice)],
}

/// The account of a player's losses in one match.
pub trait LossAccount<G: Framed> {
    /// Books a turn. All turns of a match are booked in order, then the questions follow.
    fn book(&mut self, turn: &LossTurn<'_, G>);

    /// Returns the causes of a loss, the most important one first, which usually has the largest share. They need not add
    /// up to the loss.
    fn causes(&self, loss: &LossSpan) -> Vec<Cause>;

    /// Returns whether a cause of a loss goes on in the loss after it, so that both are one.
    fn continues(&self, _cause: &str, _first: &LossSpan, _second: &LossSpan) -> bool {
        false
    }

    /// Returns the losses that are certain from the events alone, for [`Sampling::Events`].
    fn certain_losses(&self) -> Vec<LossSpan> {
        Vec::new()
    }
}

/// A stretch of rounds in which the value of a player's position fell.
#[derive(Clone, Debug, PartialEq)]
pub struct LossSpan {
    /// The round in which the fall begins, from the curve.
    pub from: u32,
    pub until: u32,
    /// The loss in the unit of the value; positive.
    pub loss: f64,
    /// The end of the loss before this one; 0 if there is none. The rounds from there to `from` are healthy.
    pub healthy_from: u32,
    /// The last round of the match.
    pub rounds: u32,
    /// The value from the start of the match, played by the stand-in.
    pub start_value: f64,
}

/// A cause of a loss.
#[derive(Clone, Debug, PartialEq)]
pub struct Cause {
    /// The name, as in JSON.
    pub name: &'static str,
    /// The part of the loss that it pays for, from 0; above 1 it pays for all of it.
    pub share: f64,
    /// The cost in the unit of the value.
    pub cost: f64,
    /// How often it happened in the loss.
    pub count: u64,
    /// The round in which it began, if the events say so exactly.
    pub onset: Option<u32>,
    /// Further numbers, for programs.
    pub values: BTreeMap<&'static str, i64>,
    /// The lines of code that gave the orders, the most frequent first.
    pub lines: Vec<CodePlace>,
    /// The cause as a sentence without a full stop.
    pub phrase: Message,
}
