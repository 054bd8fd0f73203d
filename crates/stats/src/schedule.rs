//! The schedule of a tournament, which is a list of matches. Each match has a *place*, which is a map or board.
//!
//! The schedule depends only on the number of players, the number of seats on each map, the seed and the matches
//! planned earlier. It can grow when players join later: planned matches stay, and only missing matches are added.

use crate::series::Fixture;
use std::collections::BTreeMap;

/// The maximum number of matches of a tournament.
pub const MATCHES_MAX: usize = 100_000;

/// The requirements for a schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentSpec {
    pub players: usize,
    /// The number of seats of a match, for each map.
    pub seats: Vec<usize>,
    /// The minimum number of matches of each player on each map.
    pub games: u32,
    pub seed: u64,
}

impl TournamentSpec {
    /// Returns the number of matches that a new tournament needs, also if that is more than a tournament may have. If the
    /// line-ups cannot be distributed evenly, the schedule has a few more.
    pub fn count(&self) -> usize {
        let playable = self.seats.iter().filter(|seats| (2..=self.players).contains(*seats));
        playable.map(|seats| (self.players * self.games as usize).div_ceil(*seats)).sum()
    }

    /// Returns these requirements with so few matches of each player that a new tournament needs at most this number, if
    /// possible.
    pub fn shortened(&self, matches_max: usize) -> TournamentSpec {
        let share = matches_max as f64 / self.count().max(1) as f64;
        let games = (f64::from(self.games) * share.min(1.0)) as u32;
        TournamentSpec { games: games.max(1), ..self.clone() }
    }

    /// Returns the missing matches, given the matches that are already planned.
    ///
    /// First, there are sweeps, in which every line-up plays once. There are as many sweeps as fit into the requested
    /// number of matches. Each sweep has the next rotation of seats, and a new seed when all rotations have been used.
    /// After that, the players with the fewest matches play against the opponents whom they have met least often.
    ///
    /// If the schedule gets too large, this stops when there is one match more than a tournament may have.
    pub fn missing(&self, planned: &[Fixture]) -> Vec<Fixture> {
        let mut builder = ScheduleBuilder::new(self, planned);
        for place in 0..self.seats.len() {
            if (2..=self.players).contains(&self.seats[place]) {
                builder.add_sweeps(place);
                while let Some(line_up) = builder.next_line_up(place).filter(|_| !builder.is_full()) {
                    builder.add_match(place, &line_up);
                }
            }
        }
        builder.added
    }

    /// Returns how many times all line-ups of a map can play before a player has more than the requested number of
    /// matches.
    fn sweeps(&self, place: usize) -> u32 {
        let (others, partners) = (self.players as u64 - 1, self.seats[place] as u64 - 1);
        // Every intermediate result is a binomial coefficient, so the division is exact.
        let line_ups = (0..partners).fold(1_u64, |ways, at| ways.saturating_mul(others - at) / (at + 1));
        u32::try_from(u64::from(self.games) / line_ups).unwrap_or(u32::MAX)
    }

    /// Returns all line-ups of the given size in lexicographic order. If there are more than the maximum number of
    /// matches, returns only the first ones.
    fn line_ups(&self, seats: usize) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        let mut line_up: Vec<usize> = (0..seats).collect();
        while all.len() <= MATCHES_MAX {
            all.push(line_up.clone());
            let can_grow = |at: &usize| line_up[*at] < self.players - seats + at;
            let Some(at) = (0..seats).rev().find(can_grow) else { break };
            let first = line_up[at] + 1;
            line_up.splice(at.., first..first + seats - at);
        }
        all
    }
}

/// The matches of one line-up on one map.
#[derive(Default)]
struct LineUpUse {
    /// The matches by seed.
    seeds: BTreeMap<u64, SeedUse>,
    /// The lowest seed that may still have unused rotations, as an offset from the tournament's seed.
    first_free: u64,
}

/// The matches of one line-up on one map with one seed.
struct SeedUse {
    group: usize,
    /// The player on each seat, for each match.
    seatings: Vec<Vec<usize>>,
}

/// A schedule under construction.
struct ScheduleBuilder<'s> {
    spec: &'s TournamentSpec,
    /// The matches of each line-up, by map and by players in ascending order.
    line_ups: BTreeMap<(usize, Vec<usize>), LineUpUse>,
    /// The number of matches, by map and player.
    matches: Vec<Vec<u32>>,
    /// The number of matches, by map, player and seat.
    on_seat: Vec<Vec<Vec<u32>>>,
    /// For each player, the number of matches against each other player.
    met: Vec<BTreeMap<usize, u32>>,
    groups: usize,
    added: Vec<Fixture>,
}

impl<'s> ScheduleBuilder<'s> {
    fn new(spec: &'s TournamentSpec, planned: &[Fixture]) -> ScheduleBuilder<'s> {
        let mut builder = ScheduleBuilder {
            spec,
            line_ups: BTreeMap::new(),
            matches: vec![vec![0; spec.players]; spec.seats.len()],
            on_seat: spec.seats.iter().map(|seats| vec![vec![0; *seats]; spec.players]).collect(),
            met: vec![BTreeMap::new(); spec.players],
            groups: planned.iter().map(|fixture| fixture.group + 1).max().unwrap_or(0),
            added: Vec::new(),
        };
        planned.iter().for_each(|fixture| builder.count(fixture));
        builder
    }

    fn count(&mut self, fixture: &Fixture) {
        let place = fixture.place;
        for (seat, one) in fixture.seats.iter().enumerate() {
            self.matches[place][*one] += 1;
            // An earlier schedule may have had more seats at this place.
            if let Some(count) = self.on_seat[place][*one].get_mut(seat) {
                *count += 1;
            }
            for other in fixture.seats.iter().filter(|other| *other != one) {
                *self.met[*one].entry(*other).or_default() += 1;
            }
        }
        let line_up = self.line_ups.entry((place, sorted(&fixture.seats))).or_default();
        let new = || SeedUse { group: fixture.group, seatings: Vec::new() };
        line_up.seeds.entry(fixture.seed).or_insert_with(new).seatings.push(fixture.seats.clone());
    }

    /// Returns whether the schedule exceeds the maximum number of matches.
    fn is_full(&self) -> bool {
        self.added.len() > MATCHES_MAX
    }

    /// Adds sweeps of all line-ups of a map. Line-ups whose players all have enough matches are left out.
    fn add_sweeps(&mut self, place: usize) {
        let (spec, seats) = (self.spec, self.spec.seats[place]);
        let line_ups = if spec.sweeps(place) > 0 { spec.line_ups(seats) } else { Vec::new() };
        for sweep in 0..spec.sweeps(place) as usize {
            let seed = spec.seed.wrapping_add((sweep / seats) as u64);
            for line_up in &line_ups {
                if self.is_full() {
                    return;
                }
                let needs_one = line_up.iter().any(|player| self.matches[place][*player] < spec.games);
                if needs_one && self.played_with(place, line_up, seed) <= sweep % seats {
                    self.add(place, line_up, seed);
                }
            }
        }
    }

    /// Returns the number of matches of a line-up with a seed.
    fn played_with(&self, place: usize, line_up: &[usize], seed: u64) -> usize {
        self.seed_use(place, line_up, seed).map_or(0, |used| used.seatings.len())
    }

    fn seed_use(&self, place: usize, line_up: &[usize], seed: u64) -> Option<&SeedUse> {
        self.line_ups.get(&(place, line_up.to_vec()))?.seeds.get(&seed)
    }

    /// Returns the player that needs matches on this map most, together with the most suitable opponents, in ascending
    /// order; `None` if all players have enough matches.
    fn next_line_up(&self, place: usize) -> Option<Vec<usize>> {
        let (matches, games) = (&self.matches[place], self.spec.games);
        let round = mixed(self.added.len() as u64 + 1);
        let lot = |player: usize| mixed(self.spec.seed ^ round ^ (player as u64 + 1));
        let fewest = |one: &usize, other: &usize| {
            matches[*one].cmp(&matches[*other]).then_with(|| lot(*one).cmp(&lot(*other)))
        };
        let first = (0..self.spec.players).min_by(fewest).filter(|first| matches[*first] < games)?;
        let mut line_up = vec![first];
        let mut met = vec![0_u32; self.spec.players];
        while line_up.len() < self.spec.seats[place] {
            let last = line_up[line_up.len() - 1];
            self.met[last].iter().for_each(|(other, times)| met[*other] += times);
            // A new player has met nobody, so the first player's count decides before the count of the whole line-up.
            let own = |player: usize| self.met[first].get(&player).copied().unwrap_or(0);
            let best = |one: &usize, other: &usize| {
                let key = |player: usize| (own(player), met[player], matches[player] >= games);
                key(*one).cmp(&key(*other)).then_with(|| fewest(one, other))
            };
            let next = (0..self.spec.players).filter(|player| !line_up.contains(player)).min_by(best)?;
            line_up.push(next);
        }
        line_up.sort_unstable();
        Some(line_up)
    }

    /// Adds a match of a line-up. Its seed is the first one that has unused rotations.
    fn add_match(&mut self, place: usize, line_up: &[usize]) {
        let used = self.line_ups.entry((place, line_up.to_vec())).or_default();
        let seed = |offset: u64| self.spec.seed.wrapping_add(offset);
        let is_used = |used: &LineUpUse, offset| {
            used.seeds.get(&seed(offset)).is_some_and(|used| used.seatings.len() >= line_up.len())
        };
        while is_used(used, used.first_free) {
            used.first_free += 1;
        }
        let seed = seed(used.first_free);
        self.add(place, line_up, seed);
    }

    fn add(&mut self, place: usize, line_up: &[usize], seed: u64) {
        let used = self.seed_use(place, line_up, seed);
        let seats = match used {
            Some(used) => self.next_rotation(place, used),
            None => self.fair_seats(place, line_up),
        };
        let group = used.map_or(self.groups, |used| used.group);
        self.groups = self.groups.max(group + 1);
        let fixture = Fixture { place, seed, seats, group };
        self.count(&fixture);
        self.added.push(fixture);
    }

    /// Returns how many times a player has had a seat, which says how unfair it would be to assign the seat again.
    fn cost(&self, place: usize, player: usize, seat: usize) -> u32 {
        self.on_seat[place][player].get(seat).copied().unwrap_or(0)
    }

    fn cost_of(&self, place: usize, seats: &[usize]) -> u32 {
        seats.iter().enumerate().map(|(seat, player)| self.cost(place, *player, seat)).sum()
    }

    /// Returns the fairest rotation among those in which a line-up has not yet played with one seed.
    fn next_rotation(&self, place: usize, used: &SeedUse) -> Vec<usize> {
        let base = &used.seatings[0];
        let rotation = |by: usize| {
            let mut seats = base.clone();
            seats.rotate_right(by);
            seats
        };
        let unused = (1..base.len()).map(rotation).filter(|seats| !used.seatings.contains(seats));
        unused.min_by_key(|seats| self.cost_of(place, seats)).unwrap_or_else(|| base.clone())
    }

    /// Assigns seats so that each player gets each seat about equally often. Pairs of players swap seats for as long as
    /// that improves the balance.
    fn fair_seats(&self, place: usize, line_up: &[usize]) -> Vec<usize> {
        let lot = mixed(self.spec.seed ^ mixed(self.groups as u64));
        let mut seats = line_up.to_vec();
        seats.sort_by_key(|player| mixed(lot ^ (*player as u64 + 1)));
        loop {
            let before = self.cost_of(place, &seats);
            for one in 0..seats.len() {
                for other in one + 1..seats.len() {
                    let cost = |a: usize, b: usize| self.cost(place, a, one) + self.cost(place, b, other);
                    if cost(seats[other], seats[one]) < cost(seats[one], seats[other]) {
                        seats.swap(one, other);
                    }
                }
            }
            if self.cost_of(place, &seats) == before {
                return seats;
            }
        }
    }
}

fn sorted(players: &[usize]) -> Vec<usize> {
    let mut players = players.to_vec();
    players.sort_unstable();
    players
}

/// Returns a pseudo-random number that depends on `number` (splitmix64).
pub(crate) fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn tournament_spec(players: usize, seats: usize, games: u32) -> TournamentSpec {
        TournamentSpec { players, seats: vec![seats], games, seed: 7 }
    }

    /// Returns the minimum and maximum number of matches, each of them per player, per player and seat, and per pair of
    /// players.
    fn spread(tournament_spec: &TournamentSpec, plan: &[Fixture]) -> [(usize, usize); 3] {
        let players = 0..tournament_spec.players;
        let count = |is: &dyn Fn(&Fixture) -> bool| plan.iter().filter(|fixture| is(fixture)).count();
        let matches = players.clone().map(|one| count(&|fixture| fixture.seats.contains(&one)));
        let seats =
            players.clone().flat_map(|one| (0..tournament_spec.seats[0]).map(move |seat| (one, seat)));
        let seats = seats.map(|(one, seat)| count(&|fixture| fixture.seats[seat] == one));
        let pairs = players.clone().flat_map(|one| (0..one).map(move |other| (one, other)));
        let pairs = pairs.map(|(one, other)| {
            count(&|fixture| fixture.seats.contains(&one) && fixture.seats.contains(&other))
        });
        let ends = |all: Vec<usize>| (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        [ends(matches.collect()), ends(seats.collect()), ends(pairs.collect())]
    }

    /// Returns the number of different opponents of a player.
    fn opponents(plan: &[Fixture], player: usize) -> usize {
        let matches = plan.iter().filter(|fixture| fixture.seats.contains(&player));
        let met: BTreeSet<usize> = matches.flat_map(|fixture| fixture.seats.clone()).collect();
        met.len().saturating_sub(1)
    }

    #[test]
    fn number_of_matches_is_known_without_the_schedule() {
        for (players, seats, games) in [(2, 2, 20), (4, 2, 8), (5, 2, 3), (6, 4, 10), (9, 3, 50), (60, 4, 7)]
        {
            let spec = tournament_spec(players, seats, games);
            let planned = spec.missing(&[]).len();
            assert!((spec.count()..=spec.count() + players).contains(&planned), "{spec:?}: {planned}");
        }
        let large = TournamentSpec { seats: vec![2, 2], ..tournament_spec(2, 2, 1_000_000) };
        assert_eq!(large.count(), 2_000_000);
        assert_eq!(large.shortened(1000), TournamentSpec { games: 500, ..large.clone() });
        assert_eq!(large.shortened(1).games, 1, "a player has at least one match");
        let small = tournament_spec(4, 2, 8);
        assert_eq!(small.shortened(16), small);
    }

    #[test]
    fn few_line_ups_are_all_played_on_all_seats() {
        let four = tournament_spec(4, 4, 8);
        assert_eq!(spread(&four, &four.missing(&[])), [(8, 8), (2, 2), (8, 8)]);
        let duels = tournament_spec(5, 2, 8);
        let plan = duels.missing(&[]);
        assert_eq!((plan.len(), spread(&duels, &plan)), (20, [(8, 8), (4, 4), (2, 2)]));
        assert!(plan.iter().all(|fixture| fixture.seed == 7));
        assert_eq!(TournamentSpec { seats: vec![2; 3], ..duels }.missing(&[]).len(), 60);
    }

    #[test]
    fn new_line_ups_come_before_rotations() {
        let duels = tournament_spec(5, 2, 8);
        let plan = duels.missing(&[]);
        let first: BTreeSet<Vec<usize>> = plan[..10].iter().map(|fixture| sorted(&fixture.seats)).collect();
        assert_eq!(first.len(), 10, "all pairs have met before two meet again");
        let groups: BTreeSet<usize> = plan.iter().map(|fixture| fixture.group).collect();
        assert_eq!(groups.len(), 10, "both seatings of a pair are one group");
    }

    #[test]
    fn a_short_tournament_meets_many_opponents() {
        let tournament_spec = tournament_spec(20, 4, 4);
        let plan = tournament_spec.missing(&[]);
        let least = (0..20).map(|player| opponents(&plan, player)).min();
        assert!(least >= Some(11), "{least:?} of 19; 12 would be new in each match");
        let [matches, on_seat, _] = spread(&tournament_spec, &plan);
        assert!(matches.0 == 4 && matches.1 <= 5 && on_seat.1 <= 2, "{matches:?} {on_seat:?}");
    }

    #[test]
    fn some_of_many_line_ups_are_played_evenly() {
        for (players, seats) in [(5, 4), (7, 4), (30, 4), (23, 3), (30, 2), (12, 10)] {
            let tournament_spec = tournament_spec(players, seats, 20);
            let plan = tournament_spec.missing(&[]);
            let [matches, on_seat, pairs] = spread(&tournament_spec, &plan);
            assert!(matches.0 >= 20 && matches.1 <= 20 + seats, "{players}, {seats}: {matches:?}");
            assert!(on_seat.1 - on_seat.0 <= 3, "{players}, {seats}: {on_seat:?}");
            let mean = plan.len() * seats * (seats - 1) / (players * (players - 1));
            assert!(pairs.1 <= mean + seats, "{players}, {seats}: {pairs:?}, {mean} in the mean");
        }
    }

    #[test]
    fn places_with_different_seats_are_mixed() {
        let tournament_spec = TournamentSpec { players: 5, seats: vec![2, 4, 9, 1], games: 4, seed: 1 };
        let plan = tournament_spec.missing(&[]);
        let at = |place: usize| plan.iter().filter(move |fixture| fixture.place == place);
        assert!(at(0).count() == 10 && at(0).all(|fixture| fixture.seats.len() == 2));
        assert!(at(1).count() == 5 && at(1).all(|fixture| fixture.seats.len() == 4));
        assert_eq!(at(2).chain(at(3)).count(), 0, "nobody plays with empty seats, or alone");
        assert_eq!(tournament_spec.missing(&plan), []);
    }

    #[test]
    fn schedule_is_deterministic_per_seed() {
        let tournament_spec = tournament_spec(11, 4, 12);
        assert_eq!(tournament_spec.missing(&[]), tournament_spec.missing(&[]));
        let line_ups = |seed| {
            let plan = TournamentSpec { seed, ..tournament_spec.clone() }.missing(&[]);
            plan.into_iter().map(|fixture| fixture.seats).collect::<Vec<_>>()
        };
        assert_ne!(line_ups(7), line_ups(8));
    }

    #[test]
    fn complete_schedule_has_no_missing_or_duplicate_matches() {
        for (players, seats) in [(4, 4), (6, 4), (5, 2), (9, 3)] {
            let tournament_spec =
                TournamentSpec { seats: vec![seats; 2], ..tournament_spec(players, seats, 13) };
            let plan = tournament_spec.missing(&[]);
            assert_eq!(tournament_spec.missing(&plan), []);
            let different: BTreeSet<_> = plan.iter().map(|one| (one.place, one.seed, &one.seats)).collect();
            assert_eq!(different.len(), plan.len());
        }
    }

    #[test]
    fn later_player_gets_only_missing_matches() {
        for (seats, games) in [(2, 10), (4, 16)] {
            let before = tournament_spec(5, seats, games);
            let plan = before.missing(&[]);
            let after = TournamentSpec { players: 6, ..before };
            let added = after.missing(&plan);
            assert!(!added.is_empty() && added.iter().all(|fixture| !plan.contains(fixture)));
            let whole: Vec<Fixture> = plan.iter().chain(&added).cloned().collect();
            let [matches, ..] = spread(&after, &whole);
            assert!(matches.0 >= games as usize, "{matches:?}");
            assert!(added.len() < after.missing(&[]).len());
        }
    }

    #[test]
    fn newcomers_meet_everybody_and_not_only_each_other() {
        for (seats, games) in [(2, 20), (2, 4), (4, 8)] {
            let before = tournament_spec(12, seats, games);
            let plan = before.missing(&[]);
            let after = TournamentSpec { players: 14, ..before };
            let whole: Vec<Fixture> = plan.iter().cloned().chain(after.missing(&plan)).collect();
            for newcomer in [12, 13] {
                let own = whole.iter().filter(|fixture| fixture.seats.contains(&newcomer));
                let (all, together) = own.fold((0, 0), |(all, together), fixture| {
                    let both = fixture.seats.contains(&12) && fixture.seats.contains(&13);
                    (all + 1, together + usize::from(both))
                });
                let possible = (games as usize * (seats - 1)).min(13);
                let met = opponents(&whole, newcomer);
                assert!(met + 1 >= possible, "{seats}, {games}: {met} of {possible} others");
                assert!(together <= 1 + all * seats / 13, "{seats}, {games}: {together} of {all}");
            }
        }
    }

    #[test]
    fn complete_old_schedule_stays_unchanged() {
        // A schedule of an earlier version: all rotations of some line-ups only.
        let line_ups = [[0, 1, 2, 3], [4, 5, 0, 1], [2, 3, 4, 5]];
        let old = line_ups.iter().enumerate().flat_map(|(group, line_up)| {
            (0..4).map(move |by| {
                let mut seats = line_up.to_vec();
                seats.rotate_right(by);
                Fixture { place: 0, seed: 7, seats, group }
            })
        });
        assert_eq!(tournament_spec(6, 4, 8).missing(&old.collect::<Vec<_>>()), []);
    }

    #[test]
    fn plans_that_are_too_large_end() {
        let first = |tournament_spec: TournamentSpec| tournament_spec.missing(&[]).len();
        assert_eq!(first(tournament_spec(2, 2, u32::MAX)), MATCHES_MAX + 1);
        assert_eq!(
            first(tournament_spec(64, 63, 20)),
            64 * 20 / 63 + 1,
            "there are few line-ups of nearly all"
        );
        assert_eq!(first(tournament_spec(60, 8, u32::MAX)), MATCHES_MAX + 1);
    }

    #[test]
    fn single_player_gets_no_matches() {
        assert_eq!(tournament_spec(1, 1, 5).missing(&[]), []);
        assert_eq!(tournament_spec(3, 4, 5).missing(&[]), []);
    }
}
