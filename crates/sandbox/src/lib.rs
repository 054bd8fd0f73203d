//! Limits and confinement of processes that run untrusted code. Independent of Python and of games.
//!
//! - [`limits`]: the limits of a player; [`clock`], [`counter`] and [`group`] measure its usage.
//! - [`confine`]: Landlock and seccomp, which restrict a process before it runs untrusted code.
//! - [`pid_namespace`] and [`orphans`]: end all processes of a player together with it.
//! - [`scratch`]: the folders in which players write. [`TemporaryFolder`]: all temporary folders.
//! - [`pending`], [`freezer`] and [`cores`]: players that compute at the same time.

#![cfg_attr(not(test), warn(clippy::print_stdout))]

#[cfg(target_os = "linux")]
pub mod cgroup;
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
mod temporary;

pub use confine::{is_system, open_folder};
pub use limits::{Bounds, Limits};
pub use own_program::{OwnProgram, called_as, is_test, mark_as_program, own_program, start_again_as};
pub use temporary::TemporaryFolder;
