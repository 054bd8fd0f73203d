//! The content of a tournament's file, for display.

use crate::{PlayerVersion, Settings, Store, StoredMatch};
use std::path::{Path, PathBuf};
use wag_games::{KnownGame, find};
use wag_i18n::message;
use wag_play::{PlayError, user_error};

/// The whole content of a tournament's file, and its path.
pub struct TournamentFile {
    pub game: KnownGame,
    /// The path as the user gave it.
    pub file: PathBuf,
    pub settings: Settings,
    pub members: Vec<PlayerVersion>,
    pub matches: Vec<StoredMatch>,
}

impl TournamentFile {
    pub fn open(file: &Path) -> Result<TournamentFile, PlayError> {
        let store = Store::open_to_read(file)?;
        let settings = store.settings()?;
        let Some(game) = find(&settings.game) else {
            return user_error(message!(
                "%{file} contains a tournament of %{game}, a game that this version of wag does not have",
                file = file.display(),
                game = settings.game
            ));
        };
        let members = store.members()?;
        let matches = store.matches()?;
        Ok(TournamentFile { game, file: file.to_path_buf(), settings, members, matches })
    }
}
