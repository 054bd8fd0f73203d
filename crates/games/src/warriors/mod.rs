//! Warriors & Gatherers: four seats gather resources on a tile map, build units and fight.
//!
//! Pure rules in `state`, `turn`, `moves`, `fight`, `spawn`; `board`, `map_file` and `maps` tell where it is played,
//! `generate` makes new maps;
//! `wire` puts views and orders into bytes; `show` keeps matches in replays and tells spectators; `python` is the only place that knows Python.

pub mod board;
mod critic;
pub mod drawing;
pub mod event;
pub mod field_set;
mod fight;
pub mod generate;
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

/// How many play.
pub const SEATS: usize = 4;

/// The game.
#[derive(Debug)]
pub enum Warriors {}

/// Board, rules and players of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    pub board: Arc<Board>,
    pub rules: Rules,
    pub players: [PlayerSetup; SEATS],
}

/// What a seat brings along.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayerSetup {
    /// The owner's name, as everybody reads it.
    pub name: String,
    /// Whether the seat starts without any resources, as the built-in `Dummy` does.
    pub starts_empty: bool,
}

/// What a seat sees: everything (nothing is hidden), and which part is its own.
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

    fn phase(state: &State) -> Phase {
        state.phase()
    }

    fn view(state: &State, seat: Seat) -> View<'_> {
        View { state, seat }
    }

    fn apply(state: &mut State, orders: &[(Seat, Orders)], events: &mut Vec<Event>) {
        // One seat at a time is asked, so one answer comes.
        if let Some((seat, orders)) = orders.first()
            && state.to_move() == Some(*seat)
        {
            turn::take(state, orders, events);
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
                t!("Too many lost turns: from round %{round} on your units stand still", round = round + 1)
            }
            Notice::Gone => {
                t!("The AI has ended: from round %{round} on your units stand still", round = round + 1)
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
