//! The stages of a game's ladder and the AIs and maps that they unlock. Only built-in items can be locked: a user's own
//! file is never locked, even if it has the name of a built-in item.

use wag_core::game::{Stage, Unlockable};

/// The ladder of a game: its challenges in order.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// The game's name in commands; `None` for the default game.
    pub game: Option<&'static str>,
    /// The stages in the order in which they are played.
    pub stages: &'static [Stage],
}

/// The position of a stage in its ladder.
#[derive(Clone, Copy, Debug)]
pub struct StageNumber {
    stages: &'static [Stage],
    number: usize,
}

impl Ladder {
    /// Returns all stages, from the first to the last.
    pub fn all(self) -> impl DoubleEndedIterator<Item = StageNumber> {
        (0..self.stages.len()).map(move |number| StageNumber { stages: self.stages, number })
    }

    /// Returns the stage that the learner must master to unlock an item, or `None` if the item is unlocked from the
    /// start.
    pub fn opened_by(self, item: Unlockable<'_>) -> Option<StageNumber> {
        self.all().find(|number| number.stage().opens.contains(&item))
    }
}

impl StageNumber {
    pub fn stage(self) -> &'static Stage {
        &self.stages[self.number]
    }

    /// Returns the index of the stage, counted from 0.
    pub(super) fn index(self) -> usize {
        self.number
    }

    /// Returns the stage that follows this one, or `None` for the last stage.
    pub fn next(self) -> Option<StageNumber> {
        let next = StageNumber { number: self.number + 1, ..self };
        (next.number < self.stages.len()).then_some(next)
    }

    /// Returns the seed of a match of this stage; `matches_before` is the number of matches that the learner has
    /// already started at this stage. The seed has at most nine digits, so that it is easy to type.
    pub fn seed(self, matches_before: u32) -> u64 {
        const LADDER: u64 = 0x1adde4;
        [self.number as u64 + 1, u64::from(matches_before)].into_iter().fold(LADDER, mix) % 1_000_000_000
    }
}

/// Mixes a number into a seed with the last step of the SplitMix64 generator. The function may be invertible, because
/// the seeds of ladder matches are not secret.
fn mix(seed: u64, part: u64) -> u64 {
    let z = seed.wrapping_add(part.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl PartialEq for StageNumber {
    fn eq(&self, other: &StageNumber) -> bool {
        self.number == other.number
    }
}

impl PartialOrd for StageNumber {
    fn partial_cmp(&self, other: &StageNumber) -> Option<std::cmp::Ordering> {
        self.number.partial_cmp(&other.number)
    }
}

#[cfg(test)]
mod tests {
    use crate::stages::*;
    use crate::tests::example;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_matches_of_a_stage_have_the_same_seed() {
        let seeds: BTreeSet<u64> =
            example().all().flat_map(|number| (0..1000).map(move |played| number.seed(played))).collect();
        assert_eq!(seeds.len(), 4000);
        assert!(seeds.iter().all(|seed| *seed < 1_000_000_000));
    }

    #[test]
    fn ladder_seeds_are_stable() {
        let seeds = example().all().map(|number| number.seed(0));
        assert_eq!(seeds.collect::<Vec<_>>(), [411_785_342, 167_037_583, 691_049_050, 122_262_168]);
    }

    #[test]
    fn each_stage_opens_the_next_ai_and_its_maps() {
        let stage = |item| example().opened_by(item).map(|number| number.stage().name);
        for (ai, expected) in [
            ("Dummy", None),
            ("Noob", None),
            ("Intermediate", Some("NOOB")),
            ("Advanced", Some("INTERMEDIATE")),
            ("Expert", Some("ADVANCED")),
            ("MyExpert", None),
        ] {
            assert_eq!(stage(Unlockable::Player(ai)), expected, "{ai}");
        }
        for (map, expected) in
            [("meadow", None), ("spring", Some("NOOB")), ("garden", Some("EXPERT")), ("./ring.map", None)]
        {
            assert_eq!(stage(Unlockable::File("map", map)), expected, "{map}");
        }
    }
}
