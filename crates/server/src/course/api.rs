//! The pages' requests about the course. docs/client-api.md documents the JSON.

use super::lessons::{self, BegunLesson, CheckResult, CourseList, ListedLesson};
use crate::error::Refusal;
use crate::request::{Answer, GameQuery, body, run_blocking};
use crate::state::AppState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, TryLockError};
use wag_i18n::message;

/// A lesson that a page names.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonRequest {
    #[serde(default)]
    game: String,
    lesson: String,
    /// True to begin the lesson again.
    #[serde(default)]
    again: bool,
}

/// `GET /api/course`: responds with the lessons of a game.
pub async fn list(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<CourseList> {
    run_blocking(move || Ok(Json(lessons::course(&client.workspace, &game)?))).await
}

/// `POST /api/course/begin`: writes the file of a lesson, unless it exists.
pub async fn begin(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BegunLesson> {
    let LessonRequest { game, lesson, again } = body(request)?;
    run_blocking(move || Ok(Json(lessons::begin(&client.workspace, &game, &lesson, again)?))).await
}

/// `POST /api/course/check`: checks a lesson, and responds when its matches are over. They end early if the page gives
/// the request up.
pub async fn check(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<CheckResult> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    let state = Arc::clone(&client);
    let work = move |stop: &Arc<AtomicBool>| {
        let _running = match client.check_in_progress.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Refusal::conflict(message!(
                    "another check is running; try again when it has ended"
                )));
            }
            other => other,
        };
        let done = lessons::check_lesson(&client.workspace, &game, &lesson, stop)?;
        let replay = done.replay.map(|file| {
            let id = client.replays.reserve();
            client.replays.recorded(&id, &file);
            client.replays.ended(&id, &done.logs);
            id
        });
        Ok(Json(CheckResult { replay, ..done.result }))
    };
    state.requests.run(work).await
}

/// `POST /api/course/hint`: responds with the lesson and one more hint.
pub async fn hint(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<ListedLesson> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(lessons::next_hint(&client.workspace, &game, &lesson)?))).await
}

/// `POST /api/course/solution`: responds with the solution by language.
pub async fn solution(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BTreeMap<String, String>> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(lessons::solution(&client.workspace, &game, &lesson)?))).await
}
