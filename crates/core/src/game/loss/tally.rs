//! Arithmetic that the accounts of losses share: rates, exact starts, and the lines of code that occur most often.

use super::Cause;
use crate::arena::TurnReport;
use crate::problem::CodePlace;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// The number of rounds before and after a change of a rate that are compared.
const SIDE: u32 = 40;
/// The maximum number of lines of code that are named.
const LINES_MAX: usize = 3;

/// Amounts of one kind by round.
#[derive(Clone, Debug, Default)]
pub struct Tally(BTreeMap<u32, f64>);

impl Tally {
    /// Adds an amount in a round.
    pub fn add(&mut self, round: u32, amount: f64) {
        *self.0.entry(round).or_default() += amount;
    }

    /// Returns the sum of the rounds from `from` to `until`.
    pub fn sum(&self, from: u32, until: u32) -> f64 {
        if from > until { 0.0 } else { self.0.range(from..=until).map(|(_, amount)| amount).sum() }
    }

    /// Returns the mean per round from `from` to `until`; 0 if there are no such rounds.
    pub fn rate(&self, from: u32, until: u32) -> f64 {
        let rounds = f64::from(until.saturating_add(1).saturating_sub(from));
        if rounds > 0.0 { self.sum(from, until) / rounds } else { 0.0 }
    }

    /// Returns the first round from `from` to `until` with an amount.
    pub fn first(&self, from: u32, until: u32) -> Option<u32> {
        if from > until {
            return None;
        }
        self.0.range(from..=until).find(|(_, amount)| **amount != 0.0).map(|(round, _)| *round)
    }

    /// Returns the round from `from` to `until` in which the rate rises most: the largest difference of the means of 40
    /// rounds before and after, times √(n·m/(n+m)) for n and m rounds. No rounds after `until` count. Before the match,
    /// the rate is 0.
    pub fn onset(&self, from: u32, until: u32) -> Option<u32> {
        let score = |round: u32| {
            let (n, m) = match round {
                ..=1 => (SIDE, SIDE.min(until)),
                _ => (SIDE.min(round - 1), SIDE.min(until + 1 - round)),
            };
            let before = self.rate(round.saturating_sub(n).max(1), round.saturating_sub(1));
            let after = self.rate(round, round + m - 1);
            let (n, m) = (f64::from(n), f64::from(m));
            // The square, which has the same order.
            (after - before) * (after - before).abs() * n * m / (n + m)
        };
        let scored = (from.max(1)..=until).map(|round| (round, score(round)));
        // The first one of equal rises counts.
        let best = scored.reduce(|best, next| if next.1 > best.1 * (1.0 + 1e-9) { next } else { best });
        best.filter(|(_, score)| *score > 0.0).map(|(round, _)| round)
    }
}

/// Counts of lines of code.
#[derive(Clone, Debug, Default)]
pub struct LineCounts(BTreeMap<(String, u32), u64>);

impl LineCounts {
    /// Counts a line.
    pub fn add(&mut self, place: Option<CodePlace>) {
        if let Some(CodePlace { file, line }) = place {
            *self.0.entry((file, line)).or_default() += 1;
        }
    }

    /// Returns the most frequent lines, the most frequent first.
    pub fn most_frequent(&self) -> Vec<CodePlace> {
        let mut lines: Vec<_> = self.0.iter().collect();
        lines.sort_by_key(|(_, count)| Reverse(**count));
        let place = |((file, line), _): (&(String, u32), _)| CodePlace::new(file.clone(), *line);
        lines.into_iter().take(LINES_MAX).map(place).collect()
    }
}

/// Returns the line that gave an order, by the order's index in the turn; `None` if it is unknown.
pub fn line_of_order(report: &TurnReport, order: usize) -> Option<CodePlace> {
    line_of_chain(report, report.origins.places.get(order).copied().flatten())
}

/// Returns the innermost line of a call stack of the turn.
pub fn line_of_chain(report: &TurnReport, chain: Option<u32>) -> Option<CodePlace> {
    let (file, line) = report.origins.lines_of(chain).last()?;
    Some(CodePlace::new(report.origins.files.get(usize::from(*file))?, *line))
}

/// Sorts causes by their share, the largest first.
pub fn by_share(causes: &mut [Cause]) {
    causes.sort_by(|one, other| other.share.partial_cmp(&one.share).unwrap_or(Ordering::Equal));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn onset_is_where_the_rate_rises_most() {
        let mut tally = Tally::default();
        (3..200).step_by(20).for_each(|round| tally.add(round, 1.0));
        (200..=260).for_each(|round| tally.add(round, 4.0));
        assert_eq!(tally.onset(1, 300), Some(200));
        assert_eq!((tally.sum(1, 199), tally.rate(200, 209)), (10.0, 4.0));
        assert_eq!((tally.first(4, 300), tally.first(261, 300), tally.first(9, 8)), (Some(23), None, None));
    }

    #[test]
    fn what_happens_from_the_start_begins_in_round_1() {
        let mut tally = Tally::default();
        (1..=100).for_each(|round| tally.add(round, 1.0));
        assert_eq!(tally.onset(1, 100), Some(1));
        assert_eq!(Tally::default().onset(1, 100), None);
    }

    #[test]
    fn lines_are_sorted_by_frequency() {
        let mut counts = LineCounts::default();
        [9, 4, 9, 2, 2, 9, 7].iter().for_each(|line| counts.add(Some(CodePlace::new("bot.py", *line))));
        counts.add(None);
        let lines: Vec<u32> = counts.most_frequent().iter().map(|place| place.line).collect();
        assert_eq!(lines, [9, 2, 4]);
    }
}
