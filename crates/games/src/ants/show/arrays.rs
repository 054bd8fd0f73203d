//! Positions of ants as arrays, for programs.

use super::super::Setup;
use super::super::event::{Cause, Status};
use super::super::position::{Ant, Position};
use wag_core::game::{ArrayInfo, Column, FrameArrays, Number::I32, Seat};

const ROW: Column = Column::new("row", "the row, from 0 at the top");
const COLUMN: Column = Column::new("column", "the column, from 0 on the left");

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("score", I32, &["seat"], "points"),
    ArrayInfo::per_frame("hive", I32, &["seat"], "stored food, from which ants are born"),
    ArrayInfo::per_frame("ant_count", I32, &["seat"], "living ants"),
    ArrayInfo::per_frame("hill_count", I32, &["seat"], "hills that have not been razed"),
    ArrayInfo::per_frame(
        "status",
        I32,
        &["seat"],
        "0 in the game, 1 eliminated, 2 crashed, 3 timed out, 4 removed for invalid orders",
    ),
    ArrayInfo::table(
        "ants",
        I32,
        &[
            Column::new("seat", "the owner"),
            ROW,
            COLUMN,
            Column::new("last_move", "the last move: 0 north (up), 1 east, 2 south, 3 west, -1 none"),
        ],
        "living ants",
    ),
    ArrayInfo::table("food", I32, &[ROW, COLUMN], "fields with food"),
    ArrayInfo::table(
        "hills",
        I32,
        &[
            Column::new("seat", "the owner"),
            ROW,
            COLUMN,
            Column::new("razed", "the turn in which the hill was razed, -1 if it stands"),
        ],
        "hills",
    ),
    ArrayInfo::constant("water", I32, &["row", "column"], "1 on water, 0 on land"),
];

const SCORE: usize = 0;
const HIVE: usize = 1;
const ANT_COUNT: usize = 2;
const HILL_COUNT: usize = 3;
const STATUS: usize = 4;
const ANTS: usize = 5;
const FOOD: usize = 6;
const HILLS: usize = 7;
const WATER: usize = 8;

pub fn axis_len(setup: &Setup, axis: &str) -> usize {
    match axis {
        "row" => setup.map.size.rows.into(),
        "column" => setup.map.size.cols.into(),
        _ => setup.map.players.into(),
    }
}

pub fn write(setup: &Setup, frame: &Position, out: &mut FrameArrays) {
    let players = || frame.players.iter();
    out.write(SCORE, players().map(|player| player.score));
    out.write(HIVE, players().map(|player| player.hive));
    out.write(ANT_COUNT, frame.counts());
    let seats = Seat::all(frame.players.len());
    out.write(HILL_COUNT, seats.map(|seat| frame.standing_of(seat) as i64));
    out.write(STATUS, players().map(|player| code(player.status)));
    for Ant { at, owner, went } in &frame.ants {
        let last_move = went.map_or(-1, |way| way as i64);
        out.write_row(ANTS, [owner.number().into(), at.row.into(), at.col.into(), last_move]);
    }
    for at in &frame.food {
        out.write_row(FOOD, [at.row.into(), at.col.into()]);
    }
    for hill in &frame.hills {
        let razed = hill.razed.map_or(-1, i64::from);
        out.write_row(HILLS, [hill.owner.number().into(), hill.at.row.into(), hill.at.col.into(), razed]);
    }
    out.write(WATER, setup.map.water.iter().map(|is_water| u8::from(*is_water)));
}

/// Returns the number of a status in arrays.
fn code(status: Status) -> u8 {
    match status {
        Status::Survived => 0,
        Status::Eliminated => 1,
        Status::Removed(Cause::Crashed) => 2,
        Status::Removed(Cause::TimedOut) => 3,
        Status::Removed(Cause::Invalid) => 4,
    }
}
