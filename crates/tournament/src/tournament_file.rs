//! The content of a tournament's file, for display.

use crate::{PlayerVersion, Settings, Store, StoredMatch};
use std::path::{Path, PathBuf};
use wag_games::KnownGame;
use wag_play::PlayError;

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
        let game = settings.game(file)?;
        let members = store.members()?;
        let matches = store.matches()?;
        Ok(TournamentFile { game, file: file.to_path_buf(), settings, members, matches })
    }
}
