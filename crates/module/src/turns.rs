//! `wag.debug` and `wag.regress`: recorded turns that are played again.

use crate::limits::Limits;
use crate::task::{self, Progress};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use wag_games::open_replay;
use wag_i18n::message;
use wag_inspect::recorded_player::{RecordedPlayer, chosen_seat};
use wag_inspect::reenter::{ReenterRequest, Selection};
use wag_inspect::regress::{RegressRequest, regress as play_all};
use wag_inspect::replayed_turn::ReplayedTurn;
use wag_play::recorded::{named, open, recorded_limits};
use wag_play::{PlayError, user_error};

/// The arguments of `wag.debug`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DebugArguments {
    replay: PathBuf,
    round: u32,
    player: Option<String>,
    file: Option<String>,
    #[serde(default)]
    limits: Limits,
}

/// Plays a recorded turn again. `request` is the JSON of the arguments; the result is the JSON that docs/en/json.md documents
/// for `wag debug --json`.
#[pyfunction]
pub fn debug(py: Python<'_>, request: &str, on_progress: &Bound<'_, PyAny>) -> PyResult<String> {
    let arguments: DebugArguments = crate::parse(py, request)?;
    task::run(py, on_progress, move |progress| play_turn(&arguments, progress))
}

fn play_turn(arguments: &DebugArguments, progress: &Progress) -> Result<String, PlayError> {
    let path = arguments.replay.as_path();
    let (game, blocks) = named(path, open_replay(open(path)?))?;
    let header = blocks.header.clone();
    let seat = chosen_seat(&header, arguments.player.as_deref())?;
    let player = RecordedPlayer::find(game.info, &header, path, seat, arguments.file.as_deref())?;
    let limits = recorded_limits(&header, game.info, &arguments.limits);
    let selection = Selection::Round(arguments.round);
    let request = ReenterRequest::new(path, (player.seat, &player.spec), selection, limits, &progress.stop);
    let is_repeatable = blocks.is_repeatable();
    let mut played = None;
    wag_inspect::reenter::reenter(game, blocks, &request, &mut |turn| played = Some(turn))?;
    match played {
        Some(turn) => Ok(json!(ReplayedTurn::of(&player, is_repeatable, turn)).to_string()),
        None => user_error(message!("%{path} ends before this turn", path = path.display())),
    }
}

/// The arguments of `wag.regress`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegressArguments {
    replays: Vec<PathBuf>,
    file: String,
    player: Option<String>,
    #[serde(default)]
    limits: Limits,
}

/// Plays all recorded turns of a player again. `request` is the JSON of the arguments; the result is the JSON that
/// docs/en/json.md documents for `wag regress --json`.
#[pyfunction]
pub fn regress(py: Python<'_>, request: &str, on_progress: &Bound<'_, PyAny>) -> PyResult<String> {
    let arguments: RegressArguments = crate::parse(py, request)?;
    task::run(py, on_progress, move |progress| {
        let request = RegressRequest {
            replays: &arguments.replays,
            file: &arguments.file,
            player: arguments.player.as_deref(),
            limits: &arguments.limits,
            stop: Arc::clone(&progress.stop),
        };
        let report = play_all(&request, |turns| progress.done(turns, None, None))?;
        Ok(json!(report.for_json(&arguments.replays)).to_string())
    })
}
