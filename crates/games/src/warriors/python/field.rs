//! `Field` (manual 5.6).

#![allow(non_snake_case)]

use super::base::Base;
use super::unit::Unit;
use super::{no_attributes, no_constructor, repr};
use crate::warriors::board::{self, Position};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use wag_core::game::Seat;
use wag_python::worker::process::gil::Gil;
use wag_python::worker::toolkit::CellReader;

/// A field of the board, as it was at the start of the turn: roundState.getMap()[x][y].
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct Field {
    at: Position,
    kind: board::FieldType,
    name: Py<PyString>,
    base: Option<Py<Base>>,
    /// True if the field is the player's own base.
    is_own: bool,
    resources: Gil<u64>,
    unit: Gil<Option<Py<Unit>>>,
}

impl Field {
    pub fn new(
        py: Python<'_>,
        at: Position,
        kind: board::FieldType,
        base: Option<Py<Base>>,
        seat: Seat,
    ) -> Self {
        let is_own = kind == board::FieldType::Base(seat);
        let name = PyString::intern(py, kind.name()).unbind();
        Field { at, kind, name, base, is_own, resources: Gil::new(0), unit: Gil::new(None) }
    }

    /// Describes the field for people who debug an AI.
    pub fn describe(&self, py: Python<'_>) -> String {
        let Position { x, y } = self.at;
        format!("<Field {} at [{x}, {y}], resources {}>", self.kind.name(), self.resources.get(py))
    }

    pub fn set_resources(&self, py: Python<'_>, amount: u64) {
        self.resources.set(py, amount);
    }

    /// Sets the unit on this field. Does nothing on a field with a base, because units in a base are inside it.
    pub fn set_unit(&self, py: Python<'_>, unit: Option<&Py<Unit>>) {
        if self.base.is_none() {
            self.unit.replace(py, unit.map(|unit| unit.clone_ref(py)));
        }
    }

    pub fn position(&self) -> Position {
        self.at
    }

    /// Returns whether path searches may enter the field: true for land and the player's own base, with or without
    /// units.
    pub fn is_passable(&self) -> bool {
        self.is_own || matches!(self.kind, board::FieldType::Land | board::FieldType::Resource)
    }

    pub const CELL_READER: CellReader = CellReader {
        is_passable: |field| Some(field.cast::<Field>().ok()?.get().is_passable()),
        value: |field| Some(field.cast::<Field>().ok()?.get().name.bind(field.py()).as_any()),
    };

    fn copied(&self, py: Python<'_>) -> Field {
        Field {
            at: self.at,
            kind: self.kind,
            name: self.name.clone_ref(py),
            base: self.base.as_ref().map(|base| base.clone_ref(py)),
            is_own: self.is_own,
            resources: Gil::new(self.resources.get(py)),
            unit: Gil::new(self.unit.share(py)),
        }
    }
}

#[pymethods]
impl Field {
    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("Field", "use roundState.getMap()[x][y]")
    }

    /// The field's type, as a str: one of the constants of FieldType.
    fn getFieldType(&self, py: Python<'_>) -> Py<PyString> {
        self.name.clone_ref(py)
    }

    /// The position of the field, as a list [x, y].
    fn getPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, [self.at.x, self.at.y])
    }

    /// The base on this field, as a Base object; None if there is none.
    fn getBase(&self, py: Python<'_>) -> Option<Py<Base>> {
        self.base.as_ref().map(|base| base.clone_ref(py))
    }

    /// The unit on this field, as a Unit object, or None. On a base: the list of the units inside.
    fn getUnitOnField<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.base {
            Some(base) => Ok(base.get().getHiddenUnits(py)?.into_any()),
            None => Ok(match self.unit.share(py) {
                Some(unit) => unit.into_bound(py).into_any(),
                None => py.None().into_bound(py),
            }),
        }
    }

    /// The amount of resources on this field, as an int; 0 on a base.
    fn getResources(&self, py: Python<'_>) -> u64 {
        self.resources.get(py)
    }

    /// The same as getResources().
    fn getResourcesOnField(&self, py: Python<'_>) -> u64 {
        self.resources.get(py)
    }

    /// True if the unit could enter this field if it were next to it: land without another unit of the same player, or
    /// the unit's own base.
    fn isCrossable(&self, py: Python<'_>, unit: &Bound<'_, Unit>) -> bool {
        let unit = unit.get();
        match self.kind {
            board::FieldType::Base(owner) => owner == unit.owner(),
            board::FieldType::Water | board::FieldType::Wall => false,
            board::FieldType::Land | board::FieldType::Resource => self.unit.share(py).is_none_or(|here| {
                let here = here.get();
                here.owner() != unit.owner() || here.id() == unit.id()
            }),
        }
    }

    /// True if the unit could get to this field in one move, or is already there. Ignores what is on the field; see
    /// isCrossable().
    fn isReachable(&self, py: Python<'_>, unit: &Bound<'_, Unit>) -> bool {
        let from = unit.get().position(py);
        from.x.abs_diff(self.at.x) + from.y.abs_diff(self.at.y) <= 1
    }

    fn __repr__(&self) -> String {
        repr("Field", (1 << 20) + u64::from(self.at.x) * 256 + u64::from(self.at.y))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.at.x) * 256 + u64::from(self.at.y)
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copied(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copied(py)
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("Field", name, "keep notes in a dict by position: notes[x, y] = ...")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("Field", name, "keep notes in a dict by position: notes[x, y] = ...")
    }
}
