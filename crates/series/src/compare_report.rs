//! The report of a comparison, as the program prints it as JSON and as `wag.compare` returns it; docs/en/comparisons.md
//! documents it.

use crate::compare::{Compare, CompareRequest, LOSSES_MAX};
use crate::series_report::{FirstFault, PlayerTotals};
use crate::{Plan, VoidMatch, again, replay_file};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::Ordering;
use wag_play::shown_spec;
use wag_stats::compare::{Comparison, Measure, Part, Role, Scored, Sums, Verdict, elo_of_score};
use wag_stats::series::{EntrantResult, PlayedMatch};

/// The result of a comparison.
#[derive(Debug, Serialize)]
pub struct CompareReport {
    pub game: &'static str,
    pub new: String,
    pub old: String,
    pub against: Vec<String>,
    pub by: &'static str,
    pub verdict: &'static str,
    /// Whether the comparison was interrupted before the verdict was certain.
    pub interrupted: bool,
    pub games: u32,
    #[serde(flatten)]
    pub score: Score,
    /// The score as a difference in Elo points; `None` if it is infinite.
    pub elo: Option<f64>,
    pub log_likelihood_ratio: f64,
    pub bounds: (f64, f64),
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub seed: u64,
    /// The figure that decides the game; empty if the game has no figures.
    pub figure: &'static str,
    pub margin: Option<f64>,
    pub margin_interval: Option<[f64; 2]>,
    pub level_pairs: usize,
    pub places_say_little: bool,
    pub without_chance: bool,
    pub places: Vec<PartScore>,
    pub opponents: Vec<PartScore>,
    pub seats: Vec<PartScore>,
    /// The new player, then the old one.
    pub sides: [Side; 2],
    pub losses: Vec<Loss>,
    /// A row for each pair.
    pub played: Vec<PairRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMatch>,
}

/// A pair of matches.
#[derive(Debug, Serialize)]
pub struct PairRow {
    /// The number of the pair, counted from 1.
    pub pair: usize,
    /// The score of the new player, from 0 to 1.
    pub score: f64,
    pub seed: u64,
    pub map: Option<String>,
    pub matches: [ComparedMatch; 2],
}

/// A match of a comparison.
#[derive(Debug, Serialize)]
pub struct ComparedMatch {
    #[serde(flatten)]
    pub played: PlayedMatch,
    /// The role of each seat: `new`, `old` or `opponent`.
    pub roles: Vec<&'static str>,
}

/// The mean score of pairs of matches, and its 95 % confidence interval.
#[derive(Debug, Serialize)]
pub struct Score {
    pub pairs: u32,
    pub score: f64,
    pub interval: (f64, f64),
}

impl From<&Sums> for Score {
    fn from(sums: &Sums) -> Score {
        Score { pairs: sums.pairs, score: sums.mean(), interval: sums.interval() }
    }
}

/// The score on one map, against one opponent or on one seat.
#[derive(Debug, Serialize)]
pub struct PartScore {
    #[serde(flatten)]
    pub part: PartName,
    #[serde(flatten)]
    pub score: Score,
}

/// The matches that a score is about.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PartName {
    Place(String),
    Opponent(String),
    /// The seat, counted from 1.
    Seat(usize),
}

/// The statistics of one of the two compared players.
#[derive(Debug, Serialize)]
pub struct Side {
    pub name: String,
    /// The number of matches in which the player took part, or should have taken part.
    #[serde(skip)]
    pub games: u64,
    #[serde(flatten)]
    pub totals: PlayerTotals,
}

/// A clear loss of the new player.
#[derive(Debug, Serialize)]
pub struct Loss {
    pub score: f64,
    /// The command that plays the match again; `None` if a player is an object of this process.
    pub again: Option<String>,
    /// The file with the replay; `None` if no replays of losses are saved.
    pub replay: Option<String>,
}

/// The data from which a report is made.
struct Source<'s> {
    request: &'s CompareRequest,
    plan: &'s Plan,
    comparison: &'s Comparison,
}

impl CompareReport {
    /// Makes the report. `losses` is the folder for the replays of the new player's clearest losses.
    pub fn of(compare: &Compare, request: &CompareRequest, losses: Option<&Path>) -> CompareReport {
        let Compare { plan, comparison, seed, void } = compare;
        let source = Source { request, plan, comparison };
        let (terms, sums, parts) = (&request.terms, &comparison.sums, comparison.parts());
        let margin = comparison.margin();
        let margin_interval = |half_width: f64| margin.map(|it| [it.mean - half_width, it.mean + half_width]);
        let lost = comparison.clearest_losses(LOSSES_MAX).into_iter().enumerate().map(|(at, pair)| Loss {
            score: pair.score,
            again: source.again(2 * pair.number),
            replay: losses.map(|folder| replay_file(folder, at).display().to_string()),
        });
        CompareReport {
            game: plan.game.info.name,
            new: shown_spec(&request.new).to_string(),
            old: shown_spec(&request.old).to_string(),
            against: request.against.iter().map(|spec| shown_spec(spec).to_string()).collect(),
            by: match request.measure {
                Measure::Places => "places",
                Measure::Figure => "score",
            },
            verdict: match comparison.verdict {
                Verdict::Better => "better",
                Verdict::NotBetter => "not better",
                Verdict::Undecided => "undecided",
            },
            interrupted: compare.is_broken_off(),
            games: 2 * sums.pairs,
            score: sums.into(),
            elo: Some(elo_of_score(sums.mean())).filter(|elo| elo.is_finite()),
            log_likelihood_ratio: comparison.log_ratio(),
            bounds: terms.bounds(),
            elo0: terms.elo0,
            elo1: terms.elo1,
            alpha: terms.alpha,
            beta: terms.beta,
            seed: *seed,
            figure: plan.game.info.figures.first().copied().unwrap_or_default(),
            margin: margin.map(|margin| margin.mean),
            margin_interval: margin.and_then(|margin| margin.half_width).and_then(margin_interval),
            level_pairs: comparison.level_pairs(),
            places_say_little: comparison.places_say_little(),
            without_chance: comparison.is_without_chance(),
            places: part_scores(&parts.places, |at| PartName::Place(plan.places[at].word.clone())),
            opponents: part_scores(&parts.opponents, |at| {
                PartName::Opponent(shown_spec(&request.against[at]).to_string())
            }),
            seats: part_scores(&parts.seats, |at| PartName::Seat(at + 1)),
            sides: [Role::New, Role::Old].map(|role| source.side(role)),
            losses: lost.collect(),
            played: comparison.pairs.iter().map(|pair| source.pair(pair)).collect(),
            void: VoidMatch::list(plan, void),
        }
    }
}

impl Compare {
    /// Returns whether the comparison was stopped before the verdict was certain.
    pub fn is_broken_off(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed) && self.comparison.verdict == Verdict::Undecided
    }
}

fn part_scores(parts: &BTreeMap<usize, Part>, name: impl Fn(usize) -> PartName) -> Vec<PartScore> {
    parts.iter().map(|(at, sums)| PartScore { part: name(*at), score: sums.into() }).collect()
}

impl Source<'_> {
    /// Returns the player spec of this player as reports show it.
    fn name(&self, entrant: usize) -> &str {
        shown_spec(self.spec(entrant))
    }

    fn spec(&self, entrant: usize) -> &str {
        match self.comparison.role(entrant) {
            Role::New => &self.request.new,
            Role::Old => &self.request.old,
            Role::Opponent(at) => &self.request.against[at],
        }
    }

    /// Returns the command that plays a match of the comparison again.
    fn again(&self, number: usize) -> Option<String> {
        let spec = |entrant| self.spec(entrant).to_string();
        again(self.plan, number, spec, &self.request.options, &self.request.limits)
    }

    fn side(&self, role: Role) -> Side {
        let seats = || {
            let seats =
                self.comparison.played().flat_map(|one| one.seats.iter().map(move |seat| (one.number, seat)));
            seats.filter(|(_, seat)| self.comparison.role(seat.entrant) == role)
        };
        let sum =
            |value: fn(&EntrantResult) -> u32| seats().map(|(_, seat)| u64::from(value(seat))).sum::<u64>();
        // A mean over all turns for which the time was measured.
        let mean = |value: fn(&EntrantResult) -> Option<f64>| {
            let times = || seats().filter_map(|(_, seat)| Some((value(seat)?, f64::from(seat.turns))));
            let turns: f64 = times().map(|(_, turns)| turns).sum();
            (turns > 0.0).then(|| times().map(|(time, turns)| time * turns).sum::<f64>() / turns)
        };
        let max = |value: fn(&EntrantResult) -> Option<f64>| {
            seats().filter_map(|(_, seat)| value(seat)).reduce(f64::max)
        };
        let first = seats().find_map(|(number, seat)| Some((number, seat.failure.clone()?)));
        Side {
            name: match role {
                Role::Old => self.request.old.clone(),
                _ => self.request.new.clone(),
            },
            games: sum(|_| 1),
            totals: PlayerTotals {
                turn_ms_mean: mean(|seat| Some(seat.think_ms_mean)).unwrap_or(0.0),
                turn_ms_max: max(|seat| Some(seat.think_ms_max)).unwrap_or(0.0),
                cpu_ms_mean: mean(|seat| seat.cpu_ms_mean.filter(|_| seat.cpu_ms_max.is_some())),
                cpu_ms_max: max(|seat| seat.cpu_ms_max.filter(|_| seat.cpu_ms_mean.is_some())),
                time_outs: sum(|seat| seat.time_outs),
                time_outs_doubtful: sum(|seat| seat.doubtful),
                faults: sum(|seat| seat.faults),
                forfeits: sum(|seat| seat.forfeits.into()),
                first: FirstFault::of(first.as_ref(), self.plan, |number| self.again(number)),
            },
        }
    }

    /// Returns the row of a pair: its score, and its two matches as in the JSON of a series.
    fn pair(&self, pair: &Scored) -> PairRow {
        let names: Vec<String> =
            (0..self.plan.entrants.len()).map(|entrant| self.name(entrant).to_string()).collect();
        let fixture = &self.plan.fixtures[2 * pair.number];
        let place = &self.plan.places[fixture.place].word;
        let played = pair.matches.each_ref().map(|result| {
            let fixture = &self.plan.fixtures[result.number];
            let roles = fixture.seats.iter().map(|entrant| match self.comparison.role(*entrant) {
                Role::New => "new",
                Role::Old => "old",
                Role::Opponent(_) => "opponent",
            });
            ComparedMatch { played: PlayedMatch::of(result, fixture, place, &names), roles: roles.collect() }
        });
        PairRow {
            pair: pair.number + 1,
            score: pair.score,
            seed: fixture.seed,
            map: Some(place.clone()).filter(|place| !place.is_empty()),
            matches: played,
        }
    }
}
