//! Watches imports: a library is recorded right after its code has run, before an AI can change it, and `random` gets
//! its seed.

use super::{begin_import, end_import};
use crate::restore::c_hooks;
use crate::worker::modules::folder::Folder;
use crate::worker::modules::own_library;
use crate::worker::turn::seeding;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// A finder that delegates to Python's own finders. Those stay on `sys.meta_path` after it, for code that looks for
/// them there.
#[pyclass(frozen, module = "wag")]
struct Finder {
    finders: Py<PyTuple>,
    folder: Py<Folder>,
}

/// A temporary loader of one module. The real loader takes its place as soon as the module exists.
#[pyclass(frozen, module = "wag")]
struct Loader {
    real: Py<PyAny>,
}

/// Installs the finder after that of the AI's folder, so that files such as `random.py` in that folder do not count as
/// libraries.
pub fn install(py: Python<'_>, folder: &Py<Folder>) -> PyResult<()> {
    let finders = py.import("sys")?.getattr("meta_path")?.cast_into::<PyList>()?;
    let known = PyTuple::new(py, finders.iter().skip(1))?.unbind();
    finders.insert(1, Py::new(py, Finder { finders: known, folder: folder.clone_ref(py) })?)
}

#[pymethods]
impl Finder {
    #[pyo3(signature = (fullname, path=None, target=None))]
    fn find_spec<'py>(
        &self,
        py: Python<'py>,
        fullname: &Bound<'py, PyString>,
        path: Option<&Bound<'py, PyAny>>,
        target: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        for finder in self.finders.bind(py).iter_borrowed() {
            let spec = finder.call_method1(pyo3::intern!(py, "find_spec"), (fullname, path, target))?;
            if !spec.is_none() {
                self.watch(&spec)?;
                return Ok(Some(spec));
            }
        }
        Ok(None)
    }
}

impl Finder {
    /// Replaces the loader in a spec, unless the module is in the AI's folder. Other finders may find such modules as
    /// well.
    fn watch(&self, spec: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = spec.py();
        let real = spec.getattr(pyo3::intern!(py, "loader"))?;
        let file = spec.getattr(pyo3::intern!(py, "origin")).and_then(|file| file.extract());
        let is_own = file.is_ok_and(|file: std::path::PathBuf| self.folder.get().owns(&file));
        if is_own || !real.hasattr(pyo3::intern!(py, "exec_module"))? {
            return Ok(());
        }
        spec.setattr(pyo3::intern!(py, "loader"), Py::new(py, Loader { real: real.unbind() })?)
    }
}

#[pymethods]
impl Loader {
    fn create_module<'py>(&self, spec: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = spec.py();
        let name = spec.getattr(pyo3::intern!(py, "name"))?;
        // The code of some compiled modules runs here.
        seeding::import(py, name.extract()?, || {
            self.real.bind(py).call_method1(pyo3::intern!(py, "create_module"), (spec,))
        })
    }

    fn exec_module(&self, module: &Bound<'_, PyAny>) -> PyResult<()> {
        let py = module.py();
        let real = self.real.bind(py);
        let spec = module.getattr(pyo3::intern!(py, "__spec__"))?;
        spec.setattr(pyo3::intern!(py, "loader"), real)?;
        module.setattr(pyo3::intern!(py, "__loader__"), real)?;
        let before = begin_import(py);
        let load = || real.call_method1(pyo3::intern!(py, "exec_module"), (module,));
        let library = spec.getattr(pyo3::intern!(py, "name"))?;
        let loaded = seeding::import(py, library.extract()?, || own_library::run(py, load));
        // Otherwise the module would count as incomplete, and later imports would wait for it in every turn.
        spec.setattr(pyo3::intern!(py, "_initializing"), false)?;
        let found = loaded.and_then(|_| named(&spec, module));
        let loaded_module = found.as_ref().ok().map(|(name, module)| (name, module.clone()));
        end_import(py, &before, loaded_module)?;
        let (name, module) = found?;
        c_hooks::imported(name.to_str()?, &module);
        seeding::imported(name.to_str()?, &module);
        Ok(())
    }

    /// Passes on attributes that are requested before the module exists.
    fn __getattr__<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
        self.real.bind(name.py()).getattr(name)
    }
}

/// Returns the name of the loaded module and the module itself. A module may have put another one in its place.
fn named<'py>(
    spec: &Bound<'py, PyAny>,
    module: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyString>, Bound<'py, PyAny>)> {
    let py = spec.py();
    let name = spec.getattr(pyo3::intern!(py, "name"))?.cast_into::<PyString>()?;
    let modules = py.import(pyo3::intern!(py, "sys"))?.getattr(pyo3::intern!(py, "modules"))?;
    let module = modules.cast::<PyDict>()?.get_item(&name)?.unwrap_or_else(|| module.clone());
    Ok((name, module))
}
