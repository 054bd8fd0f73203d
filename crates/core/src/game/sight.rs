//! Boards drawn with characters, for terminals. A game says what is on each square and who owns it; the viewer chooses
//! the colors.

use super::Seat;

/// A board as a list of squares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The number of squares per row.
    pub width: usize,
    /// The squares, row by row from the top.
    pub cells: Vec<Cell>,
}

/// A square of the board, drawn as two characters that make sense without colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub signs: [char; 2],
    pub tone: Tone,
    /// The seat that owns the square; `None` if nobody does.
    pub owner: Option<Seat>,
}

/// The kind of object on a square, which decides its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Ground,
    Fertile,
    Water,
    Wall,
    Goods,
    Home,
    Piece,
    Red,
    Yellow,
    Green,
    Blue,
    Lilac,
}

/// An order described as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderText {
    pub words: String,
    /// The square of the piece that received the order; `None` if the piece has no square or no longer exists.
    pub field: Option<(u32, u32)>,
}

impl Cell {
    /// Returns a square without an owner.
    pub fn plain(sign: char, tone: Tone) -> Cell {
        Cell { signs: [sign, ' '], tone, owner: None }
    }

    pub fn owned(signs: [char; 2], tone: Tone, owner: Seat) -> Cell {
        Cell { signs, tone, owner: Some(owner) }
    }
}

impl Sight {
    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    pub fn cell(&self, x: usize, y: usize) -> Option<&Cell> {
        (x < self.width).then(|| self.cells.get(y * self.width + x))?
    }
}
