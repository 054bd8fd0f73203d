//! Tuning: a search for better values of the parameters in an AI's file.

mod copies;
mod report;
mod stored_search;

pub use report::TuneReport;

#[cfg(any(test, feature = "testing", fuzzing))]
pub use stored_search::read_any;

use crate::compare::{entrants, seats};
use crate::series::places;
use crate::{Executor, Place, Plan, SeriesEvent, SeriesEvents, play_all};
use copies::Copies;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stored_search::{StoredSearch, TrialRecord};
use wag_core::files;
use wag_core::problem::Problem;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_ladder::{self as ladder, locks};
use wag_play::{FailedStarts, LimitOptions, PlayError, RawOptions, WorkerPolicy, user_error};
use wag_stats::compare::{Role, Schedule, Sums, scores};
use wag_stats::series::MatchResult;
use wag_stats::tune::{Method, Params, Search, Trial};

/// The difference between the seeds of the final check and those of the search, so large that no seed occurs in both.
const UNSEEN: u64 = 1 << 32;

/// The maximum size of an AI's file that can be tuned, in bytes.
const TEXT_MAX: u64 = 4 << 20;

/// A request to tune the parameters of an AI's file.
pub struct TuneRequest {
    pub game: KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that chooses the map or board.
    pub places: Vec<String>,
    /// The AI's file.
    pub file: PathBuf,
    /// The opponents that all settings meet; empty if the settings play against each other.
    pub against: Vec<String>,
    pub method: Method,
    /// The maximum number of pairs of matches that the search plays.
    pub pairs: usize,
    /// The number of pairs of matches in the final check, in which the best setting plays against the default.
    pub check: usize,
    pub seed: u64,
    /// Plays the matches.
    pub executor: Arc<dyn Executor>,
    /// The file that stores the search, so that it can be resumed.
    pub into: PathBuf,
    pub limits: LimitOptions,
}

/// The result of a search that has finished or was interrupted.
pub struct Tuned {
    /// The best setting: the value of each parameter, scaled to the range from 0 (lowest value) to 1 (highest value).
    pub best: Vec<f64>,
    pub trials_played: usize,
    pub trials_planned: usize,
    /// The result of the final check of the best setting against the default; `None` if the search was interrupted.
    pub check: Option<Sums>,
    /// The number of failed turns of the tuned AI, and the first failure.
    pub failures: (u64, Option<Problem>),
}

/// A search that is ready to be played.
pub struct Tuner<'r> {
    request: &'r TuneRequest,
    pub params: Params,
    stored: StoredSearch,
    seats: usize,
    places: Vec<Place>,
    copies: Copies,
    stop: Arc<AtomicBool>,
    warn: ladder::Warn,
    /// The number of pairs of matches that the search has used so far; each pair has its own seed.
    pairs_used: u64,
    failures: (u64, Option<Problem>),
}

impl<'r> Tuner<'r> {
    /// Reads the AI's file and the file of the search. Setting `stop` ends the search early.
    pub fn prepare(
        request: &'r TuneRequest,
        stop: Arc<AtomicBool>,
        warn: ladder::Warn,
    ) -> Result<Tuner<'r>, PlayError> {
        let (text, params) = read(&request.file)?;
        let places = places(request.game, &request.options, &request.places)?;
        Ok(Tuner {
            request,
            stored: StoredSearch::open(&request.into, settings(request, &places, &text))?,
            seats: seats(request.game.info, &request.against)?,
            places,
            copies: Copies::of(&request.file, &request.into)?,
            params,
            stop,
            warn,
            pairs_used: 0,
            failures: (0, None),
        })
    }

    /// Runs the search, then checks the best setting against the default.
    pub fn tune(&mut self, events: SeriesEvents<'_>) -> Result<Tuned, PlayError> {
        let (request, defaults) = (self.request, self.params.defaults());
        let mut search = Search::new(request.method, defaults.clone(), request.pairs, request.seed);
        let trials_planned = search.trials();
        events(SeriesEvent::Planned { total: trials_planned });
        self.search(&mut search, events)?;
        let best = search.best();
        let trial = Trial { new: best.clone(), old: defaults, pairs: request.check };
        let seed = request.seed.wrapping_add(UNSEEN);
        let check = if self.is_stopped() { None } else { self.play(&trial, seed, events)? };
        Ok(Tuned {
            best,
            trials_played: self.stored.scores.len(),
            trials_planned,
            check,
            failures: self.failures.clone(),
        })
    }

    /// Returns whether the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the trials whose results are not yet in the file of the search.
    fn search(&mut self, search: &mut Search, events: SeriesEvents<'_>) -> Result<(), PlayError> {
        let mut known = self.stored.scores.clone().into_iter();
        let mut done = 0;
        while let Some(trial) = search.next_trial() {
            let score = match known.next() {
                Some(score) => score,
                None => {
                    let seed = self.request.seed.wrapping_add(self.pairs_used);
                    let Some(sums) = self.play(&trial, seed, events)? else { break };
                    sums.mean()
                }
            };
            self.pairs_used += trial.pairs as u64;
            search.record_score(score);
            let [new, old] = [&trial.new, &trial.old].map(|shares| self.params.values(shares));
            let record = TrialRecord { new, old, pairs: trial.pairs, score };
            self.stored.add(record, &self.params.values(&search.best()))?;
            done += 1;
            events(SeriesEvent::Done { done, workers: self.request.executor.workers() });
        }
        Ok(())
    }

    /// Plays a trial; returns `None` if it was interrupted.
    fn play(
        &mut self,
        trial: &Trial,
        seed: u64,
        events: SeriesEvents<'_>,
    ) -> Result<Option<Sums>, PlayError> {
        let (request, info) = (self.request, self.request.game.info);
        let opponents = request.against.len();
        let schedule = Schedule { seats: self.seats, places: self.places.len(), opponents, seed };
        let [new, old] = self.copies.write(&self.params.with(&trial.new), &self.params.with(&trial.old))?;
        let readable = &request.limits.rights.readable;
        let plan = Plan {
            game: request.game,
            entrants: entrants(info, &schedule, [&new, &old], &request.against, readable)?,
            places: self.places.clone(),
            fixtures: schedule.fixtures(trial.pairs),
            limits: request.limits.limits_for(info, &request.options),
            failed_starts: FailedStarts::RefuseUnlessLate,
            fork: None,
            executor: Arc::clone(&request.executor),
            replays: None,
            with_output: false,
            workers: WorkerPolicy::Keep,
            stop: Arc::clone(&self.stop),
        };
        let files = plan.places.iter().flat_map(|place| info.files(&place.game_options));
        locks::check_all(plan.game, &plan.entrants, files, self.warn)?;
        let mut played = BTreeMap::new();
        let over = |results: Vec<MatchResult>| {
            played.extend(results.into_iter().map(|result| (result.number, result)));
            Ok(ControlFlow::Continue(()))
        };
        // What is done is counted in trials.
        let void = play_all(&plan, over, &mut |event| match event {
            SeriesEvent::Message { .. } => events(event),
            SeriesEvent::Planned { .. } | SeriesEvent::Done { .. } | SeriesEvent::Compared { .. } => {}
        })?;
        if let Some(problem) = void.into_values().next() {
            return Err(PlayError::GameFailed(Box::new(problem)));
        }
        if played.len() < plan.fixtures.len() {
            return Ok(None);
        }
        let roles = schedule.entrants();
        let played: Vec<MatchResult> = played.into_values().collect();
        for seat in played.iter().flat_map(|result| &result.seats) {
            if !matches!(roles[seat.entrant], Role::Opponent(_)) {
                self.failures.0 += u64::from(seat.faults);
                self.failures.1 = self.failures.1.take().or(seat.failure.clone());
            }
        }
        Ok(Some(scores(&schedule, played).into_iter().collect()))
    }
}

/// Reads an AI's file; returns its text and its parameters.
fn read(file: &Path) -> Result<(String, Params), PlayError> {
    let path = file.display();
    let text = match files::read_text(file, TEXT_MAX) {
        Ok(text) => text,
        Err(fault) => return user_error(message!("%{path} cannot be read: %{fault}", path, fault)),
    };
    match Params::read(&text) {
        Ok(params) => Ok((text, params)),
        Err(fault) => user_error(message!(
            "%{path}: %{fault}. `wag tune` tunes the values in a line such as PARAMS = {\"name\": (default, low, high)}",
            path,
            fault = fault.translated()
        )),
    }
}

/// Returns all data that identify a search, in the form in which they are stored in the search's file.
fn settings(request: &TuneRequest, places: &[Place], text: &str) -> Value {
    json!({
        "game": request.game.info.name,
        "options": request.options,
        "places": places.iter().map(|place| place.word.as_str()).collect::<Vec<_>>(),
        "against": request.against,
        "method": request.method.name(),
        "pairs": request.pairs,
        "seed": request.seed,
        "limits": request.limits.words(),
        "source": text,
    })
}
