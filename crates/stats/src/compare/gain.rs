//! The gain of a change: the mean difference between matches that are the same except for the change.

use crate::series::{Estimate, estimate};
use serde::Serialize;

/// The mean difference of a figure between the matches with a change and those without it, in pairs with the same seed.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Gain {
    pub pairs: u32,
    pub mean: f64,
    /// The 95 % confidence interval of the expected difference, computed with Student's t distribution.
    pub interval: (f64, f64),
    pub verdict: GainVerdict,
}

/// The answer to the question whether a change is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GainVerdict {
    /// The interval is above 0.
    Better,
    /// The interval is below 0.
    Worse,
    /// All pairs have the same figure.
    Same,
    /// The interval contains 0.
    Unknown,
}

impl Gain {
    /// Returns the gain of these differences, each with the change minus without it; `None` for fewer than two pairs, about
    /// which nothing can be said.
    pub fn of(differences: &[f64]) -> Option<Gain> {
        let pairs = u32::try_from(differences.len()).ok().filter(|pairs| *pairs >= 2)?;
        let Estimate { mean, half_width } = estimate(differences);
        let half_width = half_width?;
        let interval = (mean - half_width, mean + half_width);
        let verdict = match interval {
            (low, _) if low > 0.0 => GainVerdict::Better,
            (_, high) if high < 0.0 => GainVerdict::Worse,
            (0.0, 0.0) => GainVerdict::Same,
            _ => GainVerdict::Unknown,
        };
        Some(Gain { pairs, mean, interval, verdict })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gain_is_stated_only_if_its_interval_is_above_zero() {
        let verdict = |differences: &[f64]| Gain::of(differences).map(|gain| gain.verdict);
        assert_eq!(verdict(&[10.0, 12.0, 11.0]), Some(GainVerdict::Better));
        assert_eq!(verdict(&[-10.0, -12.0, -11.0]), Some(GainVerdict::Worse));
        assert_eq!(verdict(&[10.0, -9.0, 3.0]), Some(GainVerdict::Unknown));
        assert_eq!(verdict(&[0.0, 0.0]), Some(GainVerdict::Same));
        assert_eq!(verdict(&[5.0, 5.0]), Some(GainVerdict::Better));
        assert_eq!((verdict(&[5.0]), verdict(&[])), (None, None));
    }

    #[test]
    fn the_interval_is_that_of_students_t() {
        // The quantile of 0.975 with 3 degrees of freedom is 3.182; the standard deviation is 1.291.
        let gain = Gain::of(&[1.0, 2.0, 3.0, 4.0]).unwrap();
        assert!((gain.mean - 2.5).abs() < 1e-12);
        assert!((gain.interval.1 - 2.5 - 3.182_446 * 1.290_994 / 2.0).abs() < 1e-4, "{gain:?}");
    }
}
