//! Temporary folders, which no other user can read. Runs that are killed leave theirs behind; the next run removes them.

use crate::scratch::tree;
use rustix::fd::OwnedFd;
use rustix::fs::{FlockOperation, Mode, flock, fstat, open};
use std::collections::BTreeSet;
use std::fs::Permissions;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::TempDir;
use wag_core::files::TEMPORARY_PREFIX;

/// A new folder, which is removed when the value is dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    folder: TempDir,
    open: OwnedFd,
    /// The process that has created the folder. Forks of it leave the folder alone.
    process: u32,
}

impl TemporaryFolder {
    /// Creates a folder in the system's folder for temporary files.
    pub fn new() -> io::Result<TemporaryFolder> {
        TemporaryFolder::new_in(&std::env::temp_dir())
    }

    /// Creates a folder in another one, for example to move its contents without copying them.
    pub fn new_in(parent: &Path) -> io::Result<TemporaryFolder> {
        remove_abandoned_once(parent);
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX).permissions(Permissions::from_mode(0o700));
        loop {
            let mut folder = builder.tempdir_in(parent)?;
            // Another folder may be at this path later, so only `drop` removes it.
            folder.disable_cleanup(true);
            // Until the folder is locked, another run may take it for abandoned and remove it.
            let open = match open(folder.path(), tree::FOLDER, Mode::empty()) {
                Err(rustix::io::Errno::NOENT) => continue,
                open => open?,
            };
            // The lock shows that the folder is in use. On systems without locks, no folder is taken for abandoned.
            let _ = flock(&open, FlockOperation::LockExclusive);
            if is_at(&open, folder.path())? {
                return Ok(TemporaryFolder { folder, open, process: std::process::id() });
            }
        }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn opened(&self) -> &OwnedFd {
        &self.open
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // This handles folders of any depth, and files that the owner may not read.
        if self.process == std::process::id() && is_at(&self.open, self.path()).unwrap_or(false) {
            let _ = rustix::fs::fchmod(&self.open, Mode::RWXU);
            tree::empty(&self.open);
            // This removes nothing but an empty folder.
            let _ = std::fs::remove_dir(self.path());
        }
    }
}

/// Returns whether an open folder is still at its path: neither removed nor moved away.
fn is_at(open: &OwnedFd, path: &Path) -> io::Result<bool> {
    let id = |about: &std::fs::Metadata| (about.dev(), about.ino());
    let open = std::fs::File::from(open.try_clone()?).metadata()?;
    Ok(path.symlink_metadata().is_ok_and(|about| id(&about) == id(&open)))
}

/// Removes abandoned folders, the first time that this process uses the folder `parent`.
fn remove_abandoned_once(parent: &Path) {
    static DONE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if DONE.lock().unwrap_or_else(PoisonError::into_inner).insert(parent.to_path_buf()) {
        remove_abandoned(parent);
    }
}

/// Removes this user's temporary folders that no process uses. Does nothing in a folder in which others could rename the
/// folders of this user.
fn remove_abandoned(parent: &Path) {
    let is_shared = |mode: u32| mode & 0o022 != 0 && mode & 0o1000 == 0;
    if parent.metadata().is_ok_and(|about| is_shared(about.mode())) {
        return;
    }
    let Ok(entries) = std::fs::read_dir(parent) else { return };
    let is_ours = |name: &std::ffi::OsStr| name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes());
    for path in entries.flatten().filter(|entry| is_ours(&entry.file_name())).map(|entry| entry.path()) {
        // The lock is held until the folder has been removed.
        if let Ok(Some(folder)) = locked_if_abandoned(&path) {
            log::debug!("{}, which a killed run has left, is removed", path.display());
            let _ = rustix::fs::fchmod(&folder, Mode::RWXU);
            tree::empty(&folder);
            let _ = std::fs::remove_dir(&path);
        }
    }
}

/// Opens and locks a folder of this user; `None` if it belongs to somebody else or is in use.
fn locked_if_abandoned(path: &Path) -> io::Result<Option<OwnedFd>> {
    let folder = open(path, tree::FOLDER, Mode::empty())?;
    let is_own = fstat(&folder)?.st_uid == rustix::process::geteuid().as_raw();
    let is_free = is_own && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok();
    Ok(is_free.then_some(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_abandoned_folders_of_this_user_are_removed() {
        let parent = tempfile::tempdir().unwrap();
        let path = |name: &str| parent.path().join(name);
        let used = TemporaryFolder::new_in(parent.path()).unwrap();
        let abandoned = path(&format!("{TEMPORARY_PREFIX}1"));
        std::fs::create_dir_all(abandoned.join("deep/er")).unwrap();
        std::fs::set_permissions(abandoned.join("deep"), Permissions::from_mode(0o000)).unwrap();
        for other in ["precious", ".precious"] {
            std::fs::create_dir(path(other)).unwrap();
            std::fs::write(path(other).join("canary"), "").unwrap();
        }
        let link = path(&format!("{TEMPORARY_PREFIX}2"));
        std::os::unix::fs::symlink(path("precious"), &link).unwrap();
        std::fs::write(path(&format!("{TEMPORARY_PREFIX}3")), "a file").unwrap();
        remove_abandoned(parent.path());
        assert!(!abandoned.exists(), "a killed run has left it");
        assert!(used.path().is_dir(), "it is in use");
        assert!(path("precious/canary").exists() && path(".precious/canary").exists());
        assert!(link.is_symlink() && path(&format!("{TEMPORARY_PREFIX}3")).exists());
        let place = used.path().to_path_buf();
        drop(used);
        assert!(!place.exists());
    }

    #[test]
    fn nobody_else_can_read_the_folder() {
        let folder = TemporaryFolder::new().unwrap();
        assert_eq!(folder.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
    }

    /// A folder that is moved away keeps its contents.
    #[test]
    fn moved_folder_is_kept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = TemporaryFolder::new_in(parent.path()).unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        std::fs::rename(folder.path(), parent.path().join("kept")).unwrap();
        drop(folder);
        assert!(parent.path().join("kept/file").exists());
    }

    /// Nothing is removed but the folder itself, whatever is at its path in the end.
    #[test]
    fn folder_in_its_place_is_kept() {
        let parent = tempfile::tempdir().unwrap();
        let folder = TemporaryFolder::new_in(parent.path()).unwrap();
        let place = folder.path().to_path_buf();
        std::fs::rename(&place, parent.path().join("kept")).unwrap();
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("canary"), "").unwrap();
        drop(folder);
        assert!(place.join("canary").exists());
    }

    /// Others can rename folders of this user there, such that they look abandoned.
    #[test]
    fn nothing_is_removed_where_others_can_rename() {
        let parent = tempfile::tempdir().unwrap();
        std::fs::set_permissions(parent.path(), Permissions::from_mode(0o777)).unwrap();
        let renamed = parent.path().join(format!("{TEMPORARY_PREFIX}1"));
        std::fs::create_dir(&renamed).unwrap();
        remove_abandoned(parent.path());
        assert!(renamed.exists());
        std::fs::set_permissions(parent.path(), Permissions::from_mode(0o1777)).unwrap();
        remove_abandoned(parent.path());
        assert!(!renamed.exists());
    }
}
