//! `Board`: a map that is read once and searched several times.

use super::map_search::MapSource;
use super::positions;
use super::values::Values;
use crate::toolkit::padded_grid::PaddedGrid;
use crate::toolkit::shape::Shape;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// A map that is read once, for several searches. It does not see later changes of the map.
#[pyclass(frozen, immutable_type, module = "aitools")]
pub struct Board {
    grid: PaddedGrid,
}

impl Board {
    /// Makes the board of a game's own map from its rule; `None` if the shape has no cells or too many.
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

    /// Like the function distances.
    #[pyo3(signature = (sources, *, max_steps=None, unreached=None))]
    fn distances<'py>(
        &self,
        sources: &Bound<'py, PyAny>,
        max_steps: Option<i64>,
        unreached: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).distances(sources, max_steps, unreached)
    }

    /// Like the function path.
    fn path<'py>(&self, start: &Bound<'py, PyAny>, goal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).path(start, goal)
    }

    /// Like the function nearest.
    fn nearest<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        MapSource::Grid(&self.grid).nearest(start, targets)
    }

    /// Like the function components.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        MapSource::Grid(&self.grid).components(py)
    }

    /// Like the function spread_influence.
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
