//! Common parts of the requests of the pages: the body, the query for a game, and work that may block.

use crate::error::Refusal;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::Deserialize;
use wag_i18n::message;

pub type Answer<T> = Result<Json<T>, Refusal>;

/// Runs work that may block, such as reading files, on a separate thread, so that the work does not delay other
/// requests.
pub async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|_| {
        Err(Refusal::defect(message!("an internal error in Wag; see the terminal for details")))
    })
}

/// Returns the parsed body of a request, or an error response if it cannot be parsed.
pub fn body<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    match body {
        Ok(Json(body)) => Ok(body),
        Err(err) => Err(Refusal::new(err.status(), err.body_text())),
    }
}

/// A query that names a game; if it names none, the default game applies.
#[derive(Deserialize)]
pub struct GameQuery {
    #[serde(default)]
    pub game: String,
}
