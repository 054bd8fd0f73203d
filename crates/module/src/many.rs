//! `wag.series`, `wag.compare`, `wag.tune` and `wag.tournament`: many matches on all cores.

use crate::dask;
use crate::games::game;
use crate::limits::Limits;
use crate::objects::{self, Objects};
use crate::task::Progress;
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use wag_play::{PlayError, user_error};
use wag_series::Executor;
use wag_series::compare::{Compare, CompareRequest};
use wag_series::compare_report::CompareReport;
use wag_series::series::{Series, SeriesRequest};
use wag_series::series_report::SeriesReport;
use wag_series::tune::{TuneReport, TuneRequest, Tuner};
use wag_stats::compare::{Measure, Terms};
use wag_stats::forms::FormName;
use wag_stats::tune::Method;
use wag_tournament::{Caller, TournamentEvent, TournamentRequest, TournamentResults};

/// The arguments that all these functions have.
#[derive(Deserialize)]
struct Common {
    game: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    /// The maps or boards.
    #[serde(default)]
    places: Vec<String>,
    seed: Option<u64>,
    jobs: Option<usize>,
    #[serde(default)]
    limits: Limits,
}

#[derive(Deserialize)]
struct SeriesArguments {
    #[serde(flatten)]
    common: Common,
    players: Vec<String>,
    games: u32,
    fixed_seats: bool,
    /// The folder for replays; `None` to save none.
    replays: Option<PathBuf>,
}

/// Plays a series. The result has the fields of `wag series --json`.
#[pyfunction]
#[pyo3(signature = (request, on_progress, objects, transport=None))]
pub fn series(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: SeriesArguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.common.jobs)?;
    objects::run(py, on_progress, objects, move |progress| play_series(arguments, executor, progress))
}

fn play_series(
    arguments: SeriesArguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let common = arguments.common;
    let request = SeriesRequest {
        game: game(&common.game)?,
        options: common.options.into_iter().collect(),
        places: common.places,
        players: arguments.players,
        games: arguments.games,
        seed: common.seed,
        fixed_seats: arguments.fixed_seats,
        executor,
        replays: arguments.replays,
        limits: common.limits.0.clone(),
    };
    let series = Series::prepare(&request, progress.stop.clone(), |_| {})?;
    let (results, void) = series.play(&mut progress.series_events())?;
    Ok(json!(SeriesReport::of(&series, &request, &results, &void)).to_string())
}

#[derive(Deserialize)]
struct CompareArguments {
    #[serde(flatten)]
    common: Common,
    new: String,
    old: String,
    against: Vec<String>,
    games: usize,
    /// `"places"` or `"score"`.
    by: String,
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// Compares two players. The result has the fields of `wag compare --json`.
#[pyfunction]
#[pyo3(signature = (request, on_progress, objects, transport=None))]
pub fn compare(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: CompareArguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.common.jobs)?;
    objects::run(py, on_progress, objects, move |progress| play_comparison(arguments, executor, progress))
}

fn play_comparison(
    arguments: CompareArguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let common = arguments.common;
    let measure = match arguments.by.as_str() {
        "places" => Measure::Places,
        "score" => Measure::Figure,
        _ => return user_error("by must be \"places\" or \"score\""),
    };
    let is_share = |share: f64| (0.0001..=0.4).contains(&share);
    // Written so that a value that is not a number is rejected as well.
    if !(arguments.elo0 < arguments.elo1 && is_share(arguments.alpha) && is_share(arguments.beta)) {
        return user_error("elo0 must be less than elo1, and alpha and beta between 0.0001 and 0.4");
    }
    if arguments.games < 2 {
        return user_error("games must be at least 2");
    }
    let terms =
        Terms { elo0: arguments.elo0, elo1: arguments.elo1, alpha: arguments.alpha, beta: arguments.beta };
    let request = CompareRequest {
        game: game(&common.game)?,
        options: common.options.into_iter().collect(),
        places: common.places,
        new: arguments.new,
        old: arguments.old,
        against: arguments.against,
        games: arguments.games,
        seed: common.seed,
        terms,
        measure,
        executor,
        limits: common.limits.0.clone(),
    };
    let mut compare = Compare::prepare(&request, progress.stop.clone(), |_| {})?;
    compare.play(&mut progress.series_events())?;
    Ok(json!(CompareReport::of(&compare, &request, None)).to_string())
}

#[derive(Deserialize)]
struct TuneArguments {
    #[serde(flatten)]
    common: Common,
    file: PathBuf,
    against: Vec<String>,
    /// `"spsa"` or `"halving"`.
    method: String,
    pairs: usize,
    check: usize,
    /// The file that stores the search.
    into: PathBuf,
}

/// Tunes the parameters of an AI's file. The result has the fields of `wag tune --json`.
#[pyfunction]
#[pyo3(signature = (request, on_progress, objects, transport=None))]
pub fn tune(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: TuneArguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.common.jobs)?;
    objects::run(py, on_progress, objects, move |progress| play_tuning(arguments, executor, progress))
}

fn play_tuning(
    arguments: TuneArguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let common = arguments.common;
    let method = match arguments.method.as_str() {
        "spsa" => Method::Spsa,
        "halving" => Method::Halving,
        _ => return user_error("method must be \"spsa\" or \"halving\""),
    };
    let request = TuneRequest {
        game: game(&common.game)?,
        options: common.options.into_iter().collect(),
        places: common.places,
        file: arguments.file,
        against: arguments.against,
        method,
        pairs: arguments.pairs,
        check: arguments.check,
        seed: common.seed.unwrap_or(1),
        executor,
        into: arguments.into,
        limits: common.limits.0.clone(),
    };
    let mut tuner = Tuner::prepare(&request, progress.stop.clone(), |_| {})?;
    let tuned = tuner.tune(&mut progress.series_events())?;
    Ok(json!(TuneReport::of(&tuner, &tuned)).to_string())
}

#[derive(Deserialize)]
struct TournamentArguments {
    #[serde(flatten)]
    common: Common,
    players: Vec<String>,
    without: Vec<String>,
    games: Option<u32>,
    seats: Option<u32>,
    form: Option<FormName>,
    /// The file of the tournament.
    file: PathBuf,
    resume: bool,
    replays: Option<PathBuf>,
    trust_programs: bool,
}

/// Starts or resumes a tournament. The result has the fields of `wag tournament --json`.
#[pyfunction]
#[pyo3(signature = (request, on_progress, objects, transport=None))]
pub fn tournament(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
    transport: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let arguments: TournamentArguments = crate::parse(py, request)?;
    let executor = dask::executor(transport, arguments.common.jobs)?;
    objects::run(py, on_progress, objects, move |progress| play_tournament(arguments, executor, progress))
}

fn play_tournament(
    arguments: TournamentArguments,
    executor: Arc<dyn Executor>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let common = arguments.common;
    let request = TournamentRequest {
        game: game(&common.game)?,
        options: common.options.into_iter().collect(),
        places: common.places,
        players: arguments.players,
        without: arguments.without,
        games: arguments.games,
        seats: arguments.seats,
        form: arguments.form,
        seed: common.seed,
        file: arguments.file,
        is_resumed: arguments.resume,
        is_estimate: false,
        watched: None,
        trust_programs: arguments.trust_programs,
        replays: arguments.replays,
        default_replays: None,
        limits: common.limits.0.clone(),
        given_names: BTreeMap::new(),
        known_refusals: BTreeMap::new(),
        caller: Caller::Terminal { confirm: |_| Ok(None) },
    };
    let mut running = wag_tournament::start(request, &mut |text| progress.message(&text), |_| {})?;
    let workers = Arc::clone(&executor);
    let events = &mut |event: TournamentEvent<'_>| match event {
        TournamentEvent::Stored { tournament } => {
            progress.done(tournament.played, Some(tournament.data.matches.len()), workers.workers());
        }
        TournamentEvent::Message { text } => progress.message(text),
    };
    wag_tournament::play(&mut running, executor, &progress.stop, events)?;
    Ok(json!(TournamentResults::of(&running.data).report()).to_string())
}
