//! Common parts of the requests of the pages: address, query and body, the query for a game, and work that may block.

use crate::error::Refusal;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequestParts, Path as AxumPath, Query as AxumQuery};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
    body.map(|Json(body)| body).map_err(|err| match err.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::new(err.status(), message!("the request is too long")).with_code("too_large")
        }
        status => unreadable(status, &err.body_text()),
    })
}

/// Returns the refusal of a request whose parts are not as they should be. The reason is for who writes programs.
fn unreadable(status: StatusCode, reason: &str) -> Refusal {
    /// The maximum length of a reason, which repeats parts of the request, in characters.
    const REASON_MAX: usize = 200;
    let reason: String = wag_core::text::printable(reason).chars().take(REASON_MAX).collect();
    Refusal::new(status, message!("the request cannot be read: %{reason}", reason)).with_code("bad_request")
}

/// The query of a request. One that cannot be read is refused in the language of the caller.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refusal> {
        let read = AxumQuery::from_request_parts(parts, state).await;
        read.map(|AxumQuery(query)| Query(query)).map_err(|err| unreadable(err.status(), &err.body_text()))
    }
}

/// The variable parts of an address. One that is no text is the address of nothing.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let read = AxumPath::from_request_parts(parts, state).await;
        read.map(|AxumPath(path)| Path(path)).map_err(|_| Refusal::unknown_address())
    }
}

/// A query that names a game; if it names none, the default game applies.
#[derive(Deserialize)]
pub struct GameQuery {
    #[serde(default)]
    pub game: String,
}
