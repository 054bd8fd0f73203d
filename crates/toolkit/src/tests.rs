//! Maps for tests.

use super::grid::{Grid, Square};
use super::passability_map::PassabilityMap;

/// Parses a drawing of a map, in which `%` is impassable and `?` unexplored.
pub fn parse(is_torus: bool, rows: &[&str]) -> PassabilityMap {
    let grid = Grid::new(rows.len() as u32, rows[0].len() as u32, is_torus).unwrap();
    let mut map = PassabilityMap::new(grid, false);
    for (at, sign) in rows.concat().chars().enumerate() {
        map.set_passable(at as Square, sign != '%');
        if sign != '?' {
            map.explore(at as Square);
        }
    }
    map
}

/// Creates a random map on which about one in `of` squares is impassable.
pub fn random(is_torus: bool, rows: u32, cols: u32, of: u64, seed: u64) -> PassabilityMap {
    let mut map = PassabilityMap::new(Grid::new(rows, cols, is_torus).unwrap(), true);
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    for at in map.all() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if (state >> 33).is_multiple_of(of) {
            map.set_passable(at, false);
        }
    }
    map
}
