//! Turning points of a match: changes of the lead, and swings.

use super::Curve;
use std::cmp::Reverse;
use wag_core::game::Seat;

/// The maximum numbers of leads and swings that are reported.
const LEADS_MAX: usize = 4;
const SWINGS_MAX: usize = 4;
/// The maximum number of swings of one player.
const SWINGS_OF_PLAYER_MAX: usize = 2;
/// The length of a swing, and the minimum length of a lead, in parts of the match.
const SWING_PART: usize = 20;
const LEAD_PART: u32 = 20;
/// The minimum size of a swing worth reporting, as a part of the range of all values.
const SIZE_PART: i64 = 20;

/// The players that led alone, in the order of the match. Consecutive entries have different players: one that draws
/// level has not taken the lead.
#[derive(Debug, Default)]
pub struct Leads(Vec<(u32, Seat)>);

/// A player that took the lead from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadTaken {
    pub round: u32,
    pub seat: Seat,
    /// Whether the player kept the lead to the end.
    pub lasts: bool,
}

impl Leads {
    /// Notes the values at the end of a round.
    pub fn note(&mut self, round: u32, values: &[i64]) {
        let Some(best) = values.iter().max() else { return };
        let mut first = Seat::all(values.len()).zip(values).filter(|(_, value)| *value == best);
        if let (Some((leader, _)), None) = (first.next(), first.next())
            && self.0.last().is_none_or(|(_, before)| *before != leader)
        {
            self.0.push((round, leader));
        }
    }

    /// Returns the leads that lasted for a while, a twentieth of a match of so many rounds, and the last one. A player
    /// that others overtake for a shorter time keeps the lead.
    pub fn lasting(mut self, rounds: u32) -> Leads {
        while let Some((shortest, length)) = self.shortest(rounds)
            && length < rounds / LEAD_PART
        {
            self.remove(shortest);
        }
        self
    }

    /// Returns the shortest lead except the last one, and its length in rounds.
    fn shortest(&self, rounds: u32) -> Option<(usize, u32)> {
        let lengths = self.lengths(rounds).enumerate();
        lengths.take(self.0.len().saturating_sub(1)).min_by_key(|(_, length)| *length)
    }

    fn lengths(&self, rounds: u32) -> impl Iterator<Item = u32> {
        let ends = self.0.iter().skip(1).map(|(round, _)| *round).chain([rounds]);
        self.0.iter().zip(ends).map(|((round, _), end)| end.saturating_sub(*round))
    }

    /// Removes a lead. The lead before it goes on if its player leads again afterwards.
    fn remove(&mut self, index: usize) {
        self.0.remove(index);
        let seat = |at: usize| self.0.get(at).map(|(_, seat)| *seat);
        if index > 0 && seat(index).is_some() && seat(index - 1) == seat(index) {
            self.0.remove(index);
        }
    }

    /// Returns the last player that took the lead, and when.
    pub fn last(&self) -> Option<(u32, Seat)> {
        self.0.last().copied()
    }

    /// Returns the number of times that the lead passed from one player to another.
    pub fn changes(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// Returns the last change of the lead, and the longest of the others, in a match of so many rounds.
    pub fn longest(&self, rounds: u32) -> Vec<LeadTaken> {
        let mut few = Leads(self.0.clone());
        while few.changes() > LEADS_MAX
            && let Some((shortest, _)) = few.shortest(rounds)
        {
            few.remove(shortest);
        }
        let changes = few.0.iter().zip(few.lengths(rounds)).skip(1);
        let mut leads: Vec<(u32, LeadTaken)> = changes
            .map(|((round, seat), length)| (length, LeadTaken { round: *round, seat: *seat, lasts: false }))
            .collect();
        if let Some((_, last)) = leads.last_mut() {
            last.lasts = true;
        }
        leads.sort_by_key(|(length, lead)| (!lead.lasts, Reverse(*length)));
        leads.into_iter().map(|(_, lead)| lead).collect()
    }
}

/// A change of a player's value that the others did not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swing {
    pub seat: Seat,
    /// The points of the curve before and at the end of the swing.
    pub first: usize,
    pub last: usize,
    /// The first and the last round of the swing.
    pub round: u32,
    pub until: u32,
    pub amount: i64,
    /// The part of the amount by which the player differs from the mean of the others.
    alone: i64,
}

/// Returns the largest swings. A change that all players share decides nothing: only the difference to the others
/// counts.
pub fn largest_swings(curve: &Curve) -> Vec<Swing> {
    let span = curve.rounds.len().div_ceil(SWING_PART).max(1);
    let all = || curve.values.iter().flatten().copied();
    let range = all().max().unwrap_or(0).saturating_sub(all().min().unwrap_or(0));
    let mut swings: Vec<Swing> =
        Seat::all(curve.values.len()).flat_map(|seat| swings_of(curve, seat, span)).collect();
    swings.retain(|swing| swing.alone >= (range / SIZE_PART).max(1));
    swings.sort_by_key(|swing| Reverse(swing.alone));
    swings.truncate(SWINGS_MAX);
    swings
}

/// Returns the largest swings of a player that do not overlap.
fn swings_of(curve: &Curve, seat: Seat, span: usize) -> Vec<Swing> {
    let mut all: Vec<Swing> =
        (span..curve.rounds.len()).filter_map(|last| swing(curve, seat, last - span, last)).collect();
    // Of equal swings, the one that ends first has no rounds without a change at its end.
    all.sort_by_key(|swing| (Reverse(swing.alone), swing.last));
    let mut chosen: Vec<Swing> = Vec::new();
    for swing in all {
        let is_apart = |other: &Swing| swing.last <= other.first || other.last <= swing.first;
        if chosen.len() < SWINGS_OF_PLAYER_MAX && chosen.iter().all(is_apart) {
            chosen.push(swing);
        }
    }
    chosen
}

/// Returns the swing between two points of the curve; `None` if the value did not change more than that of the others.
fn swing(curve: &Curve, seat: Seat, first: usize, last: usize) -> Option<Swing> {
    let change = |values: &Vec<i64>| Some(values.get(last)?.saturating_sub(*values.get(first)?));
    let amount = change(curve.values.get(seat.index())?)?;
    let sum = curve.values.iter().filter_map(change).fold(0_i64, i64::saturating_add).saturating_sub(amount);
    let others = sum / (curve.values.len() as i64 - 1).max(1);
    let alone = amount.signum().saturating_mul(amount.saturating_sub(others)).min(amount.saturating_abs());
    let round = curve.rounds[first].saturating_add(1).min(curve.rounds[last]);
    (alone > 0).then(|| Swing { seat, first, last, round, until: curve.rounds[last], amount, alone })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(course: &[&[i64]]) -> Leads {
        let mut leads = Leads::default();
        (1..).zip(course).for_each(|(round, values)| leads.note(round, values));
        leads
    }

    #[test]
    fn drawing_level_does_not_change_the_lead() {
        let leads = leads(&[&[0, 0], &[1, 0], &[1, 1], &[2, 1], &[2, 3], &[4, 3], &[4, 4]]);
        assert_eq!((leads.last(), leads.changes()), (Some((6, Seat(0))), 2));
        let taken = |round, seat, lasts| LeadTaken { round, seat: Seat(seat), lasts };
        assert_eq!(leads.longest(7), [taken(6, 0, true), taken(5, 1, false)]);
        let lasting = leads.lasting(1000);
        assert_eq!(lasting.last(), Some((2, Seat(0))), "two rounds in a thousand do not interrupt a lead");
        assert_eq!((lasting.changes(), lasting.longest(1000)), (0, vec![]));
        assert_eq!((Leads::default().last(), Leads::default().changes()), (None, 0));
    }

    #[test]
    fn nobody_takes_the_lead_twice_in_a_row() {
        // Each lead lasts ten rounds more than the one before.
        let mut round = 1;
        let mut leads = Leads::default();
        for length in 1..=20 {
            leads.note(round, &[length % 2, 1 - length % 2]);
            round += 10 * length as u32;
        }
        let lasting = leads.lasting(round);
        assert_eq!(lasting.changes(), 9, "ten leads last for a twentieth of the match");
        let mut taken = lasting.longest(round);
        assert_eq!(taken.len(), LEADS_MAX);
        taken.sort_by_key(|lead| lead.round);
        assert!(taken.windows(2).all(|pair| pair[0].seat != pair[1].seat), "{taken:?}");
    }

    #[test]
    fn a_change_that_all_share_is_no_swing() {
        let rounds: Vec<u32> = (0..41).collect();
        let steady: Vec<i64> = (0..41).collect();
        let jump: Vec<i64> = (0..41).map(|round| round + if round >= 10 { 30 } else { 0 }).collect();
        assert!(
            largest_swings(&Curve { rounds: rounds.clone(), values: vec![steady.clone(); 3] }).is_empty()
        );
        let swings = largest_swings(&Curve { rounds, values: vec![steady.clone(), jump, steady] });
        let [swing] = swings[..] else { panic!("{swings:?}") };
        assert_eq!((swing.seat, swing.round, swing.until, swing.amount), (Seat(1), 8, 10, 33));
    }

    #[test]
    fn one_player_and_an_empty_curve_have_no_panic() {
        assert!(largest_swings(&Curve::default()).is_empty());
        let alone = largest_swings(&Curve { rounds: vec![0, 1], values: vec![vec![i64::MIN, i64::MAX]] });
        assert_eq!(alone.len(), 1);
    }
}
