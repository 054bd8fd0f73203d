//! Runs a learner's own script, or a module of the program, as `python` would: with the terminal, without a sandbox.
//!
//! Nothing here is a player of a match: whoever starts a script trusts it as much as any other program.

use super::child;
use super::interpreter::{self, Main};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict};
use std::ffi::OsString;
use std::process::ExitCode;

/// The text of the module of games for two.
pub const GAMES_MODULE: &str = include_str!("../../python/two_player_games.py");
/// The modules that a script may import, by name.
const MODULES: [(&str, &str); 3] = [
    ("two_player_games", GAMES_MODULE),
    (TWO_PLAYER, include_str!("two_player.py")),
    ("_wag_table", include_str!("table.py")),
];
/// The one that lets players play whom `wag two-player` names.
const TWO_PLAYER: &str = "_wag_two_player";

/// Runs a script with its arguments; without one, asks for statements.
pub fn run(arguments: &[OsString]) -> ExitCode {
    run_main(match arguments {
        [] => Main::Typed,
        _ => Main::File(arguments),
    })
}

/// Plays what `wag two-player` was asked for.
pub fn run_two_player(arguments: &[OsString]) -> ExitCode {
    child::die_with_parent();
    run_main(Main::Module(TWO_PLAYER, arguments))
}

fn run_main(main: Main<'_>) -> ExitCode {
    match interpreter::start_main(main).and_then(|()| complete()) {
        Ok(()) => interpreter::run_main(),
        Err(reason) => {
            eprintln!("wag: {reason}; `wag doctor` looks into it");
            ExitCode::FAILURE
        }
    }
}

fn complete() -> Result<(), String> {
    Python::attach(offer_modules).map_err(|fault| format!("Python starts but is not complete: {fault}"))
}

/// Lets the modules be imported where no file has their name.
pub fn offer_modules(py: Python<'_>) -> PyResult<()> {
    let globals = PyDict::new(py);
    py.run(EMBEDDED, Some(&globals), None)?;
    let sources = MODULES.into_py_dict(py)?;
    globals.as_any().get_item("offer")?.call1((sources,))?;
    Ok(())
}

const EMBEDDED: &std::ffi::CStr = interpreter::c_str(concat!(include_str!("embedded.py"), "\0"));
