//! `wag tune`: searches for better numbers in an AI's file.

mod args;
mod copies;
mod kept;

use super::answer::{ExitStatus, print, user_error};
use super::compare::{entrants, seats};
use super::locks;
use super::progress::{Starts, bar, warn};
use super::series::places;
use super::start::stop_on_signals;
use super::table::{Column, Table};
use super::with_game::WithGame;
use anyhow::Context;
pub use args::{HELP, Tune};
use copies::Copies;
use indicatif::ProgressBar;
#[cfg(any(test, fuzzing))]
pub(crate) use kept::read_any;
use kept::{Kept, TrialRecord};
use serde_json::{Value, json};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::files;
use wag_i18n::{decimal, t};
use wag_runner::{FailedStarts, Place, Plan, PlayError, play_all};
use wag_stats::compare::{Role, Schedule, Sums, scores};
use wag_stats::series::Failure;
use wag_stats::tune::{Method, Param, Params, Search, Trial};

/// So far behind those of the search lie the seeds of the check: no search takes that many.
const UNSEEN: u64 = 1 << 32;

/// Searches, then checks what it has found.
pub fn run(options: &WithGame<Tune>) -> anyhow::Result<ExitStatus> {
    match tune(options) {
        Err(err) if matches!(err.downcast_ref(), Some(PlayError::CannotStart(_))) => Ok(ExitStatus::Rejected),
        done => done,
    }
}

fn tune(options: &WithGame<Tune>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let words = &options.words;
    let (text, params) = read(words)?;
    let places = places(options.game, &options.options, &options.places)?;
    let mut kept = Kept::open(&words.into, settings(options, &places, &text))?;
    let mut tuner = Tuner {
        options,
        seats: seats(&options.game.card, &words.against)?,
        places,
        copies: Copies::of(&words.file, &words.into)?,
        params: &params,
        stop,
        played: 0,
        failures: (0, None),
    };
    let method = if words.method == "halving" { Method::Halving } else { Method::Spsa };
    let mut search = Search::new(method, params.defaults(), words.pairs as usize, words.seed);
    let progress = bar(&t!("{bar:30.cyan/blue} trial {pos}/{len}  {eta} left"), !words.quiet && !words.json);
    let trials = search.trials();
    progress.set_length(trials as u64);
    tuner.search(&mut search, &mut kept, &progress)?;
    progress.finish_and_clear();
    let best = search.best();
    let check = tuner.check(&best)?;
    let told =
        TuneReport { options, params: &params, best: &best, trials: (kept.scores.len(), trials), check };
    told.print(&tuner)?;
    if let (Some(file), Some(_)) = (&words.output, told.check) {
        let why = || t!("%{path} can't be written", path = file.display());
        files::write(file, params.with(&best).as_bytes()).with_context(why)?;
    }
    Ok(if tuner.is_stopped() { ExitStatus::Interrupted } else { ExitStatus::Success })
}

/// The longest AI file that is tuned, in bytes.
const TEXT_MAX: u64 = 4 << 20;

/// The file's text, and what may change in it.
fn read(words: &Tune) -> anyhow::Result<(String, Params)> {
    let path = words.file.display();
    let text = match files::read_text(&words.file, TEXT_MAX) {
        Ok(text) => text,
        Err(fault) => return user_error(t!("%{path} can't be read: %{fault}", path, fault)),
    };
    match Params::read(&text) {
        Ok(params) => Ok((text, params)),
        Err(fault) => user_error(t!(
            "%{path}: %{fault}. `wag tune` changes what stands there: PARAMS = {\"name\": (default, low, high)}",
            path,
            fault = fault.told()
        )),
    }
}

/// All that makes a search the same.
fn settings(options: &WithGame<Tune>, places: &[Place], text: &str) -> Value {
    let words = &options.words;
    json!({
        "game": options.game.card.name,
        "options": options.options,
        "places": places.iter().map(|place| place.word.as_str()).collect::<Vec<_>>(),
        "against": words.against,
        "method": words.method,
        "pairs": words.pairs,
        "seed": words.seed,
        "limits": words.limit_args.words(),
        "source": text,
    })
}

/// Plays whatever the search wants to know.
struct Tuner<'t> {
    options: &'t WithGame<Tune>,
    seats: usize,
    places: Vec<Place>,
    copies: Copies,
    params: &'t Params,
    stop: Arc<AtomicBool>,
    /// How many pairs the search has taken: each has a seed of its own.
    played: u64,
    /// How often one of the settings has failed, and how first.
    failures: (u64, Option<Failure>),
}

impl Tuner<'_> {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What has been played before is not played again.
    fn search(&mut self, search: &mut Search, kept: &mut Kept, progress: &ProgressBar) -> anyhow::Result<()> {
        let mut known = kept.scores.clone().into_iter();
        while let Some(trial) = search.next_trial() {
            let score = match known.next() {
                Some(score) => score,
                None => {
                    let seed = self.options.words.seed.wrapping_add(self.played);
                    let Some(sums) = self.play(&trial, seed)? else { break };
                    sums.mean()
                }
            };
            self.played += trial.pairs as u64;
            search.told(score);
            let [new, old] = [&trial.new, &trial.old].map(|shares| self.params.values(shares));
            let record = TrialRecord { new, old, pairs: trial.pairs, score };
            kept.add(record, &self.params.values(&search.best()))?;
            progress.inc(1);
        }
        Ok(())
    }

    /// The best setting against the default, with seeds that the search has not seen.
    fn check(&mut self, best: &[f64]) -> anyhow::Result<Option<Sums>> {
        let words = &self.options.words;
        let trial = Trial { new: best.to_vec(), old: self.params.defaults(), pairs: words.check as usize };
        if self.is_stopped() { Ok(None) } else { self.play(&trial, words.seed.wrapping_add(UNSEEN)) }
    }

    /// `None` when it was broken off.
    fn play(&mut self, trial: &Trial, seed: u64) -> anyhow::Result<Option<Sums>> {
        let (words, card) = (&self.options.words, &self.options.game.card);
        let opponents = words.against.len();
        let schedule = Schedule { seats: self.seats, places: self.places.len(), opponents, seed };
        let [new, old] = self.copies.write(&self.params.with(&trial.new), &self.params.with(&trial.old))?;
        let plan = Plan {
            game: self.options.game,
            entrants: entrants(card, &schedule, [&new, &old], &words.against, &words.limit_args)?,
            places: self.places.clone(),
            fixtures: schedule.fixtures(trial.pairs),
            limits: words.limit_args.limits_for(card, &self.options.options),
            failed_starts: FailedStarts::RefuseUnlessLate,
            jobs: words.jobs.map(|jobs| jobs as usize),
            replays: None,
            stop: Arc::clone(&self.stop),
        };
        locks::check_all(
            plan.game,
            &plan.entrants,
            plan.places.iter().flat_map(|place| card.files(&place.chosen)),
        )?;
        let (mut played, mut starts) = (Vec::new(), Starts::default());
        let over = |result| {
            played.push(result);
            Ok(ControlFlow::Continue(()))
        };
        play_all(&plan, over, |told| starts.tell(told))?;
        if played.len() < plan.fixtures.len() {
            return Ok(None);
        }
        let roles = schedule.entrants();
        played.sort_by_key(|result| result.number);
        for seat in played.iter().flat_map(|result| &result.seats) {
            if !matches!(roles[seat.entrant], Role::Opponent(_)) {
                self.failures.0 += u64::from(seat.faults);
                self.failures.1 = self.failures.1.take().or(seat.failure.clone());
            }
        }
        Ok(Some(scores(&schedule, played).into_iter().collect()))
    }
}

/// What there is to tell.
struct TuneReport<'t> {
    options: &'t WithGame<Tune>,
    params: &'t Params,
    best: &'t [f64],
    /// How many trials have been played, and how many there were to be.
    trials: (usize, usize),
    check: Option<Sums>,
}

impl TuneReport<'_> {
    fn print(&self, tuner: &Tuner<'_>) -> anyhow::Result<()> {
        if let (count, Some(first)) = &tuner.failures {
            warn(t!(
                "the AI failed %{count} times in these matches, first: %{message} [%{kind}]",
                count,
                message = first.message.translated(),
                kind = first.kind_told()
            ));
        }
        let answer = if self.options.words.json { format!("{}\n", self.as_json()) } else { self.in_words() };
        print(&answer).map(|_| ())
    }

    fn in_words(&self) -> String {
        let mut table = Table::new([
            Column::essential("parameter").wrapped(),
            Column::high("default"),
            Column::essential("best"),
            Column::middle("low"),
            Column::middle("high"),
        ]);
        for (param, share) in self.params.all.iter().zip(self.best) {
            let numbers = [param.default, param.value(*share), param.low, param.high];
            table.row(std::iter::once(param.name.clone()).chain(numbers.map(|number| param.written(number))));
        }
        let (done, all) = self.trials;
        let into = self.options.words.into.display();
        let end = match &self.check {
            None => t!(
                "Broken off after %{done} of %{all} trials, which are kept in %{into}: the same command goes on.",
                done,
                all,
                into
            ),
            Some(sums) => {
                let (low, high) = sums.interval();
                let [mean, low, high] = [sums.mean(), low, high].map(|share| decimal(100.0 * share, 0));
                t!(
                    "Against the default it scores %{mean} % (%{low} to %{high}) in %{pairs} pairs of matches with seeds that the search has not seen.",
                    mean,
                    low,
                    high,
                    pairs = sums.pairs
                )
            }
        };
        format!("{table}\n{end}\n")
    }

    fn as_json(&self) -> Value {
        let param = |(param, share): (&Param, &f64)| {
            let [default, low, high] =
                [param.default, param.low, param.high].map(|value| param.as_json(value));
            let best = param.as_json(param.value(*share));
            json!({ "name": param.name, "default": default, "best": best, "low": low, "high": high })
        };
        let check = self.check.as_ref().map(|sums| {
            let (low, high) = sums.interval();
            json!({ "pairs": sums.pairs, "score": sums.mean(), "interval": [low, high] })
        });
        json!({
            "game": self.options.game.card.name,
            "method": self.options.words.method,
            "seed": self.options.words.seed,
            "trials": self.trials.0,
            "trials_planned": self.trials.1,
            "params": self.params.all.iter().zip(self.best).map(param).collect::<Vec<_>>(),
            "check": check,
        })
    }
}
