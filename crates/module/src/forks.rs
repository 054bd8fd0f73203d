//! `wag.fork` and `wag.diff`: matches that are continued from a round, and the comparison of replays.

use crate::dask;
use crate::limits::Limits;
use crate::play::{WithMessages, play_session};
use crate::task::{self, Progress};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_i18n::message;
use wag_inspect::diff::diff as compare;
use wag_inspect::fork_report::{ForkDetails, ForkReport, parent_difference};
use wag_ladder::locks;
use wag_play::fork::{Change, ForkRequest};
use wag_play::{Keeping, PlayError, Session, user_error};
use wag_series::Executor;
use wag_series::fork_series::ForkSeries;

/// The arguments of `wag.fork`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ForkArguments {
    replay: PathBuf,
    round: u32,
    /// The players with other files, each with its name or seat, if it is given.
    changes: Vec<(Option<String>, String)>,
    seed: Option<u64>,
    /// The number of forks; `None` to play one and return its result.
    games: Option<u32>,
    jobs: Option<usize>,
    /// The file for the replay, or the folder for the replays of many forks; `None` to write none.
    output: Option<PathBuf>,
    #[serde(default)]
    with_sources: bool,
    #[serde(default)]
    limits: Limits,
}

/// Continues a recorded match. `request` is the JSON of the arguments; the result is the JSON that docs/en/json.md
/// documents for `wag fork --json`.
#[pyfunction]
#[pyo3(signature = (request, on_progress, transport=None))]
pub fn fork(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: ForkArguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.jobs)?;
    task::run(py, on_progress, move |progress| continue_match(arguments, executor, progress))
}

fn continue_match(
    arguments: ForkArguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let change = |(player, file): (Option<String>, String)| Change { player, file };
    let fork = Arc::new(wag_inspect::prepare_fork(&ForkRequest {
        replay: &arguments.replay,
        round: arguments.round,
        changes: arguments.changes.into_iter().map(change).collect(),
        limits: &arguments.limits,
    })?);
    locks::check_all(fork.game, fork.changed.iter().map(|(_, spec)| spec), [], |_| {})?;
    if let Some(games) = arguments.games {
        let series = ForkSeries {
            seed: arguments.seed.unwrap_or(fork.header.seed),
            fork,
            games,
            compares: true,
            executor,
            replays: arguments.output,
            stop: Arc::clone(&progress.stop),
        };
        return play_series(&series, progress);
    }
    let mut session = Session::of_fork(Arc::clone(&fork), arguments.seed);
    session.keeping = Keeping {
        no_replay: arguments.output.is_none(),
        replay: arguments.output,
        with_sources: arguments.with_sources,
        ..Keeping::default()
    };
    let (WithMessages { report, messages }, end) = play_session(&session, None, progress)?;
    let diff = parent_difference(&fork, &end)?;
    let report = ForkReport { report, fork: ForkDetails::of(&end, &fork, diff) };
    Ok(json!(WithMessages { report, messages }).to_string())
}

fn play_series(series: &ForkSeries, progress: &Progress) -> Result<String, PlayError> {
    series.check()?;
    let report = series.play(&mut progress.series_events())?;
    if series.stop.load(Ordering::Relaxed) {
        return user_error(message!("The match was interrupted"));
    }
    Ok(json!(report.for_json(&series.fork, series.games)).to_string())
}

/// Compares two replays. The result is the JSON that docs/en/json.md documents for `wag diff --json`.
#[pyfunction]
pub fn diff(py: Python<'_>, request: &str, on_progress: &Bound<'_, PyAny>) -> PyResult<String> {
    let paths: [PathBuf; 2] = crate::parse(py, request)?;
    task::run(py, on_progress, move |_| {
        let compared = compare([Path::new(&paths[0]), Path::new(&paths[1])])?;
        Ok(json!(compared).to_string())
    })
}
