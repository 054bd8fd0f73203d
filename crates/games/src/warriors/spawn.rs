//! Random spawning of resources (manual 6.1).

use super::event::Event;
use super::orders::Orders;
use super::rules::Rules;
use super::state::State;
use wag_core::game::{Chance, Seat};

/// Returns the probability that resources appear on a free resource field: `1/40 * 10^(-4 n/N)` with the default rules,
/// where `lying` is n, the number of fields with resources, and `resource_fields` is N.
pub(super) fn spawn_chance(rules: &Rules, lying: u32, resource_fields: usize) -> Chance {
    if resource_fields == 0 {
        return Chance::of(0.0);
    }
    let share = f64::from(lying) / resource_fields as f64;
    Chance::of(rules.spawn_probability * libm::pow(10.0, -rules.spawn_decay * share))
}

/// Lets resources appear at random, with the same probability on each resource field without resources and units.
pub(super) fn spawn_resources(state: &mut State, _: Seat, _: &Orders, events: &mut Vec<Event>) {
    let fields = state.board.resource_fields().len();
    let chance = spawn_chance(&state.rules, state.lying.count(), fields);
    sweep(state, chance, events);
}

/// Places the resources that are on the board before round 1.
pub(super) fn spread_start_resources(state: &mut State, events: &mut Vec<Event>) {
    let chance = Chance::of(state.rules.start_probability);
    sweep(state, chance, events);
}

/// Decides at random for each free resource field whether resources appear, column by column, top to bottom.
fn sweep(state: &mut State, chance: Chance, events: &mut Vec<Event>) {
    let board = std::sync::Arc::clone(&state.board);
    let amount = state.rules.spawn_amount;
    for &at in board.resource_fields() {
        let free = state.resources(at) == 0 && state.occupant(at).is_none();
        if free && state.spawn_luck.roll(chance) {
            state.set_resources(at, amount);
            events.push(Event::Spawned { at, amount });
        }
    }
}
