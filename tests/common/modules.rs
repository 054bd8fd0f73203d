//! The Rust files of all packages, each with its module name as seen from `wag`: `games/warriors/rules.rs`.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the name and the path of every file, sorted by name.
pub fn all() -> Vec<(String, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(&root.join("src"), &mut files);
    for package in packages() {
        collect(&root.join("crates").join(package).join("src"), &mut files);
    }
    let name = |file: &PathBuf| {
        let path = file.strip_prefix(root).unwrap().to_str().unwrap();
        let short = path.strip_prefix("crates/").map(|path| path.replacen("/src/", "/", 1));
        short.unwrap_or_else(|| path.strip_prefix("src/").unwrap().to_string())
    };
    let mut found: Vec<(String, PathBuf)> = files.into_iter().map(|file| (name(&file), file)).collect();
    found.sort();
    assert!(found.len() > 300, "the sources are where they were");
    found
}

/// Returns the names of the packages in `crates/`.
pub fn packages() -> Vec<String> {
    let folders = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap();
    folders.map(|folder| folder.unwrap().file_name().into_string().unwrap()).collect()
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
    let exists = |path: &String| Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists();
    let in_crate = name.split_once('/').map(|(package, rest)| format!("crates/{package}/src/{rest}"));
    let candidates = [Some(format!("src/{name}")), in_crate];
    candidates.into_iter().flatten().find(exists).unwrap_or_else(|| name.to_string())
}
