//! A fast import of the modules in the AI's folder. It does the same as importlib, but without importlib's Python code,
//! which would take longer than the code of such a module itself.
//!
//! CPython calls importlib's `_find_and_load` for each module that is not loaded yet, and so does importlib itself. The
//! replacement in this module loads modules of the AI's folder, whose finder comes first, and leaves all others to the
//! original.

use crate::worker::modules::folder::{Folder, Source, empty_module};
use crate::worker::turn::seeding;
use pyo3::exceptions::{PyAttributeError, PyKeyError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyModule, PyString, PyType};

/// The replacement for importlib's `_find_and_load`.
#[pyclass(frozen, module = "wag")]
struct Importer {
    original: Py<PyAny>,
    folder: Py<Folder>,
    modules: Py<PyDict>,
    /// The namespace of `sys`.
    system: Py<PyDict>,
    spec_class: Py<PyType>,
    /// The attributes that every spec has, except the name.
    spec_items: Py<PyDict>,
}

/// Installs the fast import for the modules of this folder. The folder's finder must be the first one.
pub fn install(py: Python<'_>, folder: &Py<Folder>) -> PyResult<()> {
    let (sys, importlib) = (py.import("sys")?, py.import("_frozen_importlib")?);
    let name = pyo3::intern!(py, "_find_and_load");
    let spec_class = importlib.getattr("ModuleSpec")?.cast_into::<PyType>()?;
    let spec = spec_class.call1((py.None(), py.None()))?;
    spec.setattr("_initializing", true)?;
    spec.setattr("_set_fileattr", true)?;
    let importer = Importer {
        original: importlib.getattr(name)?.unbind(),
        folder: folder.clone_ref(py),
        modules: sys.getattr("modules")?.cast_into::<PyDict>()?.unbind(),
        system: sys.dict().unbind(),
        spec_class: spec_class.unbind(),
        spec_items: spec.getattr("__dict__")?.cast_into::<PyDict>()?.unbind(),
    };
    importlib.setattr(name, Py::new(py, importer)?)
}

#[pymethods]
impl Importer {
    fn __call__<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        import: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(full_name) = name.cast_exact::<PyString>()
            && let Some(loaded) = self.load(full_name, import)?
        {
            return Ok(loaded);
        }
        self.original.bind(name.py()).call1((name, import))
    }
}

impl Importer {
    /// Loads a module. Returns `None` if importlib must load it instead.
    fn load<'py>(
        &self,
        name: &Bound<'py, PyString>,
        import: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, modules) = (name.py(), self.modules.bind(name.py()));
        if modules.contains(name)? || !self.is_first_finder(py)? || has_threads() {
            return Ok(None);
        }
        let Ok(words) = name.to_str() else { return Ok(None) };
        let Some((package, child)) = words.rsplit_once('.') else {
            return match Folder::source(self.folder.bind(py), words)? {
                Some(source) => self.run(name, &source).map(Some),
                None if words == "random" => self.random(name),
                None => Ok(None),
            };
        };
        let Some(Package { source, module }) = self.package(py, package, import)? else { return Ok(None) };
        // The package's own code may have loaded the module.
        if let Some(loaded) = modules.get_item(name)? {
            return Ok(Some(loaded));
        }
        let path = module.getattr_opt(pyo3::intern!(py, "__path__"))?;
        if !path.is_some_and(|path| source.get().is_search_path(&path)) {
            return Ok(None);
        }
        let Some(source) = Folder::source(self.folder.bind(py), words)? else { return Ok(None) };
        self.run_within(package, &module, child, || self.run(name, &source)).map(Some)
    }

    /// Loads `random` if the engine has imported it for itself.
    fn random<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = name.py();
        let Some(module) = seeding::apart(py).map(|module| module.into_bound(py)) else { return Ok(None) };
        self.modules.bind(py).set_item(name, &module)?;
        seeding::imported("random", &module);
        Ok(Some(module))
    }

    /// Returns a package of the folder; loads the package first if necessary.
    fn package<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        import: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Package<'py>>> {
        let Some(source) =
            Folder::source(self.folder.bind(py), name)?.filter(|source| source.get().is_package())
        else {
            return Ok(None);
        };
        let modules = self.modules.bind(py);
        if !modules.contains(name)? {
            import.call1((name,))?;
        }
        let module = modules.get_item(name)?.and_then(|module| module.cast_into::<PyModule>().ok());
        Ok(module.map(|module| Package { source, module }))
    }

    /// Loads a module of a package, and sets it as an attribute of the package.
    fn run_within<'py>(
        &self,
        package: &str,
        parent: &Bound<'py, PyModule>,
        child: &str,
        run: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = parent.py();
        // Python 3.11 and later use this list for their message about circular imports within a package.
        let waiting = parent.getattr(pyo3::intern!(py, "__spec__"));
        let waiting = waiting.and_then(|spec| spec.getattr(pyo3::intern!(py, "_uninitialized_submodules")));
        let waiting = waiting.ok().and_then(|list| list.cast_into::<PyList>().ok());
        if let Some(waiting) = &waiting {
            waiting.append(child)?;
        }
        let loaded = run();
        if let Some(waiting) = waiting {
            waiting.call_method0("pop")?;
        }
        let loaded = loaded?;
        let Some(parent) = self.modules.bind(py).get_item(package)? else {
            return Err(PyKeyError::new_err(package.to_string()));
        };
        match parent.setattr(child, &loaded) {
            Err(err) if !err.is_instance_of::<PyAttributeError>(py) => Err(err),
            _ => Ok(loaded),
        }
    }

    /// Creates a module and runs its code. The module is in `sys.modules` from its creation on.
    fn run<'py>(&self, name: &Bound<'py, PyString>, source: &Py<Source>) -> PyResult<Bound<'py, PyAny>> {
        let (py, modules) = (name.py(), self.modules.bind(name.py()));
        let spec = self.spec(name, source)?;
        let module = empty_module(name)?;
        source.get().describe(name, &module, &spec, source)?;
        self.folder.get().note_loaded(name);
        modules.set_item(name, &module)?;
        let loaded = source.get().run(&module).and_then(|()| {
            // A module may put another one in its place. Like importlib, this moves the module to the end of
            // `sys.modules`.
            let found = modules.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))?;
            modules.del_item(name)?;
            modules.set_item(name, &found)?;
            Ok(found)
        });
        if loaded.is_err() && modules.contains(name)? {
            modules.del_item(name)?;
        }
        spec.setattr(pyo3::intern!(py, "_initializing"), false)?;
        loaded
    }

    /// Creates the spec that importlib would create for a module before it loads it.
    fn spec<'py>(&self, name: &Bound<'py, PyString>, source: &Py<Source>) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        let items = self.spec_items.bind(py).copy()?;
        items.set_item(pyo3::intern!(py, "name"), name)?;
        items.set_item(pyo3::intern!(py, "loader"), source)?;
        items.set_item(pyo3::intern!(py, "origin"), source.get().file())?;
        if let Some(search) = source.get().search() {
            items.set_item(pyo3::intern!(py, "submodule_search_locations"), [search])?;
        }
        let waiting = pyo3::intern!(py, "_uninitialized_submodules");
        if items.contains(waiting)? {
            items.set_item(waiting, PyList::empty(py))?;
        }
        // SAFETY: the GIL is held; the class is defined in Python.
        let spec = unsafe {
            let class = self.spec_class.bind(py).as_type_ptr();
            Bound::from_owned_ptr_or_err(py, ffi::PyType_GenericAlloc(class, 0))?
        };
        spec.setattr(pyo3::intern!(py, "__dict__"), items)?;
        Ok(spec)
    }

    /// Returns true if the folder is the first finder on `sys.meta_path`.
    fn is_first_finder(&self, py: Python<'_>) -> PyResult<bool> {
        let finders = self.system.bind(py).get_item(pyo3::intern!(py, "meta_path"))?;
        let finders = finders.and_then(|finders| finders.cast_into_exact::<PyList>().ok());
        Ok(finders.and_then(|finders| finders.get_item(0).ok()).is_some_and(|first| first.is(&self.folder)))
    }
}

/// A loaded package of the folder.
struct Package<'py> {
    source: Py<Source>,
    module: Bound<'py, PyModule>,
}

/// Returns true if there is more than one thread. Threads that load the same module have to wait for each other, which
/// only importlib handles.
fn has_threads() -> bool {
    // SAFETY: the GIL is held, so no thread begins or ends meanwhile.
    unsafe {
        let first = ffi::PyInterpreterState_ThreadHead(ffi::PyInterpreterState_Get());
        first.is_null() || !ffi::PyThreadState_Next(first).is_null()
    }
}
