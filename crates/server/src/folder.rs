//! The working folder: which of its files may be chosen, and that nothing outside of it is.

use std::fs;
use std::path::{Component, Path, PathBuf};
use wag_i18n::{quote, t};

/// How deep files are looked for, and how many are listed.
const DEPTH: usize = 4;
const FILES_MAX: usize = 500;
/// So many entries are looked at; a home folder may have millions.
const ENTRIES_MAX: usize = 20_000;

/// What may be chosen, as paths from the folder with `/`, those in the folder itself first; `s2` comes before `s10`.
#[derive(Debug, Default)]
pub struct Listing {
    pub ais: Vec<String>,
    pub others: Vec<String>,
}

/// Lists the Python files of a folder, and those whose names have one of these endings.
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
        // By this name test runners know their files.
        Some("py") if name.starts_with("test_") => {}
        Some("py") => ais.push(word.to_string()),
        Some(ending) if endings.contains(&ending) => others.push(word.to_string()),
        _ => {}
    }
}

/// Whether a path in words stays in the folder it starts from, as far as words tell.
pub fn stays_inside(word: &str) -> bool {
    let path = Path::new(word);
    !word.contains('\0')
        && path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

/// Refuses what lies outside of the working folder, before anything of it is looked at.
pub fn check_inside(folder: &Path, word: &str) -> Result<(), String> {
    let is_inside = || match folder.join(word).canonicalize() {
        Ok(path) => path.starts_with(folder),
        // What is not there is told by whoever looks for it.
        Err(_) => true,
    };
    match stays_inside(word) && is_inside() {
        true => Ok(()),
        false => Err(t!(
            "%{word} is not in the working folder; start `wag client` in the folder it lies in",
            word = quote(word)
        )),
    }
}

/// Where a file lies, seen from the working folder, as the pages name it.
pub fn as_word(folder: &Path, file: &Path) -> String {
    let word: PathBuf = file.strip_prefix(folder).unwrap_or(file).to_path_buf();
    word.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_could_be_chosen_is_listed() {
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
    fn no_word_leads_out() {
        for word in ["/etc/x.py", "../x.py", "a/../../x.py", "a/..", "x\0.py"] {
            assert!(!stays_inside(word), "{word:?}");
        }
        for word in ["x.py", "./x.py", "a/b.py", "Noob", "..x.py", ""] {
            assert!(stays_inside(word), "{word:?}");
        }
    }
}
