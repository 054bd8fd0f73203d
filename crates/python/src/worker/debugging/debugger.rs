//! The function `breakpoint()` in an AI. If a person debugs the AI, Python's own debugger uses the person's terminal
//! over a socket; the AI itself stays confined and has no terminal. Otherwise `breakpoint()` raises an exception that
//! says what to do.

use crate::protocol::{END_REQUEST, LINE_REQUEST};
use crate::worker::explaining::check::Rejection;
use crate::worker::modules::own_library;
use crate::worker::process::interpreter::c_str;
use pyo3::exceptions::{PyModuleNotFoundError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use rustix::fd::{IntoRawFd, OwnedFd};
use wag_core::problem::Explanation;
use wag_i18n::message;

/// Sets the function that `breakpoint()` calls.
pub fn install(py: Python<'_>, terminal: Option<OwnedFd>) -> PyResult<()> {
    let hook = match terminal {
        Some(terminal) => debugger(py, terminal)?,
        None => pyo3::wrap_pyfunction!(breakpoint, py)?.into_any(),
    };
    let sys = py.import("sys")?;
    // The engine restores this one each turn.
    sys.setattr("__breakpointhook__", hook)
}

/// Makes the debugger stop at the next line of Python code that runs.
pub fn stop_at_next_line(py: Python<'_>) -> PyResult<()> {
    py.import("sys")?.getattr("__breakpointhook__")?.getattr("stop_at_next_line")?.call0()?;
    Ok(())
}

/// Waits until an editor speaks the debug adapter protocol at the other end of this socket, by means of the package
/// `debugpy`. The package uses threads, so the process must not be confined.
pub fn wait_for_editor(py: Python<'_>, editor: OwnedFd) -> Result<(), Rejection> {
    let editor = editor.into_raw_fd();
    let attach = || {
        let globals = PyDict::new(py);
        py.run(ATTACH, Some(&globals), None)?;
        globals.as_any().get_item("attach")?.call1((editor,)).map(|_| ())
    };
    own_library::run(py, attach).map_err(|err| {
        let is_missing = err.is_instance_of::<PyModuleNotFoundError>(py);
        let Some(version) = py.import("sys").and_then(|sys| sys.getattr("version_info")).ok().filter(|_| is_missing)
        else {
            return Rejection::Python(err);
        };
        let part = |index: usize| version.get_item(index).and_then(|part| part.extract::<u32>()).unwrap_or(0);
        let report = message!(
            " debugpy is missing; install it for Python %{version}: python%{version} -m pip install debugpy\n",
            version = format!("{}.{}", part(0), part(1))
        );
        Rejection::Report(report, None, Explanation::new("missing_module", &[("module", "debugpy")]).into())
    })
}

const ATTACH: &std::ffi::CStr = c_str(concat!(include_str!("editor.py"), "\0"));

fn debugger(py: Python<'_>, terminal: OwnedFd) -> PyResult<Bound<'_, PyAny>> {
    let globals = PyDict::new(py);
    py.run(DEBUGGER, Some(&globals), None)?;
    globals.as_any().get_item("hook")?.call1((terminal.into_raw_fd(), LINE_REQUEST, END_REQUEST))
}

const DEBUGGER: &std::ffi::CStr = c_str(concat!(include_str!("debugger.py"), "\0"));

/// The `breakpoint()` of an AI that nobody debugs.
#[pyfunction]
#[pyo3(signature = (*_arguments, **_settings))]
fn breakpoint(_arguments: &Bound<'_, PyTuple>, _settings: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    Err(PyRuntimeError::new_err(
        "breakpoint() stops only at a terminal, in `wag debug REPLAY FILE --round R --pdb` or in the first AI of \
         `wag play --debug FILE`; take it out for any other match",
    ))
}
