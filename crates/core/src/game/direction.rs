//! The four directions on a board of squares.

use crate::text::nearest;
use serde::{Deserialize, Serialize};

/// A square: its column (to the right) and its row (downward), both from 0.
pub type Place = (i8, i8);

/// A direction from a square to an adjacent one. Pages receive its name as one of four words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    /// All directions, clockwise.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns `NORTH`, `EAST`, `SOUTH` or `WEST`.
    pub fn word(self) -> &'static str {
        ["NORTH", "EAST", "SOUTH", "WEST"][self as usize]
    }

    /// Parses the name of a direction, ignoring case and surrounding white space.
    pub fn of(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| word.trim().eq_ignore_ascii_case(direction.word()))
    }

    /// Guesses which direction an invalid word means. The word may be another spelling, a first letter, or a direction
    /// on a screen.
    pub fn guess(word: &str) -> Option<&'static str> {
        let word = word.trim().trim_matches(['"', '\'']).to_uppercase();
        let word = word.rsplit('.').next().unwrap_or_default();
        let screen = [["UP", "TOP"], ["RIGHT", "R"], ["DOWN", "BOTTOM"], ["LEFT", "L"]];
        let is_meant = |direction: &Direction| {
            let index = *direction as usize;
            direction.word() == word
                || (!word.is_empty() && direction.word()[..1] == *word)
                || screen[index].contains(&word)
        };
        let direction = Direction::ALL.into_iter().find(is_meant).map(Direction::word);
        direction.or_else(|| nearest(word, Direction::ALL.map(Direction::word)))
    }

    /// Returns the direction after `quarters` quarter turns to the right.
    pub fn turned(self, quarters: usize) -> Direction {
        Direction::ALL[(self as usize + quarters % 4) % 4]
    }

    /// Returns the adjacent square in this direction, which may be outside the board.
    pub fn from(self, (x, y): Place) -> Place {
        let (right, down) = [(0, -1), (1, 0), (0, 1), (-1, 0)][self as usize];
        (x.saturating_add(right), y.saturating_add(down))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_parse_and_opposites_cancel() {
        for direction in Direction::ALL {
            assert_eq!(Direction::of(&format!(" {}\r\n", direction.word().to_lowercase())), Some(direction));
            assert_eq!(direction.turned(2).from(direction.from((3, 4))), (3, 4));
        }
        assert_eq!(Direction::East.turned(usize::MAX), Direction::North);
        assert_eq!(Direction::North.from((0, i8::MIN)), (0, i8::MIN));
        assert_eq!(Direction::of("UP"), None);
    }

    #[test]
    fn invalid_words_suggest_a_direction() {
        let meant = ["north", "Nort", "n", "up", "Direction.WEST", "left", "'east'", "Southh", "DOWN"];
        let words = ["NORTH", "NORTH", "NORTH", "NORTH", "WEST", "WEST", "EAST", "SOUTH", "SOUTH"];
        assert_eq!(meant.map(Direction::guess), words.map(Some));
        assert_eq!(["", "x", "forward", "7"].map(Direction::guess), [None; 4]);
    }
}
