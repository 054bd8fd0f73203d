//! The AI's orders in the current turn, and the source lines that gave them.

use crate::warriors::orders::{Direction, Orders, UnitId, UnitType};
use pyo3::prelude::*;
use wag_core::arena::Note;
use wag_core::game::Refusal;
use wag_python::protocol::NOTES_MAX;
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::py_bindings::TurnOutput;
use wag_python::worker::turn::refusals::refuse;
use wag_python::write_to_log;

static CREATIONS: Gil<Vec<(UnitType, Option<Origin>)>> = Gil::new(Vec::new());
static MOVES: Gil<Vec<(UnitId, Direction, Option<Origin>)>> = Gil::new(Vec::new());
static NOTES: Gil<Vec<Note>> = Gil::new(Vec::new());
static HINTED: Gil<bool> = Gil::new(false);

/// Clears everything for a new turn.
pub fn clear(py: Python<'_>) {
    CREATIONS.take(py);
    MOVES.take(py);
    NOTES.take(py);
    HINTED.set(py, false);
}

pub fn create(py: Python<'_>, kind: UnitType) {
    CREATIONS.push(py, (kind, origin::here(py)));
}

pub fn send(py: Python<'_>, unit: UnitId, direction: Direction) {
    MOVES.push(py, (unit, direction, origin::here(py)));
}

pub fn note(py: Python<'_>, note: Note) {
    if NOTES.len(py) < NOTES_MAX {
        NOTES.push(py, note);
    }
}

/// Refuses an order to an image. Prints a hint the first time this happens in a turn.
pub fn hint(py: Python<'_>, what: &str, instead: &str, unit: Option<UnitId>) {
    let refusal =
        Refusal::new("image", &[("what", what), ("instead", instead.rsplit(' ').next().unwrap_or(instead))]);
    refuse(py, Refusal { of: unit.map(|unit| unit.0), ..refusal });
    if !HINTED.get(py) {
        HINTED.set(py, true);
        let (first, rest) = what.split_at(1);
        let first = first.to_uppercase();
        write_to_log(&format!(
            "{first}{rest} belongs to the image of the board, which takes no orders. Use {instead} instead.\n"
        ));
    }
}

/// Returns the result of the turn. The orders are sorted by unit id, because then they take half the space in a replay.
/// Their sequence has no meaning, since no unit has two orders.
pub fn take(py: Python<'_>) -> TurnOutput {
    let (creations, mut moves) = (CREATIONS.take(py), MOVES.take(py));
    moves.sort_by_key(|order| order.0);
    let places = creations.iter().map(|creation| creation.1).chain(moves.iter().map(|order| order.2));
    let places = places.collect();
    let orders = Orders {
        creations: creations.into_iter().map(|creation| creation.0).collect(),
        moves: moves.into_iter().map(|order| (order.0, order.1)).collect(),
    };
    TurnOutput { notes: NOTES.take(py), ..TurnOutput::of(py, &orders, places) }
}
