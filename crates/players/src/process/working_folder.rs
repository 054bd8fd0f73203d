//! The working folder of a program. It contains the program's own files in the beginning ([`super::layout`]), and what
//! the program writes there during one match.
//!
//! After the match, everything that the program has written or changed is removed, and the folder waits on a shelf for
//! the next match of the same program. Then only those of the program's files are copied again that it has changed, or
//! that have changed since.

use super::layout::{Item, Layout, layout_of, open_source};
use rustix::fs::FileType;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::Deref;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wag_sandbox::scratch::{KeepRequest, Scratch, Stamp};

/// The folders of programs whose matches are over. The players of one thread share it.
#[derive(Default)]
pub struct FolderShelf(RefCell<Vec<PreparedFolder>>);

/// The maximum number of folders on a shelf: one for each player of the largest game.
const SHELVED_MAX: usize = 10;

/// A folder that contains a program's own files.
struct PreparedFolder {
    homes: Vec<PathBuf>,
    scratch: Scratch,
    contents: BTreeMap<OsString, PlacedItem>,
}

/// An item in the folder. `stamp` is that of the entry in the folder, or `None` if a change might not show in it.
struct PlacedItem {
    item: Item,
    stamp: Option<Stamp>,
}

/// The working folder of a program during a match.
pub struct WorkingFolder {
    /// Is `Some` until the value is dropped.
    prepared: Option<PreparedFolder>,
    shelf: Rc<FolderShelf>,
    /// True if a process of the program may be left that writes in the folder.
    is_lost: bool,
}

impl FolderShelf {
    /// Returns a folder with the files of a program whose own files are in `homes`, except the `closed` ones.
    pub fn folder(
        self: &Rc<FolderShelf>,
        homes: &[PathBuf],
        closed: &[PathBuf],
        keep: Option<KeepRequest>,
    ) -> io::Result<WorkingFolder> {
        let mut shelved = self.0.borrow_mut();
        let found = shelved.iter().rposition(|folder| folder.homes == homes);
        let mut prepared = match found {
            Some(at) => shelved.remove(at),
            None => {
                PreparedFolder { homes: homes.to_vec(), scratch: Scratch::new()?, contents: BTreeMap::new() }
            }
        };
        let has_changed = prepared.lay_out(layout_of(homes, closed));
        if found.is_none() || has_changed {
            prepared.scratch.note_contents();
        }
        prepared.scratch.begin(keep);
        Ok(WorkingFolder { prepared: Some(prepared), shelf: Rc::clone(self), is_lost: false })
    }
}

impl WorkingFolder {
    fn prepared(&self) -> &PreparedFolder {
        self.prepared.as_ref().expect("only `drop` takes it")
    }

    /// Keeps what the program has written, if that was requested, and removes it. The program must have ended.
    pub fn finish(&mut self) {
        if let Some(prepared) = &mut self.prepared {
            prepared.finish();
        }
    }

    /// Notes that a process of the program may still write in the folder, so that it is not used for another match.
    pub fn lose(&mut self) {
        self.is_lost = true;
    }
}

impl Deref for WorkingFolder {
    type Target = Scratch;

    fn deref(&self) -> &Scratch {
        &self.prepared().scratch
    }
}

impl Drop for WorkingFolder {
    fn drop(&mut self) {
        let Some(mut prepared) = self.prepared.take() else { return };
        prepared.finish();
        if self.is_lost || prepared.contents.is_empty() {
            return;
        }
        let mut shelved = self.shelf.0.borrow_mut();
        if shelved.len() >= SHELVED_MAX {
            shelved.remove(0);
        }
        shelved.push(prepared);
    }
}

impl PreparedFolder {
    /// Changes the contents into these. Leaves out entries for which this fails. The program notices that they are
    /// missing. Returns true if something has changed.
    fn lay_out(&mut self, layout: Layout) -> bool {
        let is_current =
            |path: &OsStr, placed: &PlacedItem| layout.get(path).is_some_and(|item| *item == placed.item);
        let are_current = self.contents.iter().all(|(path, placed)| is_current(path, placed));
        if are_current && self.contents.len() == layout.len() {
            return false;
        }
        if !are_current {
            self.retain(is_current);
        }
        for (path, item) in layout {
            if !self.contents.contains_key(&path)
                && let Ok(stamp) = place(&item, &self.scratch.path().join(&path))
            {
                self.contents.insert(path, PlacedItem { item, stamp });
            }
        }
        true
    }

    fn finish(&mut self) {
        self.scratch.restore_permissions();
        self.scratch.keep();
        self.retain(|_, _| true);
    }

    /// Removes everything from the folder except the unchanged items for which `is_wanted` returns true.
    fn retain(&mut self, is_wanted: impl Fn(&OsStr, &PlacedItem) -> bool) {
        let folder = self.scratch.path();
        let stamps_show_all = self.scratch.stamps_show_all_changes();
        let (mut before, mut kept) = (std::mem::take(&mut self.contents), Vec::new());
        self.scratch.retain(|path, kind, stamp| {
            let Some((path, placed)) = before.remove_entry(path.as_os_str()) else { return false };
            let is_kept = is_wanted(&path, &placed)
                && placed.is_unchanged(kind, stamp)
                && placed.has_same_contents(&folder.join(&path), stamps_show_all);
            if is_kept {
                kept.push((path, placed));
            }
            is_kept
        });
        self.contents.extend(kept);
    }
}

impl PlacedItem {
    fn is_unchanged(&self, kind: FileType, stamp: Stamp) -> bool {
        match &self.item {
            Item::Folder => kind.is_dir(),
            Item::Copy(..) => kind.is_file() && self.stamp == Some(stamp),
            Item::Link(_) => kind.is_symlink(),
        }
    }

    /// Returns true if the entry at this path has the contents of what it comes from.
    fn has_same_contents(&self, at: &Path, stamps_show_all_changes: bool) -> bool {
        match &self.item {
            Item::Folder => true,
            Item::Copy(..) if stamps_show_all_changes => true,
            Item::Copy(of, _) => have_same_contents(of, at).unwrap_or(false),
            Item::Link(to) => fs::read_link(at).is_ok_and(|target| target == *to),
        }
    }
}

/// Creates an entry. Returns its stamp, or `None` if later changes might not show in it.
fn place(item: &Item, at: &Path) -> io::Result<Option<Stamp>> {
    match item {
        Item::Folder => fs::create_dir(at).map(|()| None),
        Item::Link(to) => symlink(to, at).map(|()| None),
        Item::Copy(of, stamp) => {
            let (source, mut copy) = (open_source(of)?, File::create_new(at)?);
            let about = source.metadata()?;
            // The file may be another one by now, and it may grow.
            if !about.is_file() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            io::copy(&mut (&source).take(about.len()), &mut copy)?;
            // A program can set no time, so its writes show in a time that is not this one.
            copy.set_modified(about.modified()?)?;
            let is_certain = Stamp::of(&about) == *stamp && !stamp.is_fresh();
            Ok(if is_certain { Some(Stamp::of(&copy.metadata()?)) } else { None })
        }
    }
}

fn have_same_contents(one: &Path, other: &Path) -> io::Result<bool> {
    let (mut one, mut other) = (BufReader::new(open_source(one)?), BufReader::new(open_source(other)?));
    loop {
        let (left, right) = (one.fill_buf()?, other.fill_buf()?);
        let length = left.len().min(right.len());
        if length == 0 {
            return Ok(left.len() == right.len());
        }
        if left[..length] != right[..length] {
            return Ok(false);
        }
        one.consume(length);
        other.consume(length);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use std::time::{Duration, SystemTime};

    const HOUR: Duration = Duration::from_secs(3600);

    /// A home with a file, a program and a folder, and a shelf.
    struct Home {
        home: tempfile::TempDir,
        shelf: Rc<FolderShelf>,
    }

    impl Home {
        fn new() -> Home {
            let home = tempfile::tempdir().unwrap();
            fs::create_dir(home.path().join("data")).unwrap();
            for (name, text) in [("book", "old"), ("data/table", "t"), ("run", "#!/bin/sh\n")] {
                fs::write(home.path().join(name), text).unwrap();
            }
            fs::set_permissions(home.path().join("run"), fs::Permissions::from_mode(0o755)).unwrap();
            Home { home, shelf: Rc::default() }
        }

        fn folder(&self) -> WorkingFolder {
            self.shelf.folder(&[self.home.path().to_path_buf()], &[], None).unwrap()
        }

        /// Waits until a change of a file would show in its stamp.
        fn age(&self) {
            for name in ["book", "data/table"] {
                let path = self.home.path().join(name);
                while Stamp::of(&path.metadata().unwrap()).is_fresh() {
                    std::thread::sleep(Duration::from_millis(5));
                }
            }
        }
    }

    fn contents(folder: &Path) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let (name, path) = (entry.file_name().into_string().unwrap(), entry.path());
            match entry.file_type().unwrap() {
                kind if kind.is_dir() => {
                    found.extend(
                        contents(&path).into_iter().map(|(inner, text)| (format!("{name}/{inner}"), text)),
                    );
                }
                kind if kind.is_symlink() => {
                    found.push((name, fs::read_link(&path).unwrap().display().to_string()))
                }
                _ => found.push((name, fs::read_to_string(&path).unwrap())),
            }
        }
        found.sort();
        found
    }

    /// A program that writes, replaces, removes, renames and links its files leaves nothing for its next match.
    #[test]
    fn nothing_of_a_match_is_left() {
        let home = Home::new();
        let expected = contents(home.folder().path());
        assert_eq!(expected[..2], [("book", "old"), ("data/table", "t")].map(|(n, t)| (n.into(), t.into())));
        let canary = tempfile::tempdir().unwrap();
        fs::write(canary.path().join("canary"), "").unwrap();
        let deeds: [&dyn Fn(&Path); 9] = [
            &|at| fs::write(at.join("book"), "new").unwrap(),
            &|at| fs::write(at.join("notes"), "").unwrap(),
            &|at| fs::remove_file(at.join("book")).unwrap(),
            &|at| fs::remove_dir_all(at.join("data")).unwrap(),
            &|at| fs::rename(at.join("data/table"), at.join("book")).unwrap(),
            &|at| fs::rename(at.join("data"), at.join("moved")).unwrap(),
            &|at| fs::hard_link(at.join("book"), at.join("data/again")).unwrap(),
            &|at| {
                fs::remove_file(at.join("run")).unwrap();
                symlink("/bin/true", at.join("run")).unwrap();
            },
            &|at| {
                fs::remove_dir_all(at.join("data")).unwrap();
                symlink(canary.path(), at.join("data")).unwrap();
            },
        ];
        for (number, deed) in deeds.iter().enumerate() {
            home.age();
            deed(home.folder().path());
            assert_eq!(contents(home.folder().path()), expected, "deed {number}");
            assert!(canary.path().join("canary").exists(), "deed {number}");
        }
    }

    #[test]
    fn only_changed_files_are_copied_again() {
        let home = Home::new();
        home.age();
        let inodes = |folder: &WorkingFolder| {
            ["book", "data/table"].map(|name| {
                std::os::unix::fs::MetadataExt::ino(&folder.path().join(name).metadata().unwrap())
            })
        };
        let first = home.folder();
        let (before, path) = (inodes(&first), first.path().to_path_buf());
        drop(first);
        fs::write(home.home.path().join("book"), "new").unwrap();
        let second = home.folder();
        assert_eq!(second.path(), path);
        assert_eq!(fs::read_to_string(path.join("book")).unwrap(), "new");
        // A file system in memory, on which all files are compared, would show the same.
        assert_eq!(inodes(&second)[1], before[1]);
    }

    /// Changes of the user's files between two matches are noticed, whatever their times say.
    #[test]
    fn changes_between_matches_are_noticed() {
        let home = Home::new();
        let book = home.home.path().join("book");
        let old = SystemTime::now() - HOUR;
        let age = |path: &Path| File::options().write(true).open(path).unwrap().set_modified(old).unwrap();
        age(&book);
        drop(home.folder());
        fs::write(&book, "new").unwrap();
        age(&book);
        let seen = |name: &str| fs::read_to_string(home.folder().path().join(name)).ok();
        assert_eq!(seen("book").as_deref(), Some("new"));
        fs::write(home.home.path().join("more"), "m").unwrap();
        fs::remove_file(home.home.path().join("data/table")).unwrap();
        assert_eq!((seen("more").as_deref(), seen("data/table")), (Some("m"), None));
        fs::remove_dir(home.home.path().join("data")).unwrap();
        fs::write(home.home.path().join("data"), "d").unwrap();
        fs::set_permissions(home.home.path().join("run"), fs::Permissions::from_mode(0o644)).unwrap();
        assert_eq!((seen("data").as_deref(), seen("run").as_deref()), (Some("d"), Some("#!/bin/sh\n")));
        let folder = home.folder();
        assert!(folder.path().join("run").symlink_metadata().unwrap().is_file());
    }

    #[test]
    fn players_of_one_match_have_folders_of_their_own() {
        let home = Home::new();
        let (one, other) = (home.folder(), home.folder());
        fs::write(one.path().join("book"), "mine").unwrap();
        assert_eq!(fs::read_to_string(other.path().join("book")).unwrap(), "old");
        assert_eq!(fs::read_to_string(home.home.path().join("book")).unwrap(), "old");
    }

    #[test]
    fn lost_and_surplus_folders_are_removed() {
        let home = Home::new();
        let mut lost = home.folder();
        let path = lost.path().to_path_buf();
        lost.lose();
        drop(lost);
        assert!(!path.exists());
        let many: Vec<WorkingFolder> = (0..SHELVED_MAX + 2).map(|_| home.folder()).collect();
        drop(many);
        assert_eq!(home.shelf.0.borrow().len(), SHELVED_MAX);
    }
}
