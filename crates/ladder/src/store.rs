//! Storage of a learner's progress in a file of the user's data directory. For the ladder, this is `progress.json`, or
//! `progress-GAME.json` for a game other than the default. Only one program at a time may change the files.
//!
//! Every change takes a lock, reads the file again and replaces it atomically. Even if a program is killed, readers see
//! either the progress before the change or the progress after it. A file that cannot be parsed is renamed and kept,
//! never deleted.

use crate::progress::{Damage, Progress, TEXT_MAX, VERSION};
use crate::stages::Ladder;
use rustix::fs::{FlockOperation, flock};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use wag_core::files;
use wag_i18n::t;

/// The environment variable that overrides the data directory.
pub const HOME_VARIABLE: &str = "WAG_HOME";

/// The folder of a working folder that contains its progress.
const WORK_FOLDER: &str = ".wag";

/// The reason why the progress cannot be read or saved.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}", t!("there is no home directory to store the progress in; set WAG_HOME to a folder"))]
    NoHome,
    #[error("{}", t!("cannot read the progress file %{path}: %{fault}; to use another folder, set WAG_HOME", path = .path.display(), fault = .fault))]
    Read { path: PathBuf, fault: io::Error },
    #[error("{}", t!(
        "the progress file %{path} was saved by a newer version of Wag and has not been changed; use that version, or set WAG_HOME to another folder",
        path = .path.display()
    ))]
    Newer { path: PathBuf },
    #[error("{}", t!("cannot save the progress in %{folder}: %{fault}; to use another folder, set WAG_HOME", folder = .folder.display(), fault = .fault))]
    Save { folder: PathBuf, fault: io::Error },
}

/// A damaged progress file that has been renamed.
#[derive(Debug)]
pub struct SetAside {
    pub file: PathBuf,
    pub kept_as: PathBuf,
    pub why: Damage,
}

/// Progress that has been read, together with its damaged file if there was one.
#[derive(Debug)]
pub struct Loaded<P = Progress> {
    pub progress: P,
    pub set_aside: Option<SetAside>,
}

/// A series of tasks, such as a ladder, in which a learner makes progress.
pub trait Tasks: Copy {
    type Progress;

    /// Returns the name of the progress file, without its extension.
    fn stem(&self) -> String;
    /// Returns the progress of a learner who has not begun.
    fn no_progress(&self) -> Self::Progress;
    fn parse(&self, text: &[u8]) -> Result<Self::Progress, Damage>;
    fn to_text(&self, progress: &Self::Progress) -> String;
}

impl Tasks for Ladder {
    type Progress = Progress;

    fn stem(&self) -> String {
        self.game.map_or_else(|| "progress".to_string(), |game| format!("progress-{game}"))
    }

    fn no_progress(&self) -> Progress {
        Progress::new(*self)
    }

    fn parse(&self, text: &[u8]) -> Result<Progress, Damage> {
        Progress::parse(*self, text)
    }

    fn to_text(&self, progress: &Progress) -> String {
        progress.to_text()
    }
}

/// The storage of the progress in some tasks, in the user's data directory.
#[derive(Clone, Debug)]
pub struct Store<T = Ladder> {
    folder: PathBuf,
    tasks: T,
}

impl<T: Tasks> Store<T> {
    /// Returns the store in the user's data directory: the directory in `WAG_HOME`, or else the default of the
    /// operating system. `variable` reads an environment variable.
    pub fn of_user(tasks: T, variable: impl Fn(&str) -> Option<OsString>) -> Result<Store<T>, StoreError> {
        let named = |name: &str| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        if let Some(folder) = named(HOME_VARIABLE) {
            // Making a path absolute fails only if the current directory no longer exists.
            return Ok(Store::at(std::path::absolute(&folder).unwrap_or(folder), tasks));
        }
        let home = || named("HOME").filter(|home| home.is_absolute()).ok_or(StoreError::NoHome);
        if cfg!(target_os = "macos") {
            return Ok(Store::at(home()?.join("Library/Application Support/wag"), tasks));
        }
        // The XDG specification says that relative paths must be ignored.
        match named("XDG_DATA_HOME").filter(|folder| folder.is_absolute()) {
            Some(data) => Ok(Store::at(data.join("wag"), tasks)),
            None => Ok(Store::at(home()?.join(".local/share/wag"), tasks)),
        }
    }

    /// Returns the store in the given folder, which need not exist yet.
    pub fn at(folder: PathBuf, tasks: T) -> Store<T> {
        Store { folder, tasks }
    }

    /// Returns the store of a folder in which the user works. A link in place of the store's folder would redirect
    /// writes, so it is an error.
    pub fn of_folder(folder: &Path, tasks: T) -> Result<Store<T>, StoreError> {
        let folder = folder.join(WORK_FOLDER);
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        match files::check_folder(&folder) {
            Ok(()) => Ok(Store::at(folder, tasks)),
            Err(fault) => Err(StoreError::Save { folder, fault }),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of the progress file.
    pub fn file(&self) -> PathBuf {
        self.folder.join(format!("{}.json", self.tasks.stem()))
    }

    /// Reads the progress. If there is no file, returns the progress of a learner who has not played yet.
    pub fn load(&self) -> Result<Loaded<T::Progress>, StoreError> {
        match self.read()? {
            Ok(progress) => Ok(Loaded { progress, set_aside: None }),
            Err(_) => {
                let _lock = self.lock()?;
                self.load_locked()
            }
        }
    }

    /// Reads the progress, changes it and saves it while holding a lock.
    pub fn change<A>(
        &self,
        change: impl FnOnce(&mut T::Progress) -> A,
    ) -> Result<(A, Loaded<T::Progress>), StoreError> {
        let _lock = self.lock()?;
        let mut loaded = self.load_locked()?;
        let answer = change(&mut loaded.progress);
        self.save(&loaded.progress)?;
        Ok((answer, loaded))
    }

    fn read(&self) -> Result<Result<T::Progress, Damage>, StoreError> {
        let path = self.file();
        match read_start(&path) {
            Ok(text) => match self.tasks.parse(&text) {
                Err(Damage::Version(version)) if version > u64::from(VERSION) => {
                    Err(StoreError::Newer { path })
                }
                parsed => Ok(parsed),
            },
            Err(fault) if fault.kind() == ErrorKind::NotFound => Ok(Ok(self.tasks.no_progress())),
            Err(fault) => Err(StoreError::Read { path, fault }),
        }
    }

    /// Takes the lock. Until the returned file is dropped, no other program can change the progress.
    fn lock(&self) -> Result<File, StoreError> {
        let lock = || {
            fs::create_dir_all(&self.folder)?;
            let file = files::open_to_write(&self.folder.join("progress.lock"))?;
            rustix::io::retry_on_intr(|| flock(&file, FlockOperation::LockExclusive))?;
            Ok(file)
        };
        lock().map_err(|fault| self.unsaved(fault))
    }

    fn load_locked(&self) -> Result<Loaded<T::Progress>, StoreError> {
        match self.read()? {
            Ok(progress) => Ok(Loaded { progress, set_aside: None }),
            Err(why) => {
                let kept_as = self.unused_name();
                fs::rename(self.file(), &kept_as).map_err(|fault| self.unsaved(fault))?;
                let set_aside = SetAside { file: self.file(), kept_as, why };
                Ok(Loaded { progress: self.tasks.no_progress(), set_aside: Some(set_aside) })
            }
        }
    }

    /// Returns the first unused path of `progress.damaged-1.json`, `progress.damaged-2.json` and so on.
    fn unused_name(&self) -> PathBuf {
        let name = |number: u32| self.folder.join(format!("{}.damaged-{number}.json", self.tasks.stem()));
        let is_free = |path: &PathBuf| path.symlink_metadata().is_err();
        (1..).map(name).find(is_free).unwrap_or_else(|| name(0))
    }

    fn save(&self, progress: &T::Progress) -> Result<(), StoreError> {
        let save = || {
            files::replace(&self.file(), |file| {
                file.write_all(self.tasks.to_text(progress).as_bytes())?;
                file.sync_all()
            })?;
            // Synchronizing the folder, where the system supports it, makes the rename survive a power failure.
            let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
            Ok(())
        };
        save().map_err(|fault| self.unsaved(fault))
    }

    fn unsaved(&self, fault: io::Error) -> StoreError {
        StoreError::Save { folder: self.folder.clone(), fault }
    }
}

/// Reads at most one byte more than [`TEXT_MAX`] bytes; the extra byte shows that a file is too long.
fn read_start(path: &Path) -> io::Result<Vec<u8>> {
    files::read_start(path, TEXT_MAX as u64)
}

#[cfg(test)]
mod tests {
    use crate::stages::StageNumber;
    use crate::store::*;
    use crate::tests::example;

    fn first() -> StageNumber {
        example().all().next().unwrap()
    }

    fn of(variables: &[(&str, &str)]) -> Option<PathBuf> {
        let find = |name: &str| variables.iter().find(|(known, _)| *known == name);
        let store = Store::of_user(example(), |name| find(name).map(|(_, value)| value.into()));
        store.ok().map(|store| store.folder)
    }

    #[test]
    fn data_directory_follows_system_conventions() {
        let home =
            if cfg!(target_os = "macos") { "Library/Application Support/wag" } else { ".local/share/wag" };
        let home = Path::new("/home/a").join(home);
        assert_eq!(of(&[("HOME", "/home/a")]), Some(home.clone()));
        assert_eq!(of(&[("HOME", "/home/a"), ("WAG_HOME", ""), ("XDG_DATA_HOME", "x")]), Some(home));
        assert_eq!(of(&[("HOME", "/home/a"), ("WAG_HOME", "/w")]), Some("/w".into()));
        assert_eq!(of(&[("WAG_HOME", "w")]), Some(std::env::current_dir().unwrap().join("w")));
        assert_eq!(of(&[]), None);
        if cfg!(target_os = "linux") {
            assert_eq!(of(&[("XDG_DATA_HOME", "/data")]), Some("/data/wag".into()));
        }
    }

    #[test]
    fn folder_is_created_on_first_save() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("a/b"), example());
        assert_eq!(store.load().unwrap().progress, Progress::new(example()));
        assert!(!folder.path().join("a").exists());
        store.change(|progress| progress.win(first())).unwrap();
        assert_eq!(store.load().unwrap().progress.of(first()).wins, 1);
    }

    #[test]
    fn concurrent_changes_keep_wins_and_seeds_distinct() {
        let folder = tempfile::tempdir().unwrap();
        let play = |_: usize| {
            let store = Store::at(folder.path().to_path_buf(), example());
            let one = |_| {
                let (seed, _) = store.change(|progress| progress.begin_match(first())).unwrap();
                store.change(|progress| progress.win(first())).unwrap();
                seed
            };
            (0..25).map(one).collect::<Vec<u64>>()
        };
        let mut seeds: Vec<u64> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|number| scope.spawn(move || play(number))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let stage = Store::at(folder.path().to_path_buf(), example()).load().unwrap().progress.of(first());
        assert_eq!((stage.wins, stage.matches), (200, 200));
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 200);
    }

    #[test]
    fn damaged_file_is_renamed_and_reported() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().to_path_buf(), example());
        for (number, text) in ["{\"version\": 1, \"stag", "", "{\"version\": 0}"].into_iter().enumerate() {
            fs::write(store.file(), text).unwrap();
            let loaded = match number {
                0 => store.load().unwrap(),
                _ => store.change(|progress| progress.win(first())).unwrap().1,
            };
            let set_aside = loaded.set_aside.expect("it is told");
            assert_eq!(
                set_aside.kept_as,
                folder.path().join(format!("progress.damaged-{}.json", number + 1))
            );
            assert_eq!(fs::read_to_string(set_aside.kept_as).unwrap(), text);
            assert!(store.load().unwrap().set_aside.is_none(), "once");
        }
        assert_eq!(store.load().unwrap().progress.of(first()).wins, 1);
    }

    #[test]
    fn file_of_newer_version_is_not_changed() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().to_path_buf(), example());
        fs::write(store.file(), "{\"version\": 7}").unwrap();
        for error in [store.load().err(), store.change(|progress| progress.win(first())).err()] {
            assert!(
                error
                    .unwrap()
                    .to_string()
                    .contains("saved by a newer version of Wag and has not been changed")
            );
        }
        assert_eq!(fs::read_to_string(store.file()).unwrap(), "{\"version\": 7}");
    }

    #[test]
    fn interrupted_change_has_no_effect() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().to_path_buf(), example());
        store.change(|progress| progress.win(first())).unwrap();
        fs::write(folder.path().join("progress.json.new"), "{\"vers").unwrap();
        assert_eq!(store.load().unwrap().progress.of(first()).wins, 1);
        store.change(|progress| progress.win(first())).unwrap();
        assert_eq!(store.load().unwrap().progress.of(first()).wins, 2);
    }

    #[test]
    fn unusable_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let store = Store::at(file.join("below"), example());
        let read = store.load().unwrap_err().to_string();
        assert!(read.contains("cannot read the progress file") && read.contains("WAG_HOME"), "{read}");
        let saved = store.change(|_| ()).unwrap_err().to_string();
        assert!(saved.contains("cannot save the progress in") && saved.contains("WAG_HOME"), "{saved}");
    }
}
