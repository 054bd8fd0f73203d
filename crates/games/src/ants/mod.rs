//! The ant war: two to ten players gather food, grow, fight and raze each other's hills, on a board without edges.
//!
//! - Rules: `turn` has the phases of a turn, `state` the state that they change, `position` the part of it that
//!   spectators see, and `event` the changes. `torus` and `map` are the board, `vision` computes what each player sees,
//!   `food` places food on the squares that `symmetry` finds, and `ending` and `dominance` decide when the match is
//!   over.
//! - Random numbers: `rng` draws from Wag's own generator or from Python's (`mersenne`, and `table` for the sequence in
//!   which Python sets list their members).
//! - Players: `orders` are their answers, `overlay` their drawings, `wire` the messages they get, and `python` is the
//!   Python module. `bots` (with `danger`, which predicts fights, and `flood`, which finds ways) and `colony` are
//!   the built-in players. `environment` has the
//!   observations and actions of learners.
//! - Maps: `check` tests whether a map meets the contest's requirements, `generate` creates maps.
//! - Options: `numbers` and `play`.
//! - Display and storage: `show` is the replay format, `words` describes events, `contest` reads and writes the
//!   contest's replays, `recorded` plays back a match that was played by other rules.
//! - `experiments` lists the scripts in `python/ants/experiments`, `crowd` has the boards for `wag bench`.

mod bots;
mod check;
mod colony;
mod contest;
mod crowd;
mod danger;
mod dominance;
mod ending;
mod environment;
mod event;
pub(crate) mod experiments;
mod flood;
mod food;
mod generate;
mod map;
mod mersenne;
mod numbers;
mod orders;
mod overlay;
mod play;
mod position;
mod protocols;
pub mod python;
mod recorded;
mod rng;
mod show;
mod state;
mod symmetry;
mod table;
mod torus;
mod turn;
mod vision;
mod wire;
mod words;

#[cfg(test)]
mod tests;

use event::{Cause, Event};
use map::Map;
use numbers::Numbers;
use orders::{LINES_MAX, Orders};
use rng::{Kind, Rng};
use serde::{Deserialize, Serialize};
use state::State;
use std::collections::BTreeSet;
use std::sync::Arc;
use torus::At;
use wag_core::game::{Absence, Game, Phase, Refusal, Seat, Show, Standing};
use wag_i18n::Message;

/// The ant war, as an implementation of [`Game`].
#[derive(Debug)]
pub enum Ants {}

/// Everything that determines a match besides the seed and the players' orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub map: Arc<Map>,
    pub numbers: Numbers,
    pub random: Kind,
    /// The seed that all players receive for their own random number generators.
    pub player_seed: i64,
    /// The recorded random decisions of each turn, from turn 0. `None` unless other software recorded the match.
    #[serde(default)]
    pub given: Option<Arc<Vec<Given>>>,
}

/// The random decisions of one turn, as they were recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The squares where ants are born. They decide between hills of equal priority.
    pub births: BTreeSet<At>,
    /// The squares where food appears.
    pub food: BTreeSet<At>,
    /// All events of the turn after the ants have moved. `None` unless the match was played by other rules.
    #[serde(default)]
    pub outcome: Option<Vec<Event>>,
}

impl Setup {
    pub fn is_sound(&self) -> bool {
        let mut food = self.given.iter().flat_map(|given| given.iter()).flat_map(|turn| &turn.food);
        self.map.is_sound()
            && self.numbers.is_sound()
            && self.numbers.fit(self.map.size)
            && food.all(|at| self.map.size.has(*at))
            && self.outcomes().all(|event| self.can_follow(event))
    }

    fn outcomes(&self) -> impl Iterator<Item = &Event> {
        let given = self.given.iter().flat_map(|given| given.iter());
        given.filter_map(|turn| turn.outcome.as_ref()).flatten()
    }

    /// Returns whether an event can be part of the recorded outcome of a turn.
    fn can_follow(&self, event: &Event) -> bool {
        let is_outcome =
            !matches!(event, Event::Turn | Event::Moved(_) | Event::Refused { .. } | Event::Drawn { .. });
        is_outcome && Ants::is_possible(self, event)
    }

    /// Returns the recorded events after the ants have moved in this turn, or `None` if the match was not played by
    /// other rules. A turn of such a match that is not recorded has no events.
    pub fn outcome(&self, turn: u32) -> Option<&[Event]> {
        let given = self.given.as_ref()?;
        given.first()?.outcome.as_ref()?;
        Some(given.get(turn as usize).and_then(|turn| turn.outcome.as_deref()).unwrap_or_default())
    }

    /// Returns the recorded random decisions of this turn, or `None` if there are none.
    pub fn given(&self, turn: u32) -> Option<&Given> {
        self.given.as_ref()?.get(turn as usize)
    }

    /// Returns the squares and owners of the ants at the start: one on each hill, unless a scenario's map has ants of
    /// its own.
    pub fn first_ants(&self) -> Vec<(At, Seat)> {
        let is_drawn = self.numbers.scenario && !self.map.ants.is_empty();
        if is_drawn { self.map.ants.clone() } else { self.map.hills.clone() }
    }
}

/// A seat, and the state, of which the seat may see only a part.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
}

impl Game for Ants {
    const NAME: &'static str = "ants";
    /// If a player may continue after one lost turn, it may continue after any number of them.
    const LOST_TURNS_ALLOWED: u32 = u32::MAX;
    const LEAVES_WHEN_OUT: bool = true;
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        State::new(setup, seed, events)
    }

    /// Changes the random numbers. The rates, and the food that is already scheduled, stay.
    fn reseed(state: &mut State, seed: u64) {
        state.rng = Rng::new(state.rng.kind(), seed);
    }

    fn phase(state: &State) -> Phase {
        match state.position.end {
            Some(_) => Phase::Over,
            None => Phase::Ask { round: state.position.turn + 1, seats: state.alive() },
        }
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        if state.position.end.is_none() {
            state.play(orders, events);
        }
    }

    /// Accepts up to `LINES_MAX` orders, which is how many the parser reads from an answer.
    fn could_order(_: &View<'_>, orders: &Orders) -> bool {
        orders.list().len() <= LINES_MAX
    }

    fn absent(absence: Absence) -> Orders {
        let cause = if absence.is_late { Cause::TimedOut } else { Cause::Crashed };
        Orders::Gone { cause, at_start: absence.at_start }
    }

    fn continues_after_fault(state: &State) -> bool {
        state.setup.numbers.keep_going
    }

    /// Returns a refused line and the reason for the refusal, as the contest's logs write it.
    fn refused(refusal: &Refusal) -> Message {
        format!("{} # {}", refusal.value("given"), refusal.kind).into()
    }

    fn is_out(state: &State, seat: Seat) -> bool {
        !state.alive().contains(seat)
    }

    fn refusals(events: &[Event], seat: Seat) -> Vec<Message> {
        words::refusals(events, seat)
    }

    fn count_refused(events: &[Event], seat: Seat) -> u32 {
        words::count_invalid(events, seat)
    }

    fn standings(state: &State) -> Vec<Standing> {
        state.position.standings()
    }
}
