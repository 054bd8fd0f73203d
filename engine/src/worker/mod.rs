//! The child process that embeds CPython and runs one player's file, once per turn or once per match.
//!
//! The same program, started again with a hidden argument, becomes the *fork server*: it starts Python once and forks a
//! worker per seat, which takes a millisecond instead of forty. Only this folder and `games/*/python.rs` know Python.
//! Another one, without Python, starts a player's [`program`] in any language.
//!
//! Invariant: a worker is a stranger's. The engine believes nothing it says ([`crate::players`] checks it all).

#[cfg(not(Py_3_12))]
mod absent;
#[cfg(target_os = "linux")]
mod cgroup;
pub mod chance;
mod check;
mod child;
mod compiling;
mod constants;
pub mod counter;
mod debugger;
pub mod descriptors;
mod dict_snapshot;
mod dict_watch;
mod echo;
pub mod entry;
mod explaining;
mod folder;
mod fork_server;
pub mod frames;
pub mod gil;
pub mod group;
mod hooks;
mod importing;
mod interpreter;
mod interruption;
pub mod kernel;
mod library;
mod living;
pub mod origin;
pub mod orphans;
pub mod output;
pub mod own_library;
mod packages;
mod pid_namespace;
mod printing;
mod profiler;
pub mod program;
pub mod protocol;
pub mod py_bindings;
pub mod refusals;
pub mod rehearsal;
mod sandbox;
mod scratch_name;
mod script;
mod seeding;
mod session;
mod settings;
mod table;
pub mod toolkit;
mod traceback;
mod uncalled;

use crate::game::PythonModule;
use std::process::ExitCode;
use std::sync::OnceLock;

pub use interpreter::{full_version, paths, version};
pub use printing::say;
pub use sandbox::{is_system, open_folder};
pub use script::{GAMES_MODULE, only_in_scripts};
pub use table::LINE_MAX;

/// The hidden argument of a fork server.
pub const FORK_SERVER_ARGUMENT: &str = "__fork_server";
/// The hidden argument of a process that starts a player's program.
pub const PROGRAM_ARGUMENT: &str = "__program";
/// The hidden argument of a process that runs a script; the script and its arguments follow.
pub const SCRIPT_ARGUMENT: &str = "__python";
/// The hidden argument of a process that plays games for two; what to play follows, as JSON.
pub const TWO_PLAYER_ARGUMENT: &str = "__two_player";
/// The hidden argument of a process that plays games for two which the pages watch; what to play comes as a frame.
pub const TABLE_ARGUMENT: &str = "__table";
/// The hidden argument of a partner that always says the same; what and where follows.
pub const ECHO_ARGUMENT: &str = "__echo";

/// What a worker has to know of the games.
pub struct GameBindings {
    /// What makes the face of the game of this name for Python.
    pub face: fn(&str) -> Option<py_bindings::Make>,
    /// The modules for Python, by name, and what fills each: for scripts, where no match is played.
    pub modules: fn() -> Vec<(&'static str, py_bindings::Fill)>,
    /// Python packages that are part of the program: the toolkit, and what games add.
    pub packages: &'static [&'static [PythonModule]],
}

static BINDINGS: OnceLock<GameBindings> = OnceLock::new();

/// Runs as a fork server, for a program, a script or a game for two, if that is what this process was started for; workers play
/// the games that have these faces.
pub fn run_if_asked(faces: GameBindings) -> Option<ExitCode> {
    _ = BINDINGS.set(faces);
    let mut arguments = std::env::args_os().skip(1);
    let asked = arguments.next()?;
    if asked == FORK_SERVER_ARGUMENT {
        Some(fork_server::run())
    } else if asked == PROGRAM_ARGUMENT {
        Some(program::run())
    } else if asked == SCRIPT_ARGUMENT {
        Some(script::run(&arguments.collect::<Vec<_>>()))
    } else if asked == TWO_PLAYER_ARGUMENT {
        Some(script::run_two_player(&arguments.collect::<Vec<_>>()))
    } else if asked == TABLE_ARGUMENT {
        Some(table::run())
    } else if asked == ECHO_ARGUMENT {
        Some(echo::run(&arguments.next()?.to_string_lossy()))
    } else {
        None
    }
}

fn face_of(game: &str) -> Option<py_bindings::Make> {
    BINDINGS.get().and_then(|faces| (faces.face)(game))
}

fn modules() -> Vec<(&'static str, py_bindings::Fill)> {
    BINDINGS.get().map_or_else(Vec::new, |faces| (faces.modules)())
}

fn packages() -> impl Iterator<Item = &'static PythonModule> {
    let packages: &[&[PythonModule]] = BINDINGS.get().map_or(&[], |bindings| bindings.packages);
    packages.iter().copied().flatten()
}

/// Whether this process has not asked whether it is a worker, as the tests of a library: it can be none.
pub fn is_test() -> bool {
    BINDINGS.get().is_none()
}

/// The same program once more, even when its file has been replaced meanwhile; for tests the one that was built beside them.
pub fn own_program() -> std::io::Result<std::path::PathBuf> {
    if !is_test() {
        return if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { std::env::current_exe() };
    }
    let tests = std::env::current_exe()?;
    let built = tests.ancestors().nth(2).map(|folder| folder.join("wag")).filter(|program| program.is_file());
    built.ok_or_else(|| {
        std::io::Error::other("the program is not built: run `cargo build` before these tests")
    })
}
