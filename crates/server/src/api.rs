//! The pages' requests for choices, for matches, and for stopping the server. docs/contributors/client-api.md documents the JSON.

use crate::caller::Here;
use crate::error::Refusal;
use crate::folder;
use crate::helpers::{self, NewFiles};
use crate::matches::offers::{self, Offer, OfferedGame};
use crate::matches::requests::{MatchRequest, standard};
use crate::matches::run::{Run, RunState};
use crate::request::{Answer, GameQuery, Path, Query, body, run_blocking};
use crate::server_state::ServerState;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use wag_games::word_of;
use wag_i18n::message;
use wag_play::{name_of_player, write_into};

/// The maximum time to wait for a canceled match to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);

/// The response to `GET /api/start`: the data that a page needs when it opens.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Start {
    version: &'static str,
    folder: String,
    files: Vec<String>,
    /// The default name of the player in each of the files in `files`, in the same order.
    names: Vec<String>,
    /// The name of the file that [`first`] can write into a folder without players other than the files of lessons;
    /// `None` if the folder already contains players.
    first: Option<&'static str>,
    #[serde(flatten)]
    offer: Offer,
    settings: MatchRequest,
    run: Option<Run>,
}

/// `GET /api/start`: responds with the data that a page needs when it opens.
pub async fn start(Here(state): Here, Query(GameQuery { game }): Query<GameQuery>) -> Answer<Start> {
    run_blocking(move || {
        let game = offers::game(&state.workspace, &game)?;
        let (info, folder) = (game.info, &state.workspace.folder);
        let listing = folder::list(folder, &offers::endings(info));
        let new: Vec<&str> = info.new.iter().map(|(name, _)| *name).collect();
        let known = NewFiles { player: new.first().copied(), helpers: new.get(1..).unwrap_or_default() };
        let files = helpers::players(folder, listing.ais, known);
        let files = if info.file.is_some() { helpers::players_of_game_file(folder, files) } else { files };
        // The file of a lesson solves its task only, so it is no player that anybody would choose first.
        let own: Vec<String> =
            files.iter().filter(|file| !wag_course::is_lesson_file(file)).cloned().collect();
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        let offer = offers::offer(&state.workspace, game, &listing.others);
        let settings = state.settings.load(&offer.game);
        Ok(Json(Start {
            version: env!("CARGO_PKG_VERSION"),
            folder: name.to_string_lossy().into_owned(),
            names: files.iter().map(|file| name_of_player(info, file)).collect(),
            first: new.first().copied().filter(|_| own.is_empty()),
            settings: settings.unwrap_or_else(|| standard(info, &own)),
            offer,
            files,
            run: state.runs.now(),
        }))
    })
    .await
}

/// `GET /api/games`: lists the games in Python files, without opening any of them.
pub async fn games(Here(state): Here) -> Answer<Vec<OfferedGame>> {
    run_blocking(move || Ok(Json(offers::games(&state.workspace)))).await
}

/// `POST /api/first`: writes a first player into the working folder.
pub async fn first(
    Here(state): Here,
    request: Result<Json<GameQuery>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let GameQuery { game } = body(request)?;
    run_blocking(move || {
        Ok(write_into(offers::game(&state.workspace, &game)?.info, &state.workspace.folder)?)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/preview/OPTION/NAME`: responds with the preview of a file that can be chosen for an option.
pub async fn preview(
    Here(state): Here,
    Path((option, name)): Path<(String, String)>,
    Query(GameQuery { game }): Query<GameQuery>,
) -> Answer<Value> {
    run_blocking(move || {
        let game = offers::game(&state.workspace, &game)?;
        Ok(Json(offers::scene(game, &state.workspace.folder, &option, &name)?))
    })
    .await
}

/// `POST /api/run`: starts a match.
pub async fn run(Here(state): Here, request: Result<Json<MatchRequest>, JsonRejection>) -> Answer<Run> {
    let mut request = body(request)?;
    run_blocking(move || {
        // A match leaves a replay and logs.
        state.editor_files.check_room(0)?;
        if let Some(fork) = &mut request.fork {
            fork.path = state.replay(&fork.replay)?;
            return Ok(Json(state.runs.begin(&state.workspace, request)?));
        }
        let run = state.runs.begin(&state.workspace, request.clone())?;
        let game = word_of(offers::game(&state.workspace, &request.game)?.info);
        state.settings.save(&MatchRequest { game, ..request });
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
    Here(state): Here,
    answer: Result<Json<ChosenAnswer>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let ChosenAnswer { run, question, answer } = body(answer)?;
    state.runs.answer(&run, question, answer)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/run/again`: plays the last match again.
pub async fn again(Here(state): Here) -> Answer<Run> {
    run_blocking(move || state.runs.begin_again(&state.workspace).map(Json)).await
}

/// `POST /api/run/cancel`: cancels the match, and responds when it has ended.
pub async fn cancel(Here(state): Here) -> Answer<Run> {
    let mut updates = state.runs.listen();
    state.runs.cancel();
    let ended = updates.wait_for(|run| run.as_ref().is_none_or(|run| run.state != RunState::Running));
    let ended = tokio::time::timeout(STOP_TIMEOUT, ended).await.is_ok();
    match state.runs.now() {
        Some(run) if ended => Ok(Json(run)),
        Some(_) => Err(Refusal::defect(message!(
            "the match does not stop; press Ctrl+C in the terminal to end the program"
        ))),
        None => Err(Refusal::conflict(message!("no match is running"))),
    }
}

/// `POST /api/stop`: stops the server.
pub async fn stop(State(server): State<Arc<ServerState>>) -> StatusCode {
    server.halt();
    StatusCode::NO_CONTENT
}

/// Responds to a request for an unknown address.
pub async fn not_found() -> Refusal {
    Refusal::unknown_address()
}

pub async fn method_not_allowed() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message!("method not allowed"))
}
