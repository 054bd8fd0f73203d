//! Measures and removes the contents of a player's folder.
//!
//! The contents are untrusted, and the player may still be writing. No link is followed, and the number of folders that
//! are open at the same time is limited, however deep they are nested.

use super::{Load, Stamp};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, SeekFrom, openat, renameat, seek, statat, unlinkat,
};
use rustix::io::Errno;
use std::ffi::{CStr, CString, OsStr};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The maximum depth of folders. If there are deeper ones, the contents count as too much.
const DEPTH_MAX: usize = 64;

/// The flags that open a folder for listing. With these flags, a link to a folder is not opened.
pub const FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC).union(OFlags::NOFOLLOW);

/// Measures the contents of a folder and everything below it, up to `files_max` entries.
pub fn load(folder: &OwnedFd, files_max: usize) -> Load {
    let mut load = Load::default();
    add(folder, 0, files_max, &mut load);
    load
}

fn add(folder: &OwnedFd, depth: usize, files_max: usize, load: &mut Load) {
    // Folders that can't be listed are noticed at the end of the turn.
    let _ = each_listed(folder, |name, kind| {
        // Links take no space, and there may be many.
        let stat = (kind != FileType::Symlink).then(|| statat(folder, name, AtFlags::SYMLINK_NOFOLLOW).ok());
        let stat = stat.flatten();
        load.add(stat.map_or(0, |stat| 512 * stat.st_blocks as u64));
        let is_folder = stat.is_some_and(|stat| FileType::from_raw_mode(stat.st_mode).is_dir());
        if is_folder && depth >= DEPTH_MAX {
            load.add_files(files_max);
        } else if is_folder && let Ok(inner) = open_folder(folder, name) {
            add(&inner, depth + 1, files_max, load);
        }
        load.files <= files_max
    });
}

/// Removes all contents of a folder. Returns their amount.
pub fn empty(folder: &OwnedFd) -> Load {
    let (mut load, mut removed, mut number) = (Load::default(), true, 0);
    // Entries removed during a listing can hide others, so this repeats until nothing is found.
    while removed {
        removed = false;
        let _ = each_listed(folder, |name, _| {
            let stat = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW);
            let size = stat.map_or(0, |stat| 512 * stat.st_blocks as u64);
            if remove(folder, name, &mut number) {
                load.add(size);
                removed = true;
            }
            true
        });
    }
    load
}

/// Removes an entry of any kind, with everything in it.
pub fn remove_named(folder: &OwnedFd, name: &CStr) {
    let mut number = 0;
    let mut removed = remove(folder, name, &mut number) && number > 0;
    // Its subfolders have been moved into this folder.
    while removed {
        removed = false;
        let _ = each_listed(folder, |name, _| {
            let is_moved = name.to_bytes().starts_with(MOVED.as_bytes());
            removed |= is_moved && remove(folder, name, &mut number);
            true
        });
    }
}

/// Removes the entries of a folder and its subfolders for which `is_kept` returns false. `is_kept` receives the path of
/// the entry within the folder, and its stamp. Subfolders are looked through if they are kept themselves.
pub fn retain(folder: &OwnedFd, at: &Path, is_kept: &mut impl FnMut(&Path, FileType, Stamp) -> bool) {
    let (mut removed, mut inner) = (Vec::new(), Vec::new());
    let _ = each_listed(folder, |name, _| {
        let path = at.join(OsStr::from_bytes(name.to_bytes()));
        let Ok(stat) = statat(folder, name, AtFlags::SYMLINK_NOFOLLOW) else { return true };
        let kind = FileType::from_raw_mode(stat.st_mode);
        if !is_kept(&path, kind, Stamp::of_stat(&stat)) {
            removed.push(name.to_owned());
        } else if kind.is_dir() {
            inner.push((name.to_owned(), path));
        }
        true
    });
    for name in removed {
        remove_named(folder, &name);
    }
    for (name, path) in inner {
        if let Ok(opened) = open_folder(folder, &name) {
            retain(&opened, &path, is_kept);
        }
    }
}

fn remove(folder: &OwnedFd, name: &CStr, number: &mut u64) -> bool {
    match unlinkat(folder, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM) => {
            let emptied = open_folder(folder, name).is_ok_and(|inner| flatten(&inner, folder, number));
            emptied && unlinkat(folder, name, AtFlags::REMOVEDIR).is_ok()
        }
        result => result.is_ok(),
    }
}

/// The prefix of the names of folders that were moved and are to be removed.
const MOVED: &str = ".wag-moved-";

/// Empties a folder: removes its files, and moves non-empty subfolders up, so that they are removed later.
fn flatten(inner: &OwnedFd, folder: &OwnedFd, number: &mut u64) -> bool {
    let mut is_empty = false;
    while !is_empty {
        let (mut moved, mut left) = (false, false);
        let listed = each_listed(inner, |name, _| {
            let gone = unlinkat(inner, name, AtFlags::empty()).is_ok()
                || unlinkat(inner, name, AtFlags::REMOVEDIR).is_ok()
                || move_up(inner, name, folder, number);
            moved |= gone;
            left |= !gone;
            true
        });
        if listed.is_err() || left && !moved {
            return false;
        }
        is_empty = !moved && !left;
    }
    true
}

fn move_up(inner: &OwnedFd, name: &CStr, folder: &OwnedFd, number: &mut u64) -> bool {
    // Moving a folder requires the permission to write in it.
    let _ = open_folder(inner, name);
    for _ in 0..100 {
        *number += 1;
        let Ok(free) = CString::new(format!("{MOVED}{number}")) else { return false };
        match statat(folder, &free, AtFlags::SYMLINK_NOFOLLOW) {
            Err(Errno::NOENT) => return renameat(inner, name, folder, &free).is_ok(),
            _ => continue,
        }
    }
    false
}

/// Opens a subfolder, and makes it accessible again if a player has changed its permissions.
fn open_folder(folder: &OwnedFd, name: &CStr) -> rustix::io::Result<OwnedFd> {
    match open_within(folder, name, FOLDER) {
        Err(Errno::ACCESS) => {}
        Ok(opened) if is_writable(&opened) => return Ok(opened),
        Ok(_) => {}
        err => return err,
    }
    // With `PATH`, this opens no file and follows no link, so only the folder itself can be changed.
    let place = open_within(folder, name, OFlags::PATH | FOLDER)?;
    let path = format!("/proc/self/fd/{}", place.as_raw_fd());
    let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700));
    open_within(folder, name, FOLDER)
}

/// Opens a subfolder; on Linux from 5.6 on, none in which another file system or folder is mounted.
fn open_within(folder: &OwnedFd, name: &CStr, flags: OFlags) -> rustix::io::Result<OwnedFd> {
    #[cfg(target_os = "linux")]
    match rustix::fs::openat2(folder, name, flags, Mode::empty(), rustix::fs::ResolveFlags::NO_XDEV) {
        Err(Errno::NOSYS | Errno::PERM) => {}
        opened => return opened,
    }
    openat(folder, name, flags, Mode::empty())
}

fn is_writable(folder: &OwnedFd) -> bool {
    rustix::fs::fstat(folder).is_ok_and(|stat| stat.st_mode & 0o700 == 0o700)
}

/// Calls `wants_more` with each name in a folder and its kind (if known) until `wants_more` returns false.
pub fn each_listed(
    folder: &OwnedFd,
    mut wants_more: impl FnMut(&CStr, FileType) -> bool,
) -> rustix::io::Result<()> {
    seek(folder, SeekFrom::Start(0))?;
    let mut space = [MaybeUninit::uninit(); 4096];
    let mut entries = RawDir::new(folder, &mut space);
    while let Some(entry) = entries.next() {
        let entry = entry?;
        let name = entry.file_name();
        let is_own = name.to_bytes() != b"." && name.to_bytes() != b"..";
        if is_own && !wants_more(name, entry.file_type()) {
            break;
        }
    }
    Ok(())
}
