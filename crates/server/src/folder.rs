//! The working folder: lists the files that a user can choose, and rejects paths that lead out of it.

use std::fs;
use std::path::{Component, Path, PathBuf};
use wag_i18n::{message, quote};
use wag_play::{PlayError, user_error};

/// The number of folder levels that are searched for files.
const DEPTH: usize = 4;
/// The maximum number of files in each list.
const FILES_MAX: usize = 500;
/// The maximum number of folder entries to read. A home folder may have millions of entries.
const ENTRIES_MAX: usize = 20_000;

/// The files that a user can choose, as paths relative to the working folder. Files directly in the folder come first.
/// Numbers in names are sorted by value: `s2` comes before `s10`.
#[derive(Debug, Default)]
pub struct Listing {
    pub ais: Vec<String>,
    pub others: Vec<String>,
}

/// Lists the Python files in a folder, and the files whose extension is in `endings`.
pub fn list(folder: &Path, endings: &[&str]) -> Listing {
    let mut listing = Listing::default();
    let mut left = ENTRIES_MAX;
    let mut level = vec![folder.to_path_buf()];
    for _ in 0..DEPTH {
        let mut next = Vec::new();
        let (mut ais, mut others) = (Vec::new(), Vec::new());
        for below in &level {
            let Ok(entries) = fs::read_dir(below) else { continue };
            for entry in entries.flatten() {
                if left == 0 {
                    break;
                }
                left -= 1;
                sort_out((folder, endings), &entry.path(), &mut ais, &mut others, &mut next);
            }
        }
        for (found, all) in [(&mut ais, &mut listing.ais), (&mut others, &mut listing.others)] {
            alphanumeric_sort::sort_str_slice(found);
            found.truncate(FILES_MAX.saturating_sub(all.len()));
            all.append(found);
        }
        alphanumeric_sort::sort_path_slice(&mut next);
        level = next;
    }
    listing
}

/// Lists the files directly in a folder that are Python files or have one of these extensions. Python files come first.
pub fn list_here(folder: &Path, endings: &[&str]) -> Vec<String> {
    let (mut python, mut others) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().take(ENTRIES_MAX) {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || name.starts_with('.') {
            continue;
        }
        match Path::new(&name).extension().and_then(|ending| ending.to_str()) {
            Some("py") => python.push(name),
            Some(ending) if endings.contains(&ending) => others.push(name),
            _ => {}
        }
    }
    alphanumeric_sort::sort_str_slice(&mut python);
    alphanumeric_sort::sort_str_slice(&mut others);
    python.append(&mut others);
    python.truncate(FILES_MAX);
    python
}

fn sort_out(
    (folder, endings): (&Path, &[&str]),
    path: &Path,
    ais: &mut Vec<String>,
    others: &mut Vec<String>,
    folders: &mut Vec<PathBuf>,
) {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return };
    let Ok(about) = path.symlink_metadata() else { return };
    if name.starts_with('.') {
        return;
    }
    if about.is_dir() {
        let is_foreign = ["__pycache__", "node_modules", "saves", "target"].contains(&name);
        if !is_foreign && !path.join("pyvenv.cfg").exists() {
            folders.push(path.to_path_buf());
        }
        return;
    }
    let Some(word) = path.strip_prefix(folder).ok().and_then(Path::to_str) else { return };
    match path.extension().and_then(|ending| ending.to_str()) {
        // Test runners recognize their files by this prefix.
        Some("py") if name.starts_with("test_") => {}
        Some("py") => ais.push(word.to_string()),
        Some(ending) if endings.contains(&ending) => others.push(word.to_string()),
        _ => {}
    }
}

/// Returns whether a relative path stays inside its folder. Checks only the text of the path, and resolves no links.
pub fn stays_inside(word: &str) -> bool {
    let path = Path::new(word);
    !word.contains('\0')
        && path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Returns an error if a path leads out of the working folder. Does not open the file.
pub fn check_inside(folder: &Path, word: &str) -> Result<(), PlayError> {
    let is_inside = || match folder.join(word).canonicalize() {
        Ok(path) => path.starts_with(folder),
        // If the file does not exist, the code that opens it reports the error.
        Err(_) => true,
    };
    match stays_inside(word) && is_inside() {
        true => Ok(()),
        false => user_error(message!(
            "%{word} is not in the working folder; start `wag client` in the folder that contains it",
            word = quote(word)
        )),
    }
}

/// Returns a file's path relative to the working folder, which is the form that the pages use.
pub fn as_word(folder: &Path, file: &Path) -> String {
    let word: PathBuf = file.strip_prefix(folder).unwrap_or(file).to_path_buf();
    word.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_selectable_files_are_listed() {
        let folder = tempfile::tempdir().unwrap();
        let files = [
            "b.py",
            "a.py",
            "test_a.py",
            "x.txt",
            "own.map",
            ".hidden.py",
            "bots/c.py",
            "bots/deep/d.py",
            "venv/pyvenv.cfg",
            "venv/e.py",
            "saves/f.py",
            "__pycache__/g.py",
            "1/2/3/4/far.py",
        ];
        for file in files {
            fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            fs::write(folder.path().join(file), "").unwrap();
        }
        let listing = list(folder.path(), &["map"]);
        assert_eq!(listing.ais, ["a.py", "b.py", "bots/c.py", "bots/deep/d.py"]);
        assert_eq!(listing.others, ["own.map"]);
    }

    #[test]
    fn numbers_are_sorted_as_numbers() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["s10/a.py", "s2/a.py", "s1/a.py", "b10.py", "b9.py"] {
            fs::create_dir_all(folder.path().join(file).parent().unwrap()).unwrap();
            fs::write(folder.path().join(file), "").unwrap();
        }
        let listing = list(folder.path(), &[]);
        assert_eq!(listing.ais, ["b9.py", "b10.py", "s1/a.py", "s2/a.py", "s10/a.py"]);
    }

    #[test]
    fn paths_outside_the_folder_are_rejected() {
        for word in ["/etc/x.py", "../x.py", "a/../../x.py", "a/..", "x\0.py"] {
            assert!(!stays_inside(word), "{word:?}");
        }
        for word in ["x.py", "./x.py", "a/b.py", "Noob", "..x.py", ""] {
            assert!(stays_inside(word), "{word:?}");
        }
    }
}
