//! Swiss system: in each round, players with about the same points meet, and no pair meets twice.

use super::{Entrants, Form, Next, PlayedStage, StagePlan, by_key, points};
use mwmatching::{Matching, SENTINEL};
use std::collections::BTreeSet;

/// A Swiss tournament for matches of two. Who joins later has no points from the rounds before.
#[derive(Default)]
pub struct Swiss {
    /// The number of rounds; `None` for two more than a bracket of the same players would have.
    pub rounds: Option<usize>,
}

/// The weight of a pair whose players have the same points. It exceeds all losses, which are squares of differences.
const PAIR_WEIGHT: i32 = 10_000_000;
/// The maximum difference of points that makes a difference for pairing.
const DIFFERENCE_MAX: u64 = 3_000;

/// The points of a player, and its opponents so far.
#[derive(Clone, Default)]
struct Standing {
    points: u64,
    met: BTreeSet<usize>,
    had_bye: bool,
}

impl Swiss {
    fn rounds(&self, players: usize) -> usize {
        let usual = players.next_power_of_two().trailing_zeros() as usize + 2;
        // More rounds would let a pair meet twice.
        self.rounds.unwrap_or(usual).min(players.saturating_sub(1 - players % 2))
    }
}

impl Form for Swiss {
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next {
        let standings = standings(entrants, stages);
        let pairs = match stages.len() < self.rounds(entrants.players) {
            true => pairs(&standings),
            false => Vec::new(),
        };
        if pairs.is_empty() {
            return Next::Done(ranking(&standings));
        }
        let mut plan = StagePlan::after(entrants, stages);
        pairs.iter().for_each(|(one, other)| plan.meet(&[*one, *other]));
        plan.into_stage()
    }
}

/// Returns what each player has reached. A bye counts as much as winning all matches of a meeting.
fn standings(entrants: &Entrants, stages: &[PlayedStage]) -> Vec<Standing> {
    let mut standings = vec![Standing::default(); entrants.players];
    for PlayedStage { players, matches } in stages {
        let mut there = BTreeSet::new();
        for played in matches {
            if let [one, other] = played.fixture.seats[..] {
                standings[one].met.insert(other);
                standings[other].met.insert(one);
                there.extend([one, other]);
            }
        }
        let points = points(entrants.players, matches);
        standings.iter_mut().zip(points).for_each(|(standing, points)| standing.points += points);
        let meetings = there.len() / 2;
        for player in (0..*players).filter(|player| !there.contains(player)) {
            standings[player].points += 2 * (matches.len() / meetings.max(1)) as u64;
            standings[player].had_bye = true;
        }
    }
    standings
}

/// Returns the pairs of the next round: as many as possible, none for the second time, and with as small differences of
/// points as possible. With an odd number of players, one with few points who had none has a bye.
fn pairs(standings: &[Standing]) -> Vec<(usize, usize)> {
    let players = standings.len();
    let loss = |difference: u64| (difference.min(DIFFERENCE_MAX) as i32).pow(2);
    let mut edges = Vec::new();
    for one in 0..players {
        let others = (one + 1..players).filter(|other| !standings[one].met.contains(other));
        edges.extend(others.map(|other| {
            let difference = standings[one].points.abs_diff(standings[other].points);
            // Within the same points, the upper half of the seeding meets the lower half.
            let seeding = (other - one).abs_diff(players / 2).min(999) as i32;
            (one, other, PAIR_WEIGHT - loss(difference) - seeding)
        }));
    }
    if players % 2 == 1 {
        let least = standings.iter().map(|standing| standing.points).min().unwrap_or(0);
        let may_rest = (0..players).filter(|player| !standings[*player].had_bye);
        edges.extend(may_rest.map(|player| {
            let seeding = (players - player).min(999) as i32;
            (player, players, PAIR_WEIGHT - loss(standings[player].points - least) - seeding)
        }));
    }
    let mates = Matching::new(edges).max_cardinality().solve();
    let pairs = mates.iter().enumerate().filter(|(one, other)| **other != SENTINEL && one < *other);
    pairs.map(|(one, other)| (one, *other)).filter(|(_, other)| *other < players).collect()
}

/// Returns the players by points, and then by the points of their opponents (Buchholz).
fn ranking(standings: &[Standing]) -> Vec<Vec<usize>> {
    let opponents =
        |player: usize| -> u64 { standings[player].met.iter().map(|other| standings[*other].points).sum() };
    by_key(0..standings.len(), |player| (standings[player].points, opponents(player)))
}
