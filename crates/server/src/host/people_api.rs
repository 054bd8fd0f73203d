//! Requests about the caller: who it is, logging in and out, sessions.

use super::class_ends;
use super::dates::date_text;
use super::host_state::Host;
use super::hosted::Hosted;
use super::languages;
use super::session_cookie::device_of;
use crate::caller::{Caller, Me, Right};
use crate::error::Refusal;
use crate::installed_games::InstalledGame;
use crate::request::{Answer, Path, body};
use crate::server_clock::ClockJump;
use crate::server_state::ServerState;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use wag_core::text::printable;
use wag_i18n::{PageText, message};
use wag_store::{Account, Code, ListedSession, NewSession, OwnClass, Proof, Store, StoreError, now_ms};

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
    /// The limits of the account by their name in `host.toml`.
    limits: BTreeMap<String, u32>,
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
    /// True if the connection is not encrypted although others can use the server.
    plain_http: bool,
    /// Why no other device reaches the server at the address in its links, for teachers; `None` if others may.
    #[cfg_attr(test, ts(type = "Text | null"))]
    only_here: Option<PageText>,
    /// True if the name comes from the server's configuration.
    has_fixed_name: bool,
    /// The jump of the clock that a teacher has to confirm; `None` if the clock is trusted.
    clock: Option<ClockJump>,
    #[cfg_attr(test, ts(type = "Text[]"))]
    notices: Vec<PageText>,
    /// The games in Python that the owner has installed.
    games: Vec<GameName>,
}

/// A game that can be chosen for a contest.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameName {
    name: String,
    title: &'static str,
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
    /// True if the account may delete itself.
    may_delete: bool,
}

impl From<Account> for AccountReport {
    fn from(account: Account) -> AccountReport {
        let role = match &account {
            account if account.is_owner => "owner",
            account if account.teaches => "teacher",
            _ => "pupil",
        };
        let Account { id, display_name: name, language, .. } = account;
        AccountReport { id, name, role, language, may_delete: false }
    }
}

/// `GET /api/me`: responds with who the caller is. Visitors get an answer, too.
pub async fn me(State(server): State<Arc<ServerState>>, caller: Caller) -> Answer<MeReport> {
    let word = |right: &Right| format!("{right:?}").to_lowercase();
    let mut report = MeReport {
        server: ServerReport {
            name: String::new(),
            kind: "client",
            time: now_ms(),
            time_zone: time_zone(),
            plain_http: false,
            only_here: None,
            has_fixed_name: false,
            clock: None,
            notices: Vec::new(),
            games: Vec::new(),
        },
        rights: caller.rights.iter().map(word).collect(),
        account: caller.account.map(AccountReport::from),
        classes: Vec::new(),
        limits: Default::default(),
    };
    if let Some(host) = server.host() {
        describe_host(host, &mut report).await?;
    }
    Ok(Json(report))
}

/// Adds what only a server for classes says.
async fn describe_host(host: &Arc<Host>, report: &mut MeReport) -> Result<(), Refusal> {
    let account = report.account.as_ref().map(|account| account.id.clone());
    let limits = host.work.limits().clone();
    let question = move |store: &Store| {
        let (classes, may_delete, limits) = match account {
            Some(account) => {
                (store.own_classes(&account)?, store.may_delete_self(&account)?, limits.of(&account))
            }
            None => (Vec::new(), false, limits.server()),
        };
        Ok((store.server_name()?, classes, may_delete, limits))
    };
    let (name, classes, may_delete, limits) = host.ask(question).await?;
    let server = &mut report.server;
    (server.name, server.kind, server.plain_http) = (name, "host", host.plain_http);
    server.has_fixed_name = host.has_fixed_name;
    server.clock = host.clock.jump();
    let title =
        |(name, installed): (_, InstalledGame)| Some(GameName { name, title: installed.game?.info.title });
    server.games = host.games.all().into_iter().filter_map(title).collect();
    report.limits = limits.by_name();
    report.limits.insert("shared_device_hours".into(), host.session_times.shared_device_hours.into());
    let of_classes = class_ends::notices(&classes, server.time, date_text);
    let is_teacher = report.rights.iter().any(|right| right == "teacher");
    server.only_here = host.only_here.clone().filter(|_| is_teacher).map(PageText);
    let of_cluster = if is_teacher { host.work.cluster_notices() } else { Vec::new() };
    server.notices = host.notices.iter().cloned().chain(of_classes).chain(of_cluster).map(PageText).collect();
    if let Some(account) = &mut report.account {
        account.may_delete = may_delete;
    }
    report.classes = classes;
    Ok(())
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

/// The body of `PATCH /api/server`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ServerSettings {
    name: String,
}

/// The maximum length of a server's name, in characters.
const SERVER_NAME_MAX: usize = 60;

/// `PATCH /api/server`: names the server. The name in its configuration wins.
pub async fn change_server(
    Hosted(host): Hosted,
    Me(account): Me,
    request: Result<Json<ServerSettings>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let name = body(request)?.name.split_whitespace().collect::<Vec<_>>().join(" ");
    if host.has_fixed_name {
        let sentence = message!("the name of the server is in host.toml; change it there");
        return Err(Refusal::conflict(sentence).with_code("fixed_name"));
    }
    if name.chars().count() > SERVER_NAME_MAX || printable(&name) != name {
        let sentence = message!("a server has a name of at most %{n} characters", n = SERVER_NAME_MAX);
        return Err(Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, sentence).with_code("server_name"));
    }
    host.ask(move |store| store.set_server_name(Some(&account.id), &name, now_ms())).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The body of `POST /api/login`: a code, or a name with a passphrase.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Login {
    code: Option<String>,
    name: Option<String>,
    passphrase: Option<String>,
    /// True if others use the device, too.
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
    let (account, proof) = match (code, name, passphrase) {
        (Some(code), None, None) => {
            let code = Code::parse(&code).ok_or_else(wrong_code)?;
            let proof = Proof::Code(code.clone());
            (host.ask(move |store| store.account_of_code(&code)).await?.ok_or_else(wrong_code)?, proof)
        }
        (None, Some(name), Some(passphrase)) => by_passphrase(&host, name, passphrase).await?,
        _ => return Err(bad_request()),
    };
    let cookie = new_session(&host, &caller, (&account, proof), &headers, shared).await?;
    Ok(([(header::SET_COOKIE, cookie)], Json(LoggedIn { account: account.into() })).into_response())
}

async fn by_passphrase(
    host: &Arc<Host>,
    name: String,
    passphrase: String,
) -> Result<(Account, Proof), Refusal> {
    let asked = name.clone();
    let found = host.ask(move |store| store.passphrase_of(&asked)).await?;
    let hash = found.as_ref().map(|(_, hash)| hash.clone());
    let is_right = host.passphrases.is_right(&name, passphrase, hash).await?;
    match found {
        Some((account, hash)) if is_right => Ok((account, Proof::Passphrase(hash))),
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
    (account, proof): (&Account, Proof),
    headers: &HeaderMap,
    shared: bool,
) -> Result<header::HeaderValue, Refusal> {
    let (device, now) = (device_of(headers), now_ms());
    let former = caller.account.as_ref().map(|account| account.id.clone()).zip(caller.session.clone());
    let who = account.clone();
    let duration_ms = host.session_times.duration_ms(account, shared);
    let started = host.ask(move |store| {
        if let Some((account, session)) = former {
            // It may have ended in the meantime.
            let _ = store.end_session(&account, &session);
        }
        match store.log_in(&who, &NewSession { proof, device: &device, is_shared: shared, duration_ms }, now)
        {
            // A new card was made while this one was checked.
            Err(StoreError::NotFound) => Ok(None),
            started => started.map(Some),
        }
    });
    let (secret, expires_at) = started.await?.ok_or_else(wrong_code)?;
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
