//! The replay of a match: where it goes, what it says of the players, and what is told when it can't be written.

use super::args::Recording;
use super::line_up::{Ai, Entrant};
use super::mistake;
use super::one_match::Replay;
use crate::game::Show;
use crate::replay::{self, Header, PlayerInfo, Recorder, Saves};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A replay that is being written.
pub struct Recorded<G: Show> {
    pub path: PathBuf,
    pub recorder: Recorder<G, File>,
    /// Whether nobody has asked for it.
    pub is_automatic: bool,
}

/// What the header says besides the setup.
#[derive(Clone)]
pub struct About<'a> {
    pub map: &'a str,
    pub seed: u64,
    /// How many are planned; 0 when nobody knows.
    pub rounds: u32,
    pub players: Vec<PlayerInfo>,
    pub sources: BTreeMap<String, String>,
    pub is_automatic: bool,
}

/// The file for a replay that was asked for, opened before the match begins. What lies there stays until then; a new
/// file goes again if no match comes of it.
pub struct Asked {
    path: PathBuf,
    file: Option<File>,
    is_new: bool,
}

impl Asked {
    pub fn open(path: &Path) -> anyhow::Result<Asked> {
        let is_new = !path.exists();
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        match made.and_then(|()| File::options().write(true).create(true).truncate(false).open(path)) {
            Ok(file) => Ok(Asked { path: path.to_path_buf(), file: Some(file), is_new }),
            Err(fault) => not_writable(path, &fault),
        }
    }

    fn begin<G: Show>(mut self, header: &Header, setup: &G::Setup) -> anyhow::Result<Recorded<G>> {
        let path = self.path.clone();
        let file = self.file.take().expect("only this takes it");
        let emptied = match file.metadata() {
            Ok(about) if about.is_file() => file.set_len(0),
            _ => Ok(()),
        };
        match emptied.and_then(|()| Recorder::new(file, header, setup.clone())) {
            Ok(recorder) => Ok(Recorded { path, recorder, is_automatic: false }),
            Err(fault) => not_writable(&path, &fault),
        }
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        if self.is_new && self.file.is_some() {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

fn not_writable<T>(path: &Path, fault: &std::io::Error) -> anyhow::Result<T> {
    mistake(format!(
        "the replay {} can't be written: {fault}; name another file with --replay",
        path.display()
    ))
}

/// Everything that is known before round 1.
fn header<G: Show>(about: About<'_>, setup: &G::Setup) -> anyhow::Result<Header> {
    Ok(Header {
        wag: env!("CARGO_PKG_VERSION").to_string(),
        game: G::NAME.to_string(),
        game_version: G::VERSION,
        map: about.map.to_string(),
        seed: about.seed,
        rounds: about.rounds,
        python: crate::worker::full_version().to_string(),
        created: jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        automatic: about.is_automatic,
        players: about.players,
        setup: serde_json::to_value(setup)?,
        sources: about.sources,
    })
}

/// What a replay says of an AI.
pub fn player(entrant: &Entrant) -> PlayerInfo {
    match &entrant.ai {
        Ai::Dummy => replay::built_in_player(&entrant.name, None),
        Ai::BuiltIn(ai) => replay::built_in_player(&entrant.name, Some(ai.source)),
        Ai::File(file) => replay::player_of_file(&entrant.name, file),
    }
}

/// The files of all AIs that lie in files: `1/yourAI.py`.
pub fn sources(entrants: &[Entrant]) -> BTreeMap<String, String> {
    let files = entrants.iter().enumerate().filter_map(|(seat, entrant)| match &entrant.ai {
        Ai::File(file) => Some((seat, replay::sources(file))),
        _ => None,
    });
    files
        .flat_map(|(seat, files)| {
            files.into_iter().map(move |(name, text)| (format!("{}/{name}", seat + 1), text))
        })
        .collect()
}

/// What no AI may read while a match writes there: these places, which need not be there yet, and the automatic replays.
pub fn closed<'p>(places: impl IntoIterator<Item = &'p Path>) -> Vec<PathBuf> {
    let places = places.into_iter().chain([Path::new(replay::FOLDER)]);
    places.filter_map(|place| std::path::absolute(place).ok()).collect()
}

/// Begins the replay of a match as the options say; `asked` is the file that was asked for. An automatic one that can't
/// be written is no reason not to play: that is told, and there is none.
pub fn begin<G: Show>(
    options: &Recording,
    asked: Option<Asked>,
    about: About<'_>,
    setup: &G::Setup,
) -> anyhow::Result<Option<Recorded<G>>> {
    if let Some(asked) = asked {
        return asked.begin(&header::<G>(about, setup)?, setup).map(Some);
    }
    if options.no_replay {
        return Ok(None);
    }
    let header = header::<G>(About { is_automatic: true, ..about }, setup)?;
    begin_automatic::<G>(&header, setup).map(Some).or_else(|fault| {
        let folder = replay::FOLDER;
        log::warn!(
            "no replay is kept, since {folder}/ can't be written: {fault}; --no-replay leaves this out"
        );
        Ok(None)
    })
}

fn begin_automatic<G: Show>(header: &Header, setup: &G::Setup) -> std::io::Result<Recorded<G>> {
    let (path, file) = Saves::at(replay::FOLDER).create()?;
    match Recorder::new(file, header, setup.clone()) {
        Ok(recorder) => Ok(Recorded { path, recorder, is_automatic: true }),
        Err(fault) => {
            let _ = std::fs::remove_file(&path);
            Err(fault)
        }
    }
}

impl<G: Show> Recorded<G> {
    /// After the match: tells if the replay is not complete, and deletes automatic ones that are too many.
    pub fn finish(self) -> Replay {
        if self.is_automatic {
            Saves::at(replay::FOLDER).tidy();
        }
        let failure = self.recorder.failure();
        if let Some(fault) = failure {
            log::warn!("the replay {} is not complete: {fault}", self.path.display());
        }
        Replay { is_as_asked: self.is_automatic || failure.is_none(), path: self.path }
    }
}
