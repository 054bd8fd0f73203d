//! Python players, on both sides of the pipe.
//!
//! - [`host`]: the engine's side. Starts workers, sends views, validates the answers.
//! - [`worker`]: the child process that embeds CPython and runs a player's file.
//! - [`protocol`]: the messages between them.
//! - [`restore`]: puts the interpreter back between two turns.
//!
//! The program, started again with a hidden argument, becomes the *fork server*: it starts Python once and forks a worker
//! per seat, which takes a millisecond instead of forty.
//!
//! Invariant: a worker is a stranger's process. The host validates everything it sends.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

pub mod host;
pub mod protocol;
pub mod restore;
pub mod worker;

use std::process::ExitCode;
use std::sync::OnceLock;
use wag_core::game::PythonModule;

pub use worker::interpreter::{full_version, paths, version};
pub use worker::printing::say;
pub use worker::script::{GAMES_MODULE, only_in_scripts};
pub use worker::table::LINE_MAX;

/// The hidden argument of a fork server.
pub const FORK_SERVER_ARGUMENT: &str = "__fork_server";
/// The hidden argument of a process that runs a script; the script and its arguments follow.
pub const SCRIPT_ARGUMENT: &str = "__python";
/// The hidden argument of a process that plays games for two; the description of the game follows, as JSON.
pub const TWO_PLAYER_ARGUMENT: &str = "__two_player";
/// The hidden argument of a process that plays games for two in the pages; the description of the game arrives as a frame.
pub const TABLE_ARGUMENT: &str = "__table";

/// What a worker has to know of the games.
pub struct GameBindings {
    /// What makes the face of the game of this name for Python.
    pub face: fn(&str) -> Option<worker::py_bindings::Make>,
    /// The modules for Python, by name, and what fills each: for scripts, where no match is played.
    pub modules: fn() -> Vec<(&'static str, worker::py_bindings::Fill)>,
    /// Python packages that are part of the program: the toolkit, and what games add.
    pub packages: &'static [&'static [PythonModule]],
}

static BINDINGS: OnceLock<GameBindings> = OnceLock::new();

/// Runs as a fork server or a script, or plays a game for two, if this process was started for that. `bindings` are the games that
/// workers can play.
pub fn run_if_asked(faces: GameBindings) -> Option<ExitCode> {
    _ = BINDINGS.set(faces);
    let mut arguments = std::env::args_os().skip(1);
    let asked = arguments.next()?;
    if asked == FORK_SERVER_ARGUMENT {
        Some(worker::fork_server::run())
    } else if asked == SCRIPT_ARGUMENT {
        Some(worker::script::run(&arguments.collect::<Vec<_>>()))
    } else if asked == TWO_PLAYER_ARGUMENT {
        Some(worker::script::run_two_player(&arguments.collect::<Vec<_>>()))
    } else if asked == TABLE_ARGUMENT {
        Some(worker::table::run())
    } else {
        None
    }
}

fn face_of(game: &str) -> Option<worker::py_bindings::Make> {
    BINDINGS.get().and_then(|faces| (faces.face)(game))
}

fn modules() -> Vec<(&'static str, worker::py_bindings::Fill)> {
    BINDINGS.get().map_or_else(Vec::new, |faces| (faces.modules)())
}

fn packages() -> impl Iterator<Item = &'static PythonModule> {
    let packages: &[&[PythonModule]] = BINDINGS.get().map_or(&[], |bindings| bindings.packages);
    packages.iter().copied().flatten()
}
