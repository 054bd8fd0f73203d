//! Light cycles: two to four cycles leave walls behind. All of them move at once, and the last one that has not crashed
//! wins.
//!
//! - `rules`: the rules
//! - `bots`: the built-in players
//! - `environment`: observations and actions of learners
//! - `play`: options and challenges
//! - `protocols`: protocols for players of each kind
//! - `show`: replays and display
//! - `python`: the Python bindings, the only module that uses Python

mod bots;
mod drawing;
mod environment;
mod play;
mod protocols;
pub mod python;
pub mod rules;
mod show;

#[cfg(test)]
mod tests;

pub use protocols::PYTHON;

use rules::{Cycle, State};
use serde::{Deserialize, Serialize};
use wag_core::game::{Direction, Game, Phase, Place, Refusal, Seat, Standing};
use wag_i18n::{Message, message};

/// Light cycles, as an implementation of [`Game`].
#[derive(Debug)]
pub enum Tron {}

/// Everything that determines a match besides the players' orders. The rules use no random numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// Width of the board, in squares.
    pub width: i8,
    pub height: i8,
    /// Number of players.
    pub seats: u8,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orders {
    /// No turn: the cycle goes straight on.
    #[default]
    Nothing,
    Go(Direction),
    /// The answer is not a direction. The cycle goes straight on, and an event reports the answer.
    Nonsense,
}

/// An event and the seat it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The answer of this seat was not a direction.
    Refused(Seat),
    Moved(Seat, Place),
    /// The seat's cycle could not enter this square. The last value is the seat whose wall is there. It is `None` if
    /// the square is beyond the border, or if another cycle entered it at the same time.
    Crashed(Seat, Place, Option<Seat>),
}

/// The information that a seat gets: the whole state, the seat's number, and its own cycle.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
    pub cycle: &'s Cycle,
}

impl Game for Tron {
    const NAME: &'static str = "tron";
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, _: u64, _: &mut Vec<Event>) -> State {
        State::new(setup)
    }

    fn phase(state: &State) -> Phase {
        let seats = state.in_play();
        if seats.len() > 1 { Phase::Ask { round: state.rounds + 1, seats } } else { Phase::Over }
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat, cycle: &state.cycles[seat.index()] }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        if state.in_play().len() > 1 {
            let first = events.len();
            state.outcome(orders, events);
            state.follow(&events[first..]);
        }
    }

    fn is_out(state: &State, seat: Seat) -> bool {
        !state.in_play().contains(seat)
    }

    fn refused(refusal: &Refusal) -> Message {
        refusal.none_of(message!("direction"), message!("answer \"NORTH\", \"EAST\", \"SOUTH\" or \"WEST\""))
    }

    fn explain_empty_answer(orders: &Orders, given: &str) -> Option<Refusal> {
        (*orders == Orders::Nonsense).then(|| protocols::refusal_of(given))
    }

    fn count_refused(events: &[Event], seat: Seat) -> u32 {
        events.contains(&Event::Refused(seat)).into()
    }

    fn standings(state: &State) -> Vec<Standing> {
        let survived = state.cycles.iter().map(|cycle| cycle.survived.unwrap_or(state.rounds).into());
        Standing::by("rounds", &survived.collect::<Vec<i64>>())
    }
}
