//! The global `random` of an AI: the same dice in the same turn of the same match.
//!
//! Seeding costs microseconds, so it is only done once the AI has imported the module; the first time right after that.

use super::chance;
use super::gil::Gil;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The seed of the turn that is being played.
static SEED: Gil<u64> = Gil::new(0);

/// A library has been imported: `random` is seeded at once.
pub fn imported(name: &str, module: &Bound<'_, PyAny>) {
    if name == "random" {
        let _ = seed_module(module);
    }
}

/// Seeds `random` for the turn, if it has been imported.
pub fn seed(py: Python<'_>, modules: &Bound<'_, PyDict>, seed: u64) -> PyResult<()> {
    SEED.set(py, seed);
    chance::begin(py, seed);
    match modules.get_item(pyo3::intern!(py, "random"))? {
        Some(random) => seed_module(&random),
        None => Ok(()),
    }
}

/// An AI may have put anything there; what can't be seeded is its own affair.
fn seed_module(random: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = random.py();
    if let Ok(generator) = random.getattr(pyo3::intern!(py, "_inst")) {
        let _ = generator.call_method1(pyo3::intern!(py, "seed"), (SEED.get(py),));
    }
    Ok(())
}
