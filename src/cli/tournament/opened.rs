//! A tournament as its file has it, to be looked at.

use super::super::answer::{Mistake, mistake};
use super::view::View;
use crate::language::t;
use crate::play::{KnownGame, find};
use crate::tournament::{Kept, Member, Settings, Store};
use std::path::{Path, PathBuf};

/// All that a file holds.
pub struct Opened {
    pub game: &'static KnownGame,
    /// As the user named it.
    pub file: PathBuf,
    pub settings: Settings,
    pub members: Vec<Member>,
    pub kept: Vec<Kept>,
}

impl Opened {
    pub fn open(file: &Path) -> anyhow::Result<Opened> {
        let store = Store::open_to_read(file).map_err(Mistake::from)?;
        let settings = store.settings().map_err(Mistake::from)?;
        let Some(game) = find(&settings.game) else {
            return mistake(t!(
                "%{file} holds a tournament of %{game}, a game that this wag does not have",
                file = file.display(),
                game = settings.game
            ));
        };
        let members = store.members().map_err(Mistake::from)?;
        let kept = store.matches().map_err(Mistake::from)?;
        Ok(Opened { game, file: file.to_path_buf(), settings, members, kept })
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
