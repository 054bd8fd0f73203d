//! The folder of the server: its lock, its modes and its parts.

use super::access_log::ACCESS;
use super::config::CONFIG;
use super::deleted_persons::DELETED;
use super::errors::HostError;
use crate::installed_games;
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// The name of the database in the folder.
pub const DATABASE: &str = "wag.db";

/// The folders in the folder.
pub const PARTS: [&str; 8] =
    ["workspaces", "blobs", "replays", "logs", "incoming", "jobs", "worksheets", installed_games::FOLDER];

/// The locked folder of a server. Nobody but the server's user can read it.
pub struct HostFolder {
    path: PathBuf,
    /// The locked file; the lock ends with the process.
    _lock: File,
}

impl HostFolder {
    /// Opens a folder, or makes a new one, and locks it.
    pub fn open(path: &Path) -> Result<HostFolder, HostError> {
        let failed = |fault| HostError::Folder { folder: path.to_path_buf(), fault };
        make(path).map_err(failed)?;
        let path = path.canonicalize().map_err(failed)?;
        let is_new = !path.join(DATABASE).exists();
        if is_new && has_other_files(&path).map_err(failed)? {
            return Err(HostError::NotEmpty(path));
        }
        check_owner(&path, is_new)?;
        let lock = lock(&path)?;
        for part in PARTS {
            make(&path.join(part)).map_err(failed)?;
        }
        Ok(HostFolder { path, _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Makes a folder that only this user can read, unless it exists.
fn make(path: &Path) -> io::Result<()> {
    match DirBuilder::new().mode(0o700).create(path) {
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists && path.is_dir() => Ok(()),
        made => made,
    }
}

fn has_other_files(path: &Path) -> io::Result<bool> {
    let own = |name: &str| PARTS.contains(&name) || ["lock", CONFIG, DELETED, ACCESS].contains(&name);
    for entry in fs::read_dir(path)? {
        if entry?.file_name().to_str().is_none_or(|name| !own(name)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Checks that the folder is ours and closed to others. A new one is closed; one with a database that was open to others
/// is not closed quietly, because somebody may have read it.
fn check_owner(path: &Path, is_new: bool) -> Result<(), HostError> {
    let failed = |fault| HostError::Folder { folder: path.to_path_buf(), fault };
    let found = fs::metadata(path).map_err(failed)?;
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(HostError::NotOurs(path.to_path_buf()));
    }
    match found.mode() & 0o077 {
        0 => Ok(()),
        _ if is_new => fs::set_permissions(path, fs::Permissions::from_mode(0o700)).map_err(failed),
        _ => Err(HostError::OpenToOthers(path.to_path_buf())),
    }
}

fn lock(path: &Path) -> Result<File, HostError> {
    let failed = |fault| HostError::Folder { folder: path.to_path_buf(), fault };
    let mut options = OpenOptions::new();
    let file =
        options.read(true).write(true).create(true).truncate(false).mode(0o600).open(path.join("lock"));
    let file = file.map_err(failed)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => Ok(file),
        Err(rustix::io::Errno::WOULDBLOCK) => Err(HostError::Locked(path.to_path_buf())),
        Err(err) => Err(failed(err.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_folder_is_closed_to_others_and_locked() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("school");
        let folder = HostFolder::open(&path).unwrap();
        assert!(matches!(HostFolder::open(&path), Err(HostError::Locked(_))));
        for path in PARTS.iter().map(|part| path.join(part)).chain([path.clone()]) {
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700, "{}", path.display());
        }
        assert_eq!(fs::metadata(path.join("lock")).unwrap().mode() & 0o777, 0o600);
        drop(folder);
        assert!(HostFolder::open(&path).is_ok());
    }

    #[test]
    fn folders_of_others_and_with_other_files_are_refused() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("home");
        fs::create_dir(&path).unwrap();
        fs::write(path.join("letter.txt"), "").unwrap();
        assert!(matches!(HostFolder::open(&path), Err(HostError::NotEmpty(_))));
        fs::rename(path.join("letter.txt"), path.join(DATABASE)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
        assert!(matches!(HostFolder::open(&path), Err(HostError::OpenToOthers(_))));
        assert!(matches!(HostFolder::open(&path.join(DATABASE)), Err(HostError::Folder { .. })));
    }
}
