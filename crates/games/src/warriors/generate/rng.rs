//! Helpers for drawing random numbers.

use wag_core::game::RandomStream;

/// Returns a random number from `least` to `most`, both included.
pub fn between(rng: &mut RandomStream, least: i32, most: i32) -> i32 {
    let count = (most - least + 1).max(1);
    least + rng.below(count as u32) as i32
}

/// Returns true with a probability of `chance` percent.
pub fn percent(rng: &mut RandomStream, chance: u32) -> bool {
    rng.below(100) < chance
}
