//! Ratings of players with a 95 % confidence interval. The method is Glicko-2 if all matches have two seats, and
//! Weng-Lin otherwise.
//!
//! The order in which matches are rated depends only on their content, so it does not matter in which order they ended.

use sha2::{Digest, Sha256};
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

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

    /// Returns the method that is suitable for these matches.
    fn of(matches: &[RankedMatch]) -> Method {
        let is_of_two = |played: &RankedMatch| played.seats.len() == 2;
        if matches.iter().all(is_of_two) { Method::Glicko2 } else { Method::WengLin }
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
    let mut ordered: Vec<(Vec<u8>, &RankedMatch)> =
        matches.iter().map(|played| (Sha256::digest(&played.key).to_vec(), played)).collect();
    ordered.sort_by(|one, other| (&one.0, &one.1.key).cmp(&(&other.0, &other.1.key)));
    let ordered: Vec<&RankedMatch> = ordered.into_iter().map(|(_, played)| played).collect();
    let method = Method::of(matches);
    let ratings = match method {
        Method::Glicko2 => glicko(players, &ordered),
        Method::WengLin => weng_lin(players, &ordered),
    };
    (method, ratings)
}

/// Rates matches with Glicko-2, in periods of equal length. Within a period, opponents have the ratings from the end of
/// the previous period.
fn glicko(players: usize, matches: &[&RankedMatch]) -> Vec<Rating> {
    let config = Glicko2Config::new();
    let mut ratings = vec![Glicko2Rating::new(); players];
    // Glicko-2 needs several matches of each player in each period.
    let periods = (matches.len() / (4 * players).max(1)).clamp(1, PERIODS);
    for period in matches.chunks(matches.len().div_ceil(periods).max(1)) {
        let before = ratings.clone();
        let mut results: Vec<Vec<(Glicko2Rating, Outcomes)>> = vec![Vec::new(); players];
        for played in period {
            for (player, _) in &played.seats {
                results[*player].extend(outcome(*player, played, &before));
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
    played: &RankedMatch,
    ratings: &[Glicko2Rating],
) -> Option<(Glicko2Rating, Outcomes)> {
    let own = played.seats.iter().find(|(one, _)| *one == player)?;
    let other = played.seats.iter().find(|(one, _)| *one != player)?;
    let outcome = match own.1.cmp(&other.1) {
        std::cmp::Ordering::Less => Outcomes::WIN,
        std::cmp::Ordering::Equal => Outcomes::DRAW,
        std::cmp::Ordering::Greater => Outcomes::LOSS,
    };
    Some((ratings[other.0], outcome))
}

/// Rates matches with Weng-Lin, one after the other. Each player is a team of one.
fn weng_lin(players: usize, matches: &[&RankedMatch]) -> Vec<Rating> {
    let config = WengLinConfig::new();
    let mut ratings = vec![WengLinRating::new(); players];
    for played in matches {
        let alone: Vec<[WengLinRating; 1]> =
            played.seats.iter().map(|(player, _)| [ratings[*player]]).collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = alone
            .iter()
            .zip(&played.seats)
            .map(|(team, (_, place))| (team.as_slice(), MultiTeamOutcome::new(*place as usize)))
            .collect();
        for (team, (player, _)) in weng_lin_multi_team(&teams, &config).iter().zip(&played.seats) {
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
        }
    }

    #[test]
    fn ratings_are_equal_without_matches() {
        let (_, ratings) = rate_players(3, &[]);
        assert!(ratings.iter().all(|rating| *rating == ratings[0] && rating.half_width > 600.0));
    }
}
