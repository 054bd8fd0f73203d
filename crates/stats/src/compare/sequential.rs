//! A generalized sequential probability ratio test (GSPRT) on the scores of pairs.

/// The parameters of the test: the differences in strength that matter, and the allowed error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The difference in Elo points up to which the new version is "not better" (H0).
    pub elo0: f64,
    /// The difference in Elo points from which the new version is "better" (H1).
    pub elo1: f64,
    /// The probability that a version with a difference of `elo0` is wrongly called better.
    pub alpha: f64,
    /// The probability that a version with a difference of `elo1` is wrongly called not better.
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Better,
    NotBetter,
    Undecided,
}

/// Returns the expected score, from 0 to 1, of a player that is `elo` Elo points better.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo points that gives this expected score.
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Running sums of the scores. All estimates include two artificial pairs, one lost and one won, so that a few equal
/// scores do not give false certainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sums {
    pub pairs: u32,
    sum: f64,
    squares: f64,
}

impl Default for Sums {
    fn default() -> Sums {
        Sums { pairs: 0, sum: 1.0, squares: 1.0 }
    }
}

impl FromIterator<f64> for Sums {
    fn from_iter<I: IntoIterator<Item = f64>>(scores: I) -> Sums {
        let mut sums = Sums::default();
        scores.into_iter().for_each(|score| sums.add(score));
        sums
    }
}

impl Sums {
    pub fn add(&mut self, score: f64) {
        self.pairs += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// Returns the mean score without the artificial pairs; 0.5 if there are no pairs.
    pub fn mean(&self) -> f64 {
        if self.pairs == 0 { 0.5 } else { (self.sum - 1.0) / f64::from(self.pairs) }
    }

    fn count(&self) -> f64 {
        f64::from(self.pairs) + 2.0
    }

    /// Returns the 95 % confidence interval of the expected score, computed with Student's t distribution.
    pub fn interval(&self) -> (f64, f64) {
        use statrs::distribution::{ContinuousCDF, StudentsT};
        let (count, mean) = (self.count(), self.sum / self.count());
        let variance = (self.squares / count - mean * mean).max(0.0) * count / (count - 1.0);
        let point = StudentsT::new(0.0, 1.0, count - 1.0).map_or(1.96, |t| t.inverse_cdf(0.975));
        let half_width = point * (variance / count).sqrt();
        ((mean - half_width).max(0.0), (mean + half_width).min(1.0))
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`. Under each of the two hypotheses, the scores have the
    /// expected mean and the variance with the maximum likelihood.
    pub fn log_ratio(&self, terms: &Terms) -> f64 {
        let (count, mean) = (self.count(), self.sum / self.count());
        let around = |expected: f64| self.squares / count - 2.0 * expected * mean + expected * expected;
        let [zero, one] = [terms.elo0, terms.elo1].map(|elo| around(score_of_elo(elo)));
        count / 2.0 * (zero / one).ln()
    }
}

impl Terms {
    /// Returns the lower and the upper bound of the log ratio. If the ratio is at or below the lower bound, the verdict
    /// is "not better"; if it is at or above the upper bound, the verdict is "better".
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    pub fn verdict(&self, sums: &Sums) -> Verdict {
        let ratio = sums.log_ratio(self);
        match self.bounds() {
            (least, _) if ratio <= least => Verdict::NotBetter,
            (_, most) if ratio >= most => Verdict::Better,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    const TERMS: Terms = Terms { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn score_and_elo_convert_both_ways() {
        for elo in [-200.0, 0.0, 50.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(50.0) - 0.5715).abs() < 1e-4);
    }

    #[test]
    fn equal_scores_still_need_several_pairs() {
        let decided = |score: f64| {
            let sums = |pairs: usize| std::iter::repeat_n(score, pairs).collect::<Sums>();
            (1..1000)
                .find(|pairs| TERMS.verdict(&sums(*pairs)) != Verdict::Undecided)
                .map(|pairs| (pairs, TERMS.verdict(&sums(pairs))))
        };
        let (pairs, verdict) = decided(1.0).unwrap();
        assert!(verdict == Verdict::Better && (10..=40).contains(&pairs), "{pairs}");
        let at = |elo1: f64| {
            let terms = Terms { elo1, ..TERMS };
            let won = |pairs: usize| std::iter::repeat_n(1.0, pairs).collect::<Sums>();
            (1..1000).find(|pairs| terms.verdict(&won(*pairs)) == Verdict::Better)
        };
        // The numbers in docs/en/comparisons.md.
        assert_eq!([at(50.0), at(100.0), at(200.0)], [Some(20), Some(10), Some(7)]);
        let (pairs, verdict) = decided(0.0).unwrap();
        assert!(verdict == Verdict::NotBetter && (5..=40).contains(&pairs), "{pairs}");
        let (pairs, verdict) = decided(0.5).unwrap();
        assert!(verdict == Verdict::NotBetter && (5..=200).contains(&pairs), "{pairs}");
    }

    #[test]
    fn interval_has_a_width_and_stays_within_0_and_1() {
        let (low, high) = std::iter::repeat_n(1.0, 20).collect::<Sums>().interval();
        assert!(low > 0.8 && low < 0.95 && high == 1.0, "{low} {high}");
        assert_eq!(Sums::default().mean(), 0.5);
        let (low, high) = Sums::default().interval();
        assert_eq!((low, high), (0.0, 1.0));
    }

    /// Runs 10,000 comparisons. Returns the fraction of comparisons with each verdict, and the mean number of pairs.
    fn compared(terms: Terms, mut pair: impl FnMut(&mut ChaCha8Rng, usize) -> f64) -> ([f64; 3], f64) {
        let comparisons = 10_000;
        let (mut verdicts, mut pairs) = ([0; 3], 0);
        for comparison in 0..comparisons {
            let mut luck = ChaCha8Rng::seed_from_u64(comparison);
            let mut sums = Sums::default();
            let verdict = loop {
                sums.add(pair(&mut luck, sums.pairs as usize));
                match terms.verdict(&sums) {
                    Verdict::Undecided if sums.pairs < 5_000 => {}
                    verdict => break verdict,
                }
            };
            verdicts[verdict as usize] += 1;
            pairs += sums.pairs;
        }
        let share = |count: i32| f64::from(count) / comparisons as f64;
        (verdicts.map(share), f64::from(pairs) / comparisons as f64)
    }

    /// Checks both error rates, with players that are exactly as strong as `elo0` and `elo1`. At most `alpha` and
    /// `beta` of the verdicts may be wrong, with a tolerance of three standard errors of 10,000 comparisons.
    fn holds(who: &str, terms: Terms, mut pair: impl FnMut(f64, &mut ChaCha8Rng, usize) -> f64) {
        let slack = |rate: f64| rate + 3.0 * (rate * (1.0 - rate) / 10_000.0).sqrt();
        let (at_zero, pairs) = compared(terms, |luck, at| pair(score_of_elo(terms.elo0), luck, at));
        println!(
            "{who}, {terms:?}: called better {:.4}, after {pairs:.0} pairs",
            at_zero[Verdict::Better as usize]
        );
        assert!(at_zero[Verdict::Better as usize] <= slack(terms.alpha), "{who}: {at_zero:?}");
        let (at_one, pairs) = compared(terms, |luck, at| pair(score_of_elo(terms.elo1), luck, at));
        println!(
            "{who}, {terms:?}: called not better {:.4}, after {pairs:.0} pairs",
            at_one[Verdict::NotBetter as usize]
        );
        assert!(at_one[Verdict::NotBetter as usize] <= slack(terms.beta), "{who}: {at_one:?}");
        assert!(at_zero[Verdict::Undecided as usize] + at_one[Verdict::Undecided as usize] < 0.01, "{who}");
    }

    /// Simulates a two-player game with draws, in which the player who moves first has an advantage. Returns the score
    /// of two games with swapped seats.
    fn duel(score: f64, luck: &mut ChaCha8Rng, _: usize) -> f64 {
        const DRAWN: f64 = 0.2;
        const ADVANTAGE: f64 = 0.08;
        let mut game = |expected: f64| {
            let won = expected - DRAWN / 2.0;
            let drawn: f64 = luck.random();
            if drawn < won {
                1.0
            } else if drawn < won + DRAWN {
                0.5
            } else {
                0.0
            }
        };
        (game(score + ADVANTAGE) + game(score - ADVANTAGE)) / 2.0
    }

    /// The advantage of each seat: the higher it is, the likelier the player on that seat gets the next rank.
    const SEATS: [f64; 4] = [1.3, 1.0, 0.9, 0.8];

    /// Returns the fraction of the three other players (of strength 1) that a player of this strength is expected to
    /// beat.
    fn expected(strength: f64, own: usize) -> f64 {
        let own_chance = strength * SEATS[own];
        let others = (0..4).filter(|seat| *seat != own);
        others.map(|seat| own_chance / (own_chance + SEATS[seat])).sum::<f64>() / 3.0
    }

    /// Draws the ranks of a match of four players one after the other. Returns the fraction of the others that the
    /// player beats.
    fn four(strength: f64, own: usize, luck: &mut ChaCha8Rng) -> f64 {
        let mut left: Vec<usize> = (0..4).collect();
        let chance = |seat: usize| if seat == own { strength * SEATS[seat] } else { SEATS[seat] };
        loop {
            let mut drawn = luck.random::<f64>() * left.iter().map(|seat| chance(*seat)).sum::<f64>();
            let found = left.iter().position(|seat| {
                drawn -= chance(*seat);
                drawn < 0.0
            });
            let next = left.remove(found.unwrap_or(left.len() - 1));
            if next == own {
                return left.len() as f64 / 3.0;
            }
        }
    }

    /// Returns the strength at which a new player has this expected score, over all seats, against an old player of
    /// strength 1.
    fn strength(score: f64) -> f64 {
        let scored = |strength: f64| {
            let of = |own: usize| (1.0 + expected(strength, own) - expected(1.0, own)) / 2.0;
            (0..4).map(of).sum::<f64>() / 4.0
        };
        let (mut low, mut high) = (0.01, 100.0);
        for _ in 0..100 {
            let middle = (low + high) / 2.0;
            if scored(middle) < score { low = middle } else { high = middle }
        }
        low
    }

    #[test]
    fn the_promised_error_rates_hold_for_two_seats() {
        holds("two seats", TERMS, duel);
        holds("two seats", Terms { elo0: -20.0, elo1: 60.0, alpha: 0.01, beta: 0.1 }, duel);
    }

    #[test]
    fn the_promised_error_rates_hold_for_four_seats() {
        let [zero, one] = [TERMS.elo0, TERMS.elo1].map(|elo| strength(score_of_elo(elo)));
        holds("four seats", TERMS, |score, luck, at| {
            let strength = if score == score_of_elo(TERMS.elo0) { zero } else { one };
            let own = at % 4;
            (1.0 + four(strength, own, luck) - four(1.0, own, luck)) / 2.0
        });
    }
}
