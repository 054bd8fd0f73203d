//! What of its own folder an AI may read: not what the match itself writes there, nor what is hidden.

use std::fs;
use std::path::{Path, PathBuf};

/// With this the names of folders begin in which players write.
pub const SCRATCH_PREFIX: &str = "wag-scratch-";

/// So many entries of a folder are looked at one by one; a larger one is open as a whole.
const ENTRIES_MAX: usize = 4000;

/// The folder's entries that may be read, and the folders whose names may be listed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Opened {
    pub readable: Vec<PathBuf>,
    pub listable: Vec<PathBuf>,
}

/// Opens a folder but for logs, replays, hidden files, and whatever is one of the `closed` or below it.
///
/// Logs and replays tell what the others think and do, while the match goes on.
pub fn open(folder: &Path, closed: &[PathBuf]) -> Opened {
    let mut opened = Opened::default();
    open_into(folder, closed, &mut opened);
    opened.readable.sort();
    opened
}

fn open_into(folder: &Path, closed: &[PathBuf], opened: &mut Opened) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    if entries.len() > ENTRIES_MAX {
        opened.readable.push(folder.to_path_buf());
        return;
    }
    opened.listable.push(folder.to_path_buf());
    for entry in entries {
        if is_of_the_match(&entry) || closed.contains(&entry) || leads_to(&entry, closed) {
            continue;
        }
        match closed.iter().any(|closed| closed.starts_with(&entry)) {
            true => open_into(&entry, closed, opened),
            false => opened.readable.push(entry),
        }
    }
}

/// Whether it is a link to something closed, or to a folder around it.
fn leads_to(entry: &Path, closed: &[PathBuf]) -> bool {
    let target = entry.is_symlink().then(|| entry.canonicalize().ok()).flatten();
    target.is_some_and(|target| closed.iter().any(|closed| closed.starts_with(&target)))
}

fn is_of_the_match(entry: &Path) -> bool {
    let name = entry.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_hidden = name.starts_with('.') || name.starts_with(SCRATCH_PREFIX);
    is_hidden || name.ends_with(".log") || name.ends_with(".wag") || name == "saves"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_replays_and_hidden_files_stay_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in [
            "ai.py",
            "ai.log",
            "old.wag",
            ".env",
            "wag-scratch-1/notes",
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
        assert_eq!(opened.listable, [root.to_path_buf(), root.join("deep")]);
    }

    #[test]
    fn links_lead_to_nothing_closed() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("boards")).unwrap();
        for name in ["boards/b.dat", "ai.py", "helper.py"] {
            fs::write(root.join(name), "").unwrap();
        }
        for (name, target) in [
            ("board.dat", "boards/b.dat"),
            ("all", "boards"),
            ("here", "."),
            ("other.py", "helper.py"),
            ("x", "none"),
        ] {
            std::os::unix::fs::symlink(target, root.join(name)).unwrap();
        }
        let opened = open(&root, &[root.join("boards/b.dat"), root.clone()]);
        assert_eq!(opened.readable, ["ai.py", "helper.py", "other.py", "x"].map(|name| root.join(name)));
    }

    #[test]
    fn a_folder_that_is_closed_itself_opens_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        assert_eq!(open(folder.path(), &[folder.path().join("a")]).readable, Vec::<PathBuf>::new());
        assert_eq!(open(&folder.path().join("none"), &[]), Opened::default());
    }
}
