//! Boards drawn with characters, for terminals. A game says what is on a field and who owns it; the viewer chooses the
//! colors.

use super::Seat;

/// A board as a list of fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// The number of fields per row.
    pub width: usize,
    /// The fields row by row, from the top.
    pub cells: Vec<Cell>,
}

/// One field: two characters that are sufficient without colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub signs: [char; 2],
    pub tone: Tone,
    /// The seat that owns it.
    pub owner: Option<Seat>,
}

/// The kind of object on a field, which decides its color.
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

/// The text of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderText {
    pub words: String,
    /// The field of the piece that received the order, if the piece has one and still exists.
    pub field: Option<(u32, u32)>,
}

impl Cell {
    /// Returns a field without an owner.
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
