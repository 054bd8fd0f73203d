//! Players that are not Python files: programs, TCP clients, people and idle seats.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

mod allowance;
mod channel;
mod echo;
pub mod exchange;
pub mod framed;
mod human;
mod idle;
mod launcher;
mod no_answer;
mod process;
pub mod program;
pub mod socket;
pub mod stream;

pub use human::{Human, HumanInterface};
pub use idle::Idle;
pub use process::{Confinement, FolderShelf, Program};

use std::ffi::OsString;

/// The hidden argument that makes `wag` run as a launcher, which starts a player's program.
pub const PROGRAM_ARGUMENT: &str = "__program";
/// The hidden argument that makes `wag` run as a process that always sends the same answer, for measurements. The next
/// argument describes the answers.
pub const ECHO_ARGUMENT: &str = "__echo";

/// Runs a launcher, or a partner for measurements, if the first of the process's arguments (after the program's name)
/// says so, and returns the exit status. Returns `None` if it does not.
pub fn run_as_helper(arguments: &[OsString]) -> Option<u8> {
    let mut arguments = arguments.iter().skip(1);
    let argument = arguments.next()?;
    if argument == PROGRAM_ARGUMENT {
        Some(launcher::run())
    } else if argument == ECHO_ARGUMENT {
        Some(echo::run(&arguments.next()?.to_string_lossy()))
    } else {
        None
    }
}
