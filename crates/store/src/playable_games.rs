//! The installed games that can be played at the moment. Work of contests with other installed games waits.

use crate::db::Value;
use crate::store::Store;
use std::sync::PoisonError;

impl Store {
    /// Sets the hashes of the files of the installed games that can be played.
    pub fn set_playable_games(&self, hashes: Vec<String>) {
        *self.playable_games.write().unwrap_or_else(PoisonError::into_inner) = hashes;
    }

    /// Returns the condition for a contest `k` whose game can be played, with parameters after the first `before` ones.
    pub(crate) fn is_playable(&self, before: usize) -> (String, Vec<Value>) {
        let hashes = self.playable_games.read().unwrap_or_else(PoisonError::into_inner);
        let numbers: Vec<String> = (1..=hashes.len()).map(|at| format!("${}", before + at)).collect();
        let condition = match numbers.is_empty() {
            true => "k.game_sha256 IS NULL".to_string(),
            false => format!("(k.game_sha256 IS NULL OR k.game_sha256 IN ({}))", numbers.join(", ")),
        };
        (condition, hashes.iter().map(Value::from).collect())
    }
}
