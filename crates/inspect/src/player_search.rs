//! The search for the file of a recorded player. A replay may be a stranger's, so it decides neither which folders are
//! searched nor what is played: only a file with the recorded content plays unless the user names it.

use std::collections::VecDeque;
use std::fs;
use std::path::{Component, Path, PathBuf};
use wag_core::files;
use wag_replay::{FOLDER, PlayerInfo, sha256};

/// The maximum length of a player's file, and of all files that one search reads, in bytes.
const FILE_MAX: u64 = 16 << 20;
const BYTES_MAX: u64 = 64 << 20;
/// The maximum number of folder entries that are looked at below each folder, and the maximum depth.
const ENTRIES_MAX: usize = 10_000;
const DEPTH_MAX: usize = 4;

/// The names of folders that contain no players.
const NO_PLAYERS: [&str; 3] = ["__pycache__", "node_modules", "target"];

/// The files that a recorded player may be.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FoundFiles {
    /// The files with the recorded content, as absolute paths, the best one first.
    pub same: Vec<PathBuf>,
    /// A file at the recorded path, or else with the recorded name, whose content differs or was not recorded. It plays
    /// only if the user names it.
    pub other: Option<PathBuf>,
}

/// Searches for the file of a recorded player: by its recorded path, then by its content, then by its name. Searches in
/// the current folder and in the folder of the replay, at most four levels deep; for a replay in a folder `saves`, also
/// in the folder above. Links that lead out of these folders are not followed.
pub fn find_player_file(replay: &Path, recorded: &PlayerInfo) -> FoundFiles {
    let mut paths = [&recorded.path, &recorded.file].into_iter().flatten();
    let Some(path) = paths.find_map(|path| recorded_path(path)) else { return FoundFiles::default() };
    let mut search =
        Search { hash: recorded.sha256.as_deref(), bytes_left: BYTES_MAX, found: FoundFiles::default() };
    let folders = folders(replay);
    folders.iter().for_each(|folder| search.look_at(folder, path));
    if search.found.same.is_empty() {
        let name = path.file_name();
        for folder in &folders {
            let mut files = python_files(folder);
            // The file has usually kept its name.
            files.sort_by_key(|file| file.file_name() != name);
            for file in files {
                let is_named = file.file_name() == name;
                if search.found.same.is_empty() && (is_named || search.hash.is_some()) {
                    search.compare(folder, &file, is_named);
                }
            }
        }
    }
    search.found
}

/// Returns a path relative to the current folder, if it is inside.
pub fn relative(path: &Path) -> &Path {
    let here = Path::new(".").canonicalize();
    here.ok().and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
}

/// Returns the path of a player's file as a replay may record it: relative and without `..`, to a Python file that is
/// not hidden.
fn recorded_path(file: &str) -> Option<&Path> {
    let path = Path::new(file);
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    let is_open = !path.ancestors().any(files::is_closed_to_players);
    (is_plain && is_open && file.ends_with(".py")).then_some(path)
}

/// Returns the absolute paths of the folders to search, without duplicates.
fn folders(replay: &Path) -> Vec<PathBuf> {
    let here = Path::new(".").canonicalize().ok();
    let beside = replay.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let beside = beside.canonicalize().ok();
    // Automatic replays have a folder of their own, beside the players.
    let saves = beside.as_deref().filter(|folder| folder.ends_with(FOLDER));
    let above = saves.and_then(Path::parent).map(Path::to_path_buf);
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in [here, beside, above].into_iter().flatten() {
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    folders
}

struct Search<'h> {
    /// The recorded hash.
    hash: Option<&'h str>,
    bytes_left: u64,
    found: FoundFiles,
}

impl Search<'_> {
    /// Looks at the recorded path in a folder.
    fn look_at(&mut self, folder: &Path, path: &Path) {
        if folder.join(path).is_file() {
            self.compare(folder, path, true);
        }
    }

    /// Reads a file of a folder and adds it to the files that were found. `is_named` says whether the file can be the
    /// player although its content differs.
    fn compare(&mut self, folder: &Path, file: &Path, is_named: bool) {
        let Ok(bytes) = files::read_beneath(folder, file, FILE_MAX.min(self.bytes_left)) else { return };
        self.bytes_left -= bytes.len() as u64;
        let Ok(place) = folder.join(file).canonicalize() else { return };
        if self.hash == Some(sha256(&bytes).as_str()) {
            self.found.same.push(place);
        } else if is_named {
            self.found.other.get_or_insert(place);
        }
    }
}

/// Returns the Python files below a folder, relative to it, the nearest ones first.
fn python_files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), ENTRIES_MAX);
    let mut waiting = VecDeque::from([(PathBuf::new(), 1)]);
    while let Some((below, depth)) = waiting.pop_front() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
        let mut entries: Vec<_> = entries.flatten().take(left).collect();
        left -= entries.len();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (name, Ok(kind)) = (entry.file_name(), entry.file_type()) else { continue };
            let path = below.join(&name);
            if files::is_closed_to_players(&path) {
                continue;
            }
            let has_players = |folder: &Path| !folder.join("pyvenv.cfg").exists();
            if kind.is_dir() {
                let is_tool = NO_PLAYERS.iter().any(|tool| name == *tool);
                if depth < DEPTH_MAX && !is_tool && has_players(&entry.path()) {
                    waiting.push_back((path, depth + 1));
                }
            } else if kind.is_file() && path.extension().is_some_and(|ending| ending == "py") {
                found.push(path);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::player_search::*;
    use std::os::unix::fs::symlink;

    /// Creates a folder with a folder `game`, in which the replay is, and files outside of it.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    fn find(folder: &Path, replay: &str, file: &str, text: Option<&str>) -> FoundFiles {
        let recorded = PlayerInfo {
            file: Some(file.to_string()),
            sha256: text.map(|text| sha256(text.as_bytes())),
            ..PlayerInfo::default()
        };
        let root = folder.canonicalize().unwrap();
        let below = |path: PathBuf| path.strip_prefix(&root).unwrap().to_path_buf();
        let found = find_player_file(&folder.join(replay), &recorded);
        FoundFiles { same: found.same.into_iter().map(below).collect(), other: found.other.map(below) }
    }

    fn same(path: &str) -> FoundFiles {
        FoundFiles { same: vec![path.into()], other: None }
    }

    #[test]
    fn file_is_found_by_path_then_by_content_then_by_name() {
        let folder =
            folder(&[("game/a.py", "1"), ("game/x/b.py", "2"), ("game/y/c.py", "3"), ("game/a/a.py", "4")]);
        let find = |file: &str, text| find(folder.path(), "game/m.wag", file, text);
        assert_eq!(find("a.py", Some("1")), same("game/a.py"));
        assert_eq!(find("x/b.py", Some("2")), same("game/x/b.py"));
        assert_eq!(find("b.py", Some("2")), same("game/x/b.py"), "in another folder");
        assert_eq!(find("old.py", Some("3")), same("game/y/c.py"), "under another name");
        let moved = FoundFiles { same: vec!["game/a/a.py".into()], other: Some("game/a.py".into()) };
        assert_eq!(find("a.py", Some("4")), moved);
        for hash in [Some("9"), None] {
            let other = FoundFiles { same: Vec::new(), other: Some("game/x/b.py".into()) };
            assert_eq!(find("b.py", hash), other, "{hash:?}");
        }
        assert_eq!(find("none.py", None), FoundFiles::default());
    }

    #[test]
    fn recorded_path_comes_before_the_name() {
        let folder = folder(&[("bot.py", "1"), ("a/bot.py", "1"), ("b/bot.py", "2")]);
        let find = |path: &str, text: &str| {
            let recorded = PlayerInfo {
                file: Some("bot.py".to_string()),
                path: Some(path.to_string()),
                sha256: Some(sha256(text.as_bytes())),
                ..PlayerInfo::default()
            };
            find_player_file(&folder.path().join("m.wag"), &recorded)
        };
        let root = folder.path().canonicalize().unwrap();
        assert_eq!(find("a/bot.py", "1").same, [root.join("a/bot.py")]);
        assert_eq!(find("a/bot.py", "2").same, [root.join("b/bot.py")]);
        assert_eq!(find("b/bot.py", "3").other, Some(root.join("b/bot.py")));
        // A path that leads out of the folder does not count.
        assert_eq!(find("../bot.py", "1").same, [root.join("bot.py")]);
    }

    #[test]
    fn files_elsewhere_are_neither_opened_nor_named() {
        let folder = folder(&[("own.py", "1"), ("game/.hidden/h.py", "2"), ("game/deep/a/b/c/d.py", "3")]);
        let game = folder.path().join("game");
        symlink(folder.path().join("own.py"), game.join("link.py")).unwrap();
        symlink(folder.path(), game.join("above")).unwrap();
        let absolute = folder.path().join("own.py").display().to_string();
        for file in ["../own.py", &absolute, "link.py", "above/own.py", "own.py", "game/../own.py"] {
            for hash in [Some("1"), Some("2"), None] {
                let found = find(folder.path(), "game/m.wag", file, hash);
                assert_eq!(found, FoundFiles::default(), "{file} {hash:?}");
            }
        }
        for (file, text) in [("h.py", "2"), (".hidden/h.py", "2"), ("d.py", "3"), ("link.txt", "1")] {
            assert_eq!(find(folder.path(), "game/m.wag", file, Some(text)), FoundFiles::default(), "{file}");
        }
    }

    #[test]
    fn players_beside_the_folder_of_automatic_replays_are_found() {
        let folder = folder(&[("a.py", "1"), ("saves/m.wag", ""), ("other/m.wag", "")]);
        assert_eq!(find(folder.path(), "saves/m.wag", "a.py", Some("1")), same("a.py"));
        assert_eq!(find(folder.path(), "other/m.wag", "a.py", Some("1")), FoundFiles::default());
    }
}
