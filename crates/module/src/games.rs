//! The games that a caller names.

use crate::errors;
use pyo3::prelude::*;
use std::path::Path;
use wag_games::KnownGame;
use wag_play::PlayError;

/// Returns the game of this name, or the game in this file.
pub fn game(word: &str) -> Result<KnownGame, PlayError> {
    KnownGame::open(word, Path::new("")).map_err(PlayError::UserError)
}

/// Returns the name of a game, or of the game in a Python file. Raises `UsageError` if there is no such game.
#[pyfunction]
pub fn game_name(py: Python<'_>, word: &str) -> PyResult<&'static str> {
    let found = py.detach(|| game(word));
    found.map(|game| game.info.name).map_err(|err| errors::raise(py, &err))
}
