//! Binary messages between the engine and a Python worker. The worker gets the setup once and a snapshot in each turn,
//! and returns orders.
//!
//! A snapshot is a sequence of little-endian numbers. It begins with the round (u32). Four parts follow, one per seat:
//! the stock (u64), the id of the next unit (u32) and the number of units (u32). Then come the units seat by seat (id
//! u32, field u32, cargo u64, type u8, last move u8), the number of fields with resources (u32), and these fields
//! (field u32, amount u64 each). Field types and player names are part of the setup, since they never change.

use super::board::{Board, FieldIndex};
use super::orders::{Direction, Orders, UnitId, UnitType};
use super::rules::Rules;
use super::state::Unit;
use super::{SEATS, Setup, View, Warriors};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;
use wag_core::game::protocols::{Python, Times};

/// The setup that a worker receives before round 1.
#[derive(Debug, Serialize, Deserialize)]
pub struct SeatSetup {
    pub board: Board,
    pub rules: Rules,
    pub names: [String; SEATS],
    pub seat: Seat,
}

/// A decoded snapshot. Its lists are reused in each turn.
#[derive(Debug, Default)]
pub struct Snapshot {
    pub round: u32,
    pub players: [PlayerSnapshot; SEATS],
    /// The fields with resources, in ascending order, and the amount on each.
    pub resources: Vec<(FieldIndex, u64)>,
}

/// A seat's part of a snapshot.
#[derive(Debug, Default)]
pub struct PlayerSnapshot {
    pub stock: u64,
    /// Id of the next unit to be created. Smaller ids may belong to dead units.
    pub next_id: u32,
    /// Units in ascending order of their ids.
    pub units: Vec<Unit>,
}

/// The protocol for Python AIs.
pub const PYTHON: Python<Warriors> =
    Python { encode_setup, encode_view, decode_orders, encode_end: None, loads: false };

pub fn encode_setup(setup: &Setup, seat: Seat, _: Times) -> Vec<u8> {
    let setup = SeatSetup {
        board: Board::clone(&setup.board),
        rules: setup.rules.clone(),
        names: setup.players.each_ref().map(|player| player.name.clone()),
        seat,
    };
    postcard::to_stdvec(&setup).expect("plain data can be written")
}

pub fn encode_view(view: &View<'_>, out: &mut Vec<u8>) {
    let state = view.state;
    out.reserve(100 + state.lying.count() as usize * RESOURCE_BYTES);
    out.extend(state.round.to_le_bytes());
    for player in &state.players {
        out.extend(player.stock.to_le_bytes());
        out.extend(player.next_id.0.to_le_bytes());
        out.extend((player.units.len() as u32).to_le_bytes());
    }
    for unit in state.players.iter().flat_map(|player| &player.units) {
        out.extend(encode_unit(unit));
    }
    out.extend(state.lying.count().to_le_bytes());
    // This runs in every turn, and `State::lying` would add calls across codegen units.
    for at in state.lying.iter() {
        let mut row = [0; RESOURCE_BYTES];
        row[..4].copy_from_slice(&at.0.to_le_bytes());
        row[4..].copy_from_slice(&state.resources(at).to_le_bytes());
        out.extend(row);
    }
}

pub fn decode_orders(bytes: &[u8]) -> Option<Orders> {
    postcard::from_bytes(bytes).ok()
}

pub const UNIT_BYTES: usize = 18;
const RESOURCE_BYTES: usize = 12;

fn encode_unit(unit: &Unit) -> [u8; UNIT_BYTES] {
    let mut row = [0; UNIT_BYTES];
    row[0..4].copy_from_slice(&unit.id.0.to_le_bytes());
    row[4..8].copy_from_slice(&unit.at.0.to_le_bytes());
    row[8..16].copy_from_slice(&unit.cargo.to_le_bytes());
    row[16] = unit.kind as u8;
    row[17] = unit.last_move as u8;
    row
}

impl Snapshot {
    /// Decodes a snapshot. Returns `None` if the bytes are not a valid one.
    pub fn decode(&mut self, bytes: &[u8]) -> Option<()> {
        let mut rest = Reader(bytes);
        self.round = rest.u32()?;
        let mut counts = [0; SEATS];
        for (player, count) in self.players.iter_mut().zip(&mut counts) {
            player.stock = rest.u64()?;
            player.next_id = rest.u32()?;
            *count = rest.u32()?;
        }
        for (player, count) in self.players.iter_mut().zip(counts) {
            player.units.clear();
            for _ in 0..count {
                player.units.push(rest.unit()?);
            }
        }
        self.resources.clear();
        for _ in 0..rest.u32()? {
            self.resources.push((FieldIndex(rest.u32()?), rest.u64()?));
        }
        rest.0.is_empty().then_some(())
    }
}

struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn unit(&mut self) -> Option<Unit> {
        Some(Unit {
            id: UnitId(self.u32()?),
            at: FieldIndex(self.u32()?),
            cargo: self.u64()?,
            kind: *UnitType::ALL.get(usize::from(self.take::<1>()?[0]))?,
            last_move: *Direction::ALL.get(usize::from(self.take::<1>()?[0]))?,
        })
    }
}
