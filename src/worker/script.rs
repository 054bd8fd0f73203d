//! Runs a learner's own script, or a module of the program, as `python` would: with the terminal, without a sandbox.
//!
//! Nothing here is a player of a match: whoever starts a script trusts it as much as any other program.

use super::interpreter::{self, Script};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use std::ffi::OsString;
use std::process::ExitCode;

/// The modules that a script may import, by name.
const MODULES: [(&str, &str); 1] = [("two_player_games", include_str!("../../python/two_player_games.py"))];

/// Runs a script with its arguments; without one, asks for statements.
pub fn run(arguments: &[OsString]) -> ExitCode {
    match interpreter::start_script(Script::File(arguments)).and_then(|()| offer_modules()) {
        Ok(()) => interpreter::run_main(),
        Err(reason) => {
            eprintln!("wag: {reason}; `wag doctor` looks into it");
            ExitCode::FAILURE
        }
    }
}

/// Lets the modules be imported where no file has their name.
fn offer_modules() -> Result<(), String> {
    Python::attach(|py| {
        let globals = PyDict::new(py);
        py.run(EMBEDDED, Some(&globals), None)?;
        let sources = MODULES.into_py_dict(py)?;
        globals.as_any().get_item("offer")?.call1((sources,))?;
        Ok(())
    })
    .map_err(|fault: PyErr| format!("Python starts but is not complete: {fault}"))
}

const EMBEDDED: &std::ffi::CStr = interpreter::c_str(concat!(include_str!("embedded.py"), "\0"));
