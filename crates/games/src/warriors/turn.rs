//! One seat's turn, as a list of stages (manual 3.2 and 6).

use super::event::{Event, UnitName};
use super::moves::move_units;
use super::orders::{Direction, Orders, UnitId, UnitType};
use super::spawn::{spawn_resources, spread_start_resources};
use super::state::{State, Unit};
use super::{SEATS, Setup, View};
use wag_core::game::{Game, Seat, Standing};

type Stage = fn(&mut State, Seat, &Orders, &mut Vec<Event>);

/// The stages of a turn after the AI has given its orders, in this sequence.
const STAGES: [Stage; 4] = [create_units, move_units, spawn_resources, pass_turn];

/// Starts a match: places the first resources and finds the first seat that takes a turn.
pub(super) fn start(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
    let mut state = State::new(setup, seed);
    spread_start_resources(&mut state, events);
    find_next_seat(&mut state, events);
    state
}

/// Plays the turn of the seat to move.
pub(super) fn play_turn(state: &mut State, orders: &Orders, events: &mut Vec<Event>) {
    let seat = state.seat;
    for stage in STAGES {
        stage(state, seat, orders, events);
    }
}

/// Returns whether the stock is large enough to pay for all of these units.
pub(super) fn is_affordable(view: &View<'_>, creations: &[UnitType]) -> bool {
    let costs = creations.iter().map(|kind| view.state.rules.unit(*kind).cost);
    costs.fold(0u64, u64::saturating_add) <= view.state.player(view.seat).stock
}

/// Returns whether every order is for a unit that the seat has or creates now, and no unit has two orders.
pub(super) fn are_own_units(view: &View<'_>, orders: &Orders) -> bool {
    let player = view.state.player(view.seat);
    let created = player.next_id.0..player.next_id.0.saturating_add(orders.creations.len() as u32);
    let is_own = |id: UnitId| player.position_of(id).is_some() || created.contains(&id.0);
    orders.moves.is_sorted_by(|a, b| a.0 < b.0) && orders.moves.iter().all(|(id, _)| is_own(*id))
}

/// Creates units in the given order; refuses those that the stock cannot pay for (manual 5.7).
fn create_units(state: &mut State, seat: Seat, orders: &Orders, events: &mut Vec<Event>) {
    let base = state.board.base(seat);
    for &kind in &orders.creations {
        let cost = state.rules.unit(kind).cost;
        let player = state.player_mut(seat);
        if player.stock < cost {
            events.push(Event::CreationRefused { seat, kind });
            continue;
        }
        let id = player.next_id;
        player.stock -= cost;
        player.next_id = UnitId(id.0 + 1);
        player.units.push(Unit { id, kind, at: base, cargo: 0, last_move: Direction::Stay });
        events.push(Event::Created { unit: UnitName { owner: seat, id }, kind });
    }
}

/// Passes the turn to the next seat. Starts the next round after the last seat, and ends the match after the last
/// round.
fn pass_turn(state: &mut State, _: Seat, _: &Orders, events: &mut Vec<Event>) {
    step(state);
    find_next_seat(state, events);
}

/// Moves on to the next seat that is not out. Ends the match if no seat is left.
fn find_next_seat(state: &mut State, events: &mut Vec<Event>) {
    skip_seats_that_are_out(state, events);
    if state.is_over() {
        let standings = super::Warriors::standings(state);
        events.push(Event::Ended { winners: Standing::winners(&standings).collect() });
    }
}

/// Moves on by one seat. After the last seat, a new round begins.
fn step(state: &mut State) {
    state.seat = Seat(state.seat.0 + 1);
    if state.seat.index() == SEATS {
        state.seat = Seat(0);
        state.round += 1;
    }
}

/// Skips seats that are out because they have neither units nor resources. Nothing spawns after a skipped turn (manual
/// 3.2).
fn skip_seats_that_are_out(state: &mut State, events: &mut Vec<Event>) {
    while !state.is_over() && state.player(state.seat).has_nothing() {
        let seat = state.seat;
        if !state.player(seat).out {
            state.player_mut(seat).out = true;
            events.push(Event::Out { seat });
        }
        step(state);
    }
}
