//! The guard of a server for classes: makes the sender of each request a caller, by the cookie of a session.
//!
//! Another site can make a browser send requests here, with the cookie. So a request must name this server as its host;
//! its origin, if the browser says it, must be this server; and a request that may change something must say it and have
//! the header `X-Wag`, which a form of another site cannot send.

use super::access_log::AnsweredRequest;
use super::host_state::Host;
use super::languages::language_of;
use super::rates::Rates;
use super::streams::{Streams, closed_with_session};
use crate::caller::{Caller, Place, Right};
use crate::connections::{Connection, Peer};
use crate::error::{Refusal, in_language};
use crate::headers::{SecurityHeaders, is_cross_site};
use crate::teaching::observer;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::io;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch as signal;
use wag_i18n::message;
use wag_store::{Session, now_ms};

/// The address that only monitors on this machine ask.
pub const HEALTH: &str = "/health";

/// The start of the addresses of projectors, which end with a secret.
const SCREEN: &str = "/api/screen/";

/// The guard of a server for classes.
pub struct SessionGuard {
    host: Arc<Host>,
    headers: SecurityHeaders,
    streams: Streams,
    rates: Rates,
}

impl SessionGuard {
    /// Creates the guard. `stop` becomes true when the server stops.
    pub fn new(host: Arc<Host>, stop: signal::Receiver<bool>) -> io::Result<SessionGuard> {
        Ok(SessionGuard {
            host,
            headers: SecurityHeaders::new()?,
            streams: Streams::new(stop),
            rates: Rates::default(),
        })
    }

    /// Returns the caller of a request, or the reason why it is rejected.
    async fn caller(&self, request: &Parts) -> Result<Caller, Refusal> {
        let is_api = request.uri.path().starts_with("/api/");
        if request.uri.path() == HEALTH {
            return self.monitor(request);
        }
        self.check_sender(request, is_api)?;
        if !is_api {
            return Ok(Caller::without_account(Right::VISITOR));
        }
        self.rates.check(request)?;
        if let Some(token) = request.uri.path().strip_prefix(SCREEN) {
            return self.screen(token.split('/').next().unwrap_or_default()).await;
        }
        let Some(session) = self.session(&request.headers).await? else {
            return Ok(Caller::without_account(Right::VISITOR));
        };
        if let Some(connection) = request.extensions.get::<Arc<Connection>>() {
            connection.trust();
        }
        Ok(self.caller_of(session))
    }

    /// Checks that a request is for this server and comes from one of its pages.
    fn check_sender(&self, request: &Parts, is_api: bool) -> Result<(), Refusal> {
        let headers = &request.headers;
        let host = only(headers, &header::HOST).unwrap_or_default();
        let authority = request.uri.authority().is_none_or(|it| it.as_str() == host);
        let is_origin = |origin: &HeaderValue| {
            origin.to_str().is_ok_and(|origin| self.host.public.is_origin(origin, host))
        };
        let is_safe = [Method::GET, Method::HEAD].contains(&request.method);
        let is_own = headers.get_all(header::ORIGIN).iter().all(is_origin);
        let is_marked = is_safe
            || headers.contains_key(header::ORIGIN) && headers.get("x-wag").is_some_and(|one| one == "1");
        let is_cross_site = is_cross_site(headers)
            || !is_safe && headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin");
        match self.host.public.is_host(host) && authority {
            true if !is_api && is_safe => Ok(()),
            true if is_own && is_marked && !is_cross_site => Ok(()),
            _ => {
                let sentence = message!("this server accepts requests from its own pages only");
                Err(Refusal::forbidden(sentence).with_code("origin"))
            }
        }
    }

    /// Returns the caller of a request for the state of the server, which only monitors on this machine may send.
    fn monitor(&self, request: &Parts) -> Result<Caller, Refusal> {
        let is_local = request.extensions.get::<Peer>().is_some_and(|peer| peer.is_local());
        match is_local && !request.headers.contains_key("x-forwarded-for") {
            true => Ok(Caller::without_account(Right::VISITOR)),
            false => Err(Refusal::unknown_address()),
        }
    }

    async fn session(&self, headers: &HeaderMap) -> Result<Option<Session>, Refusal> {
        let Some(secret) = self.host.cookie.read(headers).map(str::to_string) else { return Ok(None) };
        self.host.ask(move |store| store.session(&secret, now_ms())).await
    }

    fn caller_of(&self, session: Session) -> Caller {
        let rights = match &session.account {
            account if account.is_owner => Right::OWNER,
            account if account.teaches => Right::TEACHER,
            _ => Right::PUPIL,
        };
        let (work, account) = (self.host.work.clone(), session.account.id.clone());
        let place = Place::Worker { work, account, may_play: !session.waits };
        Caller { account: Some(session.account), session: Some(session.id), rights, place }
    }

    /// Returns the caller that a projector's link is. An unknown link is that of a visitor.
    async fn screen(&self, token: &str) -> Result<Caller, Refusal> {
        let token = token.to_string();
        let is_known = self.host.ask(move |store| store.is_screen(&token)).await?;
        Ok(Caller::without_account(if is_known { Right::SCREEN } else { Right::VISITOR }))
    }
}

/// Returns the value of a header that a request has exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &header::HeaderName) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    match (all.next(), all.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Rejects requests that are not allowed, adds the caller to the others, and security headers to all responses.
pub async fn watch(State(guard): State<Arc<SessionGuard>>, request: Request, next: Next) -> Response {
    let began = Instant::now();
    let (mut parts, body) = request.into_parts();
    let (method, path) = (parts.method.clone(), parts.uri.path().to_string());
    let route = parts.extensions.get::<MatchedPath>().cloned();
    let caller = guard.caller(&parts).await;
    let account = caller.as_ref().ok().and_then(|caller| caller.account.clone());
    let session = caller.as_ref().ok().and_then(|caller| caller.session.clone());
    let language = language_of(account.as_ref(), &parts.headers);
    let response = match caller {
        Ok(caller) => {
            parts.extensions.insert(caller);
            let response = next.run(Request::from_parts(parts, body)).await;
            match &account {
                Some(account) if observer::is_observed(&method, &path) => {
                    observer::observe(&guard.host, &account.id, &path, response).await
                }
                _ => response,
            }
        }
        Err(refusal) => refusal.into_response(),
    };
    let response = match (&session, response.status()) {
        // To a visitor, what exists and what does not look alike.
        (None, StatusCode::NOT_FOUND) if path.starts_with("/api/") => no_session().into_response(),
        _ => closed_with_session(&guard.host, &guard.streams, session, response),
    };
    let answered = AnsweredRequest {
        method: &method,
        route: route.as_ref().map_or("-", MatchedPath::as_str),
        account: account.as_ref().map(|account| account.id.as_str()),
        status: response.status().as_u16(),
        ms: began.elapsed().as_secs_f64() * 1e3,
    };
    guard.host.access_log.record(now_ms(), &answered);
    guard.headers.add_to(with_retry_after(in_language(response, language)))
}

/// Adds to a refusal that passes by itself when the request may be sent again, unless it says so already.
fn with_retry_after(mut response: Response) -> Response {
    /// In seconds.
    const STANDARD: u64 = 5;
    if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&response.status()) {
        let headers = response.headers_mut();
        headers.entry(header::RETRY_AFTER).or_insert(HeaderValue::from(STANDARD));
    }
    response
}

/// The response to a request that needs a session and has none.
pub fn no_session() -> Refusal {
    Refusal::new(StatusCode::UNAUTHORIZED, message!("you are not logged in; log in with your card"))
        .with_code("no_session")
}
