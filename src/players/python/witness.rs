//! Whether anybody has written to some files, or made one in a folder, since that was last asked: known at the cost of one
//! more entry in a call of `poll`, where looking at each of them would take a call of its own.

use crate::players::scratch::Scratch;
use rustix::fd::{BorrowedFd, OwnedFd};

/// Sees whatever is written.
pub struct Witness(OwnedFd);

#[cfg(target_os = "linux")]
mod linux {
    use super::*;
    use rustix::fd::{AsFd, AsRawFd};
    use rustix::fs::inotify::{CreateFlags, WatchFlags, add_watch, init};
    use rustix::io::{read, write};

    /// More than one event with the longest name.
    const EVENTS: usize = 4096;

    impl Witness {
        /// `None` where the system does not tell of all of them: it is tried, so the files have to be empty.
        pub fn of(files: [&OwnedFd; 2], folder: &Scratch) -> Option<Witness> {
            let witness = Witness(init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).ok()?);
            let tells_all =
                files.into_iter().all(|file| witness.tells_of_file(file)) && witness.tells_of_folder(folder);
            tells_all.then_some(witness)
        }

        fn watch(&self, what: &OwnedFd, flags: WatchFlags) -> bool {
            add_watch(&self.0, format!("/proc/self/fd/{}", what.as_raw_fd()), flags).is_ok()
        }

        fn tells_of_file(&self, file: &OwnedFd) -> bool {
            let is_told = self.watch(file, WatchFlags::MODIFY) && write(file, b"?").is_ok() && self.forget();
            rustix::fs::ftruncate(file, 0).is_ok() && self.forget() && is_told
        }

        fn tells_of_folder(&self, folder: &Scratch) -> bool {
            let made = WatchFlags::CREATE | WatchFlags::MOVED_TO | WatchFlags::MODIFY | WatchFlags::ATTRIB;
            let is_told = self.watch(folder.opened(), made)
                && std::fs::write(folder.path().join("try"), "").is_ok()
                && self.forget();
            folder.remove_named("try");
            is_told
        }

        /// Becomes readable when something has been written.
        pub fn sees(&self) -> BorrowedFd<'_> {
            self.0.as_fd()
        }

        /// From now on only what is new counts; whether there was anything.
        pub fn forget(&self) -> bool {
            let (mut events, mut has_seen) = ([0; EVENTS], false);
            while matches!(read(&self.0, &mut events), Ok(count) if count > 0) {
                has_seen = true;
            }
            has_seen
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn whatever_is_written_is_seen() {
            let files = [(); 2].map(|()| OwnedFd::from(tempfile::tempfile().unwrap()));
            let scratch = Scratch::new().unwrap();
            let witness = Witness::of([&files[0], &files[1]], &scratch).unwrap();
            assert!(!witness.forget());
            write(&files[1], b"words").unwrap();
            assert!(witness.forget() && !witness.forget());
            std::fs::write(scratch.path().join("file"), "").unwrap();
            assert!(witness.forget());
            std::fs::remove_file(scratch.path().join("file")).unwrap();
            assert!(!witness.forget());
            let elsewhere = tempfile::NamedTempFile::new().unwrap();
            std::fs::hard_link(elsewhere.path(), scratch.path().join("link")).unwrap();
            assert!(witness.forget());
        }

        #[test]
        fn what_the_system_does_not_tell_of_is_found_out() {
            let memory = rustix::fs::memfd_create("memory", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
            let file = OwnedFd::from(tempfile::tempfile().unwrap());
            let closed = Witness::of([&file, &memory], &Scratch::new().unwrap());
            // Kernels of before 6.14 tell of files in memory, too.
            if let Some(witness) = closed {
                write(&memory, b"words").unwrap();
                assert!(witness.forget());
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Witness {
    pub fn of(_: [&OwnedFd; 2], _: &Scratch) -> Option<Witness> {
        None
    }

    pub fn sees(&self) -> BorrowedFd<'_> {
        rustix::fd::AsFd::as_fd(&self.0)
    }

    pub fn forget(&self) -> bool {
        true
    }
}
