//! Suggestions of existing files for a missing one.

use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_core::text::nearest;

/// Returns the Python file whose name is most similar to that of a missing file, from the same folder. The result is
/// relative to `base` if the given path is, and absolute otherwise.
pub fn similar_file(base: &Path, word: &str) -> Option<String> {
    let path = Path::new(word);
    let folder = path.parent().unwrap_or(Path::new(""));
    let stem = path.file_stem()?.to_str()?;
    let stems = players_in(&base.join(folder));
    let same = stems.iter().find(|known| known.eq_ignore_ascii_case(stem));
    let near = same.map(String::as_str).or_else(|| nearest(stem, stems.iter().map(String::as_str)))?;
    let found = folder.join(format!("{near}.py"));
    (found != path).then(|| found.display().to_string())
}

/// Returns the player's file in a folder, relative to `base` if the folder is: the file that `wag new` creates, or else
/// the only Python file there.
pub fn player_in(info: &GameInfo, base: &Path, folder: &Path) -> Option<PathBuf> {
    let usual = info.own_player().map(|name| folder.join(name)).filter(|file| base.join(file).is_file());
    usual.or_else(|| match players_in(&base.join(folder)).as_slice() {
        [only] => Some(folder.join(format!("{only}.py"))),
        _ => None,
    })
}

/// Returns the sorted names of the Python files in a folder, without their extension and without test files.
fn players_in(folder: &Path) -> Vec<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let stem = |path: PathBuf| {
        let is_python = path.extension().is_some_and(|ending| ending == "py") && path.is_file();
        Some(path.file_stem().filter(|_| is_python)?.to_str()?.to_string())
    };
    let mut stems: Vec<String> = entries.filter_map(|entry| stem(entry.path())).collect();
    stems.retain(|stem| !stem.starts_with("test_"));
    stems.sort();
    stems
}

#[cfg(test)]
mod tests {
    use crate::line_up::similar_file::*;

    #[test]
    fn a_similar_file_is_found_in_the_same_folder() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["yourAI.py", "meine ki.py", "test_yourAI.py", "notes.txt"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        let found = |word: &str| similar_file(folder.path(), word);
        assert_eq!(found("yourai.py").as_deref(), Some("yourAI.py"));
        assert_eq!(found("yourAI.PY").as_deref(), Some("yourAI.py"));
        assert_eq!(found("yourAI.txt").as_deref(), Some("yourAI.py"));
        assert_eq!(found("mein ki.py").as_deref(), Some("meine ki.py"));
        assert_eq!(found("zzz.py"), None);
        assert_eq!(found("yourAI.py"), None, "it is there");
    }
}
