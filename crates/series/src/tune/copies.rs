//! Two copies of an AI's folder, in which the AI's file is replaced by versions with other parameter values.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use wag_i18n::{message, t};
use wag_play::{PlayError, user_error};
use wag_sandbox::TemporaryFolder;

/// The maximum number of files to copy; a larger folder is probably not the folder of one AI.
const MOST_FILES: usize = 2000;
/// The maximum total size of the files to copy, in bytes.
const MOST_BYTES: u64 = 64 << 20;

pub struct Copies {
    folder: TemporaryFolder,
    file: PathBuf,
}

impl Copies {
    /// Makes two copies of the folder that contains a file. Leaves out the results that matches have written there.
    pub fn of(file: &Path, stored_search: &Path) -> Result<Copies, PlayError> {
        let file = file
            .canonicalize()
            .map_err(PlayError::defect(t!("cannot read %{path}", path = file.display())))?;
        let (Some(from), Some(name)) = (file.parent(), file.file_name()) else {
            return user_error(message!("%{path} is not a file", path = file.display()));
        };
        let why = || t!("cannot copy %{path}", path = from.display());
        let folder = TemporaryFolder::new().map_err(|err| PlayError::defect(why())(err))?;
        let mut left = (MOST_FILES, MOST_BYTES);
        for copy in ["new", "old"] {
            let to = folder.path().join(copy);
            let is_whole = copy_all(from, &to, stored_search.file_name(), &mut left)
                .map_err(|err| PlayError::defect(why())(err))?;
            if !is_whole {
                return user_error(message!(
                    "%{path} contains more than an AI needs: put the AI into its own folder",
                    path = from.display()
                ));
            }
            left = (MOST_FILES, MOST_BYTES);
        }
        Ok(Copies { folder, file: name.into() })
    }

    /// Writes each of the two texts into one of the copies as the AI's file. Returns the player specs of both.
    pub fn write(&self, new: &str, old: &str) -> Result<[String; 2], PlayError> {
        let write = |name: &str, text: &str| -> Result<String, PlayError> {
            let path = self.folder.path().join(name).join(&self.file);
            fs::write(&path, text)
                .map_err(PlayError::defect(t!("cannot write %{path}", path = path.display())))?;
            Ok(format!("{name}={}", path.display()))
        };
        Ok([write("new", new)?, write("old", old)?])
    }
}

/// Returns whether matches, Python or the operating system create files of this name.
fn is_left_behind(name: &OsStr, excluded: Option<&OsStr>) -> bool {
    let text = name.to_string_lossy();
    let ending = Path::new(name).extension().unwrap_or_default();
    text.starts_with('.')
        || text == "__pycache__"
        || text == "saves"
        || ending == "log"
        || ending == "wag"
        || excluded == Some(name)
}

/// Copies a folder without its symbolic links. `left` is the number of files, and their total size, that may still be
/// copied. Returns false if this limit was exceeded.
fn copy_all(
    from: &Path,
    to: &Path,
    excluded: Option<&OsStr>,
    left: &mut (usize, u64),
) -> std::io::Result<bool> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if is_left_behind(&name, excluded) || kind.is_symlink() {
            continue;
        }
        let (path, target) = (entry.path(), to.join(&name));
        if kind.is_dir() {
            if !copy_all(&path, &target, excluded, left)? {
                return Ok(false);
            }
        } else if kind.is_file() {
            let bytes = entry.metadata()?.len();
            if left.0 == 0 || left.1 < bytes {
                return Ok(false);
            }
            *left = (left.0 - 1, left.1 - bytes);
            fs::copy(&path, &target)?;
        }
    }
    Ok(true)
}
