//! `RoundState` (manual 5.4).

#![allow(non_snake_case)]

use super::base::Base;
use super::field::Field;
use super::{no_attributes, no_constructor, repr};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::Arc;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::toolkit::Board;

/// The state of the current round: your base, your units, an image of the board, and the round number.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct RoundState {
    name: Py<PyString>,
    base: Py<Base>,
    /// All fields, column by column.
    fields: Arc<Vec<Py<Field>>>,
    side: u32,
    round: Gil<u32>,
    /// The list of columns returned in this turn, once the AI has asked for it.
    map: Gil<Option<Py<PyList>>>,
    /// The board for path searches, created on first use. It can be kept, since the same fields are passable all match
    /// long.
    board: Gil<Option<Py<Board>>>,
}

impl RoundState {
    pub fn new(name: Py<PyString>, base: Py<Base>, fields: Arc<Vec<Py<Field>>>, side: u32) -> Self {
        RoundState {
            name,
            base,
            fields,
            side,
            round: Gil::new(0),
            map: Gil::new(None),
            board: Gil::new(None),
        }
    }

    /// Describes the state for people who debug an AI.
    pub fn describe(&self, py: Python<'_>) -> String {
        format!("<RoundState of round {}>", self.round.get(py))
    }

    /// Starts a new turn. Discards the lists of earlier turns, because the AI may have changed them.
    pub fn update(&self, py: Python<'_>, round: u32) {
        self.round.set(py, round);
        self.map.replace(py, None);
    }

    /// Returns the board for path searches. What is passable follows from the rules alone, not from units or from
    /// changes to the lists of getMap().
    pub fn own_board<'py>(state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Board>> {
        let (py, state) = (state.py(), state.cast::<RoundState>()?.get());
        if let Some(board) = state.board.share(py) {
            return Ok(board.into_bound(py));
        }
        let side = state.side as usize;
        let is_passable = |x: usize, y: usize| state.fields[x * side + y].get().is_passable();
        let board = Board::from_rule(side, side, false, is_passable);
        let board = board.ok_or_else(|| PyValueError::new_err("the board has no fields"))?;
        let board = Bound::new(py, board)?;
        state.board.replace(py, Some(board.clone().unbind()));
        Ok(board)
    }

    fn image(&self, py: Python<'_>) -> PyResult<RoundState> {
        Ok(RoundState {
            name: self.name.clone_ref(py),
            base: Py::new(py, self.base.get().image(py)?)?,
            fields: Arc::clone(&self.fields),
            side: self.side,
            round: Gil::new(self.round.get(py)),
            map: Gil::new(None),
            board: Gil::new(self.board.share(py)),
        })
    }
}

#[pymethods]
impl RoundState {
    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("RoundState", "use the global variable roundState")
    }

    /// The board as a list of columns of Field objects: roundState.getMap()[x][y]. It is a snapshot from the start of the
    /// turn; to give orders, use getBase() and getUnits().
    fn getMap(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        if let Some(map) = self.map.share(py) {
            return Ok(map);
        }
        let columns = self.fields.chunks(self.side as usize);
        let columns = columns.map(|column| PyList::new(py, column)).collect::<PyResult<Vec<_>>>()?;
        let map = PyList::new(py, columns)?.unbind();
        self.map.replace(py, Some(map.clone_ref(py)));
        Ok(map)
    }

    /// Your own base, as a Base object.
    fn getBase(&self, py: Python<'_>) -> Py<Base> {
        self.base.clone_ref(py)
    }

    /// The same as getBase().
    fn getOwnBase(&self, py: Python<'_>) -> Py<Base> {
        self.base.clone_ref(py)
    }

    /// Your own units, as a list in the order of their ids. The same list as getBase().getUnits().
    fn getUnits(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        self.base.get().getUnits(py)
    }

    /// The same as getUnits().
    fn getOwnUnits(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        self.base.get().getUnits(py)
    }

    /// The same as getUnits().
    fn getUnit(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        self.base.get().getUnits(py)
    }

    /// The same as getUnits().
    fn getOwnUnit(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        self.base.get().getUnits(py)
    }

    /// Your own name, as a str.
    fn getOwnName(&self, py: Python<'_>) -> Py<PyString> {
        self.name.clone_ref(py)
    }

    /// The resources in your base, as an int.
    fn getOwnResources(&self, py: Python<'_>) -> u64 {
        self.base.get().stock(py)
    }

    /// The number of the current round, as an int; the first one is 1.
    fn getRoundNumber(&self, py: Python<'_>) -> u32 {
        self.round.get(py)
    }

    /// The board for `aitools`: the map; `None`, because fields themselves say whether they are passable; and false,
    /// because the board does not wrap around.
    fn __board__(&self, py: Python<'_>) -> PyResult<(Py<PyList>, Option<bool>, bool)> {
        Ok((self.getMap(py)?, None, false))
    }

    fn __repr__(&self) -> String {
        repr("RoundState", 1)
    }

    fn __hash__(&self) -> u64 {
        1
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.image(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.image(py)
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("RoundState", name, "keep notes in a variable or a dict")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("RoundState", name, "keep notes in a variable or a dict")
    }
}
