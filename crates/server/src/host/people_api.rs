//! Requests about the caller: who it is, logging in and out, sessions.

use super::host_state::Host;
use super::hosted::Hosted;
use super::languages;
use super::session_cookie::device_of;
use crate::caller::{Caller, Me, Right};
use crate::error::Refusal;
use crate::request::{Answer, body};
use crate::server_state::ServerState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wag_i18n::{PageText, message};
use wag_store::{Account, Code, ListedSession, NewSession, OwnClass, now_ms};

/// The response to `GET /api/me`: who the caller is, and which server this is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MeReport {
    server: ServerReport,
    /// `None` for visitors, and in `wag client`.
    account: Option<AccountReport>,
    rights: Vec<String>,
    #[cfg_attr(test, ts(type = "any"))]
    classes: Vec<OwnClass>,
    limits: std::collections::BTreeMap<String, u64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ServerReport {
    name: String,
    /// `client` for the server of one user, `host` for one with accounts.
    kind: &'static str,
    /// The time of the server, in UTC milliseconds.
    time: i64,
    /// The name of the server's time zone, such as `Europe/Berlin`.
    time_zone: String,
    /// Whether the connection is not encrypted although others can use the server.
    plain_http: bool,
    #[cfg_attr(test, ts(type = "Text[]"))]
    notices: Vec<PageText>,
}

/// An account as its owner sees it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct AccountReport {
    id: String,
    name: String,
    /// `owner`, `teacher` or `pupil`.
    role: &'static str,
    language: Option<String>,
}

impl From<Account> for AccountReport {
    fn from(account: Account) -> AccountReport {
        let role = match &account {
            account if account.is_owner => "owner",
            account if account.teaches => "teacher",
            _ => "pupil",
        };
        AccountReport { id: account.id, name: account.display_name, role, language: account.language }
    }
}

/// `GET /api/me`: responds with who the caller is. Visitors get an answer, too.
pub async fn me(State(server): State<Arc<ServerState>>, caller: Caller) -> Answer<MeReport> {
    let mut report = ServerReport {
        name: String::new(),
        kind: "client",
        time: now_ms(),
        time_zone: time_zone(),
        plain_http: false,
        notices: Vec::new(),
    };
    let mut classes = Vec::new();
    if let Some(host) = server.host() {
        report.kind = "host";
        report.plain_http = host.plain_http;
        report.notices = host.all_notices().into_iter().map(PageText).collect();
        let account = caller.account.as_ref().map(|account| account.id.clone());
        let question = move |store: &wag_store::Store| {
            let classes = account.map_or(Ok(Vec::new()), |account| store.own_classes(&account))?;
            Ok((store.server_name()?, classes))
        };
        (report.name, classes) = host.ask(question).await?;
    }
    let word = |right: &Right| format!("{right:?}").to_lowercase();
    Ok(Json(MeReport {
        server: report,
        rights: caller.rights.iter().map(word).collect(),
        account: caller.account.map(AccountReport::from),
        classes,
        limits: Default::default(),
    }))
}

/// Returns the name of the system's time zone; `UTC` if it is not known.
fn time_zone() -> String {
    let variable = std::env::var("TZ").ok().map(|zone| zone.trim_start_matches(':').to_string());
    let link = || {
        let target = std::fs::read_link("/etc/localtime").ok()?;
        target.to_str()?.split_once("zoneinfo/").map(|(_, zone)| zone.to_string())
    };
    variable.filter(|zone| zone.contains('/')).or_else(link).unwrap_or_else(|| "UTC".into())
}

/// The body of `PATCH /api/me`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnSettings {
    /// The code of a language; `None` for that of the browser.
    language: Option<String>,
}

/// `PATCH /api/me`: stores the language that the caller has chosen.
pub async fn change_me(
    Hosted(host): Hosted,
    Me(account): Me,
    request: Result<Json<OwnSettings>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let OwnSettings { language } = body(request)?;
    let code = match language.as_deref().map(languages::named) {
        Some(None) => return Err(bad_request()),
        language => language.flatten().map(|language| language.code),
    };
    host.ask(move |store| store.set_language(&account.id, code)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The body of `POST /api/login`: a code, or a name with a passphrase.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    code: Option<String>,
    name: Option<String>,
    passphrase: Option<String>,
    /// Whether others use the device, too.
    #[serde(default)]
    shared: bool,
}

/// The response to `POST /api/login`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LoggedIn {
    account: AccountReport,
}

/// `POST /api/login`: starts a session, with a new secret in the cookie.
pub async fn login(
    Hosted(host): Hosted,
    caller: Caller,
    headers: HeaderMap,
    request: Result<Json<Login>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Login { code, name, passphrase, shared } = body(request)?;
    let account = match (code, name, passphrase) {
        (Some(code), None, None) => {
            let code = Code::parse(&code).ok_or_else(wrong_code)?;
            host.ask(move |store| store.account_of_code(&code)).await?.ok_or_else(wrong_code)?
        }
        (None, Some(name), Some(passphrase)) => by_passphrase(&host, name, passphrase).await?,
        _ => return Err(bad_request()),
    };
    let cookie = new_session(&host, &caller, &account, &headers, shared).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(LoggedIn { account: account.into() })).into_response())
}

async fn by_passphrase(host: &Arc<Host>, name: String, passphrase: String) -> Result<Account, Refusal> {
    let asked = name.clone();
    let found = host.ask(move |store| store.passphrase_of(&asked)).await?;
    let (account, hash) = found.map_or((None, None), |(account, hash)| (Some(account), Some(hash)));
    let is_right = host.passphrases.is_right(&name, passphrase, hash).await?;
    match account {
        Some(account) if is_right => Ok(account),
        _ => {
            let sentence = message!("the name or the passphrase is wrong; the code of your card works, too");
            Err(Refusal::new(StatusCode::UNAUTHORIZED, sentence).with_code("wrong_passphrase"))
        }
    }
}

/// The body of `POST /api/passphrase`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassphrase {
    /// `None` to remove it.
    passphrase: Option<String>,
}

/// `POST /api/passphrase`: sets or removes the passphrase of a teacher or an owner. Other sessions end.
pub async fn set_passphrase(
    Hosted(host): Hosted,
    caller: Caller,
    Me(account): Me,
    request: Result<Json<NewPassphrase>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let hash = match body(request)?.passphrase {
        Some(passphrase) => Some(host.passphrases.hash(passphrase).await?),
        None => None,
    };
    let session = caller.session.unwrap_or_default();
    host.ask(move |store| store.set_passphrase(&account.id, &session, hash.as_deref())).await?;
    host.close_ended_streams();
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/clock`: a teacher says that the time of the server is right although it has jumped, so that deadlines fire
/// again.
pub async fn confirm_clock(Hosted(host): Hosted) -> Result<StatusCode, Refusal> {
    let time = host.clock.confirm();
    host.ask(move |store| store.set_clock_max(time)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Starts a session, and ends the one that the caller has had. Returns the header that sets the cookie.
pub async fn new_session(
    host: &Arc<Host>,
    caller: &Caller,
    account: &Account,
    headers: &HeaderMap,
    shared: bool,
) -> Result<header::HeaderValue, Refusal> {
    let (device, now) = (device_of(headers), now_ms());
    let former = caller.account.as_ref().map(|account| account.id.clone()).zip(caller.session.clone());
    let who = account.clone();
    let started = host.ask(move |store| {
        if let Some((account, session)) = former {
            // It may have ended in the meantime.
            let _ = store.end_session(&account, &session);
        }
        store.log_in(&who, &NewSession { device: &device, is_shared: shared }, now)
    });
    let (secret, expires_at) = started.await?;
    host.close_ended_streams();
    Ok(host.cookie.set(&secret, (expires_at - now) / 1000, shared))
}

fn wrong_code() -> Refusal {
    let sentence =
        message!("no account has this code; check each letter, or ask your teacher for a new card");
    Refusal::new(StatusCode::UNAUTHORIZED, sentence).with_code("wrong_code")
}

pub fn bad_request() -> Refusal {
    Refusal::bad(message!("the request has an unknown value")).with_code("bad_request")
}

/// `POST /api/logout`: ends the session, and the caller's worker process.
pub async fn logout(Hosted(host): Hosted, caller: Caller) -> Result<Response, Refusal> {
    if let (Some(account), Some(session)) = (caller.account, caller.session) {
        let id = account.id.clone();
        let left = host.ask(move |store| {
            let _ = store.end_session(&id, &session);
            store.sessions(&id, None, now_ms())
        });
        if left.await?.is_empty() {
            host.work.end_worker(&account.id).await;
        }
        host.close_ended_streams();
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, host.cookie.remove())]).into_response())
}

/// `GET /api/sessions`: lists the devices on which the caller is logged in.
pub async fn sessions(Hosted(host): Hosted, caller: Caller, Me(account): Me) -> Answer<Vec<ListedSession>> {
    let sessions = host.ask(move |store| store.sessions(&account.id, caller.session.as_deref(), now_ms()));
    Ok(Json(sessions.await?))
}

/// `DELETE /api/sessions/ID`: logs the caller out on another device.
pub async fn end_session(
    Hosted(host): Hosted,
    Me(account): Me,
    Path(id): Path<String>,
) -> Result<StatusCode, Refusal> {
    host.ask(move |store| store.end_session(&account.id, &id)).await?;
    host.close_ended_streams();
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /health`: responds with `ok` if the database answers.
pub async fn health(Hosted(host): Hosted) -> Result<&'static str, Refusal> {
    host.ask(|store| store.server_name()).await?;
    Ok("ok")
}
