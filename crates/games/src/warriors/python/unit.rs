//! `Unit` (manual 5.3).

#![allow(non_snake_case)]

use super::unit_type::UnitType;
use super::{SharedValues, ledger, no_attributes, no_constructor, repr};
use crate::warriors::board::Position;
use crate::warriors::orders::{self, Direction, UnitId};
use crate::warriors::refusals;
use crate::warriors::state::Unit as UnitRow;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::Arc;
use wag_core::game::{Refusal, Seat};
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::refusals::{refuse, source_text};
use wag_python::write_to_log;

/// A unit on the board. Your own units, which take orders, come from roundState.getUnits() and base.getUnits(). The
/// units on the fields of roundState.getMap() are images, which take no orders.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct Unit {
    owner: Seat,
    id: UnitId,
    kind: orders::UnitType,
    shared: Arc<SharedValues>,
    /// True for a unit that takes orders while it is alive, false for an image.
    is_live: bool,
    is_alive: Gil<bool>,
    is_ordered: Gil<bool>,
    at: Gil<Position>,
    cargo: Gil<u64>,
    last_move: Gil<Direction>,
}

impl Unit {
    pub(super) fn new(owner: Seat, row: &UnitRow, shared: &Arc<SharedValues>, is_live: bool) -> Self {
        Unit {
            owner,
            id: row.id,
            kind: row.kind,
            shared: Arc::clone(shared),
            is_live,
            is_alive: Gil::new(true),
            is_ordered: Gil::new(false),
            at: Gil::new(Position { x: 0, y: 0 }),
            cargo: Gil::new(row.cargo),
            last_move: Gil::new(row.last_move),
        }
    }

    /// Describes the unit for people who debug an AI.
    pub fn describe(&self, py: Python<'_>) -> String {
        let (Position { x, y }, cargo) = (self.at.get(py), self.cargo.get(py));
        format!("<Unit {} {} at [{x}, {y}], carries {cargo}>", self.id.0, self.kind.name())
    }

    /// Creates a live unit that the AI has just ordered.
    pub fn created(py: Python<'_>, id: UnitId, kind: orders::UnitType, base: &super::Base) -> Self {
        let at = crate::warriors::board::FieldIndex(0);
        let row = UnitRow { id, kind, at, cargo: 0, last_move: Direction::Stay };
        let unit = Unit::new(base.owner(), &row, base.shared(), true);
        unit.at.set(py, base.position());
        unit
    }

    /// Updates the unit at the start of a turn.
    pub fn update(&self, py: Python<'_>, row: &UnitRow, side: u32) {
        self.at.set(py, Position { x: row.at.0 / side, y: row.at.0 % side });
        self.cargo.set(py, row.cargo);
        self.last_move.set(py, row.last_move);
        self.is_ordered.set(py, false);
    }

    /// Marks the unit as no longer on the board.
    pub fn mark_dead(&self, py: Python<'_>) {
        self.is_alive.set(py, false);
    }

    /// Returns a copy of the unit that keeps its current state and takes no orders.
    pub fn image(&self, py: Python<'_>) -> Unit {
        Unit {
            owner: self.owner,
            id: self.id,
            kind: self.kind,
            shared: Arc::clone(&self.shared),
            is_live: false,
            is_alive: Gil::new(self.is_alive.get(py)),
            is_ordered: Gil::new(false),
            at: Gil::new(self.at.get(py)),
            cargo: Gil::new(self.cargo.get(py)),
            last_move: Gil::new(self.last_move.get(py)),
        }
    }

    pub fn owner(&self) -> Seat {
        self.owner
    }

    pub fn id(&self) -> UnitId {
        self.id
    }

    pub fn position(&self, py: Python<'_>) -> Position {
        self.at.get(py)
    }

    fn unit_type(&self) -> &Py<UnitType> {
        &self.shared.unit_types[self.kind as usize]
    }
}

#[pymethods]
impl Unit {
    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("Unit", "use base.createUnitWarrior() or base.createUnitGatherer()")
    }

    /// The unit's id, as an int: 0 for the first unit of a player, and so on in the order of creation.
    fn getUnitId(&self) -> u32 {
        self.id.0
    }

    /// The same as getUnitId().
    fn getUnitID(&self) -> u32 {
        self.id.0
    }

    /// The unit's type, as a UnitType object.
    fn getUnitType(&self, py: Python<'_>) -> Py<UnitType> {
        self.unit_type().clone_ref(py)
    }

    /// The name of the player the unit belongs to, as a str.
    fn getOwner(&self, py: Python<'_>) -> Py<PyString> {
        self.shared.owners[self.owner.index()].clone_ref(py)
    }

    /// The amount of resources the unit carries, as an int.
    fn getResources(&self, py: Python<'_>) -> u64 {
        self.cargo.get(py)
    }

    /// The position of the unit, as a list [x, y]. It changes only when the unit has actually moved.
    fn getPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let Position { x, y } = self.at.get(py);
        PyList::new(py, [x, y])
    }

    /// Orders the unit to move in a direction, such as Direction.NORTH. Returns None if the order is accepted.
    ///
    /// A second order in one round prints "Unit can't move more than once a round!" and returns False; an invalid
    /// direction prints "Wrong Direction!" and returns False. An accepted move may still be blocked.
    fn moveUnit(&self, py: Python<'_>, direction: &Bound<'_, PyAny>) -> Option<bool> {
        if !self.is_live || !self.is_alive.get(py) {
            let own = self.is_live.then_some(self.id);
            ledger::hint(py, refusals::THIS_UNIT, "a unit from roundState.getUnits()", own);
            return Some(false);
        }
        if self.is_ordered.get(py) {
            write_to_log("Unit can't move more than once a round!\n");
            let given = source_text(direction);
            let values = [("given", given.as_str()), ("first", self.last_move.get(py).name())];
            refuse(py, Refusal { of: Some(self.id.0), ..Refusal::new("second_order", &values) });
            return Some(false);
        }
        let Some(direction) = direction_of(direction) else {
            write_to_log("Wrong Direction!\n");
            let meant = guess_direction(direction)
                .map_or(String::new(), |direction| format!("Direction.{}", direction.name()));
            let given = source_text(direction);
            let values = [("given", given.as_str()), ("meant", &meant)];
            refuse(py, Refusal { of: Some(self.id.0), ..Refusal::new("no_direction", &values) });
            return Some(false);
        };
        self.is_ordered.set(py, true);
        self.last_move.set(py, direction);
        ledger::send(py, self.id, direction);
        None
    }

    /// The direction in which the unit moved last, as a str; 'STAY' if it did not move in its last turn.
    fn getLastMove(&self, py: Python<'_>) -> Py<PyString> {
        self.shared.directions[self.last_move.get(py) as usize].clone_ref(py)
    }

    /// The same as getLastMove().
    fn getlastMove(&self, py: Python<'_>) -> Py<PyString> {
        self.getLastMove(py)
    }

    /// The maximum amount of resources that the unit can carry, as an int.
    fn getMaxResources(&self) -> u64 {
        self.unit_type().get().rules().max_resources
    }

    /// The strength of the unit's type, as a float.
    fn getStrength(&self) -> f64 {
        self.unit_type().get().rules().strength
    }

    /// The cost of a unit of this type, as an int.
    fn getCost(&self) -> u64 {
        self.unit_type().get().rules().cost
    }

    /// The unit's type, as a str: 'WARRIOR' or 'GATHERER'.
    fn getString(&self, py: Python<'_>) -> Py<PyString> {
        self.unit_type().get().name().clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let number = (u64::from(self.id.0) * 4 + u64::from(self.owner.0)) * 2 + u64::from(self.is_live);
        repr("Unit", (1 << 24) + number)
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.id.0) * 4 + u64::from(self.owner.0)
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.image(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.image(py)
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("Unit", name, "keep notes in a dict by unit id: notes[unit.getUnitId()] = ...")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("Unit", name, "keep notes in a dict by unit id: notes[unit.getUnitId()] = ...")
    }
}

/// Returns the direction with this name.
fn direction_of(text: &Bound<'_, PyAny>) -> Option<Direction> {
    let text = text.cast::<PyString>().ok()?;
    let text = text.to_str().ok()?;
    Direction::ALL.into_iter().find(|direction| direction.name() == text)
}

/// Returns the direction probably meant by an invalid value: a word, or a step such as (0, -1).
fn guess_direction(given: &Bound<'_, PyAny>) -> Option<Direction> {
    if let Ok(word) = given.cast::<PyString>() {
        return Direction::guess(word.to_str().ok()?);
    }
    let step =
        given.extract::<(i32, i32)>().or_else(|_| given.extract::<[i32; 2]>().map(|[x, y]| (x, y))).ok()?;
    Direction::ALL.into_iter().find(|direction| direction.step() == step)
}
