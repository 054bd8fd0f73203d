//! The tools of [`crate::toolkit`] for Python: `_aitools`, on which the package's modules in Python build.
//!
//! Nothing here is kept but in objects that whoever made them holds, and classes can't be changed: an AI that is run
//! afresh each turn leaves nothing behind.

mod board;
mod clusters;
mod goals;
mod influence;
mod places;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyModule};
use wag_toolkit::grid::Square;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::Scratch;

/// A board's ground, and the tiles of it that Python has got.
#[pyclass(subclass, immutable_type, module = "_aitools")]
pub struct Board {
    pub ground: PassabilityMap,
    pub scratch: Scratch,
    /// By square, once each is made.
    tiles: Vec<Option<Py<PyAny>>>,
    tile_class: Option<Py<PyAny>>,
}

/// Puts everything into the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Board>()?;
    module.add_class::<clusters::Clusters>()?;
    module.add_class::<influence::Influence>()
}

/// What of a map is passable; `None` of what is no map of the package.
pub fn lattice(map: &Bound<'_, PyAny>) -> PyResult<Option<PaddedGrid>> {
    match map.cast::<Board>() {
        Ok(board) => Ok(Some(PaddedGrid::of(&board.try_borrow()?.ground))),
        Err(_) => Ok(None),
    }
}

/// The tile of a square.
pub fn tile<'py>(board: &Bound<'py, Board>, at: Square) -> PyResult<Bound<'py, PyAny>> {
    let py = board.py();
    let (class, (row, col)) = {
        let board = board.try_borrow()?;
        if let Some(Some(known)) = board.tiles.get(at as usize) {
            return Ok(known.bind(py).clone());
        }
        let class = board.tile_class.as_ref().map(|class| class.clone_ref(py));
        (class, board.ground.grid().place(at))
    };
    // Nothing of the board is held while Python makes one.
    let class =
        class.ok_or_else(|| PyRuntimeError::new_err("the map has not begun: call super().__init__ first"))?;
    let made = class.bind(py).call1((row, col))?;
    if let Some(place) = board.try_borrow_mut()?.tiles.get_mut(at as usize) {
        *place = Some(made.clone().unbind());
    }
    Ok(made)
}

/// The tiles of squares.
pub fn tiles<'py>(board: &Bound<'py, Board>, squares: &[Square]) -> PyResult<Bound<'py, PyList>> {
    let tiles: Vec<Bound<'py, PyAny>> = squares.iter().map(|at| tile(board, *at)).collect::<PyResult<_>>()?;
    PyList::new(board.py(), tiles)
}

/// The squares of tiles. Nothing of the board is held while Python tells them.
fn read(board: &Bound<'_, Board>, tiles: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let list = PyList::empty(board.py());
    for tile in tiles.try_iter()? {
        list.append(tile?)?;
    }
    places::squares(&board.try_borrow()?.ground, list.as_any())
}
