//! Compact encoding of a frame, used at the start of a replay block. This is a file format; see [`super`].

use super::super::board::Position;
use super::super::orders::{Direction, UnitId, UnitType};
use super::super::state::Unit;
use super::super::{SEATS, Setup};
use super::frame::{Frame, PlayerFrame};
use wag_core::game::{ColumnReader, Columns};

const NUMBERS: usize = 1;
/// Column: for each unit, the number of ids skipped since the previous unit.
const IDS: usize = 2;
const CARGOES: usize = 3;
/// Column: the `x` of each unit. `ROWS_Y` holds its `y`.
const COLUMNS_X: usize = 4;
const ROWS_Y: usize = 5;
/// Column: for each field with resources, the number of fields skipped since the previous one. `AMOUNTS` holds the
/// amounts.
const STEPS: usize = 6;
const AMOUNTS: usize = 7;
const COLUMNS: usize = 8;

/// Encoding context of a unit's type. `LAST_MOVE` is the encoding context of its last move.
const KIND: usize = 0;
const LAST_MOVE: usize = 1;

pub fn write(setup: &Setup, frame: &Frame) -> Vec<u8> {
    let mut out = Columns::new(COLUMNS);
    for player in &frame.players {
        write_player(setup, player, &mut out);
    }
    let lying = frame.resources.iter().enumerate().filter(|(_, amount)| **amount > 0);
    out.number(NUMBERS, lying.clone().count() as u64);
    let mut next = 0;
    for (at, amount) in lying {
        out.number(STEPS, (at - next) as u64);
        out.number(AMOUNTS, *amount);
        next = at + 1;
    }
    let mut bytes = Vec::new();
    out.finish(&mut bytes);
    bytes
}

/// Decodes a frame; returns `None` if the bytes are not a frame of this board.
pub fn read(setup: &Setup, mut bytes: &[u8]) -> Option<Frame> {
    let from = &mut ColumnReader::new(COLUMNS, &mut bytes)?;
    let mut players: [PlayerFrame; SEATS] = Default::default();
    for player in &mut players {
        *player = read_player(setup, from)?;
    }
    let mut resources = vec![0; setup.board.fields().len()];
    let mut next = 0;
    for _ in 0..from.number(NUMBERS)? {
        let at = usize::try_from(from.number(STEPS)?).ok()?.checked_add(next)?;
        *resources.get_mut(at)? = from.number(AMOUNTS)?;
        next = at + 1;
    }
    Frame::with(setup, players, resources)
}

fn write_player(setup: &Setup, player: &PlayerFrame, out: &mut Columns) {
    let counts = [player.next_id, player.kills, player.losses, u32::from(player.out)].map(u64::from);
    for number in [player.stock].into_iter().chain(counts).chain([player.units.len() as u64]) {
        out.number(NUMBERS, number);
    }
    let mut next = 0;
    for unit in &player.units {
        out.number(IDS, u64::from(unit.id.0 - next));
        next = unit.id.0 + 1;
        out.number(CARGOES, unit.cargo);
        let Position { x, y } = setup.board.position(unit.at);
        out.number(COLUMNS_X, u64::from(x));
        out.number(ROWS_Y, u64::from(y));
        out.sign(KIND, unit.kind as u8);
        out.sign(LAST_MOVE, unit.last_move as u8);
    }
}

fn read_player(setup: &Setup, from: &mut ColumnReader<'_>) -> Option<PlayerFrame> {
    let mut player = PlayerFrame {
        stock: from.number(NUMBERS)?,
        next_id: small(from, NUMBERS)?,
        kills: small(from, NUMBERS)?,
        losses: small(from, NUMBERS)?,
        out: from.number(NUMBERS)? > 0,
        units: Vec::new(),
    };
    let mut next = 0u32;
    for _ in 0..from.number(NUMBERS)? {
        let id = small(from, IDS)?.checked_add(next)?;
        next = id.checked_add(1)?;
        let cargo = from.number(CARGOES)?;
        let at = Position { x: small(from, COLUMNS_X)?, y: small(from, ROWS_Y)? };
        let side = setup.board.side();
        player.units.push(Unit {
            id: UnitId(id),
            kind: *UnitType::ALL.get(usize::from(from.sign(KIND)?))?,
            at: (at.x < side && at.y < side).then(|| setup.board.index(at))?,
            cargo,
            last_move: *Direction::ALL.get(usize::from(from.sign(LAST_MOVE)?))?,
        });
    }
    Some(player)
}

fn small(from: &mut ColumnReader<'_>, column: usize) -> Option<u32> {
    u32::try_from(from.number(column)?).ok()
}
