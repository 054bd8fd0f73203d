//! The Python packages that come with the program. Their modules are embedded, and a file of the same name takes
//! precedence over them.
//!
//! Their finder comes after all others. A module is compiled only when it is imported, so an AI that imports none loses
//! no time. The code that restores state after a turn treats these modules as libraries.

use crate::worker::modules::{compiling, own_library};
use crate::worker::toolkit;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyList, PyModule};
use std::ffi::CString;
use wag_core::game::PythonModule;

/// The name of the module that is written in Rust.
const NATIVE: &str = "_aitools";

/// The finder and loader of the embedded modules.
#[pyclass(frozen, immutable_type, module = "wag")]
struct Packages {
    spec_class: Py<PyAny>,
}

/// Installs the finder, so that the embedded modules can be imported.
pub fn install(py: Python<'_>) -> PyResult<()> {
    own_library::begin(py)?;
    let packages = Packages { spec_class: py.import("_frozen_importlib")?.getattr("ModuleSpec")?.unbind() };
    py.import("sys")?.getattr("meta_path")?.cast_into::<PyList>()?.append(Py::new(py, packages)?)
}

fn source(name: &str) -> Option<&'static PythonModule> {
    crate::packages().find(|source| source.name == name)
}

/// Returns the file name of a module in tracebacks. Code from `<frozen ...>` does not count as an AI's own.
fn file(name: &str) -> String {
    format!("<frozen {name}>")
}

#[pymethods]
impl Packages {
    #[pyo3(signature = (fullname, path=None, target=None))]
    fn find_spec<'py>(
        slf: &Bound<'py, Self>,
        fullname: &str,
        path: Option<&Bound<'py, PyAny>>,
        target: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let _ = target;
        let (py, found) = (slf.py(), source(fullname));
        if found.is_none() && fullname != NATIVE {
            return Ok(None);
        }
        // A package from elsewhere has a search path; an embedded one has an empty one.
        let is_own = match path {
            Some(path) => fullname.contains('.') && path.len()? == 0,
            None => !fullname.contains('.'),
        };
        if !is_own {
            return Ok(None);
        }
        let settings = PyDict::new(py);
        settings.set_item(pyo3::intern!(py, "origin"), file(fullname))?;
        settings.set_item(pyo3::intern!(py, "is_package"), found.is_some_and(|found| found.is_package))?;
        slf.get().spec_class.bind(py).call((fullname, slf), Some(&settings)).map(Some)
    }

    /// Returns `None`, so that Python creates an ordinary module.
    fn create_module(&self, spec: &Bound<'_, PyAny>) {
        let _ = spec;
    }

    fn exec_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        let name: String = module.getattr(pyo3::intern!(module.py(), "__name__"))?.extract()?;
        if name == NATIVE {
            return toolkit::fill(module);
        }
        let code = self.get_code(module.py(), &name)?;
        own_library::run(module.py(), || crate::worker::modules::folder::run(&code, &module.dict()))
    }

    /// Returns a module's code, for `python -m`.
    fn get_code<'py>(&self, py: Python<'py>, fullname: &str) -> PyResult<Bound<'py, PyCode>> {
        let Some(source) = source(fullname) else { return Err(unknown(fullname)) };
        compiling::compile(py, &CString::new(source.text)?, file(fullname).as_ref())
    }

    /// Returns a module's source text, for tools that show it.
    fn get_source(&self, fullname: &str) -> PyResult<&'static str> {
        source(fullname).map(|source| source.text).ok_or_else(|| unknown(fullname))
    }

    fn is_package(&self, fullname: &str) -> bool {
        source(fullname).is_some_and(|source| source.is_package)
    }
}

fn unknown(name: &str) -> PyErr {
    PyImportError::new_err(format!("no module in Python is called {name}"))
}
