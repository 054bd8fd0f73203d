//! The extension module `wag._wag`: the program `wag` inside a Python interpreter, and the native part of its Python API.
//!
//! The module does not contain Python; the interpreter that loads it is the host. Where the program starts itself again
//! for fork servers, launchers and scripts, the module starts `python/wag/__main__.py` with the same interpreter.
//!
//! Invariant: this package converts between Python and the packages with the use cases; it contains no use case.

mod dask;
mod environment;
mod errors;
mod evaluate;
mod forks;
mod games;
mod limits;
mod losses;
mod many;
mod objects;
mod play;
mod replay;
mod task;
mod turns;

use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::path::PathBuf;
use wag_sandbox::{OwnProgram, start_again_as};

/// Notes how the program is started again: `python` is the interpreter's path, `launcher` that of `wag/__main__.py`.
/// `environment` is the folder of the virtual environment, or `None`.
#[pyfunction]
fn set_launcher(python: PathBuf, launcher: PathBuf, environment: Option<PathBuf>) {
    start_again_as(OwnProgram::Module { python, launcher, environment });
    wag_games::add_translations();
    wag_python::set_bindings(wag_games::BINDINGS);
}

/// Unlocks all players and maps for the functions of this module.
#[pyfunction]
fn unlock() {
    wag_ladder::unlock_for_this_process();
}

/// Runs the program with these arguments (the first is the program's name), and ends the process.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) {
    if let Some(status) = wag_python::run_as_helper(&arguments) {
        end(status);
    }
    py.detach(|| {
        wag_sandbox::process::undo_settings_of_python();
        let status = wag_players::run_as_helper(&arguments);
        wag::cli::executor_args::set_connect(dask::connect, dask::connect_server);
        end(status.unwrap_or_else(|| wag::cli::run(arguments)))
    });
}

/// Does the same as [`main`] with the arguments of an exception. As `sys.excepthook`, it is called by Python when no Python
/// code is running any more, so that the AIs that this process forks have no frames below their own.
#[pyfunction]
fn main_as_excepthook(
    py: Python<'_>,
    _kind: &Bound<'_, PyAny>,
    exception: &Bound<'_, PyAny>,
    _traceback: &Bound<'_, PyAny>,
) -> PyResult<()> {
    let arguments = exception.getattr("args")?.extract()?;
    let sys = py.import("sys")?;
    sys.setattr("excepthook", sys.getattr("__excepthook__")?)?;
    for name in ["last_exc", "last_type", "last_value", "last_traceback"] {
        if sys.hasattr(name)? {
            sys.delattr(name)?;
        }
    }
    wag_python::forget_native_call(py);
    main(py, arguments);
    Ok(())
}

fn end(status: u8) -> ! {
    std::process::exit(status.into())
}

/// Parses the arguments of a function, which the Python side passes as JSON.
fn parse<T: DeserializeOwned>(py: Python<'_>, arguments: &str) -> PyResult<T> {
    serde_json::from_str(arguments).map_err(|err| errors::exception(py, "UsageError", &err.to_string()))
}

/// A temporary folder, which no other user can read.
#[pyclass]
struct TemporaryFolder(Option<wag_sandbox::TemporaryFolder>);

#[pymethods]
impl TemporaryFolder {
    #[new]
    fn new() -> PyResult<TemporaryFolder> {
        Ok(TemporaryFolder(Some(wag_sandbox::TemporaryFolder::new()?)))
    }

    /// The path; `None` after the folder has been removed.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.0.as_ref().map(|folder| folder.path().to_path_buf())
    }

    /// Removes the folder and its contents.
    fn remove(&mut self) {
        self.0 = None;
    }
}

/// The extension module.
#[pymodule]
fn _wag(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("LIMITS", limits::keywords())?;
    module.add_function(wrap_pyfunction!(set_launcher, module)?)?;
    module.add_function(wrap_pyfunction!(unlock, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(main_as_excepthook, module)?)?;
    module.add_class::<environment::Environment>()?;
    module.add_class::<environment::Saved>()?;
    module.add_class::<environment::SavedMatches>()?;
    module.add_class::<environment::VectorEnvironment>()?;
    module.add_class::<replay::ReplayFile>()?;
    module.add_class::<TemporaryFolder>()?;
    module.add_function(wrap_pyfunction!(evaluate::evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(games::game_name, module)?)?;
    module.add_function(wrap_pyfunction!(play::play, module)?)?;
    module.add_function(wrap_pyfunction!(many::series, module)?)?;
    module.add_function(wrap_pyfunction!(many::compare, module)?)?;
    module.add_function(wrap_pyfunction!(many::tune, module)?)?;
    module.add_function(wrap_pyfunction!(many::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(forks::fork, module)?)?;
    module.add_function(wrap_pyfunction!(forks::diff, module)?)?;
    module.add_function(wrap_pyfunction!(losses::losses, module)?)?;
    module.add_function(wrap_pyfunction!(turns::debug, module)?)?;
    module.add_function(wrap_pyfunction!(turns::regress, module)?)?;
    module.add_function(wrap_pyfunction!(dask::play_batch, module)?)?;
    module.add_function(wrap_pyfunction!(dask::do_job, module)?)?;
    module.add_function(wrap_pyfunction!(dask::answer, module)?)?;
    module.add_function(wrap_pyfunction!(dask::store_files, module)?)
}
