//! The page's request to play a recorded turn again. docs/contributors/client-api.md documents the JSON.

use super::caller::Here;
use super::error::Refusal;
use super::folder;
use super::request::body;
use super::workspace_state::WorkspaceState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::Seat;
use wag_i18n::message;
use wag_inspect::debug_turn::{DebugTurnRequest, debug_turn};
use wag_inspect::replayed_turn::ReplayedTurn;
use wag_replay::JsonPlayer;

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
    /// The file that plays the turn, as a path in the working folder. `None` for the file that played the match, if it is
    /// unchanged or this server has played the match, or else for the one that the replay contains.
    #[serde(default)]
    file: Option<String>,
}

/// `POST /api/turn`: plays a turn of a replay again. If another turn is being played, stops that one. Stops if the page
/// gives the request up.
pub async fn turn(
    Here(state): Here,
    request: Result<Json<TurnRequest>, JsonRejection>,
) -> Result<Json<ReplayedTurn>, Refusal> {
    let request = body(request)?;
    state.run_stoppable(move |state, stop| state.play_turn(&request, stop).map(Json)).await
}

impl WorkspaceState {
    fn play_turn(&self, request: &TurnRequest, stop: &Arc<AtomicBool>) -> Result<ReplayedTurn, Refusal> {
        self.turn_in_progress.replace(stop);
        let replay = self.replay(&request.replay)?;
        let header = self.replay_cache.with(&replay, wag_replay::page_header)?;
        let player = header.players.iter().find(|player| player.seat == request.seat);
        let player = player
            .ok_or_else(|| Refusal::bad(message!("the replay has no seat %{seat}", seat = request.seat)))?;
        let word = match &request.file {
            Some(word) => Some(self.checked(word)?),
            None => self.file_of(&request.replay, player),
        };
        let file = word.as_ref().map(|word| self.workspace.folder.join(word));
        let request = DebugTurnRequest {
            replay: &replay,
            seat: Seat(request.seat.saturating_sub(1)),
            round: request.round,
            file: file.as_deref(),
            limits: &self.workspace.limits,
            stop: Arc::clone(stop),
        };
        let mut played = debug_turn(&request)?
            .ok_or_else(|| Refusal::conflict(message!("another turn was requested before this one ended")))?;
        let path = played.file.as_ref().map(PathBuf::from);
        // The pages know only the files of the working folder.
        let path = path.filter(|path| path.starts_with(&self.workspace.folder));
        if let Some(path) = &path {
            self.runs.watch_also(path);
        }
        played.file = word.or_else(|| path.map(|path| folder::as_word(&self.workspace.folder, &path)));
        Ok(played)
    }

    /// Returns a path in the working folder if it is a Python file.
    fn checked(&self, word: &str) -> Result<String, Refusal> {
        folder::check_inside(&self.workspace.folder, word)?;
        let is_python = Path::new(word).extension().is_some_and(|ending| ending == "py");
        if !is_python || !self.workspace.folder.join(word).is_file() {
            return Err(Refusal::absent(message!(
                "there is no Python file %{word} in the working folder",
                word = word
            )));
        }
        Ok(word.to_string())
    }

    /// Returns the file that played a seat in this server's match, as the user named it.
    fn file_of(&self, replay: &str, player: &JsonPlayer) -> Option<String> {
        let name = player.file.as_ref().filter(|_| !player.built_in)?;
        let is_named = |word: &String| Path::new(word).file_name() == Some(name.as_ref());
        let file = self.runs.file_of(replay, player.seat).filter(is_named);
        file.filter(|file| self.checked(file).is_ok())
    }
}
