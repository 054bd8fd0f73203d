//! The files of AIs in replays.

use super::PlayerInfo;
use super::hash::sha256;
use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use wag_core::files;

/// The maximum total size of the files of one AI, in bytes.
const SOURCES_MAX: usize = 4 << 20;
/// The maximum number of an AI's data files, and their maximum total size, in bytes.
const DATA_FILES_MAX: usize = 100;
const DATA_MAX: u64 = 16 << 20;
/// The maximum number of folder entries that are looked at for data files, and the maximum depth.
const ENTRIES_MAX: usize = 2000;
const DEPTH_MAX: usize = 3;

/// Describes an AI that is a file. The hash is missing if the file cannot be read.
pub fn player_of_file(name: &str, file: &Path) -> PlayerInfo {
    PlayerInfo {
        name: name.to_string(),
        file: Some(file.file_name().unwrap_or_default().to_string_lossy().into_owned()),
        sha256: fs::read(file).ok().map(|bytes| sha256(&bytes)),
        ..PlayerInfo::default()
    }
}

/// Describes an AI that is a Python file, with the files that it uses.
pub fn player_of_python_file(name: &str, file: &Path) -> PlayerInfo {
    PlayerInfo { helpers: Some(helper_hashes(file)), data: data_hashes(file), ..player_of_file(name, file) }
}

/// Returns the path of a file relative to the first of these folders that contains it; `None` if none of them does, or if
/// players may not read the file there.
pub fn path_below(file: &Path, folders: &[PathBuf]) -> Option<String> {
    let file = file.canonicalize().ok()?;
    let folders = folders.iter().filter_map(|folder| folder.canonicalize().ok());
    let path = folders.into_iter().find_map(|folder| Some(file.strip_prefix(folder).ok()?.to_path_buf()))?;
    let is_open = !path.ancestors().any(files::is_closed_to_players);
    path.to_str().filter(|_| is_open).map(str::to_string)
}

/// Describes a built-in AI. `source` is its text, or `None` if it has none.
pub fn built_in_player(name: &str, source: Option<&str>) -> PlayerInfo {
    let sha256 = source.map(|text| sha256(text.as_bytes()));
    PlayerInfo { name: name.to_string(), file: None, built_in: true, sha256, ..PlayerInfo::default() }
}

/// Returns the texts of an AI's file and of the files in its folder that it imports, by the names used in source lines.
pub fn sources(file: &Path) -> BTreeMap<String, String> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    files_of_player(file).into_iter().map(|(name, bytes)| (name, text(bytes))).collect()
}

/// Returns the hashes of the files in an AI's folder that it imports, by the names used in source lines.
pub fn helper_hashes(file: &Path) -> BTreeMap<String, String> {
    let main = file.file_name().unwrap_or_default().to_string_lossy();
    let helpers = files_of_player(file).into_iter().filter(|(name, _)| *name != main);
    helpers.map(|(name, bytes)| (name, sha256(&bytes))).collect()
}

/// Returns the hashes of the data files in an AI's folder and below: files that are no Python modules and whose names
/// occur in the AI's code. Which files an AI opens is only known to the AI's process, which may lie.
pub fn data_hashes(file: &Path) -> BTreeMap<String, String> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let code: Vec<String> = sources(file).into_values().collect();
    let is_named = |path: &Path| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| code.iter().any(|text| text.contains(name)))
    };
    let (mut hashes, mut left) = (BTreeMap::new(), DATA_MAX);
    for path in files_below(folder).into_iter().filter(|path| is_named(path)).take(DATA_FILES_MAX) {
        let (Some(name), Ok(bytes)) = (path.to_str(), files::read_beneath(folder, &path, left)) else {
            continue;
        };
        left -= bytes.len() as u64;
        hashes.insert(name.to_string(), sha256(&bytes));
    }
    hashes
}

/// Returns the files below a folder that players may read and that are no Python modules, relative to it.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), ENTRIES_MAX);
    let mut waiting = VecDeque::from([(PathBuf::new(), 1)]);
    while let Some((below, depth)) = waiting.pop_front() {
        let Ok(entries) = fs::read_dir(folder.join(&below)) else { continue };
        let mut entries: Vec<_> = entries.flatten().take(left).collect();
        left -= entries.len();
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let (path, Ok(kind)) = (below.join(entry.file_name()), entry.file_type()) else { continue };
            if files::is_closed_to_players(&path) {
                continue;
            }
            if kind.is_dir() && depth < DEPTH_MAX && path.file_name() != Some("__pycache__".as_ref()) {
                waiting.push_back((path, depth + 1));
            } else if kind.is_file() && path.extension().is_none_or(|ending| ending != "py") {
                found.push(path);
            }
        }
    }
    found
}

fn files_of_player(file: &Path) -> BTreeMap<String, Vec<u8>> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let first = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (mut sources, mut waiting, mut total) = (BTreeMap::new(), vec![first], 0);
    while let Some(name) = waiting.pop() {
        if sources.contains_key(&name) || is_closed(folder, &name) {
            continue;
        }
        let left = (SOURCES_MAX - total) as u64;
        let Ok(bytes) = files::read_beneath(folder, Path::new(&name), left) else { continue };
        let text = String::from_utf8_lossy(&bytes);
        // Bytes that are not UTF-8 turn into longer characters.
        total = SOURCES_MAX.min(total + text.len());
        waiting.extend(imported_files(&text));
        sources.insert(name, bytes);
    }
    sources
}

/// Returns whether a name refers to a file that players may not read, such as a hidden one.
fn is_closed(folder: &Path, name: &str) -> bool {
    let (Ok(root), Ok(place)) = (folder.canonicalize(), folder.join(name).canonicalize()) else {
        return true;
    };
    place.strip_prefix(root).map_or(true, |below| below.ancestors().any(files::is_closed_to_players))
}

/// Returns the names of the files next to an AI's file that its text may import. This is an estimate: additional names
/// do no harm.
pub fn imported_files(text: &str) -> Vec<String> {
    text.lines().flat_map(imported).flat_map(|module| files_of(&module)).collect()
}

/// Returns the names of the modules that a line of code imports: `import a, b.c as d`, `from a.b import c, d`, `from .
/// import b`.
fn imported(line: &str) -> Vec<String> {
    let line = line.split('#').next().unwrap_or(line).trim();
    let first = |part: &str| part.split_whitespace().next().unwrap_or_default().trim_matches(';').to_string();
    if let Some(modules) = line.strip_prefix("import ") {
        return modules.split(',').map(first).collect();
    }
    let Some((module, names)) = line.strip_prefix("from ").and_then(|rest| rest.split_once(" import")) else {
        return Vec::new();
    };
    let names = names.trim_matches(['(', ')', ' ']).split(',').map(first);
    let below = names.map(|name| format!("{}.{name}", module.trim()));
    [module.trim().to_string()].into_iter().chain(below).collect()
}

/// Returns the possible files of a module. For `a.b` these are `a.py`, `a/__init__.py`, `a/b.py` and `a/b/__init__.py`.
fn files_of(module: &str) -> Vec<String> {
    let mut files = Vec::new();
    let mut path = String::new();
    for part in module.trim_start_matches('.').split('.').filter(|part| is_name(part)) {
        path = if path.is_empty() { part.to_string() } else { format!("{path}/{part}") };
        files.extend([format!("{path}.py"), format!("{path}/__init__.py")]);
    }
    files
}

fn is_name(part: &str) -> bool {
    !part.is_empty() && !part.contains(['/', '\\', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_include_imports_from_the_same_folder() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "ai.py",
            "import random, helper as h\nfrom pack import deep  # one of it\nfrom classes import *\n",
        );
        write("helper.py", "from other import y");
        write("other.py", "import helper, ai");
        write("pack/__init__.py", "");
        write("pack/deep.py", "x = 1");
        write("secret.py", "nobody imports it");
        let sources = sources(&folder.path().join("ai.py"));
        let names: Vec<&str> = sources.keys().map(String::as_str).collect();
        assert_eq!(names, ["ai.py", "helper.py", "other.py", "pack/__init__.py", "pack/deep.py"]);
        assert_eq!(
            path_below(&folder.path().join("pack/deep.py"), &[folder.path().into()]).unwrap(),
            "pack/deep.py"
        );
        assert_eq!(path_below(&folder.path().join("ai.py"), &[folder.path().join("pack")]), None);
        write(".hidden/ai.py", "");
        assert_eq!(path_below(&folder.path().join(".hidden/ai.py"), &[folder.path().into()]), None);
        let player = player_of_file("ai", &folder.path().join("other.py"));
        assert_eq!(player.file.as_deref(), Some("other.py"));
        assert_eq!(player.sha256.unwrap().len(), 64);
    }

    #[test]
    fn data_files_are_those_that_the_code_names() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("ai.py", "import helper\nopen('weights.json'); open('own.log'); open('.secret')");
        write("helper.py", "open(f'{folder}/book.txt')");
        for name in ["weights.json", "deep/book.txt", "own.log", ".secret", "other.txt", ".git/weights.json"]
        {
            write(name, "data");
        }
        std::os::unix::fs::symlink("/etc/hostname", folder.path().join("deep/weights.json")).unwrap();
        let hashes = data_hashes(&folder.path().join("ai.py"));
        assert_eq!(hashes.keys().collect::<Vec<_>>(), ["deep/book.txt", "weights.json"]);
        assert!(hashes.values().all(|hash| *hash == sha256(b"data")));
    }
}
