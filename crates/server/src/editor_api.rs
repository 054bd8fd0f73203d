//! The requests of the editor: for files of the working folder, and for the stubs of a game. docs/client-api.md
//! documents the JSON.

use super::AppState;
use super::api::{GameQuery, body, run_blocking};
use super::editor_files::{EditableFile, FileContent};
use super::error::Refusal;
use super::host::{FileProblem, Stub};
use super::pages;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

type Answer<T> = Result<Json<T>, Refusal>;

/// The response to `GET /api/files`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FileList {
    /// Whether the program contains the editor; without Node, it is built without it.
    has_editor: bool,
    files: Vec<EditableFile>,
}

/// `GET /api/files`: lists the files that the editor can open. From now on, the pages receive changes of files.
pub async fn list(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<FileList> {
    run_blocking(move || {
        client.runs.watch_folder(&client.folder);
        let files = client.editor_files.list(&client.host.endings(&game)?)?;
        Ok(Json(FileList { has_editor: pages::has_editor(), files }))
    })
    .await
}

/// `GET /api/files/NAME`: responds with the content of a file.
pub async fn read(
    State(client): State<Arc<AppState>>,
    Path(name): Path<String>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<FileContent> {
    run_blocking(move || Ok(Json(client.editor_files.read(&name, &client.host.endings(&game)?)?))).await
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
    State(client): State<Arc<AppState>>,
    Path(name): Path<String>,
    Query(GameQuery { game }): Query<GameQuery>,
    request: Result<Json<NewContent>, JsonRejection>,
) -> Answer<FileVersion> {
    let NewContent { text, version } = body(request)?;
    run_blocking(move || {
        let endings = client.host.endings(&game)?;
        let version = client.editor_files.write(&name, &text, version.as_deref(), &endings)?;
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
    State(client): State<Arc<AppState>>,
    Path(name): Path<String>,
    Query(GameQuery { game }): Query<GameQuery>,
    request: Result<Json<NewName>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let NewName { to } = body(request)?;
    run_blocking(move || client.editor_files.rename(&name, &to, &client.host.endings(&game)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The response to `POST /api/files/NAME/check`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedFile {
    problem: Option<FileProblem>,
}

/// `POST /api/files/NAME/check`: compiles a Python file without running it.
pub async fn check(
    State(client): State<Arc<AppState>>,
    Path(name): Path<String>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<CheckedFile> {
    let state = Arc::clone(&client);
    let work = move |stop: &Arc<AtomicBool>| {
        // Refuses what is not a file of the folder.
        client.editor_files.read(&name, &[])?;
        Ok(Json(CheckedFile { problem: client.host.check_file(&game, &name, stop)? }))
    };
    state.requests.run(work).await
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
pub async fn stubs(
    State(client): State<Arc<AppState>>,
    Query(StubQuery { game, language }): Query<StubQuery>,
) -> Answer<Vec<Stub>> {
    run_blocking(move || Ok(Json(client.host.stubs(&game, &language)?))).await
}
