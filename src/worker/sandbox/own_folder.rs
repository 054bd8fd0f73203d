//! What of its own folder an AI may read: not what the match itself writes there, nor what is hidden.

use std::fs::{self, DirEntry};
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

/// Opens a folder but for logs, replays, hidden files, and whatever is one of the `closed` or below it. A file that is
/// named itself is open unless it is one of the `closed`.
///
/// Logs and replays tell what the others think and do, while the match goes on. A link is what it leads to.
pub fn open(place: &Path, closed: &[PathBuf]) -> Opened {
    let root = whereabouts(place);
    let closed: Vec<PathBuf> = closed.iter().map(|closed| whereabouts(closed)).collect();
    if root.exists() && !root.is_dir() {
        let readable = if closed.contains(&root) { Vec::new() } else { vec![root] };
        return Opened { readable, ..Opened::default() };
    }
    // A folder that lies in a closed one has been named all the same.
    let closed = closed.into_iter().filter(|closed| !root.starts_with(closed)).collect();
    let mut opening = Opening { root: root.clone(), closed, opened: Opened::default() };
    opening.enter(root);
    let mut opened = opening.opened;
    opened.readable.sort();
    opened.readable.dedup();
    opened
}

/// Where a path leads, of what is not there yet, where it would be.
fn whereabouts(path: &Path) -> PathBuf {
    match (path.canonicalize(), path.parent(), path.file_name()) {
        (Ok(place), ..) => place,
        (Err(_), Some(folder), Some(name)) => whereabouts(folder).join(name),
        (Err(_), ..) => path.to_path_buf(),
    }
}

/// A folder that is being opened. All paths are without links: what is the same has the same path.
struct Opening {
    root: PathBuf,
    closed: Vec<PathBuf>,
    opened: Opened,
}

impl Opening {
    fn enter(&mut self, folder: PathBuf) {
        // A link can lead back.
        if self.opened.listable.contains(&folder) {
            return;
        }
        let Ok(entries) = fs::read_dir(&folder) else { return };
        let entries: Vec<DirEntry> = entries.flatten().collect();
        if entries.len() > ENTRIES_MAX {
            self.opened.readable.push(folder);
            return;
        }
        self.opened.listable.push(folder);
        for entry in entries {
            match leads_to(&entry) {
                Some(place) if !is_of_the_match(&entry.path()) => self.add(place),
                _ => {}
            }
        }
    }

    fn add(&mut self, place: PathBuf) {
        if is_of_the_match(&place) || self.closed.iter().any(|closed| place.starts_with(closed)) {
            return;
        }
        let holds = self.closed.iter().chain([&self.root]).any(|inner| inner.starts_with(&place));
        match holds {
            true => self.enter(place),
            false => self.opened.readable.push(place),
        }
    }
}

/// Where an entry of a folder without links leads.
fn leads_to(entry: &DirEntry) -> Option<PathBuf> {
    match entry.file_type().ok()?.is_symlink() {
        true => entry.path().canonicalize().ok(),
        false => Some(entry.path()),
    }
}

fn is_of_the_match(entry: &Path) -> bool {
    let name = entry.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let is_hidden = name.starts_with('.') || name.starts_with(SCRATCH_PREFIX);
    is_hidden || name.ends_with(".log") || name.ends_with(".wag") || name == "saves"
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
    fn a_folder_that_is_closed_itself_opens_nothing_of_it() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("a")).unwrap();
        assert_eq!(open(folder.path(), &[folder.path().join("a")]).readable, Vec::<PathBuf>::new());
        assert_eq!(open(&folder.path().join("none"), &[]), Opened::default());
    }

    /// A folder with a board, a log and a player, and the names in it that the player may read.
    fn with_links(links: &[(&str, &str)], closed: &[&str]) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        // The folder's own name is a hidden one.
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
    fn a_link_is_what_it_leads_to() {
        assert_eq!(with_links(&[], &["board.dat"]), ["bot/ai.sh"]);
        let to_files = [("bot/data", "../board.dat"), ("bot/foe", "../foe.log"), ("bot/key", ".key")];
        assert_eq!(with_links(&to_files, &["board.dat"]), ["bot/ai.sh"]);
        assert_eq!(with_links(&to_files[..1], &[]), ["board.dat", "bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/plan", "../other/plan")], &["other"]), ["bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/far", "../other")], &["other/plan"]), ["bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/far", "../other")], &["board.dat"]), ["bot/ai.sh", "other"]);
        // Whoever closes by another path has closed the same.
        let by_a_link = [("bot/data", "../board.dat"), ("also", ".")];
        assert_eq!(with_links(&by_a_link, &["also/board.dat"]), ["bot/ai.sh"]);
    }

    #[test]
    fn links_that_lead_back_open_nothing_more() {
        assert_eq!(with_links(&[("bot/self", ".")], &[]), ["bot/ai.sh"]);
        assert_eq!(with_links(&[("bot/up", "..")], &["board.dat"]), ["bot/ai.sh", "other"]);
        assert_eq!(with_links(&[("bot/none", "nowhere"), ("bot/round", "round")], &[]), ["bot/ai.sh"]);
    }

    #[test]
    fn what_is_not_there_yet_can_be_closed() {
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
            assert_eq!(open(&root.join("real").join(name), &closed), Opened::default());
        }
        let itself = open(&root.join("linked/ai.sh"), &closed);
        assert_eq!(itself, Opened { readable: vec![root.join("real/ai.sh")], listable: Vec::new() });
    }
}
