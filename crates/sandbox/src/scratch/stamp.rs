//! The state of a file, by which a later change is detected.

use rustix::fs::Stat;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The identity, the size, the mode and the times of a file. A file that has another stamp has changed or is another
/// file. The system alone sets the time of the last change, so no program can restore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp {
    device: u64,
    inode: u64,
    size: u64,
    mode: u32,
    /// Seconds and nanoseconds since 1970.
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    pub fn of(about: &Metadata) -> Stamp {
        Stamp {
            device: about.dev(),
            inode: about.ino(),
            size: about.size(),
            mode: about.mode(),
            modified: (about.mtime(), about.mtime_nsec()),
            changed: (about.ctime(), about.ctime_nsec()),
        }
    }

    /// Returns the stamp of a file that was looked up without opening it.
    #[allow(clippy::unnecessary_cast, reason = "the types of these fields differ between systems")]
    pub(super) fn of_stat(stat: &Stat) -> Stamp {
        Stamp {
            device: stat.st_dev as u64,
            inode: stat.st_ino as u64,
            size: stat.st_size as u64,
            mode: stat.st_mode as u32,
            modified: (stat.st_mtime as i64, stat.st_mtime_nsec as i64),
            changed: (stat.st_ctime as i64, stat.st_ctime_nsec as i64),
        }
    }

    /// Returns true if the file has changed so recently that another change might not change its stamp, because the
    /// clocks of file systems are coarse.
    pub fn is_fresh(&self) -> bool {
        let (seconds, nanoseconds) = self.changed.max(self.modified);
        let tick = if nanoseconds == 0 { Duration::from_secs(2) } else { Duration::from_millis(50) };
        let changed = Duration::new(seconds.unsigned_abs(), nanoseconds as u32);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now < changed + tick
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn changed_and_replaced_files_have_other_stamps() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let stamp = || Stamp::of(&path.symlink_metadata().unwrap());
        fs::write(&path, "one").unwrap();
        let before = stamp();
        assert_eq!(stamp(), before);
        assert!(before.is_fresh());
        fs::write(folder.path().join("other"), "two").unwrap();
        fs::rename(folder.path().join("other"), &path).unwrap();
        assert_ne!(stamp(), before, "the same size, but another file");
        let old = SystemTime::now() - Duration::from_secs(3600);
        fs::File::options().write(true).open(&path).unwrap().set_modified(old).unwrap();
        assert!(stamp().is_fresh(), "the time of the change is new although the other one is old");
        let old = Stamp { changed: (1, 1), ..stamp() };
        assert!(!old.is_fresh());
    }
}
