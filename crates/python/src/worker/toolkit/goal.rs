//! Goals of a breadth-first search: a collection of tiles or a Python function.

use super::{TileMapBase, positions, tile};
use pyo3::prelude::*;
use wag_toolkit::grid::Square;

/// A test that says which tiles are goals.
pub enum Goal<'py> {
    Marked(Vec<bool>),
    Function(Bound<'py, PyAny>),
}

impl<'py> Goal<'py> {
    pub fn read(map: &Bound<'py, TileMapBase>, goal: &Bound<'py, PyAny>) -> PyResult<Goal<'py>> {
        if goal.is_callable() {
            return Ok(Goal::Function(goal.clone()));
        }
        let squares = positions::squares(map, goal)?;
        let mut marked = vec![false; map.try_borrow()?.map.grid().squares()];
        squares.into_iter().for_each(|at| marked[at as usize] = true);
        Ok(Goal::Marked(marked))
    }

    pub fn accepts(&self, map: &Bound<'py, TileMapBase>, at: Square) -> PyResult<bool> {
        match self {
            Goal::Marked(marked) => Ok(marked[at as usize]),
            Goal::Function(function) => function.call1((tile(map, at)?,))?.is_truthy(),
        }
    }
}
