//! What a search looks for: any tile, some, or what a function of Python says.

use super::{Board, places, tile};
use pyo3::prelude::*;
use wag_toolkit::grid::Square;
use wag_toolkit::passability_map::PassabilityMap;

/// What is looked for.
pub enum Test<'py> {
    All,
    Some(Vec<bool>),
    Asked(Bound<'py, PyAny>),
}

impl<'py> Test<'py> {
    pub fn of(
        ground: &PassabilityMap,
        test: Option<&Bound<'py, PyAny>>,
        if_none: Test<'py>,
    ) -> PyResult<Test<'py>> {
        let Some(test) = test else { return Ok(if_none) };
        if test.is_callable() {
            return Ok(Test::Asked(test.clone()));
        }
        let mut some = vec![false; ground.grid().squares()];
        places::squares(ground, test)?.into_iter().for_each(|at| some[at as usize] = true);
        Ok(Test::Some(some))
    }

    pub fn passes(&self, board: &Bound<'py, Board>, at: Square) -> PyResult<bool> {
        match self {
            Test::All => Ok(true),
            Test::Some(some) => Ok(some[at as usize]),
            Test::Asked(asked) => asked.call1((tile(board, at)?,))?.is_truthy(),
        }
    }
}
