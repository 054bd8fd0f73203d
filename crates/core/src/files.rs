//! Reading and writing in folders with untrusted content.
//!
//! A link in place of a file could redirect a write to another of the user's files; a pipe or a device could block the
//! engine. So this module writes only to regular files, without following a link in the last component of the path, and
//! reads only regular files.

use rustix::fs::{FileType, Mode, OFlags, fstat, open};
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Component, Path};

/// The flags for opening files of unknown kind: opening a pipe or a device with them neither blocks nor affects the
/// terminal.
const NONBLOCKING: OFlags = OFlags::NONBLOCK.union(OFlags::NOCTTY).union(OFlags::CLOEXEC);

/// The prefix of the names of temporary folders.
pub const TEMPORARY_PREFIX: &str = ".wag-tmp-";

/// The maximum number of files of one player that come from a stranger, in a hand-in or in a replay.
pub const PLAYER_FILES_MAX: usize = 1000;
/// The maximum total size of these files, in bytes.
pub const PLAYER_BYTES_MAX: u64 = 32 << 20;

/// The prefix of the names of pages that lead the user's browser to the client, and contain its token.
pub const CLIENT_PAGE_PREFIX: &str = "wag-client-";

/// Returns whether players may not read this entry of a folder: a hidden file, a log, a replay, the folder of automatic
/// replays, the folder of a class's submissions or a page with the client's token.
pub fn is_closed_to_players(entry: &Path) -> bool {
    let name = entry.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.starts_with('.')
        || name.starts_with(CLIENT_PAGE_PREFIX)
        || name.ends_with(".log")
        || name.ends_with(".wag")
        || name == "saves"
        || name == "submissions"
}

/// Opens a file for writing without changing its content; creates it if it is missing.
///
/// # Errors
/// Returns system errors, and an error for a link, pipe, device or folder in place of the file.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | NONBLOCKING;
    match open(path, flags, Mode::from(0o666)) {
        Ok(file) => regular(file.into()),
        // The system's errors for a link, and for a pipe without a reader.
        Err(rustix::io::Errno::LOOP | rustix::io::Errno::NXIO) => Err(not_regular()),
        Err(err) => Err(err.into()),
    }
}

/// Checks that the path is a regular file or does not exist, so that writing to it affects nothing else.
pub fn check_place(path: &Path) -> io::Result<()> {
    match path.symlink_metadata() {
        Ok(about) if about.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(about) if !about.is_file() => Err(not_regular()),
        _ => Ok(()),
    }
}

/// Writes a whole file. Atomically replaces an existing file or link of that name.
///
/// # Errors
/// Returns system errors, and an error if there is a pipe, device or folder of that name. The existing file is then
/// left unchanged.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace(path, |file| file.write_all(bytes))
}

/// Writes a whole file as [`write`] does; a callback writes the contents.
pub fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    if let Ok(about) = path.symlink_metadata()
        && !about.is_file()
        && !about.is_symlink()
    {
        return Err(if about.is_dir() { io::ErrorKind::IsADirectory.into() } else { not_regular() });
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let replaced = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file);
    // The user's umask applies to the mode of a new file. One that replaces another is closed to other users until it is
    // complete, because they could keep it open.
    let mode = if replaced.is_some() { 0o600 } else { 0o666 };
    let mode = std::os::unix::fs::PermissionsExt::from_mode(mode);
    let mut new = tempfile::Builder::new().prefix(".wag-").permissions(mode).tempfile_in(folder)?;
    fill(new.as_file_mut())?;
    if let Some(replaced) = replaced {
        keep_mode(new.as_file(), &replaced)?;
    }
    new.persist(path)?;
    Ok(())
}

/// Gives a new file the mode of the file that it replaces, and its owner and group if the system allows that. Without
/// them, a set-user-id bit would give the program the rights of somebody else.
fn keep_mode(new: &File, replaced: &std::fs::Metadata) -> io::Result<()> {
    let owners = |about: &std::fs::Metadata| (about.uid(), about.gid());
    let kept = owners(&new.metadata()?) == owners(replaced)
        || std::os::unix::fs::fchown(new, Some(replaced.uid()), Some(replaced.gid())).is_ok();
    let mode = replaced.mode() & if kept { 0o7777 } else { 0o777 };
    // Writing and a new owner clear the bits, so this comes last.
    new.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(mode))
}

/// Renames a file. Never replaces another one.
///
/// # Errors
/// Returns system errors, and `AlreadyExists` if there is an entry with the new name.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
            // The file system cannot do this.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
    }
    link_and_remove(from, to)
}

/// Renames a file on a file system that cannot refuse to replace another one.
fn link_and_remove(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::hard_link(from, to)?;
    std::fs::remove_file(from)
}

/// Creates a folder and its parents. The last component must not be a link.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    check_folder(folder)
}

/// Creates a folder that only this user can open, or closes an existing one to others.
///
/// # Errors
/// Returns system errors, and `PermissionDenied` if the folder belongs to somebody else.
pub fn create_private_folder(folder: &Path) -> io::Result<()> {
    let created = std::fs::DirBuilder::new().mode(0o700).create(folder);
    match created {
        Err(err) if err.kind() == io::ErrorKind::AlreadyExists => {
            // With `NOFOLLOW`, a link in its place is not opened.
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | NONBLOCKING;
            let folder = open(folder, flags, Mode::empty())?;
            if rustix::fs::fstat(&folder)?.st_uid != rustix::process::geteuid().as_raw() {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            Ok(rustix::fs::fchmod(&folder, Mode::RWXU)?)
        }
        created => created,
    }
}

/// Checks that the last component of a folder's path is not a link, which would redirect writes.
pub fn check_folder(folder: &Path) -> io::Result<()> {
    // A path that ends in `.` or `/` has no last component that could be a link.
    let is_named = matches!(folder.components().next_back(), Some(Component::Normal(_)));
    if is_named && folder.is_symlink() { Err(not_regular()) } else { Ok(()) }
}

/// Returns whether a path is inside a folder once all links are resolved. The last components of the path need not
/// exist.
pub fn is_beneath(folder: &Path, path: &Path) -> bool {
    let (Ok(folder), Ok(path)) = (folder.canonicalize(), std::path::absolute(path)) else { return false };
    let Some(place) = path.ancestors().find(|place| place.symlink_metadata().is_ok()) else { return false };
    let missing = path.strip_prefix(place).unwrap_or(&path);
    let is_plain = missing.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain && place.canonicalize().is_ok_and(|place| place.starts_with(&folder))
}

/// Opens a regular file for reading. Does not block if the path is something else.
///
/// A pipe from the user's shell (`/dev/stdin`, `/dev/fd/63`) is also allowed.
pub fn open_to_read(path: &Path) -> io::Result<File> {
    let file = File::from(open(path, OFlags::RDONLY | NONBLOCKING, Mode::empty())?);
    if path.starts_with("/dev") && file_type(&file)? != FileType::CharacterDevice {
        let flags = rustix::fs::fcntl_getfl(&file)?;
        rustix::fs::fcntl_setfl(&file, flags - OFlags::NONBLOCK)?;
        return Ok(file);
    }
    regular(file)
}

/// Reads the first `bytes_max` bytes of a regular file. Returns one byte more if the file is longer.
pub fn read_start(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_to_read(path)?.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a regular file of at most `bytes_max` bytes.
///
/// # Errors
/// Returns system errors, and an error if the file is longer.
pub fn read(path: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let bytes = read_start(path, bytes_max)?;
    if bytes.len() as u64 > bytes_max { Err(too_long(bytes_max)) } else { Ok(bytes) }
}

/// Reads a text file of at most `bytes_max` bytes.
pub fn read_text(path: &Path, bytes_max: u64) -> io::Result<String> {
    String::from_utf8(read(path, bytes_max)?).map_err(|err| io::Error::new(io::ErrorKind::InvalidData, err))
}

/// Reads a regular file of at most `bytes_max` bytes from an untrusted folder. Follows links only if they stay within
/// the folder.
pub fn read_beneath(folder: &Path, name: &Path, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = regular(open_beneath(folder, name)?)?;
    file.take(bytes_max.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max { Err(too_long(bytes_max)) } else { Ok(bytes) }
}

#[cfg(target_os = "linux")]
fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    use rustix::fs::{ResolveFlags, openat2};
    let beside = open(folder, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_MAGICLINKS;
    match openat2(&beside, name, OFlags::RDONLY | NONBLOCKING, Mode::empty(), resolve) {
        Ok(file) => Ok(file.into()),
        // Kernels before 5.6, and containers that block this system call.
        Err(rustix::io::Errno::NOSYS | rustix::io::Errno::PERM) => open_resolved_beneath(folder, name),
        Err(err) => Err(err.into()),
    }
}

#[cfg(not(target_os = "linux"))]
fn open_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    open_resolved_beneath(folder, name)
}

/// Opens a file on a system that cannot restrict a path to a folder: resolves the path first, then opens the result.
fn open_resolved_beneath(folder: &Path, name: &Path) -> io::Result<File> {
    let place = folder.join(name).canonicalize()?;
    if !place.starts_with(folder.canonicalize()?) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(open(&place, OFlags::RDONLY | OFlags::NOFOLLOW | NONBLOCKING, Mode::empty())?.into())
}

fn file_type(file: &File) -> io::Result<FileType> {
    Ok(FileType::from_raw_mode(fstat(file)?.st_mode))
}

fn regular(file: File) -> io::Result<File> {
    match file_type(&file)? {
        FileType::RegularFile => Ok(file),
        FileType::Directory => Err(io::ErrorKind::IsADirectory.into()),
        _ => Err(not_regular()),
    }
}

fn too_long(bytes_max: u64) -> io::Error {
    io::Error::other(wag_i18n::t!("it has more than %{most} bytes", most = bytes_max))
}

fn not_regular() -> io::Error {
    io::Error::other(wag_i18n::t!("it is not a regular file (a link, a pipe or a device)"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;

    /// Creates a folder with links and pipes in place of files, and a file outside of it that must not change.
    fn folder_with_traps() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("in")).unwrap();
        fs::write(folder.path().join("precious"), "mine").unwrap();
        symlink("../precious", folder.path().join("in/link")).unwrap();
        symlink("../missing", folder.path().join("in/dangling")).unwrap();
        symlink("..", folder.path().join("in/folder")).unwrap();
        let pipe = folder.path().join("in/pipe");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        folder
    }

    #[test]
    fn links_and_pipes_are_not_opened_to_write() {
        let folder = folder_with_traps();
        for name in ["in/link", "in/dangling", "in/pipe", "in/folder", "in"] {
            assert!(open_to_write(&folder.path().join(name)).is_err(), "{name}");
        }
        for name in ["in/link", "in/dangling", "in/pipe", "in"] {
            assert!(check_place(&folder.path().join(name)).is_err(), "{name}");
        }
        assert_eq!(fs::read_to_string(folder.path().join("precious")).unwrap(), "mine");
        assert!(!folder.path().join("missing").exists());
        check_place(&folder.path().join("in/new")).unwrap();
        open_to_write(&folder.path().join("in/new")).unwrap().write_all(b"one").unwrap();
        open_to_write(&folder.path().join("in/new")).unwrap().write_all(b"t").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("in/new")).unwrap(), "tne");
    }

    #[test]
    fn a_link_is_replaced_by_the_file() {
        let folder = folder_with_traps();
        for name in ["in/link", "in/dangling", "in/new"] {
            write(&folder.path().join(name), b"page").unwrap();
            assert!(folder.path().join(name).symlink_metadata().unwrap().is_file(), "{name}");
        }
        assert_eq!(fs::read_to_string(folder.path().join("precious")).unwrap(), "mine");
        assert!(!folder.path().join("missing").exists());
        assert!(write(&folder.path().join("in/pipe"), b"page").is_err());
        assert!(write(&folder.path().join("in"), b"page").is_err());
        let failed = replace(&folder.path().join("in/new"), |_| Err(io::ErrorKind::StorageFull.into()));
        assert!(failed.is_err());
        assert_eq!(fs::read_to_string(folder.path().join("in/new")).unwrap(), "page");
        assert_eq!(fs::read_dir(folder.path().join("in")).unwrap().count(), 5, "no temporary file stays");
    }

    #[test]
    fn replaced_file_keeps_its_mode() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tool");
        for mode in [0o600, 0o750, 0o4755, 0o2711, 0o6700] {
            fs::write(&path, "old").unwrap();
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            write(&path, b"new").unwrap();
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, mode, "{mode:o}");
            assert_eq!(fs::read(&path).unwrap(), b"new");
        }
        symlink(&path, folder.path().join("link")).unwrap();
        write(&folder.path().join("link"), b"new").unwrap();
        assert_eq!(folder.path().join("link").metadata().unwrap().mode() & 0o7000, 0);
    }

    /// Somebody who has opened a file can go on reading it after its mode has changed.
    #[test]
    fn unfinished_file_is_closed_to_others() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        fs::write(&path, "old").unwrap();
        replace(&path, |file| {
            assert_eq!(file.metadata()?.mode() & 0o777, 0o600);
            file.write_all(b"new")
        })
        .unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn page_with_the_token_is_closed_to_players() {
        for name in ["wag-client-x.html", ".env", "ai.log", "saves", "submissions"] {
            assert!(is_closed_to_players(Path::new("a").join(name).as_path()), "{name}");
        }
        assert!(!is_closed_to_players(Path::new("a/client.html")));
    }

    #[test]
    fn folder_of_somebody_else_is_not_private() {
        let folder = tempfile::tempdir().unwrap();
        let theirs = folder.path().join("theirs");
        fs::create_dir(&theirs).unwrap();
        // Only root can give a folder away.
        if std::os::unix::fs::chown(&theirs, Some(65534), None).is_ok() {
            assert_eq!(create_private_folder(&theirs).unwrap_err().kind(), io::ErrorKind::PermissionDenied);
        }
        create_private_folder(&folder.path().join("mine")).unwrap();
    }

    #[test]
    fn renaming_replaces_nothing() {
        let folder = folder_with_traps();
        let (precious, inside) = (folder.path().join("precious"), folder.path().join("in"));
        for rename in [rename_new, link_and_remove] {
            fs::write(inside.join("a"), "a").unwrap();
            for taken in ["link", "dangling", "folder", "pipe", "../precious"] {
                let err = rename(&inside.join("a"), &inside.join(taken)).unwrap_err();
                assert_eq!(err.kind(), io::ErrorKind::AlreadyExists, "{taken}");
            }
            rename(&inside.join("a"), &inside.join("b")).unwrap();
            assert!(!inside.join("a").exists());
            assert_eq!(fs::read(inside.join("b")).unwrap(), b"a");
            fs::remove_file(inside.join("b")).unwrap();
        }
        assert_eq!(fs::read(precious).unwrap(), b"mine");
    }

    #[test]
    fn private_folder_is_closed_to_others() {
        let folder = folder_with_traps();
        let path = folder.path().join("private");
        create_private_folder(&path).unwrap();
        assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o700);
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
        create_private_folder(&path).unwrap();
        assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o700);
        for name in ["in/link", "in/folder", "in/pipe", "precious"] {
            assert!(create_private_folder(&folder.path().join(name)).is_err(), "{name}");
        }
    }

    #[test]
    fn folders_are_not_created_through_links() {
        let folder = folder_with_traps();
        create_folder(&folder.path().join("in/a/b")).unwrap();
        assert!(create_folder(&folder.path().join("in/folder")).is_err());
        assert!(create_folder(&folder.path().join("in/dangling")).is_err());
        create_folder(Path::new(".")).unwrap();
    }

    #[test]
    fn links_out_of_a_folder_are_not_read() {
        let folder = folder_with_traps();
        let inside = folder.path().join("in");
        fs::create_dir(inside.join("deep")).unwrap();
        fs::write(inside.join("deep/own"), "own").unwrap();
        symlink("deep/own", inside.join("near")).unwrap();
        symlink(folder.path().join("precious"), inside.join("far")).unwrap();
        for open in [open_beneath, open_resolved_beneath] {
            let text = |name: &str| {
                let mut text = String::new();
                open(&inside, Path::new(name))
                    .and_then(|mut file| file.read_to_string(&mut text))
                    .map(|_| text)
            };
            assert_eq!(text("near").unwrap(), "own");
            assert_eq!(text("deep/own").unwrap(), "own");
            for name in ["link", "far", "folder/precious", "../precious", "missing"] {
                assert!(text(name).is_err(), "{name}");
            }
        }
        assert_eq!(read_beneath(&inside, Path::new("near"), 3).unwrap(), b"own");
        for (name, bytes_max) in [("near", 2), ("link", 9), ("pipe", 9), ("deep", 9)] {
            assert!(read_beneath(&inside, Path::new(name), bytes_max).is_err(), "{name}");
        }
    }

    #[test]
    fn paths_that_leave_a_folder_are_not_beneath_it() {
        let folder = folder_with_traps();
        let inside = folder.path().join("in");
        fs::create_dir(inside.join("deep")).unwrap();
        symlink("deep", inside.join("near")).unwrap();
        for name in ["", "deep", "near", "deep/new/er", "near/new", "./new", "deep/../new"] {
            assert!(is_beneath(&inside, &inside.join(name)), "{name}");
        }
        for name in [
            "..",
            "folder",
            "folder/new",
            "link",
            "dangling",
            "dangling/new",
            "deep/../../new",
            "new/../../x",
        ] {
            assert!(!is_beneath(&inside, &inside.join(name)), "{name}");
        }
        assert!(!is_beneath(&inside, Path::new("/tmp")) && !is_beneath(&inside, folder.path()));
    }

    #[test]
    fn opening_a_pipe_does_not_block() {
        let folder = folder_with_traps();
        for name in ["in/pipe", "in", "in/missing"] {
            assert!(read_start(&folder.path().join(name), 9).is_err(), "{name}");
        }
        assert!(read_start(Path::new("/dev/zero"), 9).is_err());
        assert_eq!(read_start(&folder.path().join("in/link"), 9).unwrap(), b"mine");
        assert_eq!(read_start(&folder.path().join("precious"), 2).unwrap(), b"min");
    }
}
