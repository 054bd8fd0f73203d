//! The games in Python that the owner has installed: folders `games/NAME` with a file `NAME.py` in the folder of the server.
//!
//! A worker process runs a game to read its declaration. The server checks what the worker has sent as that of a stranger,
//! keeps it in `games/NAME.json`, and gives it to the workers that play the game. Here, a game is plain data.

mod api;
mod command;
mod folder;
#[cfg(test)]
mod tests;
mod watch;

pub use api::list;
pub use command::{FolderGame, add, installed, remove};
pub use folder::{FOLDER, packed_file, read_packed};
pub use watch::watch;

use crate::contests::files::write_durably;
use crate::contests::setup::game_sha256;
use crate::work::{Work, WorkFault};
use folder::Texts;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use wag_games::{KnownGame, PackedGame, forget};
use wag_i18n::{Message, message};

/// The time after which a game that could not be read is read again: the shortest, and the longest.
const RETRY: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(3600));

/// A game's name with its files, or why there are none.
type NamedTexts = (String, Result<Texts, Message>);

/// The installed games of a server.
pub struct InstalledGames {
    folder: PathBuf,
    games: Mutex<BTreeMap<String, InstalledGame>>,
    /// Locked while games are read.
    reading: tokio::sync::Mutex<()>,
}

/// A game of the owner.
#[derive(Clone)]
pub struct InstalledGame {
    /// The files when the game was last read, or why there are none.
    read: Option<Result<Texts, Message>>,
    /// The game with which matches are played: the last version that could be read.
    pub game: Option<KnownGame>,
    /// The reason why the files that are there now cannot be used.
    pub problem: Option<Message>,
    /// When files with a problem are read again, because a busy machine may be the reason, and the time until then.
    again: Option<(Instant, Duration)>,
}

impl InstalledGame {
    /// Returns whether these files have to be read.
    fn is_to_read(&self, texts: &Result<Texts, Message>) -> bool {
        self.read.as_ref() != Some(texts) || self.again.is_some_and(|(at, _)| at <= Instant::now())
    }
}

impl InstalledGames {
    /// Installs the games that an earlier start has read. `server` is the folder of the server.
    pub fn new(server: &Path) -> InstalledGames {
        let folder = server.join(FOLDER);
        let mut games = BTreeMap::new();
        for (name, texts) in folder::list(&folder).unwrap_or_default() {
            let packed = folder::read_packed(&packed_file(server, &name)).ok();
            let game = packed.as_ref().and_then(|packed| packed.install(&name).ok());
            let is_current = |texts: &Texts| {
                game.is_some() && packed.as_ref().is_some_and(|packed| packed.is_made_of(texts))
            };
            let read = texts.ok().filter(is_current).map(Ok);
            games.insert(name, InstalledGame { read, game, problem: None, again: None });
        }
        InstalledGames { folder, games: Mutex::new(games), reading: tokio::sync::Mutex::default() }
    }

    fn games(&self) -> MutexGuard<'_, BTreeMap<String, InstalledGame>> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets games with a problem be read at the next refresh.
    #[cfg(test)]
    fn try_again(&self) {
        self.games().values_mut().filter(|game| game.problem.is_some()).for_each(|game| game.read = None);
    }

    /// Returns the games by name.
    pub fn all(&self) -> BTreeMap<String, InstalledGame> {
        self.games().clone()
    }

    /// Returns the hashes of the files of the games that can be played.
    pub fn hashes(&self) -> Vec<String> {
        let games = self.games();
        games.values().filter_map(|installed| game_sha256(installed.game?)).collect()
    }

    /// Reads the games whose files have changed. Returns whether there are other games to play afterwards.
    pub async fn refresh(self: &Arc<Self>, work: &Work) -> bool {
        let _one = self.reading.lock().await;
        let own = Arc::clone(self);
        let looked = tokio::task::spawn_blocking(move || own.changed()).await;
        let Ok((changed, mut is_changed)) = looked else { return false };
        for (name, texts) in changed {
            let packed = match &texts {
                Ok(texts) => self.read(work, &name, texts).await,
                Err(problem) => Err(problem.clone()),
            };
            let (own, entry) = (Arc::clone(self), name.clone());
            let kept = tokio::task::spawn_blocking(move || own.keep(&entry, texts, packed)).await;
            is_changed |= kept.unwrap_or(false);
        }
        is_changed
    }

    /// Returns the games whose files are not those that were read, and forgets games without a folder. Returns whether a
    /// game was forgotten, too.
    fn changed(&self) -> (Vec<NamedTexts>, bool) {
        let found = match folder::list(&self.folder) {
            Ok(found) => found,
            Err(err) => {
                log::warn!("the folder of the games cannot be read: {err}");
                return (Vec::new(), false);
            }
        };
        let mut games = self.games();
        let before = games.len();
        games.retain(|name, _| {
            let is_there = found.iter().any(|(found, _)| found == name);
            if !is_there {
                forget(name);
            }
            is_there
        });
        let has_forgotten = games.len() < before;
        if let Err(err) = folder::remove_packed_without_folder(&self.folder) {
            log::warn!("a game that was removed leaves a file: {err}");
        }
        let is_new = |(name, texts): &NamedTexts| games.get(name).is_none_or(|known| known.is_to_read(texts));
        (found.into_iter().filter(is_new).collect(), has_forgotten)
    }

    /// Lets a worker read a game, and checks what it has packed.
    async fn read(&self, work: &Work, name: &str, texts: &Texts) -> Result<PackedGame, Message> {
        let file = self.folder.join(format!(".{name}.texts"));
        let (path, bytes) = (file.clone(), serde_json::to_vec(texts).unwrap_or_default());
        let written = tokio::task::spawn_blocking(move || write_durably(&path, &bytes)).await;
        if !matches!(written, Ok(Ok(()))) {
            return Err(message!(
                "the folder of the games cannot be written; look at the disk of the server"
            ));
        }
        let answered = work.read_game(file.clone()).await;
        let _ = fs::remove_file(&file);
        let invalid = || message!("the process that has read the game has sent an invalid answer");
        let packed: PackedGame = match answered {
            Ok(packed) => serde_json::from_slice(&packed).map_err(|_| invalid())?,
            Err(WorkFault::Refused(why)) => return Err(why),
            Err(WorkFault::TooSlow) => {
                return Err(message!(
                    "reading the game took too long; its file must only define the game, not compute"
                ));
            }
            Err(_) => {
                return Err(message!(
                    "the process that reads the game has ended; the server tries again in a while"
                ));
            }
        };
        if packed.is_made_of(texts) { Ok(packed) } else { Err(invalid()) }
    }

    /// Keeps a game that was read, or the problem. Returns whether another game is played now. Blocks.
    fn keep(&self, name: &str, texts: Result<Texts, Message>, packed: Result<PackedGame, Message>) -> bool {
        let written = packed.and_then(|packed| {
            let game = packed.install(name)?;
            let bytes = serde_json::to_vec(&packed).unwrap_or_default();
            write_durably(&self.folder.join(format!("{name}.json")), &bytes)
                .map_err(|fault| message!("what was read of the game cannot be stored: %{fault}", fault))?;
            Ok(game)
        });
        if let Err(problem) = &written {
            log::warn!("the game {name} cannot be used: {}", problem.english());
        }
        let mut games = self.games();
        let old = games.remove(name);
        let before = old.as_ref().filter(|old| old.read.as_ref() == Some(&texts)).and_then(|old| old.again);
        let pause = before.map_or(RETRY.0, |(_, pause)| RETRY.1.min(pause * 2));
        let again = (texts.is_ok() && written.is_err()).then(|| (Instant::now() + pause, pause));
        let (game, problem, has_changed) = match written {
            Ok(game) => (Some(game), None, true),
            Err(problem) => (old.and_then(|old| old.game), Some(problem), false),
        };
        games.insert(name.to_string(), InstalledGame { read: Some(texts), game, problem, again });
        has_changed
    }
}
