//! The pages' requests for two-player games. docs/client-api.md documents the JSON.

use super::games::{Line, TwoPlayerGameNow};
use super::requests::TwoPlayerRequest;
use crate::error::Refusal;
use crate::folder;
use crate::request::{Answer, body, run_blocking};
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use wag_i18n::message;
use wag_two_player::Choices;

/// The maximum time to wait for a canceled game to end.
const STOP_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum number of lines in one event.
const LINES_MAX: usize = 200;
/// The minimum time between two events.
const PAUSE: Duration = Duration::from_millis(40);

/// The choices for two-player games, and the state of the current game.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TwoPlayerStart"))]
pub struct Start {
    folder: String,
    #[cfg_attr(test, ts(type = "Choices"))]
    choices: Choices,
    table: Option<TwoPlayerGameNow>,
}

/// `GET /api/table`: responds with the choices for two-player games and the state of the current game.
pub async fn start(State(client): State<Arc<AppState>>) -> Answer<Start> {
    run_blocking(move || {
        let folder = &client.workspace.folder;
        let files = folder::list(folder, &[]).ais;
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Json(Start {
            folder: name.to_string_lossy().into_owned(),
            choices: wag_two_player::choices(folder, &files),
            table: client.two_player_games.now(),
        }))
    })
    .await
}

/// `POST /api/table`: starts a two-player game.
pub async fn begin(
    State(client): State<Arc<AppState>>,
    request: Result<Json<TwoPlayerRequest>, JsonRejection>,
) -> Answer<TwoPlayerGameNow> {
    let request = body(request)?;
    run_blocking(move || client.two_player_games.begin(&client.workspace, request).map(Json)).await
}

/// A person's answer to a question during a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChosenAnswer {
    table: String,
    /// The number of the line that contains the question being answered.
    question: u64,
    answer: String,
}

/// `POST /api/table/answer`: passes a person's answer to the game that has asked.
pub async fn answer(
    State(client): State<Arc<AppState>>,
    answer: Result<Json<ChosenAnswer>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let ChosenAnswer { table, question, answer } = body(answer)?;
    client.two_player_games.answer(&table, question, answer)?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/table/cancel`: cancels the game, and responds when it has ended.
pub async fn cancel(State(client): State<Arc<AppState>>) -> Answer<TwoPlayerGameNow> {
    let mut changed = client.two_player_games.listen();
    client.two_player_games.cancel();
    let ended =
        tokio::time::timeout(STOP_TIMEOUT, changed.wait_for(|_| !client.two_player_games.is_running()))
            .await
            .is_ok();
    match client.two_player_games.now() {
        Some(now) if ended => Ok(Json(now)),
        Some(_) => Err(Refusal::defect(message!(
            "the game does not stop; press Ctrl+C in the terminal to end the program"
        ))),
        None => Err(Refusal::conflict(message!("no game is running"))),
    }
}

/// The channels from which one page receives its events, and a record of the lines that it has already received.
struct EventSource {
    client: Arc<AppState>,
    changed: watch::Receiver<u64>,
    stop: watch::Receiver<bool>,
    /// The ID of the game whose lines the page has received; empty if there is none.
    table: String,
    /// The number of the next line to send to the page.
    next: u64,
}

/// `GET /api/table/events`: sends a page its stream of events.
pub async fn events(
    State(client): State<Arc<AppState>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let mut changed = client.two_player_games.listen();
    // A page that connects during a game receives all its lines immediately.
    changed.mark_changed();
    let stop = client.stop.subscribe();
    let source = EventSource { client, changed, stop, table: String::new(), next: 0 };
    let stream = unfold(source, |mut source| async move {
        let event = source.next_event().await?;
        Some((Ok(event), source))
    });
    Sse::new(stream).keep_alive(KeepAlive::default())
}

impl EventSource {
    /// Waits for the next event. Returns `None` when the server stops.
    async fn next_event(&mut self) -> Option<Event> {
        loop {
            tokio::select! {
                biased;
                _ = self.stop.wait_for(|stop| *stop) => return None,
                changed = self.changed.changed() => changed.ok()?,
            }
            let (now, lines, is_more) = self.client.two_player_games.since(&self.table, self.next, LINES_MAX);
            let Some(now) = now else { continue };
            if self.table != now.id {
                (self.table, self.next) = (now.id.clone(), 0);
            }
            self.next = lines.last().map_or(self.next, |line| line.number + 1);
            if is_more {
                self.changed.mark_changed();
            }
            tokio::time::sleep(PAUSE).await;
            return lines_event(&now, &lines);
        }
    }
}

/// Returns an event with these lines. Composes its JSON as text, because the lines are already JSON.
fn lines_event(now: &TwoPlayerGameNow, lines: &[Line]) -> Option<Event> {
    let lines: Vec<String> =
        lines.iter().map(|line| format!("{{\"number\":{},\"line\":{}}}", line.number, line.json)).collect();
    let table = serde_json::to_string(now).ok()?;
    Some(
        Event::default()
            .event("table")
            .data(format!("{{\"table\":{table},\"lines\":[{}]}}", lines.join(","))),
    )
}
