//! Keeps the files that a program has written, after its game is over.
//!
//! The files are untrusted: only regular files and folders are copied, no link is followed in the source or the target,
//! and the total size is limited by the capacity of the program's folder.

use super::tree::{FOLDER, each_listed};
use super::{Load, Scratch};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, FileType, Mode, OFlags, fstat, openat, statat};
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// The maximum depth of folders whose files are kept.
const DEPTH_MAX: usize = 64;
/// The maximum total size of the kept files, in bytes, if the size of files is not limited.
const BYTES_MAX: u64 = 1 << 30;

/// The values of a file by which a change is detected: its length and its modification time.
type Stamp = (i64, i64, i64);

/// The files that were in the folder at the beginning, by relative path.
#[derive(Debug, Default)]
pub struct Stamps(HashMap<PathBuf, Stamp>);

impl Stamps {
    pub fn of(scratch: &Scratch) -> Stamps {
        let mut stamps = Stamps::default();
        let mut note = |path: &Path, file: &File| {
            stamps.0.extend(stamp(file).map(|stamp| (path.to_path_buf(), stamp)));
            Ok(())
        };
        let _ = each_file(scratch.opened(), Path::new(""), 0, &mut note);
        stamps
    }

    fn has(&self, path: &Path, file: &File) -> bool {
        self.0.get(path).copied() == stamp(file) && self.0.contains_key(path)
    }
}

fn stamp(file: &File) -> Option<Stamp> {
    let stat = fstat(file).ok()?;
    Some((stat.st_size, stat.st_mtime, stat.st_mtime_nsec as i64))
}

/// Copies the new and changed files into a new folder named `target`. If that name is taken, a number is added to it.
/// Creates no folder if there are no such files.
pub fn keep(
    scratch: &Scratch,
    initial_contents: &Stamps,
    target: &Path,
    file_size: Option<u64>,
) -> io::Result<()> {
    let (mut files_left, mut bytes_left) =
        (Load::FILES_MAX, file_size.map_or(BYTES_MAX, |size| size.saturating_mul(Load::FULL_FILES_MAX)));
    let mut folder = None;
    let mut copy = |path: &Path, file: &File| {
        let length = file.metadata()?.len();
        if initial_contents.has(path, file) || files_left == 0 || length > bytes_left {
            return Ok(());
        }
        (files_left, bytes_left) = (files_left - 1, bytes_left - length);
        let folder = match &folder {
            Some(folder) => folder,
            None => folder.insert(new_folder(target)?),
        };
        let target = folder.join(path);
        target.parent().map_or(Ok(()), fs::create_dir_all)?;
        let mut into = File::create_new(target)?;
        io::copy(&mut file.take(length), &mut into).map(drop)
    };
    each_file(scratch.opened(), Path::new(""), 0, &mut copy)
}

/// Creates a folder with the given name, or with the first of the names `NAME-2`, `NAME-3` and so on that is free.
fn new_folder(target: &Path) -> io::Result<PathBuf> {
    target.parent().map_or(Ok(()), fs::create_dir_all)?;
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut number = 1;
    loop {
        let folder = match number {
            1 => target.to_path_buf(),
            _ => target.with_file_name(format!("{name}-{number}")),
        };
        match fs::create_dir(&folder) {
            Err(err) if err.kind() == io::ErrorKind::AlreadyExists => number += 1,
            made => return made.map(|()| folder),
        }
    }
}

/// Calls `found` for each regular file in a folder and its subfolders, with the file's relative path.
fn each_file(
    folder: &OwnedFd,
    at: &Path,
    depth: usize,
    found: &mut impl FnMut(&Path, &File) -> io::Result<()>,
) -> io::Result<()> {
    let mut names = Vec::new();
    each_listed(folder, |name, _| {
        names.push(name.to_owned());
        true
    })?;
    names.sort();
    for name in names {
        let path = at.join(OsStr::from_bytes(name.to_bytes()));
        let Ok(stat) = statat(folder, &name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::Directory if depth < DEPTH_MAX => {
                if let Ok(inner) = openat(folder, &name, FOLDER, Mode::empty()) {
                    each_file(&inner, &path, depth + 1, found)?;
                }
            }
            FileType::RegularFile => {
                let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
                if let Ok(file) = openat(folder, &name, flags, Mode::empty()) {
                    found(&path, &File::from(file))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn new_and_changed_files_are_copied() {
        let (mut scratch, target) = (Scratch::new().unwrap(), tempfile::tempdir().unwrap());
        let at = |name: &str| scratch.path().join(name);
        for name in ["same", "changed", "deep/er/same"] {
            fs::create_dir_all(at(name).parent().unwrap()).unwrap();
            fs::write(at(name), "before").unwrap();
        }
        symlink("/etc/passwd", at("link")).unwrap();
        scratch.initial_contents = Load::default();
        let initial_contents = Stamps::of(&scratch);
        let at = |name: &str| scratch.path().join(name);
        fs::write(at("changed"), "after, and longer").unwrap();
        fs::write(at("deep/er/new"), "new").unwrap();
        for number in ["", "-2"] {
            keep(&scratch, &initial_contents, &target.path().join("bot"), Some(1 << 20)).unwrap();
            let folder = target.path().join(format!("bot{number}"));
            assert_eq!(fs::read_to_string(folder.join("changed")).unwrap(), "after, and longer");
            assert_eq!(fs::read_to_string(folder.join("deep/er/new")).unwrap(), "new");
            for other in ["same", "link", "deep/er/same"] {
                assert!(folder.join(other).symlink_metadata().is_err(), "{other}");
            }
        }
        keep(&scratch, &Stamps::of(&scratch), &target.path().join("none"), None).unwrap();
        assert!(!target.path().join("none").exists(), "nothing new, no folder");
    }

    #[test]
    fn kept_size_is_limited() {
        let (scratch, target) = (Scratch::new().unwrap(), tempfile::tempdir().unwrap());
        for number in 0..9 {
            fs::write(scratch.path().join(number.to_string()), [1; 1000]).unwrap();
        }
        keep(&scratch, &Stamps::default(), &target.path().join("bot"), Some(1000)).unwrap();
        assert_eq!(fs::read_dir(target.path().join("bot")).unwrap().count(), 4);
    }
}
