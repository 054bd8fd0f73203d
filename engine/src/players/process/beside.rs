//! What lies beside a program is found in its working folder, too: an opening book that it reads by its bare name.
//!
//! Small files are copies, so that a program may write its notes over them; the rest are links, which can be read only.
//! What the program may not read is not there.

use crate::worker::open_folder;
use std::fs::{self, DirEntry};
use std::io::{self, Read};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// So many entries of a folder are laid out, in the order of their names.
const ENTRIES_MAX: usize = 500;
/// A larger file is a link; and every file, when so much has been copied. In bytes.
const COPIED_MAX: u64 = 64 << 10;
const COPIED_IN_ALL_MAX: u64 = 4 << 20;

/// Lays out in `folder` what lies in the `homes`, but for what is `closed`. Of equal names the first home's counts.
///
/// What can't be laid out is left out: the program is told so when it looks for it.
pub fn lay_out(folder: &Path, homes: &[PathBuf], closed: &[PathBuf]) {
    let mut left = COPIED_IN_ALL_MAX;
    for home in homes {
        for (name, place) in entries(home, closed) {
            let _ = lay(&place, &folder.join(name), &mut left);
        }
    }
}

/// The names in a folder, and where each leads, as far as it may be read.
fn entries(home: &Path, closed: &[PathBuf]) -> Vec<(std::ffi::OsString, PathBuf)> {
    let open = open_folder(home, closed).readable;
    let place = |entry: DirEntry| {
        let place = entry.path().canonicalize().ok()?;
        let is_open = open.iter().any(|open| place.starts_with(open));
        (is_open && !is_hidden(&entry)).then(|| (entry.file_name(), place))
    };
    let mut found: Vec<_> = fs::read_dir(home).into_iter().flatten().flatten().filter_map(place).collect();
    found.sort();
    found.truncate(ENTRIES_MAX);
    found
}

/// A folder with very many entries is open as a whole.
fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

fn lay(place: &Path, at: &Path, left: &mut u64) -> io::Result<()> {
    if at.symlink_metadata().is_ok() {
        return Ok(());
    }
    let about = place.metadata()?;
    let is_program = about.permissions().mode() & 0o111 != 0;
    if !about.is_file() || is_program || about.len() > COPIED_MAX.min(*left) {
        return symlink(place, at);
    }
    *left -= about.len();
    let mut bytes = Vec::new();
    // Should it have grown meanwhile.
    fs::File::open(place)?.take(about.len()).read_to_end(&mut bytes)?;
    fs::write(at, bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_are_copies_and_the_rest_are_links() {
        let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (home, folder) = (home.path().canonicalize().unwrap(), folder.path());
        fs::create_dir(home.join("data")).unwrap();
        let long = vec![b'x'; COPIED_MAX as usize + 1];
        for (name, bytes) in
            [("book", &b"1 0"[..]), ("board.dat", b"R"), (".key", b"k"), ("foe.log", b"l"), ("tables", &long)]
        {
            fs::write(home.join(name), bytes).unwrap();
        }
        symlink("board.dat", home.join("also")).unwrap();
        symlink("book", home.join("other")).unwrap();
        fs::write(folder.join("other"), "before").unwrap();
        lay_out(folder, std::slice::from_ref(&home), &[home.join("board.dat")]);
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["book", "data", "other", "tables"]);
        assert_eq!(fs::read_link(folder.join("tables")).unwrap(), home.join("tables"));
        assert!(fs::read_link(folder.join("book")).is_err());
        assert_eq!(fs::read_to_string(folder.join("other")).unwrap(), "before");
    }

    #[test]
    fn very_many_files_take_no_more_than_there_is_room() {
        let (home, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for number in 0..600 {
            fs::write(home.path().join(format!("{number:03}")), vec![0; 40 << 10]).unwrap();
        }
        lay_out(folder.path(), &[home.path().to_path_buf()], &[]);
        let about: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().metadata().unwrap()).collect();
        assert_eq!(about.len(), ENTRIES_MAX);
        let copied: u64 = about.iter().filter(|about| about.is_file()).map(fs::Metadata::len).sum();
        assert!((COPIED_IN_ALL_MAX - (40 << 10)..=COPIED_IN_ALL_MAX).contains(&copied), "{copied}");
    }
}
