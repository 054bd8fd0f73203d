//! A position of the game, and the operations that keep its parts consistent.

use super::board::{Board, FieldIndex};
use super::event::UnitName;
use super::field_set::FieldSet;
use super::orders::{Direction, UnitId, UnitType};
use super::rules::Rules;
use super::{SEATS, Setup};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wag_core::game::{Phase, RandomStream, Seat, SeatSet};

/// The complete state of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub board: Arc<Board>,
    pub rules: Arc<Rules>,
    pub players: [PlayerState; SEATS],
    /// The current round, counted from 1. After the match, it is the last round plus one.
    pub round: u32,
    /// The seat to move in the current round.
    pub(super) seat: Seat,
    /// Amount of resources on each field, 0 if there are none.
    pub(super) resources: Vec<u64>,
    /// The fields with resources.
    pub(super) lying: FieldSet,
    /// The unit on each field, or `None`. Units inside a base are not on a field.
    pub(super) occupants: Vec<Option<UnitName>>,
    pub(super) spawn_luck: RandomStream,
    pub(super) fight_luck: RandomStream,
}

/// A seat's state.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayerState {
    pub name: String,
    /// Resources in the base.
    pub stock: u64,
    /// Units in ascending order of their ids.
    pub units: Vec<Unit>,
    pub(super) next_id: UnitId,
    pub kills: u32,
    pub losses: u32,
    pub out: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    pub id: UnitId,
    pub kind: UnitType,
    pub at: FieldIndex,
    pub cargo: u64,
    /// The direction that `getLastMove()` returns (manual 5.3).
    pub last_move: Direction,
}

const SPAWN_STREAM: u64 = 1;
const FIGHT_STREAM: u64 = 2;

impl State {
    /// Creates the position before the first turn: every base has its starting stock, and all fields are empty.
    pub(super) fn new(setup: &Setup, seed: u64) -> State {
        let fields = setup.board.fields().len();
        let players = setup.players.clone().map(|player| PlayerState {
            name: player.name,
            stock: if player.starts_empty { 0 } else { setup.rules.start_stock },
            units: Vec::new(),
            next_id: UnitId(0),
            kills: 0,
            losses: 0,
            out: false,
        });
        State {
            board: Arc::clone(&setup.board),
            rules: Arc::new(setup.rules.clone()),
            players,
            round: 1,
            seat: Seat(0),
            resources: vec![0; fields],
            lying: FieldSet::new(fields),
            occupants: vec![None; fields],
            spawn_luck: RandomStream::new(seed, SPAWN_STREAM),
            fight_luck: RandomStream::new(seed, FIGHT_STREAM),
        }
    }

    /// Makes all further random numbers follow from this seed.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.spawn_luck = RandomStream::new(seed, SPAWN_STREAM);
        self.fight_luck = RandomStream::new(seed, FIGHT_STREAM);
    }

    pub fn is_over(&self) -> bool {
        self.round > self.rules.rounds
    }

    /// Returns the seat to move, or `None` if the match is over.
    pub fn to_move(&self) -> Option<Seat> {
        (!self.is_over()).then_some(self.seat)
    }

    pub(super) fn phase(&self) -> Phase {
        match self.to_move() {
            Some(seat) => Phase::Ask { round: self.round, seats: SeatSet::one(seat) },
            None => Phase::Over,
        }
    }

    pub fn player(&self, seat: Seat) -> &PlayerState {
        &self.players[seat.index()]
    }

    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut PlayerState {
        &mut self.players[seat.index()]
    }

    /// Returns the unit with this name, or `None` if it is no longer alive.
    pub fn unit(&self, name: UnitName) -> Option<&Unit> {
        let player = self.player(name.owner);
        player.position_of(name.id).map(|at| &player.units[at])
    }

    pub(super) fn unit_mut(&mut self, name: UnitName) -> Option<&mut Unit> {
        let player = self.player_mut(name.owner);
        player.position_of(name.id).map(|at| &mut player.units[at])
    }

    /// Returns the amount of resources on a field.
    #[inline]
    pub fn resources(&self, at: FieldIndex) -> u64 {
        self.resources[at.index()]
    }

    /// Returns the amount of resources on every field, column by column.
    pub fn all_resources(&self) -> &[u64] {
        &self.resources
    }

    /// Returns the fields with resources and their amounts, in ascending order.
    #[inline]
    pub fn lying(&self) -> impl Iterator<Item = (FieldIndex, u64)> + '_ {
        self.lying.iter().map(|at| (at, self.resources(at)))
    }

    /// Returns the unit on a field, or `None`. Units inside a base are not on a field.
    #[inline]
    pub fn occupant(&self, at: FieldIndex) -> Option<UnitName> {
        self.occupants[at.index()]
    }

    /// Sets the amount of resources on a field.
    #[inline]
    pub(super) fn set_resources(&mut self, at: FieldIndex, amount: u64) {
        self.resources[at.index()] = amount;
        self.lying.set(at, amount > 0);
    }

    /// Moves a unit to another field. The caller must handle fights and resources there.
    pub(super) fn place(&mut self, name: UnitName, from: FieldIndex, to: FieldIndex) {
        self.occupants[from.index()] = None;
        if self.board.field(to).is_open() {
            self.occupants[to.index()] = Some(name);
        }
        if let Some(unit) = self.unit_mut(name) {
            unit.at = to;
        }
    }

    /// Removes a unit from the board and returns it, or `None` if there is no such unit.
    pub(super) fn remove(&mut self, name: UnitName) -> Option<Unit> {
        let player = self.player_mut(name.owner);
        let unit = player.units.remove(player.position_of(name.id)?);
        self.occupants[unit.at.index()] = None;
        Some(unit)
    }
}

impl PlayerState {
    /// Returns the index of the unit with this id in `units`.
    pub(super) fn position_of(&self, id: UnitId) -> Option<usize> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok()
    }

    /// Returns whether the player has neither units nor resources (manual 3.2).
    pub(super) fn has_nothing(&self) -> bool {
        self.units.is_empty() && self.stock == 0
    }
}
