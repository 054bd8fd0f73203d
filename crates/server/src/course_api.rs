//! The pages' requests about the course. docs/client-api.md documents the JSON.

use super::AppState;
use super::api::{GameQuery, body, run_blocking};
use super::error::Refusal;
use super::host::{BegunLesson, CourseList, LessonError, ListedLesson};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};
use wag_course::{GoalReport, LessonProgress};
use wag_i18n::t;

type Answer<T> = Result<Json<T>, Refusal>;

/// The checks of lessons: only one runs at a time.
#[derive(Default)]
pub struct Checks {
    running: Mutex<()>,
}

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

/// The response to `POST /api/course/check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckResult {
    passed: bool,
    #[cfg_attr(test, ts(type = "GoalReport[]"))]
    goals: Vec<GoalReport>,
    matches: usize,
    cannot_start: Option<String>,
    error: Option<LessonError>,
    #[cfg_attr(test, ts(type = "LessonProgress"))]
    progress: LessonProgress,
    /// The ID of the replay of the last match.
    replay: Option<String>,
}

/// `GET /api/course`: responds with the lessons of a game.
pub async fn list(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<CourseList> {
    run_blocking(move || Ok(Json(client.host.course(&game)?))).await
}

/// `POST /api/course/begin`: writes the file of a lesson, unless it exists.
pub async fn begin(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BegunLesson> {
    let LessonRequest { game, lesson, again } = body(request)?;
    run_blocking(move || Ok(Json(client.host.begin_lesson(&game, &lesson, again)?))).await
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
        let _running = match client.checks.running.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Refusal::conflict(t!("another check is running; try again when it has ended")));
            }
            other => other,
        };
        let done = client.host.check_lesson(&game, &lesson, stop)?;
        let replay = done.replay.map(|file| {
            let id = client.replays.reserve();
            client.replays.recorded(&id, &file);
            client.replays.ended(&id, &done.logs);
            id
        });
        Ok(Json(CheckResult {
            passed: done.passed,
            goals: done.goals,
            matches: done.matches,
            cannot_start: done.cannot_start,
            error: done.error,
            progress: done.progress,
            replay,
        }))
    };
    state.requests.run(work).await
}

/// `POST /api/course/hint`: responds with the lesson and one more hint.
pub async fn hint(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<ListedLesson> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(client.host.next_hint(&game, &lesson)?))).await
}

/// `POST /api/course/solution`: responds with the solution by language.
pub async fn solution(
    State(client): State<Arc<AppState>>,
    request: Result<Json<LessonRequest>, JsonRejection>,
) -> Answer<BTreeMap<String, String>> {
    let LessonRequest { game, lesson, .. } = body(request)?;
    run_blocking(move || Ok(Json(client.host.solution(&game, &lesson)?))).await
}
