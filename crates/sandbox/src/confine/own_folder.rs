//! The part of its own folder that an AI may read: everything except hidden files and files that the match writes
//! there.
//!
//! A folder in which everything may be read is opened as a whole, with one rule for the system. Otherwise each of its
//! entries needs a rule of its own, because the system has no rules that close something.

use std::ffi::OsStr;
use std::fs::{self, FileType};
use std::path::{Path, PathBuf};
use wag_core::files;

/// The maximum number of entries that are inspected in the folder and all its subfolders. The AI may not read entries
/// beyond it.
const ENTRIES_MAX: usize = 20_000;
/// The folders of a virtual environment that an AI may read completely: they contain Python's packages, and no files of
/// a match.
const ENVIRONMENT_PARTS: [&str; 5] = ["bin", "include", "lib", "lib64", "share"];

/// The entries of a folder that an AI may read, and the folders whose names may be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenedPaths {
    pub readable: Vec<PathBuf>,
    pub listable: Vec<PathBuf>,
}

/// Selects what may be read in a folder: everything except logs, replays and hidden files at any depth, and the
/// `closed` paths with everything below them. If `place` is a file, it may be read unless it is one of the `closed`
/// paths.
///
/// Logs and replays would show an AI the other players' output and actions during the match, so the `closed` paths must
/// contain all that the match is going to write. A link to a target within the folder counts as that target. A link out
/// of the folder may not be followed, because the author of a folder must not be able to choose which of the user's
/// files can be read.
pub fn open(place: &Path, closed: &[PathBuf]) -> OpenedPaths {
    let root = resolve_path(place);
    let closed: Vec<PathBuf> = closed.iter().map(|closed| resolve_path(closed)).collect();
    if root.exists() && !root.is_dir() {
        let readable = if closed.contains(&root) { Vec::new() } else { vec![root] };
        return OpenedPaths { readable, ..OpenedPaths::default() };
    }
    // Files that the match writes into the folder itself must stay closed, whatever their names are.
    let is_written = closed.contains(&root);
    // The folder itself was named explicitly, so a closed folder around it has no effect.
    let closed = closed.into_iter().filter(|closed| !root.starts_with(closed)).collect();
    let mut opening =
        Opening { root: root.clone(), is_written, closed, left: ENTRIES_MAX, listable: Vec::new() };
    let mut readable = opening.open(&root);
    readable.sort();
    OpenedPaths { readable, listable: opening.listable }
}

/// Resolves a path. If the path does not exist yet, resolves its parent folders.
fn resolve_path(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(place), ..) => place,
        (Err(_), Some(folder), Some(name)) => resolve_path(folder).join(name),
        (Err(_), ..) => path.to_path_buf(),
    }
}

/// The inspection of a folder. All paths are resolved, so each file has only one path. Links need no rule of their own,
/// since the system checks their targets.
struct Opening {
    root: PathBuf,
    /// True if the match writes files into the root folder.
    is_written: bool,
    closed: Vec<PathBuf>,
    /// The number of entries that may still be inspected.
    left: usize,
    listable: Vec<PathBuf>,
}

impl Opening {
    /// Returns the readable paths of a folder: the folder itself if everything in it may be read, otherwise those of
    /// its entries that may be read.
    fn open(&mut self, folder: &Path) -> Vec<PathBuf> {
        let Ok(listed) = fs::read_dir(folder) else { return Vec::new() };
        // The type of an entry is known from the list, without a look at the file.
        let listed = listed.take(self.left + 1).flatten();
        let mut entries: Vec<(FileType, PathBuf)> =
            listed.filter_map(|entry| Some((entry.file_type().ok()?, entry.path()))).collect();
        let has_closed = self.has_closed(folder);
        let is_written = self.is_written && folder == self.root;
        let mut is_whole = !is_written && !has_closed && entries.len() <= self.left;
        entries.truncate(self.left);
        self.left -= entries.len();
        // Files come first, so that a folder with very many entries does not close the modules beside it.
        entries.sort_by(|(kind, path), (other_kind, other)| {
            (kind.is_dir(), path.as_os_str()).cmp(&(other_kind.is_dir(), other.as_os_str()))
        });
        let has_settings =
            entries.iter().any(|(_, path)| path.file_name() == Some(OsStr::new(SETTINGS_FILE)));
        let is_environment = has_settings && is_environment(folder);
        let mut parts = Vec::new();
        for (kind, path) in entries {
            let is_closed = || {
                files::is_closed_to_players(&path)
                    || has_closed && self.closed.iter().any(|closed| path.starts_with(closed))
            };
            if kind.is_symlink() {
                continue;
            } else if is_environment && self.is_environment_part(&path, kind) {
                parts.push(path);
            } else if is_closed() {
                is_whole = false;
            } else if kind.is_dir() {
                let opened = self.open(&path);
                is_whole &= opened == [path];
                parts.extend(opened);
            } else {
                parts.push(path);
            }
        }
        if is_whole {
            return vec![folder.to_path_buf()];
        }
        self.listable.push(folder.to_path_buf());
        parts
    }

    fn has_closed(&self, folder: &Path) -> bool {
        self.closed.iter().any(|closed| closed.starts_with(folder))
    }

    fn is_environment_part(&self, path: &Path, kind: FileType) -> bool {
        let is_part = ENVIRONMENT_PARTS.iter().any(|part| path.ends_with(part));
        is_part && kind.is_dir() && !self.has_closed(path)
    }
}

/// The name of the file with the configuration of a virtual environment.
const SETTINGS_FILE: &str = "pyvenv.cfg";

/// Returns true if a folder is a virtual environment: its configuration names an existing Python, and it contains a
/// folder for packages.
fn is_environment(folder: &Path) -> bool {
    let text = files::read_beneath(folder, Path::new(SETTINGS_FILE), 1 << 16).unwrap_or_default();
    let text = String::from_utf8_lossy(&text).into_owned();
    let home = text.lines().filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == "home");
    let has_packages = || {
        let versions = fs::read_dir(folder.join("lib")).into_iter().flatten().take(100).flatten();
        versions.map(|version| version.path().join("site-packages")).any(|packages| packages.is_dir())
    };
    home.is_some_and(|(_, home)| Path::new(home.trim()).is_dir()) && has_packages()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn logs_replays_and_hidden_files_stay_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in [
            "ai.py",
            "ai.log",
            "old.wag",
            ".env",
            ".wag-tmp-1/notes",
            "saves/1.wag",
            "deep/logs/foe.log",
            "deep/helper.py",
            "pack/x.py",
        ] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        let opened = open(root, &[root.join("deep/logs"), PathBuf::from("/elsewhere")]);
        assert_eq!(opened.readable, ["ai.py", "deep/helper.py", "pack"].map(|name| root.join(name)));
        assert_eq!(opened.listable, [root.join("deep"), root.to_path_buf()]);
    }

    #[test]
    fn hidden_files_stay_closed_at_any_depth() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in
            ["a/b/c/.key", "a/b/c/open.py", "a/b/foe.log", "a/b/whole/x.py", "a/saves/1.wag", "a/old.wag"]
        {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        let opened = open(&root, &[]);
        assert_eq!(opened.readable, ["a/b/c/open.py", "a/b/whole"].map(|name| root.join(name)));
    }

    #[test]
    fn forged_environment_opens_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for (name, text) in [
            ("env/pyvenv.cfg", "home = /usr/bin\nversion = 3.11\n"),
            ("env/lib/python3.11/site-packages/kit/.hidden/x.py", ""),
            ("env/.key", ""),
            ("env/foe.log", ""),
            ("forged/pyvenv.cfg", ""),
            ("forged/lib/python3.11/site-packages/.hidden", ""),
            ("forged/.key", ""),
            ("other/pyvenv.cfg", "home = /missing"),
            ("other/board.dat", ""),
        ] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), text).unwrap();
        }
        let opened = open(&root, &[root.join("other/board.dat")]);
        let expected = ["env/lib", "env/pyvenv.cfg", "forged/pyvenv.cfg", "other/pyvenv.cfg"];
        assert_eq!(opened.readable, expected.map(|name| root.join(name)));
        // A closed file may be in the environment itself.
        let board = root.join("env/lib/python3.11/site-packages/kit/board.dat");
        fs::write(&board, "").unwrap();
        assert!(
            !open(&root, std::slice::from_ref(&board)).readable.iter().any(|open| board.starts_with(open))
        );
    }

    #[test]
    fn hidden_files_stay_closed_among_many_entries() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join("many")).unwrap();
        for number in 0..5000 {
            fs::write(root.join(format!("many/{number}")), "").unwrap();
        }
        fs::write(root.join("zoo.py"), "").unwrap();
        assert_eq!(open(&root, &[]).readable, [root.as_path()]);
        fs::write(root.join("many/.key"), "").unwrap();
        let names = open(&root, &[]).readable;
        assert!(names.len() == 5001 && names.iter().all(|name| !name.ends_with(".key")));
    }

    /// A folder is opened as a whole only if nothing in it is closed and the match writes nothing there.
    #[test]
    fn folder_with_closed_files_is_not_opened_as_a_whole() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap().join("ais");
        let whole = OpenedPaths { readable: vec![root.clone()], listable: Vec::new() };
        let parts = |names: &[&str]| OpenedPaths {
            readable: names.iter().map(|name| root.join(name)).collect(),
            listable: vec![root.clone()],
        };
        fs::create_dir_all(root.join("pack")).unwrap();
        for name in ["ai.py", "pack/x.py"] {
            fs::write(root.join(name), "").unwrap();
        }
        let around = root.parent().unwrap();
        assert_eq!(open(&root, &[around.join("board.dat"), around.to_path_buf()]), whole);
        // The logs of the match, a replay, and a folder that does not exist yet.
        for written in [root.clone(), root.join("match.replay"), root.join("saves/1.wag")] {
            assert_eq!(open(&root, &[written]), parts(&["ai.py", "pack"]));
        }
        for (name, is_file) in [("foe.log", true), (".env", true), (".git", false), ("saves", false)] {
            let path = root.join(name);
            if is_file {
                fs::write(&path, "").unwrap()
            } else {
                fs::create_dir(&path).unwrap()
            }
            assert_eq!(open(&root, &[]), parts(&["ai.py", "pack"]), "{name}");
            if is_file { fs::remove_file(&path).unwrap() } else { fs::remove_dir(&path).unwrap() }
        }
        symlink("../elsewhere", root.join("link")).unwrap();
        assert_eq!(open(&root, &[]), whole, "the system checks the target of a link");
    }

    #[test]
    fn entries_beyond_limit_stay_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for name in ["big/1", "big/2", "big/.key", "helper.py"] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        let (closed, listable) = (Vec::new(), Vec::new());
        let mut opening = Opening { root: root.clone(), is_written: false, closed, left: 4, listable };
        let readable = opening.open(&root);
        assert!(readable.contains(&root.join("helper.py")) && readable.len() <= 3, "{readable:?}");
        assert!(!readable.contains(&root.join("big")));
    }

    #[test]
    fn closed_folder_has_no_readable_paths() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        assert_eq!(open(folder.path(), &[folder.path().join("a")]).readable, Vec::<PathBuf>::new());
        assert_eq!(open(&folder.path().join("none"), &[]), OpenedPaths::default());
    }

    /// Creates a folder with a board, a log, a player and some links. Returns the names in it that the player may read.
    fn with_links(links: &[(&str, &str)], closed: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        // The temporary folder's own name is a hidden one.
        let root = folder.path().canonicalize().unwrap().join("match");
        for name in ["board.dat", "foe.log", "other/plan", "bot/ai.sh", "bot/.key"] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        for (link, target) in links {
            symlink(target, root.join(link)).unwrap();
        }
        let closed: Vec<PathBuf> = closed.iter().map(|name| root.join(name)).collect();
        let opened = open(&root.join("bot"), &closed);
        assert!(opened.readable.iter().chain(&opened.listable).all(|place| place.starts_with(&root)));
        let names = opened.readable.iter().map(|place| place.strip_prefix(&root).unwrap());
        names.map(|name| name.to_str().unwrap().to_string()).collect()
    }

    #[test]
    fn link_out_of_folder_opens_nothing() {
        assert_eq!(with_links(&[], &["board.dat"]), ["bot/ai.sh"]);
        let links = [
            ("bot/data", "../board.dat"),
            ("bot/foe", "../foe.log"),
            ("bot/key", ".key"),
            ("bot/far", "../other"),
        ];
        assert_eq!(with_links(&links, &["board.dat"]), ["bot/ai.sh"]);
        assert_eq!(with_links(&links, &[]), ["bot/ai.sh"]);
    }

    #[test]
    fn circular_links_open_nothing_more() {
        assert_eq!(with_links(&[("bot/self", ".")], &[]), ["bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/up", "..")], &["board.dat"]), ["bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/none", "nowhere"), ("bot/round", "round")], &[]), ["bot/ai.sh"]);
    }

    #[test]
    fn missing_path_can_be_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir(root.join("real")).unwrap();
        symlink("real", root.join("linked")).unwrap();
        fs::write(root.join("real/ai.sh"), "").unwrap();
        let closed = ["linked/new", "linked/deep/new"].map(|name| root.join(name));
        for name in ["new", "deep/new"] {
            fs::create_dir_all(root.join("real").join(name).parent().unwrap()).unwrap();
            fs::write(root.join("real").join(name), "").unwrap();
            assert_eq!(open(&root.join("linked"), &closed).readable, [root.join("real/ai.sh")], "{name}");
            assert_eq!(open(&root.join("real").join(name), &closed), OpenedPaths::default());
        }
        let itself = open(&root.join("linked/ai.sh"), &closed);
        assert_eq!(itself, OpenedPaths { readable: vec![root.join("real/ai.sh")], listable: Vec::new() });
    }
}
