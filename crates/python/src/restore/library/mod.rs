//! The libraries of an AI that is run afresh each turn: what it has done to them is gone when its turn is over.
//!
//! A library is recorded as it is right after its import: its names, and all that can be changed from there on without
//! machine code, such as classes, lists, dictionaries, sets, and objects with attributes. After each turn what has changed
//! is put back; what was not imported as a library is taken out of `sys.modules`. An ordinary turn costs a look at each
//! container, which is a comparison of two numbers for a dictionary (`changes`), and the pointers of a list.
//!
//! What lies in C, such as settings of the interpreter, is [`super::settings`]'s.

mod containers;
mod finder;
mod functions;
mod walk;

use super::dict_snapshot::DictSnapshot;
use super::dict_watch::Watch;
use crate::worker::folder::{Folder, empty};
use crate::worker::gil::Gil;
use crate::worker::own_library;
use containers::{Changed, Containers};
use functions::Touched;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyModule, PyString};
use std::collections::HashMap;

pub use finder::install as install_finder;

/// What was there before the process began to play for anybody; of no use to a file that lives.
static PREPARED: Gil<Option<Box<Library>>> = Gil::new(None);

/// Taken out while it is used: what an AI's destructors do meanwhile is not recorded, and so put back.
static LIBRARY: Gil<Option<Box<Library>>> = Gil::new(None);

/// Who changes something again when it is put back, from a destructor, does so this often at most.
const TRIES: u32 = 3;

/// All libraries, and what is put back.
pub struct Library {
    /// `sys.modules`.
    modules: Py<PyDict>,
    /// That of the AI, once there is one.
    folder: Option<Py<Folder>>,
    /// Whether anybody has written there.
    watch: Watch,
    /// What `sys.modules` is to hold, in this order.
    known: Vec<(Py<PyAny>, Py<PyAny>)>,
    /// By full name: where in `containers` its namespace is, if it has one.
    namespaces: HashMap<String, Option<usize>>,
    containers: Containers,
    touched: Touched,
    /// Whether libraries have come since this was last asked.
    has_grown: bool,
    /// The import of a library that is going on, with those that it has asked for in turn.
    import: Option<Import>,
}

/// One import, from the AI's statement until all that it needs is there: until then libraries are not complete.
struct Import {
    /// How deep one asks for another.
    depth: u32,
    /// What an AI had changed before it began.
    changed_before: Changed,
    touched_before: usize,
    done: Vec<(Py<PyString>, Py<PyAny>)>,
}

/// Records all that has been imported up to now, for [`begin`]: processes that are forked afterwards need not do it each.
pub fn prepare(py: Python<'_>) -> PyResult<()> {
    PREPARED.replace(py, Some(Box::new(Library::now(py)?)));
    Ok(())
}

/// From now on, what there is stays as it is.
pub fn begin(py: Python<'_>, folder: &Py<Folder>) -> PyResult<()> {
    let mut library = match PREPARED.replace(py, None) {
        Some(prepared) if prepared.is_the_beginning(py) => prepared,
        _ => Box::new(Library::now(py)?),
    };
    library.folder = Some(folder.clone_ref(py));
    library.containers.accept(py, &Changed::default());
    library.record_all(py)?;
    functions::watch();
    LIBRARY.replace(py, Some(library));
    Ok(())
}

/// What the turn has changed is as it was; an error when the AI's own objects will not have it.
pub fn restore(py: Python<'_>) -> PyResult<()> {
    with(py, |library| library.restore(py, true)).unwrap_or(Ok(()))
}

/// The same before the AI's own modules go, for the engine's work with what is in them.
pub fn restore_contents(py: Python<'_>) -> PyResult<()> {
    with(py, |library| library.restore(py, false)).unwrap_or(Ok(()))
}

/// Puts a module in or takes one out that is the engine's own affair: `sys.modules` is as untouched as before.
pub fn work_on_modules<T>(modules: &Bound<'_, PyDict>, work: impl FnOnce() -> T) -> T {
    let py = modules.py();
    let was_untouched = with(py, |library| library.watch.suspects(py).is_empty()).unwrap_or(false);
    let done = work();
    if was_untouched {
        with(py, |library| library.watch.seen(py, 0));
    }
    done
}

/// The code of a library is about to run; answers what is in `sys.modules` without being known.
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
        library.strangers(py)
    })
    .unwrap_or_default()
}

/// The code of a library has run, whatever came of it: then this module is there. What it has put into `sys.modules`
/// itself belongs to it.
fn end_import(
    py: Python<'_>,
    before: &[Py<PyAny>],
    module: Option<(&Bound<'_, PyString>, Bound<'_, PyAny>)>,
) -> PyResult<()> {
    with(py, |library| library.end_import(py, before, module)).unwrap_or(Ok(()))
}

/// Whether libraries have come since this was last asked.
pub fn has_grown(py: Python<'_>) -> bool {
    with(py, |library| std::mem::take(&mut library.has_grown)).unwrap_or(false)
}

/// Whether the code of a library is running because it is being imported.
pub fn is_importing(py: Python<'_>) -> bool {
    with(py, |library| library.import.is_some()).unwrap_or(true)
}

/// A function is about to be changed, or somebody has got hold of what can be changed in it.
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

    /// Whether modules have only come since.
    fn is_the_beginning(&self, py: Python<'_>) -> bool {
        let mut now = self.modules.bind(py).iter();
        self.known.iter().all(|(name, module)| {
            now.next().is_some_and(|(its_name, its_module)| its_name.is(name) && its_module.is(module))
        })
    }

    /// As it is now.
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
        // A package has its modules among its names as soon as their import is over, which it is not yet.
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
        let companions = self.strangers(py);
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
        // What one library has told another in the meantime is to stay.
        self.containers.accept(py, &import.changed_before);
        self.touched.forget_from(import.touched_before);
        import.done.iter().try_for_each(|(name, module)| self.record(name.bind(py), module.bind(py)))
    }

    /// Whether it comes from the AI's folder.
    fn is_own(&self, module: &Bound<'_, PyAny>) -> bool {
        let folder = self.folder.as_ref().map(Py::get);
        let module = module.cast::<PyModule>();
        folder.is_some_and(|folder| module.is_ok_and(|module| folder.owns_module(module)))
    }

    fn strangers(&self, py: Python<'_>) -> Vec<Py<PyAny>> {
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

    /// Whether anything had to be put back.
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
