//! `Base` (manual 5.7).

#![allow(non_snake_case)]

use super::unit::Unit;
use super::{SharedValues, ledger, no_attributes, no_constructor, repr};
use crate::warriors::board::Position;
use crate::warriors::orders::{UnitId, UnitType};
use crate::warriors::refusals;
use crate::warriors::rules::Rules;
use crate::warriors::wire::PlayerSnapshot;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};
use std::sync::Arc;
use wag_core::game::{Refusal, Seat};
use wag_python::worker::process::gil::Gil;
use wag_python::worker::turn::refusals::refuse;
use wag_python::write_to_log;

/// A player's base. Your own base, where you create units, is roundState.getBase(). The bases on the fields of
/// roundState.getMap() are images, which take no orders.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct Base {
    owner: Seat,
    at: Position,
    is_live: bool,
    /// Costs of a warrior and of a gatherer.
    costs: [u64; 2],
    shared: Arc<SharedValues>,
    stock: Gil<u64>,
    units: Gil<Vec<Py<Unit>>>,
    /// The list of units returned in this turn, once the AI has asked for it.
    list: Gil<Option<Py<PyList>>>,
    /// Id of the next unit to be created.
    next_id: Gil<u32>,
}

impl Base {
    pub(super) fn new(
        owner: Seat,
        at: Position,
        is_live: bool,
        shared: &Arc<SharedValues>,
        rules: &Rules,
    ) -> Self {
        Base {
            owner,
            at,
            is_live,
            costs: UnitType::ALL.map(|kind| rules.unit(kind).cost),
            shared: Arc::clone(shared),
            stock: Gil::new(0),
            units: Gil::new(Vec::new()),
            list: Gil::new(None),
            next_id: Gil::new(0),
        }
    }

    /// Describes the base for people who debug an AI.
    pub fn describe(&self, py: Python<'_>) -> String {
        let Position { x, y } = self.at;
        format!("<Base at [{x}, {y}], resources {}>", self.stock.get(py))
    }

    /// Updates the base at the start of a turn.
    pub fn update(&self, py: Python<'_>, now: &PlayerSnapshot, units: &[Py<Unit>]) {
        self.stock.set(py, now.stock);
        self.next_id.set(py, now.next_id);
        self.units.replace(py, units.iter().map(|unit| unit.clone_ref(py)).collect());
        self.list.replace(py, None);
    }

    /// Returns an image of the base's current state.
    pub fn image(&self, py: Python<'_>) -> PyResult<Base> {
        let units = self.units.share_all(py).into_iter();
        let units = units.map(|unit| Py::new(py, unit.get().image(py))).collect::<PyResult<Vec<_>>>()?;
        Ok(Base {
            owner: self.owner,
            at: self.at,
            is_live: false,
            costs: self.costs,
            shared: Arc::clone(&self.shared),
            stock: Gil::new(self.stock.get(py)),
            units: Gil::new(units),
            list: Gil::new(None),
            next_id: Gil::new(0),
        })
    }

    pub fn owner(&self) -> Seat {
        self.owner
    }

    pub fn position(&self) -> Position {
        self.at
    }

    pub fn stock(&self, py: Python<'_>) -> u64 {
        self.stock.get(py)
    }

    pub(super) fn shared(&self) -> &Arc<SharedValues> {
        &self.shared
    }

    fn create(&self, py: Python<'_>, kind: UnitType) -> PyResult<Option<bool>> {
        if !self.is_live {
            ledger::hint(py, refusals::THIS_BASE, "roundState.getBase()", None);
            return Ok(Some(false));
        }
        let (stock, cost) = (self.stock.get(py), self.costs[kind as usize]);
        if stock < cost {
            write_to_log(&format!("Not enough resources for {}!\n", kind.name().to_lowercase()));
            let values = [("unit", kind.name()), ("cost", &cost.to_string()), ("stock", &stock.to_string())];
            refuse(py, Refusal::new("too_dear", &values));
            return Ok(Some(false));
        }
        let id = self.next_id.get(py);
        let unit = Py::new(py, Unit::created(py, UnitId(id), kind, self))?;
        if let Some(list) = self.list.share(py) {
            list.bind(py).append(&unit)?;
        }
        self.next_id.set(py, id + 1);
        self.stock.set(py, stock - cost);
        self.units.push(py, unit);
        ledger::create(py, kind);
        Ok(None)
    }
}

#[pymethods]
impl Base {
    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("Base", "use roundState.getBase()")
    }

    /// The resources in the base, as an int.
    fn getResources(&self, py: Python<'_>) -> u64 {
        self.stock.get(py)
    }

    /// The units that are in the base now, as a list.
    pub fn getHiddenUnits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut inside = self.units.share_all(py);
        inside.retain(|unit| unit.get().position(py) == self.at);
        PyList::new(py, inside)
    }

    /// All units of the player, as a list in the order of their ids. For your own base, this is the same list as
    /// roundState.getUnits().
    pub fn getUnits(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        if let Some(list) = self.list.share(py) {
            return Ok(list);
        }
        let list = PyList::new(py, self.units.share_all(py))?.unbind();
        self.list.replace(py, Some(list.clone_ref(py)));
        Ok(list)
    }

    /// The same as getUnits().
    fn getOwnUnits(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        self.getUnits(py)
    }

    /// The position of the base, as a list [x, y].
    fn getPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, [self.at.x, self.at.y])
    }

    /// The name of the player the base belongs to, as a str.
    pub fn getOwner(&self, py: Python<'_>) -> Py<PyString> {
        self.shared.owners[self.owner.index()].clone_ref(py)
    }

    /// Creates a warrior in the base and returns None. Without enough resources it prints "Not enough resources for
    /// warrior!" and returns False. The new unit is at the end of getUnits() and can take an order at once.
    fn createUnitWarrior(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        self.create(py, UnitType::Warrior)
    }

    /// Creates a gatherer in the base and returns None. Without enough resources it prints "Not enough resources for
    /// gatherer!" and returns False. The new unit is at the end of getUnits() and can take an order at once.
    fn createUnitGatherer(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        self.create(py, UnitType::Gatherer)
    }

    fn __repr__(&self) -> String {
        repr("Base", (1 << 12) + u64::from(self.owner.0) * 2 + u64::from(self.is_live))
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.at.x) * 256 + u64::from(self.at.y)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        self.image(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.image(py)
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("Base", name, "keep notes in a variable or a dict")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("Base", name, "keep notes in a variable or a dict")
    }
}
