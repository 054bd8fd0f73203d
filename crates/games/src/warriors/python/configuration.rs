//! `GameConfiguration` (manual 5.8).

#![allow(non_snake_case)]

use super::{no_attributes, no_constructor, repr};
use crate::warriors::rules::Rules;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The numbers of the game: the number of rounds, and the cost, capacity and strength of the unit types.
#[pyclass(frozen, immutable_type, module = "classes")]
#[derive(Clone)]
pub struct GameConfiguration {
    rules: Rules,
}

impl GameConfiguration {
    pub fn new(rules: &Rules) -> Self {
        GameConfiguration { rules: rules.clone() }
    }
}

#[pymethods]
impl GameConfiguration {
    #[new]
    #[pyo3(signature = (*_arguments))]
    fn __new__(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("GameConfiguration", "use the global variable gameConfiguration")
    }

    /// The number of rounds of the game, as an int.
    fn getRounds(&self) -> u32 {
        self.rules.rounds
    }

    /// The cost of a warrior, as an int.
    fn getUnitCostWarrior(&self) -> u64 {
        self.rules.warrior.cost
    }

    /// The cost of a gatherer, as an int.
    fn getUnitCostGatherer(&self) -> u64 {
        self.rules.gatherer.cost
    }

    /// The strength of a warrior, as a float.
    fn getUnitStrengthWarrior(&self) -> f64 {
        self.rules.warrior.strength
    }

    /// The strength of a gatherer, as a float.
    fn getUnitStrengthGatherer(&self) -> f64 {
        self.rules.gatherer.strength
    }

    /// The maximum amount of resources that a warrior can carry, as an int.
    fn getUnitMaxResourcesWarrior(&self) -> u64 {
        self.rules.warrior.max_resources
    }

    /// The maximum amount of resources that a gatherer can carry, as an int.
    fn getUnitMaxResourcesGatherer(&self) -> u64 {
        self.rules.gatherer.max_resources
    }

    /// The same as getUnitMaxResourcesWarrior().
    fn getMaxResourcesWarrior(&self) -> u64 {
        self.rules.warrior.max_resources
    }

    /// The same as getUnitMaxResourcesGatherer().
    fn getMaxResourcesGatherer(&self) -> u64 {
        self.rules.gatherer.max_resources
    }

    fn __repr__(&self) -> String {
        repr("GameConfiguration", 2)
    }

    fn __hash__(&self) -> u64 {
        2
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __setattr__(&self, name: &str, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        no_attributes("GameConfiguration", name, "keep notes in a variable or a dict")
    }

    fn __delattr__(&self, name: &str) -> PyResult<()> {
        no_attributes("GameConfiguration", name, "keep notes in a variable or a dict")
    }
}
