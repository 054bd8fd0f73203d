//! The report of a series, as the program prints it as JSON and as `wag.series` returns it; docs/en/json.md documents it.

use crate::series::{Series, SeriesRequest};
use crate::{Plan, VoidMatch, VoidMatches, again};
use serde::{Serialize, Serializer};
use wag_core::problem::{Problem, ProblemKind, ShownProblem};
use wag_stats::series::{Estimate, MatchResult, PlayedMatch, Row, summarise};

/// The result of a series.
#[derive(Debug, Serialize)]
pub struct SeriesReport {
    pub game: &'static str,
    pub seed: u64,
    /// The maps or boards.
    pub places: Vec<String>,
    pub matches: usize,
    pub matches_planned: usize,
    /// A row for each player, then a row for each player on each seat. If the players are ranked, the best is first.
    pub rows: Vec<SeriesRow>,
    pub played: Vec<PlayedMatch>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub void: Vec<VoidMatch>,
}

/// The results of a player on all seats or on one of them.
#[derive(Debug, Serialize)]
pub struct SeriesRow {
    pub name: String,
    /// The seat, counted from 1; 0 for all seats.
    pub seat: usize,
    pub games: u32,
    pub wins: u32,
    pub ties: u32,
    pub points: u32,
    #[serde(flatten)]
    pub figures: Figures,
    #[serde(flatten)]
    pub totals: PlayerTotals,
}

/// The times and faults of a player in many matches.
#[derive(Debug, Default, Serialize)]
pub struct PlayerTotals {
    pub turn_ms_mean: f64,
    pub turn_ms_max: f64,
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub time_outs: u64,
    pub time_outs_doubtful: u64,
    pub faults: u64,
    pub forfeits: u64,
    #[serde(flatten)]
    pub first: FirstFault,
}

/// The figures of a game and its tally. The names of the fields are made of theirs.
#[derive(Debug)]
pub struct Figures {
    /// The figures, the decisive one first.
    pub means: Vec<(&'static str, Estimate)>,
    pub tally: Option<(&'static str, u64)>,
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let means = self.means.iter().flat_map(|(name, estimate)| {
            [(format!("{name}_mean"), Some(estimate.mean)), (format!("{name}_ci95"), estimate.half_width)]
        });
        let means = means.map(|(name, value)| (name, value.into()));
        let tally = self.tally.map(|(name, count)| (name.to_string(), serde_json::Value::from(count)));
        serializer.collect_map(means.chain(tally))
    }
}

/// The first failure of a player. All fields are `None` if there was none.
#[derive(Debug, Default, Serialize)]
pub struct FirstFault {
    pub first_fault: Option<String>,
    pub first_fault_kind: Option<ProblemKind>,
    pub first_problem: Option<ShownProblem>,
    /// The number of the match, counted from 1.
    pub first_fault_match: Option<usize>,
    pub first_fault_seed: Option<u64>,
    pub first_fault_round: Option<u32>,
    /// The command that plays the match again.
    pub first_fault_again: Option<String>,
}

impl FirstFault {
    /// Describes a failure in the match with this index. `again` returns the command that plays a match again.
    pub fn of(
        first: Option<&(usize, Problem)>,
        plan: &Plan,
        again: impl Fn(usize) -> Option<String>,
    ) -> FirstFault {
        let Some((number, problem)) = first else { return FirstFault::default() };
        FirstFault {
            first_fault: Some(problem.message.english()),
            first_fault_kind: Some(problem.kind()),
            first_problem: Some(ShownProblem(problem.clone())),
            first_fault_match: Some(number + 1),
            first_fault_seed: Some(plan.fixtures[*number].seed),
            first_fault_round: problem.round,
            first_fault_again: again(*number),
        }
    }
}

impl SeriesReport {
    /// Makes the report from the results, which are in the order of the schedule.
    pub fn of(
        series: &Series,
        request: &SeriesRequest,
        results: &[MatchResult],
        void: &VoidMatches,
    ) -> SeriesReport {
        let Series { schedule, plan } = series;
        let mut rows = summarise(results, plan.entrants.len(), schedule.seats);
        if is_ranked(plan) {
            sort_by_rank(&mut rows, plan.entrants.len());
        }
        let names: Vec<String> = plan.entrants.iter().map(|entrant| entrant.name.clone()).collect();
        let played = |result: &MatchResult| {
            let fixture = &plan.fixtures[result.number];
            let replay = plan.replay(result.number).map(|file| file.display().to_string());
            PlayedMatch {
                replay,
                ..PlayedMatch::of(result, fixture, &plan.places[fixture.place].word, &names)
            }
        };
        SeriesReport {
            game: plan.game.info.name,
            seed: schedule.seed,
            places: plan.places.iter().map(|place| place.word.clone()).collect(),
            matches: results.len(),
            matches_planned: plan.fixtures.len(),
            rows: rows.iter().map(|row| SeriesRow::of(row, plan, request)).collect(),
            played: results.iter().map(played).collect(),
            void: VoidMatch::list(plan, void),
        }
    }
}

impl SeriesRow {
    fn of(row: &Row, plan: &Plan, request: &SeriesRequest) -> SeriesRow {
        let info = plan.game.info;
        let spec =
            |entrant: usize| request.players.get(entrant).unwrap_or(&plan.entrants[entrant].word).clone();
        let again = |number| again(plan, number, spec, &request.options, &request.limits);
        SeriesRow {
            name: plan.entrants[row.entrant].name.clone(),
            seat: row.seat.map_or(0, |seat| seat + 1),
            games: row.games,
            wins: row.wins,
            ties: row.ties,
            points: row.points,
            figures: Figures {
                means: info.figures.iter().copied().zip(row.figures.iter().copied()).collect(),
                tally: info.tally.map(|name| (name, row.tally)),
            },
            totals: PlayerTotals {
                turn_ms_mean: row.think_ms_mean,
                turn_ms_max: row.think_ms_max,
                cpu_ms_mean: row.cpu_ms_mean,
                cpu_ms_max: row.cpu_ms_max,
                time_outs: row.time_outs,
                time_outs_doubtful: row.doubtful,
                faults: row.faults,
                forfeits: row.forfeits.into(),
                first: FirstFault::of(row.first_failure.as_ref(), plan, again),
            },
        }
    }
}

/// Returns whether the rows are sorted by rank; otherwise they are in the order in which the user named the players.
fn is_ranked(plan: &Plan) -> bool {
    plan.game.info.most() == 2 || plan.entrants.len() > plan.game.info.most()
}

/// Sorts the rows by points, then by wins, then by the game's tally of the player on all seats.
fn sort_by_rank(rows: &mut [Row], entrants: usize) {
    let mut overall: Vec<&Row> = rows.iter().filter(|row| row.seat.is_none()).collect();
    overall.sort_by_key(|row| std::cmp::Reverse((row.points, row.wins, row.tally)));
    let mut ranks = vec![0; entrants];
    overall.iter().enumerate().for_each(|(rank, row)| ranks[row.entrant] = rank);
    rows.sort_by_key(|row| (row.seat.is_some(), ranks[row.entrant], row.seat));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_figure_has_the_name_of_a_field() {
        for game in wag_games::all() {
            let of = |means: Vec<_>, tally| Figures { means, tally };
            let fields = |figures| {
                let row = SeriesRow {
                    name: String::new(),
                    seat: 0,
                    games: 0,
                    wins: 0,
                    ties: 0,
                    points: 0,
                    figures,
                    totals: PlayerTotals::default(),
                };
                serde_json::to_value(row).unwrap().as_object().unwrap().len()
            };
            let info = game.info;
            let means = info.figures.iter().map(|name| (*name, Estimate::default())).collect();
            let expected =
                fields(of(Vec::new(), None)) + 2 * info.figures.len() + usize::from(info.tally.is_some());
            assert_eq!(fields(of(means, info.tally.map(|name| (name, 0)))), expected, "{}", info.name);
        }
    }
}
