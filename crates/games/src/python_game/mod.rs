//! Games written in Python. Each runs in its own process, which is as untrusted as a player's.
//!
//! One type stands for all of them: which game it is, is a value in the setup. Everything that the engine asks about a
//! position is read from the *step*, the worker's whole answer after each change, so only starting and applying orders
//! exchange messages. A failed exchange is data: the match is over, and nobody has won.
//!
//! - `declaration`, `info`: what a game file says about its game
//! - `host`: workers of games
//! - `state`: positions, and the exchange that changes them
//! - `moves`: what an answer means as an order
//! - `frame`, `show`: replays and display
//! - `item`: checked data as bytes
//! - `environment`, `planes`, `play`, `protocols`: as in every game
//! - `search`: the generic players that search
//! - `open`, `files`: game files, from a path or a replay
//! - `python`: the module `game` of players, the only module that uses Python

mod check;
mod declaration;
mod environment;
mod files;
mod frame;
mod host;
mod info;
mod item;
mod leaked;
mod moves;
mod open;
mod planes;
mod play;
mod protocols;
pub mod python;
mod search;
mod show;
mod state;

#[cfg(test)]
mod tests;

pub use check::{Finding, GameCheck, check};
pub use declaration::{Rules, Stored};
pub use files::{FILE_MAX, is_current, name_of};
pub use frame::{Change, Frame};
pub use host::{Host, close_files};
pub use item::Item;
pub use open::{COURSE_FILE, COURSE_GAMES, open, open_course, recorded};
pub use state::State;

use serde::{Deserialize, Serialize};
use wag_core::game::{Absence, Game, Phase, Printed, Refusal, Seat, Standing};
use wag_core::problem::{Problem, Unseeded};
use wag_i18n::{Message, message};
use wag_python::protocol::game::{GameProblem, SeatView};

/// A game in Python, as an implementation of [`Game`].
#[derive(Debug)]
pub enum PythonGame {}

/// Everything that determines a match besides the seed and the players' orders.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub rules: Rules,
    /// The options and their values.
    pub options: Vec<(String, Item)>,
    /// The name of each player, in seat order.
    pub names: Vec<String>,
    /// For each seat the bot that plays in the worker; `None` if somebody else plays.
    pub bots: Vec<Option<String>>,
    /// The width and height of the board; `None` if the game has no cells or they are unknown.
    pub board: Option<(u16, u16)>,
    /// Whether steps have a picture of the position.
    pub has_boards: bool,
    /// Whether steps have observations, and views for all seats.
    pub has_observations: bool,
    /// The worker that the match starts with.
    #[serde(skip)]
    pub host: Host,
}

/// A player's answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Orders {
    /// The player answered without an order.
    #[default]
    Nothing,
    /// The player has ended or never started.
    Absent,
    Value(Item),
    /// The move with this index in the list of moves.
    Move(u32),
    /// The answer is no order; the text says what it is.
    Unreadable(String),
    /// In a game of the course: the player's own copy of the game has other moves after the same moves.
    CopyDiffers,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A report of the game: a dictionary.
    Said(Item),
    /// An order was illegal, for this reason.
    Refused(Seat, Message),
    /// The picture or the figures changed.
    Changed(Change),
    /// The game could not go on.
    Failed(Failure),
}

/// The reason why a game could not go on, and the last round that was played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    pub problem: GameProblem,
    pub round: u32,
}

/// The same failure of the same files is equal wherever these files are, so names of files and reports do not count.
impl PartialEq for Failure {
    fn eq(&self, other: &Failure) -> bool {
        let line = |failure: &Failure| failure.problem.place.as_ref().map(|place| place.line);
        (&self.problem.message, self.round, line(self)) == (&other.problem.message, other.round, line(other))
    }
}

/// The view of a seat.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
}

impl<'s> View<'s> {
    pub fn known(&self) -> &'s SeatView {
        self.state.known(self.seat)
    }

    pub fn round(&self) -> u32 {
        self.state.step().round
    }
}

impl Game for PythonGame {
    const NAME: &'static str = "python";
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        State::start(setup, seed, events)
    }

    fn reseed(state: &mut State, seed: u64) {
        state.reseed(seed);
    }

    fn phase(state: &State) -> Phase {
        let step = state.step();
        match step.ask.is_empty() {
            true => Phase::Over,
            false => Phase::Ask { round: step.round, seats: step.ask },
        }
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        state.apply(orders, events);
    }

    fn continues_after_fault(state: &State) -> bool {
        !state.setup().rules.loses_without_order()
    }

    fn absent(_: Absence) -> Orders {
        Orders::Absent
    }

    fn is_out(state: &State, seat: Seat) -> bool {
        state.step().out.contains(seat)
    }

    fn refusals(events: &[Event], seat: Seat) -> Vec<Message> {
        let refused = events.iter().filter_map(|event| match event {
            Event::Refused(whose, why) if *whose == seat => Some(why.clone()),
            _ => None,
        });
        refused.collect()
    }

    fn refused(refusal: &Refusal) -> Message {
        let given = refusal.value("given");
        match refusal.kind.as_str() {
            "no_data" => {
                message!("%{given} is no order: orders are numbers, texts, lists and dictionaries", given)
            }
            _ => refusal.kind.replace('_', " ").into(),
        }
    }

    fn explain_empty_answer(orders: &Orders, given: &str) -> Option<Refusal> {
        matches!(orders, Orders::Unreadable(_)).then(|| Refusal::new("no_data", &[("given", given)]))
    }

    fn count_refused(events: &[Event], seat: Seat) -> u32 {
        let is_own = |event: &&Event| matches!(event, Event::Refused(whose, _) if *whose == seat);
        events.iter().filter(is_own).count() as u32
    }

    fn standings(state: &State) -> Vec<Standing> {
        show::standings(&state.setup().rules, state.figures(), &state.places())
    }

    fn failure(state: &State) -> Option<&Problem> {
        state.problem()
    }

    fn printed(state: &State) -> Option<&Printed> {
        Some(state.printed())
    }

    fn unseeded(state: &State) -> Unseeded {
        state.unseeded()
    }
}
