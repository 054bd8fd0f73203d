//! Reads the files of a folder in which a worker process may change files at the same time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wag_core::files::read_beneath;

/// The maximum size of a file, in bytes.
const FILE_MAX: u64 = 1 << 30;
/// The maximum depth of folders.
const DEPTH_MAX: usize = 32;

/// Returns the paths of the regular files below a folder, relative to it and sorted. Links are left out.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    add(folder, Path::new(""), 0, &mut found)?;
    found.sort();
    Ok(found)
}

fn add(folder: &Path, below: &Path, depth: usize, found: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match fs::read_dir(folder.join(below)) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let (name, kind) = (below.join(entry.file_name()), entry.file_type()?);
        if kind.is_dir() && depth < DEPTH_MAX {
            add(folder, &name, depth + 1, found)?;
        } else if kind.is_file() {
            found.push(name);
        }
    }
    Ok(())
}

/// Reads a file below a folder. Returns `None` if it has disappeared, or leads out of the folder.
pub fn read(folder: &Path, name: &Path) -> io::Result<Option<Vec<u8>>> {
    match read_beneath(folder, name, FILE_MAX) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(err) if is_gone(&err) => Ok(None),
        Err(err) => Err(err),
    }
}

fn is_gone(err: &io::Error) -> bool {
    // The system reports a link that leads out of the folder as one to another device.
    [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory, io::ErrorKind::CrossesDevices]
        .contains(&err.kind())
}
