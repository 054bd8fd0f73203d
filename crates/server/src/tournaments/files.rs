//! Finds the tournaments in the working folder, and the replays of their matches.

use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wag_core::text::{format_timestamp, printable};
use wag_games::{KnownGame, word_of};
use wag_i18n::{message, quote};
use wag_play::{PlayError, user_error};
use wag_tournament::TournamentFile;
use wag_tournament::{PlayerVersion, Settings, Store, StoreError};

/// The extensions of files that may contain a tournament.
const ENDINGS: [&str; 3] = ["db", "sqlite", "sqlite3"];
/// The maximum number of tournaments that are listed.
const FILES_MAX: usize = 200;
/// The maximum number of players that are listed for a tournament.
const PLAYERS_MAX: usize = 100;

/// A tournament in the working folder.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedTournament {
    /// The name of the tournament's file.
    pub file: String,
    pub players: Vec<String>,
    pub played: usize,
    pub planned: usize,
    /// The time of the file's last change, such as `2026-11-21T07:00:00Z`.
    pub changed: String,
    /// The reason why the file cannot be used; `None` if it can be used.
    pub error: Option<String>,
}

/// A file in the working folder that may contain a tournament.
struct Candidate {
    name: String,
    changed: SystemTime,
}

/// Lists the tournaments of a game, most recently changed first. Includes files that cannot be used, with the reason.
pub fn list(folder: &Path, game: KnownGame) -> Vec<ListedTournament> {
    let entry = |candidate: Candidate| {
        let found = Store::find(Path::new(&candidate.name))?;
        let mut entry = ListedTournament {
            file: candidate.name,
            players: Vec::new(),
            played: 0,
            planned: 0,
            changed: format_timestamp(candidate.changed),
            error: None,
        };
        match found.and_then(|store| describe(&mut entry, &store, game)) {
            Ok(is_of_game) => is_of_game.then_some(entry),
            Err(err) => Some(ListedTournament { error: Some(err.to_string()), ..entry }),
        }
    };
    candidates(folder).into_iter().filter_map(entry).take(FILES_MAX).collect()
}

/// Adds the players and the progress to an entry. Returns whether the tournament belongs to this game.
fn describe(entry: &mut ListedTournament, store: &Store, game: KnownGame) -> Result<bool, StoreError> {
    if store.settings()?.game != word_of(game.info) {
        return Ok(false);
    }
    let plays = |member: &PlayerVersion| member.is_current && !member.is_filler;
    entry.players = store
        .members()?
        .into_iter()
        .filter(plays)
        .map(|member| printable(&member.title()))
        .take(PLAYERS_MAX)
        .collect();
    (entry.planned, entry.played) = store.counts()?;
    Ok(true)
}

fn candidates(folder: &Path) -> Vec<Candidate> {
    let candidate = |entry: std::fs::DirEntry| {
        let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
        let (_, ending) = name.rsplit_once('.')?;
        let about = entry.path().symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
        let changed = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        ENDINGS.contains(&ending).then_some(Candidate { name, changed })
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<Candidate> = entries.filter_map(candidate).collect();
    all.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.name.cmp(&b.name)));
    all
}

/// Returns the path of a tournament's file relative to the working folder, or an error if there is no tournament of
/// this name.
pub fn find(folder: &Path, file: &str) -> Result<PathBuf, PlayError> {
    match candidates(folder).into_iter().find(|candidate| candidate.name == file) {
        Some(candidate) => Ok(candidate.name.into()),
        None => {
            user_error(message!("there is no tournament %{file} in the working folder", file = quote(file)))
        }
    }
}

pub fn open(folder: &Path, file: &str) -> Result<TournamentFile, PlayError> {
    TournamentFile::open(&find(folder, file)?)
}

/// Returns unused paths for a new tournament: the path of its file, and the path of the folder for its replays.
pub fn free(folder: &Path) -> (PathBuf, PathBuf) {
    let stems = std::iter::once("tournament".to_string()).chain((2..).map(|n| format!("tournament-{n}")));
    let names = stems.map(|stem| {
        let file = PathBuf::from(format!("{stem}.{}", ENDINGS[0]));
        let replays = replays(&file);
        (file, replays)
    });
    let is_free = |(file, replays): &(PathBuf, PathBuf)| {
        [file, replays].iter().all(|path| folder.join(path).symlink_metadata().is_err())
    };
    names.into_iter().find(is_free).expect("numbers do not end")
}

/// Returns the default folder for the replays of a tournament.
pub fn replays(file: &Path) -> PathBuf {
    Path::new(wag_replay::FOLDER).join(file.file_stem().unwrap_or(file.as_os_str()))
}

/// Returns the path of a match's replay, or an error if the replay cannot be shown.
pub fn replay(folder: &Path, file: &str, number: i64) -> Result<PathBuf, PlayError> {
    let store = Store::open_to_read(&find(folder, file)?)?;
    let settings = store.settings()?;
    match place(folder, &settings, store.replay(number)?.as_deref()) {
        Place::Here(path) => Ok(path),
        Place::None => user_error(message!("no replay of match %{number} was saved", number)),
        Place::Gone => user_error(message!("the replay of match %{number} no longer exists", number)),
        Place::Elsewhere => user_error(message!(
            "the replay of match %{number} is not in the working folder; start `wag client` in the folder that contains it",
            number
        )),
    }
}

/// The location of the replay of a match, or the reason why it cannot be shown.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    Here(PathBuf),
    None,
    Gone,
    Elsewhere,
}

/// Finds a replay that a tournament's file names. The file is untrusted, so only a replay in the working folder may be
/// shown.
pub fn place(folder: &Path, settings: &Settings, replay: Option<&str>) -> Place {
    let Some(replay) = replay else { return Place::None };
    let beside = if settings.folder.as_os_str().is_empty() { folder } else { &settings.folder };
    match beside.join(replay).canonicalize() {
        Ok(path) if path.starts_with(folder) => Place::Here(path),
        Ok(_) => Place::Elsewhere,
        Err(_) => Place::Gone,
    }
}
