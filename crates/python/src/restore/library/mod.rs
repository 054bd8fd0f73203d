//! The libraries of an AI whose file is run from the beginning in each turn: the AI's changes to libraries are undone
//! at the end of the turn.
//!
//! A library is recorded right after its import. The record contains its names and everything reachable from them that
//! Python code can change, such as classes, lists, dictionaries, sets, and objects with attributes. After each turn,
//! changes are undone, and modules that were not imported as libraries are removed from `sys.modules`. In an ordinary
//! turn this costs one check per container: for a dictionary at most a comparison of two numbers
//! ([`dict_watch`](super::dict_watch)), for a list a comparison of its pointers.
//!
//! State in C code, such as settings of the interpreter, is handled by [`super::settings`].

mod containers;
mod finder;
mod functions;
mod walk;

use super::dict_snapshot::DictSnapshot;
use super::dict_watch::Watch;
use crate::worker::modules::folder::{Folder, empty};
use crate::worker::modules::own_library;
use crate::worker::process::gil::Gil;
use containers::{Changed, Containers};
use functions::Touched;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString};
use std::collections::HashMap;

pub use finder::install as install_finder;

/// The record of the modules that the fork server has imported. It is not needed for a persistent file.
static PREPARED: Gil<Option<Box<Library>>> = Gil::new(None);

/// The record that is in use now. It is taken out of this variable while it is used, so changes that an AI's
/// destructors make in the meantime are not recorded and get undone.
static LIBRARY: Gil<Option<Box<Library>>> = Gil::new(None);

/// The maximum number of attempts to restore the state. More than one is needed if a destructor changes the state
/// again.
const TRIES: u32 = 3;

/// All recorded libraries.
pub struct Library {
    /// The dictionary `sys.modules`.
    modules: Py<PyDict>,
    /// The AI's folder; `None` before a session begins.
    folder: Option<Py<Folder>>,
    /// A watch that detects writes to `sys.modules`.
    watch: Watch,
    /// The expected entries of `sys.modules`, in their order.
    known: Vec<(Py<PyAny>, Py<PyAny>)>,
    /// The index of each module's namespace in `containers`, by full name; `None` if it has no namespace.
    namespaces: HashMap<String, Option<usize>>,
    containers: Containers,
    touched: Touched,
    /// True if libraries were added since the last call of `has_grown`.
    has_grown: bool,
    /// The library import in progress, including the imports that it has started in turn.
    import: Option<Import>,
}

/// An import in progress, from the AI's statement until everything that it needs is loaded. Libraries are incomplete
/// until then.
struct Import {
    /// The current depth of nested imports.
    depth: u32,
    /// The containers that the AI had already changed before the import.
    changed_before: Changed,
    touched_before: usize,
    done: Vec<(Py<PyString>, Py<PyAny>)>,
}

/// Records all modules imported so far, to be used by [`begin`]. Processes that are forked later share the record.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    PREPARED.replace(py, Some(Box::new(Library::now(py)?)));
    Ok(())
}

/// Begins to record and restore libraries for an AI.
pub fn begin(py: Python<'_>, folder: &Py<Folder>) -> PyResult<()> {
    let mut library = match PREPARED.replace(py, None) {
        Some(prepared) if prepared.is_prefix_of_modules(py) => prepared,
        _ => Box::new(Library::now(py)?),
    };
    library.folder = Some(folder.clone_ref(py));
    library.containers.accept(py, &Changed::default());
    library.record_all(py)?;
    functions::watch();
    LIBRARY.replace(py, Some(library));
    Ok(())
}

/// Undoes the turn's changes. Returns an error if the AI's objects prevent it.
pub fn restore(py: Python<'_>) -> PyResult<()> {
    with(py, |library| library.restore(py, true)).unwrap_or(Ok(()))
}

/// Undoes the turn's changes like [`restore`], but leaves `sys.modules` alone, for the engine's work with the AI's
/// modules.
pub fn restore_contents(py: Python<'_>) -> PyResult<()> {
    with(py, |library| library.restore(py, false)).unwrap_or(Ok(()))
}

/// Empties the caches of library functions, which keep objects of earlier turns.
pub fn clear_caches(py: Python<'_>) {
    let caches =
        with(py, |library| library.containers.caches.iter().map(|cache| cache.clone_ref(py)).collect());
    for cache in caches.unwrap_or_else(Vec::new) {
        let _ = cache.call_method0(py, pyo3::intern!(py, "cache_clear"));
    }
}

/// Runs a closure that changes `sys.modules` on behalf of the engine, without marking `sys.modules` as changed.
pub fn work_on_modules<T>(modules: &Bound<'_, PyDict>, work: impl FnOnce() -> T) -> T {
    let py = modules.py();
    let was_untouched = with(py, |library| library.watch.suspects(py).is_empty()).unwrap_or(false);
    let done = work();
    if was_untouched {
        with(py, |library| library.watch.seen(py, 0));
    }
    done
}

/// Notes that the code of a library is about to run. Returns the names in `sys.modules` that are not recorded yet.
fn begin_import(py: Python<'_>) -> Vec<Py<PyAny>> {
    with(py, |library| {
        match &mut library.import {
            Some(import) => import.depth += 1,
            None => {
                let changed_before = library.containers.changed(py);
                let touched_before = library.touched.len();
                library.import = Some(Import { depth: 1, changed_before, touched_before, done: Vec::new() });
            }
        }
        library.unrecorded_names(py)
    })
    .unwrap_or_default()
}

/// Notes that the code of a library has run, and records `module` if it was loaded. Modules that the code itself has
/// put into `sys.modules` count as part of the library.
fn end_import(
    py: Python<'_>,
    before: &[Py<PyAny>],
    module: Option<(&Bound<'_, PyString>, Bound<'_, PyAny>)>,
) -> PyResult<()> {
    with(py, |library| library.end_import(py, before, module)).unwrap_or(Ok(()))
}

/// Returns true if libraries were added since the last call.
pub fn has_grown(py: Python<'_>) -> bool {
    with(py, |library| std::mem::take(&mut library.has_grown)).unwrap_or(false)
}

/// Returns true if the code of a library is running because it is being imported.
pub fn is_importing(py: Python<'_>) -> bool {
    with(py, |library| library.import.is_some()).unwrap_or(true)
}

/// Records a function that is about to be changed, or whose mutable parts are about to be accessed.
fn touch(function: &Bound<'_, PyAny>) {
    let _ = with(function.py(), |library| {
        if library.containers.has_namespace(functions::globals_of(function)) {
            library.touched.keep(function);
        }
    });
}

fn with<T>(py: Python<'_>, used: impl FnOnce(&mut Library) -> T) -> Option<T> {
    LIBRARY.lend(py, used)
}

impl Library {
    fn now(py: Python<'_>) -> PyResult<Library> {
        let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?;
        let mut library = Library {
            containers: Containers::without(&[modules.as_any(), py.import("builtins")?.dict().as_any()]),
            modules: modules.clone().unbind(),
            folder: None,
            watch: Watch::default(),
            known: Vec::new(),
            namespaces: HashMap::new(),
            touched: Touched::default(),
            has_grown: false,
            import: None,
        };
        library.watch.add(&modules, false);
        library.record_all(py)?;
        Ok(library)
    }

    fn record_all(&mut self, py: Python<'_>) -> PyResult<()> {
        let modules = self.modules.bind(py).clone();
        modules.iter().try_for_each(|(name, module)| self.record(&name, &module))
    }

    /// Returns true if the only change to `sys.modules` since it was recorded is that modules were added.
    fn is_prefix_of_modules(&self, py: Python<'_>) -> bool {
        let mut now = self.modules.bind(py).iter();
        self.known.iter().all(|(name, module)| {
            now.next().is_some_and(|(its_name, its_module)| its_name.is(name) && its_module.is(module))
        })
    }

    /// Records a module in its current state.
    fn record(&mut self, name: &Bound<'_, PyAny>, module: &Bound<'_, PyAny>) -> PyResult<()> {
        let Ok(full_name) = name.extract::<String>() else { return Ok(()) };
        if self.namespaces.contains_key(&full_name) || self.is_own(module) {
            return Ok(());
        }
        self.has_grown = true;
        if own_library::hides(name.py(), &full_name) {
            self.containers.add_module(module);
            return Ok(());
        }
        self.known.push((name.clone().unbind(), module.clone().unbind()));
        let place = self.containers.add_module(module);
        // The import system sets a module as an attribute of its package only after the import, which is still in
        // progress.
        if let Some((package, child)) = full_name.rsplit_once('.')
            && let Some(Some(package)) = self.namespaces.get(package)
        {
            self.containers.expect(*package, PyString::intern(name.py(), child).as_any(), module);
        }
        self.namespaces.insert(full_name, place);
        Ok(())
    }

    fn end_import(
        &mut self,
        py: Python<'_>,
        before: &[Py<PyAny>],
        module: Option<(&Bound<'_, PyString>, Bound<'_, PyAny>)>,
    ) -> PyResult<()> {
        let companions = self.unrecorded_names(py);
        let Some(mut import) = self.import.take() else { return Ok(()) };
        if let Some((name, module)) = module {
            import.done.push((name.clone().unbind(), module.unbind()));
            for companion in companions {
                let is_new = !before.iter().any(|known| known.is(&companion));
                let found = self.modules.bind(py).get_item(&companion)?;
                if let (true, Some(found), Ok(name)) = (is_new, found, companion.bind(py).cast()) {
                    import.done.push((name.clone().unbind(), found.unbind()));
                }
            }
        }
        import.depth -= 1;
        if import.depth > 0 {
            self.import = Some(import);
            return Ok(());
        }
        // Keep the changes that one library has made to another during the import.
        self.containers.accept(py, &import.changed_before);
        self.touched.forget_from(import.touched_before);
        import.done.iter().try_for_each(|(name, module)| self.record(name.bind(py), module.bind(py)))
    }

    /// Returns true if a module comes from the AI's folder.
    fn is_own(&self, module: &Bound<'_, PyAny>) -> bool {
        let folder = self.folder.as_ref().map(Py::get);
        let module = module.cast::<PyModule>();
        folder.is_some_and(|folder| module.is_ok_and(|module| folder.owns_module(module)))
    }

    fn unrecorded_names(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
        let modules = self.modules.bind(py);
        if modules.len() == self.known.len() {
            return Vec::new();
        }
        let is_known = |name: &Bound<'_, PyAny>| {
            name.extract::<&str>().is_ok_and(|name| self.namespaces.contains_key(name))
        };
        modules.iter().filter(|(name, _)| !is_known(name)).map(|(name, _)| name.unbind()).collect()
    }

    fn restore(&mut self, py: Python<'_>, modules_too: bool) -> PyResult<()> {
        for _ in 0..=TRIES {
            let functions = self.touched.put_back(py)?;
            let modules = modules_too && self.restore_modules(py)?;
            if !self.containers.put_back(py)? && !modules && !functions {
                return Ok(());
            }
        }
        Err(PyRuntimeError::new_err("what the turn has changed in Python's libraries can't be put back"))
    }

    /// Restores `sys.modules`. Returns true if it had changed.
    fn restore_modules(&mut self, py: Python<'_>) -> PyResult<bool> {
        let modules = self.modules.bind(py);
        if self.watch.suspects(py).is_empty() || DictSnapshot::holds(modules, &self.known) {
            self.watch.seen(py, 0);
            return Ok(false);
        }
        let before = modules.copy()?;
        modules.clear();
        for (name, module) in &self.known {
            modules.set_item(name, module)?;
        }
        for (_, module) in before.iter() {
            if self.is_own(&module) {
                empty(&module);
            }
        }
        Ok(true)
    }
}
