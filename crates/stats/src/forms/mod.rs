//! Forms of contests: which matches come next, given all stages so far, and the ranking at the end.
//!
//! A form is a pure function, so a contest can be interrupted and resumed at any time. The caller stores each stage with
//! its matches, plays them all, and asks for the next one. Players are indices in the order of their seeding, the strongest
//! first; players who join between two stages have the next free indices.

mod all_against_all;
mod bracket;
mod gauntlet;
mod heats;
mod swiss;
#[cfg(test)]
mod tests;

pub use all_against_all::AllAgainstAll;
pub use bracket::Bracket;
pub use gauntlet::Gauntlet;
pub use heats::Heats;
pub use swiss::Swiss;

use crate::series::Fixture;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::str::FromStr;

/// The players and maps of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrants {
    pub players: usize,
    /// The number of seats of a match on each map.
    pub seats: Vec<usize>,
    /// The minimum number of matches of a meeting, on each map. It is rounded up, so that each seat is used equally often.
    pub games: u32,
    pub seed: u64,
}

/// A match that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedFixture {
    pub fixture: Fixture,
    /// The rank of each seat, from 1. Equal ranks are a draw.
    pub ranks: Vec<u32>,
}

/// A stage, all matches of which have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedStage {
    /// The number of players when the stage was planned.
    pub players: usize,
    pub matches: Vec<PlayedFixture>,
}

/// The continuation of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The matches of the next stage.
    Stage(Vec<Fixture>),
    /// The players by place, the best first. Players who share a place are in one list.
    Done(Vec<Vec<usize>>),
}

/// A form of a contest.
pub trait Form {
    /// Returns the matches of the next stage, or the ranking if the contest is over.
    fn next(&self, entrants: &Entrants, stages: &[PlayedStage]) -> Next;
}

/// A form by its name, as users write it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormName {
    #[default]
    All,
    Gauntlet,
    Swiss,
    Bracket,
    Heats,
}

impl FormName {
    pub const ALL: [FormName; 5] =
        [FormName::All, FormName::Gauntlet, FormName::Swiss, FormName::Bracket, FormName::Heats];

    /// Returns whether all matches are planned at once.
    pub fn is_one_stage(&self) -> bool {
        *self == FormName::All
    }

    pub fn as_str(self) -> &'static str {
        match self {
            FormName::All => "all",
            FormName::Gauntlet => "gauntlet",
            FormName::Swiss => "swiss",
            FormName::Bracket => "bracket",
            FormName::Heats => "heats",
        }
    }

    /// Returns the number of seats that a match of this form has; `None` if any number is possible.
    pub fn seats(self) -> Option<usize> {
        match self {
            FormName::All => None,
            FormName::Gauntlet | FormName::Swiss | FormName::Bracket => Some(2),
            FormName::Heats => Some(heats::SEATS),
        }
    }

    /// Returns the form with its usual numbers.
    pub fn form(self) -> Box<dyn Form> {
        match self {
            FormName::All => Box::new(AllAgainstAll),
            FormName::Gauntlet => Box::new(Gauntlet),
            FormName::Swiss => Box::new(Swiss::default()),
            FormName::Bracket => Box::new(Bracket),
            FormName::Heats => Box::new(Heats),
        }
    }
}

/// Returns the number of matches of a whole contest in which the better seeded player always wins. The results change it
/// only by the meetings that are repeated.
pub fn match_count(form: FormName, entrants: &Entrants) -> usize {
    let form = form.form();
    let mut stages: Vec<PlayedStage> = Vec::new();
    while let Next::Stage(fixtures) = form.next(entrants, &stages) {
        let rank = |fixture: &Fixture, player: &usize| {
            fixture.seats.iter().filter(|other| *other < player).count() as u32 + 1
        };
        let played = |fixture: Fixture| {
            let ranks = fixture.seats.iter().map(|player| rank(&fixture, player)).collect();
            PlayedFixture { fixture, ranks }
        };
        let matches: Vec<PlayedFixture> = fixtures.into_iter().map(played).collect();
        if matches.is_empty() {
            break;
        }
        stages.push(PlayedStage { players: entrants.players, matches });
    }
    all_of(&stages).count()
}

impl Display for FormName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

impl FromStr for FormName {
    type Err = ();

    fn from_str(word: &str) -> Result<FormName, ()> {
        FormName::ALL.into_iter().find(|form| form.as_str() == word).ok_or(())
    }
}

/// Plans the matches of one stage.
struct StagePlan<'e> {
    entrants: &'e Entrants,
    /// The seed of the stage's first matches. Every stage has seeds of its own.
    seed: u64,
    fixtures: Vec<Fixture>,
    groups: usize,
}

impl StagePlan<'_> {
    /// Returns the empty plan of the stage that follows these stages.
    fn after<'e>(entrants: &'e Entrants, stages: &[PlayedStage]) -> StagePlan<'e> {
        let used = all_of(stages).map(|played| played.fixture.group + 1).max().unwrap_or(0);
        StagePlan {
            entrants,
            seed: entrants.seed.wrapping_add(used as u64),
            fixtures: Vec::new(),
            groups: used,
        }
    }

    /// Adds a meeting of these players: on each map the requested number of matches, in each of which the players sit on other seats.
    /// All rotations have the same seed.
    fn meet(&mut self, players: &[usize]) {
        let seats = players.len() as u32;
        for place in 0..self.entrants.seats.len() {
            for _ in 0..self.entrants.games.div_ceil(seats) {
                for rotation in 0..players.len() {
                    let mut seats = players.to_vec();
                    seats.rotate_right(rotation);
                    self.fixtures.push(Fixture { place, seed: self.seed, seats, group: self.groups });
                }
                self.groups += 1;
                self.seed = self.seed.wrapping_add(1);
            }
        }
    }

    fn into_stage(self) -> Next {
        Next::Stage(self.fixtures)
    }
}

/// Returns the matches of all stages.
fn all_of(stages: &[PlayedStage]) -> impl Iterator<Item = &PlayedFixture> {
    stages.iter().flat_map(|stage| &stage.matches)
}

/// Returns the points of each player: in each match 2 for each opponent behind and 1 for each one beside.
fn points<'p>(players: usize, played: impl IntoIterator<Item = &'p PlayedFixture>) -> Vec<u64> {
    let mut points = vec![0; players];
    for one in played {
        for (seat, player) in one.fixture.seats.iter().enumerate() {
            let others = one.ranks.iter().enumerate().filter(|(other, _)| *other != seat);
            let won = others.map(|(_, rank)| match one.ranks[seat].cmp(rank) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            });
            points[*player] += won.sum::<u64>();
        }
    }
    points
}

/// Returns players by a key, the highest first. Players with the same key share a place.
fn by_key<K: Ord>(players: impl IntoIterator<Item = usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut places: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for player in players {
        places.entry(key(player)).or_default().push(player);
    }
    places.into_values().rev().collect()
}
