//! Creation of a game's logs and replay.

use crate::error::{PlayError, user_error};
use crate::fork::Fork;
use crate::game_end::Replay;
use crate::line_up::player_spec::{PlayerSpec, sources};
use crate::logs::{LogForm, Logs};
use crate::recorded::limits_to_record;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use wag_core::files;
use wag_core::game::{Choice, GameInfo, GameOptions, Show};
use wag_core::text::format_timestamp;
use wag_i18n::{message, t};
use wag_replay::{GameFileInfo, Header, OfMatch, Recorder, Saves};
use wag_sandbox::Limits;

/// Settings that decide whether and how a game's replay is written.
#[derive(Default)]
pub struct Keep {
    /// The replay file that the user asked for; `None` if there is none.
    pub requested: Option<RequestedReplay>,
    /// True to write no automatic replay; a requested one is still written.
    pub none: bool,
    /// True to include the source files of the players.
    pub with_sources: bool,
}

impl Keep {
    /// Returns the folders to which recorded paths of players' files are relative: the one in which the match is started,
    /// and that of the replay.
    fn folders(&self) -> Vec<PathBuf> {
        let replay = self.requested.as_ref().and_then(|requested| requested.path.parent());
        [Path::new("."), replay.unwrap_or(Path::new("."))].map(|folder| Path::new(".").join(folder)).to_vec()
    }
}

/// A replay that is being written.
pub struct Recorded<G: Show> {
    pub path: PathBuf,
    pub recorder: Recorder<G>,
    /// True if the replay is written automatically, without a request from the user.
    is_automatic: bool,
}

/// The contents of a replay's header, except the game's setup.
pub struct About<'a> {
    pub info: &'a GameInfo,
    pub place: &'a str,
    pub game_options: &'a GameOptions,
    pub seed: u64,
    pub rounds: u32,
    pub limits: &'a Limits,
    /// Number of the game within the match, counted from 0.
    pub number: usize,
    pub entrants: &'a [PlayerSpec],
}

/// The file in which the user requested a replay. It is opened before the match begins, but its old content is kept
/// until then. If the match does not take place, a newly created file is deleted.
pub struct RequestedReplay {
    path: PathBuf,
    file: Option<File>,
    is_new: bool,
}

impl RequestedReplay {
    pub fn open(path: &Path) -> Result<RequestedReplay, PlayError> {
        let is_new = path.symlink_metadata().is_err();
        let made = path.parent().map_or(Ok(()), files::create_folder);
        match made.and_then(|()| files::open_to_write(path)) {
            Ok(file) => Ok(RequestedReplay { path: path.to_path_buf(), file: Some(file), is_new }),
            Err(err) => not_writable(path, &err),
        }
    }

    fn begin<G: Show>(mut self, header: &Header, setup: &G::Setup) -> Result<Recorded<G>, PlayError> {
        let path = self.path.clone();
        let file = self.file.take().expect("only this takes it");
        match file.set_len(0).and_then(|()| Recorder::new(file, header, setup.clone())) {
            Ok(recorder) => Ok(Recorded { path, recorder, is_automatic: false }),
            Err(err) => not_writable(&path, &err),
        }
    }
}

impl Drop for RequestedReplay {
    fn drop(&mut self) {
        if self.is_new && self.file.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn not_writable<T>(path: &Path, err: &std::io::Error) -> Result<T, PlayError> {
    user_error(message!(
        "the replay %{path} cannot be written: %{fault}; choose another file with --replay",
        path = path.display(),
        fault = err
    ))
}

/// Returns the absolute paths that no player may read while a match writes to them: the paths in `places`, which may
/// not exist yet.
pub fn closed<'p>(places: impl IntoIterator<Item = &'p Path>) -> Vec<PathBuf> {
    places.into_iter().filter_map(|place| std::path::absolute(place).ok()).collect()
}

/// Creates a log for each player in this folder, and one for the game if it is a file. Creates the folder, too, if it does
/// not exist.
pub fn create_logs(
    folder: &Path,
    info: &GameInfo,
    entrants: &[PlayerSpec],
    form: LogForm,
) -> Result<Logs, PlayError> {
    if let Err(err) = files::create_folder(folder) {
        return user_error(message!(
            "the log folder %{folder} cannot be created: %{fault}; choose another one with --log-dir",
            folder = folder.display(),
            fault = err
        ));
    }
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    log::debug!("the logs are written to {}", folder.display());
    let logs = Logs::create(folder, &names, form);
    let logs = if info.file.is_some() { logs.and_then(|logs| logs.with_game(folder)) } else { logs };
    logs.or_else(|(path, err)| log_not_writable(&path, &err))
}

pub fn log_not_writable<T>(path: &Path, err: &std::io::Error) -> Result<T, PlayError> {
    user_error(message!(
        "the log %{path} cannot be written: %{fault}; choose another folder with --log-dir",
        path = path.display(),
        fault = err
    ))
}

/// Returns the replay's header with everything known before round 1, or `None` if no replay is to be written.
pub fn header<G: Show>(keep: &Keep, about: &About<'_>, setup: &G::Setup) -> Option<Header> {
    if keep.none && keep.requested.is_none() {
        return None;
    }
    Some(Header {
        map: about.place.to_string(),
        seed: about.seed,
        rounds: about.rounds,
        options: options(about.game_options),
        times: about.limits.times(),
        limits: limits_to_record(about.limits),
        automatic: keep.requested.is_none(),
        game_file: about.info.file.map(|file| GameFileInfo::of(about.info.title, file)),
        of_match: of_match(about),
        players: about.entrants.iter().map(|entrant| entrant.info(about.info, &keep.folders())).collect(),
        sources: if keep.with_sources { sources(about.entrants) } else { Default::default() },
        ..header_of::<G>(setup)
    })
}

/// Returns the header of a fork's replay, or `None` if no replay is to be written.
pub fn fork_header<G: Show>(
    keep: &Keep,
    fork: &Fork,
    entrants: &[PlayerSpec],
    seed: Option<u64>,
) -> Option<Header> {
    if keep.none && keep.requested.is_none() {
        return None;
    }
    Some(Header {
        automatic: keep.requested.is_none(),
        sources: if keep.with_sources { sources(entrants) } else { Default::default() },
        ..fork.header_of(entrants, seed, G::VERSION, &keep.folders())
    })
}

/// Returns the header fields common to all replays written by this version.
pub fn header_of<G: Show>(setup: &G::Setup) -> Header {
    Header {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: G::NAME.to_string(),
        game_version: G::VERSION,
        python: wag_python::full_version().to_string(),
        created: format_timestamp(SystemTime::now()),
        setup: serde_json::to_value(setup).expect("plain data is always JSON"),
        ..Header::default()
    }
}

/// Returns the chosen options as JSON. A file becomes its name without the folder, which is nobody else's business.
fn options(chosen: &GameOptions) -> BTreeMap<String, Value> {
    let value = |choice: &Choice| match choice {
        Choice::Number(number) => (*number).into(),
        Choice::Word(word) => word.as_str().into(),
        Choice::Flag => true.into(),
        Choice::File { word, .. } => Path::new(word).file_name().unwrap_or_default().to_string_lossy().into(),
    };
    chosen.values.iter().map(|(name, choice)| (name.to_string(), value(choice))).collect()
}

/// Returns the number of the game within its match; `None` if the match has only one game.
fn of_match(about: &About<'_>) -> Option<OfMatch> {
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    let games = about.info.games;
    (games > 1).then(|| OfMatch { number: count(about.number % games + 1), games: count(games) })
}

/// Starts writing a game's replay. If the replay is automatic and cannot be written, logs a warning and returns `None`,
/// so that the game is played anyway.
pub fn begin<G: Show>(
    requested: Option<RequestedReplay>,
    header: Option<Header>,
    setup: &G::Setup,
) -> Result<Option<Recorded<G>>, PlayError> {
    let Some(header) = header else { return Ok(None) };
    if let Some(requested) = requested {
        log::debug!("the replay is written to {}", requested.path.display());
        return requested.begin(&header, setup).map(Some);
    }
    begin_automatic::<G>(&header, setup).map(Some).or_else(|err| {
        let folder = wag_replay::FOLDER;
        log::warn!(
            "{}",
            t!(
                "no replay is saved, because %{folder}/ cannot be written: %{fault}; use --no-replay to play without one",
                folder,
                fault = err
            )
        );
        Ok(None)
    })
}

fn begin_automatic<G: Show>(header: &Header, setup: &G::Setup) -> std::io::Result<Recorded<G>> {
    let (path, file) = Saves::at(wag_replay::FOLDER).create()?;
    log::debug!("the replay is written to {}", path.display());
    match Recorder::new(file, header, setup.clone()) {
        Ok(recorder) => Ok(Recorded { path, recorder, is_automatic: true }),
        Err(err) => {
            let _ = std::fs::remove_file(&path);
            Err(err)
        }
    }
}

impl<G: Show> Recorded<G> {
    /// Finishes the replay after the match. Warns if it is incomplete, and deletes the oldest automatic replays if
    /// there are too many.
    pub fn finish(self) -> Replay {
        if self.is_automatic {
            Saves::at(wag_replay::FOLDER).tidy();
        }
        let failure = self.recorder.failure();
        if let Some(err) = failure {
            log::warn!(
                "{}",
                t!("the replay %{path} is incomplete: %{fault}", path = self.path.display(), fault = err)
            );
        }
        Replay { is_complete: self.is_automatic || failure.is_none(), path: self.path }
    }
}
