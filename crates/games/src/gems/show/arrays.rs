//! Positions of the gem duel as arrays, for programs.

use super::super::SEATS;
use super::super::board::SIDE;
use super::super::tile::Tile;
use super::Frame;
use wag_core::game::{ArrayInfo, FrameArrays, Number::I32};

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("life", I32, &["seat"], "life points"),
    ArrayInfo::per_frame("shield", I32, &["seat"], "shield points"),
    ArrayInfo::per_frame("red", I32, &["seat"], "saved red stones"),
    ArrayInfo::per_frame("yellow", I32, &["seat"], "saved yellow stones"),
    ArrayInfo::per_frame("green", I32, &["seat"], "saved green stones"),
    ArrayInfo::per_frame("lilac", I32, &["seat"], "saved lilac stones"),
    ArrayInfo::per_frame("mover", I32, &[], "the seat that moves next"),
    ArrayInfo::per_frame("over", I32, &[], "1 if the game is over, otherwise 0"),
    ArrayInfo::per_frame("winner", I32, &[], "the seat that has won, 0 for none"),
    ArrayInfo::per_frame(
        "tiles",
        I32,
        &["y", "x"],
        "the stone on the field: 0 none, 1 red, 2 yellow, 3 green, 4 blue, 5 lilac, 11 to 15 a bomb of 1 to 5; y counts \
         from the lowest row up",
    ),
];

const LIFE: usize = 0;
const SHIELD: usize = 1;
const RED: usize = 2;
const YELLOW: usize = 3;
const GREEN: usize = 4;
const LILAC: usize = 5;
const MOVER: usize = 6;
const OVER: usize = 7;
const WINNER: usize = 8;
const TILES: usize = 9;

pub fn axis_len(axis: &str) -> usize {
    if axis == "seat" { SEATS } else { SIDE }
}

pub fn write(frame: &Frame, out: &mut FrameArrays) {
    let accounts = || frame.accounts.iter();
    out.write(LIFE, accounts().map(|account| account.life));
    out.write(SHIELD, accounts().map(|account| account.shield));
    out.write(RED, accounts().map(|account| account.red));
    out.write(YELLOW, accounts().map(|account| account.yellow));
    out.write(GREEN, accounts().map(|account| account.green));
    out.write(LILAC, accounts().map(|account| account.lilac));
    out.write(MOVER, [frame.mover.number()]);
    out.write(OVER, [u8::from(frame.is_over)]);
    out.write(WINNER, [frame.winner.map_or(0, |seat| seat.number())]);
    let squares = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
    out.write(TILES, squares.map(|place| frame.field.tile(place).map_or(0, code)));
}

/// Returns the number of a tile in arrays.
fn code(tile: Tile) -> u8 {
    match tile {
        Tile::Red => 1,
        Tile::Yellow => 2,
        Tile::Green => 3,
        Tile::Blue => 4,
        Tile::Lilac => 5,
        Tile::Bomb(value) => 10 + value,
    }
}
