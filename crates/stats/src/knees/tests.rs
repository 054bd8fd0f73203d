//! Falls of curves with known knees.

use super::*;

/// Returns a curve of these points, each with this standard deviation of four values.
fn curve(values: &[(f64, f64)], sd: f64) -> Vec<Point> {
    values.iter().map(|(x, mean)| Point { x: *x, mean: *mean, sd, count: 4 }).collect()
}

const RULES: FallRules = FallRules { smallest: 500.0, has_luck: true };

/// Repeatable noise of this size, without a trend.
fn noise(at: usize, size: f64) -> f64 {
    size * [0.4, -0.9, 0.7, -0.3, 0.9, -0.6, -0.2][at % 7]
}

fn noisy(rounds: std::ops::RangeInclusive<usize>, value: impl Fn(f64) -> f64) -> Vec<Point> {
    let x = |at: usize| 1.0 + 25.0 * at as f64;
    let points: Vec<(f64, f64)> = rounds.map(|at| (x(at), value(x(at)) + noise(at, 200.0))).collect();
    curve(&points, 400.0)
}

#[test]
fn knee_of_a_lasting_fault_is_found_and_not_its_largest_drop() {
    let points = noisy(0..=24, |x| if x <= 301.0 { 12_000.0 } else { 12_000.0 - (x - 301.0) * 20.0 });
    let fit = fit(&points).unwrap();
    let [fall] = falls(&fit, &points, RULES)[..] else { panic!("{fit:?}") };
    assert!((fall.from - 301.0).abs() <= 25.0, "{fall:?}");
    assert_eq!(fall.until, 601.0);
    assert!((fall.loss - 6_000.0).abs() < 400.0 && !fall.is_steady && fall.base_slope == 0.0, "{fall:?}");
}

#[test]
fn step_has_two_knots_and_noise_has_none() {
    let points = noisy(0..=24, |x| if x < 250.0 { 9_000.0 } else { 6_000.0 });
    let [fall] = falls(&fit(&points).unwrap(), &points, RULES)[..] else { panic!() };
    assert!(fall.from >= 200.0 && fall.until <= 300.0, "{fall:?}");
    let flat = noisy(0..=24, |_| 9_000.0);
    let fit = fit(&flat).unwrap();
    assert_eq!(fit.x.len(), 2, "{fit:?}");
    assert!(falls(&fit, &flat, RULES).is_empty());
}

#[test]
fn steady_fall_has_no_moment_and_is_the_base_of_a_steeper_one() {
    let points = noisy(0..=24, |x| 9_000.0 - 8.0 * x);
    let [fall] = falls(&fit(&points).unwrap(), &points, RULES)[..] else { panic!() };
    assert!(fall.is_steady, "{fall:?}");
    let points = noisy(0..=24, |x| 20_000.0 - 5.0 * x - 25.0 * (x - 401.0).max(0.0));
    let all = falls(&fit(&points).unwrap(), &points, RULES);
    let steepest = all.iter().find(|fall| fall.from > 300.0).unwrap();
    assert!((steepest.base_slope - 5.0).abs() < 1.5, "{all:?}");
}

#[test]
fn luck_of_one_match_is_no_fall() {
    let points = noisy(0..=24, |x| if x < 575.0 { 9_000.0 } else { 8_300.0 });
    assert!(falls(&fit(&points).unwrap(), &points, RULES).is_empty());
}

#[test]
fn last_fall_is_the_one_that_was_not_regained() {
    let points: Vec<Point> = [1.0, 0.0, 1.0, 1.0, 0.0, 0.0]
        .iter()
        .zip(1..)
        .map(|(value, round)| Point::of(round.into(), &[*value]))
        .collect();
    let all = last_fall(&points, 0.2);
    assert_eq!(all.iter().map(|fall| fall.from).collect::<Vec<_>>(), [4.0, 1.0]);
    assert!(last_fall(&points[..1], 0.2).is_empty() && last_fall(&[], 0.2).is_empty());
    assert!(fit(&points[..1]).is_none() && fit(&[]).is_none());
}

#[test]
fn standard_deviations_are_pooled_and_have_a_minimum() {
    let points = [Point::of(1.0, &[1.0, 3.0]), Point::of(2.0, &[5.0]), Point::of(3.0, &[0.0, 0.0])];
    let all: Vec<f64> = pooled(&points, 1000.0).iter().map(|point| point.sd).collect();
    assert_eq!(all, [10.0; 3]);
    assert_eq!(pooled(&points, 0.0)[0].sd, 1.0);
    assert!(pooled(&[], 1.0).is_empty());
}

/// A curve that `wag explain` has computed for a match of tests/explain/.
#[derive(serde::Deserialize)]
struct RecordedCurve {
    #[serde(rename = "match")]
    name: String,
    /// The round in which the player's mistake begins; `None` in a match without one.
    mistake: Option<f64>,
    smallest: f64,
    /// Round, mean, standard deviation of a single value, and number of values.
    points: Vec<(f64, f64, f64, u32)>,
}

#[test]
fn knees_of_recorded_curves_are_where_the_mistakes_begin() {
    let curves: Vec<RecordedCurve> = serde_json::from_str(include_str!("curves.json")).unwrap();
    for RecordedCurve { name, mistake, smallest, points } in curves {
        let points: Vec<Point> =
            points.into_iter().map(|(x, mean, sd, count)| Point { x, mean, sd, count }).collect();
        let fit = fit(&points).unwrap();
        let all = falls(&fit, &points, FallRules { smallest, has_luck: true });
        let knee = all.first().map(|fall| fall.from);
        let tolerance = 0.05 * points.last().unwrap().x;
        match (mistake, knee) {
            (None, None) => {}
            (Some(mistake), Some(knee)) if (knee - mistake).abs() <= tolerance => {}
            _ => {
                panic!("{name}: the mistake begins in round {mistake:?}, the fall in round {knee:?}: {all:?}")
            }
        }
    }
}
