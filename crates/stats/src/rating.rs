//! Ratings of players with a 95 % confidence interval. The method is Glicko-2 if all matches have two seats, and
//! Weng-Lin otherwise.
//!
//! The order in which matches are rated depends only on their content, so it does not matter in which order they ended.

use sha2::{Digest, Sha256};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};
use std::sync::Arc;

/// The half-width of a 95 % confidence interval, in standard deviations.
const SIDES: f64 = 1.96;
/// The maximum number of Glicko-2 rating periods.
const PERIODS: usize = 10;

/// The data of a match that ratings need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedMatch {
    /// A text that identifies the match: equal only for the same match.
    pub key: String,
    /// The player on each seat, as an index, and the player's rank.
    pub seats: Vec<(usize, u32)>,
}

/// A rating method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Glicko2,
    WengLin,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Glicko2 => "Glicko-2",
            Method::WengLin => "Weng-Lin",
        }
    }
}

/// The rating of a player, with half the width of its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub value: f64,
    pub half_width: f64,
}

impl Rating {
    pub fn is_surely_below(self, other: Rating) -> bool {
        self.value + self.half_width < other.value - other.half_width
    }
}

/// Returns the method that was used, and the rating of each player.
pub fn rate_players(players: usize, matches: &[RankedMatch]) -> (Method, Vec<Rating>) {
    RatedMatches::of(matches).rate(players)
}

/// The seats of a match: the player on each, as an index, and the player's rank.
type Seats = Arc<[(usize, u32)]>;

/// Matches in the order in which they are rated. A clone shares the matches, so that ratings with one more match cost no more
/// than the ratings.
#[derive(Clone, Debug, Default)]
pub struct RatedMatches {
    /// The hash of the key and the seats of each match.
    ordered: Vec<([u8; 32], Seats)>,
    /// The number of matches that do not have two seats.
    not_of_two: usize,
}

impl RatedMatches {
    pub fn of(matches: &[RankedMatch]) -> RatedMatches {
        let mut ordered: Vec<([u8; 32], Seats)> = matches.iter().map(RatedMatches::item).collect();
        ordered.sort_unstable();
        RatedMatches { ordered, not_of_two: matches.iter().filter(|one| one.seats.len() != 2).count() }
    }

    pub fn add(&mut self, one: &RankedMatch) {
        let item = RatedMatches::item(one);
        let at = self.ordered.partition_point(|other| *other < item);
        self.ordered.insert(at, item);
        self.not_of_two += usize::from(one.seats.len() != 2);
    }

    fn item(one: &RankedMatch) -> ([u8; 32], Seats) {
        (Sha256::digest(&one.key).into(), Arc::from(one.seats.as_slice()))
    }

    /// Returns the method that is suitable for the matches, and the rating of each player.
    pub fn rate(&self, players: usize) -> (Method, Vec<Rating>) {
        match self.not_of_two {
            0 => (Method::Glicko2, glicko(players, &self.ordered)),
            _ => (Method::WengLin, weng_lin(players, &self.ordered)),
        }
    }
}

/// Rates matches with Glicko-2, in periods of equal length. Within a period, opponents have the ratings from the end of
/// the previous period.
fn glicko(players: usize, matches: &[([u8; 32], Seats)]) -> Vec<Rating> {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); players];
    // Glicko-2 needs several matches of each player in each period.
    let periods = (matches.len() / (4 * players).max(1)).clamp(1, PERIODS);
    for period in matches.chunks(matches.len().div_ceil(periods).max(1)) {
        let before = ratings.clone();
        let mut results: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); players];
        for (_, seats) in period {
            for (player, _) in seats.iter() {
                results[*player].extend(outcome(*player, seats, &before));
            }
        }
        for ((rating, before), results) in ratings.iter_mut().zip(&before).zip(&results) {
            if !results.is_empty() {
                *rating = glicko2_rating_period(before, results, &config);
            }
        }
    }
    let to_rating =
        |rating: Glicko2Rating| Rating { value: rating.rating, half_width: SIDES * rating.deviation };
    ratings.into_iter().map(to_rating).collect()
}

/// Returns the opponent's rating and the result for a player in a match of two; `None` if the player is not in the
/// match.
fn outcome(
    player: usize,
    seats: &[(usize, u32)],
    ratings: &[Glicko2Rating],
) -> Option<(Glicko2Rating, Outcomes)> {
    let own = seats.iter().find(|(one, _)| *one == player)?;
    let other = seats.iter().find(|(one, _)| *one != player)?;
    let outcome = match own.1.cmp(&other.1) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    Some((ratings[other.0], outcome))
}

/// Rates matches with Weng-Lin, one after the other. Each player is a team of one.
fn weng_lin(players: usize, matches: &[([u8; 32], Seats)]) -> Vec<Rating> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); players];
    for (_, seats) in matches {
        let alone: Vec<[WengLinRating; 1]> = seats.iter().map(|(player, _)| [ratings[*player]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = alone
            .iter()
            .zip(seats.iter())
            .map(|(team, (_, place))| (team.as_slice(), MultiTeamOutcome::new(*place as usize)))
            .collect();
        for (team, (player, _)) in weng_lin_multi_team(&teams, &config).iter().zip(seats.iter()) {
            ratings[*player] = team[0];
        }
    }
    let to_rating =
        |rating: WengLinRating| Rating { value: rating.rating, half_width: SIDES * rating.uncertainty };
    ratings.into_iter().map(to_rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(number: usize, seats: &[(usize, u32)]) -> RankedMatch {
        RankedMatch { key: format!("match {number}"), seats: seats.to_vec() }
    }

    #[test]
    fn winner_is_rated_higher_and_interval_narrows() {
        let duels = |count| (0..count).map(|number| played(number, &[(0, 1), (1, 2)])).collect::<Vec<_>>();
        let (method, few) = rate_players(2, &duels(4));
        assert_eq!(method, Method::Glicko2);
        assert!(
            few[0].value > few[1].value && few[0].half_width > rate_players(2, &duels(40)).1[0].half_width
        );
        let fours = |count| -> Vec<RankedMatch> {
            (0..count).map(|number| played(number, &[(2, 1), (0, 2), (3, 2), (1, 4)])).collect()
        };
        let (method, few) = rate_players(4, &fours(4));
        assert_eq!(method, Method::WengLin);
        assert!(few[2].value > few[0].value && few[0].value > few[1].value);
        assert!((few[0].value - few[3].value).abs() < 1e-9, "who shares a place is rated the same");
        assert!(
            few[1].is_surely_below(few[2]) || few[2].half_width > rate_players(4, &fours(40)).1[2].half_width
        );
    }

    #[test]
    fn the_order_of_the_matches_makes_no_difference() {
        for seats in [2_usize, 4] {
            let one = |number: usize| {
                let sat = (0..seats)
                    .map(|seat| ((number + seat * seat) % 7, (seat as u32 * 3 + number as u32) % 4));
                let mut sat: Vec<(usize, u32)> = sat.collect();
                sat.dedup_by_key(|(player, _)| *player);
                played(number, &sat)
            };
            let mut matches: Vec<RankedMatch> = (0..60).map(one).collect();
            let forward = rate_players(7, &matches);
            matches.reverse();
            matches.swap(3, 40);
            assert_eq!(rate_players(7, &matches), forward);
            let mut one_by_one = RatedMatches::default();
            matches.iter().for_each(|one| one_by_one.add(one));
            assert_eq!(one_by_one.rate(7), forward, "added one after the other");
        }
    }

    #[test]
    fn ratings_are_equal_without_matches() {
        let (_, ratings) = rate_players(3, &[]);
        assert!(ratings.iter().all(|rating| *rating == ratings[0] && rating.half_width > 600.0));
    }
}
