//! The files of a player, and limits on how many of them are read.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The maximum number of files of a player. The same limit applies to the entries of a ZIP file.
pub const FILES_MAX: usize = wag_core::files::PLAYER_FILES_MAX;
/// The maximum total size of a player's files, in bytes.
pub const BYTES_MAX: u64 = wag_core::files::PLAYER_BYTES_MAX;
/// The maximum depth to which folders are searched.
const DEPTH_MAX: usize = 8;

/// The contents of files by path, with `/` between folders.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The names of folders that belong to tools and contain no files of a player.
const TOOLS: [&str; 4] = ["__pycache__", "__MACOSX", "node_modules", "site-packages"];
/// The extensions of files that matches create and that do not belong to a player.
const RESULTS: [&str; 8] = ["wag", "log", "db", "sqlite", "sqlite3", "db-journal", "db-wal", "pyc"];

/// Returns whether a file belongs to no player: a hidden file, a file in a tool's folder, a log or a replay.
pub fn is_left_out(path: &str) -> bool {
    let is_tool = |part: &str| part.starts_with('.') || TOOLS.contains(&part);
    path.split('/').any(is_tool) || path.rsplit_once('.').is_some_and(|(_, ending)| RESULTS.contains(&ending))
}

/// The maximum number and total size of files to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub files: usize,
    pub bytes: u64,
}

/// The limits for a folder that belongs to one player.
pub const OWN: Bounds = Bounds { files: FILES_MAX, bytes: BYTES_MAX };
/// The limits for a folder that a player's file shares with other files.
pub const SHARED: Bounds = Bounds { files: 300, bytes: 4 << 20 };

/// Returns the paths of the files below a folder in alphabetical order, or `None` if there are too many or they are too
/// large. Symbolic links are ignored.
pub fn list(folder: &Path, bounds: Bounds) -> Option<Vec<String>> {
    let (mut paths, mut bytes) = (Vec::new(), 0);
    let mut waiting = vec![(String::new(), 0)];
    while let Some((below, depth)) = waiting.pop() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
        for entry in entries.flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = format!("{below}{name}");
            let Ok(about) = entry.metadata() else { continue };
            if is_left_out(&path) {
                continue;
            }
            if about.is_dir() && depth < DEPTH_MAX && !entry.path().join("pyvenv.cfg").exists() {
                waiting.push((format!("{path}/"), depth + 1));
            }
            if about.is_file() {
                bytes += about.len();
                paths.push(path);
            }
            if paths.len() + waiting.len() > bounds.files || bytes > bounds.bytes {
                return None;
            }
        }
    }
    paths.sort_unstable();
    Some(paths)
}

/// Reads the files below a folder; returns `None` if there are too many or they are too large.
pub fn read(folder: &Path, bounds: Bounds) -> Option<Files> {
    let read =
        |path: String| Some((path.clone(), wag_core::files::read(&folder.join(path), BYTES_MAX).ok()?));
    Some(list(folder, bounds)?.into_iter().filter_map(read).collect())
}

/// Returns the contents of a Python file and of the files that it imports from its folder.
pub fn code(file: &Path, name: &str) -> Files {
    let sources = wag_replay::sources(file).into_iter().map(|(path, text)| (path, text.into_bytes()));
    let main = wag_core::files::read(file, BYTES_MAX).ok().map(|bytes| (name.to_string(), bytes));
    sources.chain(main).collect()
}

#[cfg(test)]
mod tests {
    use crate::line_up::folder::*;

    #[test]
    fn files_that_belong_to_no_player_are_skipped() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, name).unwrap();
        };
        let all =
            ["bot.py", "a/data.json", ".git/x", "__pycache__/bot.pyc", "saves/1.wag", "bot.log", "venv/x.py"];
        all.iter().for_each(|name| write(name));
        write("venv/pyvenv.cfg");
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.py")).unwrap();
        assert_eq!(list(folder.path(), OWN).unwrap(), ["a/data.json", "bot.py"]);
        assert_eq!(read(folder.path(), OWN).unwrap()["a/data.json"], b"a/data.json");
        (0..=FILES_MAX).for_each(|number| write(&format!("many/{number}")));
        assert_eq!(read(folder.path(), OWN), None);
    }
}
