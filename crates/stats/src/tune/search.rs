//! Two search methods: simultaneous perturbation (SPSA) and successive halving. All values are relative positions in
//! the range from low (0) to high (1).

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Spsa,
    Halving,
}

impl Method {
    /// Returns the name of the method on the command line and in the file of a search.
    pub fn name(self) -> &'static str {
        match self {
            Method::Spsa => "spsa",
            Method::Halving => "halving",
        }
    }
}

/// The next matches to play: a number of pairs of matches between two settings of the parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub new: Vec<f64>,
    pub old: Vec<f64>,
    pub pairs: usize,
}

/// A search in progress. The same seed and scores lead to the same trials.
#[derive(Debug)]
pub struct Search {
    chance: ChaCha8Rng,
    default: Vec<f64>,
    plan: Plan,
}

#[derive(Debug)]
enum Plan {
    Spsa { at: Vec<f64>, step: usize, steps: usize, pairs: usize, turned: Vec<f64> },
    Halving { left: Vec<Vec<f64>>, scores: Vec<f64>, pairs: usize },
}

/// The initial distance between SPSA's two test settings (Spall's value).
const LOOK: f64 = 0.15;
/// The exponent with which this distance shrinks (Spall's value).
const LOOK_SHRINKS: f64 = 0.101;
/// The maximum length of the first step.
const STEP: f64 = 0.12;
/// The exponent with which the maximum length of steps shrinks.
const STEP_SHRINKS: f64 = 0.602;

impl Search {
    /// Starts a search from the given defaults, with `pairs` pairs of matches in total.
    pub fn new(method: Method, default: Vec<f64>, pairs: usize, seed: u64) -> Search {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let plan = match method {
            Method::Spsa => {
                let each = 4.min(pairs.max(1));
                let steps = (pairs / each).max(1);
                Plan::Spsa { at: default.clone(), step: 0, steps, pairs: each, turned: Vec::new() }
            }
            Method::Halving => {
                // Each round plays the same number of pairs: half of the settings, twice the pairs per setting.
                let settings = (pairs / 8).next_power_of_two().clamp(2, 64);
                let drawn = |_| default.iter().map(|_| chance.random::<f64>()).collect::<Vec<f64>>();
                // A setting against itself scores one half, so the default stays unless another setting is better.
                let left = std::iter::once(default.clone()).chain((1..settings).map(drawn)).collect();
                let rounds = settings.trailing_zeros() as usize;
                let each = (pairs / rounds.max(1) / settings).max(1);
                Plan::Halving { left, scores: Vec::new(), pairs: each }
            }
        };
        Search { chance, default, plan }
    }

    /// Returns the total number of trials. Must be called before the first trial.
    pub fn trials(&self) -> usize {
        match &self.plan {
            Plan::Spsa { steps, .. } => *steps,
            // 2n − 2 in all rounds of n settings.
            Plan::Halving { left, .. } => 2 * left.len() - 2,
        }
    }

    /// Returns the next trial; `None` if the search is finished.
    pub fn next_trial(&mut self) -> Option<Trial> {
        match &mut self.plan {
            Plan::Spsa { step, steps, .. } if *step >= *steps => None,
            Plan::Spsa { at, step, pairs, turned, .. } => {
                let look = LOOK / (*step as f64 + 1.0).powf(LOOK_SHRINKS);
                *turned = at.iter().map(|_| if self.chance.random() { look } else { -look }).collect();
                let side = |sign: f64| {
                    at.iter().zip(turned.iter()).map(|(at, by)| (at + sign * by).clamp(0.0, 1.0)).collect()
                };
                Some(Trial { new: side(1.0), old: side(-1.0), pairs: *pairs })
            }
            Plan::Halving { left, .. } if left.len() < 2 => None,
            Plan::Halving { left, scores, pairs } => {
                let new = left.get(scores.len())?.clone();
                Some(Trial { new, old: self.default.clone(), pairs: *pairs })
            }
        }
    }

    /// Records the result of the previous trial, which is the mean score of the new setting, from 0 to 1.
    pub fn record_score(&mut self, score: f64) {
        match &mut self.plan {
            Plan::Spsa { at, step, steps, turned, .. } => {
                let later = *steps as f64 / 10.0;
                let gain = STEP * ((later + 1.0) / (later + *step as f64 + 1.0)).powf(STEP_SHRINKS);
                for (at, by) in at.iter_mut().zip(turned.iter()) {
                    *at = (*at + gain * (2.0 * score - 1.0) * by.signum()).clamp(0.0, 1.0);
                }
                *step += 1;
            }
            Plan::Halving { left, scores, pairs } => {
                scores.push(score);
                if scores.len() == left.len() {
                    let mut order: Vec<usize> = (0..left.len()).collect();
                    order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
                    *left = order[..left.len() / 2].iter().map(|at| left[*at].clone()).collect();
                    scores.clear();
                    *pairs *= 2;
                }
            }
        }
    }

    /// Returns the best setting found so far.
    pub fn best(&self) -> Vec<f64> {
        match &self.plan {
            Plan::Spsa { at, .. } => at.clone(),
            Plan::Halving { left, scores, .. } => {
                let tried = scores.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
                left[tried.map_or(0, |(at, _)| at)].clone()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the strength of a setting. The best setting is 0.8 and 0.3.
    fn strength(setting: &[f64]) -> f64 {
        -(setting[0] - 0.8).powi(2) - (setting[1] - 0.3).powi(2)
    }

    /// Runs a search in which the results are random and depend on the strengths of the settings.
    fn found(method: Method, seed: u64) -> (Vec<f64>, usize) {
        let mut search = Search::new(method, vec![0.2, 0.8], 800, seed);
        let mut chance = ChaCha8Rng::seed_from_u64(seed + 1000);
        let (trials, mut pairs) = (search.trials(), 0);
        let mut count = 0;
        while let Some(trial) = search.next_trial() {
            let expected = 1.0 / (1.0 + (-8.0 * (strength(&trial.new) - strength(&trial.old))).exp());
            let won = (0..trial.pairs).filter(|_| chance.random::<f64>() < expected).count();
            search.record_score(won as f64 / trial.pairs as f64);
            pairs += trial.pairs;
            count += 1;
        }
        assert_eq!(count, trials);
        (search.best(), pairs)
    }

    #[test]
    fn both_methods_approach_the_best_setting() {
        for method in [Method::Spsa, Method::Halving] {
            let results: Vec<f64> = (0..20)
                .map(|seed| {
                    let (best, pairs) = found(method, seed);
                    assert!(pairs <= 800, "{method:?} has played {pairs}");
                    strength(&best)
                })
                .collect();
            let mean = results.iter().sum::<f64>() / 20.0;
            assert!(mean > -0.08 && strength(&[0.2, 0.8]) < -0.6, "{method:?}: {mean}");
        }
    }

    #[test]
    fn the_same_scores_lead_to_the_same_trials() {
        assert_eq!(found(Method::Spsa, 3), found(Method::Spsa, 3));
        assert_eq!(found(Method::Halving, 3), found(Method::Halving, 3));
    }
}
