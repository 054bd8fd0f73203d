//! The contract of a game: what a match needs to know about one, and no more.
//!
//! A game is pure: it turns a state and orders into a new state and events. It never reads a clock or a file, never
//! starts a thread, never logs, and knows nothing of who sits on its seats.

mod advice;
mod columns;
mod contest;
mod direction;
mod file_error;
mod odds;
pub mod plain;
mod playable;
mod python_module;
mod random;
mod refusal;
mod seat;
mod show;
mod sight;
pub mod ways;

#[cfg(any(test, feature = "testing"))]
pub mod conformance;
#[cfg(any(test, feature = "testing"))]
pub mod tiny;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;
use wag_i18n::{Message, t};

pub use advice::{Advice, Critic};
pub use columns::{ColumnReader, Columns};
pub use contest::{
    ContestPlayer, ContestReplays, ContestResult, Excerpt, LogOfTurn, PlayedAgain, ReadResult, Record,
    Script, TurnLog, VerifyContest,
};
pub use direction::{Direction, Place};
pub use file_error::file_error;
pub use playable::{
    Alias, Bench, BotKind, BuiltIn, BuiltInFile, CheckMap, Choice, Crowd, Draw, Experiment, Files,
    GameOptions, Introduction, InvalidOptions, Kind, Look, Maker, Narrator, Opt, Playable, PlayerSummary,
    Preset, Seated, Sketch, Stage, StatefulBot, Tally, Unlockable, Verdict, Walk, plain_narrator,
};
pub use python_module::PythonModule;
pub use random::{Chance, RandomStream, derive_seed, turn_seed};
pub use refusal::Refusal;
pub use seat::{Seat, SeatSet};
pub use show::{SeatOrders, Show};
pub use sight::{Cell, OrderText, Sight, Tone};
pub use ways::Protocols;

/// One game: its state, what a seat sees of it, what a seat may order, and what comes of it.
///
/// Who moves when is the game's own affair ([`Game::phase`]): one seat at a time, the same seat several times in a row,
/// or all at once. How a view and orders are put into bytes, text or JSON for a certain kind of player is told by
/// [`ways`]; what there is to choose, by [`Playable`].
pub trait Game: Sized + 'static {
    /// The name in commands, replays and folders: lower case, no blanks.
    const NAME: &'static str;
    /// After so many lost turns a seat is not asked any more; what it has stands still for the rest of the match.
    const LOST_TURNS_ALLOWED: u32 = 3;
    /// Whether a player who is out is told so at once, and leaves; else it stays until the match is over.
    const LEAVES_WHEN_OUT: bool = false;
    /// All that decides a match besides the seed and the orders: map, rules, names.
    type Setup: Clone + Send + Sync + Serialize + DeserializeOwned;
    /// A position of the game, complete: whoever restores one plays on exactly as if nothing had happened.
    type State: Clone + Serialize + DeserializeOwned;
    /// What one seat may know of a state.
    type View<'s>;
    /// What one seat answers; the default is "nothing ordered".
    type Orders: Clone + Debug + Default + Serialize + DeserializeOwned;
    /// One thing that happened.
    type Event: Clone + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned;

    /// The first state of a match. What happens before the first order is told in `events`.
    fn start(setup: &Self::Setup, seed: u64, events: &mut Vec<Self::Event>) -> Self::State;

    /// Whom to ask now, or that the game is over.
    fn phase(state: &Self::State) -> Phase;

    /// What `seat` may know now.
    fn view(state: &Self::State, seat: Seat) -> Self::View<'_>;

    /// Plays on with the answers of exactly the seats that [`Game::phase`] names, in its order.
    ///
    /// Orders come from strangers: whatever is not allowed is left undone and told as an event; nothing panics.
    fn apply(state: &mut Self::State, orders: &[(Seat, Self::Orders)], events: &mut Vec<Self::Event>);

    /// Whether a player who is shown this can have ordered so much. The engine's own code, which stands between a game and
    /// who plays it, never lets more pass; whatever comes all the same is forged, and costs the turn before it costs time.
    fn could_order(_view: &Self::View<'_>, _orders: &Self::Orders) -> bool {
        true
    }

    /// Whether a player that has failed in a turn, but lives, plays on; else it is gone, as one that has ended.
    fn forgives(_state: &Self::State) -> bool {
        true
    }

    /// The orders of a seat whose player has ended and will never answer, or has never been there.
    fn absent(_absence: Absence) -> Self::Orders {
        Self::Orders::default()
    }

    /// Whether `seat` will never be asked again although the match goes on.
    fn is_out(state: &Self::State, seat: Seat) -> bool;

    /// Whole lines for a player's log: what its orders have come to.
    fn effects(_events: &[Self::Event], _seat: Seat) -> String {
        String::new()
    }

    /// Lines for a player's log: what of its orders was not allowed, where nothing else tells it. A plain text is written as
    /// it is, for programs that look for it; a sentence is marked as the engine's.
    fn refusals(_events: &[Self::Event], _seat: Seat) -> Vec<Message> {
        Vec::new()
    }

    /// Why an order was not taken, as a sentence without a full stop, without the place.
    fn refused(refusal: &Refusal) -> Message {
        refusal.kind.replace('_', " ").into()
    }

    /// What is wrong with an answer that names no order; `given` is the answer, as text.
    fn void(_orders: &Self::Orders, _given: &str) -> Option<Refusal> {
        None
    }

    /// How many orders of a seat the rules have refused in a turn.
    fn count_refused(_events: &[Self::Event], _seat: Seat) -> u32 {
        0
    }

    /// The last line of a player's log, when its part in the match ends before the match.
    fn farewell(notice: Notice, round: u32) -> String {
        match notice {
            Notice::Out => t!("Out of the game after round %{round}", round),
            Notice::StandsStill => {
                t!("Too many lost turns: from round %{round} on you are not asked", round = round + 1)
            }
            Notice::Gone => t!("The player has ended in round %{round} and does not come back", round),
        }
    }

    /// One entry per seat, in seat order: how the match stands, or ended.
    fn standings(state: &Self::State) -> Vec<Standing>;
}

/// Whom a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Ask these seats, all of them before the next [`Game::apply`]. Rounds count from 1.
    Ask { round: u32, seats: SeatSet },
    /// The match is over.
    Over,
}

/// How it came that a seat's player answers nothing any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Absence {
    /// It was out of time; else it has ended, or never began.
    pub is_late: bool,
    /// It was never ready to play.
    pub at_start: bool,
}

/// What is true of a seat from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It is out of the game.
    Out,
    /// It has lost too many turns and is not asked any more.
    StandsStill,
    /// It lives for the whole match and has ended too early: it is not asked any more.
    Gone,
}

/// How one seat stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// 1 is best; equal results share a place and the next place is left out (1, 1, 3, 4).
    pub place: u32,
    /// What the game counts for a seat: name and number, the deciding one first. The same names for every seat.
    pub figures: Vec<(&'static str, i64)>,
}

impl Standing {
    /// How all stand when one figure decides, the highest first, and there is no other. One score per seat.
    pub fn by(figure: &'static str, scores: &[i64]) -> Vec<Standing> {
        let standing = |(place, score): (u32, &i64)| Standing { place, figures: vec![(figure, *score)] };
        places(scores).into_iter().zip(scores).map(standing).collect()
    }
}

/// The places of a match in which some seats forfeit: these share the last place, the others keep their order. One entry per
/// seat in both lists.
pub fn places_after_forfeits(places: &[u32], forfeits: &[bool]) -> Vec<u32> {
    let playing = || places.iter().zip(forfeits).filter(|(_, forfeits)| !**forfeits).map(|(place, _)| *place);
    let place = |(own, forfeits): (&u32, &bool)| match forfeits {
        true => places.len() as u32,
        false => 1 + playing().filter(|other| other < own).count() as u32,
    };
    places.iter().zip(forfeits).map(place).collect()
}

/// Gives places to scores, the highest first; equal scores share a place.
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
    fn who_forfeits_comes_after_all_who_play() {
        assert_eq!(places_after_forfeits(&[1, 2, 2, 4], &[true, false, false, false]), [4, 1, 1, 3]);
        assert_eq!(places_after_forfeits(&[1, 1, 3, 4], &[true, true, false, false]), [4, 4, 1, 2]);
        assert_eq!(places_after_forfeits(&[1, 1], &[true, true]), [2, 2], "nobody wins");
        assert_eq!(places_after_forfeits(&[2, 1], &[false, false]), [2, 1]);
    }
}
