//! Warriors & Gatherers: four seats gather resources on a tile map, build units and fight.
//!
//! - `state`, `turn`, `moves`, `fight`, `spawn`: the rules, without side effects
//! - `board`, `map_file`, `maps`: boards and map files; `generate` creates random maps
//! - `environment`: observations and actions of learners
//! - `wire`: encoding of views and orders
//! - `show`: replays and display
//! - `python`: the Python bindings, the only module that uses Python

pub mod board;
mod critic;
pub mod drawing;
mod environment;
pub mod event;
pub mod field_set;
mod fight;
pub mod generate;
mod loss;
pub mod map_file;
pub mod maps;
mod moves;
pub mod opponents;
pub mod orders;
mod play;
pub mod python;
mod refusals;
pub mod rules;
pub mod show;
mod spawn;
pub mod state;
mod turn;
pub mod wire;

pub use wire::PYTHON;

#[cfg(test)]
mod tests;

use board::Board;
use event::Event;
use orders::Orders;
use rules::Rules;
use serde::{Deserialize, Serialize};
use state::State;
use std::sync::Arc;
use wag_core::game::{Game, Notice, Phase, Refusal, Seat, Standing, places};
use wag_i18n::{Message, t};

/// Number of seats in every match.
pub const SEATS: usize = 4;

/// The game Warriors & Gatherers, as an implementation of [`Game`].
#[derive(Debug)]
pub enum Warriors {}

/// Board, rules and players of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub board: Arc<Board>,
    pub rules: Rules,
    pub players: [PlayerSetup; SEATS],
}

/// The player of one seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayerSetup {
    /// The player's display name.
    pub name: String,
    /// True if the seat starts without resources, as the built-in `Dummy` does.
    pub starts_empty: bool,
}

/// The information that a seat gets: the whole state, since nothing is hidden, and the seat's number.
#[derive(Clone, Copy, Debug)]
pub struct View<'s> {
    pub state: &'s State,
    pub seat: Seat,
}

impl Game for Warriors {
    const NAME: &'static str = "warriors";
    type Setup = Setup;
    type State = State;
    type View<'s> = View<'s>;
    type Orders = Orders;
    type Event = Event;

    fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        turn::start(setup, seed, events)
    }

    /// Changes the streams of new resources and of fights.
    fn reseed(state: &mut State, seed: u64) {
        state.reseed(seed);
    }

    fn phase(state: &State) -> Phase {
        state.phase()
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        // There is only one answer, because seats take turns.
        if let Some((seat, orders)) = orders.first()
            && state.to_move() == Some(*seat)
        {
            turn::play_turn(state, orders, events);
        }
    }

    fn could_order(view: &View<'_>, orders: &Orders) -> bool {
        turn::is_affordable(view, &orders.creations) && turn::are_own_units(view, orders)
    }

    fn is_out(state: &State, seat: Seat) -> bool {
        state.player(seat).out
    }

    fn refused(refusal: &Refusal) -> Message {
        refusals::sentence(refusal)
    }

    fn farewell(notice: Notice, round: u32) -> String {
        match notice {
            Notice::Out => {
                t!("Out of the game after round %{round}: no units and no resources are left", round)
            }
            Notice::StandsStill => {
                t!("Too many lost turns: your units stand still from round %{round} on", round = round + 1)
            }
            Notice::Gone => {
                t!("The AI has ended: your units stand still from round %{round} on", round = round + 1)
            }
        }
    }

    fn standings(state: &State) -> Vec<Standing> {
        let stocks: Vec<i64> = state.players.iter().map(|p| p.stock as i64).collect();
        places(&stocks)
            .into_iter()
            .zip(&state.players)
            .map(|(place, player)| Standing {
                place,
                figures: vec![
                    ("stock", player.stock as i64),
                    ("units", player.units.len() as i64),
                    ("kills", player.kills as i64),
                    ("losses", player.losses as i64),
                ],
            })
            .collect()
    }
}
