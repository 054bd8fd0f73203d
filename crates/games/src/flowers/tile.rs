//! The tiles of the 8 x 8 board, and sets of tiles.

use serde::{Deserialize, Serialize};

pub const SIDE: u8 = 8;
pub const TILES: usize = 64;

/// A tile. Its number is 8 x + y: tiles are counted column by column, each from the bottom up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Tile(pub u8);

impl Tile {
    pub const fn at(x: u8, y: u8) -> Tile {
        Tile(x * SIDE + y)
    }

    /// Returns the tile at these coordinates, or `None` if they are off the board.
    pub fn of(x: i64, y: i64) -> Option<Tile> {
        let side = |at: i64| u8::try_from(at).ok().filter(|at| *at < SIDE);
        Some(Tile::at(side(x)?, side(y)?))
    }

    pub fn all() -> impl DoubleEndedIterator<Item = Tile> {
        (0..TILES as u8).map(Tile)
    }

    pub const fn x(self) -> u8 {
        self.0 / SIDE
    }

    pub const fn y(self) -> u8 {
        self.0 % SIDE
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns whether the tile is on the board. Tiles in files may have any number.
    pub const fn is_on_board(self) -> bool {
        self.index() < TILES
    }

    /// Returns the tile on the opposite side of the board's center. The other player sees it where this player sees
    /// `self`.
    pub const fn mirrored(self) -> Tile {
        Tile((TILES as u8 - 1).saturating_sub(self.0))
    }
}

/// A set of tiles, with one bit for each tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tiles(pub u64);

/// The tiles of all rows except the lowest. `BELOW` has those of all rows except the highest.
const ABOVE: u64 = 0xfefe_fefe_fefe_fefe;
const BELOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Tiles {
    pub const fn contains(self, tile: Tile) -> bool {
        tile.is_on_board() && self.0 & (1 << tile.0) != 0
    }

    #[must_use]
    pub const fn with(self, tile: Tile) -> Tiles {
        if tile.is_on_board() { Tiles(self.0 | 1 << tile.0) } else { self }
    }

    #[must_use]
    pub const fn and(self, other: Tiles) -> Tiles {
        Tiles(self.0 | other.0)
    }

    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    pub fn iter(self) -> impl Iterator<Item = Tile> {
        Tile::all().filter(move |tile| self.contains(*tile))
    }

    /// Returns the set with these tiles and their neighbors, up to 8 for each tile.
    #[must_use]
    pub const fn grown(self) -> Tiles {
        let column = self.0 | (self.0 << 1) & ABOVE | (self.0 >> 1) & BELOW;
        Tiles(column | column << SIDE | column >> SIDE)
    }

    #[must_use]
    pub const fn mirrored(self) -> Tiles {
        Tiles(self.0.reverse_bits())
    }
}

impl FromIterator<Tile> for Tiles {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Tiles {
        tiles.into_iter().fold(Tiles::default(), Tiles::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_the_eight_around_and_stay_on_the_board() {
        for tile in Tile::all() {
            let near = |other: &Tile| tile.x().abs_diff(other.x()) <= 1 && tile.y().abs_diff(other.y()) <= 1;
            let expected: Tiles = Tile::all().filter(near).collect();
            assert_eq!(Tiles::default().with(tile).grown(), expected, "{tile:?}");
        }
        assert_eq!((Tile::of(1, 2), Tile::of(8, 0), Tile::of(0, -1)), (Some(Tile(10)), None, None));
    }

    #[test]
    fn the_mirror_of_a_set_is_the_set_of_the_mirrors() {
        let tiles: Tiles = [(0, 1), (3, 7), (7, 2)].map(|(x, y)| Tile::at(x, y)).into_iter().collect();
        let mirrors: Tiles = [(7, 6), (4, 0), (0, 5)].map(|(x, y)| Tile::at(x, y)).into_iter().collect();
        assert_eq!((tiles.mirrored(), tiles.len()), (mirrors, 3));
        assert_eq!(Tile::at(0, 0).mirrored(), Tile::at(7, 7));
        assert!(!tiles.with(Tile(64)).contains(Tile(64)) && !Tile(64).is_on_board());
    }
}
