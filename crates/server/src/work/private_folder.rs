//! Files that the server writes into the private folder of a worker, which the worker can change at the same time.
//!
//! A worker that was taken over could put a link there. The server would follow it outside of the worker's namespace, so each
//! step is opened beneath the one before, and no link is followed.

use rustix::fs::{AtFlags, Mode, OFlags, mkdirat, open, openat, statat, unlinkat};
use rustix::io::Errno;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::path::Path;

/// An open folder into which the server writes.
pub struct PrivateFolder(OwnedFd);

const FOLDER: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl PrivateFolder {
    /// Opens or makes the folder `name` in the private folder of a worker. The error is that of a link if it is one.
    pub fn below(private: &Path, name: &str) -> io::Result<PrivateFolder> {
        let private = open(private, FOLDER, Mode::empty())?;
        match mkdirat(&private, name, Mode::RWXU) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(err) => return Err(err.into()),
        }
        Ok(PrivateFolder(openat(&private, name, FOLDER, Mode::empty())?))
    }

    /// Returns whether there is anything with this name.
    pub fn has(&self, name: &str) -> bool {
        statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Copies a file into the folder, in place of what has this name.
    pub fn copy(&self, file: &Path, name: &str) -> io::Result<()> {
        io::copy(&mut wag_core::files::open_to_read(file)?, &mut self.create(name)?).map(drop)
    }

    /// Writes a file into the folder, in place of what has this name.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.create(name)?.write_all(bytes)
    }

    /// Makes a new file. `name` is one name, which the server has chosen.
    fn create(&self, name: &str) -> io::Result<File> {
        if name.is_empty() || name.starts_with('.') || name.contains('/') {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        match unlinkat(&self.0, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => {}
            Err(err) => return Err(err.into()),
        }
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        Ok(openat(&self.0, name, flags, Mode::RUSR | Mode::WUSR)?.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_of_a_worker_lead_nowhere() {
        let home = tempfile::tempdir().unwrap();
        let (private, outside) = (home.path().join("w1"), home.path().join("outside"));
        fs::create_dir(&private).unwrap();
        fs::create_dir(&outside).unwrap();
        let victim = outside.join("victim");
        fs::write(&victim, "kept").unwrap();
        let folder = PrivateFolder::below(&private, "files").unwrap();
        let path = private.join("files/a.zip");
        // A link to a file that exists, and one to a file that does not.
        for target in [victim.clone(), outside.join("new")] {
            drop(fs::remove_file(&path));
            symlink(&target, &path).unwrap();
            assert!(folder.has("a.zip"));
            folder.write("a.zip", b"given").unwrap();
            assert!(fs::symlink_metadata(&path).unwrap().is_file());
            assert_eq!(fs::read(&path).unwrap(), b"given");
        }
        // A link in place of the folder, before and after it was opened.
        symlink(&outside, private.join("links")).unwrap();
        assert!(PrivateFolder::below(&private, "links").is_err());
        fs::rename(private.join("files"), private.join("moved")).unwrap();
        symlink(&outside, private.join("files")).unwrap();
        folder.write("b.zip", b"given").unwrap();
        assert!(private.join("moved/b.zip").is_file());
        for name in ["", "..", "../x", "/etc/x", "a/b", ".hidden"] {
            assert!(folder.write(name, b"x").is_err(), "{name}");
        }
        assert_eq!(fs::read(&victim).unwrap(), b"kept");
        assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
    }
}
