//! A tournament's file, opened for reading.

use super::super::answer::{UserError, user_error};
use super::view::View;
use std::path::{Path, PathBuf};
use wag_i18n::t;
use wag_runner::tournament::{PlayerVersion, Settings, Store, StoredMatch};
use wag_runner::{KnownGame, find};

/// The whole content of a tournament's file.
pub struct TournamentFile {
    pub game: &'static KnownGame,
    /// The path as the user gave it.
    pub file: PathBuf,
    pub settings: Settings,
    pub members: Vec<PlayerVersion>,
    pub kept: Vec<StoredMatch>,
}

impl TournamentFile {
    pub fn open(file: &Path) -> anyhow::Result<TournamentFile> {
        let store = Store::open_to_read(file).map_err(UserError::from)?;
        let settings = store.settings().map_err(UserError::from)?;
        let Some(game) = find(&settings.game) else {
            return user_error(t!(
                "%{file} holds a tournament of %{game}, a game that this wag does not have",
                file = file.display(),
                game = settings.game
            ));
        };
        let members = store.members().map_err(UserError::from)?;
        let kept = store.matches().map_err(UserError::from)?;
        Ok(TournamentFile { game, file: file.to_path_buf(), settings, members, kept })
    }

    pub fn view(&self) -> View<'_> {
        View {
            card: &self.game.card,
            file: &self.file,
            settings: &self.settings,
            members: &self.members,
            kept: &self.kept,
            places: &self.settings.words,
        }
    }
}
