//! Requests of the owner about the limits of an account and of a class.

use super::hosted::Hosted;
use crate::account_limits::AccountLimits;
use crate::caller::Me;
use crate::host_limits::{OF_ACCOUNTS, OwnLimits};
use crate::request::{Answer, Path, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use serde::Serialize;
use std::collections::BTreeMap;
use wag_store::{AccountLimitTexts, now_ms};

/// The response to `GET /api/accounts/A/limits` and `GET /api/classes/C/limits`.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LimitsReport {
    /// All limits that an account or a class can have of its own, as `host.toml` names them.
    limits: Vec<ReportedLimit>,
}

/// A limit of an account or a class.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReportedLimit {
    name: &'static str,
    /// The limit that the owner has given; `None` if there is none.
    own: Option<u32>,
    /// The limit that holds without an own one: that of the classes or of the server.
    usual: u32,
    least: u32,
    most: u32,
}

impl LimitsReport {
    fn new(limits: &AccountLimits, stored: &AccountLimitTexts) -> LimitsReport {
        let (own, usual) = (OwnLimits::read(&stored.own), limits.of_classes(stored).by_name());
        let reported = OF_ACCOUNTS.iter().map(|(name, range)| ReportedLimit {
            name,
            own: own.get(name),
            usual: usual[*name],
            least: *range.start(),
            most: *range.end(),
        });
        LimitsReport { limits: reported.collect() }
    }
}

/// The body of `PUT /api/accounts/A/limits` and `PUT /api/classes/C/limits`: all limits of its own, by their names.
type LimitsForm = Result<Json<BTreeMap<String, u32>>, JsonRejection>;

/// `GET /api/accounts/A/limits`: responds with the limits of an account.
pub async fn of_account(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
) -> Answer<LimitsReport> {
    let stored = host.ask(move |store| store.account_limits(&caller.id, &account)).await?;
    Ok(Json(LimitsReport::new(host.work.limits(), &stored)))
}

/// `PUT /api/accounts/A/limits`: replaces the limits of an account's own. They hold from the next request on that no running
/// match of the account delays.
pub async fn change_of_account(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(account): Path<String>,
    request: LimitsForm,
) -> Answer<LimitsReport> {
    let own = OwnLimits::new(body(request)?)?;
    let changed = move |store: &wag_store::Store| {
        store.set_account_limits(&caller.id, &account, &own.to_json(), now_ms())?;
        store.account_limits(&caller.id, &account)
    };
    let stored = host.ask(changed).await?;
    Ok(Json(LimitsReport::new(host.work.limits(), &stored)))
}

/// `GET /api/classes/C/limits`: responds with the limits that a class gives its members.
pub async fn of_class(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
) -> Answer<LimitsReport> {
    let own = host.ask(move |store| store.class_limits(&caller.id, &class)).await?;
    Ok(Json(LimitsReport::new(host.work.limits(), &AccountLimitTexts { own, classes: Vec::new() })))
}

/// `PUT /api/classes/C/limits`: replaces the limits that a class gives its members.
pub async fn change_of_class(
    Hosted(host): Hosted,
    Me(caller): Me,
    Path(class): Path<String>,
    request: LimitsForm,
) -> Answer<LimitsReport> {
    let own = OwnLimits::new(body(request)?)?;
    let changed = move |store: &wag_store::Store| {
        store.set_class_limits(&caller.id, &class, &own.to_json(), now_ms())?;
        store.class_limits(&caller.id, &class)
    };
    let own = host.ask(changed).await?;
    Ok(Json(LimitsReport::new(host.work.limits(), &AccountLimitTexts { own, classes: Vec::new() })))
}
