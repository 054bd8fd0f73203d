//! The knees of a curve: a continuous piecewise linear fit, and its falling stretches.
//!
//! A fault that stays makes the value of a position fall at one rate until the end. The largest drop between neighbours
//! would be anywhere in that stretch; the knee is where it begins.

mod falls;
mod fit;
mod solve;

pub use falls::{Fall, FallRules, falls, last_fall};
pub use fit::{Fit, fit};

/// A point of a curve: the mean of several values, measured at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    pub x: f64,
    pub mean: f64,
    /// The standard deviation of a single value.
    pub sd: f64,
    /// The number of values.
    pub count: u32,
}

impl Point {
    /// Returns the point of these values; their standard deviation is 0 if there is only one.
    pub fn of(x: f64, values: &[f64]) -> Point {
        let count = values.len().max(1) as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let sd = if values.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        Point { x, mean, sd, count: values.len() as u32 }
    }

    fn standard_error(&self) -> f64 {
        self.sd / f64::from(self.count.max(1)).sqrt()
    }
}

/// The number of neighbouring points whose standard deviations are pooled.
const POOLED: usize = 5;
/// The minimum of a standard deviation, as a part of the scale.
const SD_MIN: f64 = 0.01;

/// Replaces the standard deviation of each point by that of the points around it, because a few values say little about
/// their spread. It is at least a hundredth of the scale.
pub fn pooled(points: &[Point], scale: f64) -> Vec<Point> {
    let window = POOLED.min(points.len());
    let pooled = |at: usize| {
        let first = at.saturating_sub(POOLED / 2).min(points.len() - window);
        let near = points[first..first + window].iter().filter(|point| point.count > 1);
        let (squares, degrees) = near.fold((0.0, 0.0), |(squares, degrees), point| {
            let own = f64::from(point.count - 1);
            (squares + point.sd.powi(2) * own, degrees + own)
        });
        let sd: f64 = if degrees > 0.0 { (squares / degrees).sqrt() } else { 0.0 };
        Point { sd: sd.max(SD_MIN * scale), ..points[at] }
    };
    (0..points.len()).map(pooled).collect()
}

#[cfg(test)]
mod tests;
