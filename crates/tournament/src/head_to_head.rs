//! Head-to-head records: how often each player finished ahead of each other player.

use crate::stored_match::StoredMatch;
use std::collections::BTreeMap;

/// A player's record against one opponent, over all matches in which both played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeadToHead {
    pub matches: u32,
    /// The sum of the player's scores: 1 for each match in which it finished ahead of the opponent, 0.5 for each in
    /// which both had the same rank.
    pub before: f64,
}

impl HeadToHead {
    /// Returns the mean score per match, from 0 to 1, or `None` if the two have played no match.
    pub fn share(self) -> Option<f64> {
        (self.matches > 0).then(|| self.before / f64::from(self.matches))
    }
}

/// Returns the records of all pairs of players that have played each other. Each pair has two records, one for each of
/// its players.
pub fn head_to_head(matches: &[StoredMatch]) -> BTreeMap<(usize, usize), HeadToHead> {
    let mut all: BTreeMap<(usize, usize), HeadToHead> = BTreeMap::new();
    for (stored, result) in matches.iter().filter_map(|stored| Some((stored, stored.result.as_ref()?))) {
        for (one, own) in stored.seats.iter().zip(result) {
            for (other, rival) in stored.seats.iter().zip(result).filter(|(other, _)| *other != one) {
                let versus = all.entry((*one, *other)).or_default();
                versus.matches += 1;
                versus.before += match own.place.cmp(&rival.place) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use crate::head_to_head::*;
    use wag_stats::series::SeatPlayed;

    fn seat(place: u32) -> SeatPlayed {
        SeatPlayed {
            place,
            figures: vec![],
            tally: 0,
            turns: 1,
            think_ms_mean: 0.0,
            think_ms_max: 0.0,
            cpu_ms_mean: None,
            cpu_ms_max: None,
            faults: 0,
            time_outs: 0,
            doubtful: 0,
            fault_counts: Vec::new(),
            forfeits: false,
            failure: None,
        }
    }

    #[test]
    fn head_to_head_is_counted_in_both_directions() {
        let stored = |id: i64, seats: &[usize], places: Option<&[u32]>| StoredMatch {
            id,
            place: 0,
            seed: 1,
            group: 0,
            seats: seats.to_vec(),
            result: places.map(|places| places.iter().map(|place| seat(*place)).collect()),
            replay: None,
        };
        let all = [
            stored(1, &[0, 1, 2], Some(&[1, 2, 2])),
            stored(2, &[1, 0], Some(&[1, 2])),
            stored(3, &[1, 0], None),
        ];
        let met = head_to_head(&all);
        let record = |one, other| met.get(&(one, other)).map(|versus| (versus.matches, versus.before));
        assert_eq!((record(0, 1), record(1, 0)), (Some((2, 1.0)), Some((2, 1.0))));
        assert_eq!((record(0, 2), record(2, 0)), (Some((1, 1.0)), Some((1, 0.0))));
        assert_eq!((record(1, 2), record(2, 2)), (Some((1, 0.5)), None));
        assert_eq!((met[&(1, 2)].share(), HeadToHead::default().share()), (Some(0.5), None));
    }
}
