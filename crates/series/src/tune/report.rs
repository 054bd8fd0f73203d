//! The report of a search, as the program prints it as JSON and as `wag.tune` returns it; docs/en/json.md documents it.

use super::{Tuned, Tuner};
use crate::compare_report::Score;
use serde::Serialize;
use serde_json::Value;

/// The result of a search.
#[derive(Debug, Serialize)]
pub struct TuneReport {
    pub game: &'static str,
    pub method: &'static str,
    pub seed: u64,
    pub trials: usize,
    pub trials_planned: usize,
    pub params: Vec<TunedParam>,
    /// The result of the best setting against the default; `None` if the search was interrupted.
    pub check: Option<Score>,
    /// The number of failed turns of the AI, and the first failure.
    pub faults: u64,
    pub first_fault: Option<String>,
    /// The text of the AI's file with the best values.
    pub source: String,
}

/// A parameter with its best value.
#[derive(Debug, Serialize)]
pub struct TunedParam {
    pub name: String,
    pub default: Value,
    pub best: Value,
    pub low: Value,
    pub high: Value,
}

impl TuneReport {
    pub fn of(tuner: &Tuner<'_>, tuned: &Tuned) -> TuneReport {
        let request = tuner.request;
        let params = tuner.params.all.iter().zip(&tuned.best).map(|(param, share)| TunedParam {
            name: param.name.clone(),
            default: param.as_json(param.default),
            best: param.as_json(param.value(*share)),
            low: param.as_json(param.low),
            high: param.as_json(param.high),
        });
        let (faults, first) = &tuned.failures;
        TuneReport {
            game: request.game.info.name,
            method: request.method.name(),
            seed: request.seed,
            trials: tuned.trials_played,
            trials_planned: tuned.trials_planned,
            params: params.collect(),
            check: tuned.check.as_ref().map(Score::from),
            faults: *faults,
            first_fault: first.as_ref().map(|failure| failure.message.english()),
            source: tuner.params.with(&tuned.best),
        }
    }
}
