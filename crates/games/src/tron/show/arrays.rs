//! Positions of light cycles as arrays, for programs.

use super::super::Setup;
use super::super::rules::{Cycle, State};
use wag_core::game::{ArrayInfo, FrameArrays, Number::I32};

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("survived", I32, &["seat"], "the number of rounds that the cycle has survived"),
    ArrayInfo::per_frame("crashed", I32, &["seat"], "1 if the cycle has crashed, otherwise 0"),
    ArrayInfo::per_frame("x", I32, &["seat"], "the column of the cycle, from 0 on the left"),
    ArrayInfo::per_frame("y", I32, &["seat"], "the row of the cycle, from 0 at the top"),
    ArrayInfo::per_frame(
        "facing",
        I32,
        &["seat"],
        "the direction of the cycle's last move: 0 north (up), 1 east, 2 south, 3 west",
    ),
    ArrayInfo::per_frame("walls", I32, &["y", "x"], "the seat whose wall is on the field, 0 for none"),
];

const SURVIVED: usize = 0;
const CRASHED: usize = 1;
const X: usize = 2;
const Y: usize = 3;
const FACING: usize = 4;
const WALLS: usize = 5;

pub fn axis_len(setup: &Setup, axis: &str) -> usize {
    match axis {
        "x" => setup.width as usize,
        "y" => setup.height as usize,
        _ => setup.seats.into(),
    }
}

pub fn write(frame: &State, out: &mut FrameArrays) {
    let cycles = || frame.cycles.iter();
    out.write(SURVIVED, cycles().map(|cycle| cycle.survived.unwrap_or(frame.rounds)));
    out.write(CRASHED, cycles().map(|cycle| u32::from(cycle.survived.is_some())));
    out.write(X, cycles().map(|Cycle { at: (x, _), .. }| *x));
    out.write(Y, cycles().map(|Cycle { at: (_, y), .. }| *y));
    out.write(FACING, cycles().map(|cycle| cycle.facing as u8));
    out.write(WALLS, frame.walls.iter().copied());
}
