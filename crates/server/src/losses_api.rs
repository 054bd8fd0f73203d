//! The requests of the pages for a player's losses.

use crate::caller::Here;
use crate::error::Refusal;
use crate::losses::{LossesNow, LossesRequest};
use crate::request::{Answer, Path, body, run_blocking};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use wag_i18n::message;

/// `GET /api/replays/ID/losses/SEAT`: responds with the losses of a player that are known, without playing anything.
pub async fn known(
    Here(state): Here,
    Path((replay, seat)): Path<(String, String)>,
) -> Answer<Option<LossesNow>> {
    let seat = seat.parse().map_err(|_| Refusal::bad(message!("the seat must be a number")))?;
    run_blocking(move || {
        let request = LossesRequest { replay, seat };
        let file = state.replay(&request.replay)?;
        state.losses.known(&state.workspace, &file, &request).map(Json)
    })
    .await
}

/// `POST /api/losses`: starts to find the losses of a player. If another search is running, stops that one.
pub async fn begin(
    Here(state): Here,
    request: Result<Json<LossesRequest>, JsonRejection>,
) -> Answer<LossesNow> {
    let request = body(request)?;
    run_blocking(move || {
        let file = state.replay(&request.replay)?;
        state.losses.begin(&state.workspace, file, request).map(Json)
    })
    .await
}

/// `POST /api/losses/stop`: stops the search. The last event contains what was found.
pub async fn stop(Here(state): Here) -> StatusCode {
    state.losses.cancel();
    StatusCode::NO_CONTENT
}
