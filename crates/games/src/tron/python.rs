//! Python bindings: the module `tron`, whose functions describe the position and accept the move.
//!
//! An AI's file runs again for every turn. Only its last call of `move` in a turn counts.

use super::Orders;
use super::protocols::refusal_of;
use super::rules::State;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyModule;
use std::sync::Arc;
use wag_core::game::{Direction, Seat, plain};
use wag_python::only_in_scripts;
use wag_python::worker::debugging::origin;
use wag_python::worker::debugging::origin::Origin;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::py_bindings::{PyBindings, TurnOutput};
use wag_python::worker::turn::refusals::{refuse, source_text};

/// The AI's seat and the state in this turn.
static POSITION: Gil<Option<Arc<(Seat, State)>>> = Gil::new(None);
/// The move ordered in this turn, and the source line that ordered it.
static MOVE: Gil<Option<(Direction, Option<Origin>)>> = Gil::new(None);

/// Name of the Python module.
pub const MODULE: &str = "tron";

/// Adds all names to the module. `import *` does not import the names that are only for tests.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("__doc__", "Light cycles. Use it with: from tron import *")?;
    for direction in Direction::ALL {
        module.add(direction.word(), direction.word())?;
    }
    module.add_function(pyo3::wrap_pyfunction!(board, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(is_free, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(position, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(positions, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(order, module)?)?;
    module.setattr("draw", pyo3::wrap_pyfunction!(draw, module)?)?;
    module.setattr("moved", pyo3::wrap_pyfunction!(moved, module)?)
}

struct TronBindings;

/// Creates the bindings of a seat.
pub fn make_bindings(_: Python<'_>, _: &[u8]) -> PyResult<Box<dyn PyBindings>> {
    Ok(Box::new(TronBindings))
}

impl PyBindings for TronBindings {
    fn module_name(&self) -> &'static str {
        MODULE
    }

    fn fill_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        fill(module)
    }

    fn begin_turn(&mut self, py: Python<'_>, view: &[u8]) -> PyResult<()> {
        MOVE.set(py, None);
        POSITION.replace(py, plain::read(view).map(Arc::new));
        current_position(py).map(drop)
    }

    fn take_turn(&mut self, py: Python<'_>) -> TurnOutput {
        let ordered = MOVE.replace(py, None);
        let orders = ordered.map_or(Orders::Nothing, |(direction, _)| Orders::Go(direction));
        let places = ordered.iter().map(|(_, origin)| *origin).collect();
        TurnOutput::of(py, &orders, places)
    }
}

fn current_position(py: Python<'_>) -> PyResult<Arc<(Seat, State)>> {
    let current_position = POSITION.replace(py, None);
    POSITION.replace(py, current_position.clone());
    current_position
        .ok_or_else(|| PyRuntimeError::new_err("there is no position; a test draws one with tron.draw"))
}

/// The board as a list of columns: board[x][y] is 0 on a free square, otherwise the number of the player whose wall it
/// is.
#[pyfunction(name = "getBoard")]
fn board(py: Python<'_>) -> PyResult<Vec<Vec<u32>>> {
    let (_, state) = &*current_position(py)?;
    let column = |x| {
        state.walls.iter().skip(x).step_by(state.setup.width as usize).map(|wall| (*wall).into()).collect()
    };
    Ok((0..state.setup.width as usize).map(column).collect())
}

/// True if a square is on the board and has no wall.
#[pyfunction(name = "isFree")]
fn is_free(py: Python<'_>, x: i64, y: i64) -> PyResult<bool> {
    let (_, state) = &*current_position(py)?;
    let place = i8::try_from(x).ok().zip(i8::try_from(y).ok());
    Ok(place.is_some_and(|place| state.is_free(place)))
}

/// The position of your cycle: [x, y].
#[pyfunction(name = "getPosition")]
fn position(py: Python<'_>) -> PyResult<[i8; 2]> {
    let (seat, state) = &*current_position(py)?;
    Ok(state.cycles[seat.index()].at.into())
}

/// The positions of all cycles, player 1 first: [x, y], or None for a cycle that has crashed.
#[pyfunction(name = "getPositions")]
fn positions(py: Python<'_>) -> PyResult<Vec<Option<[i8; 2]>>> {
    let (_, state) = &*current_position(py)?;
    Ok(state.cycles.iter().map(|cycle| cycle.survived.is_none().then(|| cycle.at.into())).collect())
}

/// Sends your cycle "NORTH", "EAST", "SOUTH" or "WEST"; the last call of a turn counts.
#[pyfunction(name = "move")]
fn order(py: Python<'_>, direction: &Bound<'_, PyAny>) -> PyResult<()> {
    let meant = direction.extract::<String>().ok().and_then(|word| Direction::of(&word));
    let Some(direction) = meant else {
        let refusal = refusal_of(&source_text(direction));
        let meant = match refusal.value("meant") {
            "" => String::new(),
            meant => format!("; did you mean {meant}?"),
        };
        let shown: String = direction.repr()?.to_string_lossy().chars().take(100).collect();
        let what = format!("move takes \"NORTH\", \"EAST\", \"SOUTH\" or \"WEST\", not {shown}{meant}");
        refuse(py, refusal);
        return Err(PyValueError::new_err(what));
    };
    MOVE.set(py, Some((direction, origin::here(py))));
    Ok(())
}

/// For tests of your functions, without a match: sets the position that getBoard and the other functions return.
/// Characters: . is a free square, 1 to 4 a wall of that player, A to D the cycle of player 1 to 4. You are player 1,
/// A. Blanks between the characters are ignored.
#[pyfunction]
fn draw(py: Python<'_>, drawing: &str) -> PyResult<()> {
    only_in_scripts("tron.draw")?;
    let state = State::from_drawing(drawing).map_err(PyValueError::new_err)?;
    MOVE.set(py, None);
    POSITION.replace(py, Some(Arc::new((Seat(0), state))));
    Ok(())
}

/// For tests: the direction of the last call of move since the position was drawn, or None.
#[pyfunction]
fn moved(py: Python<'_>) -> PyResult<Option<&'static str>> {
    only_in_scripts("tron.moved")?;
    Ok(MOVE.get(py).map(|(direction, _)| direction.word()))
}
