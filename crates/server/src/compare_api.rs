//! The pages' requests to compare replays. docs/contributors/client-api.md documents the JSON.

use crate::cached_replay::read;
use crate::caller::Here;
use crate::error::Refusal;
use crate::request::{Answer, Path, run_blocking};
use axum::Json;
use serde::Serialize;
use std::path::PathBuf;
use wag_core::files;
use wag_i18n::message;
use wag_inspect::diff::{ReplayDiff, diff};
use wag_play::PlayError;
use wag_replay::sha256;

/// The maximum size of a replay that is compared with a hash, in bytes.
const REPLAY_MAX: u64 = 256 << 20;

/// `GET /api/replays/A/diff/B`: responds with the comparison of two replays.
pub async fn compare(Here(state): Here, Path((a, b)): Path<(String, String)>) -> Answer<ReplayDiff> {
    run_blocking(move || {
        let (a, b) = (state.replay(&a)?, state.replay(&b)?);
        match diff([&a, &b]) {
            Ok(compared) => Ok(Json(compared)),
            Err(PlayError::UserError(why)) => {
                Err(Refusal::conflict(message!("cannot compare the replays: %{why}", why)))
            }
            Err(err) => Err(Refusal::defect(err.message())),
        }
    })
    .await
}

/// The ID of the replay that a match continues.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Parent {
    id: String,
}

/// `GET /api/replays/ID/parent`: responds with the ID of the replay that a match continues.
pub async fn parent(Here(state): Here, Path(id): Path<String>) -> Answer<Parent> {
    run_blocking(move || {
        let fork = read(&state.replay(&id)?)?.header().ok().and_then(|header| header.fork);
        let Some(fork) = fork else {
            return Err(Refusal::absent(message!("this match continues no other one")));
        };
        let mut known: Vec<(String, PathBuf)> = state.replays.all();
        known.extend(state.saves.files());
        // The file has usually kept its name, so that few files need to be read.
        known.sort_by_key(|(_, file)| file.file_name().is_none_or(|name| *name != *fork.parent));
        let is_parent = |(_, file): &(String, PathBuf)| {
            files::read(file, REPLAY_MAX).is_ok_and(|bytes| sha256(&bytes) == fork.sha256)
        };
        match known.into_iter().find(is_parent) {
            Some((id, _)) => Ok(Json(Parent { id })),
            None => Err(Refusal::absent(message!("the original match is not in this folder any more"))),
        }
    })
    .await
}
