//! The page's request to play a recorded turn again. docs/client-api.md documents the JSON.

use super::api::{body, run_blocking};
use super::error::Refusal;
use super::{AppState, folder};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use wag_i18n::t;
use wag_replay::{JsonPlayer, sha256};
use wag_runner::debug_turn::DebuggedTurn;

/// A recorded turn to play again.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TurnRequest {
    /// The ID of the replay.
    replay: String,
    /// The seat, counted from 1.
    seat: u8,
    round: u32,
    /// The file that plays the turn, as a path in the working folder. `None` for the file of the recorded name in the
    /// working folder, or the one that the replay contains.
    #[serde(default)]
    file: Option<String>,
}

/// The flag that stops the turn that is being played; `None` if no turn has been played yet.
#[derive(Default)]
pub struct TurnInProgress(Mutex<Option<Arc<AtomicBool>>>);

impl TurnInProgress {
    /// Stops the turn that is being played, and returns the flag for the next one.
    fn replace(&self) -> Arc<AtomicBool> {
        let next = Arc::new(AtomicBool::new(false));
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(previous) = current.replace(Arc::clone(&next)) {
            previous.store(true, Ordering::Relaxed);
        }
        next
    }

    pub fn stop(&self) {
        self.replace();
    }
}

/// `POST /api/turn`: plays a turn of a replay again. If another turn is being played, stops that one.
pub async fn turn(
    State(client): State<Arc<AppState>>,
    request: Result<Json<TurnRequest>, JsonRejection>,
) -> Result<Json<DebuggedTurn>, Refusal> {
    let request = body(request)?;
    run_blocking(move || client.play_turn(&request).map(Json)).await
}

impl AppState {
    fn play_turn(&self, request: &TurnRequest) -> Result<DebuggedTurn, Refusal> {
        let stop = self.turn_in_progress.replace();
        let replay = self.replay(&request.replay)?;
        let header = self.replay_cache.with(&replay, wag_replay::page_header)?;
        let player = header.players.iter().find(|player| player.seat == request.seat);
        let player =
            player.ok_or_else(|| Refusal::bad(t!("the replay has no seat %{seat}", seat = request.seat)))?;
        let word = match &request.file {
            Some(word) => Some(self.checked(word)?),
            None => self.file_of(&request.replay, player),
        };
        let file = word.as_ref().map(|word| self.folder.join(word));
        if let Some(file) = &file {
            self.runs.watch_also(file);
        }
        let played = self.host.debug_turn(&replay, request.seat, request.round, file.as_deref(), stop)?;
        let played = played
            .ok_or_else(|| Refusal::conflict(t!("another turn was requested before this one ended")))?;
        Ok(DebuggedTurn { file: word, ..played })
    }

    /// Returns a path in the working folder if it is a Python file.
    fn checked(&self, word: &str) -> Result<String, Refusal> {
        folder::check_inside(&self.folder, word).map_err(Refusal::bad)?;
        let is_python = Path::new(word).extension().is_some_and(|ending| ending == "py");
        if !is_python || !self.folder.join(word).is_file() {
            return Err(Refusal::absent(t!(
                "there is no Python file %{word} in the working folder",
                word = word
            )));
        }
        Ok(word.to_string())
    }

    /// Returns the file of a player in the working folder: the one that played in this server's match, otherwise the
    /// one with the recorded content, otherwise the first one with the recorded name.
    fn file_of(&self, replay: &str, player: &JsonPlayer) -> Option<String> {
        let name = player.file.as_ref().filter(|_| !player.built_in)?;
        let is_named = |word: &String| Path::new(word).file_name() == Some(name.as_ref());
        let own = self.runs.file_of(replay, player.seat).filter(is_named);
        if let Some(file) = own.filter(|file| self.checked(file).is_ok()) {
            return Some(file);
        }
        let mut found: Vec<String> =
            folder::list(&self.folder, &[]).ais.into_iter().filter(is_named).collect();
        found.retain(|word| folder::check_inside(&self.folder, word).is_ok());
        let path = |word: &String| -> PathBuf { self.folder.join(word) };
        let is_recorded = |word: &&String| {
            let bytes = wag_runner::read_file(&path(word));
            bytes.is_ok_and(|bytes| Some(sha256(&bytes)) == player.sha256)
        };
        found.iter().find(is_recorded).or(found.first()).cloned()
    }
}
