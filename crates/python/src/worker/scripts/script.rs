//! Runs a user's script, or a module of the program, as `python` would: with the terminal, without a sandbox.
//!
//! No player of a match runs in such a process: a user who starts a script trusts it like any other program.

use crate::worker::debugging::traceback;
use crate::worker::modules::{own_library, packages};
use crate::worker::process::interpreter::{self, Main};
use crate::worker::turn::py_bindings;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCFunction, PyDict, PyTuple};
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};

/// The names and source texts of the modules that a script may import.
const MODULES: [(&str, &str); 2] =
    [("two_player_games", packages::GAMES_MODULE), ("_wag_folder_tests", include_str!("folder_tests.py"))];

/// True if this process runs a script.
static IS_SCRIPT: AtomicBool = AtomicBool::new(false);

/// Raises an exception unless this process runs a script. Called by functions that are only meant for tests and would
/// mislead a player in a match.
pub fn only_in_scripts(what: &str) -> PyResult<()> {
    if IS_SCRIPT.load(Ordering::Relaxed) {
        return Ok(());
    }
    let why = format!("{what} is for tests (`wag python -m unittest`) and does not work in a match");
    Err(PyRuntimeError::new_err(why))
}

/// Runs a script with its arguments, or a module after `-m`; without arguments, starts an interactive session.
pub fn run(arguments: &[OsString]) -> u8 {
    let main = match arguments {
        [] => Main::Interactive,
        [flag, module, rest @ ..] if flag == "-m" => match module.to_str() {
            Some(module) => Main::Module(module, rest),
            None => Main::File(arguments),
        },
        _ => Main::File(arguments),
    };
    run_main(main, true)
}

/// Runs a module of the program with its arguments. It cannot import files of the current folder.
pub fn run_program_module(arguments: &[OsString]) -> u8 {
    match arguments.split_first().and_then(|(module, rest)| Some(Main::Module(module.to_str()?, rest))) {
        Some(main) => run_main(main, false),
        None => 2,
    }
}

/// `has_folder` says whether the current folder, or that of the script, is on `sys.path`.
fn run_main(main: Main<'_>, has_folder: bool) -> u8 {
    let is_hosted = interpreter::is_running();
    let started = if is_hosted { Ok(()) } else { interpreter::start_main(main) };
    match started.and_then(|()| complete(main)) {
        Ok(Completed::Ready(embedded)) => match is_hosted || !has_folder {
            true => Python::attach(|py| run_hosted(embedded.bind(py), main, has_folder)),
            false => interpreter::run_main(),
        },
        Ok(Completed::Missing(missing)) => {
            eprintln!("wag: {missing}");
            2
        }
        Err(reason) => {
            eprintln!("wag: {reason}; `wag doctor` looks into it");
            1
        }
    }
}

/// Runs the code in an interpreter that runs already, as `python` would, and ends Python.
fn run_hosted(embedded: &Bound<'_, PyAny>, main: Main<'_>, has_folder: bool) -> ! {
    let py = embedded.py();
    let (module, arguments) = match main {
        Main::File(words) => (None, words),
        Main::Module(name, words) => (Some(name), words),
        Main::Interactive => (None, [].as_slice()),
    };
    let ran = embedded.get_item("run_main").and_then(|run| run.call1((module, arguments, has_folder)));
    let status = match ran {
        Ok(_) => 0,
        Err(err) => {
            let is_interrupted = err.is_instance_of::<PyKeyboardInterrupt>(py);
            // Ends the process if the script has called `sys.exit`.
            traceback::without_first_frames(py, err, "<string>").print(py);
            if is_interrupted { 130 } else { 1 }
        }
    };
    // SAFETY: this thread holds the GIL, and nothing of this function is used afterwards.
    unsafe { pyo3::ffi::Py_Exit(status) }
}

/// A process in which a script can run.
enum Completed {
    /// The namespace of `embedded.py`.
    Ready(Py<PyAny>),
    /// The module to run does not exist; the sentence tells the user.
    Missing(String),
}

/// Installs the modules that a script may import.
fn complete(main: Main<'_>) -> Result<Completed, String> {
    let completed = Python::attach(|py| {
        let embedded = offer_all_modules(py)?;
        let missing: Option<String> = match main {
            Main::Module(name, _) => embedded.get_item("missing")?.call1((name,))?.extract()?,
            _ => None,
        };
        Ok(missing.map_or_else(|| Completed::Ready(embedded.unbind()), Completed::Missing))
    });
    completed.map_err(|error: PyErr| format!("Python starts but is not complete: {error}"))
}

/// Calls a function so that its imports of library modules find the library's own modules, even if the user has files
/// of the same names.
#[pyfunction]
fn call_with_own_library<'py>(function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    own_library::run(function.py(), || function.call0())
}

/// Makes the program's modules importable, and those of the games, for a process that plays no match.
pub fn offer_all_modules(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    IS_SCRIPT.store(true, Ordering::Relaxed);
    let embedded = offer_modules(py)?;
    packages::offer_games_to_scripts();
    for (name, fill) in crate::modules() {
        let make = move |arguments: &Bound<'_, PyTuple>, _: Option<&Bound<'_, PyDict>>| {
            let py = arguments.py();
            own_library::run(py, || py_bindings::module(py, name, fill)).map(Bound::unbind)
        };
        embedded.get_item("offer_made")?.call1((name, PyCFunction::new_closure(py, None, None, make)?))?;
    }
    Ok(embedded)
}

/// Makes the program's modules importable, unless a file has the same name.
fn offer_modules(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let globals = PyDict::new(py);
    globals.set_item("with_own_library", pyo3::wrap_pyfunction!(call_with_own_library, py)?)?;
    py.run(EMBEDDED, Some(&globals), None)?;
    let sources = MODULES.into_py_dict(py)?;
    globals.as_any().get_item("offer")?.call1((sources,))?;
    packages::install(py)?;
    Ok(globals.into_any())
}

const EMBEDDED: &std::ffi::CStr = interpreter::c_str(concat!(include_str!("embedded.py"), "\0"));
