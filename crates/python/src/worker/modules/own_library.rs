//! Imports that find the modules of Python's own library, whatever files a player has.
//!
//! A file such as `random.py` next to an AI replaces the library's module for the AI, as in plain Python. But the
//! library itself and the modules that come with the program must not import such a file: they would fail, and so would
//! the AI. While they are being loaded, the player's folders are not on `sys.path`, the finder of the player's folder
//! hides modules with names of the library, and the player's loaded modules with these names are not in `sys.modules`.

use crate::worker::process::gil::Gil;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFrozenSet, PyList, PyModule, PyString};
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::path::{Path, PathBuf};

/// Facts about Python's library, stored when Python starts.
struct Library {
    /// `sys.path` without any folder of a player.
    path: Vec<PathBuf>,
    /// The value of `sys.stdlib_module_names`.
    names: Py<PyFrozenSet>,
    /// The library's modules that `sys.modules` does not contain because the player's modules of the same names are
    /// there instead.
    hidden: Py<PyDict>,
}

static LIBRARY: Gil<Option<Box<Library>>> = Gil::new(None);
/// The names of library modules that a player's files also have. Set while only the library is visible.
static HIDDEN_NAMES: Gil<Option<Box<HiddenNames>>> = Gil::new(None);

/// A set of module names.
#[derive(Default)]
struct HiddenNames(BTreeSet<String>);

/// Stores the facts about the library. Must be called before any folder of a player is on `sys.path`. Only the first
/// call has an effect.
pub fn begin(py: Python<'_>) -> PyResult<()> {
    if LIBRARY.lend(py, |_| ()).is_some() {
        return Ok(());
    }
    let sys = module(py, c"sys")?;
    let library = Library {
        path: paths(&sys.getattr("path")?)?,
        names: sys.getattr("stdlib_module_names")?.cast_into::<PyFrozenSet>()?.unbind(),
        hidden: PyDict::new(py).unbind(),
    };
    LIBRARY.replace(py, Some(Box::new(library)));
    Ok(())
}

/// Runs a closure so that its imports of library modules find the library's own modules, even if the player has files
/// of the same names. This takes the time of listing the player's folders, and little more if there are no such files.
pub fn run<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    if HIDDEN_NAMES.lend(py, |_| ()).is_some() {
        return work();
    }
    let player_imports = PlayerImports::put(py)?;
    let done = work();
    player_imports.put_back(py)?;
    done
}

/// Imports a module of Python's library.
pub fn import<'py>(py: Python<'py>, name: &CStr) -> PyResult<Bound<'py, PyModule>> {
    run(py, || module(py, name))
}

/// Imports a module, even if the running code has replaced its built-ins.
fn module<'py>(py: Python<'py>, name: &CStr) -> PyResult<Bound<'py, PyModule>> {
    let none = std::ptr::null_mut();
    // SAFETY: the GIL is held, the name ends with a NUL, and CPython allows nulls for the rest; the call returns a new
    // reference, or null with an exception set.
    let found = unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyImport_ImportModuleLevel(name.as_ptr(), none, none, none, 0))?
    };
    Ok(found.cast_into()?)
}

/// Returns true if the player's module of this name is hidden at the moment.
pub fn hides_player_module(py: Python<'_>, name: &str) -> bool {
    HIDDEN_NAMES.lend(py, |hidden_names| hidden_names.0.contains(top(name))).unwrap_or(false)
}

/// Returns true if a file of the player hides the library's module of this name.
pub fn hides(py: Python<'_>, name: &str) -> bool {
    let is_hidden = |library: &mut Library| library.hidden.bind(py).contains(name).unwrap_or(false);
    hides_player_module(py, name) || LIBRARY.lend(py, is_hidden).unwrap_or(false)
}

/// Returns true if Python's library has a module of this name.
pub fn has(py: Python<'_>, name: &str) -> bool {
    LIBRARY.lend(py, |library| library.names.bind(py).contains(name).unwrap_or(false)).unwrap_or(false)
}

/// Returns true if a module is part of the interpreter itself, so that Python finds it before it searches any folder.
pub fn is_part_of_python(py: Python<'_>, name: &str) -> bool {
    let answers_yes = |question: &str| {
        let imp = module(py, c"_imp").ok()?;
        imp.call_method1(question, (name,)).ok()?.is_truthy().ok()
    };
    !name.contains('.')
        && ["is_builtin", "is_frozen"].into_iter().any(|question| answers_yes(question) == Some(true))
}

fn top(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// Returns the folders of a search path. An empty entry stands for the current folder.
fn paths(path: &Bound<'_, PyAny>) -> PyResult<Vec<PathBuf>> {
    path.try_iter()?.map(|entry| Ok(entry?.extract().unwrap_or_default())).collect()
}

/// The player's import state, saved while only the library is visible.
#[derive(Default)]
struct PlayerImports {
    /// The player's `sys.path`; `None` if the player's files hide no module of the library.
    path: Option<Py<PyAny>>,
    /// The player's modules that were removed from `sys.modules`, with their names.
    modules: Vec<(Py<PyAny>, Py<PyAny>)>,
    /// The names of library modules that the player sees although it has files of these names, because the library
    /// modules were loaded before.
    seen: BTreeSet<String>,
}

impl PlayerImports {
    fn put(py: Python<'_>) -> PyResult<PlayerImports> {
        let sys = module(py, c"sys")?;
        let path = sys.getattr("path")?;
        let conflicts =
            LIBRARY.lend(py, |library| library.conflicting_names(py, &path)).transpose()?.unwrap_or_default();
        let player_imports = match conflicts.is_empty() {
            true => PlayerImports::default(),
            false => PlayerImports::of(&sys, path, &conflicts)?,
        };
        HIDDEN_NAMES.replace(py, Some(Box::new(HiddenNames(conflicts))));
        Ok(player_imports)
    }

    fn of(
        sys: &Bound<'_, PyModule>,
        path: Bound<'_, PyAny>,
        conflicts: &BTreeSet<String>,
    ) -> PyResult<PlayerImports> {
        let py = sys.py();
        let known = LIBRARY.lend(py, |library| (library.path.clone(), library.hidden.clone_ref(py)));
        let Some((library, hidden)) = known else { return Ok(PlayerImports::default()) };
        let modules = loaded(sys)?;
        let is_conflicting = |name: &str| conflicts.contains(top(name));
        let own = take(&modules, |name, module| is_conflicting(name) && !is_within(module, &library))?;
        let seen = modules.keys().iter().filter_map(|name| name.extract::<String>().ok());
        let seen = seen.filter(|name| is_conflicting(name)).collect();
        let library: Vec<_> = library.iter().map(|folder| folder.as_os_str()).collect();
        sys.setattr("path", PyList::new(py, library)?)?;
        modules.update(hidden.bind(py).as_mapping())?;
        Ok(PlayerImports { path: Some(path.unbind()), modules: own, seen })
    }

    fn put_back(self, py: Python<'_>) -> PyResult<()> {
        let conflicts = HIDDEN_NAMES.replace(py, None).unwrap_or_default().0;
        let Some(path) = self.path else {
            return Ok(());
        };
        let sys = module(py, c"sys")?;
        sys.setattr("path", path)?;
        let modules = loaded(&sys)?;
        let new = take(&modules, |name, _| conflicts.contains(top(name)) && !self.seen.contains(name))?;
        let hide = |library: &mut Library| {
            let hidden = library.hidden.bind(py);
            new.iter().try_for_each(|(name, module)| hidden.set_item(name, module))
        };
        LIBRARY.lend(py, hide).transpose()?;
        self.modules.iter().try_for_each(|(name, module)| modules.set_item(name, module))
    }
}

fn loaded<'py>(sys: &Bound<'py, PyModule>) -> PyResult<Bound<'py, PyDict>> {
    Ok(sys.getattr("modules")?.cast_into::<PyDict>()?)
}

impl Library {
    /// Returns the names of library modules that files and packages in the player's folders also have.
    fn conflicting_names(&self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<BTreeSet<String>> {
        let folders = paths(path)?;
        let own = folders.iter().filter(|folder| !self.path.contains(folder));
        let entries = own.filter_map(|folder| entries(folder)).flatten();
        let mut conflicts = BTreeSet::new();
        for name in entries.filter_map(|entry| module_name(&entry)) {
            if self.names.bind(py).contains(&name)? && !is_part_of_python(py, &name) {
                conflicts.insert(name);
            }
        }
        Ok(conflicts)
    }
}

fn entries(folder: &Path) -> Option<impl Iterator<Item = PathBuf>> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    Some(std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path())))
}

/// Returns the module name of a Python file or package folder; `None` for other entries.
fn module_name(entry: &Path) -> Option<String> {
    let is_module = match entry.extension() {
        Some(ending) => ending == "py",
        None => entry.join("__init__.py").is_file(),
    };
    entry.file_stem().filter(|_| is_module)?.to_str().map(str::to_string)
}

/// Removes from `sys.modules` all modules for which `is_meant` returns true, and returns them.
fn take(
    modules: &Bound<'_, PyDict>,
    is_meant: impl Fn(&str, &Bound<'_, PyAny>) -> bool,
) -> PyResult<Vec<(Py<PyAny>, Py<PyAny>)>> {
    let is_named = |name: &Bound<'_, PyAny>, module: &Bound<'_, PyAny>| {
        name.cast::<PyString>().is_ok_and(|name| name.to_str().is_ok_and(|name| is_meant(name, module)))
    };
    let conflicts: Vec<_> = modules.iter().filter(|(name, module)| is_named(name, module)).collect();
    for (name, _) in &conflicts {
        modules.del_item(name)?;
    }
    Ok(conflicts.into_iter().map(|(name, module)| (name.unbind(), module.unbind())).collect())
}

/// Returns true if a module is in one of these folders, or has no file, such as a built-in module.
fn is_within(module: &Bound<'_, PyAny>, folders: &[PathBuf]) -> bool {
    let Ok(module) = module.cast::<PyModule>() else { return false };
    let file = module.dict().get_item("__file__").ok().flatten();
    match file.and_then(|file| file.extract::<PathBuf>().ok()) {
        Some(file) => folders.iter().any(|folder| file.starts_with(folder)),
        None => true,
    }
}
