//! The methods of `Board`.

use super::Board;
use super::map_search::MapSource;
use super::positions;
use super::values::Values;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (map, passable=None, *, torus=None))]
    fn new<'py>(
        map: &Bound<'py, PyAny>,
        passable: Option<&Bound<'py, PyAny>>,
        torus: Option<bool>,
    ) -> PyResult<Board> {
        Ok(Board { grid: MapSource::of(map, passable, torus)?.into_grid()? })
    }

    /// (len(map), len(map[0])).
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.grid.shape().rows, self.grid.shape().cols)
    }

    /// Whether opposite edges of the map are joined.
    #[getter]
    fn torus(&self) -> bool {
        self.grid.shape().is_torus
    }

    /// Whether a cell can be entered.
    fn is_passable(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.grid.is_passable(positions::position(self.grid.shape(), position)?))
    }

    /// The same as the function distances(), on this board.
    #[pyo3(signature = (sources, *, max_steps=None, unreached=None))]
    fn distances<'py>(
        &self,
        sources: &Bound<'py, PyAny>,
        max_steps: Option<i64>,
        unreached: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).distances(sources, max_steps, unreached)
    }

    /// The same as the function path(), on this board.
    fn path<'py>(&self, start: &Bound<'py, PyAny>, goal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).path(start, goal)
    }

    /// The same as the function nearest(), on this board.
    fn nearest<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        MapSource::Grid(&self.grid).nearest(start, targets)
    }

    /// The same as the function components(), on this board.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).components(py)
    }

    /// The same as the function spread_influence(), on this board.
    #[pyo3(signature = (sources, *, fade=1))]
    fn spread_influence(&self, sources: &Bound<'_, PyAny>, fade: i64) -> PyResult<Values> {
        MapSource::Grid(&self.grid).spread_influence(sources, fade)
    }

    fn __repr__(&self) -> String {
        let shape = self.grid.shape();
        let torus = if shape.is_torus { ", torus" } else { "" };
        format!("<aitools.Board {}x{}{torus}>", shape.rows, shape.cols)
    }
}
