//! Movement and its consequences: fights, picking up and delivering resources (manual 6.2 to 6.4).

use super::board::{FieldIndex, FieldType};
use super::event::{Event, Obstacle, UnitName};
use super::fight::attack_chance;
use super::orders::{Direction, Orders, UnitId};
use super::state::State;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use wag_core::game::Seat;

/// Moves the units of one seat. Of the units whose target field is free of the seat's own units, the one with the
/// lowest id moves; this repeats until none is left. So a column advances in one turn, and a lower id always goes
/// before a higher one.
pub(super) fn move_units(state: &mut State, seat: Seat, orders: &Orders, events: &mut Vec<Event>) {
    let mut pending = take_orders(state, seat, orders, events);
    let mut ready: BinaryHeap<Reverse<UnitId>> = pending.keys().copied().map(Reverse).collect();
    // Units waiting for a unit of their side to leave this field.
    let mut waiting: BTreeMap<FieldIndex, Vec<UnitId>> = BTreeMap::new();

    while let Some(Reverse(id)) = ready.pop() {
        let Some(&direction) = pending.get(&id) else { continue };
        let unit = UnitName { owner: seat, id };
        match target(state, unit, direction) {
            Target::OwnUnit { on, .. } => waiting.entry(on).or_default().push(id),
            target => {
                pending.remove(&id);
                let left = resolve(state, unit, direction, target, events);
                let freed = left.and_then(|field| waiting.remove(&field));
                ready.extend(freed.into_iter().flatten().map(Reverse));
            }
        }
    }
    for (id, direction) in pending {
        let unit = UnitName { owner: seat, id };
        if let Target::OwnUnit { other, .. } = target(state, unit, direction) {
            events.push(Event::Blocked { unit, direction, by: Obstacle::OwnUnit(other) });
        }
    }
}

/// Returns the first order of each unit, except STAY. Refuses second orders and orders for units that do not exist.
fn take_orders(
    state: &mut State,
    seat: Seat,
    orders: &Orders,
    events: &mut Vec<Event>,
) -> BTreeMap<UnitId, Direction> {
    let player = state.player_mut(seat);
    for unit in &mut player.units {
        unit.last_move = Direction::Stay;
    }
    let mut accepted = BTreeMap::new();
    for &(id, direction) in &orders.moves {
        if player.position_of(id).is_none() || accepted.contains_key(&id) {
            let unit = UnitName { owner: seat, id };
            events.push(Event::MoveRefused { unit, direction });
        } else {
            accepted.insert(id, direction);
        }
    }
    accepted.retain(|_, direction| *direction != Direction::Stay);
    accepted
}

/// The content of the field that a unit wants to enter.
enum Target {
    Closed(Obstacle),
    OwnUnit { on: FieldIndex, other: UnitId },
    Enemy { on: FieldIndex, enemy: UnitName },
    OwnBase(FieldIndex),
    Open(FieldIndex),
}

fn target(state: &State, unit: UnitName, direction: Direction) -> Target {
    let from = state.unit(unit).map(|unit| unit.at);
    let Some(to) = from.and_then(|at| state.board.neighbour(at, direction)) else {
        return Target::Closed(Obstacle::Edge);
    };
    match (state.board.field(to), state.occupant(to)) {
        (FieldType::Water, _) => Target::Closed(Obstacle::Water),
        (FieldType::Wall, _) => Target::Closed(Obstacle::Wall),
        (FieldType::Base(owner), _) if owner == unit.owner => Target::OwnBase(to),
        (FieldType::Base(owner), _) => Target::Closed(Obstacle::ForeignBase(owner)),
        (_, None) => Target::Open(to),
        (_, Some(other)) if other.owner == unit.owner => Target::OwnUnit { on: to, other: other.id },
        (_, Some(enemy)) => Target::Enemy { on: to, enemy },
    }
}

/// Executes one move. Returns the field that became free, if any.
fn resolve(
    state: &mut State,
    unit: UnitName,
    direction: Direction,
    target: Target,
    events: &mut Vec<Event>,
) -> Option<FieldIndex> {
    let from = state.unit(unit)?.at;
    match target {
        Target::Closed(by) => {
            events.push(Event::Blocked { unit, direction, by });
            return None;
        }
        Target::OwnUnit { .. } => return None,
        Target::Enemy { on, enemy } => {
            if !fight(state, unit, enemy, on, events) {
                pick_up(state, enemy, on, events);
                return Some(from);
            }
            enter(state, unit, direction, from, on, events);
            pick_up(state, unit, on, events);
        }
        Target::Open(to) => {
            enter(state, unit, direction, from, to, events);
            pick_up(state, unit, to, events);
        }
        Target::OwnBase(to) => {
            enter(state, unit, direction, from, to, events);
            deliver(state, unit, events);
        }
    }
    Some(from)
}

fn enter(
    state: &mut State,
    unit: UnitName,
    direction: Direction,
    from: FieldIndex,
    to: FieldIndex,
    events: &mut Vec<Event>,
) {
    state.place(unit, from, to);
    if let Some(unit) = state.unit_mut(unit) {
        unit.last_move = direction;
    }
    events.push(Event::Moved { unit, from, to });
}

/// Decides a fight at random; the loser is removed and drops its cargo on the contested field. Returns whether the
/// attacker won.
fn fight(
    state: &mut State,
    attacker: UnitName,
    defender: UnitName,
    at: FieldIndex,
    events: &mut Vec<Event>,
) -> bool {
    let (Some(attacking), Some(defending)) = (state.unit(attacker), state.unit(defender)) else {
        return true;
    };
    let chance = attack_chance(&state.rules, attacking.kind, defending.kind);
    let attacker_won = state.fight_luck.roll(chance);
    let (winner, loser) = if attacker_won { (attacker, defender) } else { (defender, attacker) };
    state.player_mut(winner.owner).kills += 1;
    state.player_mut(loser.owner).losses += 1;
    let dropped = state.remove(loser).map_or(0, |unit| unit.cargo);
    state.set_resources(at, state.resources(at) + dropped);
    let odds = chance.probability();
    events.push(Event::Fought { attacker, defender, at, odds, attacker_won, dropped });
    attacker_won
}

/// Lets a unit pick up as much as it can carry. The rest stays on the field (manual 6.2).
fn pick_up(state: &mut State, unit: UnitName, at: FieldIndex, events: &mut Vec<Event>) {
    let lying = state.resources(at);
    let Some(carrier) = state.unit(unit) else { return };
    let free = state.rules.unit(carrier.kind).max_resources.saturating_sub(carrier.cargo);
    let amount = free.min(lying);
    if amount == 0 {
        return;
    }
    state.set_resources(at, lying - amount);
    if let Some(carrier) = state.unit_mut(unit) {
        carrier.cargo += amount;
    }
    events.push(Event::PickedUp { unit, at, amount });
}

/// Moves all cargo of a unit that is in its base to the stock (manual 6.2).
fn deliver(state: &mut State, unit: UnitName, events: &mut Vec<Event>) {
    let amount = state.unit_mut(unit).map_or(0, |carrier| std::mem::take(&mut carrier.cargo));
    if amount > 0 {
        state.player_mut(unit.owner).stock += amount;
        events.push(Event::Delivered { unit, amount });
    }
}
