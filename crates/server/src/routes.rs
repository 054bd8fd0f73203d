//! The requests that the server answers.

use crate::editor_files::FILE_MAX;
use crate::guard::{self, Guard};
use crate::state::AppState;
use crate::{
    api, compare_api, course, editor_api, events, goals_api, losses_api, page_files, replay_api, tournaments,
    turn_api,
};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use std::sync::Arc;

/// The maximum size of a request's body, in bytes. Uploads of replays have their own limit.
const BODY_MAX: usize = 64 * 1024;
/// The maximum size of a request that writes a file. JSON can represent a character of the text by several bytes.
const FILE_BODY_MAX: usize = 4 * FILE_MAX;

/// Returns the answers to all requests.
pub fn routes(client: Arc<AppState>, guard: Arc<Guard>) -> Router {
    Router::new()
        .route("/", get(page_files::index))
        .route("/web/{*name}", get(page_files::part))
        .route("/api/start", get(api::start))
        .route("/api/games", get(api::games))
        .route("/api/first", post(api::first))
        .route("/api/preview/{option}/{*name}", get(api::preview))
        .route("/api/files", get(editor_api::list))
        .route(
            "/api/files/{name}",
            get(editor_api::read).put(editor_api::write).layer(DefaultBodyLimit::max(FILE_BODY_MAX)),
        )
        .route("/api/files/{name}/rename", post(editor_api::rename))
        .route("/api/files/{name}/check", post(editor_api::check))
        .route("/api/stubs", get(editor_api::stubs))
        .route("/api/run", post(api::run))
        .route("/api/run/events", get(events::events))
        .route("/api/run/cancel", post(api::cancel))
        .route("/api/run/again", post(api::again))
        .route("/api/run/answer", post(api::answer))
        .route("/api/replays", post(replay_api::upload).layer(DefaultBodyLimit::disable()))
        .route("/api/replays/{id}", get(replay_api::head))
        .route("/api/replays/{id}/overview", get(replay_api::overview))
        .route("/api/replays/{id}/explanation", get(replay_api::explanation))
        .route("/api/replays/{id}/chunks/{number}", get(replay_api::chunk))
        .route("/api/replays/{id}/diff/{other}", get(compare_api::compare))
        .route("/api/replays/{id}/parent", get(compare_api::parent))
        .route("/api/replays/{id}/losses/{seat}", get(losses_api::known))
        .route("/api/replays/{id}/file", get(replay_api::file))
        .route("/api/replays/{id}/page", get(replay_api::page))
        .route("/api/turn", post(turn_api::turn))
        .route("/api/losses", post(losses_api::begin))
        .route("/api/losses/stop", post(losses_api::stop))
        .route("/api/goals", post(goals_api::save))
        .route("/api/saves", get(replay_api::saves).post(replay_api::save))
        .route("/api/course", get(course::api::list))
        .route("/api/course/begin", post(course::api::begin))
        .route("/api/course/check", post(course::api::check))
        .route("/api/course/hint", post(course::api::hint))
        .route("/api/course/solution", post(course::api::solution))
        .route("/api/tournaments", get(tournaments::api::list).post(tournaments::api::begin))
        .route("/api/tournaments/stop", post(tournaments::api::stop))
        .route("/api/tournaments/{file}", get(tournaments::api::table))
        .route("/api/tournaments/{file}/matches", get(tournaments::api::matches))
        .route("/api/tournaments/{file}/final", get(tournaments::api::final_matches))
        .route("/api/submissions", post(tournaments::submissions::upload).layer(DefaultBodyLimit::disable()))
        .route("/api/stop", post(api::stop))
        .fallback(api::not_found)
        .method_not_allowed_fallback(api::method_not_allowed)
        .layer(DefaultBodyLimit::max(BODY_MAX))
        .with_state(client)
        .layer(from_fn_with_state(guard, guard::watch))
}
