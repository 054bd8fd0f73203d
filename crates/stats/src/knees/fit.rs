//! A continuous piecewise linear fit by weighted least squares, whose knots are chosen one after the other.

use super::Point;
use super::solve::inverse;

/// The maximum number of knots.
const KNOTS_MAX: usize = 6;
/// A pair of knots is added together if they are at most so many points apart.
const PAIR_MAX: usize = 3;

/// A continuous piecewise linear curve through the knots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fit {
    /// The places of the ends and knots, in ascending order.
    pub x: Vec<f64>,
    /// The value at each of these places.
    pub y: Vec<f64>,
    /// The covariance of these values.
    pub covariance: Vec<Vec<f64>>,
    chi_squared: f64,
}

impl Fit {
    /// Returns by how much the curve falls between two of its places.
    pub fn loss(&self, from: usize, until: usize) -> f64 {
        self.y[from] - self.y[until]
    }

    /// Returns the standard error of [`Fit::loss`].
    pub fn loss_error(&self, from: usize, until: usize) -> f64 {
        let at = |a: usize, b: usize| self.covariance[a][b];
        (at(from, from) + at(until, until) - 2.0 * at(from, until)).max(0.0).sqrt()
    }

    /// Returns the change per unit of `x` in the segment that begins at this place.
    pub fn slope(&self, segment: usize) -> f64 {
        (self.y[segment + 1] - self.y[segment]) / (self.x[segment + 1] - self.x[segment])
    }

    /// Returns the value at any place, which is that of the nearest end outside the curve.
    pub fn value(&self, x: f64) -> f64 {
        let (Some(first), Some(last)) = (self.y.first(), self.y.last()) else { return 0.0 };
        match self.x.partition_point(|own| *own < x) {
            0 => *first,
            after if after == self.x.len() => *last,
            after => self.y[after - 1] + self.slope(after - 1) * (x - self.x[after - 1]),
        }
    }
}

/// Fits a curve to points in ascending order of their places. Knots are places of points. Each further knot must improve
/// the fit by more than noise would. Returns `None` with fewer than two points.
pub fn fit(points: &[Point]) -> Option<Fit> {
    let penalty = 2.5 * (points.len() as f64).ln() + 2.0;
    let mut knots: Vec<usize> = Vec::new();
    let mut best = with_knots(points, &knots)?;
    loop {
        let singles = (1..points.len() - 1).map(|knot| vec![knot]);
        let pairs = (1..points.len() - 1).flat_map(|first| {
            (first + 1..(first + 1 + PAIR_MAX).min(points.len() - 1)).map(move |second| vec![first, second])
        });
        let improved = singles.chain(pairs).filter_map(|more| {
            let all = with(&knots, &more)?;
            let fit = with_knots(points, &all)?;
            let gain = best.chi_squared - fit.chi_squared - penalty * more.len() as f64;
            (gain > 0.0).then_some((gain, all, fit))
        });
        match improved.max_by(|a, b| a.0.total_cmp(&b.0)) {
            Some((_, all, fit)) => (knots, best) = (all, fit),
            None => break,
        }
    }
    while let Some((knots_left, fit)) = without_weakest(points, &knots, &best, penalty) {
        (knots, best) = (knots_left, fit);
    }
    Some(best)
}

/// Adds knots; `None` if one of them is there already or they are too many.
fn with(knots: &[usize], more: &[usize]) -> Option<Vec<usize>> {
    let mut all = [knots, more].concat();
    all.sort_unstable();
    all.dedup();
    (all.len() == knots.len() + more.len() && all.len() <= KNOTS_MAX).then_some(all)
}

/// Removes the knot that matters least; `None` if all matter.
fn without_weakest(points: &[Point], knots: &[usize], best: &Fit, penalty: f64) -> Option<(Vec<usize>, Fit)> {
    let without = (0..knots.len()).filter_map(|at| {
        let left = [&knots[..at], &knots[at + 1..]].concat();
        let fit = with_knots(points, &left)?;
        Some((left, fit))
    });
    let weakest = without.min_by(|a, b| a.1.chi_squared.total_cmp(&b.1.chi_squared))?;
    (weakest.1.chi_squared - best.chi_squared < penalty).then_some(weakest)
}

/// Fits a curve with these knots. Its parameters are the values at the ends and at the knots.
fn with_knots(points: &[Point], knots: &[usize]) -> Option<Fit> {
    let last = points.len().checked_sub(1).filter(|last| *last > 0)?;
    let x: Vec<f64> = [0].iter().chain(knots).chain(&[last]).map(|at| points[*at].x).collect();
    let size = x.len();
    let (mut matrix, mut right) = (vec![vec![0.0; size]; size], vec![0.0; size]);
    // Each point depends on the values at the two places around it.
    let shares = |point: &Point| {
        let after = x.partition_point(|own| *own < point.x).clamp(1, size - 1);
        let share = (point.x - x[after - 1]) / (x[after] - x[after - 1]);
        [(after - 1, 1.0 - share), (after, share)]
    };
    for point in points {
        let weight = point.standard_error().powi(-2);
        for (row, factor) in shares(point) {
            right[row] += weight * factor * point.mean;
            for (column, other) in shares(point) {
                matrix[row][column] += weight * factor * other;
            }
        }
    }
    let covariance = inverse(matrix)?;
    let y: Vec<f64> = covariance.iter().map(|row| row.iter().zip(&right).map(|(a, b)| a * b).sum()).collect();
    let difference = |point: &Point| {
        let fitted: f64 = shares(point).iter().map(|(at, share)| y[*at] * share).sum();
        ((point.mean - fitted) / point.standard_error()).powi(2)
    };
    let chi_squared = points.iter().map(difference).sum();
    Some(Fit { x, y, covariance, chi_squared })
}
