//! The pages' requests to show, save and upload replays. docs/contributors/client-api.md documents the JSON.

use super::cached_replay::{name_of, open, read, read_as};
use super::caller::Here;
use super::error::Refusal;
use super::matches::run::RunState;
use super::request::{Answer, Path, Query, body, run_blocking};
use super::saves::Save;
use super::tournaments;
use super::workspace_state::WorkspaceState;
use crate::pages;
use axum::Json;
use axum::body::Body;
use axum::extract::Request;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{self, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use wag_core::files;
use wag_core::text::format_timestamp;
use wag_games::recorded_word;
use wag_i18n::{message, t};
use wag_play::logs::{LogRoom, write_recorded_logs};
use wag_replay::{
    JsonChunk, JsonHeader, JsonOverview, JsonPlayer, MatchExplanation, OfMatch, ReplayError, ReplayJson,
};

/// The maximum size of an uploaded replay, in bytes.
const REPLAY_MAX: usize = 256 << 20;

impl WorkspaceState {
    /// Returns the path of a replay, given the ID of a run, an upload, a match of a tournament, or a save.
    pub(crate) fn replay(&self, id: &str) -> Result<PathBuf, Refusal> {
        if let Some((number, file)) = tournament_match(id) {
            return Ok(tournaments::files::replay(&self.workspace.folder, file, number)?);
        }
        match self.replays.find(id) {
            Some(found) => found,
            None => self.saves.find(id).ok_or_else(|| Refusal::absent(message!("there is no such replay"))),
        }
    }

    async fn look<T: Send + 'static>(
        self: Arc<Self>,
        id: String,
        look: impl FnOnce(&dyn ReplayJson) -> Result<T, ReplayError> + Send + 'static,
    ) -> Result<T, Refusal> {
        run_blocking(move || {
            let file = self.replay(&id)?;
            self.replay_cache.with(&file, look)
        })
        .await
    }
}

/// Parses the ID of a tournament match, such as `12@tournament.db`. Returns the match's number and the tournament's
/// file.
fn tournament_match(id: &str) -> Option<(i64, &str)> {
    let (number, file) = id.split_once('@')?;
    Some((number.parse().ok()?, file))
}

/// `GET /api/replays/ID`: responds with the header of a replay.
pub async fn head(Here(state): Here, Path(id): Path<String>) -> Answer<JsonHeader> {
    let folder = state.workspace.folder.clone();
    let mut header = state.look(id, wag_replay::page_header).await?;
    if let Some(file) = &mut header.game_file {
        file.word = recorded_word(&file.word, &file.class, &folder);
    }
    Ok(Json(header))
}

/// `GET /api/replays/ID/overview`: responds with the summary of all rounds of a replay.
pub async fn overview(Here(state): Here, Path(id): Path<String>) -> Answer<JsonOverview> {
    state.look(id, |json_replay| json_replay.overview()).await.map(Json)
}

/// `GET /api/replays/ID/explanation`: responds with the explanation of a match.
pub async fn explanation(Here(state): Here, Path(id): Path<String>) -> Answer<MatchExplanation> {
    state.look(id, |json_replay| json_replay.explain()).await.map(Json)
}

/// `GET /api/replays/ID/chunks/K`: responds with a group of rounds of a replay.
pub async fn chunk(Here(state): Here, Path((id, number)): Path<(String, String)>) -> Answer<JsonChunk> {
    let number: u32 =
        number.parse().map_err(|_| Refusal::absent(message!("the part of a replay must be a number")))?;
    state.look(id, move |json_replay| json_replay.chunk(number)).await.map(Json)
}

/// The options of a download.
#[derive(Deserialize)]
pub struct Download {
    /// `yes` to include the players' files if the replay has them; otherwise `no`.
    #[serde(default)]
    sources: String,
}

impl Download {
    fn with_sources(&self) -> bool {
        self.sources == "yes"
    }
}

/// `GET /api/replays/ID/file`: responds with the replay file as a download.
pub async fn file(
    Here(state): Here,
    Path(id): Path<String>,
    Query(query): Query<Download>,
) -> Result<Response, Refusal> {
    let bytes = run_blocking(move || {
        let gone =
            |err: io::Error| Refusal::absent(message!("cannot read the replay: %{fault}", fault = err));
        let bytes = files::read(&state.replay(&id)?, REPLAY_MAX as u64).map_err(gone)?;
        match query.with_sources() {
            true => Ok(bytes),
            false => wag_replay::without_sources(bytes).map_err(|why| {
                Refusal::conflict(message!("cannot prepare the replay for download: %{why}", why))
            }),
        }
    });
    Ok(download("application/octet-stream", "match.wag", bytes.await?))
}

/// `GET /api/replays/ID/page`: responds with an HTML page that contains the replay, as a download.
pub async fn page(
    Here(state): Here,
    Path(id): Path<String>,
    Query(query): Query<Download>,
) -> Result<Response, Refusal> {
    let page =
        state.look(id, move |json_replay| pages::page_with_replay(json_replay, query.with_sources())).await?;
    Ok(download("text/html; charset=utf-8", "match.html", page))
}

/// Returns a response that the browser saves instead of displaying it: a displayed file could act as one of this
/// server's pages.
fn download(kind: &'static str, name: &str, content: impl Into<Body>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(disposition) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    (headers, content.into()).into_response()
}

/// A save in the list of saves.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ListedSave {
    id: String,
    name: String,
    saved: String,
    automatic: bool,
    /// The number of rounds that have been played. `rounds`, `players` and `map` are `null` if the file cannot be read.
    rounds: Option<u32>,
    players: Option<Vec<String>>,
    map: Option<String>,
    game: Option<String>,
    /// The `number` of this game and the number of `games` if the match has several games; otherwise `null`.
    #[cfg_attr(test, ts(type = "OfMatch | null"))]
    of_match: Option<OfMatch>,
    /// True if the match was played to its end.
    complete: bool,
    /// The players from the replay's header with their ranks and figures, best first.
    standings: Vec<SavedStanding>,
    /// The reason why the replay cannot be shown; `null` if it can be shown.
    error: Option<String>,
}

/// A player's result in a saved match.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedStanding {
    seat: u8,
    name: String,
    place: u32,
    /// The names and values of the player's figures, in the order that the game defines.
    figures: Vec<(String, i64)>,
    /// True if the player forfeited the match.
    forfeits: bool,
}

impl SavedStanding {
    /// Returns the result of a player; `None` if it is unknown.
    fn of(player: &JsonPlayer, figures: &[String]) -> Option<SavedStanding> {
        let values = player.figures.as_ref()?;
        let figure = |name: &String| Some((name.clone(), *values.get(name)?));
        Some(SavedStanding {
            seat: player.seat,
            name: player.name.clone(),
            place: player.place?,
            figures: figures.iter().filter_map(figure).collect(),
            forfeits: player.forfeit.is_some(),
        })
    }
}

impl ListedSave {
    fn of(save: Save) -> ListedSave {
        let header = read(&save.file).and_then(|json_replay| {
            json_replay.header().map_err(|why| Refusal::bad(message!("cannot show this replay: %{why}", why)))
        });
        let error = header.as_ref().err().map(Refusal::to_string);
        let header = header.ok();
        let standings_in = |header: &JsonHeader| -> Vec<SavedStanding> {
            header.players.iter().filter_map(|player| SavedStanding::of(player, &header.figures)).collect()
        };
        let names = |header: &JsonHeader| header.players.iter().map(|player| player.name.clone()).collect();
        let mut standings = header.as_ref().map(standings_in).unwrap_or_default();
        standings.sort_by_key(|standing| standing.place);
        ListedSave {
            id: save.id,
            name: save.name,
            saved: format_timestamp(save.saved),
            automatic: save.automatic,
            rounds: header.as_ref().map(|header| header.rounds_played),
            players: header.as_ref().map(names),
            of_match: header.as_ref().and_then(|header| header.of_match),
            complete: header.as_ref().is_some_and(|header| header.complete),
            map: header.as_ref().map(|header| header.map.clone()),
            game: header.map(|header| header.game),
            standings,
            error,
        }
    }
}

/// `GET /api/saves`: responds with the list of saves.
pub async fn saves(Here(state): Here) -> Answer<Vec<ListedSave>> {
    run_blocking(move || Ok(Json(state.saves.list().into_iter().map(ListedSave::of).collect()))).await
}

/// A request to save a replay: the replay's ID, and the name under which to save it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SaveRequest {
    replay: String,
    name: String,
}

/// `POST /api/saves`: saves a replay under a name.
pub async fn save(
    Here(state): Here,
    request: Result<Json<SaveRequest>, JsonRejection>,
) -> Answer<ListedSave> {
    let SaveRequest { replay, name } = body(request)?;
    run_blocking(move || {
        let run = state.runs.now();
        if run.is_some_and(|run| run.replay == replay && run.state == RunState::Running) {
            return Err(Refusal::conflict(message!("the match is still running; save it when it is over")));
        }
        let file = state.replay(&replay)?;
        let length = std::fs::metadata(&file).map_or(0, |about| about.len());
        state.editor_files.check_room(length)?;
        // As long as those of a match that is played here, with headings and errors.
        let each = state.workspace.limits.limits(0).game_output.saturating_mul(2);
        let all = state.editor_files.room().map_or(u64::MAX, |room| room.saturating_sub(length));
        let room = LogRoom { each, all };
        let (game, blocks) = open(&file, &name_of(&file))?;
        let logs = state.replays.logs(&replay);
        let saved = state.saves.keep(&name, &file, |folder| match logs.is_empty() {
            false => logs.iter().try_for_each(|log| {
                fs::copy(log, folder.join(log.file_name().unwrap_or_default())).map(|_| ())
            }),
            true => write_recorded_logs(game, blocks, folder, room),
        });
        saved.map(ListedSave::of).map(Json)
    })
    .await
}

/// `POST /api/replays`: stores an uploaded replay and responds with its ID. On a server for classes, uploads take the space
/// of the account's own files, and only one arrives at a time.
pub async fn upload(Here(state): Here, request: Request) -> Answer<Value> {
    let unkept =
        |err: io::Error| Refusal::conflict(message!("cannot store the uploaded file: %{fault}", fault = err));
    let room = {
        let state = Arc::clone(&state);
        run_blocking(move || Ok(state.editor_files.room())).await?
    };
    let _turn = match room {
        Some(_) => Some(state.replays.uploading.lock().await),
        None => None,
    };
    let mut file = state.replays.create_upload_file().map_err(unkept)?;
    let mut length = 0;
    let mut parts = request.into_body().into_data_stream();
    while let Some(part) = parts.next().await {
        let part = part.map_err(|_| Refusal::bad(message!("the upload is incomplete; try again")))?;
        length += part.len();
        if length > REPLAY_MAX {
            let limit = REPLAY_MAX >> 20;
            return Err(Refusal::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                message!(
                    "the file is larger than %{limit} MB; to load it, put it into the folder saves",
                    limit
                ),
            ));
        }
        if let Some(room) = room.filter(|room| length as u64 > *room) {
            let sentence = message!(
                "this replay is larger than the %{kb} KB that your files and replays leave; delete some",
                kb = room >> 10
            );
            return Err(Refusal::new(StatusCode::INSUFFICIENT_STORAGE, sentence));
        }
        file.write_all(&part).map_err(unkept)?;
    }
    let replays = Arc::clone(&state.replays);
    run_blocking(move || {
        read_as(file.path(), &t!("the file"))?;
        let id = replays.keep_upload(file, room).map_err(unkept)?;
        Ok(Json(json!({ "id": id })))
    })
    .await
}
