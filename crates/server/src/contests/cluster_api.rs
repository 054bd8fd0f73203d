//! The requests about the cluster that plays the matches of contests, for the owner of the server.

use crate::caller::Me;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, body};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_i18n::{Message, PageText};
use wag_store::{ExcludedWorker, now_ms};

/// The cluster of a server.
#[derive(Serialize)]
pub struct ShownCluster {
    /// The address of the scheduler; `None` if the server has no cluster.
    address: Option<String>,
    /// The number of threads that play.
    threads: usize,
    /// The workers that get no more matches.
    excluded: Vec<ShownWorker>,
}

/// A worker that gets no more matches.
#[derive(Serialize)]
pub struct ShownWorker {
    worker: String,
    reason: PageText,
    /// The time since which its results do not count; `None` if they do, and it is excluded until the next start of the server.
    excluded_at: Option<i64>,
}

/// `GET /api/cluster`: responds with the workers that get no more matches.
pub async fn cluster(Hosted(host): Hosted) -> Answer<ShownCluster> {
    let mut excluded: BTreeMap<String, (Message, Option<i64>)> =
        host.work.excluded_workers().into_iter().map(|(worker, why)| (worker, (why, None))).collect();
    for ExcludedWorker { name, reason, excluded_at } in host.ask(wag_store::Store::excluded_workers).await? {
        let reason = serde_json::from_str(&reason).unwrap_or_default();
        excluded.insert(name, (reason, Some(excluded_at)));
    }
    let shown =
        |(worker, (reason, excluded_at))| ShownWorker { worker, reason: PageText(reason), excluded_at };
    let (address, threads) = host.work.cluster_state().unzip();
    Ok(Json(ShownCluster {
        address,
        threads: threads.unwrap_or_default(),
        excluded: excluded.into_iter().map(shown).collect(),
    }))
}

/// The body of `POST /api/cluster/allow`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllowedWorker {
    worker: String,
}

/// `POST /api/cluster/allow`: lets a worker play again.
pub async fn allow(
    Hosted(host): Hosted,
    Me(me): Me,
    form: Result<Json<AllowedWorker>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let AllowedWorker { worker } = body(form)?;
    let allowed = worker.clone();
    host.ask(move |store| store.allow_worker(&me.id, &worker, now_ms())).await?;
    host.contests.compare_again(&allowed);
    Ok(StatusCode::NO_CONTENT)
}
