//! The pages' requests for choices, for matches, and for stopping the server. docs/client-api.md documents the JSON.

use super::AppState;
use super::error::Refusal;
use super::folder;
use super::helpers::{self, NewFiles};
use super::host::{MatchRequest, Offer};
use super::runs::{Run, RunState};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use wag_i18n::t;

/// The maximum time to wait for a canceled match to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

type Answer<T> = Result<Json<T>, Refusal>;

/// Runs work that may block, such as reading files, on a separate thread, so that the work does not delay other
/// requests.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Refusal::defect(t!("an internal error in Wag; see the terminal for details")))
    })
}

/// Returns the parsed body of a request, or an error response if it cannot be parsed.
pub fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    match body {
        Ok(Json(body)) => Ok(body),
        Err(err) => Err(Refusal::new(err.status(), err.body_text())),
    }
}

/// The response to `GET /api/start`: the data that a page needs when it opens.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Start {
    version: &'static str,
    folder: String,
    files: Vec<String>,
    /// The default name of the player in each of the files in `files`, in the same order.
    names: Vec<String>,
    /// The name of the file that [`first`] can write into a folder without players; `None` if the folder already
    /// contains players.
    first: Option<&'static str>,
    #[serde(flatten)]
    offer: Offer,
    settings: MatchRequest,
    run: Option<Run>,
}

/// A query that names a game; if it names none, the default game applies.
#[derive(Deserialize)]
pub struct GameQuery {
    #[serde(default)]
    pub game: String,
}

/// `GET /api/start`: responds with the data that a page needs when it opens.
pub async fn start(
    State(client): State<Arc<AppState>>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<Start> {
    run_blocking(move || {
        let game = client.host.name(&game)?;
        let listing = folder::list(&client.folder, &client.host.endings(game)?);
        let new = client.host.new_files(game)?;
        let known = NewFiles { player: new.first().copied(), helpers: new.get(1..).unwrap_or_default() };
        let files = helpers::players(&client.folder, listing.ais, known);
        let names = files.iter().map(|file| client.host.player_name(game, file));
        let name = client.folder.file_name().unwrap_or(client.folder.as_os_str());
        let settings = match client.settings.load(game) {
            Some(settings) => settings,
            None => client.host.standard(game, &files)?,
        };
        Ok(Json(Start {
            version: env!("CARGO_PKG_VERSION"),
            folder: name.to_string_lossy().into_owned(),
            offer: client.host.offer(game, &listing.others)?,
            names: names.collect::<Result<_, _>>()?,
            first: new.first().copied().filter(|_| files.is_empty()),
            files,
            settings,
            run: client.runs.now(),
        }))
    })
    .await
}

/// `POST /api/first`: writes a first player into the working folder.
pub async fn first(
    State(client): State<Arc<AppState>>,
    request: Result<Json<GameQuery>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let GameQuery { game } = body(request)?;
    run_blocking(move || Ok(client.host.write_new(&game)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/preview/OPTION/NAME`: responds with the preview of a file that can be chosen for an option.
pub async fn preview(
    State(client): State<Arc<AppState>>,
    Path((option, name)): Path<(String, String)>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<Value> {
    run_blocking(move || Ok(Json(client.host.scene(&game, &option, &name)?))).await
}

/// `POST /api/run`: starts a match.
pub async fn run(
    State(client): State<Arc<AppState>>,
    request: Result<Json<MatchRequest>, JsonRejection>,
) -> Answer<Run> {
    let mut request = body(request)?;
    run_blocking(move || {
        let game = client.host.name(&request.game)?.to_string();
        if let Some(fork) = &mut request.fork {
            fork.path = client.replay(&fork.replay)?;
            return Ok(Json(client.runs.begin(request)?));
        }
        let run = client.runs.begin(request.clone())?;
        client.settings.save(&MatchRequest { game, ..request });
        Ok(Json(run))
    })
    .await
}

/// A person's answer to a question during a match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenAnswer {
    /// The ID of the run that has asked the question.
    run: String,
    question: u32,
    answer: String,
}

/// `POST /api/run/answer`: passes a person's answer to the match that has asked.
pub async fn answer(
    State(client): State<Arc<AppState>>,
    answer: Result<Json<ChosenAnswer>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let ChosenAnswer { run, question, answer } = body(answer)?;
    client.runs.answer(&run, question, answer)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/run/again`: plays the last match again.
pub async fn again(State(client): State<Arc<AppState>>) -> Answer<Run> {
    run_blocking(move || client.runs.begin_again().map(Json)).await
}

/// `POST /api/run/cancel`: cancels the match, and responds when it has ended.
pub async fn cancel(State(client): State<Arc<AppState>>) -> Answer<Run> {
    let mut updates = client.runs.listen();
    client.runs.cancel();
    let ended = updates.wait_for(|run| run.as_ref().is_none_or(|run| run.state != RunState::Running));
    let ended = tokio::time::timeout(STOP_TIMEOUT, ended).await.is_ok();
    match client.runs.now() {
        Some(run) if ended => Ok(Json(run)),
        Some(_) => Err(Refusal::defect(t!(
            "the match does not stop; press Ctrl+C in the terminal to end the program"
        ))),
        None => Err(Refusal::conflict(t!("no match is running"))),
    }
}

/// `POST /api/stop`: stops the server.
pub async fn stop(State(client): State<Arc<AppState>>) -> StatusCode {
    client.halt();
    StatusCode::NO_CONTENT
}

/// Responds to a request for an unknown address.
pub async fn not_found() -> Refusal {
    Refusal::absent(t!("page not found"))
}

pub async fn method_not_allowed() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, t!("method not allowed"))
}
