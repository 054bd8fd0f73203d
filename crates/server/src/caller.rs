//! The caller of a request, and the right that a request needs.

use crate::error::Refusal;
use crate::work::{Work, check_runs_nothing};
use crate::workspace_state::WorkspaceState;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use wag_store::Account;

/// A right that a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Right {
    /// The pages and their parts, which contain nothing of anybody.
    Pages,
    /// Requests that visitors may send, too: to join, to log in.
    Anybody,
    /// The caller's own workspace: its files, matches, replays, lessons and goals.
    Workspace,
    /// The solutions of lessons, in the caller's own workspace. Pupils find their own.
    Solutions,
    /// Tournaments of the files on this machine.
    Tournaments,
    /// The server itself.
    Server,
    /// Requests of a person with an account.
    Member,
    /// Requests of somebody who teaches a class, or of the owner. Which class it is, is checked with the data.
    Teacher,
    /// Requests of the owner of the server.
    Owner,
    /// The link of a projector, which shows one contest.
    Screen,
}

impl Right {
    /// The rights of the user of `wag client`, who has no account.
    pub const USER: &[Right] = {
        use Right::{Anybody, Pages, Server, Solutions, Tournaments, Workspace};
        &[Pages, Anybody, Workspace, Solutions, Tournaments, Server]
    };
    pub const VISITOR: &[Right] = &[Right::Pages, Right::Anybody];
    pub const PUPIL: &[Right] = &[Right::Pages, Right::Anybody, Right::Member, Right::Workspace];
    pub const TEACHER: &[Right] =
        &[Right::Pages, Right::Anybody, Right::Member, Right::Workspace, Right::Solutions, Right::Teacher];
    pub const OWNER: &[Right] = {
        use Right::{Anybody, Member, Owner, Pages, Solutions, Teacher, Workspace};
        &[Pages, Anybody, Member, Workspace, Solutions, Teacher, Owner]
    };
    pub const SCREEN: &[Right] = &[Right::Pages, Right::Anybody, Right::Screen];

    /// Returns whether requests with this right are about the caller's workspace, wherever it is.
    pub fn is_of_workspace(self) -> bool {
        matches!(self, Right::Workspace | Right::Solutions)
    }
}

/// The place of the caller's workspace.
#[derive(Clone)]
pub enum Place {
    /// In this process.
    Here(Arc<WorkspaceState>),
    /// In the worker process of this account, to which requests are forwarded.
    Worker {
        work: Work,
        account: String,
        /// True if requests that run code are answered; false until a teacher has confirmed the name.
        may_play: bool,
    },
    /// The caller has no workspace.
    Nowhere,
}

/// The caller of a request: who it is, what the caller may do, and the workspace that the request is about. The guard
/// adds it to each request that it accepts.
#[derive(Clone)]
pub struct Caller {
    /// `None` for visitors, for screens and in `wag client`.
    pub account: Option<Account>,
    /// The id of the caller's session; `None` if there is none.
    pub session: Option<String>,
    pub rights: &'static [Right],
    pub place: Place,
}

impl Caller {
    /// Returns the user of this machine, who works in this workspace and has all rights of `wag client`.
    pub fn user(workspace: Arc<WorkspaceState>) -> Caller {
        Caller { account: None, session: None, rights: Right::USER, place: Place::Here(workspace) }
    }

    /// Returns a caller without an account and without a workspace.
    pub fn without_account(rights: &'static [Right]) -> Caller {
        Caller { account: None, session: None, rights, place: Place::Nowhere }
    }
}

/// Runs a request if its caller has the right. Otherwise the response is that of an unknown address, so that it does not
/// reveal what exists. A request about a workspace in a worker process goes there.
pub async fn require(right: Right, request: Request, next: Next) -> Response {
    let caller = request.extensions().get::<Caller>();
    let rights = caller.map_or(&[Right::Pages][..], |caller| caller.rights);
    if !rights.contains(&right) {
        return Refusal::unknown_address().into_response();
    }
    let worker = caller.and_then(|caller| match &caller.place {
        Place::Worker { work, account, may_play } if right.is_of_workspace() => {
            Some((work.clone(), account.clone(), *may_play))
        }
        _ => None,
    });
    match worker {
        Some((work, account, may_play)) => match check_runs_nothing(&request) {
            Err(refusal) if !may_play => refusal.into_response(),
            _ => work.forward(&account, request).await,
        },
        None => next.run(request).await,
    }
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

/// The workspace of the caller, for handlers of requests about it.
pub struct Here(pub Arc<WorkspaceState>);

impl<S: Sync> FromRequestParts<S> for Here {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Here, Refusal> {
        match parts.extensions.get::<Caller>().map(|caller| &caller.place) {
            Some(Place::Here(state)) => Ok(Here(Arc::clone(state))),
            _ => Err(Refusal::unknown_address()),
        }
    }
}

/// The account of the caller, for handlers of requests that only people with an account may send.
pub struct Me(pub Account);

impl<S: Sync> FromRequestParts<S> for Me {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Me, Refusal> {
        let account = parts.extensions.get::<Caller>().and_then(|caller| caller.account.clone());
        account.map(Me).ok_or_else(Refusal::unknown_address)
    }
}
