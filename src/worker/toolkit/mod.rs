//! The tools of [`crate::toolkit`] for Python: `_aitools`, on which the package's modules in Python build.
//!
//! Nothing here is kept but in objects that whoever made them holds, and classes can't be changed: an AI that is run
//! afresh each turn leaves nothing behind.

mod board;
mod clusters;
mod influence;
mod places;

use pyo3::prelude::*;
use pyo3::types::PyModule;

/// Puts everything into the module.
pub fn fill(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<board::Board>()?;
    module.add_class::<clusters::Clusters>()?;
    module.add_class::<influence::Influence>()
}
