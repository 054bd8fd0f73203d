//! `Replay.explain`: where a player lost, and why.

use crate::dask;
use crate::limits::Limits;
use crate::task::{self, Progress};
use pyo3::prelude::*;
use serde::Deserialize;
use std::path::PathBuf;
use std::sync::Arc;
use wag_games::open_replay;
use wag_inspect::recorded_player::python_seats;
use wag_play::PlayError;
use wag_play::recorded::{named, open};
use wag_series::Executor;
use wag_series::take_over::{TakeOver, TakeOverOptions};

/// The arguments of `Replay.explain`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    replay: PathBuf,
    /// The name or the seat; `None` for the only Python file.
    player: Option<String>,
    stand_in: Option<String>,
    seconds: f64,
    futures: Option<u32>,
    seed: Option<u64>,
    jobs: Option<usize>,
    #[serde(default)]
    limits: Limits,
}

/// Finds the losses of a player. `request` is the JSON of the arguments; the result is the JSON that docs/en/json.md documents
/// for `wag explain --json`, or `null` if no player is named and there is not exactly one Python file.
#[pyfunction]
#[pyo3(signature = (request, on_progress, transport=None))]
pub fn losses(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: Arguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.jobs)?;
    task::run(py, on_progress, move |progress| find(&arguments, executor, progress))
}

fn find(
    arguments: &Arguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    if arguments.player.is_none() {
        let path = &arguments.replay;
        let (_, blocks) = named(path, open_replay(open(path)?))?;
        if python_seats(&blocks.header).len() != 1 {
            return Ok("null".to_string());
        }
    }
    let options = TakeOverOptions {
        stand_in: arguments.stand_in.clone(),
        seconds: arguments.seconds,
        futures: arguments.futures,
        seed: arguments.seed,
        limits: arguments.limits.0.clone(),
        ..TakeOverOptions::new(executor, Arc::clone(&progress.stop))
    };
    let (replay, player) = (arguments.replay.as_path(), arguments.player.as_deref());
    let search = TakeOver { replay, player, options: &options };
    let report = search.explain(&mut |now| progress.done(now.played, Some(now.planned), None))?;
    Ok(serde_json::to_string(&report).map_err(std::io::Error::from)?)
}
