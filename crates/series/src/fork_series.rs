//! Many forks of one match with different random numbers, with and without a change.

use crate::SeriesEvents;
use crate::many::{Executor, Place, Plan, play_all};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::{GameOptions, Seat, derive_seed};
use wag_core::text::printable;
use wag_i18n::message;
use wag_play::error::{PlayError, user_error};
use wag_play::fork::{Fork, ForkParent};
use wag_play::line_up::player_spec::Kind;
use wag_play::one::FailedStarts;
use wag_play::seats::worker_policy::WorkerPolicy;
use wag_stats::compare::Gain;
use wag_stats::series::{Estimate, Fixture, MatchResult, estimate, wilson_interval};

/// Forks of one match that differ in their random numbers.
pub struct ForkSeries {
    pub fork: Arc<Fork>,
    /// The number of forks with the change, and also of those without it.
    pub games: u32,
    /// Whether forks without the change are played, too, if that is possible.
    pub compares: bool,
    /// The seed from which the seeds of the forks are derived.
    pub seed: u64,
    pub executor: Arc<dyn Executor>,
    /// The folder for the replays; `None` to save none.
    pub replays: Option<PathBuf>,
    pub stop: Arc<AtomicBool>,
}

/// The wins of one seat in forks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinRate {
    pub games: u32,
    /// The number of forks that the player won alone.
    pub wins: u32,
    /// The number of forks that the player won together with others.
    pub ties: u32,
    /// The mean of the first figure; 0 without forks.
    pub figure: Estimate,
}

impl WinRate {
    /// Returns the 95 % confidence interval of the share of wins, in which a tie is half a win.
    pub fn interval(&self) -> (f64, f64) {
        wilson_interval(f64::from(self.wins) + f64::from(self.ties) / 2.0, self.games)
    }

    /// Returns the share of wins, in which a tie is half a win; `None` without forks.
    pub fn share(&self) -> Option<f64> {
        let wins = f64::from(self.wins) + f64::from(self.ties) / 2.0;
        (self.games > 0).then(|| wins / f64::from(self.games))
    }

    /// Returns the mean of the first figure; `None` without forks.
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then_some(self.figure.mean)
    }
}

/// The result of a series of forks: the win rates of each seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ForkSeriesReport {
    pub with_change: Vec<WinRate>,
    /// The win rates without the change; empty if nothing was changed.
    pub without_change: Vec<WinRate>,
    /// What the change adds to each seat's first figure; empty if nothing was changed, `None` for fewer than two pairs.
    pub gains: Vec<Option<Gain>>,
    /// Whether all forks with the change, and all forks without it, had the same result.
    pub is_certain: bool,
    /// The number of forks that were played.
    pub played: u32,
}

impl ForkSeries {
    /// Plays all forks.
    pub fn play(&self, events: SeriesEvents<'_>) -> Result<ForkSeriesReport, PlayError> {
        let plan = self.plan();
        let mut results: Vec<MatchResult> = Vec::new();
        let over = |more: Vec<MatchResult>| {
            results.extend(more);
            Ok(ControlFlow::Continue(()))
        };
        play_all(&plan, over, events)?;
        results.sort_by_key(|result| result.number);
        let seats = self.fork.recorded.len();
        let group = |group| results.iter().filter(move |result| result.group == group);
        let rates = |of: usize| Seat::all(seats).map(|seat| rate(group(of), seat)).collect::<Vec<_>>();
        let has_one_result = |of: usize| {
            let mut figures = group(of).map(|result| figures(result));
            let first = figures.next();
            figures.all(|other| Some(other) == first)
        };
        Ok(ForkSeriesReport {
            with_change: rates(0),
            without_change: if self.compares() { rates(1) } else { Vec::new() },
            gains: if self.compares() { gains(&results, seats) } else { Vec::new() },
            is_certain: has_one_result(0) && has_one_result(1),
            played: results.len() as u32,
        })
    }

    /// Returns an error if a player without code would have to follow its record: with other random numbers, its views
    /// differ at once.
    pub fn check(&self) -> Result<(), PlayError> {
        let entrants = self.fork.entrants();
        let mut seats = Seat::all(entrants.len());
        let follows = |seat: &Seat| {
            entrants[seat.index()].kind == Kind::Recorded && self.fork.has_turns.contains(*seat)
        };
        match seats.find(follows) {
            None => Ok(()),
            Some(seat) => user_error(message!(
                "there is no code for %{name}, and recorded orders do not fit other random numbers; choose a file or a built-in \
                 player that takes its place with --player and --with",
                name = printable(&entrants[seat.index()].name)
            )),
        }
    }

    /// Returns the number of matches to play.
    pub fn matches(&self) -> usize {
        self.games as usize * if self.compares() { 2 } else { 1 }
    }

    /// Returns whether forks without the change are played, too.
    pub fn compares(&self) -> bool {
        self.compares && self.fork.has_original()
    }

    /// Each seed is played with the change first and then without it, so that an interrupted series is balanced.
    fn plan(&self) -> Plan {
        let fork = &self.fork;
        let mut entrants = fork.recorded.clone();
        let recorded: Vec<usize> = (0..entrants.len()).collect();
        let mut changed = recorded.clone();
        for (seat, spec) in &fork.changed {
            changed[seat.index()] = entrants.len();
            entrants.push(spec.clone());
        }
        let fixtures = (0..self.games).flat_map(|number| {
            let seed = derive_seed(self.seed, "fork", &[number.into()]);
            let fixture =
                |group: usize, seats: &[usize]| Fixture { place: 0, seed, seats: seats.to_vec(), group };
            let without = self.compares().then(|| fixture(1, &recorded));
            [Some(fixture(0, &changed)), without].into_iter().flatten()
        });
        Plan {
            game: fork.game,
            fixtures: fixtures.collect(),
            entrants,
            places: vec![Place {
                word: fork.header.map.clone(),
                game_options: GameOptions::default(),
                round: None,
                first_orders: None,
            }],
            limits: fork.limits.clone(),
            failed_starts: FailedStarts::RefuseUnlessLate,
            executor: Arc::clone(&self.executor),
            replays: self.replays.clone(),
            with_output: false,
            workers: WorkerPolicy::Anew,
            fork: Some(Arc::clone(fork)),
            stop: Arc::clone(&self.stop),
        }
    }
}

fn rate<'r>(results: impl Iterator<Item = &'r MatchResult>, seat: Seat) -> WinRate {
    let (mut rate, mut figures) = (WinRate::default(), Vec::new());
    for result in results {
        let winners = result.seats.iter().filter(|one| one.has_won()).count();
        let own = &result.seats[seat.index()];
        rate.games += 1;
        rate.wins += u32::from(own.has_won() && winners == 1);
        rate.ties += u32::from(own.has_won() && winners > 1);
        figures.push(own.figures.first().copied().unwrap_or_default() as f64);
    }
    WinRate { figure: estimate(&figures), ..rate }
}

/// Returns what the change adds to each seat's first figure, from the pairs whose two forks were played.
fn gains(results: &[MatchResult], seats: usize) -> Vec<Option<Gain>> {
    let figure = |result: &MatchResult, seat: Seat| {
        result.seats[seat.index()].figures.first().copied().unwrap_or_default() as f64
    };
    let gain = |seat: Seat| {
        let pairs = results.windows(2).filter_map(|pair| match pair {
            // With the change and without it, with the same seed.
            [with, without] if with.group == 0 && without.number == with.number + 1 => {
                Some(figure(with, seat) - figure(without, seat))
            }
            _ => None,
        });
        Gain::of(&pairs.collect::<Vec<_>>())
    };
    Seat::all(seats).map(gain).collect()
}

fn figures(result: &MatchResult) -> Vec<(u32, &[i64])> {
    result.seats.iter().map(|seat| (seat.place, seat.figures.as_slice())).collect()
}

/// The object of `wag fork --games N --json`; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct JsonForkSeries {
    pub game: &'static str,
    pub fork: ForkParent,
    pub games: u32,
    /// The number of forks that were played.
    pub played: u32,
    pub with: Vec<PlayerRate>,
    /// `None` if nothing was changed.
    pub without: Option<Vec<PlayerRate>>,
    /// The name of the figure of the means and gains.
    pub figure: &'static str,
    pub is_certain: bool,
}

/// The wins of a player in forks.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerRate {
    pub player: String,
    pub games: u32,
    pub wins: u32,
    pub ties: u32,
    pub share: Option<f64>,
    pub interval: (f64, f64),
    /// The mean of the figure; `None` without forks.
    pub mean: Option<f64>,
    /// What the change adds to the figure; `None` if this is the rate without the change or if nothing was changed.
    pub gain: Option<Gain>,
}

impl ForkSeriesReport {
    /// Returns the report for programs. `games` is the number of forks that were requested.
    pub fn for_json(&self, fork: &Fork, games: u32) -> JsonForkSeries {
        let rate = |(seat, rate): (Seat, &WinRate), gain: Option<Gain>| PlayerRate {
            player: fork.name(seat).to_string(),
            games: rate.games,
            wins: rate.wins,
            ties: rate.ties,
            share: rate.share(),
            interval: rate.interval(),
            mean: rate.mean(),
            gain,
        };
        let rates = |rates: &[WinRate], gains: &[Option<Gain>]| -> Vec<PlayerRate> {
            let gain = |seat: Seat| gains.get(seat.index()).copied().flatten();
            Seat::all(rates.len()).zip(rates).map(|one| rate(one, gain(one.0))).collect()
        };
        JsonForkSeries {
            game: fork.game.info.name,
            fork: fork.parent(),
            games,
            played: self.played,
            with: rates(&self.with_change, &self.gains),
            without: Some(rates(&self.without_change, &[])).filter(|rates| !rates.is_empty()),
            figure: fork.game.info.figures.first().copied().unwrap_or_default(),
            is_certain: self.is_certain,
        }
    }
}
