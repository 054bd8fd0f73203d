//! The working folder of a program. The engine writes requests and reads an answer there. The program can leave notes,
//! which stay until the game ends.
//!
//! The contents are untrusted: no link is followed, no read can block, and the amount read is bounded. While the engine
//! works in the folder, none of the program's processes is running.

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, statat};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use wag_sandbox::scratch::{KeepRequest, Load, Scratch};

pub struct Folder {
    scratch: Scratch,
}

/// The reason why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    Missing,
    /// The answer is not a regular file but, for example, a link, a folder or a pipe.
    NoFile,
    Unreadable(Errno),
}

impl Folder {
    pub fn new() -> io::Result<Folder> {
        Ok(Folder { scratch: Scratch::new()? })
    }

    pub fn path(&self) -> &Path {
        self.scratch.path()
    }

    /// Records that the program's own files are now in the folder; see [`Scratch::begin`].
    pub fn begin(&mut self, keep: Option<KeepRequest>) {
        self.scratch.begin(keep);
    }

    fn open(&self) -> &OwnedFd {
        self.scratch.opened()
    }

    /// Writes a file. Replaces whatever has its name.
    pub fn write(&self, name: &str, text: &str) -> io::Result<()> {
        self.remove(name);
        let new = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(self.open(), name, new, Mode::from(0o644))?;
        File::from(file).write_all(text.as_bytes())
    }

    pub fn remove(&self, name: &str) {
        self.scratch.remove_named(name);
    }

    /// Reads up to `bytes_max` bytes of a regular file. If the file is longer, returns one more byte.
    pub fn read(&self, name: &str, bytes_max: usize) -> Result<Vec<u8>, NoAnswer> {
        let no_answer = |err| match err {
            Errno::NOENT => NoAnswer::Missing,
            Errno::LOOP => NoAnswer::NoFile,
            err => NoAnswer::Unreadable(err),
        };
        // Check before opening: opening a device may have effects, and opening a pipe may block.
        let seen = statat(self.open(), name, AtFlags::SYMLINK_NOFOLLOW).map_err(no_answer)?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        if FileType::from_raw_mode(seen.st_mode) != FileType::RegularFile {
            return Err(NoAnswer::NoFile);
        }
        let file = openat(self.open(), name, flags, Mode::empty()).map_err(no_answer)?;
        let opened = fstat(&file).map_err(no_answer)?;
        if FileType::from_raw_mode(opened.st_mode) != FileType::RegularFile {
            return Err(NoAnswer::NoFile);
        }
        let mut bytes = Vec::new();
        let read = File::from(file).take(bytes_max as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|err| NoAnswer::Unreadable(Errno::from_io_error(&err).unwrap_or(Errno::IO)))?;
        Ok(bytes)
    }

    /// Measures the number and the size of the files in the folder, up to a limit.
    pub fn load(&self) -> Load {
        self.scratch.load()
    }

    /// Removes everything in the folder.
    pub fn empty(&self) {
        self.scratch.empty();
    }

    /// Restores the permissions of the folder, which the program may have changed.
    pub fn restore_permissions(&self) {
        self.scratch.restore_permissions();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn file_is_read_up_to_limit() {
        let folder = Folder::new().unwrap();
        assert_eq!(folder.read("answer", 4), Err(NoAnswer::Missing));
        for (text, read) in [("", ""), ("1234", "1234"), ("123456789", "12345")] {
            folder.write("answer", text).unwrap();
            assert_eq!(folder.read("answer", 4).unwrap(), read.as_bytes());
        }
    }

    #[test]
    fn only_regular_files_are_read() {
        let (folder, secret) = (Folder::new().unwrap(), tempfile::NamedTempFile::new().unwrap());
        std::fs::write(&secret, "1 0 1 1").unwrap();
        symlink(&secret, folder.path().join("link")).unwrap();
        std::fs::create_dir_all(folder.path().join("folder/deep")).unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for name in ["link", "folder", "pipe"] {
            assert_eq!(folder.read(name, 9), Err(NoAnswer::NoFile), "{name}");
            folder.write(name, "new").unwrap();
            assert_eq!(folder.read(name, 9).unwrap(), b"new", "{name}");
        }
        assert_eq!(std::fs::read_to_string(secret.path()).unwrap(), "1 0 1 1");
    }
}
