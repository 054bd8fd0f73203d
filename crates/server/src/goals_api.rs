//! The page's request to save a goal. docs/contributors/client-api.md documents the JSON.

use crate::caller::Here;
use crate::matches::requests::{ForkForm, fork_of};
use crate::request::{Answer, body, run_blocking};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use wag_series::goal_tests::GoalTest;

/// The folder for goals, which is in the working folder.
const FOLDER: &str = "tests";
/// The number of futures in which a goal must be reached.
const FUTURES: u32 = 12;

/// A goal that a file must reach from a round of a replay on.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct GoalForm {
    fork: ForkForm,
    /// The least mean of the game's first figure.
    at_least: f64,
}

/// A goal that was saved.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedGoal {
    /// The folder, as `wag test` takes it.
    folder: &'static str,
    /// The name of the file in it.
    file: String,
}

/// `POST /api/goals`: saves a goal, with a copy of the replay, as a test in the working folder.
pub async fn save(Here(state): Here, request: Result<Json<GoalForm>, JsonRejection>) -> Answer<SavedGoal> {
    let GoalForm { mut fork, at_least } = body(request)?;
    run_blocking(move || {
        fork.path = state.replay(&fork.replay)?;
        state.editor_files.check_room(std::fs::metadata(&fork.path).map_or(0, |about| about.len()))?;
        let prepared = fork_of(&state.workspace, &fork)?;
        let goal = GoalTest::new(&prepared, at_least, FUTURES, prepared.header.seed)?;
        let path = goal.save(&state.workspace.folder.join(FOLDER), &fork.path)?;
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Json(SavedGoal { folder: FOLDER, file }))
    })
    .await
}
