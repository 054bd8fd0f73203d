//! The planes of observations: those that a game declares, or else those of its board.

use super::leaked::leaked;
use wag_core::game::Plane;
use wag_python::protocol::game::{Declared, Tile};

/// The plane with what belongs to the seat itself.
pub const OWN: usize = 0;
/// The plane with what belongs to the other seats.
pub const OTHERS: usize = 1;
/// The plane of the first tile; the other tiles follow.
pub const FIRST_TILE: usize = 2;

/// Returns the planes of a declaration.
pub fn planes(declared: &Declared) -> Vec<Plane> {
    const OBSERVED: u32 = u32::MAX;
    if let Some((names, ..)) = &declared.observation {
        let plane =
            |name: &String| Plane { name: leaked(name), meaning: "as the game observes it", most: OBSERVED };
        return names.iter().map(plane).collect();
    }
    let tile = |(at, tile): (usize, &Tile)| Plane {
        name: leaked(&format!("tile_{at}")),
        meaning: if tile.text.is_empty() { "1 where this tile is" } else { leaked(&tile.text) },
        most: 1,
    };
    let own = Plane { name: "own", meaning: "1 where something of the own seat is", most: 1 };
    let others = Plane { name: "others", meaning: "1 where something of another seat is", most: 1 };
    [own, others].into_iter().chain(declared.tiles.iter().enumerate().map(tile)).collect()
}
