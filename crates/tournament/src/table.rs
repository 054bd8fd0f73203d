//! The standings of a tournament, with the certainty of each rank.

use crate::stored_match::StoredMatch;
use std::collections::BTreeSet;
use wag_core::problem::Problem;
use wag_stats::rating::{Method, RankedMatch, Rating, rate_players};
use wag_stats::series::SeatPlayed;

/// A player's row in the standings.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The index of the player version.
    pub player: usize,
    pub place: usize,
    /// The best and the worst rank that the rating intervals allow.
    pub possible: (usize, usize),
    pub rating: Rating,
    pub matches: usize,
    /// The number of different opponents that the player has met.
    pub opponents: usize,
    /// The sum over all opponents in all matches of the player: 1 for each opponent that finished behind the player,
    /// 0.5 for each with the same rank.
    pub points: f64,
    /// The number of points that the player would have if it had won all its matches alone.
    pub most_points: usize,
    /// The number of matches that the player won alone.
    pub wins: usize,
    /// The number of matches in which the player shared the first rank.
    pub draws: usize,
    /// The mean rank of the player in its matches; `None` if it has played none.
    pub mean_place: Option<f64>,
    pub faults: u64,
    pub time_outs: u64,
    /// The number of time-outs that may be due to a busy machine.
    pub doubtful: u64,
    /// The number of matches that the player forfeited.
    pub forfeits: usize,
    pub think_ms_mean: f64,
    pub think_ms_max: f64,
    /// The mean processor time of a turn, which is a part of `think_ms_mean`; `None` if it was not measured.
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    /// The first failed turn or failed start, in the order of the schedule, with the ID of its match; `None` if the
    /// player never failed.
    pub first_failure: Option<(i64, Problem)>,
}

/// Computes the standings from the matches that have been played. Returns the rating method and a row for each player,
/// best first.
pub fn standings(players: usize, names: &[String], matches: &[StoredMatch]) -> (Method, Vec<Standing>) {
    let ranked: Vec<RankedMatch> = matches.iter().filter_map(|one| ranked_match(names, one)).collect();
    let (method, ratings) = rate_players(players, &ranked);
    (method, standings_of(&ratings, names, matches))
}

/// Returns a row for each player, best first, from the ratings of the matches that have been played.
pub fn standings_of(ratings: &[Rating], names: &[String], matches: &[StoredMatch]) -> Vec<Standing> {
    let own = own_matches(ratings.len(), matches);
    let mut rows: Vec<Standing> = ratings
        .iter()
        .zip(&own)
        .enumerate()
        .map(|(player, (rating, own))| row(player, *rating, own))
        .collect();
    let names = |row: &Standing| names.get(row.player).cloned().unwrap_or_default();
    rows.sort_by(|one, other| {
        let by_rating = other.rating.value.total_cmp(&one.rating.value);
        let by_presence = one.never_played().cmp(&other.never_played());
        by_presence.then(by_rating).then_with(|| names(one).cmp(&names(other)))
    });
    rank_rows(&mut rows);
    rows
}

/// Assigns ranks to rows in the order of a table: all rows, or those of some players, who are then ranked among each other.
pub fn rank_rows(rows: &mut [Standing]) {
    let (playing, all) = (rows.iter().take_while(|row| !row.never_played()).count(), rows.len());
    let (present, absent) = rows.split_at_mut(playing);
    rank(present);
    // There is no way to compare players that never played, so they all share the places at the end.
    absent.iter_mut().for_each(|row| (row.place, row.possible) = (playing + 1, (playing + 1, all)));
}

/// Assigns ranks to rows that are sorted by rating. Players with equal ratings get the same rank.
fn rank(rows: &mut [Standing]) {
    let ratings: Vec<Rating> = rows.iter().map(|row| row.rating).collect();
    let mut place = 0;
    for at in 0..rows.len() {
        let is_level = at > 0 && (ratings[at].value - ratings[at - 1].value).abs() < 1e-9;
        place = if is_level { place } else { at + 1 };
        let own = ratings[at];
        let above = ratings.iter().filter(|other| own.is_surely_below(**other)).count();
        let below = ratings.iter().filter(|other| other.is_surely_below(own)).count();
        rows[at].place = place;
        rows[at].possible = (above + 1, ratings.len() - below);
    }
}

impl Standing {
    /// Returns whether the player has forfeited all its matches. Such a player ranks below all others, regardless of
    /// its rating.
    pub fn never_played(&self) -> bool {
        self.matches > 0 && self.forfeits == self.matches
    }
}

/// Returns the data of a match that are needed for ratings, or `None` if the match has not been played. The key of the
/// match does not depend on when it was scheduled or played.
pub fn ranked_match(names: &[String], stored: &StoredMatch) -> Option<RankedMatch> {
    let result = stored.result.as_ref()?;
    let seated: Vec<&str> =
        stored.seats.iter().filter_map(|player| names.get(*player)).map(String::as_str).collect();
    let key = format!("{}/{}/{}", stored.seed, stored.place, seated.join("/"));
    let seats = stored.seats.iter().zip(result).map(|(player, seat)| (*player, seat.place)).collect();
    Some(RankedMatch { key, seats })
}

/// A match from the viewpoint of one of its players.
struct OwnMatch<'k> {
    id: i64,
    /// The players in seat order.
    seats: &'k [usize],
    own: &'k SeatPlayed,
    all: &'k [SeatPlayed],
}

/// Returns the played matches of each player in the order of the schedule. The order matters, because the rounding of
/// floating-point sums depends on it.
fn own_matches(players: usize, matches: &[StoredMatch]) -> Vec<Vec<OwnMatch<'_>>> {
    let mut of_each: Vec<Vec<OwnMatch<'_>>> = (0..players).map(|_| Vec::new()).collect();
    for (stored, all) in matches.iter().filter_map(|stored| Some((stored, stored.result.as_deref()?))) {
        for (player, own) in stored.seats.iter().zip(all) {
            if let Some(own_matches) = of_each.get_mut(*player) {
                own_matches.push(OwnMatch { id: stored.id, seats: &stored.seats, own, all });
            }
        }
    }
    of_each.iter_mut().for_each(|own_matches| own_matches.sort_by_key(|own| own.id));
    of_each
}

fn row(player: usize, rating: Rating, matches: &[OwnMatch<'_>]) -> Standing {
    let mut row = Standing {
        player,
        place: 0,
        possible: (0, 0),
        rating,
        matches: 0,
        opponents: 0,
        points: 0.0,
        most_points: 0,
        wins: 0,
        draws: 0,
        mean_place: None,
        faults: 0,
        time_outs: 0,
        doubtful: 0,
        forfeits: 0,
        think_ms_mean: 0.0,
        think_ms_max: 0.0,
        cpu_ms_mean: None,
        cpu_ms_max: None,
        first_failure: None,
    };
    let (mut places, mut turns, mut think) = (0_u64, 0.0, 0.0);
    let (mut cpu_turns, mut cpu) = (0.0, 0.0);
    let met: BTreeSet<usize> = matches.iter().flat_map(|own| own.seats.iter().copied()).collect();
    row.opponents = met.iter().filter(|other| **other != player).count();
    for OwnMatch { id, own: seat, all, .. } in matches {
        row.matches += 1;
        row.points += points(seat, all);
        row.most_points += all.len() - 1;
        let is_alone = all.iter().filter(|other| other.has_won()).count() == 1;
        row.wins += usize::from(seat.has_won() && is_alone);
        row.draws += usize::from(seat.has_won() && !is_alone);
        places += u64::from(seat.place);
        row.faults += u64::from(seat.faults);
        row.time_outs += u64::from(seat.time_outs);
        turns += f64::from(seat.turns);
        think += seat.think_ms_mean * f64::from(seat.turns);
        row.think_ms_max = row.think_ms_max.max(seat.think_ms_max);
        row.doubtful += u64::from(seat.doubtful);
        row.forfeits += usize::from(seat.forfeits);
        if let (Some(mean), Some(max)) = (seat.cpu_ms_mean, seat.cpu_ms_max) {
            cpu_turns += f64::from(seat.turns);
            cpu += mean * f64::from(seat.turns);
            row.cpu_ms_max = Some(row.cpu_ms_max.unwrap_or(0.0).max(max));
        }
        if row.first_failure.is_none() {
            row.first_failure = seat.failure.clone().map(|failure| (*id, failure));
        }
    }
    row.mean_place = (row.matches > 0).then(|| places as f64 / row.matches as f64);
    row.cpu_ms_mean = (cpu_turns > 0.0).then(|| cpu / cpu_turns);
    row.think_ms_mean = if turns > 0.0 { think / turns } else { 0.0 };
    row
}

fn points(seat: &SeatPlayed, all: &[SeatPlayed]) -> f64 {
    let behind = all.iter().filter(|other| other.place > seat.place).count();
    // The player itself is among those with the same place.
    let level = all.iter().filter(|other| other.place == seat.place).count() - 1;
    behind as f64 + level as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use crate::table::*;
    use wag_core::problem::{Fault, FaultKind};

    fn seat(place: u32, faults: u32) -> SeatPlayed {
        let failure = (faults > 0).then(|| {
            Problem::of_fault(
                2,
                &Fault { kind: FaultKind::Exception, message: format!("{faults} of them").into() },
                None,
            )
        });
        SeatPlayed {
            place,
            figures: vec![1],
            tally: 0,
            turns: 10,
            think_ms_mean: 2.0,
            think_ms_max: 4.0,
            cpu_ms_mean: Some(1.0),
            cpu_ms_max: None,
            faults,
            time_outs: 0,
            doubtful: 0,
            fault_counts: Vec::new(),
            forfeits: false,
            failure,
        }
    }

    fn stored(id: i64, seats: &[usize], places: &[u32]) -> StoredMatch {
        let result = places.iter().map(|place| seat(*place, *place - 1)).collect();
        let (seats, result) = (seats.to_vec(), Some(result));
        StoredMatch { id, place: 0, seed: id as u64, group: 0, seats, result, replay: None }
    }

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|number| format!("p{number}")).collect()
    }

    #[test]
    fn points_wins_and_places_are_counted() {
        let all = [stored(1, &[0, 1, 2], &[1, 2, 2]), stored(2, &[2, 0, 1], &[1, 1, 3])];
        let (method, rows) = standings(3, &names(3), &all);
        assert_eq!(method, Method::WengLin);
        let first = &rows[0];
        assert_eq!((first.player, first.place, first.wins, first.matches), (0, 1, 1, 2));
        assert_eq!((first.points, first.most_points, first.mean_place), (3.5, 4, Some(1.0)));
        assert_eq!((first.draws, rows[1].draws), (1, 1));
        assert_eq!(first.opponents, 2);
        let last = &rows[2];
        assert_eq!((last.player, last.points, last.faults), (1, 0.5, 3));
        assert_eq!(
            last.first_failure.as_ref().map(|(id, what)| (*id, what.message.clone())),
            Some((1, "1 of them".into()))
        );
        assert!((last.think_ms_mean - 2.0).abs() < 1e-12);
        assert_eq!(last.possible, (1, 3), "two matches say little");
    }

    #[test]
    fn absent_player_ranks_below_all_others() {
        // Three strong players beat the fourth; two broken players meet only each other and so never lose.
        let mut all: Vec<StoredMatch> =
            (0..12).map(|id| stored(id, &[(id % 3) as usize, 3], &[1, 2])).collect();
        all.extend((12..16).map(|id| {
            let mut both = stored(id, &[4, 5], &[2, 2]);
            both.result.iter_mut().flatten().for_each(|seat| seat.forfeits = true);
            both
        }));
        let (_, rows) = standings(6, &names(6), &all);
        let actual: Vec<_> = rows.iter().map(|row| (row.player, row.place, row.forfeits)).collect();
        assert_eq!(actual[3..], [(3, 4, 0), (4, 5, 4), (5, 5, 4)]);
        assert!(rows[3].rating.value < rows[4].rating.value, "by ratings alone they would stand before it");
        assert_eq!((rows[3].possible.1, rows[4].possible), (4, (5, 6)));
    }

    #[test]
    fn place_becomes_certain_after_many_matches() {
        let all: Vec<StoredMatch> = (0..200).map(|id| stored(id, &[0, 1], &[1, 2])).collect();
        let (_, rows) = standings(3, &names(3), &all);
        let possible = |player| rows.iter().find(|row| row.player == player).unwrap().possible;
        assert_eq!((possible(0), possible(1)), ((1, 2), (2, 3)), "the third one has not played");
    }

    #[test]
    fn some_players_are_ranked_among_each_other() {
        let all: Vec<StoredMatch> = (0..200).map(|id| stored(id, &[(id % 2) as usize, 2], &[1, 2])).collect();
        let (_, mut rows) = standings(3, &names(3), &all);
        let last = rows.iter().position(|row| row.player == 2).unwrap();
        assert_eq!((rows[last].place, rows[last].possible), (3, (3, 3)));
        rows.retain(|row| row.player != 0);
        rank_rows(&mut rows);
        let ranks: Vec<_> = rows.iter().map(|row| (row.player, row.place, row.possible)).collect();
        assert_eq!(ranks, [(1, 1, (1, 1)), (2, 2, (2, 2))]);
    }

    #[test]
    fn standings_do_not_depend_on_match_order() {
        let mut all: Vec<StoredMatch> =
            (0..30).map(|id| stored(id, &[(id % 3) as usize, ((id + 1) % 3) as usize], &[1, 2])).collect();
        let forward = standings(3, &names(3), &all);
        all.reverse();
        assert_eq!(standings(3, &names(3), &all), forward);
    }
}
