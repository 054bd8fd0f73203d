//! Seeds the generators of random numbers that stay in a process from turn to turn: that of `random`, numpy's global one,
//! and those that libraries have created while they were imported. So they give the same numbers in the same turn of the
//! same match, whatever earlier turns have drawn and whichever turn has imported the library.
//!
//! Seeding takes microseconds, so it only happens if the AI has imported the module. The first time is right after the
//! import.

use crate::worker::process::gil::Gil;
use crate::worker::turn::chance;
use crate::worker::turn::library_generators;
use pyo3::ffi;
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

/// Seeds the global generator of a library that has just been imported.
pub fn imported(name: &str, module: &Bound<'_, PyAny>) {
    let _ = match name {
        "random" => begin_module(module),
        NUMPY => library_generators::begin_numpy(module, SEED.get(module.py())),
        _ => Ok(()),
    };
}

fn begin_module(random: &Bound<'_, PyAny>) -> PyResult<()> {
    library_generators::forget(&random.getattr(pyo3::intern!(random.py(), "_inst"))?);
    seed_module(random)
}

/// Runs a closure that imports the library of this name. Its random numbers depend on the name only, and those of the
/// turn are the same as without the import.
pub fn import<T>(py: Python<'_>, name: &str, load: impl FnOnce() -> T) -> T {
    if chance::is_importing(py) {
        return chance::of_import(py, name, load);
    }
    let states = [RANDOM, NUMPY].map(|name| GlobalState::begin_import(py, name));
    let loaded = chance::of_import(py, name, load);
    library_generators::seed(py, SEED.get(py));
    for state in states {
        // The AI may have replaced a part of the module.
        let _ = state.end_import(py);
    }
    loaded
}

/// The state of a module's global generator before an import.
struct GlobalState {
    name: &'static str,
    /// The object whose state it is, and the state; `None` if the module has not been imported.
    state: Option<(Py<PyAny>, Py<PyAny>)>,
}

impl GlobalState {
    fn begin_import(py: Python<'_>, name: &'static str) -> GlobalState {
        GlobalState { name, state: GlobalState::of(py, name).ok().flatten() }
    }

    /// Takes the state of the generator and seeds it with a fixed number.
    fn of(py: Python<'_>, name: &'static str) -> PyResult<Option<(Py<PyAny>, Py<PyAny>)>> {
        let Some(module) = loaded(py, name) else { return Ok(None) };
        let (object, get) = match name {
            RANDOM => (module.getattr("_inst")?, "getstate"),
            _ => (module, "get_state"),
        };
        let state = object.call_method0(get)?;
        object.call_method1("seed", (0,))?;
        Ok(Some((object.unbind(), state.unbind())))
    }

    fn end_import(self, py: Python<'_>) -> PyResult<()> {
        match (self.state, loaded(py, self.name)) {
            (Some((object, state)), _) => {
                let set = if self.name == RANDOM { "setstate" } else { "set_state" };
                object.call_method1(py, set, (state,)).map(drop)
            }
            (None, Some(module)) if self.name == RANDOM => seed_module(&module),
            (None, Some(module)) => library_generators::seed_numpy(&module, SEED.get(py)),
            (None, None) => Ok(()),
        }
    }
}

/// Returns a module that has been imported.
fn loaded<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
    // SAFETY: the GIL is held; the returned reference is borrowed.
    let modules = unsafe { Bound::from_borrowed_ptr_or_opt(py, ffi::PyImport_GetModuleDict()) }?;
    modules.cast_into::<PyDict>().ok()?.get_item(name).ok().flatten()
}

const RANDOM: &str = "random";

/// The module of numpy's global generator.
const NUMPY: &str = "numpy.random";

/// Sets the turn's seed, and seeds the generators that have been imported.
pub fn seed(py: Python<'_>, modules: &Bound<'_, PyDict>, seed: u64) -> PyResult<()> {
    SEED.set(py, seed);
    chance::begin(py, seed);
    library_generators::seed(py, seed);
    if let Some(numpy) = modules.get_item(pyo3::intern!(py, NUMPY))? {
        let _ = library_generators::seed_numpy(&numpy, seed);
    }
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
