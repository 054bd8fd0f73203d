//! The records of players over many matches of a contest. A player that is the only one with the first rank wins;
//! players that share the first rank draw.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use wag_core::game::{ContestPlayer, ContestResult};

/// The results of a player in all its matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub name: String,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// The total points of the player.
    pub points_won: i64,
    /// The total points of all the player's opponents.
    pub points_lost: i64,
    /// The number of matches that the player survived to the end.
    pub survived: u32,
}

/// Computes the record of each name, the best record first.
pub fn records<'r>(results: impl IntoIterator<Item = &'r ContestResult>) -> Vec<Record> {
    let mut records: BTreeMap<&str, Record> = BTreeMap::new();
    for result in results {
        let total: i64 = result.players.iter().map(|player| player.score).sum();
        let leaders = result.players.iter().filter(|player| player.rank == 1).count();
        for player in &result.players {
            let new = || Record { name: player.name.clone(), ..Record::default() };
            records.entry(&player.name).or_insert_with(new).add(player, total, leaders);
        }
    }
    let mut records: Vec<Record> = records.into_values().collect();
    records.sort_by_key(|one| Reverse((one.wins, one.draws, one.points_won - one.points_lost)));
    records
}

impl Record {
    fn add(&mut self, player: &ContestPlayer, total: i64, leaders: usize) {
        let count = match (player.rank, leaders) {
            (1, 1) => &mut self.wins,
            (1, _) => &mut self.draws,
            _ => &mut self.losses,
        };
        *count += 1;
        self.games += 1;
        self.points_won += player.score;
        self.points_lost += total - player.score;
        self.survived += u32::from(player.survived);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(players: &[(&str, u32, i64, bool)]) -> ContestResult {
        let player = |&(name, rank, score, survived): &(&str, u32, i64, bool)| ContestPlayer {
            name: name.to_string(),
            rank,
            score,
            survived,
            ..ContestPlayer::default()
        };
        ContestResult { players: players.iter().map(player).collect(), ..ContestResult::default() }
    }

    #[test]
    fn sole_first_place_wins_and_shared_first_place_draws() {
        let results = [
            result(&[("a", 1, 5, true), ("b", 2, 1, false), ("c", 2, 1, true)]),
            result(&[("b", 1, 3, true), ("a", 1, 3, true), ("c", 3, 0, true)]),
            result(&[("a", 2, -1, false), ("b", 1, 2, true)]),
        ];
        let actual: Vec<_> = records(&results)
            .into_iter()
            .map(|one| {
                let games = [one.games, one.wins, one.draws, one.losses, one.survived];
                (one.name, games, one.points_won, one.points_lost)
            })
            .collect();
        let expected =
            [("a", [3, 1, 1, 1, 2], 7, 7), ("b", [3, 1, 1, 1, 2], 6, 8), ("c", [2, 0, 0, 2, 2], 1, 12)];
        let expected = expected.map(|(name, games, won, lost)| (name.to_string(), games, won, lost));
        assert_eq!(actual, expected);
        assert_eq!(records([]), []);
    }
}
