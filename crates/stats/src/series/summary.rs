//! The combined results of the matches of a series.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wag_core::problem::Problem;

/// The result of one player in one match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EntrantResult {
    /// The index of the player in the series.
    pub entrant: usize,
    /// The player's seat, counted from 0.
    pub seat: usize,
    pub place: u32,
    /// The figures that the game counts, the decisive one first.
    pub figures: Vec<i64>,
    /// The game's additional count; 0 if it has none.
    pub tally: u64,
    pub turns: u32,
    pub think_ms_mean: f64,
    pub think_ms_max: f64,
    /// The part of the mean time of a turn in which the player had a processor, in milliseconds; `None` if unknown.
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub faults: u32,
    /// The number of faults that were time-outs.
    pub time_outs: u32,
    /// The number of time-outs that a busy machine may have caused.
    pub doubtful: u32,
    /// Whether the player took no part and therefore has the worst rank.
    pub forfeits: bool,
    /// Whether the player got no more turns before the match was over: it lost too many turns, or ended.
    #[serde(default)]
    pub is_retired: bool,
    /// Whether the player gave any order.
    #[serde(default)]
    pub gave_orders: bool,
    /// The first failure; `None` if there was none.
    pub failure: Option<Problem>,
    /// The different failures, each with the number of times that it occurred.
    pub fault_counts: Vec<(Problem, u32)>,
}

impl EntrantResult {
    /// Returns whether the player has the best rank, alone or together with others.
    pub fn has_won(&self) -> bool {
        self.place == 1
    }
}

/// The result of one complete match.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchResult {
    /// The index of the match in the schedule, counted from 0.
    pub number: usize,
    /// The number of the match's group; see [`super::Fixture::group`].
    pub group: usize,
    /// True if the same seed and players always give the same match; `None` if that is unknown.
    pub repeatable: Option<bool>,
    /// The reason why the game itself could not go on: such a match is void and never counts. `None` for all others.
    pub void: Option<Problem>,
    /// The results in seat order.
    pub seats: Vec<EntrantResult>,
}

/// A mean, with the half-width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate {
    pub mean: f64,
    /// The half-width of the interval; `None` for fewer than two values.
    pub half_width: Option<f64>,
}

/// The combined results of a player, on all seats or on one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub entrant: usize,
    /// The seat; `None` if the row is for all seats.
    pub seat: Option<usize>,
    pub games: u32,
    /// The number of matches in which the player was the only winner.
    pub wins: u32,
    /// The number of matches that the player won together with others.
    pub ties: u32,
    /// The points from all groups of matches. In each group, the player with the most sole wins gets 3 points; if
    /// several players have the most, each of them gets 1 point. Always 0 in the row of a single seat.
    pub points: u32,
    pub figures: Vec<Estimate>,
    pub tally: u64,
    pub think_ms_mean: f64,
    pub think_ms_max: f64,
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub faults: u64,
    pub time_outs: u64,
    pub doubtful: u64,
    /// The number of matches in which the player took no part.
    pub forfeits: u32,
    /// The first failure and the index of its match, in the order of the schedule rather than the order of play.
    pub first_failure: Option<(usize, Problem)>,
}

/// Returns a row for each player, and after these a row for each player and seat on which the player played.
pub fn summarise(matches: &[MatchResult], entrants: usize, seats: usize) -> Vec<Row> {
    let points = points(matches, entrants);
    let overall = (0..entrants).map(|entrant| (entrant, None));
    let by_seat = (0..entrants).flat_map(|entrant| (0..seats).map(move |seat| (entrant, Some(seat))));
    overall
        .chain(by_seat)
        .map(|(entrant, seat)| Row {
            points: if seat.is_none() { points[entrant] } else { 0 },
            ..row(matches, entrant, seat)
        })
        .filter(|row| row.seat.is_none() || row.games > 0)
        .collect()
}

/// Computes the points of each player from the sole wins in each group of matches.
fn points(matches: &[MatchResult], entrants: usize) -> Vec<u32> {
    let mut groups: BTreeMap<usize, BTreeMap<usize, u32>> = BTreeMap::new();
    for played in matches {
        let group = groups.entry(played.group).or_default();
        let winners: Vec<usize> = winners(played).collect();
        for result in played.seats.iter().filter(|result| !result.forfeits) {
            *group.entry(result.entrant).or_default() += u32::from(winners == [result.entrant]);
        }
    }
    let mut points = vec![0; entrants];
    for group in groups.values() {
        let most = group.values().max().copied().unwrap_or(0);
        let best: Vec<usize> =
            group.iter().filter(|(_, wins)| **wins == most).map(|(entrant, _)| *entrant).collect();
        let each = if best.len() == 1 { 3 } else { 1 };
        best.into_iter().for_each(|entrant| points[entrant] += each);
    }
    points
}

fn winners(played: &MatchResult) -> impl Iterator<Item = usize> + '_ {
    played.seats.iter().filter(|result| result.has_won()).map(|result| result.entrant)
}

fn row(matches: &[MatchResult], entrant: usize, seat: Option<usize>) -> Row {
    let of_interest =
        |result: &&EntrantResult| result.entrant == entrant && seat.is_none_or(|seat| seat == result.seat);
    let (mut wins, mut ties) = (0, 0);
    for played in matches {
        if played.seats.iter().filter(of_interest).any(|result| result.has_won()) {
            if winners(played).count() == 1 { wins += 1 } else { ties += 1 }
        }
    }
    let results: Vec<&EntrantResult> =
        matches.iter().flat_map(|played| &played.seats).filter(of_interest).collect();
    let turns: f64 = results.iter().map(|result| f64::from(result.turns)).sum();
    let think: f64 = results.iter().map(|result| result.think_ms_mean * f64::from(result.turns)).sum();
    let figures = results.iter().map(|result| result.figures.len()).max().unwrap_or(0);
    let figure = |number: usize| {
        let values =
            results.iter().filter_map(|result| result.figures.get(number)).map(|value| *value as f64);
        estimate(&values.collect::<Vec<_>>())
    };
    Row {
        entrant,
        seat,
        games: results.len() as u32,
        wins,
        ties,
        points: 0,
        figures: (0..figures).map(figure).collect(),
        tally: results.iter().map(|result| result.tally).sum(),
        think_ms_mean: if turns > 0.0 { think / turns } else { 0.0 },
        think_ms_max: results.iter().map(|result| result.think_ms_max).fold(0.0, f64::max),
        cpu_ms_mean: cpu_mean(&results),
        cpu_ms_max: results.iter().filter_map(|result| result.cpu_ms_max).max_by(f64::total_cmp),
        faults: results.iter().map(|result| u64::from(result.faults)).sum(),
        time_outs: results.iter().map(|result| u64::from(result.time_outs)).sum(),
        doubtful: results.iter().map(|result| u64::from(result.doubtful)).sum(),
        forfeits: results.iter().map(|result| u32::from(result.forfeits)).sum(),
        first_failure: first_failure(matches, of_interest),
    }
}

/// Returns the mean processor time per turn, over the turns of all matches in which it is known.
fn cpu_mean(results: &[&EntrantResult]) -> Option<f64> {
    let known = results.iter().filter_map(|result| Some((result.cpu_ms_mean?, f64::from(result.turns))));
    let (total, turns) = known.fold((0.0, 0.0), |(total, turns), (mean, of)| (total + mean * of, turns + of));
    (turns > 0.0).then(|| total / turns)
}

fn first_failure(
    matches: &[MatchResult],
    of_interest: impl Fn(&&EntrantResult) -> bool,
) -> Option<(usize, Problem)> {
    let failed = |played: &MatchResult| {
        let failure = played.seats.iter().filter(&of_interest).find_map(|result| result.failure.clone());
        Some((played.number, failure?))
    };
    matches.iter().filter_map(failed).min_by_key(|(number, _)| *number)
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len();
    if count == 0 { 0.0 } else { values.sum::<f64>() / count as f64 }
}

/// Computes the mean of some values and its 95 % confidence interval, with Student's t distribution.
pub fn estimate(values: &[f64]) -> Estimate {
    let count = values.len() as f64;
    let mean = mean(values.iter().copied());
    if values.len() < 2 {
        return Estimate { mean, half_width: None };
    }
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Estimate { mean, half_width: Some(student_t(values.len() - 1) * (variance / count).sqrt()) }
}

/// Returns the 95 % confidence interval of a share of wins, by Wilson's method. A tie may count as half a win. Without
/// games, the share can be anything.
pub fn wilson_interval(wins: f64, games: u32) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if games == 0 {
        return (0.0, 1.0);
    }
    let count = f64::from(games);
    let (share, scale) = (wins / count, 1.0 + Z * Z / count);
    let middle = (share + Z * Z / (2.0 * count)) / scale;
    let half_width = Z / scale * (share * (1.0 - share) / count + Z * Z / (4.0 * count * count)).sqrt();
    ((middle - half_width).max(0.0), (middle + half_width).min(1.0))
}

/// Returns the 97.5 % quantile of Student's t distribution with this number of degrees of freedom.
fn student_t(degrees: usize) -> f64 {
    use statrs::distribution::{ContinuousCDF, StudentsT};
    StudentsT::new(0.0, 1.0, degrees as f64).map_or(1.96, |t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wag_core::problem::{Fault, FaultKind};

    fn result(entrant: usize, seat: usize, place: u32, score: i64) -> EntrantResult {
        EntrantResult {
            entrant,
            seat,
            place,
            figures: vec![score, 2],
            tally: 3,
            turns: 10,
            think_ms_mean: 0.5,
            think_ms_max: 1.0,
            cpu_ms_mean: Some(0.25),
            cpu_ms_max: Some(0.75),
            faults: 1,
            time_outs: 0,
            doubtful: 0,
            fault_counts: Vec::new(),
            forfeits: false,
            is_retired: false,
            gave_orders: true,
            failure: None,
        }
    }

    fn played(group: usize, seats: Vec<EntrantResult>) -> MatchResult {
        MatchResult { number: group, group, repeatable: None, void: None, seats }
    }

    fn failing(seat: usize, message: &str) -> EntrantResult {
        let failure =
            Problem::of_fault(3, &Fault { kind: FaultKind::Exception, message: message.into() }, None);
        EntrantResult { failure: Some(failure), ..result(0, seat, 1, 0) }
    }

    /// The expected values are those of the worked example 14 of 20 and of the extreme cases.
    #[test]
    fn interval_of_a_share_stays_within_0_and_1() {
        let rounded = |(low, high): (f64, f64)| [low, high].map(|value| (value * 1e4).round() / 1e4);
        assert_eq!(rounded(wilson_interval(14.0, 20)), [0.481, 0.8545]);
        assert_eq!(rounded(wilson_interval(20.0, 20)), [0.8389, 1.0]);
        assert_eq!(rounded(wilson_interval(0.0, 20)), [0.0, 0.1611]);
        assert_eq!(wilson_interval(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn first_failure_follows_the_schedule_not_the_order_of_play() {
        let matches = [
            played(2, vec![failing(0, "late"), result(1, 1, 2, 5)]),
            played(1, vec![result(1, 0, 2, 5), failing(1, "early")]),
            played(0, vec![result(0, 0, 1, 1), result(1, 1, 2, 5)]),
        ];
        let first =
            |row: &Row| row.first_failure.as_ref().map(|(number, what)| (*number, what.message.english()));
        let rows = summarise(&matches, 2, 2);
        assert_eq!(first(&rows[0]), Some((1, "early".to_string())));
        assert_eq!(first(&rows[1]), None);
        assert_eq!(first(&rows[2]), Some((2, "late".to_string())), "on this seat");
    }

    #[test]
    fn wins_and_ties_are_counted_separately() {
        let matches = [
            played(0, vec![result(0, 0, 1, 10), result(1, 1, 2, 5)]),
            played(0, vec![result(1, 0, 1, 7), result(0, 1, 1, 7)]),
        ];
        let rows = summarise(&matches, 2, 2);
        assert_eq!((rows[0].wins, rows[0].ties, rows[0].games), (1, 1, 2));
        assert_eq!((rows[1].wins, rows[1].ties, rows[1].faults), (0, 1, 2));
        assert_eq!(rows.len(), 6);
        assert_eq!((rows[0].points, rows[1].points, rows[0].tally), (3, 0, 6), "one win of the two");
        assert_eq!((rows[2].seat, rows[2].wins, rows[3].seat, rows[3].ties), (Some(0), 1, Some(1), 1));
    }

    #[test]
    fn forfeits_score_no_points() {
        let forfeits = |entrant, seat| EntrantResult { forfeits: true, ..result(entrant, seat, 2, 200) };
        let both = [played(0, vec![forfeits(0, 0), forfeits(1, 1)])];
        let rows = summarise(&both, 2, 2);
        assert_eq!((rows[0].points, rows[0].wins, rows[0].ties, rows[0].forfeits), (0, 0, 0, 1));
        let one = [played(0, vec![forfeits(0, 0), result(1, 1, 1, 5)])];
        let rows = summarise(&one, 2, 2);
        assert_eq!((rows[0].points, rows[1].points, rows[1].wins), (0, 3, 1));
    }

    #[test]
    fn interval_uses_students_t() {
        let estimate = estimate(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        // t(4; 0.975) = 2.7764, s = 1.5811, n = 5.
        let half_width = estimate.half_width.unwrap();
        assert!((half_width - 1.9632).abs() < 1e-3, "{half_width}");
        assert_eq!(super::estimate(&[4.0]).half_width, None, "one value tells nothing of the others");
    }

    #[test]
    fn the_order_of_the_matches_does_not_matter_for_the_counts() {
        let mut matches = vec![
            played(0, vec![result(0, 0, 1, 10), result(1, 1, 2, 5)]),
            played(1, vec![result(0, 1, 2, 1), result(1, 0, 1, 9)]),
        ];
        let forward = summarise(&matches, 2, 2);
        matches.reverse();
        assert_eq!(summarise(&matches, 2, 2), forward);
    }
}
