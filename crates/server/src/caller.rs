//! The caller of a request, and the right that a request needs.

use crate::error::Refusal;
use crate::workspace_state::WorkspaceState;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// A right that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// The pages and their parts, which contain nothing of anybody.
    Pages,
    /// The caller's own workspace: its files, matches, replays, lessons and goals.
    Workspace,
    /// Tournaments of the files on this machine.
    Tournaments,
    /// The server itself.
    Server,
}

impl Right {
    pub const ALL: &[Right] = &[Right::Pages, Right::Workspace, Right::Tournaments, Right::Server];
}

/// The caller of a request: what the caller may do, and the workspace that the request is about. The guard adds it to
/// each request that it accepts.
#[derive(Clone)]
pub struct Caller {
    pub rights: &'static [Right],
    pub state: Arc<WorkspaceState>,
}

/// Runs a request if its caller has the right. Otherwise the response is that of an unknown address, so that it does not
/// reveal what exists.
pub async fn require(right: Right, request: Request, next: Next) -> Response {
    let rights = request.extensions().get::<Caller>().map_or(&[Right::Pages][..], |caller| caller.rights);
    if rights.contains(&right) { next.run(request).await } else { Refusal::unknown_address().into_response() }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Refusal> {
        match parts.extensions.get::<Caller>() {
            Some(caller) => Ok(caller.clone()),
            None => Err(Refusal::unknown_address()),
        }
    }
}
