//! The gem duel: two players swap stones on a field that they share. Runs of at least three matching stones vanish;
//! they are credited to the player or do damage.

pub mod account;
pub mod board;
pub mod bots;
pub mod create;
pub mod duel;
mod environment;
pub mod event;
mod files;
mod narrator;
mod play;
pub mod python;
pub mod reference;
mod rollouts;
pub mod runs;
mod show;
pub mod tile;
mod wire;

pub use files::FILES;
pub use show::{letters, picture, tell};
pub use wire::PYTHON;

#[cfg(test)]
mod tests;

use account::{Account, Rules};
use board::Board;
use duel::{End, State};
use event::Event;
use serde::{Deserialize, Serialize};
use wag_core::game::{Game, Phase, Refusal, Seat, SeatSet, Standing};
use wag_i18n::{Message, message};

/// Number of seats in every game.
pub const SEATS: usize = 2;

/// The gem duel, as an implementation of [`Game`].
#[derive(Debug)]
pub enum Gems {}

/// Everything that determines a game besides the players' moves. The rules use no random numbers, because the stock is
/// part of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    pub board: Board,
    /// The seat that moves first.
    pub opener: Seat,
    pub rules: Rules,
}

/// A player's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Orders {
    /// The player gave no answer, so it has failed and loses immediately.
    #[default]
    Nothing,
    /// The answer is not a swap. It counts as an illegal move.
    Nonsense,
    /// The four numbers of a move: `x1 y1 x2 y2`.
    Swap([i64; 4]),
}

/// The information that the player to move gets: everything but the stock.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub player: &'s Account,
    pub opponent: &'s Account,
    /// The board, including the stock, which must not be shown to the player.
    pub board: &'s Board,
}

impl Game for Gems {
    const NAME: &'static str = "gems";
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, _seed: u64, events: &mut Vec<Event>) -> State {
        State::new(setup, events)
    }

    fn phase(state: &State) -> Phase {
        match state.end {
            Some(_) => Phase::Over,
            None => Phase::Ask { round: state.moves + 1, seats: SeatSet::one(state.mover) },
        }
    }

    fn refusals(events: &[Event], of: Seat) -> Vec<Message> {
        let line = |event: &Event| match event {
            Event::Refused { seat, given: Some([x1, y1, x2, y2]) } if *seat == of => {
                let why = message!(board::refusal_reason([*x1, *y1, *x2, *y2]));
                Some(message!("Not allowed: (%{x1}, %{y1}) and (%{x2}, %{y2}): %{why}", x1, y1, x2, y2, why))
            }
            Event::Failed { seat } if *seat == of => Some(message!("No valid answer: the game is lost")),
            _ => None,
        };
        events.iter().filter_map(line).collect()
    }

    fn refused(refusal: &Refusal) -> Message {
        message!(
            "%{given} is not a move; a move is four whole numbers: x1 y1 x2 y2",
            given = refusal.value("given")
        )
    }

    fn explain_empty_answer(orders: &Orders, given: &str) -> Option<Refusal> {
        (*orders == Orders::Nonsense).then(|| Refusal::new("no_move", &[("given", given)]))
    }

    fn count_refused(events: &[Event], of: Seat) -> u32 {
        events.iter().filter(|event| matches!(event, Event::Refused { seat, .. } if *seat == of)).count()
            as u32
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        let other = duel::other(seat);
        View { player: state.account(seat), opponent: state.account(other), board: &state.board }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        for (seat, orders) in orders {
            if *seat == state.mover && state.end.is_none() {
                state.play(orders, events);
            }
        }
    }

    fn is_out(_: &State, _: Seat) -> bool {
        false
    }

    fn standings(state: &State) -> Vec<Standing> {
        let winner = state.end.and_then(|End { winner, .. }| winner);
        Seat::all(SEATS).map(|seat| standing(state.account(seat), seat, winner)).collect()
    }
}

fn standing(account: &Account, seat: Seat, winner: Option<Seat>) -> Standing {
    let [life, shield, red, yellow, green, lilac] = account.numbers().map(i64::from);
    Standing {
        place: if winner.is_some_and(|winner| winner != seat) { 2 } else { 1 },
        figures: vec![
            ("life", life),
            ("shield", shield),
            ("red", red),
            ("yellow", yellow),
            ("green", green),
            ("lilac", lilac),
        ],
    }
}
