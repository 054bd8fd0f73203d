//! The ant war: two to ten players gather food, grow, fight and raze each other's hills, on a board without edges.
//!
//! `turn` is what happens, in phases, and `state` what it changes; `position` is what spectators see of that, and what each `event`
//! changes. `torus` and `map` are the board, `vision` is who sees what, `food` comes to squares that `symmetry` finds, `ending` says
//! when it is over, `dominance` who has nearly everything. Chance is `luck`: ours, or Python's (`mersenne`, `table`). `orders` are what players answer,
//! and `overlay` what they draw, `wire` is what they are told, `python` the module that reads it, `bots` are the built-in players (`danger`: how their
//! fights would go), `check` says whether a map would do for the contest and `generate` makes some, `numbers` and `play` are what there is to choose,
//! `recorded` follows a match that was played by other rules, `show` what replays keep, `words` says it, `contest` are the contest's replays, `experiments` is a list of what `python/ants/experiments` measures.

mod bots;
mod check;
mod colony;
mod contest;
mod crowd;
mod danger;
mod dominance;
mod ending;
mod event;
pub(crate) mod experiments;
mod food;
mod generate;
mod luck;
mod map;
mod mersenne;
mod numbers;
mod orders;
mod overlay;
mod play;
mod position;
pub mod python;
mod recorded;
mod show;
mod state;
mod symmetry;
mod table;
mod torus;
mod turn;
mod vision;
mod ways;
mod wire;
mod words;

#[cfg(test)]
mod tests;

use event::{Cause, Event};
use luck::Kind;
use map::Map;
use numbers::Numbers;
use orders::{LINES_MAX, Orders};
use serde::{Deserialize, Serialize};
use state::State;
use std::collections::BTreeSet;
use std::sync::Arc;
use torus::At;
use wag_core::game::{Absence, Game, Phase, Refusal, Seat, Show, Standing};
use wag_i18n::Message;

/// The game as the engine knows it.
#[derive(Debug)]
pub enum Ants {}

/// All that decides a match besides seed and orders.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub map: Arc<Map>,
    pub numbers: Numbers,
    pub random: Kind,
    /// What all players are told, for their own generators.
    pub player_seed: i64,
    /// Of a match that others have recorded: what chance has decided in each turn, from 0.
    #[serde(default)]
    pub given: Option<Arc<Vec<Given>>>,
}

/// What chance has decided in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// Where ants are born, if several hills have the same right to them.
    pub births: BTreeSet<At>,
    /// New food.
    pub food: BTreeSet<At>,
    /// Of a match that was played by other rules: all that has happened after the ants have moved.
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

    /// Whether an event can be an outcome of a turn.
    fn can_follow(&self, event: &Event) -> bool {
        let is_outcome =
            !matches!(event, Event::Turn | Event::Moved(_) | Event::Refused { .. } | Event::Drawn { .. });
        is_outcome && Ants::is_possible(self, event)
    }

    /// What came of a turn after the ants have moved, in a match that was played by other rules. Such a match has an outcome from
    /// turn 0 on, and nothing comes of a turn that is not recorded.
    pub fn outcome(&self, turn: u32) -> Option<&[Event]> {
        let given = self.given.as_ref()?;
        given.first()?.outcome.as_ref()?;
        Some(given.get(turn as usize).and_then(|turn| turn.outcome.as_deref()).unwrap_or_default())
    }

    /// What is recorded of this turn.
    pub fn given(&self, turn: u32) -> Option<&Given> {
        self.given.as_ref()?.get(turn as usize)
    }

    /// One on each hill, unless the map draws others for a scenario.
    pub fn first_ants(&self) -> Vec<(At, Seat)> {
        let is_drawn = self.numbers.scenario && !self.map.ants.is_empty();
        if is_drawn { self.map.ants.clone() } else { self.map.hills.clone() }
    }
}

/// What a seat sees.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
}

impl Game for Ants {
    const NAME: &'static str = "ants";
    /// Who may go on after one may go on after all of them.
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

    /// No board has more ants, and nobody writes more lines.
    fn could_order(_: &View<'_>, orders: &Orders) -> bool {
        orders.list().len() <= LINES_MAX
    }

    fn absent(absence: Absence) -> Orders {
        let cause = if absence.is_late { Cause::TimedOut } else { Cause::Crashed };
        Orders::Gone { cause, at_start: absence.at_start }
    }

    fn forgives(state: &State) -> bool {
        state.setup.numbers.keep_going
    }

    /// Only for reasons of the contest's own words.
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
        words::count_faults(events, seat)
    }

    fn standings(state: &State) -> Vec<Standing> {
        state.position.standings()
    }
}
