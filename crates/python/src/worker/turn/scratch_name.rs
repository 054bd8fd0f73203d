//! A path to the scratch folder that is the same in each match, although the folder's own name is different each time.
//!
//! The folder is open as a descriptor with a fixed number, and `/proc/self/fd` contains a link from that number to the
//! folder.

use std::path::{Path, PathBuf};

/// The descriptor of the scratch folder. Its number is below those of the engine's own descriptors, and far above those
/// that an AI opens first.
const NUMBER: i32 = wag_sandbox::descriptors::OWN_FDS_FROM - 1;

/// The path that an AI finds in `TMPDIR` and `HOME`.
pub const SCRATCH_NAME: &str = "/proc/self/fd/199";

/// Returns the fixed path, if possible. An AI that is not confined may start other programs, in which the descriptor is
/// not open, so it gets the folder's own path.
pub fn path_for_ai(folder: &Path, is_confined: bool) -> PathBuf {
    let steady = Path::new(SCRATCH_NAME);
    match is_confined && keep_open(folder) && steady.is_dir() {
        true => steady.to_path_buf(),
        false => folder.to_path_buf(),
    }
}

#[cfg(target_os = "linux")]
fn keep_open(folder: &Path) -> bool {
    use rustix::fd::AsRawFd;
    use rustix::fs::{Mode, OFlags, open};
    let Ok(opened) = open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty()) else {
        return false;
    };
    // SAFETY: this process has no open descriptor with this number.
    unsafe { libc::dup3(opened.as_raw_fd(), NUMBER, libc::O_CLOEXEC) == NUMBER }
}

#[cfg(not(target_os = "linux"))]
fn keep_open(_: &Path) -> bool {
    let _ = NUMBER;
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scratch_name_contains_descriptor_number() {
        assert!(SCRATCH_NAME.ends_with(&format!("/{NUMBER}")));
    }
}
