//! Python players, on both sides of the pipe.
//!
//! - [`host`]: the engine's side, which starts workers, sends views and validates the answers.
//! - [`worker`]: the child process that embeds CPython and runs a player's file.
//! - [`protocol`]: the messages between them.
//! - [`restore`]: restores the interpreter between two turns.
//!
//! The program, started again with a hidden argument, becomes the *fork server*: it starts Python once and forks a
//! worker per seat, which takes 1 ms instead of 40.
//!
//! Invariant: a worker is untrusted. The host validates everything it sends.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod caller_thread;
pub mod host;
pub mod policy;
pub mod protocol;
pub mod restore;
pub mod worker;

use std::ffi::OsString;
use std::sync::OnceLock;
use wag_core::game::PythonModule;

pub use caller_thread::PlayerObject;
pub use worker::modules::packages::GAMES_MODULE;
pub use worker::process::interpreter::{forget_native_call, full_version, paths, version};
pub use worker::scripts::folder_tests::FolderTests;
pub use worker::scripts::script::only_in_scripts;
pub use worker::turn::in_process::InProcessPlayer;
pub use worker::turn::printing::write_to_log;

/// The hidden argument that starts a fork server.
pub const FORK_SERVER_ARGUMENT: &str = "__fork_server";
/// The argument of a fork server whose workers run games.
pub const GAMES_ARGUMENT: &str = "games";
/// The hidden argument of a process that runs a Python script; the script and its arguments follow.
pub const SCRIPT_ARGUMENT: &str = "__python";
/// The hidden argument of a process that runs a Python module of the program; its name and its arguments follow.
pub const PROGRAM_MODULE_ARGUMENT: &str = "__module";
/// The hidden argument of a process that runs the Python tests of a folder; a [`FolderTests`] follows, as JSON.
pub const FOLDER_TESTS_ARGUMENT: &str = "__folder_tests";

/// The Python bindings of all games, which `main` passes to this package.
pub struct GameBindings {
    /// Returns the constructor of the Python bindings of the game with this name.
    pub make_bindings: fn(&str) -> Option<worker::turn::py_bindings::Make>,
    /// Returns the games' Python modules for scripts, which play no match: the name of each module and the function
    /// that fills it.
    pub modules: fn() -> Vec<(&'static str, worker::turn::py_bindings::Fill)>,
    /// Python packages that are part of the program: the toolkit, and the packages of games.
    pub packages: &'static [&'static [PythonModule]],
}

static BINDINGS: OnceLock<GameBindings> = OnceLock::new();

/// Stores the games' bindings for the workers. Must be called before [`run_as_helper`].
pub fn set_bindings(bindings: GameBindings) {
    _ = BINDINGS.set(bindings);
}

/// Runs this process as a fork server, a script or the tests of a folder if the first of its arguments (after the
/// program's name) says so, and returns the exit status. Otherwise returns `None`.
pub fn run_as_helper(arguments: &[OsString]) -> Option<u8> {
    let (argument, arguments) = arguments.get(1..)?.split_first()?;
    if argument == FORK_SERVER_ARGUMENT {
        Some(worker::process::fork_server::run(arguments.iter().any(|word| word == GAMES_ARGUMENT)))
    } else if argument == SCRIPT_ARGUMENT {
        Some(worker::scripts::script::run(arguments))
    } else if argument == PROGRAM_MODULE_ARGUMENT {
        Some(worker::scripts::script::run_program_module(arguments))
    } else if argument == FOLDER_TESTS_ARGUMENT {
        Some(worker::scripts::folder_tests::run(arguments))
    } else {
        None
    }
}

fn bindings_of(game: &str) -> Option<worker::turn::py_bindings::Make> {
    BINDINGS.get().and_then(|bindings| (bindings.make_bindings)(game))
}

fn modules() -> Vec<(&'static str, worker::turn::py_bindings::Fill)> {
    BINDINGS.get().map_or_else(Vec::new, |bindings| (bindings.modules)())
}

fn packages() -> impl Iterator<Item = &'static PythonModule> {
    let packages: &[&[PythonModule]] = BINDINGS.get().map_or(&[], |bindings| bindings.packages);
    packages.iter().copied().flatten()
}
