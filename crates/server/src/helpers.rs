//! Finds the Python files in a folder that are not players: tests, modules that other files import, and the helper
//! files that `wag new` writes next to a player.
//!
//! No code is run, and only the start of each file is read.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use wag_games::{has_game, player_classes};
use wag_replay::imported_files;

/// The number of bytes to read from the start of a file, where its imports are.
const READ_MAX: u64 = 1 << 16;
/// The maximum number of players in the files of a folder.
const PLAYERS_MAX: usize = 500;

/// The names of the files that `wag new` writes for a game: the player and its helpers.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewFiles<'k> {
    pub player: Option<&'k str>,
    pub helpers: &'k [&'static str],
}

/// Returns the files that may be players. The paths in `files` are relative to the folder.
pub fn players(folder: &Path, files: Vec<String>, known: NewFiles<'_>) -> Vec<String> {
    let served: BTreeSet<String> =
        files.iter().filter(|file| !is_test(file)).flat_map(|file| files_imported_by(folder, file)).collect();
    let is_player = |file: &String| {
        let name = name_of(file);
        let is_known = known.player == Some(name);
        is_known || !(is_test(file) || served.contains(file) || known.helpers.contains(&name))
    };
    files.into_iter().filter(is_player).collect()
}

/// Returns the players of a game in a Python file among these files: each class that plays, as `FILE.py:CLASS`, and each
/// other file that is no game. A file with one player and no game stands for it.
pub fn players_of_game_file(folder: &Path, files: Vec<String>) -> Vec<String> {
    let players = files.into_iter().flat_map(|file| {
        let path = folder.join(&file);
        let (classes, is_game) = (player_classes(&path), has_game(&path));
        match classes.len() {
            0 if is_game => Vec::new(),
            0 => vec![file],
            1 if !is_game => vec![file],
            _ => classes.iter().map(|class| format!("{file}:{class}")).collect(),
        }
    });
    players.take(PLAYERS_MAX).collect()
}

fn name_of(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}

/// Returns whether a file is a test or belongs to a test folder, or is part of a package, such as `__init__.py`.
fn is_test(file: &str) -> bool {
    let stem = name_of(file).trim_end_matches(".py");
    let is_below = file.split('/').rev().skip(1).any(|part| ["test", "tests"].contains(&part));
    is_below
        || stem.starts_with("test_")
        || stem.ends_with("_test")
        || ["conftest", "__init__", "__main__"].contains(&stem)
}

/// Returns the files that a Python file may import, as paths relative to the folder.
fn files_imported_by(folder: &Path, file: &str) -> Vec<String> {
    let Some(text) = read_beginning(&folder.join(file)) else { return Vec::new() };
    let beside = file.rsplit_once('/').map_or(String::new(), |(beside, _)| format!("{beside}/"));
    let files = imported_files(&text).into_iter().map(|served| format!("{beside}{served}"));
    // A file that imports its own name is not a helper of another file.
    files.filter(|served| served != file).collect()
}

fn read_beginning(path: &Path) -> Option<String> {
    // Opening a pipe would block.
    path.metadata().ok().filter(|about| about.is_file())?;
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(READ_MAX).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn helpers(files: &[(&str, &str)], known: NewFiles<'_>) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            fs::write(folder.path().join(file), text).unwrap();
        }
        players(folder.path(), files.iter().map(|(file, _)| file.to_string()).collect(), known)
    }

    #[test]
    fn imported_modules_are_not_players() {
        let files = [
            ("s1/bot.py", "from classes import *\nimport paths, maps.near as near # fast\n"),
            ("s1/paths.py", "import paths\n"),
            ("s1/maps/near.py", ""),
            ("s1/maps/__init__.py", ""),
            ("s2/bot.py", "from tools import (walk, run)\nfrom . import plan\n"),
            ("s2/tools/walk.py", ""),
            ("s2/plan.py", ""),
            ("s2/paths.py", "print('on its own')"),
            ("s2/test_bot.py", "import bot\nimport paths\n"),
            ("s2/tests/helper.py", ""),
        ];
        assert_eq!(helpers(&files, NewFiles::default()), ["s1/bot.py", "s2/bot.py", "s2/paths.py"]);
    }

    #[test]
    fn files_of_wag_new_are_recognized() {
        let known = NewFiles { player: Some("my.py"), helpers: &["mine.py", "stubs.pyi"] };
        let files = [("my.py", ""), ("a/my.py", ""), ("a/mine.py", ""), ("new.py", "import my\n")];
        assert_eq!(helpers(&files, known), ["my.py", "a/my.py", "new.py"]);
    }
}
