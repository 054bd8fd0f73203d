//! The folder of automatic replays. Only the newest of them are kept; the user's own files are never deleted.

use super::MAGIC;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use wag_core::files;
use wag_core::text::format_timestamp;

/// The number of automatic replays that are kept in this process.
static AUTOMATIC_MAX: AtomicUsize = AtomicUsize::new(50);

/// Sets the number of automatic replays that are kept, for a process that plays for one account of a server.
pub fn keep_automatic(most: usize) {
    AUTOMATIC_MAX.store(most, Ordering::Relaxed);
}

/// The name of the folder, relative to the working directory.
pub const FOLDER: &str = "saves";

/// A folder of automatic replays.
#[derive(Clone, Debug)]
pub struct Saves {
    folder: PathBuf,
}

impl Saves {
    pub fn at(folder: impl Into<PathBuf>) -> Saves {
        Saves { folder: folder.into() }
    }

    /// Creates a file for a match that begins now. Its name is `auto-20261121-070000.wag` (in UTC), with a number added
    /// if that name exists.
    pub fn create(&self) -> io::Result<(PathBuf, File)> {
        files::create_folder(&self.folder)?;
        let now = format_timestamp(SystemTime::now()).replace(['-', ':', 'Z'], "").replace('T', "-");
        let mut number = 1;
        loop {
            let name =
                if number == 1 { format!("auto-{now}.wag") } else { format!("auto-{now}-{number}.wag") };
            let path = self.folder.join(name);
            match File::options().write(true).create_new(true).open(&path) {
                Err(err) if err.kind() == io::ErrorKind::AlreadyExists && number < 10_000 => number += 1,
                made => return made.map(|file| (path, file)),
            }
        }
    }

    /// Returns the automatic replays, the oldest first.
    pub fn automatic(&self) -> io::Result<Vec<PathBuf>> {
        Ok(self.automatic_names()?.into_iter().filter(|path| is_replay(path)).collect())
    }

    /// Returns the files that are named like automatic replays, the oldest first.
    fn automatic_names(&self) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if let Some(age) = path.file_name().and_then(|name| automatic(name.to_str()?)) {
                found.push((age, path));
            }
        }
        found.sort();
        Ok(found.into_iter().map(|(_, path)| path).collect())
    }

    /// Deletes the oldest automatic replays if there are more than the limit. Skips files that cannot be deleted.
    pub fn tidy(&self) {
        let Ok(files) = self.automatic_names() else { return };
        // This runs in each match, so it opens only the candidates.
        let most = AUTOMATIC_MAX.load(Ordering::Relaxed);
        for file in files[..files.len().saturating_sub(most)].iter().filter(|file| is_replay(file)) {
            if let Err(err) = fs::remove_file(file) {
                log::debug!("{} can't be deleted: {err}", file.display());
            }
        }
    }
}

/// Returns the sort key (time and number) of an automatic replay's name; `None` for any other name.
fn automatic(name: &str) -> Option<(String, u32)> {
    let stem = name.strip_prefix("auto-")?.strip_suffix(".wag")?;
    let mut parts = stem.split('-');
    let (day, time) = (parts.next()?, parts.next()?);
    let number = parts.next().map_or(Ok(1), str::parse).ok()?;
    let digits = |text: &str, count: usize| text.len() == count && text.bytes().all(|b| b.is_ascii_digit());
    let is_one = digits(day, 8) && digits(time, 6) && parts.next().is_none();
    is_one.then(|| (format!("{day}{time}"), number))
}

/// Returns whether the path is a regular file that begins like a replay.
fn is_replay(path: &Path) -> bool {
    let mut magic = [0; MAGIC.len()];
    let is_file = fs::symlink_metadata(path).is_ok_and(|about| about.is_file());
    is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && magic[..7] == MAGIC[..7]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn only_the_oldest_automatic_replays_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        for day in 1..=60 {
            write(&format!("auto-202601{:02}-1200{:02}.wag", day % 28 + 1, day), &MAGIC);
        }
        let own = ["mine.wag", "auto-mine.wag", "auto-20200101-000000.txt", "auto-20200101-000000-x.wag"];
        own.iter().for_each(|name| write(name, &MAGIC));
        write("auto-20200101-000000.wag", b"not a replay");
        let saves = Saves::at(folder.path());
        let before = saves.automatic().unwrap();
        assert_eq!(before.len(), 60);
        saves.tidy();
        assert_eq!(saves.automatic().unwrap(), before[10..]);
        own.iter().for_each(|name| assert!(folder.path().join(name).exists(), "{name}"));
        assert!(folder.path().join("auto-20200101-000000.wag").exists());
        keep_automatic(7);
        saves.tidy();
        assert_eq!(saves.automatic().unwrap(), before[53..], "the owner of a server keeps fewer");
        keep_automatic(50);
    }

    #[test]
    fn two_matches_in_one_second_have_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::at(folder.path().join("saves"));
        for _ in 0..3 {
            saves.create().unwrap().1.write_all(&MAGIC).unwrap();
        }
        assert_eq!(saves.automatic().unwrap().len(), 3);
    }
}
