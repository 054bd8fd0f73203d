//! The global `random` of an AI: the same dice in the same turn of the same match.
//!
//! Seeding costs microseconds, so it is only done once the AI has imported the module; the first time right after that.

use super::gil::Gil;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The seed of the turn that is being played.
static SEED: Gil<u64> = Gil::new(0);

/// Watches for the import of `random`.
pub fn install(py: Python<'_>) -> PyResult<()> {
    let finders = py.import("sys")?.getattr("meta_path")?.cast_into::<PyList>()?;
    let watch = Py::new(py, Watch { inner: Gil::new(None), asking: Gil::new(false) })?;
    // Behind the AI's folder, where a file `random.py` would be the AI's own affair.
    finders.insert(1, watch)
}

/// Seeds `random` for the turn, if it has been imported.
pub fn seed(py: Python<'_>, modules: &Bound<'_, PyDict>, seed: u64) -> PyResult<()> {
    SEED.set(py, seed);
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

/// A finder that serves `random` alone: the standard one, seeded as soon as it is loaded.
#[pyclass(frozen, module = "wag")]
struct Watch {
    /// The real loader.
    inner: Gil<Option<Py<PyAny>>>,
    asking: Gil<bool>,
}

#[pymethods]
impl Watch {
    #[pyo3(signature = (fullname, path=None, target=None))]
    fn find_spec<'py>(
        slf: &Bound<'py, Self>,
        fullname: &str,
        path: Option<&Bound<'py, PyAny>>,
        target: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, this) = (slf.py(), slf.get());
        let _ = target;
        if fullname != "random" || path.is_some() || this.asking.get(py) {
            return Ok(None);
        }
        this.asking.set(py, true);
        let spec = py.import("_frozen_importlib")?.call_method1("_find_spec", (fullname, py.None()));
        this.asking.set(py, false);
        let spec = spec?;
        if spec.is_none() {
            return Ok(None);
        }
        this.inner.replace(py, Some(spec.getattr("loader")?.unbind()));
        spec.setattr("loader", slf)?;
        Ok(Some(spec))
    }

    fn create_module<'py>(&self, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.loader(spec.py())?.call_method1("create_module", (spec,))
    }

    fn exec_module(&self, module: &Bound<'_, PyAny>) -> PyResult<()> {
        self.loader(module.py())?.call_method1("exec_module", (module,))?;
        seed_module(module)
    }
}

impl Watch {
    fn loader<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let loader = self.inner.share(py);
        loader
            .map(|loader| loader.into_bound(py))
            .ok_or_else(|| pyo3::exceptions::PyImportError::new_err("random"))
    }
}
