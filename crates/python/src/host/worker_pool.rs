//! Workers that wait for another match of the same file.
//!
//! A worker can play another match only if a new one would be equal: the same file in an unchanged folder, the same
//! game, setup and limits, and no fault so far. Between its turns, a worker is restored to its state before the first
//! turn ([`crate::restore`]); what separates turns also separates matches. What cannot be restored costs the process.

use super::process::WorkerProcess;
use crate::protocol::{Lifetime, Start, Uncalled};
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use wag_core::arena::TurnReport;
use wag_core::files::is_closed_to_players;
use wag_i18n::Message;
use wag_sandbox::Limits;
use wag_sandbox::scratch::{Scratch, Stamp};

/// The workers of one thread that wait for another match.
#[derive(Default)]
pub struct WorkerPool {
    /// The workers, the one that has waited longest first.
    idle: Vec<IdleWorker>,
    /// The states of the players' folders in this match.
    folders: HashMap<PathBuf, Option<u64>>,
    /// The starts after which workers are not kept, because the file depends on what a process has done before.
    never: BTreeSet<Vec<u8>>,
}

/// The maximum number of workers that wait. In a game for four, each of four files needs one for each seat.
const IDLE_MAX: usize = 16;
/// The maximum number of entries in a folder whose changes are looked for. With more of them, that takes longer than the
/// start of a worker.
const ENTRIES_MAX: usize = 4000;

/// A worker whose match is over.
pub(super) struct IdleWorker {
    pub identity: Identity,
    pub worker: WorkerProcess,
    /// The worker's scratch folder, which is empty.
    pub scratch: Scratch,
    pub readiness: Readiness,
}

/// All that decides how a worker plays, except its scratch folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    /// The encoded start data.
    start: Vec<u8>,
    /// The states of the file and of the folders from which the worker may read.
    states: Vec<u64>,
}

/// The result of a worker's start.
#[derive(Clone)]
pub(super) struct Readiness {
    pub warnings: Vec<Message>,
    pub missing: Vec<String>,
    pub uncalled: Vec<Uncalled>,
    /// The report with what the worker printed before round 1.
    pub report: TurnReport,
}

impl WorkerPool {
    /// Begins a match. From now on, the states of the players' folders are read anew.
    pub fn begin_match(&mut self) {
        self.folders.clear();
    }

    /// Returns the identity of a worker that would be started with this data; `None` if the worker can play only one
    /// match.
    pub(super) fn identity(&mut self, start: &Start, limits: &Limits) -> Option<Identity> {
        let is_instrumented = start.debugged || start.has_editor || start.profiled || start.traced.is_some();
        // Threads keep values from turn to turn.
        let is_restored =
            start.lifetime == Lifetime::Turn && limits.bounds.threads == 0 && !limits.fresh_process;
        if is_instrumented || !is_restored || !limits.bounds.confined {
            return None;
        }
        let encoded = postcard::to_stdvec(&Start { scratch: None, ..start.clone() }).ok()?;
        if self.never.contains(&encoded) {
            return None;
        }
        let mut states = Vec::new();
        if start.built_in.is_none() {
            for file in [Some(start.file.clone()), start.file.canonicalize().ok()].into_iter().flatten() {
                states.extend([file_state(&file)?, self.state_of(file.parent()?)?]);
            }
        }
        Some(Identity { start: encoded, states })
    }

    fn state_of(&mut self, folder: &Path) -> Option<u64> {
        if let Some(known) = self.folders.get(folder) {
            return *known;
        }
        let state = folder_state(folder);
        self.folders.insert(folder.to_path_buf(), state);
        state
    }

    /// Notes that workers with this identity are not kept.
    pub(super) fn forbid(&mut self, identity: &Identity) {
        self.never.insert(identity.start.clone());
    }

    /// Takes a worker with this identity out of the pool.
    pub(super) fn take(&mut self, identity: &Identity, generation: u32) -> Option<IdleWorker> {
        let is_equal = |idle: &IdleWorker| idle.identity == *identity && idle.worker.generation == generation;
        let at = self.idle.iter().rposition(is_equal)?;
        Some(self.idle.remove(at))
    }

    /// Adds a worker. Returns the workers that have to make room for it: those with an earlier state of its folder, and
    /// the one that has waited longest.
    pub(super) fn put(&mut self, idle: IdleWorker) -> Vec<IdleWorker> {
        let is_outdated = |other: &mut IdleWorker| {
            other.identity.start == idle.identity.start && other.identity.states != idle.identity.states
        };
        let mut removed: Vec<IdleWorker> = self.idle.extract_if(.., is_outdated).collect();
        if self.idle.len() >= IDLE_MAX {
            removed.push(self.idle.remove(0));
        }
        self.idle.push(idle);
        removed
    }
}

/// Returns a number that changes with each change of a file, or `None` if changes might go unnoticed.
fn file_state(file: &Path) -> Option<u64> {
    let mut state = DefaultHasher::new();
    add_file(file, &mut state).ok()?;
    Some(state.finish())
}

/// Returns a number that changes with each change in a folder of which an AI might notice something: a file that is
/// written, replaced, added, removed or renamed. Hidden files, logs and replays do not count, since no AI can read them,
/// except for whether there are any, which decides how a folder is opened. Returns `None` if changes might go unnoticed.
fn folder_state(folder: &Path) -> Option<u64> {
    let (mut state, mut left) = (DefaultHasher::new(), ENTRIES_MAX);
    add_folder(folder, &mut state, &mut left).ok()?;
    Some(state.finish())
}

fn add_folder(folder: &Path, state: &mut DefaultHasher, left: &mut usize) -> io::Result<()> {
    // The times of a folder change with the hidden files in it.
    let about = folder.metadata()?;
    (about.dev(), about.ino(), about.mode()).hash(state);
    let mut entries = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        *left = left.checked_sub(1).ok_or(io::ErrorKind::FileTooLarge)?;
        entries.push((entry.path(), entry.file_type()?));
    }
    let all = entries.len();
    entries.retain(|(path, _)| !is_closed_to_players(path));
    entries.sort_by(|(one, _), (other, _)| one.as_os_str().cmp(other.as_os_str()));
    (entries.len(), entries.len() < all).hash(state);
    for (path, kind) in entries {
        path.as_os_str().hash(state);
        match kind.is_dir() {
            true => add_folder(&path, state, left)?,
            false => add_file(&path, state)?,
        }
    }
    Ok(())
}

fn add_file(path: &Path, state: &mut DefaultHasher) -> io::Result<()> {
    let stamp = Stamp::of(&path.symlink_metadata()?);
    if stamp.is_fresh() {
        return Err(io::ErrorKind::ResourceBusy.into());
    }
    stamp.hash(state);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::time::Duration;

    fn aged_state(folder: &Path) -> u64 {
        loop {
            match folder_state(folder) {
                Some(state) => return state,
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }

    #[test]
    fn changes_that_an_ai_might_notice_change_the_state() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("data")).unwrap();
        for name in ["ai.py", "helper.py", "data/table"] {
            fs::write(at(name), "1").unwrap();
        }
        let mut last = aged_state(folder.path());
        assert_eq!(aged_state(folder.path()), last);
        let deeds: [&dyn Fn(); 9] = [
            &|| fs::write(at("ai.py"), "2").unwrap(),
            &|| fs::write(at("data/table"), "2").unwrap(),
            &|| fs::write(at("new.py"), "").unwrap(),
            &|| fs::rename(at("new.py"), at("newer.py")).unwrap(),
            &|| fs::rename(at("newer.py"), at("helper.py")).unwrap(),
            &|| fs::remove_file(at("helper.py")).unwrap(),
            &|| symlink("ai.py", at("link.py")).unwrap(),
            &|| fs::rename(at("data"), at("more")).unwrap(),
            &|| fs::create_dir(at("data")).unwrap(),
        ];
        for (number, deed) in deeds.iter().enumerate() {
            deed();
            let state = aged_state(folder.path());
            assert_ne!(state, last, "deed {number}");
            last = state;
        }
    }

    #[test]
    fn hidden_files_logs_and_replays_do_not_change_the_state() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ai.py"), "1").unwrap();
        let without = aged_state(folder.path());
        fs::write(folder.path().join(".git"), "").unwrap();
        let state = aged_state(folder.path());
        assert_ne!(state, without, "the folder is no longer opened as a whole");
        for name in [".env", "ai.log", "match.wag"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("saves")).unwrap();
        fs::write(folder.path().join("saves/x"), "").unwrap();
        assert_eq!(folder_state(folder.path()), Some(state));
    }

    #[test]
    fn new_files_and_large_folders_have_no_state() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ai.py"), "1").unwrap();
        assert_eq!(folder_state(folder.path()), None, "another write could have the same time");
        let large = tempfile::tempdir().unwrap();
        for number in 0..=ENTRIES_MAX {
            fs::create_dir(large.path().join(number.to_string())).unwrap();
        }
        assert_eq!(folder_state(large.path()), None);
    }
}
