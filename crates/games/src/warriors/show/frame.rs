//! A position as spectators see it, updated by events.

use super::super::board::FieldIndex;
use super::super::event::{Event, UnitName};
use super::super::orders::{Direction, UnitId};
use super::super::state::{State, Unit};
use super::super::{SEATS, Setup};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// A position as spectators see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    pub players: [PlayerFrame; SEATS],
    /// Amount of resources on each field, 0 if there are none.
    pub resources: Vec<u64>,
    /// The unit on each field, or `None`. Units inside a base are not on a field.
    pub occupants: Vec<Option<UnitName>>,
}

/// A seat's part of a frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerFrame {
    pub stock: u64,
    pub next_id: u32,
    pub kills: u32,
    pub losses: u32,
    pub out: bool,
    /// Units in ascending order of their ids.
    pub units: Vec<Unit>,
}

impl Frame {
    pub fn of(state: &State) -> Frame {
        let player = |seat: usize| {
            let player = &state.players[seat];
            PlayerFrame {
                stock: player.stock,
                next_id: player.next_id.0,
                kills: player.kills,
                losses: player.losses,
                out: player.out,
                units: player.units.clone(),
            }
        };
        Frame {
            players: std::array::from_fn(player),
            resources: state.all_resources().to_vec(),
            occupants: state.occupants.clone(),
        }
    }

    /// Creates a frame with these players and resources. Returns `None` if any unit is outside the board.
    pub(super) fn with(setup: &Setup, players: [PlayerFrame; SEATS], resources: Vec<u64>) -> Option<Frame> {
        let mut occupants = vec![None; setup.board.fields().len()];
        for (owner, player) in Seat::all(SEATS).zip(&players) {
            for unit in &player.units {
                let occupant = occupants.get_mut(unit.at.index())?;
                if setup.board.field(unit.at).is_open() {
                    *occupant = Some(UnitName { owner, id: unit.id });
                }
            }
        }
        Some(Frame { players, resources, occupants })
    }

    pub fn player(&self, seat: Seat) -> &PlayerFrame {
        &self.players[seat.index()]
    }

    pub fn unit(&self, name: UnitName) -> Option<&Unit> {
        let player = self.players.get(name.owner.index())?;
        player.position_of(name.id).map(|at| &player.units[at])
    }

    fn unit_mut(&mut self, name: UnitName) -> Option<&mut Unit> {
        let player = self.players.get_mut(name.owner.index())?;
        player.position_of(name.id).map(|at| &mut player.units[at])
    }

    /// Starts a turn of these seats: sets the last move of their units to STAY, which is right for those that will not
    /// move.
    pub fn begin_turn(&mut self, seats: &[Seat]) {
        for seat in seats {
            if let Some(player) = self.players.get_mut(seat.index()) {
                player.units.iter_mut().for_each(|unit| unit.last_move = Direction::Stay);
            }
        }
    }

    /// Updates the frame with an event. Invalid events have no effect.
    pub fn follow(&mut self, setup: &Setup, event: &Event) {
        match *event {
            Event::Created { unit, kind } => {
                let at = setup.board.base(unit.owner);
                let player = &mut self.players[unit.owner.index()];
                player.stock = player.stock.saturating_sub(setup.rules.unit(kind).cost);
                player.next_id = unit.id.0.saturating_add(1);
                if player.units.last().is_none_or(|last| last.id < unit.id) {
                    player.units.push(Unit { id: unit.id, kind, at, cargo: 0, last_move: Direction::Stay });
                }
            }
            Event::Moved { unit, from, to } => self.moved(setup, unit, from, to),
            Event::Fought { attacker, defender, at, attacker_won, dropped, .. } => {
                let (winner, loser) = if attacker_won { (attacker, defender) } else { (defender, attacker) };
                let winner = &mut self.players[winner.owner.index()];
                winner.kills = winner.kills.saturating_add(1);
                self.lost(loser);
                self.change_resources(at, |lying| lying.saturating_add(dropped));
            }
            Event::PickedUp { unit, at, amount } => {
                self.change_resources(at, |lying| lying.saturating_sub(amount));
                if let Some(unit) = self.unit_mut(unit) {
                    unit.cargo = unit.cargo.saturating_add(amount);
                }
            }
            Event::Delivered { unit, amount } => {
                if let Some(unit) = self.unit_mut(unit) {
                    unit.cargo = unit.cargo.saturating_sub(amount);
                }
                let player = &mut self.players[unit.owner.index()];
                player.stock = player.stock.saturating_add(amount);
            }
            Event::Spawned { at, amount } => self.change_resources(at, |lying| lying.saturating_add(amount)),
            Event::Out { seat } => self.players[seat.index()].out = true,
            Event::CreationRefused { .. }
            | Event::MoveRefused { .. }
            | Event::Blocked { .. }
            | Event::Ended { .. } => {}
        }
    }

    fn change_resources(&mut self, at: FieldIndex, change: impl FnOnce(u64) -> u64) {
        if let Some(lying) = self.resources.get_mut(at.index()) {
            *lying = change(*lying);
        }
    }

    fn moved(&mut self, setup: &Setup, name: UnitName, from: FieldIndex, to: FieldIndex) {
        let direction = Direction::ALL.into_iter().find(|d| setup.board.neighbour(from, *d) == Some(to));
        let Some(unit) = self.unit_mut(name) else { return };
        let left = std::mem::replace(&mut unit.at, to);
        unit.last_move = direction.unwrap_or(Direction::Stay);
        self.occupants[left.index()] = None;
        if setup.board.field(to).is_open() {
            self.occupants[to.index()] = Some(name);
        }
    }

    fn lost(&mut self, name: UnitName) {
        let player = &mut self.players[name.owner.index()];
        player.losses = player.losses.saturating_add(1);
        if let Some(at) = player.position_of(name.id) {
            let unit = player.units.remove(at);
            self.occupants[unit.at.index()] = None;
        }
    }
}

impl PlayerFrame {
    pub fn position_of(&self, id: UnitId) -> Option<usize> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok()
    }
}
