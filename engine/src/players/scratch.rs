//! The folder in which a player may write, gone after the match.

use crate::files::SCRATCH_PREFIX;
use rustix::fd::OwnedFd;
use rustix::fs::{
    AtFlags, FlockOperation, Mode, OFlags, RawDir, SeekFrom, fchmod, flock, fstat, open, seek, statat,
    unlinkat,
};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Once;
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// A new folder, gone with the value.
pub struct Scratch {
    folder: TempDir,
    open: OwnedFd,
}

/// What lies in the folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    files: usize,
    /// Of the disk.
    bytes: u64,
}

impl Load {
    const FILES_MAX: usize = 4000;
    /// All files together take so many times what one may be long.
    const FULL_FILES_MAX: u64 = 4;

    fn add(&mut self, bytes: u64) {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(bytes);
    }

    pub fn is_empty(self) -> bool {
        self.files == 0
    }

    /// In words, if it is more than what is allowed where no file is longer than this.
    pub fn too_much(self, file_size: Option<u64>) -> Option<String> {
        let bytes_max = file_size?.saturating_mul(Self::FULL_FILES_MAX);
        let is_too_much = self.files > Self::FILES_MAX || self.bytes > bytes_max;
        is_too_much.then(|| {
            format!(
                "the folder it may write in held more than {} files or {} MB",
                Self::FILES_MAX,
                bytes_max >> 20
            )
        })
    }
}

impl Scratch {
    pub fn new() -> io::Result<Scratch> {
        static ONCE: Once = Once::new();
        ONCE.call_once(clear_abandoned);
        let folder = tempfile::Builder::new().prefix(SCRATCH_PREFIX).tempdir()?;
        let open = open(folder.path(), FOLDER, Mode::empty())?;
        // As long as somebody has it open, it is in use. Where there are no locks, nothing is cleared either.
        let _ = flock(&open, FlockOperation::NonBlockingLockExclusive);
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

    /// What is in it; of very much only so much.
    pub fn load(&self) -> Load {
        let mut load = Load::default();
        // What can't be listed is found out when the turn is over.
        let _ = self.each_listed(|name| {
            load.add(self.size(name));
            load.files <= Load::FILES_MAX
        });
        load
    }

    /// Removes whatever is in it, and answers what that was.
    pub fn empty(&self) -> Load {
        let (mut load, mut removed) = (Load::default(), true);
        // Entries that go while they are listed can hide others: again, until nothing is found.
        while removed {
            removed = false;
            let _ = self.each_listed(|name| {
                let size = self.size(name);
                if self.remove(name) {
                    load.add(size);
                    removed = true;
                }
                true
            });
        }
        load
    }

    /// Calls for each name, as long as more are wanted.
    fn each_listed(&self, mut wants_more: impl FnMut(&CStr) -> bool) -> rustix::io::Result<()> {
        seek(&self.open, SeekFrom::Start(0))?;
        let mut space = [MaybeUninit::uninit(); 4096];
        let mut entries = RawDir::new(&self.open, &mut space);
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let name = entry.file_name();
            let is_own = name.to_bytes() != b"." && name.to_bytes() != b"..";
            if is_own && !wants_more(name) {
                break;
            }
        }
        Ok(())
    }

    /// What a file takes of the disk, in bytes.
    fn size(&self, name: &CStr) -> u64 {
        let stat = statat(&self.open, name, AtFlags::SYMLINK_NOFOLLOW);
        stat.map_or(0, |stat| 512 * stat.st_blocks as u64)
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

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW);
/// One that is younger may not be locked yet.
const ABANDONED_AFTER: Duration = Duration::from_secs(60);

/// Removes the folders of engines that were killed.
fn clear_abandoned() {
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    let names =
        entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(SCRATCH_PREFIX));
    for path in names.map(|entry| entry.path()) {
        if is_abandoned(&path).unwrap_or(false) {
            log::debug!("{} of a match that was killed is removed", path.display());
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

fn is_abandoned(path: &Path) -> io::Result<bool> {
    let folder = open(path, FOLDER, Mode::empty())?;
    let stat = fstat(&folder)?;
    let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(stat.st_mtime.max(0) as u64);
    let is_old = changed.elapsed().is_ok_and(|age| age > ABANDONED_AFTER);
    let is_own = stat.st_uid == rustix::process::geteuid().as_raw();
    Ok(is_own && is_old && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok())
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
    fn only_what_nobody_has_open_any_more_is_abandoned() {
        let age = |path: &Path, seconds: i64| {
            let then = rustix::fs::Timespec { tv_sec: seconds, tv_nsec: 0 };
            let times = rustix::fs::Timestamps { last_access: then, last_modification: then };
            rustix::fs::utimensat(rustix::fs::CWD, path, &times, AtFlags::empty()).unwrap();
        };
        let scratch = Scratch::new().unwrap();
        let path = scratch.path().to_path_buf();
        age(&path, 1000);
        assert!(!is_abandoned(&path).unwrap(), "it is in use");
        let killed = tempfile::Builder::new().prefix(SCRATCH_PREFIX).tempdir().unwrap();
        assert!(!is_abandoned(killed.path()).unwrap(), "it may be about to be used");
        age(killed.path(), 1000);
        assert!(is_abandoned(killed.path()).unwrap());
        let link = killed.path().join("link");
        std::os::unix::fs::symlink(killed.path(), &link).unwrap();
        assert!(is_abandoned(&link).is_err(), "links are not followed");
    }

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
    #[test]
    fn files_and_what_they_take_are_counted() {
        let scratch = Scratch::new().unwrap();
        let put =
            |name: &str, length: usize| std::fs::write(scratch.path().join(name), vec![1; length]).unwrap();
        let is_too_much = |load: Load| load.too_much(Some(1 << 20)).is_some();
        (0..4000).for_each(|number| put(&number.to_string(), 0));
        assert!(!is_too_much(scratch.load()));
        put("one more", 0);
        assert!(is_too_much(scratch.load()) && is_too_much(scratch.empty()) && !is_too_much(scratch.load()));
        (0..5).for_each(|number| put(&number.to_string(), 1 << 20));
        assert!(is_too_much(scratch.load()) && scratch.load().too_much(None).is_none());
        assert!(is_too_much(scratch.empty()) && !is_too_much(scratch.empty()));
    }
}
