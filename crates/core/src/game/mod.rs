//! The contract of a game: everything that a match needs to know about the game that is played.
//!
//! A game is pure: it turns a state and orders into a new state and events. It never reads a clock or a file, never
//! starts a thread, never logs, and does not know which players take its seats.

mod account;
mod advice;
mod columns;
mod contest;
pub mod datum;
mod direction;
mod environment;
mod event_info;
mod file_error;
mod frame_arrays;
mod info;
pub mod loss;
mod odds;
pub mod plain;
mod playable;
pub mod protocols;
mod python_module;
mod random;
mod refusal;
mod seat;
mod show;
mod sight;

#[cfg(any(test, feature = "testing"))]
pub mod conformance;
#[cfg(any(test, feature = "testing"))]
pub mod tiny;

use crate::problem::{Problem, Unseeded};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use wag_i18n::{Message, t};

pub use account::{Account, AccountBook, Accounts, Entry, Lead};
pub use advice::{Advice, Critic};
pub use columns::{ColumnReader, Columns};
pub use contest::{
    ContestPlayer, ContestReplays, ContestResult, Excerpt, LogOfTurn, PlayedAgain, ReadResult, Record,
    Script, TurnLog, VerifyContest,
};
pub use datum::Datum;
pub use direction::{Direction, Place};
pub use environment::{
    Actions, Dtype, Element, Environment, InvalidAction, Observation, Plane, Spaces, plane,
};
pub use event_info::{EventInfo, Events, event};
pub use file_error::file_error;
pub use frame_arrays::{ArrayInfo, Column, FrameArray, FrameArrays, Layout, Number};
pub use info::{
    Alias, BotKind, BuiltIn, BuiltInFile, CheckMap, Choice, Experiment, FileInfo, Files, GameFile, GameInfo,
    GameOptions, Introduction, InvalidOptions, Kind, Maker, Opt, PlayerKinds, Preset, SeatsFor, Sketch,
    Stage, Unlockable,
};
pub use loss::{Cards, Cause, LossAccount, LossSpan, LossTurn, Losses, Sampling, SmallestLoss};
pub use playable::{
    Bench, Bot, BotFunction, Crowd, Draw, Narrator, Playable, PlayerSummary, Seated, Tally, Verdict, Walk,
    plain_narrator,
};
pub use protocols::Protocols;
pub use python_module::PythonModule;
pub use random::{Chance, RandomStream, Reseed, SeedSchedule, derive_seed, turn_seed};
pub use refusal::Refusal;
pub use seat::{Seat, SeatSet};
pub use show::{FoldedTurn, SeatOrders, Show};
pub use sight::{Cell, OrderText, Sight, Tone};

/// A game: its state, the view and orders of a seat, and the rules that apply orders to a state.
///
/// [`Game::phase`] decides the order of play: one seat at a time, the same seat several times in a row, or all seats at
/// once. [`protocols`] defines how each kind of player receives a view and sends orders (as bytes, text or JSON);
/// [`Playable`] declares the options of the game.
pub trait Game: Sized + 'static {
    /// The name in commands, replays and folder names: lower case, without spaces.
    const NAME: &'static str;
    /// The number of turns that a seat may lose before it gets no more turns. Its units then stand still for the rest
    /// of the match.
    const LOST_TURNS_ALLOWED: u32 = 3;
    /// Whether a player that is out leaves the match at once; otherwise it stays until the match is over.
    const LEAVES_WHEN_OUT: bool = false;
    /// Everything that decides a match apart from the seed and the orders: map, rules, names.
    type Setup: Clone + Send + Sync + Serialize + DeserializeOwned;
    /// A complete position of the game. A match continues in the same way from a restored state.
    type State: Clone + Send + Serialize + DeserializeOwned;
    /// The part of a state that one seat may see.
    type View<'s>;
    /// One seat's answer. The default value orders nothing.
    type Orders: Clone + Debug + Default + Send + Serialize + DeserializeOwned;
    /// One thing that happened in the match.
    type Event: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned;

    /// Returns the first state of a match. Appends the events that happen before the first order to `events`.
    fn start(setup: &Self::Setup, seed: u64, events: &mut Vec<Self::Event>) -> Self::State;

    /// Makes the rules draw all further random numbers from `seed`, so that the same position can go on in many ways.
    ///
    /// Nothing else in the position changes: what has already been drawn stays, even if no player has seen it yet. The
    /// default does nothing, for games whose rules draw no random numbers.
    fn reseed(_state: &mut Self::State, _seed: u64) {}

    /// Returns the seats that play next, or [`Phase::Over`].
    fn phase(state: &Self::State) -> Phase;

    /// Returns the part of the state that `seat` may see.
    fn view(state: &Self::State, seat: Seat) -> Self::View<'_>;

    /// Applies the orders of exactly the seats that [`Game::phase`] returned, in the same sequence, and appends the
    /// events.
    ///
    /// Orders come from untrusted players: an illegal order has no effect except an event. This function never panics.
    fn apply(state: &mut Self::State, orders: &[(Seat, Self::Orders)], events: &mut Vec<Self::Event>);

    /// Returns whether a player with this view could have sent these orders. The engine's own code in the worker never
    /// sends impossible orders, so orders that fail this check are forged. Forged orders cost the player its turn, and
    /// are rejected before they can take up time.
    fn could_order(_view: &Self::View<'_>, _orders: &Self::Orders) -> bool {
        true
    }

    /// Returns whether a player that is still running gets further turns after a failed turn. Otherwise the player
    /// counts as ended.
    fn continues_after_fault(_state: &Self::State) -> bool {
        true
    }

    /// Returns the orders of a seat whose player has ended or never started.
    fn absent(_absence: Absence) -> Self::Orders {
        Self::Orders::default()
    }

    /// Returns whether `seat` gets no more turns although the match goes on.
    fn is_out(state: &Self::State, seat: Seat) -> bool;

    /// Returns the effects of a seat's orders as whole lines for the player's log.
    fn effects(_events: &[Self::Event], _seat: Seat) -> String {
        String::new()
    }

    /// Returns the refused orders that nothing else reports, as whole lines for the player's log.
    fn refusals(_events: &[Self::Event], _seat: Seat) -> Vec<Message> {
        Vec::new()
    }

    /// Returns the reason for a refusal as a sentence without a full stop and without the location in the code.
    fn refused(refusal: &Refusal) -> Message {
        refusal.kind.replace('_', " ").into()
    }

    /// Explains an answer that contains no order; `given` is the answer as text. Returns `None` if there is nothing to
    /// explain.
    fn explain_empty_answer(_orders: &Self::Orders, _given: &str) -> Option<Refusal> {
        None
    }

    /// Returns how many of a seat's orders the rules refused in a turn.
    fn count_refused(_events: &[Self::Event], _seat: Seat) -> u32 {
        0
    }

    /// Returns the last line of the log of a player whose part ends before the match does.
    fn farewell(notice: Notice, round: u32) -> String {
        match notice {
            Notice::Out => t!("Out of the game after round %{round}", round),
            Notice::StandsStill => {
                t!("Too many lost turns: no more turns from round %{round} on", round = round + 1)
            }
            Notice::Gone => {
                t!("The player ended in round %{round} and takes no further part in the game", round)
            }
        }
    }

    /// Returns the reason why the rules themselves cannot go on; `None` if they can. Such a match is over and has no
    /// result: it counts for nobody. Rules that are part of the program never fail.
    fn failure(_state: &Self::State) -> Option<&Problem> {
        None
    }

    /// Returns what the rules printed in the step that led to this position; `None` for rules that never print.
    fn printed(_state: &Self::State) -> Option<&Printed> {
        None
    }

    /// Returns the sources of nondeterminism that the rules have used since the start of the match.
    fn unseeded(_state: &Self::State) -> Unseeded {
        Unseeded::NONE
    }

    /// Returns the current or final standings, one entry per seat, in seat order.
    fn standings(state: &Self::State) -> Vec<Standing>;
}

/// The output of rules that are not part of the program. It is untrusted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    pub output: Vec<u8>,
    /// The number of bytes that were discarded.
    pub dropped: u64,
}

/// The seats whose answers a game is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// These seats have a turn; [`Game::apply`] needs the answers of all of them. Rounds count from 1.
    Ask { round: u32, seats: SeatSet },
    /// The match is over.
    Over,
}

/// The reason why the player on a seat no longer answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Absence {
    /// True if the player ran out of time; false if it ended or never started.
    pub is_late: bool,
    /// True if the player was never ready to play.
    pub at_start: bool,
}

/// A lasting change of a seat's status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "testing", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// The seat is out of the game.
    Out,
    /// The player lost too many turns and gets no more.
    StandsStill,
    /// A persistent player ended too early and gets no more turns.
    Gone,
}

/// The standing of one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// The rank: 1 is best. Seats with equal results have the same rank and the next rank is left out (1, 1, 3, 4).
    pub place: u32,
    /// The figures that the game counts for a seat, as name and number, the decisive one first. All seats have the same
    /// names.
    pub figures: Vec<(&'static str, i64)>,
}

impl Standing {
    /// Returns the standings of a game in which a single figure decides and the highest is best. `scores` has one entry
    /// per seat.
    pub fn by(figure: &'static str, scores: &[i64]) -> Vec<Standing> {
        let standing = |(place, score): (u32, &i64)| Standing { place, figures: vec![(figure, *score)] };
        places(scores).into_iter().zip(scores).map(standing).collect()
    }

    /// Returns whether the seat has the best rank, alone or together with others.
    pub fn has_won(&self) -> bool {
        self.place == 1
    }

    /// Returns the winners of a game in seat order. `standings` has one entry per seat.
    pub fn winners(standings: &[Standing]) -> impl Iterator<Item = Seat> {
        Seat::all(standings.len())
            .zip(standings)
            .filter(|(_, standing)| standing.has_won())
            .map(|(seat, _)| seat)
    }
}

/// Returns the ranks of a match in which some seats forfeit. All forfeiting seats get the worst rank, which is the
/// number of seats. The other seats are ranked among themselves as before. Both lists have one entry per seat.
pub fn places_after_forfeits(places: &[u32], forfeits: &[bool]) -> Vec<u32> {
    let playing = || places.iter().zip(forfeits).filter(|(_, forfeits)| !**forfeits).map(|(place, _)| *place);
    let place = |(own, forfeits): (&u32, &bool)| match forfeits {
        true => places.len() as u32,
        false => 1 + playing().filter(|other| other < own).count() as u32,
    };
    places.iter().zip(forfeits).map(place).collect()
}

/// Ranks scores, the highest first; equal scores get the same rank.
pub fn places(scores: &[i64]) -> Vec<u32> {
    scores.iter().map(|own| 1 + scores.iter().filter(|other| *other > own).count() as u32).collect()
}

#[cfg(test)]
mod tests {
    use super::{places, places_after_forfeits};

    #[test]
    fn equal_scores_share_a_place() {
        assert_eq!(places(&[5, 9, 9, 0]), [3, 1, 1, 4]);
        assert_eq!(places(&[2, 2, 2, 2]), [1, 1, 1, 1]);
    }

    #[test]
    fn forfeits_rank_last() {
        assert_eq!(places_after_forfeits(&[1, 2, 2, 4], &[true, false, false, false]), [4, 1, 1, 3]);
        assert_eq!(places_after_forfeits(&[1, 1, 3, 4], &[true, true, false, false]), [4, 4, 1, 2]);
        assert_eq!(places_after_forfeits(&[1, 1], &[true, true]), [2, 2], "nobody wins");
        assert_eq!(places_after_forfeits(&[2, 1], &[false, false]), [2, 1]);
    }
}
