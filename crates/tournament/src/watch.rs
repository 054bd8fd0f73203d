//! Tournaments of a folder that is watched: the ladder chooses the matches, and files that are new or have changed play
//! first.

use crate::{PlayerVersion, StoredMatch};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};
use wag_play::PlayerSpec;
use wag_stats::ladder::{Ladder, LadderEntry, LadderMatch};
use wag_stats::series::Fixture;

/// The time between two looks at the files.
const LOOK: Duration = Duration::from_millis(500);
/// The maximum depth of folders, and the maximum number of files that are looked at.
const DEPTH_MAX: usize = 4;
const FILES_MAX: usize = 20_000;

/// The choice of matches of a tournament that is watched.
#[derive(Clone, Debug)]
pub struct WatchedSchedule {
    /// The number of groups of matches that are planned at a time. Between them, new files are taken in.
    pub groups: usize,
    /// Becomes true when files have changed. The tournament then ends after the matches that run.
    pub has_changed: Arc<AtomicBool>,
}

/// Returns the next matches of a tournament, with player versions on the seats. `enough` is the number of matches after which a
/// player plays only as an opponent of others.
pub(crate) fn ladder_matches(
    (members, active): (&[PlayerVersion], &[(usize, PlayerSpec)]),
    matches: &[StoredMatch],
    (seats, seed): (&[usize], u64),
    enough: Option<u32>,
    groups: usize,
) -> Vec<Fixture> {
    let mut owners: BTreeMap<String, usize> = BTreeMap::new();
    let mut entry = |(number, member): (usize, &PlayerVersion)| {
        let next = owners.len();
        let owner = *owners.entry(member.name.to_lowercase()).or_insert(next);
        let spec = active.iter().find(|(active, _)| *active == number).map(|(_, spec)| spec);
        let is_built_in = spec.is_some_and(|spec| !spec.has_code());
        LadderEntry { owner: (!is_built_in).then_some(owner), is_active: spec.is_some() }
    };
    let entries: Vec<LadderEntry> = members.iter().enumerate().map(&mut entry).collect();
    let played = |stored: &StoredMatch| LadderMatch {
        fixture: Fixture {
            place: stored.place,
            seed: stored.seed,
            seats: stored.seats.clone(),
            group: stored.group,
        },
        ranks: stored.result.iter().flatten().map(|seat| seat.place).collect(),
    };
    let matches: Vec<LadderMatch> =
        matches.iter().filter(|stored| stored.result.is_some()).map(played).collect();
    let enough = enough.map(|enough| enough as usize);
    Ladder { entries: &entries, matches: &matches, seats, seed, enough }.next(groups)
}

/// A look at files every half second, for as long as the value lives.
pub struct FileWatch {
    has_changed: Arc<AtomicBool>,
    ends: Arc<AtomicBool>,
}

/// The files below some paths, with their sizes and times.
type Files = BTreeMap<PathBuf, (u64, Option<SystemTime>)>;

impl FileWatch {
    /// Starts to watch files and folders. Paths that do not exist are watched, too.
    pub fn start(paths: Vec<PathBuf>) -> FileWatch {
        let watch = FileWatch { has_changed: Arc::default(), ends: Arc::default() };
        let (has_changed, ends) = (Arc::clone(&watch.has_changed), Arc::clone(&watch.ends));
        let mut known = files_below(&paths);
        let look = move || {
            let mut before = known.clone();
            while !ends.load(Ordering::Relaxed) {
                thread::sleep(LOOK);
                let now = files_below(&paths);
                // A file that is being written is complete when it stays as it is.
                if now == before && now != known {
                    known.clone_from(&now);
                    has_changed.store(true, Ordering::Relaxed);
                }
                before = now;
            }
        };
        thread::spawn(look);
        watch
    }

    /// Returns the schedule of a tournament that ends when files have changed.
    pub fn schedule(&self, groups: usize) -> WatchedSchedule {
        WatchedSchedule { groups, has_changed: Arc::clone(&self.has_changed) }
    }

    /// Returns whether files have changed since the last wait.
    pub fn has_changed(&self) -> bool {
        self.has_changed.load(Ordering::Relaxed)
    }

    /// Waits until files have changed, and forgets that they have. Returns false if `stop` ended the wait.
    pub fn wait(&self, stop: &AtomicBool) -> bool {
        /// The time between two looks at both.
        const PAUSE: Duration = Duration::from_millis(100);
        while !stop.load(Ordering::Relaxed) {
            if self.has_changed.swap(false, Ordering::Relaxed) {
                return true;
            }
            thread::sleep(PAUSE);
        }
        false
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
    }
}

fn files_below(paths: &[PathBuf]) -> Files {
    let mut files = Files::new();
    paths.iter().for_each(|path| add_files(path, DEPTH_MAX, &mut files));
    files
}

/// Adds a file, or the files of a folder. What cannot be read counts as missing. Links are not followed below a folder.
fn add_files(path: &Path, depth: usize, files: &mut Files) {
    let is_first = depth == DEPTH_MAX;
    let about = if is_first { path.metadata() } else { path.symlink_metadata() };
    let Ok(about) = about else { return };
    if !about.is_dir() {
        files.insert(path.to_path_buf(), (about.len(), about.modified().ok()));
        return;
    }
    let is_cache = path.file_name().is_some_and(|name| name == "__pycache__");
    if depth == 0 || is_cache || files.len() >= FILES_MAX {
        return;
    }
    for entry in path.read_dir().into_iter().flatten().flatten() {
        add_files(&entry.path(), depth - 1, files);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_stats::series::SeatPlayed;

    fn member(name: &str, version: u32) -> PlayerVersion {
        let (name, word) = (name.to_string(), name.to_string());
        PlayerVersion { name, version, word, sha256: String::new(), is_filler: false, is_current: true }
    }

    #[test]
    fn new_versions_play_first_and_never_against_an_older_one() {
        let game = wag_games::first().info;
        let mut spec = wag_play::one_of(game, game.filler.unwrap(), &[]).unwrap();
        let bot = spec.clone();
        let mode = wag_play::PythonMode::of_text(game, "");
        spec.kind = wag_play::Kind::Python { file: "a.py".into(), mode };
        let mut members = vec![member("a", 1), member("b", 1), member("c", 1), member("bot", 1)];
        let seat = |place: u32| SeatPlayed {
            place,
            figures: Vec::new(),
            tally: 0,
            turns: 0,
            think_ms_mean: 0.0,
            think_ms_max: 0.0,
            cpu_ms_mean: None,
            cpu_ms_max: None,
            faults: 0,
            time_outs: 0,
            doubtful: 0,
            forfeits: false,
            failure: None,
            fault_counts: Vec::new(),
        };
        let stored = |id: i64, fixture: &Fixture| StoredMatch {
            id,
            place: fixture.place,
            seed: fixture.seed,
            group: fixture.group,
            seats: fixture.seats.clone(),
            result: Some(vec![seat(1), seat(2)]),
            replay: None,
        };
        let mut active = vec![(0, spec.clone()), (1, spec.clone()), (2, spec.clone()), (3, bot)];
        let next = |members: &[PlayerVersion], active: &[(usize, PlayerSpec)], all: &[StoredMatch]| {
            ladder_matches((members, active), all, (&[2], 9), Some(40), 20)
        };
        let mut all: Vec<StoredMatch> = Vec::new();
        for id in 0..3 {
            all.extend(next(&members, &active, &all).iter().map(|one| stored(id, one)));
        }
        members.push(member("a", 2));
        active[0].0 = 4;
        let new = next(&members, &active, &all);
        assert!(new.len() >= 10 && new[..2].iter().all(|one| one.seats.contains(&4)), "{new:?}");
        assert!(!new.iter().any(|one| one.seats.contains(&0)), "the old version has left");
        let mut seats = new[0].seats.clone();
        seats.sort_unstable();
        assert_eq!(seats, [3, 4], "a built-in player comes first");
    }

    #[test]
    fn changes_of_files_are_seen_when_they_are_complete() {
        let folder = tempfile::tempdir().unwrap();
        let paths = [folder.path().to_path_buf()];
        let before = files_below(&paths);
        std::fs::create_dir_all(folder.path().join("anna/__pycache__")).unwrap();
        std::fs::write(folder.path().join("anna/__pycache__/x.pyc"), "1").unwrap();
        assert_eq!(files_below(&paths), before);
        let watch = FileWatch::start(paths.to_vec());
        std::fs::write(folder.path().join("anna/ai.py"), "1").unwrap();
        assert_ne!(files_below(&paths), before);
        assert!(watch.wait(&AtomicBool::new(false)));
        assert!(!watch.wait(&AtomicBool::new(true)));
        assert!(files_below(&[folder.path().join("none")]).is_empty());
    }
}
