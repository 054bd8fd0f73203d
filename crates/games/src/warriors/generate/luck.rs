//! Small helpers to draw from a seeded stream.

use wag_core::game::RandomStream;

/// A number from `least` to `most`, both included.
pub fn between(luck: &mut RandomStream, least: i32, most: i32) -> i32 {
    let count = (most - least + 1).max(1);
    least + luck.below(count as u32) as i32
}

/// True in so many of a hundred cases.
pub fn percent(luck: &mut RandomStream, chance: u32) -> bool {
    luck.below(100) < chance
}
