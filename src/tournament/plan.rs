//! Which matches a tournament consists of.
//!
//! The plan depends on nothing but the number of players, the seed and the matches that are planned already, so that it
//! grows where players come later: what is there stays, and only what is missing is added.

use crate::series::Fixture;
use std::collections::{BTreeMap, BTreeSet};

/// A tournament as it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub players: usize,
    /// How many play in a match.
    pub seats: usize,
    /// How many matches each player has at each place, at least.
    pub games: u32,
    pub places: usize,
    pub seed: u64,
}

impl Wanted {
    /// What is missing, after the matches that are planned already. First come rounds in which all line-ups are played,
    /// as many as there is room for, then line-ups for those who have played least with those they have met least. Every
    /// line-up is played on rotated seats, all of them with the same seed.
    pub fn missing(&self, planned: &[Fixture]) -> Vec<Fixture> {
        if self.seats < 2 || self.players < self.seats {
            return Vec::new();
        }
        let mut growing = Growing::new(*self, planned);
        let rounds = self.whole_rounds();
        for place in 0..self.places {
            for round in 0..rounds {
                self.line_ups().into_iter().for_each(|line_up| {
                    growing.add(place, self.seed.wrapping_add(round), line_up);
                });
            }
        }
        for place in 0..self.places {
            while let Some(line_up) = growing.next_line_up(place) {
                let seed = growing.new_seed(place, &line_up, rounds);
                growing.add(place, seed, line_up);
            }
        }
        growing.added
    }

    /// How often all line-ups can be played without anybody having more matches than were asked for.
    fn whole_rounds(&self) -> u64 {
        let (others, partners) = (self.players as u64 - 1, self.seats as u64 - 1);
        // Whole at each step: a binomial coefficient.
        let line_ups = (0..partners).fold(1_u64, |ways, at| ways.saturating_mul(others - at) / (at + 1));
        u64::from(self.games) / line_ups.saturating_mul(self.seats as u64)
    }

    /// All ways to choose players for a match.
    fn line_ups(&self) -> Vec<Vec<usize>> {
        let mut chosen: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..self.seats {
            let longer = |some: &Vec<usize>| {
                let first = some.last().map_or(0, |last| last + 1);
                let longer = (first..self.players).map(|next| some.iter().copied().chain([next]).collect());
                longer.collect::<Vec<Vec<usize>>>()
            };
            chosen = chosen.iter().flat_map(longer).collect();
        }
        chosen
    }
}

/// A plan that grows.
struct Growing {
    wanted: Wanted,
    taken: BTreeSet<(usize, u64, Vec<usize>)>,
    /// Matches per place and player.
    matches: Vec<Vec<u32>>,
    /// Matches of each two players with each other.
    met: BTreeMap<(usize, usize), u32>,
    group: usize,
    added: Vec<Fixture>,
}

impl Growing {
    fn new(wanted: Wanted, planned: &[Fixture]) -> Growing {
        let group = planned.iter().map(|fixture| fixture.group + 1).max().unwrap_or(0);
        let matches = vec![vec![0; wanted.players]; wanted.places];
        let mut growing = Growing {
            wanted,
            taken: BTreeSet::new(),
            matches,
            met: BTreeMap::new(),
            group,
            added: Vec::new(),
        };
        planned.iter().for_each(|fixture| growing.count(fixture));
        growing
    }

    fn count(&mut self, fixture: &Fixture) {
        self.taken.insert((fixture.place, fixture.seed, fixture.seats.clone()));
        for (at, one) in fixture.seats.iter().enumerate() {
            self.matches[fixture.place][*one] += 1;
            for other in &fixture.seats[at + 1..] {
                *self.met.entry(pair(*one, *other)).or_default() += 1;
            }
        }
    }

    /// A line-up on all rotations of its seats, but for those that are planned already.
    fn add(&mut self, place: usize, seed: u64, mut seats: Vec<usize>) {
        let before = self.added.len();
        for _ in 0..seats.len() {
            if !self.taken.contains(&(place, seed, seats.clone())) {
                let fixture = Fixture { place, seed, seats: seats.clone(), group: self.group };
                self.count(&fixture);
                self.added.push(fixture);
            }
            seats.rotate_right(1);
        }
        self.group += usize::from(self.added.len() > before);
    }

    /// Whoever still needs matches at this place, with those who fit best; nobody if all have theirs.
    fn next_line_up(&self, place: usize) -> Option<Vec<usize>> {
        let matches = &self.matches[place];
        let lot = |player: usize| mixed(self.wanted.seed ^ mixed(self.group as u64) ^ (player as u64 + 1));
        let all = 0..self.wanted.players;
        let first = all.clone().min_by_key(|player| (matches[*player], lot(*player)))?;
        if matches[first] >= self.wanted.games {
            return None;
        }
        let mut line_up = vec![first];
        while line_up.len() < self.wanted.seats {
            let met = |player: usize| -> u32 {
                line_up.iter().map(|other| self.met.get(&pair(player, *other)).copied().unwrap_or(0)).sum()
            };
            let has_all = |player: usize| matches[player] >= self.wanted.games;
            let free = all.clone().filter(|player| !line_up.contains(player));
            let next =
                free.min_by_key(|player| (has_all(*player), met(*player), matches[*player], lot(*player)))?;
            line_up.push(next);
        }
        line_up.sort_by_key(|player| mixed(lot(*player)));
        Some(line_up)
    }

    /// A seed with which this line-up has not been planned, behind those of the whole rounds.
    fn new_seed(&self, place: usize, line_up: &[usize], rounds: u64) -> u64 {
        let is_same = |seats: &Vec<usize>| line_up.iter().all(|player| seats.contains(player));
        let played = self.taken.iter().filter(|(at, _, seats)| *at == place && is_same(seats));
        let used: BTreeSet<u64> = played.map(|(_, seed, _)| *seed).collect();
        let seeds = (rounds..).map(|offset| self.wanted.seed.wrapping_add(offset));
        seeds.into_iter().find(|seed| !used.contains(seed)).unwrap_or(self.wanted.seed)
    }
}

fn pair(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

/// A number that looks like chance (splitmix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(players: usize, seats: usize, games: u32) -> Wanted {
        Wanted { players, seats, games, places: 1, seed: 7 }
    }

    /// Matches per player, per player and seat, and per pair: the least and the most of each.
    fn spread(wanted: &Wanted, plan: &[Fixture]) -> [(usize, usize); 3] {
        let players = 0..wanted.players;
        let count = |is: &dyn Fn(&Fixture) -> bool| plan.iter().filter(|fixture| is(fixture)).count();
        let matches = players.clone().map(|one| count(&|fixture| fixture.seats.contains(&one)));
        let seats = players.clone().flat_map(|one| (0..wanted.seats).map(move |seat| (one, seat)));
        let seats = seats.map(|(one, seat)| count(&|fixture| fixture.seats[seat] == one));
        let pairs = players.clone().flat_map(|one| (0..one).map(move |other| (one, other)));
        let pairs = pairs.map(|(one, other)| {
            count(&|fixture| fixture.seats.contains(&one) && fixture.seats.contains(&other))
        });
        let ends = |all: Vec<usize>| (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        [ends(matches.collect()), ends(seats.collect()), ends(pairs.collect())]
    }

    #[test]
    fn few_line_ups_are_all_played_on_all_seats() {
        let four = wanted(4, 4, 8);
        assert_eq!(spread(&four, &four.missing(&[])), [(8, 8), (2, 2), (8, 8)]);
        let duels = wanted(5, 2, 8);
        let plan = duels.missing(&[]);
        assert_eq!((plan.len(), spread(&duels, &plan)), (20, [(8, 8), (4, 4), (2, 2)]));
        assert!(plan.iter().all(|fixture| fixture.seed == 7));
        assert_eq!(Wanted { places: 3, ..duels }.missing(&[]).len(), 60);
    }

    #[test]
    fn of_many_line_ups_some_are_played_evenly() {
        for (players, seats) in [(5, 4), (7, 4), (30, 4), (23, 3), (30, 2), (12, 10)] {
            let wanted = wanted(players, seats, 20);
            let plan = wanted.missing(&[]);
            let [matches, on_seat, pairs] = spread(&wanted, &plan);
            assert!(matches.0 >= 20 && matches.1 <= 20 + 2 * seats, "{players}, {seats}: {matches:?}");
            assert!(on_seat.1 - on_seat.0 <= 2, "{players}, {seats}: {on_seat:?}");
            let mean = plan.len() * seats * (seats - 1) / (players * (players - 1));
            assert!(pairs.1 <= mean + 2 * seats, "{players}, {seats}: {pairs:?}, {mean} in the mean");
        }
    }

    #[test]
    fn the_same_wish_gives_the_same_plan_and_another_seed_another_one() {
        let wanted = wanted(11, 4, 12);
        assert_eq!(wanted.missing(&[]), wanted.missing(&[]));
        let line_ups = |seed| {
            let plan = Wanted { seed, ..wanted }.missing(&[]);
            plan.into_iter().map(|fixture| fixture.seats).collect::<Vec<_>>()
        };
        assert_ne!(line_ups(7), line_ups(8));
    }

    #[test]
    fn nothing_is_missing_from_a_whole_plan_and_nothing_stands_twice() {
        for (players, seats) in [(4, 4), (6, 4), (5, 2), (9, 3)] {
            let wanted = Wanted { places: 2, ..wanted(players, seats, 13) };
            let plan = wanted.missing(&[]);
            assert_eq!(wanted.missing(&plan), []);
            let different: BTreeSet<_> = plan.iter().map(|one| (one.place, one.seed, &one.seats)).collect();
            assert_eq!(different.len(), plan.len());
        }
    }

    #[test]
    fn who_comes_later_plays_what_is_missing() {
        for (seats, games) in [(2, 10), (4, 16)] {
            let before = wanted(5, seats, games);
            let plan = before.missing(&[]);
            let after = Wanted { players: 6, ..before };
            let added = after.missing(&plan);
            assert!(!added.is_empty() && added.iter().all(|fixture| !plan.contains(fixture)));
            let whole: Vec<Fixture> = plan.iter().chain(&added).cloned().collect();
            let [matches, ..] = spread(&after, &whole);
            assert!(matches.0 >= games as usize, "{matches:?}");
            assert!(added.len() < after.missing(&[]).len());
        }
    }

    #[test]
    fn nobody_plays_alone() {
        assert_eq!(wanted(1, 1, 5).missing(&[]), []);
        assert_eq!(wanted(3, 4, 5).missing(&[]), []);
    }
}
