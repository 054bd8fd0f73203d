//! The pages' requests for tournaments. docs/client-api.md documents the JSON.

use super::AppState;
use super::api::{GameQuery, body, run_blocking};
use super::error::Refusal;
use super::host::{
    ListedTournament, MatchFilter, TournamentFinal, TournamentForm, TournamentMatches, TournamentTable,
};
use super::tournaments::TournamentNow;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use wag_i18n::t;

/// The maximum time to wait for a stopped tournament to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

type Answer<T> = Result<Json<T>, Refusal>;

/// The tournaments in the working folder, and the state of the tournament that this server is playing or has played
/// last.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentList {
    files: Vec<ListedTournament>,
    now: Option<Arc<TournamentNow>>,
}

/// `GET /api/tournaments`: responds with the list of tournaments.
pub async fn list(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<TournamentList> {
    run_blocking(move || {
        let files = client.host.tournaments(&game)?;
        Ok(Json(TournamentList { files, now: client.tournaments.now() }))
    })
    .await
}

/// `POST /api/tournaments`: starts or resumes a tournament.
pub async fn begin(
    State(client): State<Arc<AppState>>,
    form: Result<Json<TournamentForm>, JsonRejection>,
) -> Answer<Arc<TournamentNow>> {
    let form = body(form)?;
    run_blocking(move || client.tournaments.begin(&form).map(Json)).await
}

/// `POST /api/tournaments/stop`: stops the tournament, and responds when it has ended.
pub async fn stop(State(client): State<Arc<AppState>>) -> Answer<Arc<TournamentNow>> {
    let mut updates = client.tournaments.listen();
    client.tournaments.cancel();
    let ended = updates.wait_for(|now| now.as_ref().is_none_or(|now| !now.is_running()));
    let ended = tokio::time::timeout(STOP_TIMEOUT, ended).await.is_ok();
    match client.tournaments.now() {
        Some(now) if ended => Ok(Json(now)),
        Some(_) => Err(Refusal::defect(t!(
            "the tournament does not stop; press Ctrl+C in the terminal to end the program"
        ))),
        None => Err(Refusal::conflict(t!("no tournament is running"))),
    }
}

/// `GET /api/tournaments/FILE`: responds with the table of a tournament.
pub async fn table(State(client): State<Arc<AppState>>, Path(file): Path<String>) -> Answer<TournamentTable> {
    run_blocking(move || Ok(Json(client.host.tournament(&file)?))).await
}

/// `GET /api/tournaments/FILE/matches`: responds with the played matches of a tournament.
pub async fn matches(
    State(client): State<Arc<AppState>>,
    Path(file): Path<String>,
    Query(of): Query<MatchFilter>,
) -> Answer<TournamentMatches> {
    run_blocking(move || Ok(Json(client.host.tournament_matches(&file, &of)?))).await
}

/// `GET /api/tournaments/FILE/final`: responds with the matches that are best suited for a presentation.
pub async fn final_matches(
    State(client): State<Arc<AppState>>,
    Path(file): Path<String>,
) -> Answer<TournamentFinal> {
    run_blocking(move || Ok(Json(client.host.tournament_final(&file)?))).await
}
