//! Random numbers that are the same on every machine: seeded streams of a portable generator, compared as whole
//! numbers.

use rand::SeedableRng;
use rand::rand_core::Rng;
use rand::rngs::ChaCha8Rng;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest, Sha256};

/// Derives a seed for one purpose from the seed of a match.
///
/// SHA-256 is one-way: a player that knows the seeds of its own turns learns nothing about the match's seed, about the
/// random numbers of the rules or about those of other seats. The player could only try all seeds, so random match
/// seeds come from a large range.
pub fn derive_seed(seed: u64, purpose: &str, parts: &[u64]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(purpose.as_bytes());
    hash.update([0]);
    hash.update(seed.to_le_bytes());
    parts.iter().for_each(|part| hash.update(part.to_le_bytes()));
    let [a, b, c, d, e, f, g, h, ..] = <[u8; 32]>::from(hash.finalize());
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// An endless stream of random numbers, determined by a seed and a stream number. Each purpose has its own stream, so
/// one part of the rules never changes the random numbers of another. ChaCha8 is a cipher: the numbers of a stream
/// reveal neither the seed nor the numbers that follow.
#[derive(Debug)]
pub struct RandomStream {
    seed: u64,
    generator: ChaCha8Rng,
}

impl RandomStream {
    /// Creates the stream with the given number for `seed`, positioned at its start.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(number);
        RandomStream { seed, generator }
    }

    fn at(seed: u64, number: u64, position: u64) -> Self {
        let mut stream = RandomStream::new(seed, number);
        stream.generator.set_word_pos(u128::from(position));
        stream
    }

    /// Returns the complete state of a stream: seed, stream number, and the count of numbers drawn.
    fn place(&self) -> (u64, u64, u64) {
        (self.seed, self.generator.get_stream(), self.generator.get_word_pos() as u64)
    }

    /// Returns the next 32 random bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// Returns true with the given probability. Always draws exactly one number, even if the result is certain.
    #[inline]
    pub fn roll(&mut self, chance: Chance) -> bool {
        u64::from(self.bits()) < chance.0
    }

    /// Returns a number from 0 to `limit` - 1. All are equally likely, to within 2^-32.
    pub fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.bits()) * u64::from(limit)) >> 32) as u32
    }

    /// Returns a random element of a list that is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u32) as usize]
    }

    /// Puts a list in random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

impl Clone for RandomStream {
    fn clone(&self) -> Self {
        let (seed, number, position) = self.place();
        RandomStream::at(seed, number, position)
    }
}

impl Serialize for RandomStream {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.place().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RandomStream {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (seed, number, position) = <(u64, u64, u64)>::deserialize(deserializer)?;
        Ok(RandomStream::at(seed, number, position))
    }
}

/// A probability in steps of 2^-32, so that comparing a random number with it gives the same result on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Chance(u64);

impl Chance {
    /// Rounds `probability` to the nearest step. Values outside 0 to 1 are clamped, and NaN becomes 0.
    pub fn of(probability: f64) -> Self {
        const STEPS: f64 = 4_294_967_296.0;
        Chance(libm::round(probability.clamp(0.0, 1.0) * STEPS) as u64)
    }

    /// Returns the probability as a number from 0 to 1.
    pub fn probability(self) -> f64 {
        self.0 as f64 / 4_294_967_296.0
    }
}

/// A change of the seed during a match: from the first turn of the round on, all random numbers follow from `seed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reseed {
    pub round: u32,
    pub seed: u64,
}

/// The seed of a match in progress, with the changes that are still to come.
#[derive(Clone, Copy, Debug)]
pub struct SeedSchedule<'s> {
    seed: u64,
    changes: &'s [Reseed],
}

impl<'s> SeedSchedule<'s> {
    /// Creates the schedule of a match that starts with `seed`. `changes` are in order of their rounds.
    pub fn new(seed: u64, changes: &'s [Reseed]) -> Self {
        SeedSchedule { seed, changes }
    }

    /// Makes the changes that are due before a turn of this round. Returns the seed of the round.
    pub fn enter<G: super::Game>(&mut self, round: u32, state: &mut G::State) -> u64 {
        while let Some((change, later)) = self.changes.split_first().filter(|(one, _)| one.round <= round) {
            (self.seed, self.changes) = (change.seed, later);
            G::reseed(state, self.seed);
        }
        self.seed
    }
}

/// Returns the seed of a player's own random numbers in one turn, after `turns` earlier turns of the match.
pub fn turn_seed(seed: u64, seat: super::Seat, turns: u64) -> u64 {
    derive_seed(seed, "turn", &[u64::from(seat.0), turns])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restored_stream_continues_at_its_position() {
        for drawn in [0, 1, 15, 16, 17, 100] {
            let mut stream = RandomStream::new(7, 2);
            for _ in 0..drawn {
                stream.bits();
            }
            let bytes = postcard::to_allocvec(&stream).unwrap();
            let mut restored: RandomStream = postcard::from_bytes(&bytes).unwrap();
            let ahead: Vec<u32> = (0..40).map(|_| stream.bits()).collect();
            let again: Vec<u32> = (0..40).map(|_| restored.bits()).collect();
            assert_eq!(ahead, again, "after {drawn} numbers");
        }
    }

    #[test]
    fn streams_of_one_seed_differ() {
        assert_ne!(RandomStream::new(1, 0).bits(), RandomStream::new(1, 1).bits());
    }

    #[test]
    fn the_generator_is_the_same_on_every_machine() {
        let mut stream = RandomStream::new(2026, 1);
        let first: Vec<u32> = (0..3).map(|_| stream.bits()).collect();
        assert_eq!(first, [80_364_387, 890_944_274, 3_041_577_654]);
    }

    #[test]
    fn chances_are_clamped() {
        assert_eq!(Chance::of(-1.0), Chance::of(0.0));
        assert_eq!(Chance::of(f64::NAN), Chance::of(0.0));
        let mut stream = RandomStream::new(3, 3);
        assert!((0..1000).all(|_| stream.roll(Chance::of(1.0))));
        assert!((0..1000).all(|_| !stream.roll(Chance::of(0.0))));
    }

    #[test]
    fn turn_seeds_differ_by_seat_and_turn() {
        let mut seeds: Vec<u64> = (0..4)
            .flat_map(|seat| (1..100).map(move |turn| turn_seed(5, super::super::Seat(seat), turn)))
            .collect();
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 4 * 99);
    }

    /// An earlier version derived turn seeds with a reversible function. This test applies the reverse function and
    /// must not find the match's seed.
    #[test]
    fn turn_seed_does_not_reveal_the_match_seed() {
        let unshift = |mut z: u64, bits: u32| {
            let mixed = z;
            for _ in 0..64 / bits {
                z = mixed ^ (z >> bits);
            }
            z
        };
        // The inverses of the mixing function's factors modulo 2^64.
        let unmix = |z: u64, part: u64| {
            let z = unshift(z, 31).wrapping_mul(0x3196_42B2_D24D_8EC3);
            let z = unshift(z, 27).wrapping_mul(0x96DE_1B17_3F11_9089);
            unshift(z, 30).wrapping_sub(part.wrapping_mul(0x9E37_79B9_7F4A_7C15))
        };
        for seed in [0, 7, 2026, u64::MAX] {
            let own = turn_seed(seed, super::super::Seat(1), 40);
            assert_ne!(unmix(unmix(own, 40), 2), seed);
        }
    }

    /// The expected values come from another program. It computes SHA-256 of the purpose, a zero byte, and the numbers
    /// as eight bytes each (little-endian). The seed is the first eight bytes of the hash (little-endian).
    #[test]
    fn derived_seeds_are_the_same_on_every_machine() {
        assert_eq!(derive_seed(7, "turn", &[2, 100]), DERIVED[0]);
        assert_eq!(derive_seed(u64::MAX, "player_seed", &[]), DERIVED[1]);
        assert_eq!(turn_seed(7, super::super::Seat(2), 100), DERIVED[0]);
    }

    const DERIVED: [u64; 2] = [4_211_677_749_075_683_300, 17_321_716_220_916_160_224];
}
