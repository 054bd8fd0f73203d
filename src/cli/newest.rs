//! The newest replay, which commands show if the user names none.

use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wag_replay::FOLDER as SAVES;

/// Returns the newest replay in `saves/`; the folder itself if it contains none, so that the error names it.
pub fn newest_replay() -> PathBuf {
    newest(Path::new(SAVES), |file| file.extension().is_some_and(|ending| ending == "wag"))
        .unwrap_or_else(|| SAVES.into())
}

/// Returns the file in a folder that was changed last, of those for which `is_meant` is true.
pub fn newest(folder: &Path, is_meant: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let changed = |file: &PathBuf| -> Option<SystemTime> {
        file.symlink_metadata().ok().filter(|about| about.is_file())?.modified().ok()
    };
    let known = files.filter(|file| is_meant(file)).filter_map(|file| Some((changed(&file)?, file)));
    known.max().map(|(_, file)| file)
}
