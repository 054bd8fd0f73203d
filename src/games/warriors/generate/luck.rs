//! Small helpers to draw from a seeded stream.

use crate::game::Stream;

/// A number from `least` to `most`, both included.
pub fn between(luck: &mut Stream, least: i32, most: i32) -> i32 {
    let count = (most - least + 1).max(1);
    least + luck.below(count as u32) as i32
}

/// True in so many of a hundred cases.
pub fn percent(luck: &mut Stream, chance: u32) -> bool {
    luck.below(100) < chance
}

/// One of a list, which must not be empty.
pub fn pick<T: Copy>(luck: &mut Stream, list: &[T]) -> T {
    list[luck.below(list.len() as u32) as usize]
}

/// Puts a list in random order.
pub fn shuffle<T>(luck: &mut Stream, list: &mut [T]) {
    for last in (1..list.len()).rev() {
        list.swap(last, luck.below(last as u32 + 1) as usize);
    }
}
