//! The four stages, as data (manual 3.5).

use crate::game::Seat;
use crate::game::turn_seed;

/// One challenge.
#[derive(Debug, PartialEq, Eq)]
pub struct Stage {
    pub name: &'static str,
    /// Built-in AIs, on the seats after the learner's.
    pub opponents: [&'static str; 3],
    /// The one whose stage this is: it opens when the stage begins, and its source is the prize.
    pub champion: &'static str,
    /// A built-in map.
    pub map: &'static str,
    pub rounds: u32,
    pub wins_needed: u32,
    /// The built-in maps that open when the stage is mastered.
    pub opens_maps: &'static [&'static str],
}

/// In the order in which they are climbed.
pub const STAGES: [Stage; 4] = [
    Stage {
        name: "NOOB",
        opponents: ["Noob", "Noob", "Noob"],
        champion: "Noob",
        map: "meadow",
        rounds: 1000,
        wins_needed: 10,
        opens_maps: &["ring", "spring"],
    },
    Stage {
        name: "INTERMEDIATE",
        opponents: ["Intermediate", "Intermediate", "Intermediate"],
        champion: "Intermediate",
        map: "ring",
        rounds: 1000,
        wins_needed: 5,
        opens_maps: &["labyrinth", "backyards"],
    },
    Stage {
        name: "ADVANCED",
        opponents: ["Dummy", "Dummy", "Advanced"],
        champion: "Advanced",
        map: "meadow",
        rounds: 1000,
        wins_needed: 3,
        opens_maps: &["fortress", "canyons"],
    },
    Stage {
        name: "EXPERT",
        opponents: ["Intermediate", "Advanced", "Expert"],
        champion: "Expert",
        map: "fortress",
        rounds: 1000,
        wins_needed: 1,
        opens_maps: &["garden"],
    },
];

/// Which of the [`STAGES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StageNumber(pub(super) usize);

impl StageNumber {
    /// From the first to the last.
    pub fn all() -> impl Iterator<Item = StageNumber> {
        (0..STAGES.len()).map(StageNumber)
    }

    pub fn stage(self) -> &'static Stage {
        &STAGES[self.0]
    }

    /// The stage that begins when this one is mastered.
    pub fn next(self) -> Option<StageNumber> {
        (self.0 + 1 < STAGES.len()).then_some(StageNumber(self.0 + 1))
    }

    /// The seed of a match of this stage, the first being number 0. Short enough to be typed.
    pub fn seed(self, matches_before: u32) -> u64 {
        const LADDER: u64 = 0x1adde4;
        turn_seed(LADDER, Seat(self.0 as u8), u64::from(matches_before)) % 1_000_000_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warriors::{maps, opponents};
    use std::collections::BTreeSet;

    #[test]
    fn every_map_and_opponent_is_built_in() {
        let names: Vec<&str> = opponents::names().collect();
        for stage in &STAGES {
            assert!(stage.opponents.iter().all(|name| names.contains(name)), "{}", stage.name);
            assert!(stage.opponents.contains(&stage.champion), "{}", stage.name);
            assert!(opponents::find(stage.champion).is_some(), "{}: a champion has a source", stage.name);
            assert!(stage.opens_maps.iter().chain([&stage.map]).all(|map| maps::find(map).is_some()));
        }
    }

    #[test]
    fn every_map_but_the_first_is_opened_once_in_the_order_of_the_list() {
        let opened: Vec<&str> = STAGES.iter().flat_map(|stage| stage.opens_maps).copied().collect();
        let maps: Vec<&str> = maps::MAPS.iter().map(|map| map.name).collect();
        assert_eq!(opened, maps[1..]);
        assert_eq!(maps[0], STAGES[0].map);
    }

    #[test]
    fn no_two_matches_of_a_stage_have_the_same_seed() {
        let seeds: BTreeSet<u64> =
            StageNumber::all().flat_map(|number| (0..1000).map(move |played| number.seed(played))).collect();
        assert_eq!(seeds.len(), 4000);
        assert!(seeds.iter().all(|seed| *seed < 1_000_000_000));
    }

    #[test]
    fn the_seeds_stay_what_they_are() {
        let seeds = StageNumber::all().map(|number| number.seed(0));
        assert_eq!(seeds.collect::<Vec<_>>(), [411_785_342, 167_037_583, 691_049_050, 122_262_168]);
    }
}
