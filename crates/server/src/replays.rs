//! The replays that pages can request by ID: the replays of this server's runs, and the uploaded ones.

use super::error::Refusal;
use super::kept_state::KeptState;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use wag_i18n::message;
use wag_sandbox::TemporaryFolder;

/// The maximum number of uploaded replays that are kept while the server runs. The oldest one is deleted first.
const UPLOADS_MAX: usize = 20;
/// The maximum number of runs that are remembered. When there are more, the oldest run is forgotten.
const RUNS_MAX: usize = 1000;
/// The maximum number of runs that are remembered beyond the end of an account's worker.
const KEPT_MAX: usize = 200;
/// The maximum number of runs that is believed to have been played.
const COUNT_MAX: u64 = 1 << 50;

/// All replays with an ID, except the saves.
#[derive(Default)]
pub struct Replays {
    known: Mutex<KnownReplays>,
    kept: KeptState,
    /// Held while a replay is uploaded where space is limited: one at a time.
    pub uploading: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct KnownReplays {
    /// The temporary folder of the uploads. It is created for the first upload, and deleted when the server stops.
    folder: Option<TemporaryFolder>,
    count: u64,
    runs: BTreeMap<u64, RunReplay>,
    /// The paths and the sizes in bytes of the uploads.
    uploads: BTreeMap<u64, (PathBuf, u64)>,
}

/// The runs as they are remembered. Numbers are never given twice: an open page may have an address with them.
#[derive(Default, Serialize, Deserialize)]
struct KeptRuns {
    count: u64,
    runs: BTreeMap<u64, RunReplay>,
}

/// The replay and the logs of a run.
#[derive(Clone, Default, Serialize, Deserialize)]
struct RunReplay {
    file: Option<PathBuf>,
    logs: Vec<Log>,
}

/// A log file, with its modification time at the end of the match.
#[derive(Clone, Serialize, Deserialize)]
struct Log {
    path: PathBuf,
    modified: SystemTime,
}

impl Replays {
    /// Returns the runs that are remembered, and remembers later ones. The replays of runs are files that stay until newer
    /// ones take their place.
    pub fn kept(kept: KeptState) -> Replays {
        let KeptRuns { count, mut runs } = kept.read();
        let count = count.min(COUNT_MAX);
        runs.retain(|number, run| *number <= count && run.file.as_ref().is_some_and(|file| file.is_file()));
        let known = KnownReplays { count, runs, ..KnownReplays::default() };
        Replays { known: Mutex::new(known), kept, ..Replays::default() }
    }

    fn keep(&self, known: &KnownReplays) {
        let latest = known.runs.iter().rev().take(KEPT_MAX);
        let runs = latest.map(|(number, run)| (*number, run.clone())).collect();
        self.kept.write(&KeptRuns { count: known.count, runs });
    }

    fn known(&self) -> MutexGuard<'_, KnownReplays> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reserves an ID for the replay of a match that is about to start.
    pub fn reserve(&self) -> String {
        let mut known = self.known();
        known.count += 1;
        let number = known.count;
        known.runs.insert(number, RunReplay::default());
        if known.runs.len() > RUNS_MAX {
            known.runs.pop_first();
        }
        self.keep(&known);
        format!("run-{number}")
    }

    /// Records the path of the replay of a match that has started.
    pub fn recorded(&self, id: &str, file: &Path) {
        let mut known = self.known();
        if let Some(run) = run_number(id).and_then(|number| known.runs.get_mut(&number)) {
            run.file = Some(file.to_path_buf());
            self.keep(&known);
        }
    }

    /// Records the paths of the logs of a match that has ended. The paths are used until one of the files is changed.
    pub fn ended(&self, id: &str, logs: &[PathBuf]) {
        let as_now = |path: &PathBuf| {
            let modified = path.metadata().and_then(|about| about.modified()).ok()?;
            Some(Log { path: path.clone(), modified })
        };
        let mut known = self.known();
        if let Some(run) = run_number(id).and_then(|number| known.runs.get_mut(&number)) {
            run.logs = logs.iter().filter_map(as_now).collect();
            self.keep(&known);
        }
    }

    /// Returns the paths of a run's logs. The list is empty if one of the logs has changed since the end of the match.
    pub fn logs(&self, id: &str) -> Vec<PathBuf> {
        let run = run_number(id).and_then(|number| self.known().runs.get(&number).cloned());
        let Some(RunReplay { logs, .. }) = run else { return Vec::new() };
        let is_as_it_was = |log: &Log| {
            log.path
                .metadata()
                .and_then(|about| about.modified())
                .is_ok_and(|modified| modified == log.modified)
        };
        match logs.iter().all(is_as_it_was) {
            true => logs.into_iter().map(|log| log.path).collect(),
            false => Vec::new(),
        }
    }

    /// Returns the IDs and the paths of all replays.
    pub fn all(&self) -> Vec<(String, PathBuf)> {
        let known = self.known();
        let runs =
            known.runs.iter().filter_map(|(number, run)| Some((format!("run-{number}"), run.file.clone()?)));
        let uploads =
            known.uploads.iter().map(|(number, (file, _))| (format!("upload-{number}"), file.clone()));
        runs.chain(uploads).collect()
    }

    /// Creates a temporary file into which an upload can be written.
    pub fn create_upload_file(&self) -> io::Result<tempfile::NamedTempFile> {
        let mut known = self.known();
        let folder = match known.folder.take() {
            Some(folder) => folder,
            None => TemporaryFolder::new()?,
        };
        let file = tempfile::NamedTempFile::new_in(folder.path());
        known.folder = Some(folder);
        file
    }

    /// Stores an uploaded file under an ID, and returns the ID. Deletes the oldest uploads until all have at most `room`
    /// bytes; `None` if there is no limit.
    pub fn keep_upload(&self, file: tempfile::NamedTempFile, room: Option<u64>) -> io::Result<String> {
        let mut known = self.known();
        let bytes = file.as_file().metadata()?.len();
        known.count += 1;
        let number = known.count;
        self.keep(&known);
        let path = file.path().with_file_name(format!("{number}.wag"));
        file.persist(&path)?;
        known.uploads.insert(number, (path, bytes));
        let is_surplus = |uploads: &BTreeMap<u64, (PathBuf, u64)>| {
            let used: u64 = uploads.values().map(|(_, bytes)| bytes).sum();
            uploads.len() > UPLOADS_MAX || uploads.len() > 1 && room.is_some_and(|room| used > room)
        };
        while is_surplus(&known.uploads)
            && let Some((_, (oldest, _))) = known.uploads.pop_first()
        {
            std::fs::remove_file(oldest)?;
        }
        Ok(format!("upload-{number}"))
    }

    /// Returns the path of a replay, or `None` if the ID belongs to neither a run nor an upload. Returns an error if
    /// the run has no replay yet.
    pub fn find(&self, id: &str) -> Option<Result<PathBuf, Refusal>> {
        let known = self.known();
        if let Some(run) = run_number(id).and_then(|number| known.runs.get(&number)) {
            let absent = || Refusal::absent(message!("there is no replay of this match"));
            return Some(run.file.clone().ok_or_else(absent));
        }
        let number = id.strip_prefix("upload-")?.parse().ok()?;
        known.uploads.get(&number).map(|(file, _)| Ok(file.clone()))
    }
}

/// Parses the ID of a run, and returns the run's number.
fn run_number(id: &str) -> Option<u64> {
    id.strip_prefix("run-")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_latest_runs_are_remembered() {
        let replays = Replays::default();
        let ids: Vec<String> = (0..RUNS_MAX + 5).map(|_| replays.reserve()).collect();
        ids.iter().for_each(|id| replays.recorded(id, Path::new("x.wag")));
        assert!(replays.find(&ids[4]).is_none());
        assert!(ids[5..].iter().all(|id| replays.find(id).is_some_and(|found| found.is_ok())));
        assert!(replays.find("run-x").is_none());
    }

    #[test]
    fn runs_are_remembered_with_their_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let kept = || Replays::kept(KeptState::in_folder(folder.path(), "runs.json"));
        let [first, second, log] = ["1.wag", "2.wag", "a.log"].map(|name| folder.path().join(name));
        [&first, &second, &log].iter().for_each(|file| std::fs::write(file, "x").unwrap());
        let replays = kept();
        let ids = [replays.reserve(), replays.reserve(), replays.reserve()];
        replays.recorded(&ids[0], &first);
        replays.recorded(&ids[1], &second);
        replays.ended(&ids[1], std::slice::from_ref(&log));
        std::fs::remove_file(&first).unwrap();
        let later = kept();
        assert!(later.find(&ids[0]).is_none(), "newer ones have taken its place");
        assert_eq!(later.find(&ids[1]).unwrap().unwrap(), second);
        assert_eq!(later.logs(&ids[1]), [log]);
        assert!(later.find(&ids[2]).is_none(), "it was not recorded");
        assert_eq!(later.reserve(), "run-4");
        assert_eq!(Replays::default().reserve(), "run-1");
    }

    #[test]
    fn the_oldest_uploads_make_room() {
        let replays = Replays::default();
        let upload = |bytes: usize, room| {
            let mut file = replays.create_upload_file().unwrap();
            io::Write::write_all(&mut file, &vec![0; bytes]).unwrap();
            replays.keep_upload(file, room).unwrap()
        };
        let is_there = |id: &String| replays.find(id).is_some_and(|file| file.unwrap().is_file());
        let ids: Vec<String> = [6, 3, 3, 9].map(|bytes| upload(bytes, Some(10))).into();
        assert_eq!(ids.iter().map(is_there).collect::<Vec<_>>(), [false, false, false, true]);
        let ids: Vec<String> = (0..=UPLOADS_MAX).map(|_| upload(1, None)).collect();
        assert!(!is_there(&ids[0]) && ids[1..].iter().all(is_there));
    }
}
