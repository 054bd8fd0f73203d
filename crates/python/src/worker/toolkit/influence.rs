//! Influence for Python.

use super::places;
use super::{Board, tiles};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use wag_toolkit::grid::Square;
use wag_toolkit::influence;
use wag_toolkit::influence::{WHOLE, Weights};

/// The grids of all players on a board, which each call is told.
#[pyclass(immutable_type, module = "_aitools")]
pub struct Influence {
    influence: influence::Influence,
}

impl Influence {
    fn at(&self, board: &Board, tile: &Bound<'_, PyAny>) -> PyResult<Option<Square>> {
        places::square(&board.ground, tile)
    }

    fn of(
        &self,
        board: &Bound<'_, Board>,
        tile: &Bound<'_, PyAny>,
        value: impl Fn(Square) -> i64,
    ) -> PyResult<i64> {
        Ok(self.at(&*board.try_borrow()?, tile)?.map_or(0, value))
    }
}

/// Rows of values.
fn rows<'py>(board: &Bound<'py, Board>, values: impl Iterator<Item = i64>) -> PyResult<Bound<'py, PyList>> {
    let cols = board.try_borrow()?.ground.grid().cols as usize;
    let values: Vec<i64> = values.collect();
    PyList::new(board.py(), values.chunks(cols).map(<[i64]>::to_vec).collect::<Vec<_>>())
}

#[pymethods]
impl Influence {
    /// Of values for the centre and the rings, and the rings' squared radii.
    #[new]
    fn new(
        board: &Bound<'_, Board>,
        center: i32,
        rings: Vec<(i64, i32)>,
        first_beyond: bool,
        decay: u32,
        units: &Bound<'_, PyAny>,
    ) -> PyResult<Influence> {
        if decay > WHOLE {
            return Err(PyValueError::new_err("the decay is from 0 to 1"));
        }
        let board = board.try_borrow()?;
        let units = places::units(&board.ground, units)?;
        let rings = rings.into_iter().map(|(radius2, value)| (radius2.max(0) as u64, value)).collect();
        let weights = Weights { center, rings, first_beyond };
        Ok(Influence { influence: influence::Influence::new(&board.ground, weights, decay, &units) })
    }

    fn update(&mut self, board: &Bound<'_, Board>, units: &Bound<'_, PyAny>) -> PyResult<()> {
        let board = board.try_borrow()?;
        let units = places::units(&board.ground, units)?;
        self.influence.update(&board.ground, &units);
        Ok(())
    }

    fn players(&self) -> Vec<u32> {
        self.influence.players().collect()
    }

    fn value(&self, board: &Bound<'_, Board>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        self.of(board, tile, |at| self.influence.value(at, player))
    }

    fn others(&self, board: &Bound<'_, Board>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        self.of(board, tile, |at| self.influence.others(at, player))
    }

    fn safety(&self, board: &Bound<'_, Board>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        self.of(board, tile, |at| self.influence.safety(at, player))
    }

    fn path_cost(&self, board: &Bound<'_, Board>, tile: &Bound<'_, PyAny>, player: u32) -> PyResult<i64> {
        Ok(influence::path_cost(self.safety(board, tile, player)?))
    }

    fn tension(&self, board: &Bound<'_, Board>, tile: &Bound<'_, PyAny>) -> PyResult<i64> {
        self.of(board, tile, |at| self.influence.tension(at))
    }

    fn total(&self, player: u32) -> i64 {
        self.influence.total(player)
    }

    fn costs<'py>(&self, py: Python<'py>, player: u32) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.influence.costs(player))
    }

    fn grid<'py>(&self, board: &Bound<'py, Board>, player: u32) -> PyResult<Bound<'py, PyList>> {
        let all = board.try_borrow()?.ground.all();
        rows(board, all.map(|at| self.influence.value(at, player)))
    }

    fn safety_grid<'py>(&self, board: &Bound<'py, Board>, player: u32) -> PyResult<Bound<'py, PyList>> {
        rows(board, self.influence.safeties(player).into_iter())
    }

    fn tension_grid<'py>(&self, board: &Bound<'py, Board>) -> PyResult<Bound<'py, PyList>> {
        let all = board.try_borrow()?.ground.all();
        rows(board, all.map(|at| self.influence.tension(at)))
    }

    fn front_line<'py>(&self, board: &Bound<'py, Board>, player: u32) -> PyResult<Bound<'py, PyList>> {
        let found = self.influence.front_line(&board.try_borrow()?.ground, player);
        tiles(board, &found)
    }

    fn conflict_zones<'py>(
        &self,
        board: &Bound<'py, Board>,
        player: u32,
        points_min: i64,
    ) -> PyResult<Vec<Bound<'py, PyList>>> {
        let zones = self.influence.conflict_zones(&board.try_borrow()?.ground, player, points_min);
        zones.iter().map(|zone| tiles(board, zone)).collect()
    }
}
