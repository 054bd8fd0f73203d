//! `wag new`: a folder with a first AI.
//!
//! All or nothing: every file is written under another name first, and what has got its own name is taken away again
//! when a later one fails. Nothing that was there is ever changed.

use super::args::New;
use super::report::quoted;
use super::{Done, Mistake, mistake, print};
use owo_colors::OwoColorize;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// What a new folder contains: the project's own files.
const FILES: [(&str, &str); 5] = [
    ("yourAI.py", include_str!("../../yourAI.py")),
    ("yourFunctions.py", include_str!("../../yourFunctions.py")),
    ("classes.pyi", include_str!("../../python/classes.pyi")),
    ("__builtins__.pyi", include_str!("../../python/__builtins__.pyi")),
    ("README.md", include_str!("../../python/new/README.md")),
];

/// Writes the files, and says how to play.
pub fn run(options: &New) -> anyhow::Result<Done> {
    let folder = options.folder.as_path();
    for (name, _) in FILES {
        if folder.join(name).symlink_metadata().is_ok() {
            return mistake(already_there(&folder.join(name)));
        }
    }
    let made = make_folder(folder)?;
    if let Err(fault) = write_files(folder) {
        made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
        return Err(fault.into());
    }
    print(&told(folder))
}

fn already_there(file: &Path) -> String {
    format!(
        "{} is there already, so nothing was written; name another folder, or move the file away",
        file.display()
    )
}

/// Creates the folder and those above it; answers the ones that were missing, the outermost first.
fn make_folder(folder: &Path) -> Result<Vec<PathBuf>, Mistake> {
    let missing = |path: &&Path| !path.as_os_str().is_empty() && path.symlink_metadata().is_err();
    let mut made: Vec<PathBuf> = folder.ancestors().filter(missing).map(Path::to_path_buf).collect();
    made.reverse();
    std::fs::create_dir_all(folder).map_err(|fault| {
        made.iter().rev().for_each(|made| drop(std::fs::remove_dir(made)));
        match folder.is_file() {
            true => Mistake(format!("{} is a file; name a folder", folder.display())),
            false => Mistake(format!("the folder {} can't be made: {fault}", folder.display())),
        }
    })?;
    Ok(made)
}

fn write_files(folder: &Path) -> Result<(), Mistake> {
    let drafts = FILES.iter().map(|(_, text)| draft(folder, text)).collect::<io::Result<Vec<_>>>();
    let drafts = drafts
        .map_err(|fault| Mistake(format!("the folder {} can't be written to: {fault}", folder.display())))?;
    let mut written = Vec::new();
    for (draft, (name, _)) in drafts.into_iter().zip(FILES) {
        let file = folder.join(name);
        if let Err(fault) = draft.persist_noclobber(&file) {
            written.iter().for_each(|file| drop(std::fs::remove_file(file)));
            return Err(Mistake(match fault.error.kind() {
                io::ErrorKind::AlreadyExists => already_there(&file),
                _ => format!("{} can't be written: {}", file.display(), fault.error),
            }));
        }
        written.push(file);
    }
    Ok(())
}

/// A complete file under a name of its own, which vanishes if it gets no other one.
fn draft(folder: &Path, text: &str) -> io::Result<NamedTempFile> {
    // The user's umask takes away from this what it takes from every new file.
    let permissions = std::fs::Permissions::from_mode(0o666);
    let mut file =
        tempfile::Builder::new().prefix(".wag-new-").permissions(permissions).tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    Ok(file)
}

fn told(folder: &Path) -> String {
    let names = FILES.map(|(name, _)| name).join(", ");
    let is_here = folder.canonicalize().ok().zip(std::env::current_dir().ok()).is_some_and(|(a, b)| a == b);
    let go = if is_here { String::new() } else { format!("cd {} && ", folder_word(folder)) };
    format!(
        "{} holds {names}.\nPlay a match: {}\n",
        folder.display(),
        format!("{go}wag play yourAI.py").green().bold()
    )
}

/// As a shell takes it after `cd`, also when it begins with a dash.
fn folder_word(folder: &Path) -> String {
    let word = quoted(&folder.display().to_string());
    if word.starts_with('-') { format!("./{word}") } else { word }
}
