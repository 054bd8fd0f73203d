//! The files of contests in the folder of the server. Their names are ids that the server made, or hashes.
//!
//! A file is written, then flushed, then renamed, then its folder is flushed. Only after that a transaction names it, so
//! that no row names a file that a crash has lost.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::Duration;
use wag_core::files::read;

/// The maximum size of a replay or log that is read back, in bytes.
const READ_MAX: u64 = 64 << 20;

/// The files of contests.
#[derive(Clone, Debug)]
pub struct ContestFiles {
    folder: PathBuf,
}

impl ContestFiles {
    /// `folder` is the folder of the server.
    pub fn new(folder: PathBuf) -> ContestFiles {
        ContestFiles { folder }
    }

    /// Returns the path of the file of a hand-in that is not checked yet.
    pub fn incoming(&self, hand_in: &str) -> PathBuf {
        self.folder.join("incoming").join(hand_in)
    }

    /// Returns the path of a canonical ZIP by its hash.
    pub fn blob(&self, sha256: &str) -> PathBuf {
        self.folder.join("blobs").join(sha256.get(..2).unwrap_or("00")).join(sha256)
    }

    pub fn replay(&self, id: &str) -> PathBuf {
        self.folder.join("replays").join(format!("{id}.wag"))
    }

    pub fn log(&self, id: &str, seat: usize) -> PathBuf {
        self.folder.join("logs").join(id).join(seat.to_string())
    }

    /// Returns the folder of an account's own files.
    pub fn workspace(&self, account: &str) -> PathBuf {
        self.folder.join("workspaces").join(account)
    }

    /// Stores a canonical ZIP under its hash.
    pub fn store_blob(&self, sha256: &str, zip: &[u8]) -> io::Result<()> {
        let path = self.blob(sha256);
        if path.is_file() { Ok(()) } else { write_durably(&path, zip) }
    }

    /// Stores the replay of a match and the logs of its seats.
    pub fn store_match(&self, id: &str, replay: &[u8], logs: &[String]) -> io::Result<()> {
        for (seat, log) in logs.iter().enumerate() {
            write_durably(&self.log(id, seat), log.as_bytes())?;
        }
        write_durably(&self.replay(id), replay)
    }

    /// Removes the replay and the logs of a match, if they are there.
    pub fn remove_match(&self, id: &str) -> io::Result<()> {
        let absent = |done: io::Result<()>| match done {
            Err(err) if err.kind() != io::ErrorKind::NotFound => Err(err),
            _ => Ok(()),
        };
        absent(fs::remove_file(self.replay(id)))?;
        absent(fs::remove_dir_all(self.folder.join("logs").join(id)))
    }

    pub fn read_replay(&self, id: &str) -> io::Result<Vec<u8>> {
        read(&self.replay(id), READ_MAX)
    }

    pub fn read_log(&self, id: &str, seat: usize) -> io::Result<Vec<u8>> {
        read(&self.log(id, seat), READ_MAX)
    }

    pub fn read_blob(&self, sha256: &str) -> io::Result<Vec<u8>> {
        read(&self.blob(sha256), READ_MAX)
    }

    /// Removes the uploads that are at least this old and not needed.
    pub fn remove_uploads(&self, age: Duration, is_needed: impl Fn(&str) -> bool) {
        remove_unneeded(&self.folder.join("incoming"), age, &is_needed);
    }

    /// Removes the canonical ZIPs that are at least this old and not needed.
    pub fn remove_blobs(&self, age: Duration, is_needed: impl Fn(&str) -> bool) {
        for folder in fs::read_dir(self.folder.join("blobs")).into_iter().flatten().flatten() {
            remove_unneeded(&folder.path(), age, &is_needed);
        }
    }
}

/// Removes the files of a folder that are at least this old and not needed.
fn remove_unneeded(folder: &Path, age: Duration, is_needed: &impl Fn(&str) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let Ok(about) = entry.metadata() else { continue };
        let is_old = about.modified().is_ok_and(|time| time.elapsed().unwrap_or_default() >= age);
        if about.is_file() && is_old && !is_needed(&entry.file_name().to_string_lossy()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Writes a file that replaces an existing one. When this returns, a crash does not lose it.
pub fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    make_folder(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let new = folder.join(format!(".{name}.new"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written?;
    File::open(folder)?.sync_all()
}

/// Makes a folder that only this user can open; its parent exists.
fn make_folder(folder: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(err) => Err(err),
        Ok(()) => folder.parent().map_or(Ok(()), |parent| File::open(parent)?.sync_all()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn only_old_files_that_nobody_needs_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for part in ["blobs", "incoming", "blobs/ab"] {
            fs::create_dir(folder.path().join(part)).unwrap();
        }
        let files = ContestFiles::new(folder.path().into());
        let old = std::time::SystemTime::now() - Duration::from_secs(7200);
        for (name, is_old) in [
            ("incoming/a", true),
            ("incoming/b", true),
            ("incoming/c", false),
            ("blobs/ab/a", true),
            ("blobs/ab/b", true),
        ] {
            let file = File::create(folder.path().join(name)).unwrap();
            if is_old {
                file.set_modified(old).unwrap();
            }
        }
        let hour = Duration::from_secs(3600);
        files.remove_uploads(hour, |name| name == "b");
        files.remove_blobs(hour, |name| name == "b");
        let names = ["incoming/a", "incoming/b", "incoming/c", "blobs/ab/a", "blobs/ab/b"];
        let left = || names.into_iter().filter(|name| folder.path().join(name).exists()).collect::<Vec<_>>();
        assert_eq!(left(), ["incoming/b", "incoming/c", "blobs/ab/b"]);
        // Nothing arrives at the start of a server.
        files.remove_uploads(Duration::ZERO, |name| name == "b");
        assert_eq!(left(), ["incoming/b", "blobs/ab/b"]);
    }

    #[test]
    fn files_are_closed_to_others_and_replaced_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        for part in ["blobs", "replays", "logs"] {
            fs::create_dir(folder.path().join(part)).unwrap();
        }
        let files = ContestFiles::new(folder.path().into());
        let logs = ["one".to_string(), "two".to_string()];
        files.store_match("m", b"first", &logs).unwrap();
        files.store_match("m", b"again", &logs).unwrap();
        files.store_blob("abc", b"zip").unwrap();
        assert_eq!(files.read_replay("m").unwrap(), b"again");
        assert_eq!(files.read_log("m", 1).unwrap(), b"two");
        assert_eq!(files.read_blob("abc").unwrap(), b"zip");
        for (path, mode) in
            [(files.replay("m"), 0o600), (files.log("m", 0), 0o600), (folder.path().join("logs/m"), 0o700)]
        {
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, mode, "{}", path.display());
        }
        assert_eq!(
            fs::read_dir(folder.path().join("replays")).unwrap().count(),
            1,
            "no temporary file stays"
        );
    }
}
