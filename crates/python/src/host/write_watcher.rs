//! Detects writes to some files, and new files in a folder. The watcher only adds one entry to a call of `poll`,
//! whereas checking the files would take one system call per file.

#[cfg(target_os = "linux")]
use rustix::fd::AsRawFd;
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
#[cfg(target_os = "linux")]
use rustix::fs::inotify as changes;
#[cfg(target_os = "linux")]
use std::sync::Mutex;
use wag_sandbox::scratch::Scratch;

/// A watcher of some files and a folder.
pub struct WriteWatcher {
    events: OwnedFd,
    /// The numbers of the watches that the system has assigned.
    #[cfg(target_os = "linux")]
    watched: Vec<i32>,
}

/// Unused watchers from finished matches. Their watches are removed. Closing a watcher takes up to 25 ms, reusing it
/// takes no time.
#[cfg(target_os = "linux")]
static IDLE: Mutex<Vec<OwnedFd>> = Mutex::new(Vec::new());

/// The size of the buffer for events, in bytes. It has room for one event with the longest possible name.
#[cfg(target_os = "linux")]
const EVENTS: usize = 4096;

#[cfg(target_os = "linux")]
impl WriteWatcher {
    /// Starts to watch these files and this folder. Returns `None` if the system does not report all writes. That is
    /// tested by writing to the files, so they must be empty.
    pub fn of(files: [&OwnedFd; 2], folder: &Scratch) -> Option<WriteWatcher> {
        let flags = changes::CreateFlags::NONBLOCK | changes::CreateFlags::CLOEXEC;
        let idle = IDLE.lock().ok().and_then(|mut idle| idle.pop());
        let events = idle.or_else(|| changes::init(flags).ok())?;
        let mut write_watcher = WriteWatcher { events, watched: Vec::new() };
        write_watcher.forget();
        let reports_all = files.into_iter().all(|file| write_watcher.reports_writes_to(file))
            && write_watcher.reports_new_files_in(folder);
        reports_all.then_some(write_watcher)
    }

    fn watch(&mut self, what: &OwnedFd, flags: changes::WatchFlags) -> bool {
        let number = changes::add_watch(&self.events, format!("/proc/self/fd/{}", what.as_raw_fd()), flags);
        self.watched.extend(number);
        number.is_ok()
    }

    fn reports_writes_to(&mut self, file: &OwnedFd) -> bool {
        let is_watched = self.watch(file, changes::WatchFlags::MODIFY)
            && rustix::io::write(file, b"?").is_ok()
            && self.forget();
        rustix::fs::ftruncate(file, 0).is_ok() && self.forget() && is_watched
    }

    fn reports_new_files_in(&mut self, folder: &Scratch) -> bool {
        use changes::WatchFlags as Flags;
        let made = Flags::CREATE | Flags::MOVED_TO | Flags::MODIFY | Flags::ATTRIB;
        let is_watched = self.watch(folder.opened(), made)
            && std::fs::write(folder.path().join("try"), "").is_ok()
            && self.forget();
        folder.remove_named("try");
        is_watched
    }

    /// Returns a descriptor that becomes readable when a watched file or the folder has changed.
    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.events.as_fd()
    }

    /// Discards all events so far. Returns true if there were any.
    pub fn forget(&self) -> bool {
        let (mut events, mut has_seen) = ([0; EVENTS], false);
        while matches!(rustix::io::read(&self.events, &mut events), Ok(count) if count > 0) {
            has_seen = true;
        }
        has_seen
    }
}

#[cfg(target_os = "linux")]
impl Drop for WriteWatcher {
    fn drop(&mut self) {
        for number in self.watched.drain(..) {
            // A deleted file has no watch any more.
            let _ = changes::remove_watch(&self.events, number);
        }
        if let (Ok(events), Ok(mut idle)) = (self.events.try_clone(), IDLE.lock()) {
            idle.push(events);
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl WriteWatcher {
    pub fn of(_: [&OwnedFd; 2], _: &Scratch) -> Option<WriteWatcher> {
        None
    }

    pub fn descriptor(&self) -> BorrowedFd<'_> {
        self.events.as_fd()
    }

    pub fn forget(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn writes_are_detected() {
        use super::*;
        use rustix::io::write;
        let files = [(); 2].map(|()| OwnedFd::from(tempfile::tempfile().unwrap()));
        let scratch = Scratch::new().unwrap();
        let write_watcher = WriteWatcher::of([&files[0], &files[1]], &scratch).unwrap();
        assert!(!write_watcher.forget());
        write(&files[1], b"words").unwrap();
        assert!(write_watcher.forget() && !write_watcher.forget());
        std::fs::write(scratch.path().join("file"), "").unwrap();
        assert!(write_watcher.forget());
        std::fs::remove_file(scratch.path().join("file")).unwrap();
        assert!(!write_watcher.forget());
        let elsewhere = tempfile::NamedTempFile::new().unwrap();
        std::fs::hard_link(elsewhere.path(), scratch.path().join("link")).unwrap();
        assert!(write_watcher.forget());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn reused_watcher_has_no_old_events() {
        use super::*;
        use rustix::io::write;
        let files = [(); 4].map(|()| OwnedFd::from(tempfile::tempfile().unwrap()));
        let scratch = Scratch::new().unwrap();
        let first = WriteWatcher::of([&files[0], &files[1]], &scratch).unwrap();
        write(&files[0], b"words").unwrap();
        drop(first);
        let next_scratch = Scratch::new().unwrap();
        let next = WriteWatcher::of([&files[2], &files[3]], &next_scratch).unwrap();
        write(&files[0], b"words").unwrap();
        std::fs::write(scratch.path().join("file"), "").unwrap();
        assert!(!next.forget());
        write(&files[2], b"words").unwrap();
        assert!(next.forget());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn unreported_writes_are_noticed() {
        use super::*;
        use rustix::io::write;
        let memory = rustix::fs::memfd_create("memory", rustix::fs::MemfdFlags::CLOEXEC).unwrap();
        let file = OwnedFd::from(tempfile::tempfile().unwrap());
        let closed = WriteWatcher::of([&file, &memory], &Scratch::new().unwrap());
        // Kernels before 6.14 report writes to memory files, too.
        if let Some(write_watcher) = closed {
            write(&memory, b"words").unwrap();
            assert!(write_watcher.forget());
        }
    }
}
