//! Classes that only hold string constants.

#![allow(non_upper_case_globals)]

use super::no_constructor;
use crate::warriors::orders;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// The directions in which a unit can be moved, as strings: Direction.NORTH is 'NORTH'.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct Direction;

#[pymethods]
impl Direction {
    /// Upward, to smaller y.
    #[classattr]
    const NORTH: &'static str = orders::Direction::North.name();
    /// To the left, to smaller x.
    #[classattr]
    const WEST: &'static str = orders::Direction::West.name();
    /// Downward, to larger y.
    #[classattr]
    const SOUTH: &'static str = orders::Direction::South.name();
    /// To the right, to larger x.
    #[classattr]
    const EAST: &'static str = orders::Direction::East.name();
    /// No movement.
    #[classattr]
    const STAY: &'static str = orders::Direction::Stay.name();

    #[new]
    #[pyo3(signature = (*_arguments))]
    fn new(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("Direction", "use its constants, such as Direction.NORTH")
    }
}

/// The types of fields, as strings: FieldType.LAND is 'LAND'.
#[pyclass(frozen, immutable_type, module = "classes")]
pub struct FieldType;

#[pymethods]
impl FieldType {
    #[classattr]
    const LAND: &'static str = "LAND";
    #[classattr]
    const WATER: &'static str = "WATER";
    #[classattr]
    const WALL: &'static str = "WALL";
    #[classattr]
    const RESOURCE: &'static str = "RESOURCE";
    #[classattr]
    const BASE: &'static str = "BASE";
    #[classattr]
    const WARRIOR: &'static str = orders::UnitType::Warrior.name();
    #[classattr]
    const GATHERER: &'static str = orders::UnitType::Gatherer.name();

    #[new]
    #[pyo3(signature = (*_arguments))]
    fn new(_arguments: &Bound<'_, PyTuple>) -> PyResult<Self> {
        no_constructor("FieldType", "use its constants, such as FieldType.LAND")
    }
}
