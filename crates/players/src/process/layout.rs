//! The content of a program's working folder: its own files, under their names. It may overwrite them.
//!
//! Files are copied until the copies reach a maximum size; the remaining files are read-only links. Folders are created
//! as folders, so that a program can write in them. Very large folders and targets of links become links. Every file
//! that the program may read is present in one of these ways, and no other file is: links that lead out of the player's
//! folder are not followed.

use rustix::fs::{Mode, OFlags, open};
use std::collections::{BTreeMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use wag_sandbox::open_folder;
use wag_sandbox::scratch::Stamp;

/// The maximum total size of the files to copy, in bytes.
const COPIED_MAX: u64 = 32 << 20;
/// The maximum number of entries in subfolders that are put into the working folder one by one.
const INNER_MAX: usize = 2000;
/// The maximum depth of subfolders whose entries are put into the working folder one by one.
const DEPTH_MAX: usize = 16;

/// The initial contents of a working folder, by path within it. A folder comes before its contents. The paths are
/// compared as texts, which is faster than by their parts.
pub type Layout = BTreeMap<OsString, Item>;

/// An entry of a working folder, and what it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    Folder,
    /// A copy of a file, of which the stamp is known from before the copy.
    Copy(PathBuf, Stamp),
    /// A link to this path.
    Link(PathBuf),
}

/// Returns the initial contents of the working folder of a program whose own files are in `homes`, except those in
/// `closed`. If several homes have an entry of the same name, the first one counts.
pub fn layout_of(homes: &[PathBuf], closed: &[PathBuf]) -> Layout {
    let mut planner = Planner {
        layout: Layout::new(),
        open: HashSet::new(),
        bytes_left: COPIED_MAX,
        entries_left: INNER_MAX,
    };
    for home in homes {
        planner.open = open_folder(home, closed).readable.into_iter().collect();
        if let Ok(home) = home.canonicalize() {
            let is_open = planner.is_open(&home);
            planner.fill(OsStr::new(""), &home, entries(&home), is_open, 0);
        }
    }
    planner.layout
}

struct Planner {
    layout: Layout,
    /// The paths in the current home that may be read: files, and folders with everything below them.
    open: HashSet<PathBuf>,
    bytes_left: u64,
    entries_left: usize,
}

/// Returns the entries of a folder that are not hidden, sorted by name.
fn entries(folder: &Path) -> Vec<DirEntry> {
    let found = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<DirEntry> = found.filter(|entry| !is_hidden(entry)).collect();
    found.sort_by_cached_key(DirEntry::file_name);
    found
}

/// Returns whether an entry is hidden. Hidden entries must be found here, because a folder with very many entries is
/// readable as a whole.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

impl Planner {
    /// Adds the entries of a folder, which is at the canonical path `folder` and will be at `at` in the working folder.
    /// `is_open` says whether the whole folder may be read.
    fn fill(&mut self, at: &OsStr, folder: &Path, entries: Vec<DirEntry>, is_open: bool, depth: usize) {
        for entry in entries {
            let place = folder.join(entry.file_name());
            let at = Path::new(at).join(entry.file_name()).into_os_string();
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() {
                let is_open = is_open || self.open.contains(&place);
                self.add_folder(at, &place, is_open, depth);
            } else if self.layout.contains_key(&at) {
                continue;
            } else if kind.is_symlink() {
                let target = place.canonicalize().ok().filter(|target| self.is_open(target));
                let item = target.map(|target| self.copy_or_link(target));
                self.layout.extend(item.map(|item| (at, item)));
            } else if is_open || self.open.contains(&place) {
                let item = self.copy_or_link(place);
                self.layout.insert(at, item);
            }
        }
    }

    fn is_open(&self, place: &Path) -> bool {
        place.ancestors().any(|place| self.open.contains(place))
    }

    /// Adds a folder. If it is not open as a whole, only its open entries are added.
    fn add_folder(&mut self, at: OsString, place: &Path, is_open: bool, depth: usize) {
        if self.layout.get(&at).is_some_and(|taken| *taken != Item::Folder) {
            return;
        }
        let inner = entries(place);
        let is_small = depth < DEPTH_MAX && inner.len() <= self.entries_left;
        if !is_small {
            if is_open {
                self.layout.entry(at).or_insert_with(|| Item::Link(place.to_path_buf()));
            }
            return;
        }
        self.entries_left -= inner.len();
        if is_open || self.open.iter().any(|open| open.starts_with(place)) {
            self.layout.insert(at.clone(), Item::Folder);
            self.fill(&at, place, inner, is_open, depth + 1);
        }
    }

    /// Returns a copy if this is a file that is small enough and not a program, otherwise a link. Programs are only
    /// started, not written.
    fn copy_or_link(&mut self, place: PathBuf) -> Item {
        match fs::symlink_metadata(&place) {
            Ok(about) if about.is_file() && about.len() <= self.bytes_left => {
                let may_be_started = about.permissions().mode() & 0o111 != 0;
                if may_be_started && is_program(&place) {
                    return Item::Link(place);
                }
                self.bytes_left -= about.len();
                Item::Copy(place, Stamp::of(&about))
            }
            _ => Item::Link(place),
        }
    }
}

/// Returns whether the system could execute this file. The execute permission is not enough, since on some disks every
/// file has it.
fn is_program(file: &Path) -> bool {
    let mut beginning = Vec::new();
    let read = open_source(file).and_then(|file| file.take(4).read_to_end(&mut beginning));
    read.is_ok() && (beginning.starts_with(b"#!") || beginning == b"\x7fELF")
}

/// Opens a regular file at a canonical path. If something else is there by now, this neither blocks nor follows a link.
pub fn open_source(file: &Path) -> std::io::Result<File> {
    let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    Ok(open(file, flags, Mode::empty())?.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    fn written(folder: &Path, files: &[(&str, &str)]) {
        for (name, text) in files {
            fs::create_dir_all(folder.join(name).parent().unwrap()).unwrap();
            fs::write(folder.join(name), text).unwrap();
        }
    }

    /// Returns the names in a layout, with `/` behind a folder, `=` behind a copy and `@` behind a link.
    fn shown(layout: &Layout) -> Vec<String> {
        let sign = |item: &Item| match item {
            Item::Folder => "/",
            Item::Copy(..) => "=",
            Item::Link(_) => "@",
        };
        layout.iter().map(|(at, item)| format!("{}{}", at.to_str().unwrap(), sign(item))).collect()
    }

    #[test]
    fn files_are_copied_except_closed_ones() {
        let home = tempfile::tempdir().unwrap();
        let home = home.path().canonicalize().unwrap();
        let files = [
            ("book", "1 0"),
            ("board.dat", "R"),
            (".key", "k"),
            ("foe.log", "l"),
            ("data/deep/table", "t"),
            ("data/.hidden", "h"),
            ("data/old.wag", "w"),
            ("run", "#!/bin/sh\n"),
            ("on-a-foreign-disk", "text"),
        ];
        written(&home, &files);
        for name in ["run", "on-a-foreign-disk"] {
            fs::set_permissions(home.join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        for (target, name) in
            [("board.dat", "also"), ("book", "other"), ("/etc/passwd", "data/out"), ("..", "data/up")]
        {
            symlink(target, home.join(name)).unwrap();
        }
        let layout = layout_of(std::slice::from_ref(&home), &[home.join("board.dat")]);
        let expected =
            ["book=", "data/", "data/deep/", "data/deep/table=", "on-a-foreign-disk=", "other=", "run@"];
        assert_eq!(shown(&layout), expected);
        assert_eq!(layout[OsStr::new("run")], Item::Link(home.join("run")));
        assert!(matches!(&layout[OsStr::new("other")], Item::Copy(of, _) if *of == home.join("book")));
    }

    #[test]
    fn first_home_counts_and_folders_are_merged() {
        let homes = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let homes = homes.each_ref().map(|home| home.path().canonicalize().unwrap());
        written(&homes[0], &[("book", "1"), ("data/a", ""), ("plan", "")]);
        written(&homes[1], &[("book", "2"), ("data/b", ""), ("plan/c", "")]);
        let layout = layout_of(&homes, &[]);
        assert_eq!(shown(&layout), ["book=", "data/", "data/a=", "data/b=", "plan="]);
        assert!(matches!(&layout[OsStr::new("book")], Item::Copy(of, _) if *of == homes[0].join("book")));
    }

    #[test]
    fn many_files_are_copied_within_limit() {
        let home = tempfile::tempdir().unwrap();
        for number in 0..600 {
            fs::write(home.path().join(format!("{number:03}")), vec![0; 60 << 10]).unwrap();
        }
        fs::create_dir(home.path().join("large")).unwrap();
        for number in 0..=INNER_MAX {
            fs::write(home.path().join(format!("large/{number}")), "").unwrap();
        }
        let layout = layout_of(&[home.path().to_path_buf()], &[]);
        assert_eq!(layout.len(), 601);
        let copies = layout.values().filter(|item| matches!(item, Item::Copy(..))).count() as u64;
        let copied = copies * (60 << 10);
        assert!((COPIED_MAX - (60 << 10)..=COPIED_MAX).contains(&copied), "{copied}");
        let large = home.path().canonicalize().unwrap().join("large");
        assert_eq!(layout[OsStr::new("large")], Item::Link(large));
    }
}
