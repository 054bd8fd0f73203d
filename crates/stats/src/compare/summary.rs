//! The combined results of a comparison: in total, and by map, opponent and seat.

use super::pairs::{Measure, Role, Schedule, share};
use super::sequential::{Sums, Terms, Verdict};
use crate::series::{EntrantResult, Estimate, MatchResult, estimate};
use std::collections::BTreeMap;

/// A pair with the results of its two matches.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The index of the pair in the schedule, from 0.
    pub number: usize,
    pub matches: [MatchResult; 2],
    /// The score of the new version, from 0 to 1. It is 0.5 if both versions did equally well.
    pub score: f64,
}

/// A comparison in progress. Results may arrive in any order, but count in the order of the schedule. Pairs after the
/// one that decides the test do not count.
#[derive(Debug)]
pub struct Comparison {
    schedule: Schedule,
    terms: Terms,
    measure: Measure,
    roles: Vec<Role>,
    waiting: BTreeMap<usize, MatchResult>,
    pub pairs: Vec<Scored>,
    pub sums: Sums,
    pub verdict: Verdict,
}

/// The sums of the scores for one map, opponent or seat.
pub type Part = Sums;

/// The sums for each map, opponent and seat, by index.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parts {
    pub places: BTreeMap<usize, Part>,
    pub opponents: BTreeMap<usize, Part>,
    pub seats: BTreeMap<usize, Part>,
}

impl Comparison {
    pub fn new(schedule: Schedule, terms: Terms, measure: Measure) -> Comparison {
        Comparison {
            roles: schedule.entrants(),
            schedule,
            terms,
            measure,
            waiting: BTreeMap::new(),
            pairs: Vec::new(),
            sums: Sums::default(),
            verdict: Verdict::Undecided,
        }
    }

    /// Forgets all results.
    pub fn restart(&mut self) {
        self.waiting.clear();
        self.pairs.clear();
        self.sums = Sums::default();
        self.verdict = Verdict::Undecided;
    }

    /// Adds the result of one of the schedule's matches.
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
            let score = pair_score(&self.roles, &matches, self.measure);
            self.sums.add(score);
            self.pairs.push(Scored { number, matches, score });
            self.verdict = self.terms.verdict(&self.sums);
        }
    }

    /// Returns the number of pairs in which both versions did equally well.
    pub fn level_pairs(&self) -> usize {
        self.pairs.iter().filter(|pair| pair.score == 0.5).count()
    }

    /// Returns whether both versions had the same ranks in nearly all pairs, so that ranks hardly show a difference
    /// between them.
    pub fn places_say_little(&self) -> bool {
        const PAIRS_MIN: usize = 5;
        const LEVEL_PERCENT_MIN: usize = 80;
        let (level, all) = (self.level_pairs(), self.pairs.len());
        self.measure == Measure::Places && all >= PAIRS_MIN && 100 * level >= LEVEL_PERCENT_MIN * all
    }

    /// Returns the new version's mean lead over the old one in the decisive figure. Both are compared on the same seat
    /// of the same match, over all pairs in which both took part. Returns `None` if there is no such pair.
    pub fn margin(&self) -> Option<Estimate> {
        let margins: Vec<f64> =
            self.pairs.iter().filter_map(|pair| margin(&self.roles, &pair.matches)).collect();
        (!margins.is_empty()).then(|| estimate(&margins))
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
            for (seat, score) in seat_scores(&self.roles, &pair.matches, self.measure) {
                parts.seats.entry(seat).or_default().add(score);
            }
        }
        parts
    }

    /// Returns up to `most` pairs that the new version lost most clearly, the clearest loss first. Leaves out repeated
    /// pairs.
    pub fn clearest_losses(&self, most: usize) -> Vec<&Scored> {
        let different = if self.is_without_chance() { self.schedule.cycle() } else { self.pairs.len() };
        let mut lost: Vec<&Scored> =
            self.pairs.iter().take(different).filter(|pair| pair.score < 0.5).collect();
        lost.sort_by(|one, other| one.score.total_cmp(&other.score).then(one.number.cmp(&other.number)));
        lost.truncate(most);
        lost
    }

    /// Returns whether all pairs that differ only in their seed had the same results (ranks, figures and numbers of
    /// turns). If so, further pairs give no new information.
    pub fn is_without_chance(&self) -> bool {
        let cycle = self.schedule.cycle();
        let results = |pair: &Scored| -> Vec<(u32, Vec<i64>, u32)> {
            let seats = pair.matches.iter().flat_map(|played| &played.seats);
            seats.map(|seat| (seat.place, seat.figures.clone(), seat.turns)).collect()
        };
        let later = self.pairs.iter().skip(cycle);
        let are_alike = later.clone().all(|pair| results(pair) == results(&self.pairs[pair.number - cycle]));
        later.len() > 0 && are_alike
    }

    /// Returns the results of the matches that count.
    pub fn played(&self) -> impl Iterator<Item = &MatchResult> {
        self.pairs.iter().flat_map(|pair| &pair.matches)
    }

    pub fn role(&self, entrant: usize) -> Role {
        self.roles[entrant]
    }
}

/// Returns each seat on which both versions played, with the results of the new and the old version on that seat.
fn on_the_same_seats<'m>(
    roles: &'m [Role],
    matches: &'m [MatchResult; 2],
) -> impl Iterator<Item = (usize, [&'m EntrantResult; 2])> + 'm {
    let found = move |of_role: Role, seat: usize| {
        let mut results = matches.iter().map(move |played| &played.seats[seat]);
        results.find(|result| roles[result.entrant] == of_role)
    };
    let both = move |seat: usize| Some((seat, [found(Role::New, seat)?, found(Role::Old, seat)?]));
    (0..matches[0].seats.len()).filter_map(both)
}

/// Returns each seat on which both versions played, with the new version's score against the old one on that seat, from
/// 0 to 1.
fn seat_scores(roles: &[Role], matches: &[MatchResult; 2], measure: Measure) -> Vec<(usize, f64)> {
    let share_of = |role: Role, seat: usize| {
        let played = matches.iter().find(|played| roles[played.seats[seat].entrant] == role);
        played.map_or(0.5, |played| share(played, seat, |other| roles[other] != role))
    };
    let score = |(seat, [new, old]): (usize, [&EntrantResult; 2])| {
        let score = match measure {
            Measure::Places => (1.0 + share_of(Role::New, seat) - share_of(Role::Old, seat)) / 2.0,
            Measure::Figure => match rank_by_figure(new).cmp(&rank_by_figure(old)) {
                std::cmp::Ordering::Less => 0.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 1.0,
            },
        };
        (seat, score)
    };
    on_the_same_seats(roles, matches).map(score).collect()
}

/// Returns the decisive figure as a sort key. A forfeit is sorted below all other results.
fn rank_by_figure(result: &EntrantResult) -> Option<i64> {
    if result.forfeits { None } else { Some(result.figures.first().copied().unwrap_or_default()) }
}

/// Returns the mean lead of the new version over all seats on which both played in a pair; `None` if there are none or
/// a version forfeited.
fn margin(roles: &[Role], matches: &[MatchResult; 2]) -> Option<f64> {
    let margin = |(_, [new, old]): (usize, [&EntrantResult; 2])| {
        Some(rank_by_figure(new)? as f64 - rank_by_figure(old)? as f64)
    };
    let margins: Vec<f64> = on_the_same_seats(roles, matches).map(margin).collect::<Option<_>>()?;
    (!margins.is_empty()).then(|| margins.iter().sum::<f64>() / margins.len() as f64)
}

fn pair_score(roles: &[Role], matches: &[MatchResult; 2], measure: Measure) -> f64 {
    let seats = seat_scores(roles, matches, measure);
    seats.iter().map(|(_, score)| score).sum::<f64>() / seats.len().max(1) as f64
}

/// Returns the scores of pairs, given the results of all their matches.
pub fn scores(schedule: &Schedule, mut played: Vec<MatchResult>) -> Vec<f64> {
    let roles = schedule.entrants();
    played.sort_by_key(|result| result.number);
    let mut left = played.into_iter();
    let pair = || Some(pair_score(&roles, &[left.next()?, left.next()?], Measure::Places));
    std::iter::from_fn(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::series::EntrantResult;

    const TERMS: Terms = Terms { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };

    /// Creates a match result with the given players and ranks.
    fn played(number: usize, seats: &[usize], places: &[u32]) -> MatchResult {
        let seat = |(seat, (entrant, place)): (usize, (&usize, &u32))| EntrantResult {
            entrant: *entrant,
            seat,
            place: *place,
            ..EntrantResult::default()
        };
        let seats = seats.iter().zip(places).enumerate().map(seat).collect();
        MatchResult { number, group: number / 2, repeatable: None, void: None, seats }
    }

    #[test]
    fn results_count_in_the_order_of_the_schedule() {
        let schedule = Schedule { seats: 2, places: 2, opponents: 0, seed: 0 };
        let mut comparison = Comparison::new(schedule, TERMS, Measure::Places);
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
    fn pairs_after_the_decision_do_not_count() {
        let schedule = Schedule { seats: 2, places: 1, opponents: 0, seed: 0 };
        let mut comparison = Comparison::new(schedule, TERMS, Measure::Places);
        for number in 0..200 {
            let seats = if number % 2 == 0 { [0, 1] } else { [1, 0] };
            let places = if number % 2 == 0 { [1, 2] } else { [2, 1] };
            comparison.add(played(number, &seats, &places));
        }
        assert_eq!(comparison.verdict, Verdict::Better);
        assert!(comparison.pairs.len() < 40);
    }

    #[test]
    fn places_against_opponents_are_compared() {
        let schedule = Schedule { seats: 4, places: 1, opponents: 3, seed: 0 };
        let roles = schedule.entrants();
        let mut comparison = Comparison::new(schedule.clone(), TERMS, Measure::Places);
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

    /// Creates a match result with the given players, ranks and decisive figures.
    fn counted(number: usize, seats: &[usize], places: &[u32], figures: &[i64]) -> MatchResult {
        let mut result = played(number, seats, places);
        result.seats.iter_mut().zip(figures).for_each(|(seat, figure)| seat.figures = vec![*figure]);
        result
    }

    /// Simulates two versions that always have the worst ranks, behind two strong opponents; the new version has the
    /// higher figure.
    fn both_last(measure: Measure) -> Comparison {
        let schedule = Schedule { seats: 3, places: 1, opponents: 2, seed: 0 };
        let mut comparison = Comparison::new(schedule.clone(), TERMS, measure);
        for pair in 0..30 {
            for (at, seats) in schedule.pair(pair).matches.into_iter().enumerate() {
                let is_own = |entrant: &usize| *entrant < 2;
                let places: Vec<u32> = seats.iter().map(|one| if is_own(one) { 3 } else { 1 }).collect();
                let figures: Vec<i64> =
                    seats.iter().map(|one| if *one == 0 { 25 + (pair % 2) as i64 } else { 20 }).collect();
                comparison.add(counted(2 * pair + at, &seats, &places, &figures));
            }
        }
        comparison
    }

    #[test]
    fn figures_decide_where_both_always_finish_last() {
        let by_places = both_last(Measure::Places);
        assert_eq!(by_places.verdict, Verdict::NotBetter);
        assert!(by_places.places_say_little());
        assert_eq!(by_places.level_pairs(), by_places.pairs.len());
        let by_figure = both_last(Measure::Figure);
        assert_eq!(by_figure.verdict, Verdict::Better);
        assert!(!by_figure.places_say_little());
        let margin = by_figure.margin().unwrap();
        assert!((5.4..5.6).contains(&margin.mean), "{margin:?}");
    }

    #[test]
    fn forfeit_loses_under_the_figure_measure() {
        let schedule = Schedule { seats: 2, places: 1, opponents: 0, seed: 0 };
        let roles = schedule.entrants();
        let mut first = counted(0, &[0, 1], &[2, 1], &[200, 3]);
        let mut second = counted(1, &[1, 0], &[1, 2], &[3, 200]);
        (first.seats[0].forfeits, second.seats[1].forfeits) = (true, true);
        let matches = [first, second];
        assert_eq!(pair_score(&roles, &matches, Measure::Figure), 0.0);
        assert_eq!(margin(&roles, &matches), None);
    }
}
