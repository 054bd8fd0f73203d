//! The name by which an AI knows its scratch folder: the same in each match, while the folder's own name is a new one each time.
//!
//! The folder is open as a descriptor with a fixed number, and a link of the system's leads from that number to the folder.

use std::path::{Path, PathBuf};

/// Below the engine's own descriptors, and far from those that an AI opens first.
const NUMBER: i32 = wag_sandbox::descriptors::OWN_FDS_FROM - 1;

/// What an AI finds as `TMPDIR` and `HOME`.
pub const SCRATCH_NAME: &str = "/proc/self/fd/199";

/// The name that stays the same, if there can be one. An AI that is not confined may start programs, which do not have the
/// descriptor: it gets the folder's own name.
pub fn given(folder: &Path, is_confined: bool) -> PathBuf {
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
    // SAFETY: nothing of this process is open under the number.
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
    fn name_and_number_belong_together() {
        assert!(SCRATCH_NAME.ends_with(&format!("/{NUMBER}")));
    }
}
