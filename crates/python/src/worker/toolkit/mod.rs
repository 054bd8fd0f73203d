//! The native module `_aitools`: the searches of [`wag_toolkit`] for Python.
//!
//! It has two parts. The functions `distances`, `path`, `nearest`, `components` and `spread_influence`, and the class
//! [`Board`], read the map of any game. The Python modules `aitools.tiles`, `aitools.search` and `aitools.influence`
//! are built on the classes [`TileMapBase`], `Clusters` and `Influence`.
//!
//! Classes cannot be changed from Python, and a player's data is stored only in objects that the player holds, so an AI
//! whose file is run from the beginning in each turn leaves nothing behind. Calls share only immutable numbers and
//! positions, and memory for searches.
//!
//! A game registers its classes of cells ([`register_cell_class`]) and of maps ([`register_map_class`]), so that they
//! can be read. Any other object may have a method `__board__()` that returns the map, the impassable values or None,
//! and whether the map is a torus.

mod answer_cache;
mod board;
mod cell_rules;
mod clusters;
mod goal;
mod influence;
mod list_rows;
mod map_search;
mod positions;
mod tile_map;
mod values;

pub use cell_rules::{CellReader, register_cell_class, register_map_class};

use map_search::MapSource;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyModule, PyTuple};
use values::Values;
use wag_toolkit::grid::Square;
use wag_toolkit::padded_grid::PaddedGrid;
use wag_toolkit::passability_map::PassabilityMap;
use wag_toolkit::path::Scratch;
use wag_toolkit::shape::Shape;

/// The native base class of `aitools.tiles.TileMap`: a map that changes, and the tile objects made for it.
#[pyclass(subclass, immutable_type, module = "_aitools")]
pub struct TileMapBase {
    pub map: PassabilityMap,
    pub scratch: Scratch,
    /// The tile object of each square. It is created on first use.
    tiles: Vec<Option<Py<PyAny>>>,
    tile_class: Option<Py<PyAny>>,
}

/// A map that is read once, for several searches. It does not see later changes of the map.
#[pyclass(frozen, immutable_type, module = "aitools")]
pub struct Board {
    grid: PaddedGrid,
}

impl Board {
    /// Creates the board of a game's own map from the map's rule. Returns `None` if the shape has no cells or too many.
    pub fn from_rule(
        rows: usize,
        cols: usize,
        is_torus: bool,
        is_passable: impl Fn(usize, usize) -> bool,
    ) -> Option<Board> {
        let shape = Shape::new(rows, cols, is_torus)?;
        Some(Board { grid: PaddedGrid::from_rule(shape, |(a, b)| is_passable(a as usize, b as usize)) })
    }

    pub fn grid(&self) -> &PaddedGrid {
        &self.grid
    }
}

/// Adds all classes and functions to the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<TileMapBase>()?;
    module.add_class::<clusters::Clusters>()?;
    module.add_class::<influence::Influence>()?;
    module.add_class::<Board>()?;
    module.add_class::<Values>()?;
    module.add_function(pyo3::wrap_pyfunction!(distances, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(path, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(nearest, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(components, module)?)?;
    module.add_function(pyo3::wrap_pyfunction!(spread_influence, module)?)
}

/// Returns the tile object of a square.
fn tile<'py>(map: &Bound<'py, TileMapBase>, at: Square) -> PyResult<Bound<'py, PyAny>> {
    let py = map.py();
    let (class, (row, col)) = {
        let map = map.try_borrow()?;
        if let Some(Some(known)) = map.tiles.get(at as usize) {
            return Ok(known.bind(py).clone());
        }
        let class = map.tile_class.as_ref().map(|class| class.clone_ref(py));
        (class, map.map.grid().position(at))
    };
    // The map is not borrowed while Python runs the constructor.
    let class = class.ok_or_else(|| {
        PyRuntimeError::new_err("the map has no size yet: call super().__init__(rows, cols) first")
    })?;
    let made = class.bind(py).call1((row, col))?;
    if let Some(entry) = map.try_borrow_mut()?.tiles.get_mut(at as usize) {
        *entry = Some(made.clone().unbind());
    }
    Ok(made)
}

/// Returns the tile objects of the given squares.
fn tiles<'py>(map: &Bound<'py, TileMapBase>, squares: &[Square]) -> PyResult<Bound<'py, PyList>> {
    let tiles: Vec<Bound<'py, PyAny>> = squares.iter().map(|at| tile(map, *at)).collect::<PyResult<_>>()?;
    PyList::new(map.py(), tiles)
}

/// The number of steps from the nearest source to each cell, as a list of lists of the map's shape.
#[pyfunction]
#[pyo3(signature = (map, sources, passable=None, *, torus=None, max_steps=None, unreached=None))]
fn distances<'py>(
    map: &Bound<'py, PyAny>,
    sources: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
    max_steps: Option<i64>,
    unreached: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    MapSource::of(map, passable, torus)?.distances(sources, max_steps, unreached)
}

/// A shortest path from start to goal, as a list of positions that includes both; [] if there is none.
#[pyfunction]
#[pyo3(signature = (map, start, goal, passable=None, *, torus=None))]
fn path<'py>(
    map: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    goal: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, PyList>> {
    MapSource::of(map, passable, torus)?.path(start, goal)
}

/// The target with the shortest path, as (start, target, steps); None if no target can be reached.
#[pyfunction]
#[pyo3(signature = (map, start, targets, passable=None, *, torus=None))]
fn nearest<'py>(
    map: &Bound<'py, PyAny>,
    start: &Bound<'py, PyAny>,
    targets: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    MapSource::of(map, passable, torus)?.nearest(start, targets)
}

/// The connected groups of passable cells, as lists of positions.
#[pyfunction]
#[pyo3(signature = (map, passable=None, *, torus=None))]
fn components<'py>(
    map: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    torus: Option<bool>,
) -> PyResult<Bound<'py, PyList>> {
    MapSource::of(map, passable, torus)?.components(map.py())
}

/// The sum of the strengths that reach each cell, as Values of the map's shape.
#[pyfunction]
#[pyo3(signature = (map, sources, passable=None, *, fade=1, torus=None))]
fn spread_influence<'py>(
    map: &Bound<'py, PyAny>,
    sources: &Bound<'py, PyAny>,
    passable: Option<&Bound<'py, PyAny>>,
    fade: i64,
    torus: Option<bool>,
) -> PyResult<Values> {
    MapSource::of(map, passable, torus)?.spread_influence(sources, fade)
}
