//! A game file with everything that another process needs to play it, or to show its matches.

use super::known::{KnownGame, all, remember};
use super::python_game::{self, COURSE_GAMES, PythonGame, Rules, Stored};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_core::game::{Game, GameInfo};
use wag_i18n::{Message, message, quote};
use wag_replay::{GAME_TEXTS_MAX, GameFileInfo, GameText, Header};

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

    /// Returns whether the game is made of these files, the game file first: names and texts. Others may have packed it.
    pub fn is_made_of(&self, files: &[(String, String)]) -> bool {
        let is_of = |text: &GameText| {
            files.iter().any(|(name, own)| (name, Some(own)) == (&text.name, text.text.as_ref()))
        };
        let first = self.file.files.first().map(|text| &text.name);
        first == files.first().map(|(name, _)| name) && self.file.files.iter().all(is_of)
    }

    /// Makes the game known under a name, until [`forget`](crate::forget). None of its code runs. The error says why the
    /// declaration or the files cannot be used.
    pub fn install(&self, name: &str) -> Result<KnownGame, Message> {
        check_name(name)?;
        let game = self.unpack()?;
        let file = game.info.file.ok_or_else(|| {
            message!(
                "the files of the game are too long; together they may have %{most} KiB",
                most = GAME_TEXTS_MAX >> 10
            )
        })?;
        let rules = Rules::of_info(game.info).filter(|rules| rules.stored.sha256 == file.sha256);
        if rules.is_none() || game.info.name != name {
            return Err(message!("the declaration of the game %{file} is damaged", file = &self.file.word));
        }
        Ok(remember(name, game.info))
    }
}

/// The maximum number of characters of a game's name.
const NAME_MAX: usize = 40;

/// Checks the name under which a game is installed: small letters, digits and `_`, and not that of another game.
pub fn check_name(name: &str) -> Result<(), Message> {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let is_name = (1..=NAME_MAX).contains(&name.len()) && name.chars().all(is_letter);
    if !is_name {
        return Err(message!(
            "%{name} cannot be the name of a game; use up to %{most} letters from a to z, digits and _",
            name = quote(name),
            most = NAME_MAX
        ));
    }
    let is_course = COURSE_GAMES.iter().any(|course| course.eq_ignore_ascii_case(name));
    if name == PythonGame::NAME || is_course || all().any(|game| game.info.name == name) {
        return Err(message!(
            "there is already a game %{name}; give this one another name",
            name = quote(name)
        ));
    }
    Ok(())
}

/// Returns whether a replay is of a match of this game, with the files that the game has now.
pub fn is_replay_of(header: &Header, game: KnownGame) -> bool {
    let Some(file) = game.info.file else { return header.game == game.info.name };
    let rules = Rules::of_info(game.info).and_then(|rules| serde_json::to_value(&rules.stored).ok());
    header.game == PythonGame::NAME
        && header.setup.get("rules") == rules.as_ref()
        && header.game_file == Some(GameFileInfo::of(game.info.title, file))
}

/// Returns the game of a declaration and its files.
pub fn unpacked(stored: Stored, file: &GameFileInfo) -> Result<KnownGame, Message> {
    let file = file.with_texts();
    if let Some(file) = &file {
        python_game::recorded(file.clone())?;
    }
    Ok(KnownGame { info: Rules::with_file(stored, file)?.info() })
}
