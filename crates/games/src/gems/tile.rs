//! Stones and bombs.

use serde::{Deserialize, Serialize};

/// The content of a square: a stone or a bomb. Serialized as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Tile {
    Red,
    Yellow,
    Green,
    Blue,
    Lilac,
    /// A bomb with this value, from 1 to 5.
    Bomb(u8),
}

/// The colors of stones, in the sequence that random boards rely on.
pub const COLOURS: [Tile; 5] = [Tile::Red, Tile::Yellow, Tile::Green, Tile::Blue, Tile::Lilac];
/// The highest value of a bomb.
pub const BOMB_MAX: u8 = 5;

impl Tile {
    /// Returns the tile that a letter stands for in board files, or `None` if it stands for no tile.
    pub fn from_letter(letter: u8) -> Option<Tile> {
        Some(match letter {
            b'R' => Tile::Red,
            b'Y' => Tile::Yellow,
            b'G' => Tile::Green,
            b'B' => Tile::Blue,
            b'L' => Tile::Lilac,
            b'1'..=b'5' => Tile::Bomb(letter - b'0'),
            _ => return None,
        })
    }

    pub fn letter(self) -> char {
        match self {
            Tile::Red => 'R',
            Tile::Yellow => 'Y',
            Tile::Green => 'G',
            Tile::Blue => 'B',
            Tile::Lilac => 'L',
            Tile::Bomb(value) => char::from(b'0' + value),
        }
    }

    /// Returns whether two tiles match in a run. Bombs match other bombs, whatever their values.
    pub fn is_like(self, other: Tile) -> bool {
        self == other || matches!((self, other), (Tile::Bomb(_), Tile::Bomb(_)))
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.letter() as u8
    }
}

impl TryFrom<u8> for Tile {
    type Error = String;

    fn try_from(letter: u8) -> Result<Tile, String> {
        Tile::from_letter(letter).ok_or_else(|| format!("{:?} is not a tile", char::from(letter)))
    }
}
