//! Puts a program's own files into its working folder. The program finds them there under their names and may overwrite
//! them.
//!
//! Files are copied until the copies reach a maximum size; the remaining files are read-only links. Folders are created
//! as folders, so that a program can write in them. Very large folders and targets of links become links. Every file
//! that the program may read is present in one of these ways, and no other file is: links that lead out of the player's
//! folder are not followed.

use rustix::fs::{Mode, OFlags, open};
use std::collections::HashSet;
use std::fs::{self, DirEntry, File};
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use wag_sandbox::open_folder;

/// The maximum total size of the files to copy, in bytes.
const COPIED_MAX: u64 = 32 << 20;
/// The maximum number of entries in subfolders that are put into the working folder one by one.
const INNER_MAX: usize = 2000;
/// The maximum depth of subfolders whose entries are put into the working folder one by one.
const DEPTH_MAX: usize = 16;

/// Puts the entries of the folders in `homes` into `folder`, except those in `closed`. If several of them have the same
/// name, the first one counts.
///
/// Leaves out entries for which this fails. The program notices that they are missing.
pub fn lay_out(folder: &Path, homes: &[PathBuf], closed: &[PathBuf]) {
    let mut layout = Layout { open: HashSet::new(), bytes_left: COPIED_MAX, entries_left: INNER_MAX };
    for home in homes {
        layout.open = open_folder(home, closed).readable.into_iter().collect();
        layout.fill(folder, entries(home), 0);
    }
}

struct Layout {
    /// The paths in the current home that may be read: files, and folders with everything below them.
    open: HashSet<PathBuf>,
    bytes_left: u64,
    entries_left: usize,
}

/// Returns the entries of a folder that are not hidden, sorted by name.
fn entries(folder: &Path) -> Vec<DirEntry> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<DirEntry> = found.filter(|entry| !is_hidden(entry)).collect();
    found.sort_by_key(DirEntry::file_name);
    found
}

/// Returns whether an entry is hidden. Hidden entries must be found here, because a folder with very many entries is
/// readable as a whole.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

impl Layout {
    fn fill(&mut self, folder: &Path, entries: Vec<DirEntry>, depth: usize) {
        for entry in entries {
            let Ok(place) = entry.path().canonicalize() else { continue };
            let at = folder.join(entry.file_name());
            let is_taken = at.symlink_metadata().is_ok_and(|about| !about.is_dir());
            if !is_taken && (self.is_open(&place) || place.is_dir()) {
                let _ = self.lay(&entry, &place, &at, depth);
            }
        }
    }

    fn is_open(&self, place: &Path) -> bool {
        place.ancestors().any(|place| self.open.contains(place))
    }

    fn lay(&mut self, entry: &DirEntry, place: &Path, at: &Path, depth: usize) -> io::Result<()> {
        let about = entry.file_type()?;
        if about.is_dir() {
            return self.lay_folder(place, at, depth);
        }
        if !self.is_open(place) {
            return Ok(());
        }
        if place.is_file() && self.copy(place, at)? { Ok(()) } else { symlink(place, at) }
    }

    /// Puts a folder into the working folder. If it is not open as a whole, only its open entries are put there.
    fn lay_folder(&mut self, place: &Path, at: &Path, depth: usize) -> io::Result<()> {
        let inner = entries(place);
        let is_small = depth < DEPTH_MAX && inner.len() <= self.entries_left;
        if !is_small {
            return if self.is_open(place) { symlink(place, at) } else { Ok(()) };
        }
        self.entries_left -= inner.len();
        let is_wanted = self.is_open(place) || self.open.iter().any(|open| open.starts_with(place));
        if is_wanted && !at.is_dir() {
            fs::create_dir(at)?;
        }
        if is_wanted {
            self.fill(at, inner, depth + 1);
        }
        Ok(())
    }

    /// Copies a file if it is small enough and not a program. Programs are only started, not written. Returns whether
    /// it was copied.
    fn copy(&mut self, place: &Path, at: &Path) -> io::Result<bool> {
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut file = File::from(open(place, flags, Mode::empty())?);
        let about = file.metadata()?;
        if !about.is_file() || about.len() > self.bytes_left {
            return Ok(false);
        }
        let may_be_started = about.permissions().mode() & 0o111 != 0;
        if may_be_started && is_program(&mut file)? {
            return Ok(false);
        }
        self.bytes_left -= about.len();
        // Limit the length in case the file has grown meanwhile.
        io::copy(&mut File::open(place)?.take(about.len()), &mut File::create_new(at)?)?;
        Ok(true)
    }
}

/// Returns whether the system could execute this file. The execute permission is not enough, since on some disks every
/// file has it.
fn is_program(file: &mut File) -> io::Result<bool> {
    let mut beginning = Vec::new();
    file.take(4).read_to_end(&mut beginning)?;
    Ok(beginning.starts_with(b"#!") || beginning == b"\x7fELF")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> =
            names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn files_are_copied_except_closed_ones() {
        let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (home, folder) = (home.path().canonicalize().unwrap(), folder.path());
        for (name, text) in [
            ("book", "1 0"),
            ("board.dat", "R"),
            (".key", "k"),
            ("foe.log", "l"),
            ("data/deep/table", "t"),
            ("data/.hidden", "h"),
            ("data/old.wag", "w"),
            ("run", "#!/bin/sh\n"),
            ("on-a-foreign-disk", "text"),
        ] {
            fs::create_dir_all(home.join(name).parent().unwrap()).unwrap();
            fs::write(home.join(name), text).unwrap();
        }
        for name in ["run", "on-a-foreign-disk"] {
            fs::set_permissions(home.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        symlink("board.dat", home.join("also")).unwrap();
        symlink("book", home.join("other")).unwrap();
        symlink("/etc/passwd", home.join("data/out")).unwrap();
        symlink("..", home.join("data/up")).unwrap();
        fs::write(folder.join("other"), "before").unwrap();
        lay_out(folder, std::slice::from_ref(&home), &[home.join("board.dat")]);
        assert_eq!(names(folder), ["book", "data", "on-a-foreign-disk", "other", "run"]);
        assert_eq!(
            (names(&folder.join("data")), names(&folder.join("data/deep"))),
            (vec!["deep".to_string()], vec!["table".to_string()])
        );
        for name in ["book", "data/deep/table", "on-a-foreign-disk"] {
            let at = folder.join(name);
            assert!(at.symlink_metadata().unwrap().is_file(), "{name}");
            fs::write(at, "changed").unwrap();
            assert_ne!(fs::read_to_string(home.join(name)).unwrap(), "changed");
        }
        assert_eq!(fs::read_link(folder.join("run")).unwrap(), home.join("run"));
        assert_eq!(fs::read_to_string(folder.join("other")).unwrap(), "before");
    }

    #[test]
    fn many_files_are_copied_within_limit() {
        let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for number in 0..600 {
            fs::write(home.path().join(format!("{number:03}")), vec![0; 60 << 10]).unwrap();
        }
        fs::create_dir(home.path().join("large")).unwrap();
        for number in 0..=INNER_MAX {
            fs::write(home.path().join(format!("large/{number}")), "").unwrap();
        }
        lay_out(folder.path(), &[home.path().to_path_buf()], &[]);
        let about: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap()).collect();
        assert_eq!(about.len(), 601);
        let copied: u64 = about.iter().filter(|about| about.is_file()).map(fs::Metadata::len).sum();
        assert!((COPIED_MAX - (60 << 10)..=COPIED_MAX).contains(&copied), "{copied}");
        assert_eq!(names(&folder.path().join("large")).len(), INNER_MAX + 1);
    }
}
