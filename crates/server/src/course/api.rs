//! The pages' requests about the course. docs/contributors/client-api.md documents the JSON.

use super::lessons::{self, BegunLesson, CheckResult, CourseList, ListedLesson};
use crate::caller::Here;
use crate::host::languages::language_of;
use crate::request::{Answer, GameQuery, Query, body, run_blocking};
use crate::workspace_state::WorkspaceState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::HeaderMap;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

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
pub async fn list(Here(state): Here, Query(GameQuery { game }): Query<GameQuery>) -> Answer<CourseList> {
    run_blocking(move || Ok(Json(lessons::course(&state.workspace, &game)?))).await
}

/// `POST /api/course/begin`: writes the file of a lesson in the language of the page, unless the file exists.
pub async fn begin(
    Here(state): Here,
    headers: HeaderMap,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BegunLesson> {
    let LessonRequest { game, lesson, again } = body(request)?;
    let language = language_of(None, &headers);
    run_blocking(move || Ok(Json(lessons::begin(&state.workspace, &game, &lesson, again, language)?))).await
}

/// `POST /api/course/check`: checks a lesson, and responds when its matches are over. They end early if the page gives
/// the request up.
pub async fn check(
    Here(state): Here,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<CheckResult> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    let work = move |state: &WorkspaceState, stop: &Arc<AtomicBool>| {
        let done = lessons::check_lesson(&state.workspace, &game, &lesson, stop)?;
        let replay = done.replay.map(|file| {
            let id = state.replays.reserve();
            state.replays.recorded(&id, &file);
            state.replays.ended(&id, &done.logs);
            id
        });
        Ok(Json(CheckResult { replay, ..done.result }))
    };
    state.run_check(work).await
}

/// `POST /api/course/hint`: responds with the lesson and one more hint.
pub async fn hint(
    Here(state): Here,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<ListedLesson> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(lessons::next_hint(&state.workspace, &game, &lesson)?))).await
}

/// `POST /api/course/solution`: responds with the solution by language.
pub async fn solution(
    Here(state): Here,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BTreeMap<String, String>> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(lessons::solution(&state.workspace, &game, &lesson)?))).await
}
