//! The pages' requests for tournaments. docs/contributors/client-api.md documents the JSON.

use super::files::{self, ListedTournament};
use super::requests::TournamentForm;
use super::running::TournamentNow;
use super::tables::{self, MatchFilter, TournamentFinal, TournamentMatches, TournamentTable};
use crate::caller::Here;
use crate::error::Refusal;
use crate::matches::offers;
use crate::request::{Answer, GameQuery, Path, Query, body, run_blocking};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use wag_i18n::message;
use wag_tournament::TournamentResults;

/// The maximum time to wait for a stopped tournament to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The tournaments in the working folder, and the state of the tournament that this server is playing or has played
/// last.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    files: Vec<ListedTournament>,
    now: Option<Arc<TournamentNow>>,
}

/// `GET /api/tournaments`: responds with the list of tournaments.
pub async fn list(Here(state): Here, Query(GameQuery { game }): Query<GameQuery>) -> Answer<TournamentList> {
    run_blocking(move || {
        let files = files::list(&state.workspace.folder, offers::game(&state.workspace, &game)?);
        Ok(Json(TournamentList { files, now: state.tournaments.now() }))
    })
    .await
}

/// `POST /api/tournaments`: starts or resumes a tournament.
pub async fn begin(
    Here(state): Here,
    form: Result<Json<TournamentForm>, JsonRejection>,
) -> Answer<Arc<TournamentNow>> {
    let form = body(form)?;
    run_blocking(move || state.tournaments.begin(&state.workspace, &state.checked_classes, &form).map(Json))
        .await
}

/// `POST /api/tournaments/stop`: stops the tournament, and responds when it has ended.
pub async fn stop(Here(state): Here) -> Answer<Arc<TournamentNow>> {
    let mut updates = state.tournaments.listen();
    state.tournaments.cancel();
    let ended = updates.wait_for(|now| now.as_ref().is_none_or(|now| !now.is_running()));
    let ended = tokio::time::timeout(STOP_TIMEOUT, ended).await.is_ok();
    match state.tournaments.now() {
        Some(now) if ended => Ok(Json(now)),
        Some(_) => Err(Refusal::defect(message!(
            "the tournament does not stop; press Ctrl+C in the terminal to end the program"
        ))),
        None => Err(Refusal::conflict(message!("no tournament is running"))),
    }
}

/// `GET /api/tournaments/FILE`: responds with the table of a tournament.
pub async fn table(Here(state): Here, Path(file): Path<String>) -> Answer<TournamentTable> {
    run_blocking(move || {
        let data = files::open(&state.workspace.folder, &file)?;
        Ok(Json(tables::table(&TournamentResults::of(&data))))
    })
    .await
}

/// `GET /api/tournaments/FILE/matches`: responds with the played matches of a tournament.
pub async fn matches(
    Here(state): Here,
    Path(file): Path<String>,
    Query(of): Query<MatchFilter>,
) -> Answer<TournamentMatches> {
    run_blocking(move || {
        let folder = &state.workspace.folder;
        Ok(Json(tables::matches(folder, &files::open(folder, &file)?, &of)))
    })
    .await
}

/// `GET /api/tournaments/FILE/final`: responds with the matches that are best suited for a presentation.
pub async fn final_matches(Here(state): Here, Path(file): Path<String>) -> Answer<TournamentFinal> {
    run_blocking(move || {
        let folder = &state.workspace.folder;
        Ok(Json(tables::final_matches(folder, &files::open(folder, &file)?)))
    })
    .await
}
