//! What will most likely happen next in a turn, guessed from the orders and the frame.
//!
//! A replay says only where a guess is wrong, so this is part of the file format: it must go on guessing exactly as it
//! does, even when the rules change. Files would then grow, and still be read.

use super::super::Setup;
use super::super::board::{FieldIndex, FieldType};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::frame::Frame;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use wag_core::game::{Chance, Seat};

/// Guesses the events of one seat's turn, one after the other.
pub struct Guess {
    seat: Seat,
    creations: VecDeque<UnitType>,
    /// The orders that have not been looked at: refusals come first.
    given: Option<Vec<(UnitId, Direction)>>,
    refused: VecDeque<Event>,
    /// Who is still to move.
    pending: BTreeMap<UnitId, Direction>,
    ready: BinaryHeap<Reverse<UnitId>>,
    /// Who waits for an own unit to leave this field.
    waiting: BTreeMap<FieldIndex, Vec<UnitId>>,
    /// What comes of the last event.
    consequence: Option<Event>,
}

impl Guess {
    pub fn new(seat: Seat, orders: &Orders) -> Guess {
        Guess {
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

    /// The next event, or that nothing more happens.
    pub fn next(&mut self, setup: &Setup, frame: &Frame) -> Option<Event> {
        if let Some(&kind) = self.creations.front() {
            return Some(self.creation(setup, frame, kind));
        }
        if let Some(given) = self.given.take() {
            self.sort_out(frame, given);
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

    fn sort_out(&mut self, frame: &Frame, given: Vec<(UnitId, Direction)>) {
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

    /// The lowest id that no own unit is in the way of; if there is none, the lowest that is left.
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

    /// Takes in what has happened; `frame` is still the one before it.
    pub fn take_in(&mut self, setup: &Setup, frame: &Frame, event: &Event) {
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

    /// Whoever waited for this field may try again.
    fn free(&mut self, field: FieldIndex) {
        self.ready.extend(self.waiting.remove(&field).into_iter().flatten().map(Reverse));
    }
}

/// A fight, guessed to end as the odds are.
fn fight(setup: &Setup, frame: &Frame, attacker: UnitName, defender: UnitName, at: FieldIndex) -> Event {
    let strength = |name| frame.unit(name).map_or(0.0, |unit| setup.rules.unit(unit.kind).strength);
    let (own, other) = (strength(attacker), strength(defender));
    let odds = if own == other { setup.rules.equal_attack_probability } else { own };
    let odds = Chance::of(odds).probability();
    fought(frame, attacker, defender, at, odds, odds >= 0.5)
}

/// A fight that ends as it is said.
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

/// What a unit does where it has come to.
fn arrival(setup: &Setup, frame: &Frame, unit: UnitName, to: FieldIndex) -> Option<Event> {
    match setup.board.field(to) {
        FieldType::Base(_) => {
            let amount = frame.unit(unit)?.cargo;
            (amount > 0).then_some(Event::Delivered { unit, amount })
        }
        _ => picking_up(setup, frame, unit, to, 0),
    }
}

/// A unit takes what it can carry of what lies there, with what has been dropped just now.
fn picking_up(setup: &Setup, frame: &Frame, unit: UnitName, at: FieldIndex, dropped: u64) -> Option<Event> {
    let carrier = frame.unit(unit)?;
    let free = setup.rules.unit(carrier.kind).max_resources.saturating_sub(carrier.cargo);
    let lying = frame.resources.get(at.index())?.saturating_add(dropped);
    let amount = free.min(lying);
    (amount > 0).then_some(Event::PickedUp { unit, at, amount })
}
