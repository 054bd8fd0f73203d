//! Two methods: simultaneous perturbation (SPSA) and successive halving. All numbers are shares of the way from low to high.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Spsa,
    Halving,
}

/// What is to be played next: pairs of matches of one setting against another.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    pub new: Vec<f64>,
    pub old: Vec<f64>,
    pub pairs: usize,
}

/// A search that is under way. The same seed and the same scores lead to the same trials.
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

/// How far SPSA looks to both sides at first, and how quickly that shrinks; Spall's exponents.
const LOOK: f64 = 0.15;
const LOOK_SHRINKS: f64 = 0.101;
/// How far the first step goes at most, and how quickly steps shrink.
const STEP: f64 = 0.12;
const STEP_SHRINKS: f64 = 0.602;

impl Search {
    /// A search with so many pairs of matches in all, from these defaults.
    pub fn new(method: Method, default: Vec<f64>, pairs: usize, seed: u64) -> Search {
        let mut chance = ChaCha8Rng::seed_from_u64(seed);
        let plan = match method {
            Method::Spsa => {
                let each = 4.min(pairs.max(1));
                let steps = (pairs / each).max(1);
                Plan::Spsa { at: default.clone(), step: 0, steps, pairs: each, turned: Vec::new() }
            }
            Method::Halving => {
                // Each round plays as many pairs: half of the settings, twice the pairs.
                let settings = (pairs / 8).next_power_of_two().clamp(2, 64);
                let drawn = |_| default.iter().map(|_| chance.random::<f64>()).collect::<Vec<f64>>();
                // Whoever plays against itself scores a half: the default stays unless something is better.
                let left = std::iter::once(default.clone()).chain((1..settings).map(drawn)).collect();
                let rounds = settings.trailing_zeros() as usize;
                let each = (pairs / rounds.max(1) / settings).max(1);
                Plan::Halving { left, scores: Vec::new(), pairs: each }
            }
        };
        Search { chance, default, plan }
    }

    /// How many trials there are in all, before the first one.
    pub fn trials(&self) -> usize {
        match &self.plan {
            Plan::Spsa { steps, .. } => *steps,
            // 2n − 2 in all rounds of n settings.
            Plan::Halving { left, .. } => 2 * left.len() - 2,
        }
    }

    /// `None` when it is over.
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

    /// How the last trial went: the mean score of the new one, from 0 to 1.
    pub fn told(&mut self, score: f64) {
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

    /// The best setting so far.
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

    /// How good a setting is: best at 0.8 and 0.3.
    fn strength(setting: &[f64]) -> f64 {
        -(setting[0] - 0.8).powi(2) - (setting[1] - 0.3).powi(2)
    }

    /// Searches among players whose matches are decided by strength and chance.
    fn found(method: Method, seed: u64) -> (Vec<f64>, usize) {
        let mut search = Search::new(method, vec![0.2, 0.8], 800, seed);
        let mut chance = ChaCha8Rng::seed_from_u64(seed + 1000);
        let (trials, mut pairs) = (search.trials(), 0);
        let mut told = 0;
        while let Some(trial) = search.next_trial() {
            let expected = 1.0 / (1.0 + (-8.0 * (strength(&trial.new) - strength(&trial.old))).exp());
            let won = (0..trial.pairs).filter(|_| chance.random::<f64>() < expected).count();
            search.told(won as f64 / trial.pairs as f64);
            pairs += trial.pairs;
            told += 1;
        }
        assert_eq!(told, trials);
        (search.best(), pairs)
    }

    #[test]
    fn both_methods_come_near_the_best_setting() {
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
