//! The folder in which a player may write, removed after the match.

mod keep;
mod stamp;
pub(crate) mod tree;

use crate::temporary::TemporaryFolder;
use keep::Stamps;
use rustix::fd::OwnedFd;
use rustix::fs::{FileType, Mode, fchmod};
use std::ffi::CString;
use std::io;
use std::path::{Path, PathBuf};
use wag_i18n::{Message, message, t};

pub use stamp::Stamp;

/// A new folder for a player, which is removed when the value is dropped.
pub struct Scratch {
    folder: TemporaryFolder,
    /// The number and size of the files that were in the folder before the player began.
    initial_contents: Load,
    keep: Option<(KeepRequest, Stamps)>,
}

/// A request to keep a player's files, and the limits for that.
#[derive(Clone, Debug)]
pub struct KeepRequest {
    /// The folder to create. If it exists, a number is appended to its name.
    pub folder: PathBuf,
    /// The maximum size of a file, in bytes. All files together may be four times as large.
    pub file_size: Option<u64>,
}

/// The number and total size of the files in a folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Load {
    files: usize,
    /// The disk space that the files take, in bytes.
    bytes: u64,
}

impl Load {
    const FILES_MAX: usize = 4000;
    /// The maximum total size of all files, as a multiple of the maximum size of one.
    const FULL_FILES_MAX: u64 = 4;

    fn add(&mut self, bytes: u64) {
        self.add_files(1);
        self.bytes = self.bytes.saturating_add(bytes);
    }

    fn add_files(&mut self, count: usize) {
        self.files = self.files.saturating_add(count);
    }

    fn without(self, initial_contents: Load) -> Load {
        Load {
            files: self.files.saturating_sub(initial_contents.files),
            bytes: self.bytes.saturating_sub(initial_contents.bytes),
        }
    }

    pub fn is_empty(self) -> bool {
        self.files == 0
    }

    /// Returns a description of the excess if these files exceed the limits that are derived from the maximum size of a
    /// file.
    pub fn too_much(self, file_size: Option<u64>) -> Option<Message> {
        let bytes_max = file_size?.saturating_mul(Self::FULL_FILES_MAX);
        let is_too_much = self.files > Self::FILES_MAX || self.bytes > bytes_max;
        is_too_much.then(|| {
            message!(
                "the player's writable folder held more than %{files} files or %{mb} MB",
                files = Self::FILES_MAX,
                mb = bytes_max >> 20
            )
        })
    }
}

impl Scratch {
    pub fn new() -> io::Result<Scratch> {
        Ok(Scratch { folder: TemporaryFolder::new()?, initial_contents: Load::default(), keep: None })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn opened(&self) -> &OwnedFd {
        self.folder.opened()
    }

    /// Removes the entry with this name, of any kind.
    pub fn remove_named(&self, name: &str) {
        if let Ok(name) = CString::new(name) {
            tree::remove_named(self.opened(), &name);
        }
    }

    /// Makes the folder accessible again, in case a player has changed its permissions.
    pub fn restore_permissions(&self) {
        let _ = fchmod(self.opened(), Mode::RWXU);
    }

    /// Measures the files that the player has added, up to a maximum amount.
    pub fn load(&self) -> Load {
        tree::load(self.opened(), Load::FILES_MAX.saturating_add(self.initial_contents.files))
            .without(self.initial_contents)
    }

    /// Excludes the present contents from all measurements.
    pub fn note_contents(&mut self) {
        self.initial_contents = tree::load(self.opened(), usize::MAX);
    }

    /// Begins a match. If there is a `keep` request, the files that the player writes from now on are kept at the end.
    pub fn begin(&mut self, keep: Option<KeepRequest>) {
        self.keep = keep.map(|keep| (keep, Stamps::of(self)));
    }

    /// Keeps the player's files if that was requested. Only the first call has an effect.
    pub fn keep(&mut self) {
        let Some((keep, initial_contents)) = self.keep.take() else { return };
        self.restore_permissions();
        if let Err(err) = keep::keep(self, &initial_contents, &keep.folder, keep.file_size) {
            let folder = keep.folder.display();
            log::warn!("{}", t!("some files could not be saved in %{folder}: %{fault}", folder, fault = err));
        }
    }

    /// Removes the files, links and folders for which `is_kept` returns false. `is_kept` receives the path of the entry
    /// within the folder.
    pub fn retain(&self, mut is_kept: impl FnMut(&Path, FileType, Stamp) -> bool) {
        tree::retain(self.opened(), Path::new(""), &mut is_kept);
    }

    /// Returns true if a changed file always has another stamp. File systems in memory do not note the changes of
    /// programs that map a file.
    pub fn stamps_show_all_changes(&self) -> bool {
        /// The numbers of ext2 to ext4, XFS and Btrfs.
        #[cfg(target_os = "linux")]
        const ON_DISKS: [u64; 3] = [0xef53, 0x5846_5342, 0x9123_683e];
        #[cfg(target_os = "linux")]
        return rustix::fs::fstatfs(self.opened())
            .is_ok_and(|about| ON_DISKS.contains(&(about.f_type as u64)));
        #[cfg(not(target_os = "linux"))]
        false
    }

    /// Removes all contents. Returns their amount.
    pub fn empty(&self) -> Load {
        tree::empty(self.opened())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.keep();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_removes_everything_but_the_folder() {
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
    fn deep_folders_are_counted_and_removed() {
        let scratch = Scratch::new().unwrap();
        let deep = "d/".repeat(60);
        std::fs::create_dir_all(scratch.path().join(&deep)).unwrap();
        std::fs::write(scratch.path().join(&deep).join("file"), [1; 9000]).unwrap();
        assert_eq!(scratch.load().files, 61);
        assert!(scratch.load().bytes >= 9000);
        // Deeper than the longest possible path.
        let mut inner = rustix::fs::open(scratch.path(), tree::FOLDER, Mode::empty()).unwrap();
        for _ in 0..5000 {
            let _ = rustix::fs::mkdirat(&inner, "d", Mode::RWXU);
            inner = rustix::fs::openat(&inner, "d", tree::FOLDER, Mode::empty()).unwrap();
        }
        assert!(scratch.load().too_much(Some(1 << 30)).is_some());
        scratch.empty();
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
    }

    #[test]
    fn inaccessible_folders_are_counted_and_removed() {
        let scratch = Scratch::new().unwrap();
        std::fs::create_dir_all(scratch.path().join("a/b")).unwrap();
        std::fs::write(scratch.path().join("a/b/file"), "").unwrap();
        for name in ["a/b", "a"] {
            let closed = std::os::unix::fs::PermissionsExt::from_mode(0o0);
            std::fs::set_permissions(scratch.path().join(name), closed).unwrap();
        }
        assert_eq!(scratch.load().files, 3);
        scratch.remove_named("a");
        assert_eq!(std::fs::read_dir(scratch.path()).unwrap().count(), 0);
    }

    #[test]
    fn initial_contents_are_not_counted() {
        let mut scratch = Scratch::new().unwrap();
        (0..3).for_each(|number| std::fs::write(scratch.path().join(number.to_string()), [1; 100]).unwrap());
        scratch.note_contents();
        assert!(scratch.load().is_empty());
        std::fs::write(scratch.path().join("new"), "").unwrap();
        assert_eq!(scratch.load().files, 1);
    }

    #[test]
    fn files_and_disk_space_are_counted() {
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
