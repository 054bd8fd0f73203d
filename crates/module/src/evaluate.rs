//! `wag.evaluate`: one player against several opponents.

use crate::games::game;
use crate::limits::Limits;
use crate::objects::{self, Objects};
use crate::task::Progress;
use pyo3::prelude::*;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use wag_i18n::message;
use wag_play::PlayError;
use wag_series::evaluate::{EvaluateRequest, Evaluation};
use wag_series::take_over::TakeOverOptions;

/// The arguments of `wag.evaluate`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    game: String,
    player: String,
    against: Vec<String>,
    games: u32,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// Files for the option that chooses the map or board.
    #[serde(default)]
    places: Vec<String>,
    seed: Option<u64>,
    jobs: Option<usize>,
    /// The folder for the replays, in which the losses are then found.
    explain: Option<PathBuf>,
    #[serde(default)]
    limits: Limits,
}

/// Evaluates a player. `request` is the JSON of the arguments; the result is the JSON that docs/en/json.md documents for
/// `wag evaluate --json`.
#[pyfunction]
pub fn evaluate(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
) -> PyResult<String> {
    let arguments: Arguments = crate::parse(py, request)?;
    objects::run(py, on_progress, objects, move |progress| play(arguments, progress))
}

fn play(arguments: Arguments, progress: &Progress) -> Result<String, PlayError> {
    let request = EvaluateRequest {
        game: game(&arguments.game)?,
        options: arguments.options.into_iter().collect(),
        places: arguments.places,
        player: arguments.player,
        against: arguments.against,
        games: arguments.games,
        seed: arguments.seed,
        executor: wag_series::LocalPool::executor(arguments.jobs),
        limits: arguments.limits.0.clone(),
        replays: arguments.explain,
    };
    let mut evaluation = Evaluation::prepare(&request, Arc::clone(&progress.stop), |_| {})?;
    let mut report = evaluation.play(&mut progress.series_events())?;
    if report.games == 0 {
        return Err(PlayError::UserError(message!("The evaluation was interrupted")));
    }
    if request.replays.is_some() {
        let options = TakeOverOptions::new(Arc::clone(&request.executor), Arc::clone(&progress.stop));
        report.losses = Some(evaluation.losses(options, &mut || {})?);
    }
    Ok(serde_json::to_string(&report).map_err(std::io::Error::from)?)
}
