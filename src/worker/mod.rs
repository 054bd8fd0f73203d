//! The child process that embeds CPython and runs one player's file once per turn.
//!
//! The same program, started again with a hidden argument, becomes the *nursery*: it starts Python once and forks a
//! worker per seat, which takes a millisecond instead of forty. Only this folder and `games/*/python.rs` know Python.
//!
//! Invariant: a worker is a stranger's. The engine believes nothing it says ([`crate::players`] checks it all).

mod check;
mod child;
pub mod face;
mod folder;
pub mod frames;
pub mod gil;
mod interpreter;
pub mod kernel;
mod nursery;
pub mod origin;
pub mod output;
mod printing;
pub mod protocol;
mod sandbox;
mod seeding;
mod session;
mod traceback;

use std::process::ExitCode;

pub use interpreter::{full_version, paths, version};
pub use printing::say;

/// The hidden argument.
pub const NURSERY_ARGUMENT: &str = "__nursery";

/// Runs as a nursery, if that is what this process was started for.
pub fn run_if_asked() -> Option<ExitCode> {
    let asked = std::env::args_os().nth(1).is_some_and(|argument| argument == NURSERY_ARGUMENT);
    asked.then(nursery::run)
}
