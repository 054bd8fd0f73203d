//! The next match of a ladder, on which matches are played all day.
//!
//! The choice depends only on the entries, on the matches so far and on a seed, so it is the same wherever and whenever it
//! is made. Time is counted in groups of matches: the matches of one line-up with one seed.

use crate::rating::{RankedMatch, Rating, rate_players};
use crate::schedule::mixed;
use crate::series::Fixture;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The number of matches that place a new version.
const PLACEMENT: usize = 10;
/// The number of those that are against built-in players.
const AGAINST_BUILT_IN: usize = 3;
/// The number of those, counted from the first, after which the opponents are near its estimate.
const AGAINST_MIDDLE: usize = 6;
/// The wait, as a multiple of the mean wait, after which an entry comes in turn with new versions.
const LONG_WAIT: f64 = 1.5;
/// The wait after which an entry comes before everybody else, also as an opponent. Because several entries may have waited
/// that long, nobody waits more than three times the mean.
const LONGEST_WAIT: f64 = 2.0;

/// An entry of a ladder: one version of somebody's player, or a built-in player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderEntry {
    /// The person whose player it is. Two versions of one person do not meet. `None` for a built-in player.
    pub owner: Option<usize>,
    /// False for versions that have been replaced. They keep their matches and get no more.
    pub is_active: bool,
}

/// A match of the ladder, in the order in which the matches were planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderMatch {
    pub fixture: Fixture,
    /// The rank of each seat, from 1; empty while the match is not over.
    pub ranks: Vec<u32>,
}

/// A ladder as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Ladder<'l> {
    pub entries: &'l [LadderEntry],
    pub matches: &'l [LadderMatch],
    /// The number of seats of a match on each map.
    pub seats: &'l [usize],
    pub seed: u64,
    /// The number of matches after which an entry plays only as an opponent of others; `None` if there is no such number.
    pub enough: Option<usize>,
}

impl Ladder<'_> {
    /// Returns the next groups of matches, at most this number: each is a line-up on one map with one seed. With two
    /// seats, both orders are played. Returns fewer if nobody needs another match or too few take part.
    pub fn next(&self, groups: usize) -> Vec<Fixture> {
        let mut choice = Choice::of(self);
        let mut all = Vec::new();
        for _ in 0..groups {
            let next = choice.fixtures();
            if next.is_empty() {
                break;
            }
            next.iter().for_each(|fixture| choice.note(fixture));
            all.extend(next);
        }
        all
    }

    /// Returns the people's active entries.
    fn active(&self) -> impl Iterator<Item = usize> + '_ {
        let is_active = |entry: &LadderEntry| entry.is_active && entry.owner.is_some();
        (0..self.entries.len()).filter(move |at| is_active(&self.entries[*at]))
    }
}

/// Everything that the choice of the next match needs to know of the matches so far.
struct Choice<'l> {
    ladder: &'l Ladder<'l>,
    ratings: Vec<Rating>,
    /// The number of matches of each entry.
    counts: Vec<usize>,
    /// The number of matches of each entry that are over.
    rated: Vec<usize>,
    /// The last group of each entry.
    last: Vec<usize>,
    /// The number of matches that two entries have played together.
    met: BTreeMap<(usize, usize), usize>,
    /// The number of matches by map, entry and seat.
    seated: BTreeMap<(usize, usize, usize), usize>,
    /// The number of matches by map.
    on_place: Vec<usize>,
    /// The number of the next group of matches.
    group: usize,
}

impl Choice<'_> {
    fn of<'l>(ladder: &'l Ladder<'l>) -> Choice<'l> {
        let entries = ladder.entries.len();
        let mut choice = Choice {
            ladder,
            ratings: Vec::new(),
            counts: vec![0; entries],
            rated: vec![0; entries],
            last: vec![0; entries],
            met: BTreeMap::new(),
            seated: BTreeMap::new(),
            on_place: vec![0; ladder.seats.len()],
            group: 0,
        };
        let mut ranked = Vec::new();
        for one in ladder.matches {
            choice.note(&one.fixture);
            if !one.ranks.is_empty() {
                let Fixture { place, seed, seats, .. } = &one.fixture;
                seats.iter().for_each(|entry| choice.rated[*entry] += 1);
                let seats = seats.iter().copied().zip(one.ranks.iter().copied()).collect();
                ranked.push(RankedMatch { key: format!("{place} {seed} {seats:?}"), seats });
            }
        }
        choice.ratings = rate_players(entries, &ranked).1;
        choice
    }

    /// Counts a match that was planned or played.
    fn note(&mut self, Fixture { place, seats, group, .. }: &Fixture) {
        self.group = self.group.max(group + 1);
        self.on_place[*place] += 1;
        for (seat, entry) in seats.iter().enumerate() {
            self.counts[*entry] += 1;
            self.last[*entry] = self.last[*entry].max(*group);
            *self.seated.entry((*place, *entry, seat)).or_default() += 1;
            for other in seats.iter().filter(|other| *other != entry) {
                *self.met.entry((*entry, *other)).or_default() += 1;
            }
        }
    }

    /// Returns the number of groups since the last one of an entry.
    fn waited(&self, entry: usize) -> usize {
        if self.counts[entry] == 0 { 0 } else { self.group - self.last[entry] }
    }

    /// Returns how uncertain the rating of an entry will be when the planned matches are over.
    fn uncertainty(&self, entry: usize) -> f64 {
        let known = (self.rated[entry] + 1) as f64 / (self.counts[entry] + 1) as f64;
        self.ratings[entry].half_width * known.sqrt()
    }

    fn fixtures(&self) -> Vec<Fixture> {
        let Ladder { seats, seed, .. } = *self.ladder;
        let Some(first) = self.first() else { return Vec::new() };
        let of_first =
            |place: usize| (0..seats[place]).map(|seat| self.had(place, first, seat)).sum::<usize>();
        let place = (0..seats.len()).min_by_key(|place| (of_first(*place), self.on_place[*place]));
        let Some(place) = place else { return Vec::new() };
        let mut rng = ChaCha8Rng::seed_from_u64(mixed(seed ^ mixed(self.group as u64)));
        let mut line_up = vec![first];
        while line_up.len() < seats[place] {
            let Some(opponent) = self.opponent(&line_up, &mut rng) else { break };
            line_up.push(opponent);
        }
        if line_up.len() < seats[place].max(2) {
            return Vec::new();
        }
        let line_up = self.fair_seats(place, line_up);
        let seed = seed.wrapping_add(self.group as u64);
        let fixture = |seats: Vec<usize>| Fixture { place, seed, seats, group: self.group };
        match line_up[..] {
            [one, other] => vec![fixture(vec![one, other]), fixture(vec![other, one])],
            _ => vec![fixture(line_up)],
        }
    }

    /// Returns the entry for which the match is played: a new version or who has waited too long, in turn if there are both,
    /// or else the one whose place is least certain.
    fn first(&self) -> Option<usize> {
        let needs_more = |entry: &usize| self.ladder.enough.is_none_or(|enough| self.counts[*entry] < enough);
        let active = || self.ladder.active().filter(needs_more);
        let is_new = |entry: &usize| self.counts[*entry] < PLACEMENT;
        let new = active().filter(is_new).min_by_key(|entry| (self.counts[*entry], Reverse(*entry)));
        let overdue = active().filter(|entry| !is_new(entry)).max_by_key(|entry| self.waited(*entry));
        let overdue = overdue.filter(|entry| self.has_waited(*entry, LONG_WAIT));
        let is_turn_of_new = self.group.is_multiple_of(2);
        let urgent =
            match overdue.is_some_and(|entry| self.has_waited(entry, LONGEST_WAIT)) || !is_turn_of_new {
                true => overdue.or(new),
                false => new.or(overdue),
            };
        urgent.or_else(|| {
            active().max_by(|one, other| self.uncertainty(*one).total_cmp(&self.uncertainty(*other)))
        })
    }

    /// Returns the smallest number of seats of a match.
    fn seats_of_match(&self) -> usize {
        self.ladder.seats.iter().copied().min().unwrap_or(2).max(2)
    }

    /// Returns whether an entry has waited this multiple of the mean wait.
    fn has_waited(&self, entry: usize, times: f64) -> bool {
        let mean = self.ladder.active().count() as f64 / self.seats_of_match() as f64;
        self.waited(entry) as f64 >= (times * mean).max(1.0)
    }

    /// Draws an opponent for a line-up: near in the table and met rarely. The opponents of a new version are built-in
    /// players at first, and then the middle of the table.
    fn opponent(&self, line_up: &[usize], rng: &mut ChaCha8Rng) -> Option<usize> {
        let (first, entries) = (line_up[0], self.ladder.entries);
        let is_same_person = |one: usize, other: usize| {
            entries[one].owner.is_some() && entries[one].owner == entries[other].owner
        };
        // A new version meets people when it has met built-in players.
        let has_built_in =
            entries.iter().filter(|one| one.owner.is_none()).count() + 1 >= self.seats_of_match();
        let is_too_new = |entry: usize| {
            has_built_in && entries[entry].owner.is_some() && self.counts[entry] < AGAINST_BUILT_IN
        };
        let is_free = |entry: &usize| {
            entries[*entry].is_active
                && !is_too_new(*entry)
                && !line_up.iter().any(|one| one == entry || is_same_person(*one, *entry))
        };
        let (people, built_in): (Vec<usize>, Vec<usize>) =
            (0..entries.len()).filter(is_free).partition(|entry| entries[*entry].owner.is_some());
        let has_waited = |entry: &&usize| self.has_waited(**entry, LONGEST_WAIT);
        if let Some(waiting) = people.iter().filter(has_waited).max_by_key(|entry| self.waited(**entry))
            && self.counts[first] >= AGAINST_BUILT_IN
        {
            return Some(*waiting);
        }
        let wants_built_in = has_built_in && self.counts[first] < AGAINST_BUILT_IN && !built_in.is_empty();
        let candidates = if wants_built_in || people.is_empty() { built_in } else { people };
        let mut table: Vec<usize> = candidates.iter().copied().chain([first]).collect();
        let value = |entry: usize| self.ratings[entry].value;
        table.sort_by(|one, other| value(*other).total_cmp(&value(*one)).then(one.cmp(other)));
        let rank = |entry: usize| table.iter().position(|one| *one == entry).unwrap_or(0);
        let near = if self.counts[first] < AGAINST_MIDDLE { table.len() / 2 } else { rank(first) };
        let weight = |entry: usize| {
            let distance = 1.0 + rank(entry).abs_diff(near) as f64;
            distance.powf(-1.5) / (1 + self.met.get(&(first, entry)).unwrap_or(&0)) as f64
        };
        let mut drawn = rng.random::<f64>() * candidates.iter().map(|entry| weight(*entry)).sum::<f64>();
        let chosen = candidates.iter().find(|entry| {
            drawn -= weight(**entry);
            drawn < 0.0
        });
        chosen.or(candidates.last()).copied()
    }

    /// Returns the number of matches of an entry on a map and seat.
    fn had(&self, place: usize, entry: usize, seat: usize) -> usize {
        self.seated.get(&(place, entry, seat)).copied().unwrap_or(0)
    }

    /// Rotates a line-up so that each entry gets the seats that it has had least often.
    fn fair_seats(&self, place: usize, line_up: Vec<usize>) -> Vec<usize> {
        let rotations = (0..line_up.len()).map(|by| {
            let mut seats = line_up.clone();
            seats.rotate_right(by);
            seats
        });
        let cost = |seats: &Vec<usize>| -> usize {
            seats.iter().enumerate().map(|(seat, entry)| self.had(place, *entry, seat)).sum()
        };
        rotations.min_by_key(cost).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(count: usize) -> Vec<LadderEntry> {
        let mut entries: Vec<_> =
            (0..count).map(|owner| LadderEntry { owner: Some(owner), is_active: true }).collect();
        entries.extend([None, None].map(|owner| LadderEntry { owner, is_active: true }));
        entries
    }

    /// Plays this number of groups of matches. The entry with the smaller index is better.
    fn play(entries: &[LadderEntry], matches: &mut Vec<LadderMatch>, seats: &[usize], groups: usize) {
        for _ in 0..groups {
            let next = Ladder { entries, matches, seats, seed: 3, enough: None }.next(1);
            assert!(!next.is_empty());
            matches.extend(next.into_iter().map(|fixture| {
                let before =
                    |one: &usize| fixture.seats.iter().filter(|other| *other < one).count() as u32 + 1;
                LadderMatch { ranks: fixture.seats.iter().map(before).collect(), fixture }
            }));
        }
    }

    #[test]
    fn nobody_waits_longer_than_three_times_the_mean() {
        for seats in [2, 4] {
            let entries = people(20);
            let mut matches = Vec::new();
            play(&entries, &mut matches, &[seats], 400);
            for entry in 0..20 {
                let is_own = |one: &&LadderMatch| one.fixture.seats.contains(&entry);
                let groups: Vec<usize> = matches.iter().filter(is_own).map(|one| one.fixture.group).collect();
                let longest = groups.windows(2).map(|two| two[1] - two[0]).max().unwrap();
                assert!(longest <= 3 * 20 / seats, "{entry} waited for {longest} groups with {seats} seats");
            }
        }
    }

    #[test]
    fn neighbours_meet_more_often_and_everybody_meets_others() {
        let entries = people(16);
        let mut matches = Vec::new();
        play(&entries, &mut matches, &[2], 800);
        let mut met: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for one in &matches {
            let [a, b] = one.fixture.seats[..] else { panic!() };
            if a < 16 && b < 16 {
                met.entry(a.abs_diff(b)).or_default().push(a);
            }
        }
        let per_pair = |distance: usize| met[&distance].len() as f64 / (16 - distance) as f64;
        assert!(per_pair(1) > 1.5 * per_pair(8), "{} {}", per_pair(1), per_pair(8));
        assert!(met.len() == 15, "pairs of all distances meet");
    }

    #[test]
    fn new_version_plays_its_placement_first() {
        let mut entries = people(10);
        let mut matches = Vec::new();
        play(&entries, &mut matches, &[2], 200);
        entries[4].is_active = false;
        entries.push(LadderEntry { owner: Some(4), is_active: true });
        let before = matches.len();
        play(&entries, &mut matches, &[2], 10);
        let is_new = |one: &&LadderMatch| one.fixture.seats.contains(&12);
        let placement: Vec<_> = matches[before..].iter().filter(is_new).collect();
        assert!(placement.len() >= PLACEMENT, "{placement:?}");
        let is_built_in = |one: &&LadderMatch| one.fixture.seats.iter().any(|entry| [10, 11].contains(entry));
        assert!(placement[..4].iter().all(is_built_in) && !placement[4..].iter().any(is_built_in));
        play(&entries, &mut matches, &[2], 100);
        assert!(
            !matches[before..].iter().any(|one| one.fixture.seats.contains(&4)),
            "the old version leaves"
        );
    }

    #[test]
    fn both_orders_have_one_seed_and_maps_and_seats_are_balanced() {
        let entries = people(6);
        let mut matches = Vec::new();
        play(&entries, &mut matches, &[2, 2, 2], 150);
        for two in matches.chunks(2) {
            let [one, other] = two else { panic!() };
            let reversed: Vec<usize> = other.fixture.seats.iter().rev().copied().collect();
            assert_eq!((&one.fixture.seats, one.fixture.seed), (&reversed, other.fixture.seed));
        }
        let on = |place: usize| matches.iter().filter(|one| one.fixture.place == place).count();
        assert!((0..3).all(|place| (90..=110).contains(&on(place))), "{} {} {}", on(0), on(1), on(2));
        let mut matches = Vec::new();
        play(&entries, &mut matches, &[4], 200);
        for seat in 0..4 {
            let had = matches.iter().filter(|one| one.fixture.seats[seat] == 0).count();
            let all = matches.iter().filter(|one| one.fixture.seats.contains(&0)).count();
            assert!((had as f64 / all as f64 - 0.25).abs() < 0.08, "{had} of {all} on seat {seat}");
        }
    }

    #[test]
    fn one_person_alone_meets_built_in_players_and_never_an_own_version() {
        let mut entries = people(1);
        entries.push(LadderEntry { owner: Some(0), is_active: true });
        let mut matches = Vec::new();
        play(&entries, &mut matches, &[2], 40);
        assert!(!matches.iter().any(|one| one.fixture.seats.contains(&0) && one.fixture.seats.contains(&3)));
        let nobody = [LadderEntry { owner: None, is_active: true }];
        assert!(
            Ladder { entries: &nobody, matches: &[], seats: &[2], seed: 1, enough: None }.next(3).is_empty()
        );
    }

    #[test]
    fn several_groups_at_once_are_different_and_end_when_everybody_has_enough() {
        let entries = people(5);
        let ladder = |matches| Ladder { entries: &entries, matches, seats: &[2], seed: 3, enough: Some(30) };
        let next = ladder(&[]).next(40);
        assert_eq!((next.len(), next.last().unwrap().group), (80, 39));
        let groups = next.chunks(2).map(|two| two[0].seed).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(groups.len(), 40);
        assert_eq!(next[..4], ladder(&[]).next(2), "the same choice as one after the other");
        let all: Vec<LadderMatch> = ladder(&[])
            .next(1_000)
            .into_iter()
            .map(|fixture| LadderMatch { ranks: vec![1, 2], fixture })
            .collect();
        let count = |entry: usize| all.iter().filter(|one| one.fixture.seats.contains(&entry)).count();
        assert!((0..5).all(|entry| (30..=60).contains(&count(entry))), "{}", count(0));
        assert!(ladder(&all).next(1).is_empty());
    }

    #[test]
    fn a_match_that_cannot_be_filled_is_not_planned() {
        let entries = people(1);
        assert!(
            Ladder { entries: &entries, matches: &[], seats: &[4], seed: 1, enough: None }.next(1).is_empty()
        );
    }
}
