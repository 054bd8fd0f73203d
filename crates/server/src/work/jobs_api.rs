//! The requests of the pages about the caller's jobs in the queue.

use crate::caller::Me;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::Path;
use crate::work::QueuedJob;
use axum::Json;
use axum::http::StatusCode;
use serde::Serialize;
use wag_store::now_ms;

/// A job of the caller.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnJob {
    id: String,
    /// The kind of work, such as `run`.
    #[cfg_attr(test, ts(type = "string"))]
    kind: &'static str,
    state: OwnJobState,
    /// The place in the queue, from 1; 0 if it runs.
    place: usize,
    /// The time when the job is likely to start, in milliseconds since 1970; `None` if it runs.
    #[cfg_attr(test, ts(type = "number | null"))]
    expected_at: Option<i64>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum OwnJobState {
    Queued,
    Running,
}

impl OwnJob {
    fn of(job: &QueuedJob, now: i64) -> OwnJob {
        let starts_after = i64::try_from(job.seconds).unwrap_or(i64::MAX / 1_000).saturating_mul(1_000);
        OwnJob {
            id: job.id.clone(),
            kind: job.kind,
            state: if job.running { OwnJobState::Running } else { OwnJobState::Queued },
            place: job.place,
            expected_at: (!job.running).then(|| now.saturating_add(starts_after)),
        }
    }
}

/// `GET /api/jobs`: lists the caller's jobs that run or wait.
pub async fn list(Hosted(host): Hosted, Me(account): Me) -> Json<Vec<OwnJob>> {
    let (queue, now) = (host.work.queue(), now_ms());
    Json(queue.of(&account.id).map(|job| OwnJob::of(job, now)).collect())
}

/// `DELETE /api/jobs/JOB`: cancels a job of the caller that waits, or a trial.
pub async fn cancel(
    Hosted(host): Hosted,
    Me(account): Me,
    Path(job): Path<String>,
) -> Result<StatusCode, Refusal> {
    match host.contests.cancel_trial(&account.id, &job) || host.work.cancel(&account.id, &job) {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refusal::unknown_address()),
    }
}
