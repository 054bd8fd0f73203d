//! What the pairs of a comparison say together, and of each place, opponent and seat.

use super::pairs::{Role, Schedule, share};
use super::sequential::{Sums, Terms, Verdict};
use crate::series::MatchResult;
use std::collections::BTreeMap;

/// A pair that has been played.
#[derive(Clone, Debug)]
pub struct Scored {
    /// Which of the schedule's pairs, from 0.
    pub number: usize,
    pub matches: [MatchResult; 2],
    /// From 0 to 1: a half when both have done equally well.
    pub score: f64,
}

/// A comparison that is under way. Results come in any order; they count in the order of the schedule, and none counts
/// after the one that has decided.
#[derive(Debug)]
pub struct Comparison {
    schedule: Schedule,
    terms: Terms,
    roles: Vec<Role>,
    waiting: BTreeMap<usize, MatchResult>,
    pub pairs: Vec<Scored>,
    pub sums: Sums,
    pub verdict: Verdict,
}

/// What the pairs of one place, opponent or seat say.
pub type Part = Sums;

/// The parts of a comparison, each in the order of what it is about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    pub places: BTreeMap<usize, Part>,
    pub opponents: BTreeMap<usize, Part>,
    pub seats: BTreeMap<usize, Part>,
}

impl Comparison {
    pub fn new(schedule: Schedule, terms: Terms) -> Comparison {
        let roles = schedule.entrants();
        let (sums, verdict) = (Sums::default(), Verdict::Undecided);
        Comparison { schedule, terms, roles, waiting: BTreeMap::new(), pairs: Vec::new(), sums, verdict }
    }

    /// Takes the result of one of the schedule's matches.
    pub fn add(&mut self, played: MatchResult) {
        self.waiting.insert(played.number, played);
        while self.verdict == Verdict::Undecided {
            let number = self.pairs.len();
            let both = [2 * number, 2 * number + 1];
            if !both.iter().all(|of| self.waiting.contains_key(of)) {
                break;
            }
            let [Some(first), Some(second)] = both.map(|of| self.waiting.remove(&of)) else { break };
            let matches = [first, second];
            let score = pair_score(&self.roles, &matches);
            self.sums.add(score);
            self.pairs.push(Scored { number, matches, score });
            self.verdict = self.terms.verdict(&self.sums);
        }
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    pub fn log_ratio(&self) -> f64 {
        self.sums.log_ratio(&self.terms)
    }

    pub fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        for pair in &self.pairs {
            parts.places.entry(self.schedule.pair(pair.number).place).or_default().add(pair.score);
            let mut opponents: Vec<usize> = pair.matches[0]
                .seats
                .iter()
                .filter_map(|seat| match self.roles[seat.entrant] {
                    Role::Opponent(which) => Some(which),
                    _ => None,
                })
                .collect();
            opponents.sort_unstable();
            opponents.dedup();
            opponents.iter().for_each(|which| parts.opponents.entry(*which).or_default().add(pair.score));
            for (seat, score) in seat_scores(&self.roles, &pair.matches) {
                parts.seats.entry(seat).or_default().add(score);
            }
        }
        parts
    }

    /// The pairs in which the new player did worst, the worst first; only those that it lost, and none twice.
    pub fn clearest_losses(&self, most: usize) -> Vec<&Scored> {
        let different = if self.is_without_chance() { self.schedule.cycle() } else { self.pairs.len() };
        let mut lost: Vec<&Scored> =
            self.pairs.iter().take(different).filter(|pair| pair.score < 0.5).collect();
        lost.sort_by(|one, other| one.score.total_cmp(&other.score).then(one.number.cmp(&other.number)));
        lost.truncate(most);
        lost
    }

    /// Whether all pairs that differ in nothing but their seed have gone alike, turn by turn as far as that can be seen from
    /// here: then further ones tell nothing new.
    pub fn is_without_chance(&self) -> bool {
        let cycle = self.schedule.cycle();
        let told = |pair: &Scored| -> Vec<(u32, Vec<i64>, u32)> {
            let seats = pair.matches.iter().flat_map(|played| &played.seats);
            seats.map(|seat| (seat.place, seat.figures.clone(), seat.turns)).collect()
        };
        let later = self.pairs.iter().skip(cycle);
        let are_alike = later.clone().all(|pair| told(pair) == told(&self.pairs[pair.number - cycle]));
        later.len() > 0 && are_alike
    }

    /// The matches that count.
    pub fn played(&self) -> impl Iterator<Item = &MatchResult> {
        self.pairs.iter().flat_map(|pair| &pair.matches)
    }

    pub fn role(&self, entrant: usize) -> Role {
        self.roles[entrant]
    }
}

/// Of each seat that both have sat on, what the new player did there beside the old one.
fn seat_scores(roles: &[Role], matches: &[MatchResult; 2]) -> Vec<(usize, f64)> {
    let role = |entrant: usize| roles[entrant];
    let found = |wanted: Role, seat: usize| {
        let played = matches.iter().find(|played| role(played.seats[seat].entrant) == wanted)?;
        Some(share(played, seat, |other| role(other) != wanted))
    };
    let score = |seat: usize| {
        let (new, old) = (found(Role::New, seat)?, found(Role::Old, seat)?);
        Some((seat, (1.0 + new - old) / 2.0))
    };
    (0..matches[0].seats.len()).filter_map(score).collect()
}

fn pair_score(roles: &[Role], matches: &[MatchResult; 2]) -> f64 {
    let seats = seat_scores(roles, matches);
    seats.iter().map(|(_, score)| score).sum::<f64>() / seats.len().max(1) as f64
}

/// The scores of a fixed number of pairs, of which all matches have been played.
pub fn scores(schedule: &Schedule, mut played: Vec<MatchResult>) -> Vec<f64> {
    let roles = schedule.entrants();
    played.sort_by_key(|result| result.number);
    let mut left = played.into_iter();
    let pair = || Some(pair_score(&roles, &[left.next()?, left.next()?]));
    std::iter::from_fn(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::EntrantResult;

    const TERMS: Terms = Terms { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    /// A match in which these entrants have come in this order.
    fn played(number: usize, seats: &[usize], places: &[u32]) -> MatchResult {
        let seat = |(seat, (entrant, place)): (usize, (&usize, &u32))| EntrantResult {
            entrant: *entrant,
            seat,
            place: *place,
            ..EntrantResult::default()
        };
        let seats = seats.iter().zip(places).enumerate().map(seat).collect();
        MatchResult { number, group: number / 2, seats }
    }

    #[test]
    fn results_count_in_the_order_of_the_schedule() {
        let schedule = Schedule { seats: 2, places: 2, opponents: 0, seed: 0 };
        let mut comparison = Comparison::new(schedule, TERMS);
        comparison.add(played(2, &[0, 1], &[1, 2]));
        comparison.add(played(3, &[1, 0], &[2, 1]));
        comparison.add(played(1, &[1, 0], &[1, 2]));
        assert!(comparison.pairs.is_empty(), "the first match is missing");
        comparison.add(played(0, &[0, 1], &[1, 1]));
        let scores: Vec<f64> = comparison.pairs.iter().map(|pair| pair.score).collect();
        assert_eq!(scores, [0.25, 1.0]);
        let parts = comparison.parts();
        assert_eq!(parts.places[&1].mean(), 1.0);
        assert_eq!((parts.seats[&0].mean(), parts.seats[&1].mean()), (0.625, 0.625));
        assert_eq!(comparison.clearest_losses(5).len(), 1);
    }

    #[test]
    fn nothing_counts_after_the_pair_that_has_decided() {
        let schedule = Schedule { seats: 2, places: 1, opponents: 0, seed: 0 };
        let mut comparison = Comparison::new(schedule, TERMS);
        for number in 0..200 {
            let seats = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            let places = if number % 2 == 0 { [1, 2] } else { [2, 1] };
            comparison.add(played(number, &seats, &places));
        }
        assert_eq!(comparison.verdict, Verdict::Better);
        assert!(comparison.pairs.len() < 40);
    }

    #[test]
    fn against_others_the_places_of_both_are_compared() {
        let schedule = Schedule { seats: 4, places: 1, opponents: 3, seed: 0 };
        let roles = schedule.entrants();
        let mut comparison = Comparison::new(schedule.clone(), TERMS);
        let [first, second] = schedule.pair(0).matches;
        let places = |seats: &[usize], own: u32| -> Vec<u32> {
            let mut others = (1..=4).filter(|place| *place != own);
            let place = |entrant: &usize| match roles[*entrant] {
                Role::Opponent(_) => others.next().unwrap(),
                _ => own,
            };
            seats.iter().map(place).collect()
        };
        comparison.add(played(0, &first, &places(&first, 1)));
        comparison.add(played(1, &second, &places(&second, 3)));
        let score = comparison.pairs[0].score;
        assert!((score - (1.0 + 1.0 - 1.0 / 3.0) / 2.0).abs() < 1e-12, "{score}");
        assert_eq!(comparison.parts().opponents.len(), 3);
        assert_eq!(comparison.parts().seats.len(), 1);
    }
}
