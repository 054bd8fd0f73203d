//! The falling stretches of a fitted curve.

use super::{Fit, Point};

/// A segment falls if its loss is more than so many of its standard errors.
const FALLING: f64 = 2.0;
/// A falling segment that is so many times steeper than the one before it is a fall of its own.
const STEEPER: f64 = 2.5;
/// A fall counts if it is more than so many standard errors,
const ERRORS_MIN: f64 = 3.0;
/// and more than so many standard deviations of a single value at its start, because the actual course is a single one.
const LUCK: f64 = 2.5;
/// The maximum number of falls.
const FALLS_MAX: usize = 5;
/// A fall that begins in this first part of the curve, and takes so large a part of it, has no single moment.
const STEADY_FROM: f64 = 0.2;
const STEADY_LENGTH: f64 = 0.6;

/// The smallest fall that counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FallRules {
    /// The smallest loss.
    pub smallest: f64,
    /// Whether the luck of a single course is subtracted: whether the values depend on random numbers.
    pub has_luck: bool,
}

/// A falling stretch of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// The place of the knee and that of the end.
    pub from: f64,
    pub until: f64,
    /// How much the value falls, and the standard error of this loss; 0 if it is certain.
    pub loss: f64,
    pub loss_error: f64,
    /// Whether the value falls almost all the time, so that there is no single moment.
    pub is_steady: bool,
    /// The fall per unit of `x` that went on before the first fall, with a stronger player than the curve's own.
    pub base_slope: f64,
}

/// Returns the falls that count, the largest first.
pub fn falls(fit: &Fit, points: &[Point], rules: FallRules) -> Vec<Fall> {
    let Some((first, length)) = fit.x.first().zip(fit.x.last()).map(|(first, last)| (*first, last - first))
    else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (from, until) in stretches(fit) {
        let (loss, loss_error) = (fit.loss(from, until), fit.loss_error(from, until));
        let luck = if rules.has_luck { LUCK * sd_at(points, fit.x[from]) } else { 0.0 };
        if loss < rules.smallest.max(luck).max(ERRORS_MIN * loss_error) {
            continue;
        }
        let is_steady = fit.x[from] < first + STEADY_FROM * length
            && fit.x[until] - fit.x[from] >= STEADY_LENGTH * length;
        let fall =
            Fall { from: fit.x[from], until: fit.x[until], loss, loss_error, is_steady, base_slope: 0.0 };
        all.push((from, fall));
    }
    // The fall before the first knee goes on in all later falls.
    let knee = all.iter().map(|(from, _)| *from).find(|from| *from > 0);
    let base = knee.filter(|knee| is_falling(fit, knee - 1)).map_or(0.0, |knee| -fit.slope(knee - 1));
    for (from, fall) in &mut all {
        fall.base_slope = if knee.is_some_and(|knee| *from >= knee) { base } else { 0.0 };
    }
    let mut all: Vec<Fall> = all.into_iter().map(|(_, fall)| fall).collect();
    all.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    all.truncate(FALLS_MAX);
    all
}

fn is_falling(fit: &Fit, segment: usize) -> bool {
    fit.loss(segment, segment + 1) > FALLING * fit.loss_error(segment, segment + 1)
}

/// Returns the stretches of neighbouring falling segments, without those that become much steeper.
fn stretches(fit: &Fit) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for segment in (0..fit.x.len() - 1).filter(|segment| is_falling(fit, *segment)) {
        match all.last_mut() {
            Some((_, until))
                if *until == segment && fit.slope(segment) >= STEEPER * fit.slope(segment - 1) =>
            {
                *until = segment + 1;
            }
            _ => all.push((segment, segment + 1)),
        }
    }
    all
}

fn sd_at(points: &[Point], x: f64) -> f64 {
    points.iter().min_by(|a, b| (a.x - x).abs().total_cmp(&(b.x - x).abs())).map_or(0.0, |point| point.sd)
}

/// Returns the last fall of a certain curve from which the value never recovered: from the last place whose value is
/// above all later ones. Falls that were regained follow.
pub fn last_fall(points: &[Point], smallest: f64) -> Vec<Fall> {
    let fall = |pair: &[Point]| Fall {
        from: pair[0].x,
        until: pair[0].x,
        loss: pair[0].mean - pair[1].mean,
        loss_error: 0.0,
        is_steady: false,
        base_slope: 0.0,
    };
    let is_for_good =
        |at: usize| points[at + 1..].iter().all(|later| later.mean <= points[at].mean - smallest);
    let last = (0..points.len().saturating_sub(1)).rev().find(|at| is_for_good(*at));
    let Some(last) = last else { return Vec::new() };
    let earlier = (0..last).rev().filter(|at| points[*at].mean - points[at + 1].mean >= smallest);
    [last].into_iter().chain(earlier).take(FALLS_MAX).map(|at| fall(&points[at..at + 2])).collect()
}
