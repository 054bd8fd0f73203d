//! The Rust files of all packages, each with its module name as seen from `wag`: `games/warriors/rules.rs`.

use std::fs;
use std::path::{Path, PathBuf};

/// The source folder of each package, and the prefix of its module names.
const PACKAGES: [(&str, &str); 4] =
    [("src", ""), ("engine/src", ""), ("games/src", "games/"), ("play/src", "play/")];

/// Returns the name and the file of each module, sorted by name.
pub fn all() -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for (folder, prefix) in PACKAGES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut files = Vec::new();
        collect(&folder, &mut files);
        found.extend(files.into_iter().map(|file| (name(prefix, &folder, &file), file)));
    }
    found.sort();
    assert!(found.len() > 300, "the sources are where they were");
    found
}

fn name(prefix: &str, folder: &Path, file: &Path) -> String {
    let inside = file.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
    format!("{prefix}{inside}")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the file of a module, relative to the project's folder.
pub fn file_of(name: &str) -> String {
    let beside = |(folder, prefix): &(&str, &str)| {
        let file = format!("{folder}/{}", name.strip_prefix(prefix)?);
        Path::new(env!("CARGO_MANIFEST_DIR")).join(&file).exists().then_some(file)
    };
    PACKAGES.iter().find_map(beside).unwrap_or_else(|| name.to_string())
}
