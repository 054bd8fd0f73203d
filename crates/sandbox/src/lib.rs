//! Limits and confinement of the processes that run strangers' code. Knows no Python and no game.
//!
//! - [`limits`]: what a player may use; [`clock`], [`counter`] and [`group`] measure it.
//! - [`confine`]: Landlock and seccomp, entered by a process before it runs a stranger's code.
//! - [`pid_namespace`] and [`orphans`]: no process outlives its player.
//! - [`scratch`]: the folders in which players write.
//! - [`pending`], [`freezer`] and [`cores`]: players that compute at the same time.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

#[cfg(target_os = "linux")]
mod cgroup;
pub mod clock;
pub mod confine;
pub mod cores;
pub mod counter;
pub mod descriptors;
pub mod freezer;
pub mod group;
pub mod kernel;
pub mod limits;
pub mod orphans;
mod own_program;
pub mod patience;
pub mod pending;
pub mod pid_namespace;
pub mod process;
pub mod scratch;

pub use confine::{is_system, open_folder};
pub use limits::{Bounds, Limits};
pub use own_program::{is_test, mark_as_program, own_program};
