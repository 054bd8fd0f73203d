//! What the AI has ordered in this turn.

use crate::arena::Note;
use crate::games::warriors::orders::{Direction, Orders, UnitId, UnitType};
use crate::worker::gil::Gil;
use crate::worker::say;
use pyo3::prelude::*;

/// More notes than this are not kept.
const NOTES_MAX: usize = 1000;

static CREATIONS: Gil<Vec<UnitType>> = Gil::new(Vec::new());
static MOVES: Gil<Vec<(UnitId, Direction)>> = Gil::new(Vec::new());
static NOTES: Gil<Vec<Note>> = Gil::new(Vec::new());
static HINTED: Gil<bool> = Gil::new(false);

/// A new turn begins.
pub fn clear(py: Python<'_>) {
    take(py);
    HINTED.set(py, false);
}

pub fn create(py: Python<'_>, kind: UnitType) {
    CREATIONS.push(py, kind);
}

pub fn send(py: Python<'_>, unit: UnitId, direction: Direction) {
    MOVES.push(py, (unit, direction));
}

pub fn note(py: Python<'_>, note: Note) {
    if NOTES.len(py) < NOTES_MAX {
        NOTES.push(py, note);
    }
}

/// Says once in a turn that an image can't be ordered about.
pub fn hint(py: Python<'_>, what: &str, instead: &str) {
    if !HINTED.get(py) {
        HINTED.set(py, true);
        say(&format!(
            "{what} belongs to the image of the board, which takes no orders. Use {instead} instead.\n"
        ));
    }
}

/// All orders and notes of the turn.
pub fn take(py: Python<'_>) -> (Orders, Vec<Note>) {
    (Orders { creations: CREATIONS.take(py), moves: MOVES.take(py) }, NOTES.take(py))
}
