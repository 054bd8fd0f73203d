//! What Python asks a board.

use super::search::Searched;
use super::values::Values;
use super::{Board, positions};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

#[pymethods]
impl Board {
    /// Reads a map.
    #[new]
    #[pyo3(signature = (map, passable=None, *, torus=None))]
    fn new<'py>(
        map: &Bound<'py, PyAny>,
        passable: Option<&Bound<'py, PyAny>>,
        torus: Option<bool>,
    ) -> PyResult<Board> {
        Ok(Board { lattice: Searched::of(map, passable, torus)?.lattice()? })
    }

    /// (len(map), len(map[0])).
    #[getter]
    fn size(&self) -> (u32, u32) {
        (self.lattice.shape().rows, self.lattice.shape().cols)
    }

    /// Whether whoever leaves the map on one side comes back on the other.
    #[getter]
    fn torus(&self) -> bool {
        self.lattice.shape().is_torus
    }

    /// Whether one can go to a position.
    fn is_passable(&self, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.lattice.is_passable(positions::square(self.lattice.shape(), position)?))
    }

    /// Like the function distances.
    fn distances<'py>(&self, sources: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        Searched::Read(&self.lattice).distances(sources)
    }

    /// Like the function path.
    fn path<'py>(&self, start: &Bound<'py, PyAny>, goal: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        Searched::Read(&self.lattice).path(start, goal)
    }

    /// Like the function nearest.
    fn nearest<'py>(
        &self,
        start: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyTuple>>> {
        Searched::Read(&self.lattice).nearest(start, targets)
    }

    /// Like the function components.
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        Searched::Read(&self.lattice).components(py)
    }

    /// Like the function influence.
    #[pyo3(signature = (sources, *, fade=1))]
    fn influence(&self, sources: &Bound<'_, PyAny>, fade: i64) -> PyResult<Values> {
        Searched::Read(&self.lattice).influence(sources, fade)
    }

    fn __repr__(&self) -> String {
        let shape = self.lattice.shape();
        let torus = if shape.is_torus { ", torus" } else { "" };
        format!("<wagtools.Board {}x{}{torus}>", shape.rows, shape.cols)
    }
}
