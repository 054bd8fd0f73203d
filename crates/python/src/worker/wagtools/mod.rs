//! `wagtools`: searches on the map of any game in one call, for AIs. The searches are those of [`crate::toolkit`].
//!
//! A position is always what names a cell, `(a, b)` for `map[a][b]`; so it has the order that the map of the game has. A game
//! whose cells are objects tells by [`know`] how they are read; an object that has a map answers `__board__()`: the map, what
//! is impassable there or None, and whether it is a torus. Where what can be entered stays so for a whole match, a game
//! tells by [`know_map`] of a [`Board`] that it has made once. Nothing of an AI is kept but in boards that it holds: what is used
//! again are numbers and positions, which are the same for everybody, and memory to write on.

mod answers;
mod board;
mod cells;
mod positions;
mod rows;
mod search;
mod values;

pub use cells::{Look, know, know_map};

use pyo3::prelude::*;
use pyo3::types::{PyList, PyModule, PyTuple};
use search::Searched;
use values::Values;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::shape::Shape;

/// The name of the module.
pub const MODULE: &str = "wagtools";

const DOC: &str = "Distances, paths, the nearest of several, connected parts and influence on the map of any game.

A position is (a, b) for the cell map[a][b]: (x, y) where a game's map is a list of columns, (row, col) where it is one of rows.";

/// A map that was read once, for several searches. What changes in the map afterwards is not seen.
#[pyclass(frozen, immutable_type, module = "wagtools")]
pub struct Board {
    lattice: PaddedGrid,
}

impl Board {
    /// Of a game's own map, by its own rule; whether a cell is passable, by row and column. `None` if it has no size.
    pub fn own(
        rows: usize,
        cols: usize,
        is_torus: bool,
        is_passable: impl Fn(usize, usize) -> bool,
    ) -> Option<Board> {
        let mut lattice = PaddedGrid::new(Shape::new(rows, cols, is_torus)?);
        for row in 0..rows {
            lattice.set_row(row as u32, (0..cols).map(|col| is_passable(row, col)));
        }
        Some(Board { lattice })
    }

    pub fn lattice(&self) -> &PaddedGrid {
        &self.lattice
    }
}

/// Puts everything into the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.setattr("__doc__", DOC)?;
    module.add_class::<Board>()?;
    module.add_class::<Values>()?;
    module.add_function(pyo3::wrap_pyfunction!(distances, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(path, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(nearest, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(components, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(influence, module)?)
}

/// How many steps each cell is from the nearest source, as a list of lists of the map's shape; None where no way leads.
#[pyfunction]
#[pyo3(signature = (map, sources, passable=None, *, torus=None))]
fn distances<'py>(
    map: &Bound<'py, PyAny>,
    sources: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, PyList>> {
    Searched::of(map, passable, torus)?.distances(sources)
}

/// A shortest way from start to goal (A-star), as a list of positions with both of them; [] if there is none.
#[pyfunction]
#[pyo3(signature = (map, start, goal, passable=None, *, torus=None))]
fn path<'py>(
    map: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, PyList>> {
    Searched::of(map, passable, torus)?.path(start, goal)
}

/// The target with the shortest way, as (start, target, steps); None if no way leads to any.
#[pyfunction]
#[pyo3(signature = (map, start, targets, passable=None, *, torus=None))]
fn nearest<'py>(
    map: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    targets: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    Searched::of(map, passable, torus)?.nearest(start, targets)
}

/// The passable cells in groups that hang together, as lists of positions.
#[pyfunction]
#[pyo3(signature = (map, passable=None, *, torus=None))]
fn components<'py>(
    map: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, PyList>> {
    Searched::of(map, passable, torus)?.components(map.py())
}

/// The sum of what all sources give to each cell, as Values of the map's shape, which go like a list of lists.
#[pyfunction]
#[pyo3(signature = (map, sources, passable=None, *, fade=1, torus=None))]
fn influence<'py>(
    map: &Bound<'py, PyAny>,
    sources: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    fade: i64,
    torus: Option<bool>,
) -> PyResult<Values> {
    Searched::of(map, passable, torus)?.influence(sources, fade)
}
