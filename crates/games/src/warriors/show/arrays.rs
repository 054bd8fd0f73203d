//! Positions of Warriors & Gatherers as arrays, for programs.

use super::super::board::{FieldType, Position};
use super::super::{SEATS, Setup};
use super::Frame;
use wag_core::game::{ArrayInfo, Column, FrameArrays, Number::I32, Number::I64, Seat};

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("stock", I64, &["seat"], "resources in the base"),
    ArrayInfo::per_frame("unit_count", I32, &["seat"], "living units"),
    ArrayInfo::per_frame("kills", I32, &["seat"], "fights that the units have won"),
    ArrayInfo::per_frame("losses", I32, &["seat"], "units that were lost"),
    ArrayInfo::per_frame("out", I32, &["seat"], "1 if the player is out of the game, otherwise 0"),
    ArrayInfo::per_frame(
        "resources",
        I64,
        &["y", "x"],
        "resources on the field; y counts from the top row down",
    ),
    ArrayInfo::table(
        "units",
        I64,
        &[
            Column::new("seat", "the owner"),
            Column::new("id", "the id, which is unique among the units of the owner"),
            Column::new("type", "0 warrior, 1 gatherer"),
            Column::new("x", "the column, from 0 on the left"),
            Column::new("y", "the row, from 0 at the top"),
            Column::new("cargo", "resources that the unit carries"),
            Column::new(
                "last_move",
                "the move in the last turn: 0 north (up), 1 west, 2 south, 3 east, 4 none",
            ),
        ],
        "living units",
    ),
    ArrayInfo::constant(
        "fields",
        I32,
        &["y", "x"],
        "the type of the field: 0 land, 1 resource field, 2 water, 3 wall, 11 to 14 the base of seat 1 to 4",
    ),
];

const STOCK: usize = 0;
const UNIT_COUNT: usize = 1;
const KILLS: usize = 2;
const LOSSES: usize = 3;
const OUT: usize = 4;
const RESOURCES: usize = 5;
const UNITS: usize = 6;
const FIELDS: usize = 7;

pub fn axis_len(setup: &Setup, axis: &str) -> usize {
    if axis == "seat" { SEATS } else { setup.board.side() as usize }
}

pub fn write(setup: &Setup, frame: &Frame, out: &mut FrameArrays) {
    let board = &setup.board;
    let players = || frame.players.iter();
    out.write(STOCK, players().map(|player| number(player.stock)));
    out.write(UNIT_COUNT, players().map(|player| player.units.len() as i64));
    out.write(KILLS, players().map(|player| player.kills));
    out.write(LOSSES, players().map(|player| player.losses));
    out.write(OUT, players().map(|player| u8::from(player.out)));
    let side = board.side();
    let fields = || (0..side).flat_map(|y| (0..side).map(move |x| board.index(Position { x, y })));
    out.write(RESOURCES, fields().map(|at| number(frame.resources[at.index()])));
    for (owner, player) in Seat::all(SEATS).zip(players()) {
        for unit in &player.units {
            let Position { x, y } = board.position(unit.at);
            let (owner, id) = (owner.number().into(), unit.id.0.into());
            let (kind, last_move) = (unit.kind as i64, unit.last_move as i64);
            out.write_row(UNITS, [owner, id, kind, x.into(), y.into(), number(unit.cargo), last_move]);
        }
    }
    out.write(FIELDS, fields().map(|at| code(board.field(at))));
}

/// Returns an amount, or the largest possible one if it is too large.
fn number(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

/// Returns the number of a type of fields in arrays.
fn code(field: FieldType) -> u8 {
    match field {
        FieldType::Land => 0,
        FieldType::Resource => 1,
        FieldType::Water => 2,
        FieldType::Wall => 3,
        FieldType::Base(seat) => 10 + seat.number(),
    }
}
