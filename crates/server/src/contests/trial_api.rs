//! The requests about trials, and about the caller's jobs by their ids.

use super::Contests;
use super::shown::ShownReason;
use super::trials::{Trial, TrialForm, TrialOpponent, TrialRecord, TrialState, in_words};
use crate::caller::Me;
use crate::error::Refusal;
use crate::host::Hosted;
use crate::request::{Answer, Path, body};
use crate::work::QueueState;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use serde::Serialize;
use wag_i18n::{PageText, message};

/// A trial as its author sees it.
#[derive(Serialize)]
pub struct ShownTrial {
    id: String,
    kind: &'static str,
    contest: String,
    /// `queued`, `running`, `done`, `failed` or `cancelled`.
    state: &'static str,
    /// The place in the queue of the next match, from 1; 0 if it runs.
    place: usize,
    /// The number of matches that have been played, and of all.
    done: u32,
    all: u32,
    /// The reason why the trial failed.
    reason: Option<ShownReason>,
    opponents: Vec<ShownTrialOpponent>,
}

/// The result of a trial against one opponent.
#[derive(Serialize)]
pub struct ShownTrialOpponent {
    name: String,
    built_in: bool,
    /// The version, if it is one of the caller's own.
    own_version: Option<i64>,
    matches: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The 95 % interval of the share of wins.
    low: f64,
    high: f64,
    words: PageText,
}

impl ShownTrialOpponent {
    fn new((opponent, record): &(TrialOpponent, TrialRecord)) -> ShownTrialOpponent {
        let (low, high) = record.sums.interval();
        ShownTrialOpponent {
            name: opponent.name.clone(),
            built_in: opponent.is_built_in,
            own_version: opponent.own_version,
            matches: record.matches(),
            won: record.won,
            drawn: record.drawn,
            lost: record.lost,
            low,
            high,
            words: PageText(in_words(opponent, record)),
        }
    }
}

impl ShownTrial {
    fn new(trial: Trial, queue: &QueueState) -> ShownTrial {
        let is_its = |kind: &str| kind == "trial" || kind == "hand-in";
        let place =
            queue.of(&trial.account).filter(|job| is_its(job.kind)).map(|job| job.place).max().unwrap_or(0);
        let state = match trial.state {
            TrialState::Running if place > 0 && trial.done == 0 => "queued",
            TrialState::Running => "running",
            TrialState::Done => "done",
            TrialState::Failed => "failed",
            TrialState::Cancelled => "cancelled",
        };
        ShownTrial {
            kind: "trial",
            state,
            place: if trial.state == TrialState::Running { place } else { 0 },
            done: trial.done,
            all: trial.all,
            reason: trial.reason.map(ShownReason::new),
            opponents: trial.opponents.iter().map(ShownTrialOpponent::new).collect(),
            id: trial.id,
            contest: trial.contest,
        }
    }
}

/// `POST /api/contests/K/trials`: starts a trial.
pub async fn begin(
    Hosted(host): Hosted,
    Me(me): Me,
    Path(contest): Path<String>,
    form: Result<Json<TrialForm>, JsonRejection>,
) -> Result<(StatusCode, Json<ShownTrial>), Refusal> {
    let form = body(form)?;
    let queue = host.work.queue();
    // One may run.
    if queue.of(&me.id).count() > host.work.limits().read(&me.id).await.waiting_jobs as usize {
        let sentence =
            message!("you have too many requests waiting; try again in %{seconds} s", seconds = 10);
        return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, sentence)
            .with_code("queue_full")
            .with_retry_after(10));
    }
    let trial = host.contests.begin_trial(me.id, contest, form).await?;
    Ok((StatusCode::ACCEPTED, Json(ShownTrial::new(trial, &queue))))
}

/// `GET /api/jobs/JOB`: responds with a trial of the caller.
pub async fn job(Hosted(host): Hosted, Me(me): Me, Path(job): Path<String>) -> Answer<ShownTrial> {
    let trial = host.contests.trial(&me.id, &job).ok_or_else(Refusal::unknown_address)?;
    Ok(Json(ShownTrial::new(trial, &host.work.queue())))
}

impl Contests {
    /// Returns a trial of an account.
    fn trial(&self, account: &str, id: &str) -> Option<Trial> {
        self.trials.of(account, id)
    }

    /// Cancels a trial of an account. Returns whether it was running.
    pub fn cancel_trial(&self, account: &str, id: &str) -> bool {
        self.trials.cancel(account, id)
    }
}
