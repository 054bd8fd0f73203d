//! A game file with everything that another process needs to play it, or to show its matches.

use super::known::KnownGame;
use super::python_game::{self, Rules, Stored};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_core::game::GameInfo;
use wag_i18n::{Message, message};
use wag_replay::GameFileInfo;

/// A game file: its texts and its declaration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedGame {
    pub file: GameFileInfo,
    /// The declaration, as setups contain it.
    rules: Value,
}

impl PackedGame {
    /// Packs a game; `None` if it is part of the program.
    pub fn of(info: &'static GameInfo) -> Option<PackedGame> {
        let (file, rules) = (info.file?, Rules::of_info(info)?);
        let rules = serde_json::to_value(&rules.stored).ok()?;
        Some(PackedGame { file: GameFileInfo::of(info.title, file), rules })
    }

    /// Returns the game. None of its code runs until a match starts.
    pub fn unpack(&self) -> Result<KnownGame, Message> {
        let damaged = || message!("the declaration of the game %{file} is damaged", file = &self.file.word);
        let stored: Stored = serde_json::from_value(self.rules.clone()).map_err(|_| damaged())?;
        unpacked(stored, &self.file)
    }
}

/// Returns the game of a declaration and its files.
pub fn unpacked(stored: Stored, file: &GameFileInfo) -> Result<KnownGame, Message> {
    let file = file.with_texts();
    if let Some(file) = &file {
        python_game::recorded(file.clone())?;
    }
    Ok(KnownGame { info: Rules::with_file(stored, file)?.info() })
}
