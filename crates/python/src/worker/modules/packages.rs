//! The Python packages that come with the program. Their modules are embedded, and a file of the same name takes
//! precedence over them.
//!
//! Their finder comes after all others. A module is compiled only when it is imported, so an AI that imports none loses
//! no time. The code that restores state after a turn treats these modules as libraries.

use crate::worker::modules::folder::empty_module;
use crate::worker::modules::{compiling, own_library};
use crate::worker::toolkit;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyCode, PyDict, PyList, PyModule, PyString};
use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::game::PythonModule;
use wag_core::python_module;

/// The source of the module for two-player games.
pub const GAMES_MODULE: &str = include_str!("../../../../../python/two_player_games.py");

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

/// The modules with which games in Python are written and run. Only scripts, and workers of such games and of their
/// players, have them.
const GAMES: &[PythonModule] = &[
    PythonModule { name: PACKAGE, text: "", is_package: true },
    python_module!("wag.game", "wag", "game", false),
    python_module!("wag._game_session", "wag", "_game_session", false),
    python_module!("wag._game_board", "wag", "_game_board", false),
    python_module!("wag._game_bots", "wag", "_game_bots", false),
    python_module!("wag._game_check", "wag", "_game_check", false),
    python_module!("wag._game_declaration", "wag", "_game_declaration", false),
    python_module!("wag._course_game", "wag", "_course_game", false),
    PythonModule { name: "two_player_games", text: GAMES_MODULE, is_package: false },
];

/// Returns the bytecode of a module of [`GAMES`], compiled by `build.rs`; empty bytes for other modules.
fn compiled_code(name: &str) -> &'static [u8] {
    macro_rules! code {
        ($name:literal) => {
            include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".pyc"))
        };
    }
    match name {
        "wag.game" => code!("game"),
        "wag._game_session" => code!("_game_session"),
        "wag._game_board" => code!("_game_board"),
        "wag._game_bots" => code!("_game_bots"),
        "wag._game_check" => code!("_game_check"),
        "wag._game_declaration" => code!("_game_declaration"),
        "wag._course_game" => code!("_course_game"),
        _ => b"",
    }
}

/// The package that contains the modules of [`GAMES`]. It is empty, and comes before an installed package of the same
/// name.
const PACKAGE: &str = "wag";

static HAS_GAMES: AtomicBool = AtomicBool::new(false);

/// Whether the modules of games hide an installed package.
static HIDES_INSTALLED: AtomicBool = AtomicBool::new(false);

/// Makes the modules of games importable for scripts. An installed package `wag` has them, and more.
pub fn offer_games_to_scripts() {
    HAS_GAMES.store(true, Ordering::Relaxed);
}

/// Makes the modules of games importable.
pub fn offer_games(py: Python<'_>) -> PyResult<()> {
    HAS_GAMES.store(true, Ordering::Relaxed);
    if HIDES_INSTALLED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let package = empty_module(&PyString::new(py, PACKAGE))?;
    package.setattr("__path__", PyList::empty(py))?;
    py.import("sys")?.getattr("modules")?.set_item(PACKAGE, package)
}

fn source(name: &str) -> Option<&'static PythonModule> {
    let games = if HAS_GAMES.load(Ordering::Relaxed) { GAMES } else { &[] };
    crate::packages().chain(games).find(|source| source.name == name)
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
        compiling::compiled(py, compiled_code(fullname), &CString::new(source.text)?, file(fullname).as_ref())
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
