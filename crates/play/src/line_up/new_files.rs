//! Writes files of players into a folder.
//!
//! Either all files are written or none. Each file is first written under a temporary name. If one of them cannot be
//! renamed, the files that have already been renamed are deleted. Existing files are never changed.

use super::game_info::new_files;
use crate::error::PlayError;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use wag_core::files::create_folder;
use wag_core::game::GameInfo;
use wag_i18n::{Message, message};

/// The name and the text of a file to write. The name may include folders.
pub type NewFile = (&'static str, &'static str);

/// Writes files into a folder. Creates the folder if it does not exist.
pub fn write_new(files: &[NewFile], folder: &Path) -> Result<(), PlayError> {
    check_is_free(files, folder)?;
    let made = make_folder(folder)?;
    write_files(files, folder).inspect_err(|_| remove(&made))
}

/// Deletes the empty folders among these, innermost first.
fn remove(made: &[PathBuf]) {
    made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
}

/// Writes the files of a game into a folder that already exists.
pub fn write_into(info: &GameInfo, folder: &Path) -> Result<(), PlayError> {
    let files = new_files(info);
    check_is_free(&files, folder)?;
    write_files(&files, folder)
}

fn check_is_free(files: &[NewFile], folder: &Path) -> Result<(), PlayError> {
    let taken = |(name, _): &(&str, &str)| folder.join(name).symlink_metadata().is_ok();
    match files.iter().find(|file| taken(file)) {
        Some((name, _)) => Err(PlayError::UserError(already_there(&folder.join(name)))),
        None => Ok(()),
    }
}

fn already_there(file: &Path) -> Message {
    message!(
        "%{file} already exists, so nothing was written; choose another folder, or move the file away",
        file = file.display()
    )
}

/// Creates a folder and its parents. Returns the folders that did not exist before, outermost first.
fn make_folder(folder: &Path) -> Result<Vec<PathBuf>, PlayError> {
    let missing = |path: &&Path| !path.as_os_str().is_empty() && path.symlink_metadata().is_err();
    let mut made: Vec<PathBuf> = folder.ancestors().filter(missing).map(Path::to_path_buf).collect();
    made.reverse();
    create_folder(folder).map_err(|err| {
        made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
        match folder.is_file() {
            true => PlayError::UserError(message!(
                "%{folder} is a file; name a folder",
                folder = folder.display()
            )),
            false => PlayError::UserError(message!(
                "the folder %{folder} cannot be created: %{fault}",
                folder = folder.display(),
                fault = err
            )),
        }
    })?;
    Ok(made)
}

fn write_files(files: &[NewFile], folder: &Path) -> Result<(), PlayError> {
    let draft = |(name, text): &(&str, &str)| {
        let folder = folder.join(Path::new(name).parent().unwrap_or(Path::new("")));
        create_folder(&folder)?;
        draft(&folder, text)
    };
    let drafts = files.iter().map(draft).collect::<io::Result<Vec<_>>>();
    let drafts = drafts.map_err(|err| {
        PlayError::UserError(message!(
            "the folder %{folder} is not writable: %{fault}",
            folder = folder.display(),
            fault = err
        ))
    })?;
    let (mut written, mut made) = (Vec::new(), Vec::new());
    for (draft, (name, _)) in drafts.into_iter().zip(files) {
        let file = folder.join(name);
        let undo = |written: &[PathBuf], made: &[PathBuf]| {
            written.iter().for_each(|file| drop(std::fs::remove_file(file)));
            remove(made);
        };
        match make_folder(file.parent().unwrap_or(folder)) {
            Ok(new) => made.extend(new),
            Err(err) => {
                undo(&written, &made);
                return Err(err);
            }
        }
        if let Err(err) = draft.persist_noclobber(&file) {
            undo(&written, &made);
            return Err(PlayError::UserError(match err.error.kind() {
                io::ErrorKind::AlreadyExists => already_there(&file),
                _ => {
                    message!("%{file} cannot be written: %{error}", file = file.display(), error = err.error)
                }
            }));
        }
        written.push(file);
    }
    Ok(())
}

/// Writes a file under a temporary name. The file is deleted unless it is renamed.
fn draft(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    // The user's umask removes the usual permissions from this.
    let permissions = std::fs::Permissions::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".wag-new-").permissions(permissions).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}
