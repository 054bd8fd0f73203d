//! Positions of games in Python as arrays, for programs.

use super::super::{Frame, Setup};
use wag_core::game::{
    ArrayInfo, FrameArrays,
    Number::{I32, I64},
    Seat,
};

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("place", I32, &["seat"], "the rank of the player, 1 for the best"),
    ArrayInfo::per_frame("out", I32, &["seat"], "1 if the player is out, otherwise 0"),
    ArrayInfo::per_frame("figures", I64, &["seat", "figure"], "the figures that the game counts"),
    ArrayInfo::per_frame("cells", I32, &["y", "x"], "the kind of each cell, as the game declares its tiles"),
];

pub fn write(setup: &Setup, frame: &Frame, out: &mut FrameArrays) {
    out.write(0, frame.places.iter().copied());
    out.write(1, Seat::all(setup.seats()).map(|seat| i32::from(frame.out.contains(seat))));
    out.write(2, frame.figures.iter().flatten().copied());
    let (width, height) = setup.board.unwrap_or_default();
    let cells = frame.board.cells.iter().copied().chain(std::iter::repeat(0));
    out.write(3, cells.take(usize::from(width) * usize::from(height)));
}
