//! Seeds the global `random` of an AI, so that it gives the same numbers in the same turn of the same match.
//!
//! Seeding takes microseconds, so it only happens if the AI has imported the module. The first time is right after the
//! import.

use crate::worker::process::gil::Gil;
use crate::worker::turn::chance;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The seed of the current turn.
static SEED: Gil<u64> = Gil::new(0);

/// The module `random` that the engine has imported for itself. The player's first import of `random` loads it, and
/// only then is it seeded.
static APART: Gil<Option<Py<PyAny>>> = Gil::new(None);

/// Imports `random` for the engine only.
pub fn keep_apart(py: Python<'_>) -> PyResult<()> {
    let random = py.import("random")?;
    py.import("sys")?.getattr("modules")?.del_item("random")?;
    APART.replace(py, Some(random.into_any().unbind()));
    Ok(())
}

/// Returns the module that [`keep_apart`] has imported.
pub fn apart(py: Python<'_>) -> Option<Py<PyAny>> {
    APART.share(py)
}

/// Seeds `random` if it is the library module that has just been imported.
pub fn imported(name: &str, module: &Bound<'_, PyAny>) {
    if name == "random" {
        let _ = seed_module(module);
    }
}

/// Sets the turn's seed, and seeds `random` if it has been imported.
pub fn seed(py: Python<'_>, modules: &Bound<'_, PyDict>, seed: u64) -> PyResult<()> {
    SEED.set(py, seed);
    chance::begin(py, seed);
    match modules.get_item(pyo3::intern!(py, "random"))? {
        Some(random) => seed_module(&random),
        None => Ok(()),
    }
}

/// Seeds the module `random` as far as possible. An AI may have replaced the module or parts of it; what can't be
/// seeded is left alone.
fn seed_module(random: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = random.py();
    if let Ok(generator) = random.getattr(pyo3::intern!(py, "_inst")) {
        let _ = generator.call_method1(pyo3::intern!(py, "seed"), (SEED.get(py),));
    }
    Ok(())
}
