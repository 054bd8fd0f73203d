//! The folders in which programs are looked up: those of the user's PATH.
//!
//! `pyenv` puts a folder of *shims* there: scripts that look in a folder for the program to start. Players may not read
//! that folder. This module replaces the shims with the folders of the versions that pyenv would choose.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf, absolute};

/// Returns the folders for a player whose paths are relative to `base`, in the sequence of PATH.
pub fn folders(base: &Path) -> Vec<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let user_version = env::var("PYENV_VERSION").ok();
    let base = absolute(base.join(".")).unwrap_or_default();
    env::split_paths(&path).flat_map(|folder| pyenv_folders(folder, user_version.as_deref(), &base)).collect()
}

/// Returns folders as the value of the environment variable PATH.
pub fn joined(folders: &[PathBuf]) -> OsString {
    env::join_paths(folders).unwrap_or_else(|_| env::var_os("PATH").unwrap_or_default())
}

/// Returns the folder itself or, if it contains pyenv's shims, the folders of the chosen versions. `user_version` is
/// the version that the user chose. If it is `None` or empty, a version file in `here` or in a folder above `here`
/// decides, or else pyenv's own version file.
fn pyenv_folders(folder: PathBuf, user_version: Option<&str>, here: &Path) -> Vec<PathBuf> {
    let root = folder.parent().filter(|root| folder.ends_with("shims") && root.join("versions").is_dir());
    let Some(root) = root else { return vec![folder] };
    let local =
        || here.ancestors().find_map(|folder| fs::read_to_string(folder.join(".python-version")).ok());
    let usual = || fs::read_to_string(root.join("version")).ok();
    let user_version = user_version.filter(|user_version| !user_version.is_empty()).map(str::to_string);
    let text = user_version.or_else(local).or_else(usual).unwrap_or_default();
    let versions = text.split([':', '\n', ' ']).map(str::trim).filter(|version| !version.is_empty());
    let found: Vec<PathBuf> =
        versions.filter_map(|version| version_in(&root.join("versions"), version)).collect();
    // If no version is chosen, the shims start the next program on PATH.
    if found.is_empty() { vec![folder] } else { found }
}

/// Returns the folder with the programs of a version. `3.11` means the newest version that begins with it.
fn version_in(versions: &Path, version: &str) -> Option<PathBuf> {
    let is_plain = !version.contains('/') && !version.starts_with('.');
    let names =
        fs::read_dir(versions).ok()?.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    let fits = |name: &String| name == version || name.starts_with(&format!("{version}."));
    let numbers = |name: &String| name.split('.').map(|part| part.parse().unwrap_or(0)).collect::<Vec<u32>>();
    let newest = names.filter(fits).max_by_key(|name| (name == version, numbers(name)));
    let bin = versions.join(newest?).join("bin");
    (is_plain && bin.is_dir()).then_some(bin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shims_are_replaced_with_versions() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for name in
            ["shims", "versions/3.9.1/bin", "versions/3.11.2/bin", "versions/3.11.10/bin", "project/deep"]
        {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        fs::write(root.join("version"), "3.9.1\n").unwrap();
        let bin = |version: &str| root.join("versions").join(version).join("bin");
        let of = |user_version: Option<&str>, here: &str| {
            pyenv_folders(root.join("shims"), user_version, &root.join(here))
        };
        assert_eq!(of(None, "project/deep"), [bin("3.9.1")]);
        fs::write(root.join("project/.python-version"), "3.11\n3.9.1\n").unwrap();
        assert_eq!(of(None, "project/deep"), [bin("3.11.10"), bin("3.9.1")]);
        assert_eq!(of(Some("3.11.2"), "project/deep"), [bin("3.11.2")]);
        for other in ["system", "..", "3.12", "../versions/3.9.1"] {
            assert_eq!(of(Some(other), "project"), [root.join("shims")], "{other}");
        }
        assert_eq!(pyenv_folders(root.join("project"), None, root), [root.join("project")]);
    }
}
