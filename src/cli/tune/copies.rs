//! Two copies of an AI's folder, in which its file is written with other numbers.

use super::super::answer::user_error;
use anyhow::Context;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use wag_i18n::t;

/// A folder with more than that is hardly an AI's.
const MOST_FILES: usize = 2000;
const MOST_BYTES: u64 = 64 << 20;

pub struct Copies {
    folder: tempfile::TempDir,
    file: PathBuf,
}

impl Copies {
    /// Copies of the folder in which the file is, without what matches leave there.
    pub fn of(file: &Path, kept: &Path) -> anyhow::Result<Copies> {
        let file = file.canonicalize().with_context(|| t!("%{path} can't be read", path = file.display()))?;
        let (Some(from), Some(name)) = (file.parent(), file.file_name()) else {
            return user_error(t!("%{path} is no file", path = file.display()));
        };
        let why = || t!("no copy of %{path} can be made", path = from.display());
        let folder = tempfile::tempdir().with_context(why)?;
        let mut left = (MOST_FILES, MOST_BYTES);
        for copy in ["new", "old"] {
            let to = folder.path().join(copy);
            let is_whole = copy_all(from, &to, kept.file_name(), &mut left).with_context(why)?;
            if !is_whole {
                return user_error(t!(
                    "%{path} holds more than an AI needs: put the AI into a folder of its own",
                    path = from.display()
                ));
            }
            left = (MOST_FILES, MOST_BYTES);
        }
        Ok(Copies { folder, file: name.into() })
    }

    /// The words for the two players with these texts.
    pub fn write(&self, new: &str, old: &str) -> anyhow::Result<[String; 2]> {
        let write = |name: &str, text: &str| -> anyhow::Result<String> {
            let path = self.folder.path().join(name).join(&self.file);
            fs::write(&path, text).with_context(|| t!("%{path} can't be written", path = path.display()))?;
            Ok(format!("{name}={}", path.display()))
        };
        Ok([write("new", new)?, write("old", old)?])
    }
}

/// Whether an entry is one that matches, Python or the system leave there.
fn is_left_behind(name: &OsStr, kept: Option<&OsStr>) -> bool {
    let told = name.to_string_lossy();
    let ending = Path::new(name).extension().unwrap_or_default();
    told.starts_with('.')
        || told == "__pycache__"
        || told == "saves"
        || ending == "log"
        || ending == "wag"
        || kept == Some(name)
}

/// Whether all could be copied within what is left. Links are left out.
fn copy_all(from: &Path, to: &Path, kept: Option<&OsStr>, left: &mut (usize, u64)) -> std::io::Result<bool> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (kind, name) = (entry.file_type()?, entry.file_name());
        if is_left_behind(&name, kept) || kind.is_symlink() {
            continue;
        }
        let (path, target) = (entry.path(), to.join(&name));
        if kind.is_dir() {
            if !copy_all(&path, &target, kept, left)? {
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
