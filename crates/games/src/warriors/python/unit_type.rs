//! `UnitType` (manual 5.2).

#![allow(non_snake_case)]

use super::{no_attributes, no_constructor, repr};
use crate::warriors::orders;
use crate::warriors::rules::UnitRules;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use wag_core::game::Refusal;
use wag_python::worker::turn::refusals;

/// The type of a unit. UnitType.WARRIOR and UnitType.GATHERER are strings; unit.getUnitType() returns an object with
/// the type's numbers. Such an object is not a string: compare str(unit.getUnitType()) == UnitType.WARRIOR.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct UnitType {
    kind: orders::UnitType,
    rules: UnitRules,
    name: Py<PyString>,
}

impl UnitType {
    pub fn new(kind: orders::UnitType, rules: &UnitRules) -> Self {
        let name = Python::attach(|py| PyString::intern(py, kind.name()).unbind());
        UnitType { kind, rules: rules.clone(), name }
    }

    pub fn rules(&self) -> &UnitRules {
        &self.rules
    }

    /// Describes the type for people who debug an AI.
    pub fn describe(&self) -> String {
        format!("<UnitType {}>", self.kind.name())
    }

    pub fn name(&self) -> &Py<PyString> {
        &self.name
    }
}

#[pymethods]
impl UnitType {
    #[classattr]
    const WARRIOR: &'static str = orders::UnitType::Warrior.name();
    #[classattr]
    const GATHERER: &'static str = orders::UnitType::Gatherer.name();
    #[classattr]
    const RESOURCE: &'static str = "RESOURCE";
    #[classattr]
    const LAND: &'static str = "LAND";

    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor(
            "UnitType",
            "use unit.getUnitType(), or the strings UnitType.WARRIOR and UnitType.GATHERER",
        )
    }

    /// The type as a str: 'WARRIOR' or 'GATHERER'.
    fn getString(&self, py: Python<'_>) -> Py<PyString> {
        self.name.clone_ref(py)
    }

    /// The maximum amount of resources that a unit of this type can carry, as an int.
    fn getMaxResources(&self) -> u64 {
        self.rules.max_resources
    }

    /// The strength of this type, as a float: its probability of winning an attack on a unit of another strength.
    fn getStrength(&self) -> f64 {
        self.rules.strength
    }

    /// The cost of a unit of this type, as an int.
    fn getCost(&self) -> u64 {
        self.rules.cost
    }

    fn __str__(&self, py: Python<'_>) -> Py<PyString> {
        self.name.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        repr("UnitType", self.kind as u64)
    }

    /// Equal only to itself, like any object without its own `__eq__`. A comparison with a string is always false and
    /// reported.
    fn __eq__<'py>(&self, other: &Bound<'py, PyAny>) -> Bound<'py, PyAny> {
        let py = other.py();
        if let Ok(text) = other.cast::<PyString>() {
            refusals::slip(py, || Refusal::new("type_compared", &[("given", &text.to_string_lossy())]));
        }
        py.NotImplemented().into_bound(py)
    }

    fn __hash__(&self) -> u64 {
        0x5ee + self.kind as u64
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("UnitType", name, "keep notes in a variable or a dict")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("UnitType", name, "keep notes in a variable or a dict")
    }
}
