//! Random numbers: either from Wag's own streams, one for each purpose, or exactly the numbers that Python 3 or Python
//! 2 draws, as in the contest's engine.

use super::mersenne::Mersenne;
use serde::{Deserialize, Serialize};
use wag_core::game::{RandomStream, derive_seed};

/// The kind of random number generator used in a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    #[default]
    Wag,
    Python3,
    Python2,
}

impl Kind {
    /// The names of the kinds in options and replays.
    pub const NAMES: [&'static str; 3] = ["wag", "python3", "python2"];

    pub fn of(name: &str) -> Option<Kind> {
        [Kind::Wag, Kind::Python3, Kind::Python2].into_iter().find(|kind| kind.name() == name)
    }

    pub const fn name(self) -> &'static str {
        Kind::NAMES[self as usize]
    }
}

/// The purpose for which a random number is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Numbers,
    Symmetry,
    Food,
    Births,
}

/// The random number source of a match.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rng {
    kind: Kind,
    source: Source,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
enum Source {
    /// Wag's own generators, one stream for each purpose.
    Streams(Box<[RandomStream; 4]>),
    /// Python's generator, which is used for all purposes.
    Python(Box<Mersenne>),
}

impl Rng {
    pub fn new(kind: Kind, seed: u64) -> Rng {
        let source = match kind {
            Kind::Wag => {
                Source::Streams(Box::new([0, 1, 2, 3].map(|purpose| RandomStream::new(seed, purpose))))
            }
            // Python seeds with the absolute value of the number, and our seeds are signed.
            _ => Source::Python(Box::new(Mersenne::seeded((seed as i64).unsigned_abs()))),
        };
        Rng { kind, source }
    }

    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns a random number from 0 to `limit` - 1.
    pub fn below(&mut self, purpose: Purpose, limit: u32) -> u32 {
        match (&mut self.source, self.kind) {
            (Source::Streams(streams), _) => streams[purpose as usize].below(limit),
            (Source::Python(words), Kind::Python2) => (f64::from(limit) * words.fraction()) as u32,
            (Source::Python(words), _) => words.below(limit),
        }
    }

    /// Returns a random number from `least` to `most`, both included.
    pub fn within(&mut self, purpose: Purpose, [least, most]: [u32; 2]) -> u32 {
        least + self.below(purpose, most - least + 1)
    }

    /// Returns a random number to sort by. All values are equally likely.
    pub fn rank(&mut self, purpose: Purpose) -> u64 {
        match &mut self.source {
            Source::Streams(streams) => streams[purpose as usize].bits().into(),
            Source::Python(words) => words.rank(),
        }
    }

    pub fn shuffle<T>(&mut self, purpose: Purpose, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.below(purpose, last as u32 + 1);
            list.swap(last, other as usize);
        }
    }

    /// Draws the numbers that the contest's engine draws before it reads the orders of a turn, and discards them.
    pub fn shuffle_players(&mut self, alive: usize) {
        if self.kind != Kind::Wag {
            self.shuffle(Purpose::Food, &mut vec![(); alive]);
        }
    }
}

/// Derives the seed that all players receive for their own random number generators.
pub fn player_seed(seed: u64) -> i64 {
    derive_seed(seed, "player_seed", &[]) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deserialized_generator_continues_the_sequence() {
        for kind in [Kind::Wag, Kind::Python3, Kind::Python2] {
            let mut rng = Rng::new(kind, 5);
            (0..700).for_each(|_| assert!(rng.below(Purpose::Food, 9) < 9));
            let bytes = postcard::to_allocvec(&rng).unwrap();
            let mut again: Rng = postcard::from_bytes(&bytes).unwrap();
            assert!((0..99).all(|_| rng.rank(Purpose::Births) == again.rank(Purpose::Births)));
            assert_eq!(Kind::of(kind.name()), Some(kind));
        }
    }

    /// Python itself drew the expected numbers, after `random.seed(2011)`.
    #[test]
    fn python_draws_the_same() {
        let mut rng = Rng::new(Kind::Python3, 2011);
        let mut list: Vec<u32> = (0..10).collect();
        rng.shuffle(Purpose::Food, &mut list);
        let drawn: Vec<u32> = (1..8).map(|limit| rng.below(Purpose::Food, limit)).collect();
        assert_eq!((list, drawn), (SHUFFLED.to_vec(), DRAWN.to_vec()));
    }

    const SHUFFLED: [u32; 10] = [7, 4, 0, 5, 1, 2, 6, 3, 9, 8];
    const DRAWN: [u32; 7] = [0, 1, 0, 1, 0, 0, 1];
}
