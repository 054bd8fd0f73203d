//! The requests of the editor: for files of the working folder, and for the stubs of a game. docs/contributors/client-api.md
//! documents the JSON.

use crate::caller::Here;
use crate::editor_files::{EditableFile, FileContent};
use crate::error::Refusal;
use crate::matches::offers::{editable_endings, game};
use crate::pages;
use crate::request::{Answer, GameQuery, Path, Query, body, run_blocking};
use crate::workspace::Workspace;
use crate::workspace_state::WorkspaceState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::problem::{JsonProblem, Problem, ProblemKind};
use wag_games::first;
use wag_play::{PlayError, RawOptions, new_files_in};
use wag_series::check::{CheckRequest, check_start};

/// The response to `GET /api/files`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileList {
    /// True if the program contains the editor; without Node, it is built without it.
    has_editor: bool,
    files: Vec<EditableFile>,
}

/// `GET /api/files`: lists the files that the editor can open. From now on, the pages receive changes of files.
pub async fn list(Here(state): Here, Query(query): Query<GameQuery>) -> Answer<FileList> {
    run_blocking(move || {
        state.runs.watch_folder(&state.workspace.folder);
        let files = state.editor_files.list(&editable_endings(&state.workspace, &query.game))?;
        Ok(Json(FileList { has_editor: pages::has_editor(), files }))
    })
    .await
}

/// `GET /api/files/NAME`: responds with the content of a file.
pub async fn read(
    Here(state): Here,
    Path(name): Path<String>,
    Query(query): Query<GameQuery>,
) -> Answer<FileContent> {
    run_blocking(move || {
        Ok(Json(state.editor_files.read(&name, &editable_endings(&state.workspace, &query.game))?))
    })
    .await
}

/// A file to write.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewContent {
    text: String,
    /// The version that the page has read; `None` creates the file.
    version: Option<String>,
}

/// The response to a written file.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileVersion {
    version: String,
}

/// `PUT /api/files/NAME`: writes a file, unless it has changed since the page has read it.
pub async fn write(
    Here(state): Here,
    Path(name): Path<String>,
    Query(query): Query<GameQuery>,
    request: Result<Json<NewContent>, JsonRejection>,
) -> Answer<FileVersion> {
    let NewContent { text, version } = body(request)?;
    run_blocking(move || {
        let endings = editable_endings(&state.workspace, &query.game);
        let version = state.editor_files.write(&name, &text, version.as_deref(), &endings)?;
        Ok(Json(FileVersion { version }))
    })
    .await
}

/// The new name of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewName {
    to: String,
}

/// `POST /api/files/NAME/rename`: renames a file.
pub async fn rename(
    Here(state): Here,
    Path(name): Path<String>,
    Query(query): Query<GameQuery>,
    request: Result<Json<NewName>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let NewName { to } = body(request)?;
    run_blocking(move || {
        state.editor_files.rename(&name, &to, &editable_endings(&state.workspace, &query.game))
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The response to `POST /api/files/NAME/check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedFile {
    /// The reason why the file cannot be run.
    #[cfg_attr(test, ts(type = "Problem | null"))]
    problem: Option<JsonProblem>,
    /// The methods that the code names without calling them.
    #[cfg_attr(test, ts(type = "Problem[]"))]
    uncalled: Vec<JsonProblem>,
}

/// `POST /api/files/NAME/check`: compiles a Python file without running it.
pub async fn check(
    Here(state): Here,
    Path(name): Path<String>,
    Query(query): Query<GameQuery>,
) -> Answer<CheckedFile> {
    let work = move |state: &WorkspaceState, stop: &Arc<AtomicBool>| {
        // Refuses what is not a file of the folder.
        state.editor_files.read(&name, &[])?;
        Ok(Json(check_file(&state.workspace, &query.game, &name, stop)?))
    };
    state.run_stoppable(work).await
}

/// Compiles a Python file of the working folder and what it imports, in a sandbox, without running it. Returns the error
/// if there is one. Ends early when `stop` is set.
fn check_file(
    workspace: &Workspace,
    name: &str,
    file: &str,
    stop: &Arc<AtomicBool>,
) -> Result<CheckedFile, PlayError> {
    let request = CheckRequest {
        // The file can be the game's own, with a mistake.
        game: game(workspace, name).unwrap_or_else(|_| first()),
        options: RawOptions::default(),
        player: workspace.folder.join(file).display().to_string(),
        seed: 1,
        limits: workspace.limits.clone(),
    };
    let problems = check_start(&request, stop, |_| {})?;
    let (uncalled, problems): (Vec<Problem>, Vec<Problem>) =
        problems.into_iter().partition(|problem| problem.kind == ProblemKind::Uncalled);
    Ok(CheckedFile {
        problem: problems.first().map(Problem::for_json),
        uncalled: uncalled.iter().map(Problem::for_json).collect(),
    })
}

/// A Python stub, which declares names that AIs of a game can use.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stub {
    /// The name of the file, such as `classes.pyi`.
    pub name: &'static str,
    pub text: &'static str,
}

/// A query for the stubs of a game in a language.
#[derive(Deserialize)]
pub struct StubQuery {
    #[serde(default)]
    game: String,
    #[serde(default)]
    language: String,
}

/// `GET /api/stubs`: responds with the stubs of a game, which describe what its AIs can use.
pub async fn stubs(Here(state): Here, Query(query): Query<StubQuery>) -> Answer<Vec<Stub>> {
    let files = new_files_in(game(&state.workspace, &query.game)?.info, &query.language);
    let stubs = files.into_iter().filter(|(name, _)| name.ends_with(".pyi"));
    Ok(Json(stubs.map(|(name, text)| Stub { name, text }).collect()))
}
