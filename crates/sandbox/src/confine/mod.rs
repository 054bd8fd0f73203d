//! The sandbox: restrictions of the rights of an AI's process.
//!
//! Each worker enters the sandbox once, after it has received its AI's name and before any of the AI's code runs. A
//! process cannot leave the sandbox. If the system lacks a feature, the user gets a warning instead of an error, and
//! the match is played anyway (docs/security.md).

use crate::Bounds;
#[cfg(target_os = "linux")]
use files::Right;
use rustix::process::Resource;
use std::path::{Path, PathBuf};

pub use own_folder::{OpenedPaths, open as open_folder};
pub use private_tmp::TmpFolder;
#[cfg(target_os = "linux")]
pub use private_tmp::unshare_user;
#[cfg(target_os = "linux")]
pub use service::{Niceness, PRIVATE, ServicePlaces, WORKSPACE, enter_service, library_folders};

#[cfg(target_os = "linux")]
pub use files::is_system;

/// Returns true for every path, because systems other than Linux do not restrict access to files.
#[cfg(not(target_os = "linux"))]
pub fn is_system(_: &Path) -> bool {
    true
}

#[cfg(target_os = "linux")]
mod calls;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod guard;
mod own_folder;
mod private_tmp;
#[cfg(target_os = "linux")]
mod program_calls;
mod resources;
#[cfg(target_os = "linux")]
mod service;

/// The files and folders that an AI may read and write.
#[derive(Debug, Default)]
pub struct Places<'a> {
    /// Files that may be read, and folders with everything below them.
    pub readable: &'a [PathBuf],
    /// Folders whose names may be listed.
    pub listable: &'a [PathBuf],
    /// The folder in which the AI may write files, without subfolders. It is emptied after each turn.
    pub scratch: Option<&'a Path>,
}

/// The descriptors of the pipes to the engine.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    pub requests: i32,
    pub answers: i32,
}

/// Confines this process permanently. Without a channel, there are no pipes to protect. Returns a sentence for each
/// restriction that the system could not apply.
#[cfg(target_os = "linux")]
pub fn enter(bounds: &Bounds, places: &Places<'_>, channel: Option<Channel>) -> Vec<String> {
    let mut missing = resources::set_limits(bounds, Resource::As);
    if bounds.confined {
        // Landlock and seccomp both require this: a program started later gains no rights.
        let _ = rustix::thread::set_no_new_privs(true);
        missing.extend(files::confine(places, Right::Read).err());
        missing.extend(calls::confine(bounds.threads, channel).err());
    }
    missing
}

/// Confines this process, which is about to become a program in any language. Returns a sentence for each restriction
/// that the system could not apply.
///
/// A program may start other programs, to which the check of code addresses in `guard` does not apply. So this process
/// must have no open pipe to the engine except the program's own standard streams.
#[cfg(target_os = "linux")]
pub fn enter_program(bounds: &Bounds, places: &Places<'_>) -> Vec<String> {
    let mut missing = resources::set_limits(bounds, Resource::Data);
    if bounds.confined {
        let _ = rustix::thread::set_no_new_privs(true);
        missing.extend(files::confine(places, Right::Run).err());
        missing.extend(calls::confine_program(files::confines_signals()).err());
    }
    missing
}

#[cfg(not(target_os = "linux"))]
pub fn enter_program(bounds: &Bounds, _: &Places<'_>) -> Vec<String> {
    elsewhere(bounds, Resource::Data)
}

/// Applies no restrictions, because on systems other than Linux the engine only watches time and memory.
#[cfg(not(target_os = "linux"))]
pub fn enter(bounds: &Bounds, _: &Places<'_>, _: Option<Channel>) -> Vec<String> {
    elsewhere(bounds, Resource::As)
}

#[cfg(not(target_os = "linux"))]
fn elsewhere(bounds: &Bounds, memory: Resource) -> Vec<String> {
    let mut missing = resources::set_limits(bounds, memory);
    if bounds.confined {
        missing.push("This system has no sandbox for AIs: they can read and write what you can".to_string());
    }
    missing
}
