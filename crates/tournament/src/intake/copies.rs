//! Copies of the players' files, stored by hash next to a tournament's database. A tournament plays with these copies,
//! so changes of the original files during the tournament have no effect.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_play::line_up::folder::Files;
use wag_sandbox::TemporaryFolder;

/// The number of hexadecimal digits in the name of a copy's folder; they are the start of the hash.
const DIGITS: usize = 32;

/// The copies of one tournament. New copies stay in a temporary folder until [`Copies::keep`] is called.
pub struct Copies {
    folder: PathBuf,
    aside: Option<TemporaryFolder>,
    new: BTreeSet<String>,
}

impl Copies {
    /// Returns the copies that belong to a database. For `tournament.db`, their folder is `.tournament.players`. Its
    /// path is absolute.
    pub fn beside(database: &Path) -> Copies {
        let stem = database.file_stem().unwrap_or(database.as_os_str()).to_string_lossy();
        let beside = database.parent().unwrap_or(Path::new("/"));
        let beside = beside.canonicalize().unwrap_or_else(|_| beside.to_path_buf());
        let folder = beside.join(format!(".{stem}.players"));
        Copies { folder, aside: None, new: BTreeSet::new() }
    }

    /// Returns the folder that contains all copies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of the folder for the copy with this hash, which need not exist.
    fn path(&self, sha256: &str) -> PathBuf {
        self.folder.join(&sha256[..sha256.len().min(DIGITS)])
    }

    /// Returns the folder of the copy with this hash, or `None` if no such copy has been kept.
    pub fn find(&self, sha256: &str) -> Option<PathBuf> {
        let is_folder = |path: &Path| path.symlink_metadata().is_ok_and(|about| about.is_dir());
        Some(self.path(sha256))
            .filter(|path| !sha256.is_empty() && is_folder(&self.folder) && is_folder(path))
    }

    /// Stores files in the temporary folder. `hash` computes their hash, given the folder that contains them. Returns
    /// the hash and the final folder of the copy, to which [`Copies::keep`] moves it.
    pub fn put(
        &mut self,
        files: &Files,
        hash: impl FnOnce(&Path) -> String,
    ) -> io::Result<(String, PathBuf)> {
        let new = self.aside()?.join("new");
        for (path, bytes) in files {
            let path = new.join(path);
            fs::create_dir_all(path.parent().unwrap_or(&new))?;
            fs::write(path, bytes)?;
        }
        let sha256 = hash(&new);
        let copy = self.path(&sha256);
        let name = copy.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if holds(&copy, files) || self.new.contains(&name) {
            fs::remove_dir_all(&new)?;
        } else {
            fs::rename(&new, self.aside()?.join(&name))?;
            self.new.insert(name);
        }
        Ok((sha256, copy))
    }

    /// Returns the temporary folder. It is on the same disk as the copies, so that a copy can be moved atomically.
    fn aside(&mut self) -> io::Result<PathBuf> {
        if self.aside.is_none() {
            let beside = self.folder.parent().unwrap_or(Path::new("."));
            self.aside = Some(TemporaryFolder::new_in(beside)?);
        }
        Ok(self.aside.as_ref().map(|aside| aside.path().to_path_buf()).unwrap_or_default())
    }

    /// Moves all new copies to their final folders.
    pub fn keep(&mut self) -> io::Result<()> {
        let Some(aside) = self.aside.take() else { return Ok(()) };
        files::create_private_folder(&self.folder)?;
        for name in std::mem::take(&mut self.new) {
            let copy = self.folder.join(&name);
            // A file or folder with this name exists already: another program has kept the same files in the meantime,
            // or somebody has put it there on purpose.
            match copy.symlink_metadata() {
                Ok(about) if about.is_dir() => fs::rename(&copy, aside.path().join(format!("{name}.old")))?,
                Ok(_) => fs::remove_file(&copy)?,
                Err(_) => {}
            }
            fs::rename(aside.path().join(&name), copy)?;
        }
        Ok(())
    }
}

/// Returns whether a folder contains exactly these files. Compares every file, because somebody else may have prepared
/// the folder.
fn holds(folder: &Path, files: &Files) -> bool {
    let is_folder = folder.symlink_metadata().is_ok_and(|about| about.is_dir());
    let is_same = |(name, bytes): (&String, &Vec<u8>)| {
        files::read_beneath(folder, Path::new(name), bytes.len() as u64).is_ok_and(|found| found == *bytes)
    };
    is_folder && count_files(folder, files.len()) == Some(files.len()) && files.iter().all(is_same)
}

/// Returns the number of files below a folder. Returns `None` if there are more than `most` files, or any links, pipes
/// or other special files.
fn count_files(folder: &Path, most: usize) -> Option<usize> {
    let (mut waiting, mut count) = (vec![folder.to_path_buf()], 0);
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(folder).ok()? {
            let entry = entry.ok()?;
            let kind = entry.file_type().ok()?;
            match kind.is_dir() {
                true => waiting.push(entry.path()),
                false if kind.is_file() => count += 1,
                false => return None,
            }
            if count > most || waiting.len() > DIGITS * most {
                return None;
            }
        }
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use crate::intake::copies::*;

    #[test]
    fn copies_exist_after_keep() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("t.db");
        let files = Files::from([("bot.py".to_string(), b"x".to_vec()), ("a/b.txt".to_string(), vec![])]);
        let mut copies = Copies::beside(&database);
        let (sha256, copy) = copies.put(&files, |_| "abc".to_string()).unwrap();
        assert_eq!((sha256.as_str(), copy.is_dir(), copies.find("abc")), ("abc", false, None));
        copies.put(&files, |_| "abc".to_string()).unwrap();
        copies.keep().unwrap();
        assert!(copy.join("bot.py").is_file() && copy.join("a/b.txt").is_file());
        assert_eq!(copies.find("abc"), Some(copy.clone()));
        let mut others = Copies::beside(&database);
        others.put(&files, |_| "other".to_string()).unwrap();
        drop(others);
        // Anything that somebody else has put there does not count as a copy.
        for put in [
            |at: &Path| fs::remove_dir_all(at).and_then(|()| fs::write(at, "")),
            |at: &Path| fs::remove_dir_all(at).and_then(|()| std::os::unix::fs::symlink("/", at)),
            |at: &Path| fs::write(at.join("bot.py"), "print('other')"),
            |at: &Path| fs::write(at.join("os.pyc"), ""),
        ] {
            put(&copy).unwrap();
            copies.put(&files, |_| "abc".to_string()).unwrap();
            copies.keep().unwrap();
            assert!(holds(&copy, &files));
        }
        let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        assert_eq!(names.collect::<Vec<_>>(), [".t.players"], "nothing is left of what was not kept");
        assert_eq!(copies.find("other"), None);
    }

    #[test]
    fn nothing_is_copied_through_a_link() {
        let folder = tempfile::tempdir().unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), folder.path().join(".t.players")).unwrap();
        let mut copies = Copies::beside(&folder.path().join("t.db"));
        copies.put(&Files::from([("bot.py".to_string(), b"x".to_vec())]), |_| "abc".to_string()).unwrap();
        assert!(copies.keep().is_err());
        assert_eq!(fs::read_dir(elsewhere.path()).unwrap().count(), 0);
        fs::create_dir(elsewhere.path().join("abc")).unwrap();
        assert_eq!(copies.find("abc"), None);
    }
}
