//! The AI's folder. Its modules are run from the beginning in each turn, from code that is compiled once per match.
//!
//! A finder at the head of `sys.meta_path` serves the Python files in the folder and in its packages. After a turn,
//! every module that came from the folder is removed from `sys.modules`. Other modules and compiled extensions stay.
//! The engine puts the game's module, such as `classes`, into `sys.modules`, so no finder looks for it.

use crate::worker::modules::compiling;
use crate::worker::modules::own_library;
use crate::worker::process::gil::Gil;
use pyo3::exceptions::{PyOSError, PySyntaxError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCode, PyDict, PyList, PyModule, PyString};
use std::collections::HashMap;
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// A compiled Python file.
pub struct Compiled {
    pub code: Py<PyCode>,
    pub file: PathBuf,
    pub is_package: bool,
}

/// The finder of the modules in an AI's folder.
#[pyclass(frozen, module = "wag")]
pub struct Folder {
    path: PathBuf,
    /// The files of a built-in AI, which has no folder: their texts, by path.
    texts: HashMap<PathBuf, String>,
    /// The folders of libraries inside the AI's folder. Modules in them are not the AI's own.
    libraries: Vec<PathBuf>,
    modules: Gil<Option<Box<Modules>>>,
    /// The names of the modules loaded in this turn.
    loaded: Gil<Vec<Py<PyString>>>,
    spec_class: Py<PyAny>,
}

/// The files of modules, by full module name. `None` stands for a module that is not in the folder.
type Modules = HashMap<String, Option<Py<Source>>>;

fn clone(py: Python<'_>, source: &Option<Py<Source>>) -> Option<Py<Source>> {
    source.as_ref().map(|source| source.clone_ref(py))
}

/// A file in the folder, which is also the loader of its module.
#[pyclass(frozen, module = "wag")]
pub struct Source {
    compiled: Compiled,
    file: Py<PyString>,
    /// The folder in which a package's modules are found; `None` if the module is not a package.
    search: Option<Py<PyString>>,
    folder: Py<Folder>,
}

impl Folder {
    /// Puts the folder first on `sys.path` and its finder first on `sys.meta_path`.
    pub fn install(
        py: Python<'_>,
        path: &Path,
        libraries: &[String],
        texts: &[(String, String)],
    ) -> PyResult<Py<Folder>> {
        let spec_class = py.import("_frozen_importlib")?.getattr("ModuleSpec")?.unbind();
        let folder = Py::new(
            py,
            Folder {
                path: path.to_path_buf(),
                texts: texts.iter().map(|(name, text)| (path.join(name), text.clone())).collect(),
                libraries: libraries
                    .iter()
                    .map(PathBuf::from)
                    .filter(|library| library != path && library.starts_with(path))
                    .collect(),
                modules: Gil::new(Some(Box::default())),
                loaded: Gil::new(Vec::new()),
                spec_class,
            },
        )?;
        let sys = py.import("sys")?;
        sys.getattr("path")?.cast_into::<PyList>()?.insert(0, path.as_os_str())?;
        sys.getattr("meta_path")?.cast_into::<PyList>()?.insert(0, &folder)?;
        Ok(folder)
    }

    /// Returns the compiled file of a module in this folder; `None` if there is no such file.
    pub fn source(slf: &Bound<'_, Self>, name: &str) -> PyResult<Option<Py<Source>>> {
        let (py, this) = (slf.py(), slf.get());
        if own_library::hides_player_module(py, name) {
            return Ok(None);
        }
        let known = |modules: &mut Modules| modules.get(name).map(|source| clone(py, source));
        if let Some(known) = this.modules.lend(py, known).flatten() {
            return Ok(known);
        }
        let found = match this.find_file(name) {
            // Modules that are part of Python come first, as in plain Python.
            Some(_) if own_library::is_part_of_python(py, name) => None,
            Some((file, is_package)) => Some(Source::new(slf, file, is_package)?),
            None => None,
        };
        this.modules.lend(py, |modules| modules.insert(name.to_string(), clone(py, &found)));
        Ok(found)
    }

    /// Returns true if the folder has a file for this module, even one that can't be compiled.
    pub fn has(&self, name: &str) -> bool {
        self.find_file(name).is_some()
    }

    /// Returns the path of the module's file, relative to the folder.
    pub fn file_of(&self, name: &str) -> Option<PathBuf> {
        let (file, _) = self.find_file(name)?;
        file.strip_prefix(&self.path).ok().map(Path::to_path_buf)
    }

    /// Returns the names of all files that were compiled or looked up as modules, relative to the folder.
    pub fn files(&self, py: Python<'_>) -> Vec<String> {
        let name = |source: &Py<Source>| {
            let below = source.get().compiled.file.strip_prefix(&self.path).ok()?;
            Some(below.to_string_lossy().into_owned())
        };
        let listed = |modules: &mut Modules| modules.values().flatten().filter_map(name).collect();
        let mut files: Vec<String> = self.modules.lend(py, listed).unwrap_or_default();
        files.sort();
        files
    }

    /// Returns the file of a module, and true if the module is a package. The file of `a.b` is `a/b.py` or
    /// `a/b/__init__.py`.
    fn find_file(&self, name: &str) -> Option<(PathBuf, bool)> {
        if name.split('.').any(str::is_empty) || name.contains(['/', '\\', '\0']) {
            return None;
        }
        let stem = name.split('.').fold(self.path.clone(), |path, part| path.join(part));
        let package = stem.join("__init__.py");
        if self.has_file(&package) {
            return Some((package, true));
        }
        let file = stem.with_file_name(format!("{}.py", stem.file_name()?.to_str()?));
        self.has_file(&file).then_some((file, false))
    }

    fn has_file(&self, file: &Path) -> bool {
        self.texts.contains_key(file) || file.is_file()
    }

    fn read(&self, file: &Path) -> PyResult<Vec<u8>> {
        match self.texts.get(file) {
            Some(text) => Ok(text.clone().into_bytes()),
            None => read(file),
        }
    }

    /// Notes that a module was loaded from this folder in this turn.
    pub fn note_loaded(&self, name: &Bound<'_, PyString>) {
        self.loaded.push(name.py(), name.clone().unbind());
    }

    /// Removes from `sys.modules` the modules loaded in this turn, and empties them, so that their objects do not have
    /// to wait for the garbage collector.
    pub fn forget(&self, modules: &Bound<'_, PyDict>) -> PyResult<()> {
        for name in self.loaded.take(modules.py()) {
            if let Some(module) = modules.get_item(&name)? {
                modules.del_item(&name)?;
                empty(&module);
            }
        }
        Ok(())
    }

    /// Returns true if a module is the AI's own, no matter how it was found, for example in a subfolder on `sys.path`.
    pub fn owns_module(&self, module: &Bound<'_, PyModule>) -> bool {
        let namespace = module.dict();
        let text = |name: &str| namespace.get_item(name).ok().flatten();
        match text("__file__").and_then(|file| file.extract::<PathBuf>().ok()) {
            Some(file) => self.owns(&file),
            // A namespace package has no file of its own.
            None => text("__path__").is_some_and(|path| self.begins(&path)),
        }
    }

    /// Returns true if a file is the AI's own: a Python file below its folder that is not part of an installed package.
    pub fn owns(&self, file: &Path) -> bool {
        file.strip_prefix(&self.path).is_ok_and(|inside| {
            let installed = inside.components().any(|part| {
                let part = part.as_os_str();
                part == "site-packages" || part == "dist-packages"
            });
            let is_python = file.extension().is_some_and(|extension| extension == "py" || extension == "pyc");
            is_python && !installed && !self.libraries.iter().any(|library| file.starts_with(library))
        })
    }
}

/// Creates an empty module with this name.
pub fn empty_module<'py>(name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyModule>> {
    // SAFETY: the GIL is held; the call returns a new module, or null with an exception set.
    let module = unsafe { Bound::from_owned_ptr_or_err(name.py(), ffi::PyModule_NewObject(name.as_ptr()))? };
    Ok(module.cast_into()?)
}

/// Clears a module's namespace, which breaks the reference cycles between the module and its functions.
pub fn empty(module: &Bound<'_, PyAny>) {
    if let Ok(module) = module.cast::<PyModule>() {
        module.dict().clear();
    }
}

#[pymethods]
impl Folder {
    #[pyo3(signature = (fullname, path=None, target=None))]
    fn find_spec<'py>(
        slf: &Bound<'py, Self>,
        fullname: &str,
        path: Option<&Bound<'py, PyAny>>,
        target: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let _ = target;
        if path.is_some_and(|path| !slf.get().has_package_at(fullname, path)) {
            return Ok(None);
        }
        let Some(source) = Folder::source(slf, fullname)? else { return Ok(None) };
        let (name, class) = (PyString::new(slf.py(), fullname), slf.get().spec_class.bind(slf.py()));
        source.get().spec(&name, &source, class).map(Some)
    }
}

impl Folder {
    /// Returns true if `path`, the search path of the package that contains a module, begins with this folder's copy of
    /// the package.
    fn has_package_at(&self, module: &str, path: &Bound<'_, PyAny>) -> bool {
        let Some((package, _)) = module.rsplit_once('.') else { return false };
        let expected = package.split('.').fold(self.path.clone(), |path, part| path.join(part));
        first_of(path).is_some_and(|first| first == expected)
    }

    /// Returns true if the first entry of a search path is in this folder, but not in a library inside it.
    fn begins(&self, path: &Bound<'_, PyAny>) -> bool {
        first_of(path).is_some_and(|first| self.owns(&first.join("any.py")))
    }
}

/// Returns the first folder of a search path.
fn first_of(path: &Bound<'_, PyAny>) -> Option<PathBuf> {
    path.try_iter().ok()?.next()?.ok()?.extract().ok()
}

impl Source {
    fn new(folder: &Bound<'_, Folder>, file: PathBuf, is_package: bool) -> PyResult<Py<Source>> {
        let bytes = folder.get().read(&file)?;
        Source::of_bytes(folder, file, &bytes, is_package)
    }

    fn of_bytes(
        folder: &Bound<'_, Folder>,
        file: PathBuf,
        bytes: &[u8],
        is_package: bool,
    ) -> PyResult<Py<Source>> {
        let py = folder.py();
        let compiled = compile(py, file, bytes, is_package)?;
        let file = compiled.file.as_os_str().into_pyobject(py)?.unbind();
        let search = compiled.file.parent().filter(|_| is_package);
        let search =
            search.map(|folder| folder.as_os_str().into_pyobject(py)).transpose()?.map(Bound::unbind);
        let folder = folder.clone().unbind();
        Py::new(py, Source { compiled, file, search, folder })
    }

    /// Compiles a file that is not found by importing it.
    pub fn of_file(folder: &Bound<'_, Folder>, file: PathBuf) -> PyResult<Py<Source>> {
        Source::new(folder, file, false)
    }

    /// Compiles a text that is not in a file. `file` is its name in tracebacks.
    pub fn of_text(folder: &Bound<'_, Folder>, file: PathBuf, text: &str) -> PyResult<Py<Source>> {
        Source::of_bytes(folder, file, text.as_bytes(), false)
    }

    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    pub fn is_package(&self) -> bool {
        self.compiled.is_package
    }

    /// Returns true if `path` begins with the search path that this loader gave to the package.
    pub fn is_search_path(&self, path: &Bound<'_, PyAny>) -> bool {
        let first = path.cast_exact::<PyList>().ok().and_then(|path| path.get_item(0).ok());
        self.search.as_ref().zip(first).is_some_and(|(own, first)| first.is(own))
    }

    /// Creates the same spec for the module as importlib would.
    fn spec<'py>(
        &self,
        name: &Bound<'py, PyString>,
        source: &Py<Source>,
        class: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = name.py();
        let spec = class.call1((name, source))?;
        spec.setattr(pyo3::intern!(py, "origin"), self.file())?;
        spec.setattr(pyo3::intern!(py, "_set_fileattr"), true)?;
        if let Some(search) = &self.search {
            spec.setattr(pyo3::intern!(py, "submodule_search_locations"), [search])?;
        }
        Ok(spec)
    }

    /// Returns the path of the file, which is the module's `__file__`.
    pub fn file(&self) -> &Py<PyString> {
        &self.file
    }

    /// Returns the folder in which a package's modules are found; `None` if the module is not a package.
    pub fn search(&self) -> Option<&Py<PyString>> {
        self.search.as_ref()
    }

    /// Sets the attributes that describe a module's origin, such as `__file__` and `__spec__`.
    pub fn describe(
        &self,
        name: &Bound<'_, PyString>,
        module: &Bound<'_, PyModule>,
        spec: &Bound<'_, PyAny>,
        source: &Py<Source>,
    ) -> PyResult<()> {
        let (py, names) = (module.py(), module.dict());
        names.set_item(pyo3::intern!(py, "__file__"), &self.file)?;
        names.set_item(pyo3::intern!(py, "__loader__"), source)?;
        names.set_item(pyo3::intern!(py, "__package__"), self.package(name)?)?;
        names.set_item(pyo3::intern!(py, "__spec__"), spec)?;
        if self.is_package() {
            let search = spec.getattr(pyo3::intern!(py, "submodule_search_locations"))?;
            names.set_item(pyo3::intern!(py, "__path__"), search)?;
        }
        Ok(())
    }

    /// Returns the module's `__package__`: its own name if it is a package, otherwise the name of the package that
    /// contains it.
    fn package<'py>(&self, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
        match name.to_str()?.rsplit_once('.') {
            _ if self.is_package() => Ok(name.clone()),
            Some((package, _)) => Ok(PyString::new(name.py(), package)),
            None => Ok(pyo3::intern!(name.py(), "").clone()),
        }
    }

    pub fn run(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        run(self.compiled.code.bind(module.py()), &module.dict())
    }
}

#[pymethods]
impl Source {
    /// Creates a new module and sets its `__file__`.
    fn create_module<'py>(
        &self,
        py: Python<'py>,
        spec: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyModule>> {
        let name = spec.getattr(pyo3::intern!(py, "name"))?.cast_into::<PyString>()?;
        let module = empty_module(&name)?;
        module.dict().set_item(pyo3::intern!(py, "__file__"), &self.file)?;
        self.folder.get().note_loaded(&name);
        Ok(module)
    }

    fn exec_module(&self, module: &Bound<'_, PyModule>) -> PyResult<()> {
        self.run(module)
    }

    /// Reads a file that is next to the module's file.
    fn get_data<'py>(&self, py: Python<'py>, path: PathBuf) -> PyResult<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.folder.get().read(&path)?))
    }

    /// Returns the source text, for tools that show it.
    pub fn get_source(&self, py: Python<'_>, fullname: &str) -> PyResult<Py<PyAny>> {
        let _ = fullname;
        let bytes = self.folder.get().read(&self.compiled.file)?;
        let decode =
            || py.import("importlib.util")?.call_method1("decode_source", (PyBytes::new(py, &bytes),));
        Ok(own_library::run(py, decode)?.unbind())
    }
}

/// Runs code in the given namespace, as `exec` does.
pub fn run(code: &Bound<'_, PyCode>, names: &Bound<'_, PyDict>) -> PyResult<()> {
    let py = code.py();
    // SAFETY: the GIL is held; the returned reference is borrowed.
    let builtins = unsafe { Bound::from_borrowed_ptr(py, ffi::PyEval_GetBuiltins()) };
    names.set_default(pyo3::intern!(py, "__builtins__"), builtins)?;
    // SAFETY: the GIL is held, and all arguments have the types that CPython expects; the call returns a new reference,
    // or null with an exception set.
    let answer = unsafe { ffi::PyEval_EvalCode(code.as_ptr(), names.as_ptr(), names.as_ptr()) };
    // SAFETY: as above.
    unsafe { Bound::from_owned_ptr_or_err(py, answer) }.map(|_| ())
}

fn read(file: &Path) -> PyResult<Vec<u8>> {
    std::fs::read(file).map_err(|fault| PyOSError::new_err(format!("can't read {}: {fault}", file.display())))
}

/// Compiles a file as Python would, taking its encoding line into account.
fn compile(py: Python<'_>, file: PathBuf, text: &[u8], is_package: bool) -> PyResult<Compiled> {
    let whole = CString::new(text).map_err(|fault| {
        // Python's own message has no line number, and differs between versions.
        let line = 1 + text[..fault.nul_position()].iter().filter(|byte| **byte == b'\n').count();
        let place = (file.as_os_str().to_os_string(), line, py.None(), py.None());
        PySyntaxError::new_err(("source code cannot contain null bytes", place))
    })?;
    let code = compiling::compile(py, &whole, file.as_os_str()).map_err(|fault| {
        // Python gives no place for some errors, such as too deep nesting or text that can't be decoded.
        if fault.value(py).getattr("filename").is_ok_and(|file| !file.is_none()) {
            return fault;
        }
        let place = (file.to_string_lossy().into_owned(), 1, 0, py.None());
        PySyntaxError::new_err((format!("the file can't be compiled ({fault})"), place))
    })?;
    Ok(Compiled { code: code.unbind(), file, is_package })
}
