//! The four ways on a board of squares.

use serde::{Deserialize, Serialize};

/// A square: its column, to the right, and its row, downward, both from 0.
pub type Place = (i8, i8);

/// A way from a square to one beside it. For pages, one of the four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    /// Clockwise.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// `NORTH`, `EAST`, `SOUTH` or `WEST`.
    pub fn word(self) -> &'static str {
        ["NORTH", "EAST", "SOUTH", "WEST"][self as usize]
    }

    /// Reads such a word; small letters and white space around it do no harm.
    pub fn of(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| word.trim().eq_ignore_ascii_case(direction.word()))
    }

    /// After so many quarter turns to the right.
    pub fn turned(self, quarters: usize) -> Direction {
        Direction::ALL[(self as usize + quarters % 4) % 4]
    }

    /// The square beside this one; it may be outside the board.
    pub fn from(self, (x, y): Place) -> Place {
        let (right, down) = [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize];
        (x.saturating_add(right), y.saturating_add(down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_and_ways_lead_back() {
        for way in Direction::ALL {
            assert_eq!(Direction::of(&format!(" {}\r\n", way.word().to_lowercase())), Some(way));
            assert_eq!(way.turned(2).from(way.from((3, 4))), (3, 4));
        }
        assert_eq!(Direction::East.turned(usize::MAX), Direction::North);
        assert_eq!(Direction::North.from((0, i8::MIN)), (0, i8::MIN));
        assert_eq!(Direction::of("UP"), None);
    }
}
