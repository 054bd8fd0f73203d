//! The folder in which a player may write, gone after the match.

use crate::worker::SCRATCH_PREFIX;
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Mode, OFlags, RawDir, SeekFrom, fchmod, open, seek, unlinkat};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use tempfile::TempDir;

/// A new folder, gone with the value.
pub struct Scratch {
    folder: TempDir,
    open: OwnedFd,
}

impl Scratch {
    pub fn new() -> io::Result<Scratch> {
        let folder = tempfile::Builder::new().prefix(SCRATCH_PREFIX).tempdir()?;
        let open = open(folder.path(), OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        Ok(Scratch { folder, open })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn opened(&self) -> &OwnedFd {
        &self.open
    }

    /// Removes the entry of this name, whatever it is.
    pub fn remove_named(&self, name: &str) {
        if let Ok(name) = CString::new(name) {
            self.remove(&name);
        }
    }

    /// Makes the folder accessible again, if a player has closed it.
    pub fn mend(&self) {
        let _ = fchmod(&self.open, Mode::RWXU);
    }

    /// Removes whatever is in it.
    pub fn empty(&self) {
        // Entries that go while they are listed can hide others: again, until nothing is found.
        while self.remove_listed().unwrap_or(false) {}
    }

    /// Whether anything has been removed.
    fn remove_listed(&self) -> rustix::io::Result<bool> {
        seek(&self.open, SeekFrom::Start(0))?;
        let mut space = [MaybeUninit::uninit(); 4096];
        let mut entries = RawDir::new(&self.open, &mut space);
        let mut removed = false;
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let name = entry.file_name();
            if name.to_bytes() != b"." && name.to_bytes() != b".." {
                removed |= self.remove(name);
            }
        }
        Ok(removed)
    }

    fn remove(&self, name: &CStr) -> bool {
        match unlinkat(&self.open, name, AtFlags::empty()) {
            // Only a player that is not confined makes folders.
            Err(Errno::ISDIR | Errno::PERM) => {
                let path = self.path().join(OsStr::from_bytes(name.to_bytes()));
                std::fs::remove_dir_all(path).is_ok()
            }
            result => result.is_ok(),
        }
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.mend();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_goes_and_the_folder_stays() {
        let scratch = Scratch::new().unwrap();
        for number in 0..1000 {
            std::fs::write(scratch.path().join(format!("file {number}")), "words").unwrap();
        }
        std::fs::create_dir_all(scratch.path().join("a/b/c")).unwrap();
        scratch.empty();
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
        std::fs::write(scratch.path().join("again"), "").unwrap();
        scratch.empty();
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
    }
}
