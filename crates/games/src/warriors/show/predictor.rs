//! Predictions of the next event of a turn, from the orders and the frame.
//!
//! A replay stores only the events that differ from the prediction, so this module is part of the file format. It must
//! keep making the same predictions as now, even if the rules change. Wrong predictions only make replays larger.

use super::super::Setup;
use super::super::board::{FieldIndex, FieldType};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::frame::Frame;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use wag_core::game::{Chance, Seat};

/// Predicts the events of one seat's turn, one at a time.
pub struct EventPredictor {
    seat: Seat,
    creations: VecDeque<UnitType>,
    /// The move orders. `None` after they have been checked for refusals, which are the first events of a turn.
    given: Option<Vec<(UnitId, Direction)>>,
    refused: VecDeque<Event>,
    /// Units that have not moved yet.
    pending: BTreeMap<UnitId, Direction>,
    ready: BinaryHeap<Reverse<UnitId>>,
    /// For each field, the units that wait for another unit of their seat to leave it.
    waiting: BTreeMap<FieldIndex, Vec<UnitId>>,
    /// The predicted consequence of the last event, such as a delivery after a move. `None` if no consequence is
    /// predicted.
    consequence: Option<Event>,
}

impl EventPredictor {
    pub fn new(seat: Seat, orders: &Orders) -> EventPredictor {
        EventPredictor {
            seat,
            creations: orders.creations.iter().copied().collect(),
            given: Some(orders.moves.clone()),
            refused: VecDeque::new(),
            pending: BTreeMap::new(),
            ready: BinaryHeap::new(),
            waiting: BTreeMap::new(),
            consequence: None,
        }
    }

    /// Returns the predicted next event, or `None` if the turn is predicted to end.
    pub fn next(&mut self, setup: &Setup, frame: &Frame) -> Option<Event> {
        if let Some(&kind) = self.creations.front() {
            return Some(self.creation(setup, frame, kind));
        }
        if let Some(given) = self.given.take() {
            self.check_orders(frame, given);
        }
        if let Some(event) = self.refused.front().or(self.consequence.as_ref()) {
            return Some(event.clone());
        }
        self.next_move(setup, frame)
    }

    fn creation(&self, setup: &Setup, frame: &Frame, kind: UnitType) -> Event {
        let player = frame.player(self.seat);
        if player.stock < setup.rules.unit(kind).cost {
            return Event::CreationRefused { seat: self.seat, kind };
        }
        Event::Created { unit: UnitName { owner: self.seat, id: UnitId(player.next_id) }, kind }
    }

    fn check_orders(&mut self, frame: &Frame, given: Vec<(UnitId, Direction)>) {
        let player = frame.player(self.seat);
        for (id, direction) in given {
            if player.position_of(id).is_none() || self.pending.contains_key(&id) {
                let unit = UnitName { owner: self.seat, id };
                self.refused.push_back(Event::MoveRefused { unit, direction });
            } else {
                self.pending.insert(id, direction);
            }
        }
        self.pending.retain(|_, direction| *direction != Direction::Stay);
        self.ready = self.pending.keys().copied().map(Reverse).collect();
    }

    /// Predicts the next move: that of the lowest id whose unit is not blocked by a unit of its own seat. If all units
    /// are blocked like this, it is the move of the lowest remaining id.
    fn next_move(&mut self, setup: &Setup, frame: &Frame) -> Option<Event> {
        while let Some(Reverse(id)) = self.ready.peek().copied() {
            let Some(&direction) = self.pending.get(&id) else {
                self.ready.pop();
                continue;
            };
            let event = self.attempt(setup, frame, id, direction);
            let Event::Blocked { by: Obstacle::OwnUnit(other), .. } = event else { return Some(event) };
            self.ready.pop();
            if let Some(other) = frame.unit(UnitName { owner: self.seat, id: other }) {
                self.waiting.entry(other.at).or_default().push(id);
            }
        }
        let (&id, &direction) = self.pending.first_key_value()?;
        Some(self.attempt(setup, frame, id, direction))
    }

    fn attempt(&self, setup: &Setup, frame: &Frame, id: UnitId, direction: Direction) -> Event {
        let unit = UnitName { owner: self.seat, id };
        let blocked = |by| Event::Blocked { unit, direction, by };
        let Some(own) = frame.unit(unit) else { return blocked(Obstacle::Edge) };
        let Some(to) = setup.board.neighbour(own.at, direction) else { return blocked(Obstacle::Edge) };
        match (setup.board.field(to), frame.occupants[to.index()]) {
            (FieldType::Water, _) => blocked(Obstacle::Water),
            (FieldType::Wall, _) => blocked(Obstacle::Wall),
            (FieldType::Base(owner), _) if owner != self.seat => blocked(Obstacle::ForeignBase(owner)),
            (FieldType::Base(_), _) | (_, None) => Event::Moved { unit, from: own.at, to },
            (_, Some(other)) if other.owner == self.seat => blocked(Obstacle::OwnUnit(other.id)),
            (_, Some(enemy)) => fight(setup, frame, unit, enemy, to),
        }
    }

    /// Updates the prediction with the actual event. `frame` is the position before the event.
    pub fn update(&mut self, setup: &Setup, frame: &Frame, event: &Event) {
        let was_consequence = self.consequence.take().is_some_and(|guessed| guessed == *event);
        match *event {
            Event::Created { .. } | Event::CreationRefused { .. } => {
                self.creations.pop_front();
            }
            Event::MoveRefused { .. } => {
                self.refused.pop_front();
            }
            Event::Blocked { unit, .. } => {
                self.pending.remove(&unit.id);
            }
            Event::Moved { unit, from, to } => {
                self.pending.remove(&unit.id);
                self.free(from);
                self.consequence = arrival(setup, frame, unit, to);
            }
            Event::Fought { attacker, defender, at, attacker_won, dropped, .. } => {
                let Some(from) = frame.unit(attacker).map(|unit| unit.at) else { return };
                if attacker_won {
                    self.consequence = Some(Event::Moved { unit: attacker, from, to: at });
                } else {
                    self.pending.remove(&attacker.id);
                    self.free(from);
                    self.consequence = picking_up(setup, frame, defender, at, dropped);
                }
            }
            _ if was_consequence => {}
            _ => {}
        }
    }

    /// Makes the units that wait for this field ready to move.
    fn free(&mut self, field: FieldIndex) {
        self.ready.extend(self.waiting.remove(&field).into_iter().flatten().map(Reverse));
    }
}

/// Predicts a fight with its more likely result.
fn fight(setup: &Setup, frame: &Frame, attacker: UnitName, defender: UnitName, at: FieldIndex) -> Event {
    let strength = |name| frame.unit(name).map_or(0.0, |unit| setup.rules.unit(unit.kind).strength);
    let (own, other) = (strength(attacker), strength(defender));
    let odds = if own == other { setup.rules.equal_attack_probability } else { own };
    let odds = Chance::of(odds).probability();
    fought(frame, attacker, defender, at, odds, odds >= 0.5)
}

/// Returns the event of a fight with this result.
pub fn fought(
    frame: &Frame,
    attacker: UnitName,
    defender: UnitName,
    at: FieldIndex,
    odds: f64,
    attacker_won: bool,
) -> Event {
    let loser = if attacker_won { defender } else { attacker };
    let dropped = frame.unit(loser).map_or(0, |unit| unit.cargo);
    Event::Fought { attacker, defender, at, odds, attacker_won, dropped }
}

/// Returns the predicted consequence of a unit's arrival on a field.
fn arrival(setup: &Setup, frame: &Frame, unit: UnitName, to: FieldIndex) -> Option<Event> {
    match setup.board.field(to) {
        FieldType::Base(_) => {
            let amount = frame.unit(unit)?.cargo;
            (amount > 0).then_some(Event::Delivered { unit, amount })
        }
        _ => picking_up(setup, frame, unit, to, 0),
    }
}

/// Returns the event of a unit picking up as much as it can carry, from the resources on the field and those just
/// dropped there. Returns `None` if it can pick up nothing.
fn picking_up(setup: &Setup, frame: &Frame, unit: UnitName, at: FieldIndex, dropped: u64) -> Option<Event> {
    let carrier = frame.unit(unit)?;
    let free = setup.rules.unit(carrier.kind).max_resources.saturating_sub(carrier.cargo);
    let lying = frame.resources.get(at.index())?.saturating_add(dropped);
    let amount = free.min(lying);
    (amount > 0).then_some(Event::PickedUp { unit, at, amount })
}
