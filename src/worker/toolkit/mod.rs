//! The tools of [`crate::toolkit`] for Python: `_aitools`, on which the package's modules in Python build.
//!
//! Nothing here is kept but in objects that whoever made them holds, and classes can't be changed: an AI that is run
//! afresh each turn leaves nothing behind.

mod board;
mod clusters;
mod influence;
mod places;

use crate::toolkit::ground::Ground;
use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Puts everything into the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<clusters::Clusters>()?;
    module.add_class::<influence::Influence>()
}

/// A copy of a map's ground; `None` of what is no map of the package.
pub fn ground(map: &Bound<'_, PyAny>) -> PyResult<Option<Ground>> {
    match map.cast::<board::Board>() {
        Ok(board) => Ok(Some(board.try_borrow()?.ground.clone())),
        Err(_) => Ok(None),
    }
}
