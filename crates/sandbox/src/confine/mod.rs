//! What an AI's process may do: less and less, until only its own turn is left.
//!
//! Entered once by each worker, after it knows whose AI it is and before any line of it runs. Nothing here can be undone
//! from inside. What a system lacks is told, never an error: the match is played all the same (docs/security.md).

use crate::Bounds;
#[cfg(target_os = "linux")]
use files::Right;
use rustix::process::Resource;
use std::path::{Path, PathBuf};

pub use own_folder::open as open_folder;
pub use private_tmp::TmpFolder;
#[cfg(target_os = "linux")]
pub use private_tmp::unshare_user;

#[cfg(target_os = "linux")]
pub use files::is_system;

/// Elsewhere nothing is closed.
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

/// Where an AI may read and write.
#[derive(Debug, Default)]
pub struct Places<'a> {
    /// Files and folders with all that is below them.
    pub readable: &'a [PathBuf],
    /// Folders whose names may be listed.
    pub listable: &'a [PathBuf],
    /// The folder of its own for files, flat; emptied after each turn.
    pub scratch: Option<&'a Path>,
}

/// The descriptors of the pipes to the engine.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    pub requests: i32,
    pub answers: i32,
}

/// Confines this process for good; answers what the system could not be asked to do, in sentences.
#[cfg(target_os = "linux")]
pub fn enter(bounds: &Bounds, places: &Places<'_>, channel: Channel) -> Vec<String> {
    let mut missing = resources::hold_to(bounds, Resource::As);
    if bounds.confined {
        // Landlock needs it as much as seccomp: a program started later gains nothing.
        let _ = rustix::thread::set_no_new_privs(true);
        missing.extend(files::confine(places, Right::Read).err());
        missing.extend(calls::confine(bounds.threads, channel).err());
    }
    missing
}

/// Confines this process, which is about to become a program in any language; answers as [`enter`].
///
/// A program may start others, which its own place in memory says nothing of: no pipe to the engine may be open here
/// but those that are its own standard streams.
#[cfg(target_os = "linux")]
pub fn enter_program(bounds: &Bounds, places: &Places<'_>) -> Vec<String> {
    let mut missing = resources::hold_to(bounds, Resource::Data);
    if bounds.confined {
        let _ = rustix::thread::set_no_new_privs(true);
        missing.extend(files::confine(places, Right::Run).err());
        missing.extend(calls::confine_program(files::keeps_signals_in()).err());
    }
    missing
}

#[cfg(not(target_os = "linux"))]
pub fn enter_program(bounds: &Bounds, _: &Places<'_>) -> Vec<String> {
    elsewhere(bounds, Resource::Data)
}

/// Elsewhere the engine's own watch over time and memory is all there is.
#[cfg(not(target_os = "linux"))]
pub fn enter(bounds: &Bounds, _: &Places<'_>, _: Channel) -> Vec<String> {
    elsewhere(bounds, Resource::As)
}

#[cfg(not(target_os = "linux"))]
fn elsewhere(bounds: &Bounds, memory: Resource) -> Vec<String> {
    let mut missing = resources::hold_to(bounds, memory);
    if bounds.confined {
        missing.push("This system has no sandbox for AIs: they can read and write what you can".to_string());
    }
    missing
}
