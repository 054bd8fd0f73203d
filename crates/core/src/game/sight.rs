//! A board as signs, for terminals. A game says what stands where and whose it is; whoever draws chooses the colours.

use super::Seat;

/// A board, field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Fields per row.
    pub width: usize,
    /// Row by row, from the top.
    pub cells: Vec<Cell>,
}

/// One field: two signs that tell all there is to know without colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub signs: [char; 2],
    pub tone: Tone,
    /// Whose it is.
    pub owner: Option<Seat>,
}

/// What kind of thing a sign is, for its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    PassabilityMap,
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

/// An order in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderText {
    pub words: String,
    /// The field of the piece that got it, if it has one and is still there.
    pub field: Option<(u32, u32)>,
}

impl Cell {
    /// A field that is nobody's.
    pub fn plain(sign: char, tone: Tone) -> Cell {
        Cell { signs: [sign, ' '], tone, owner: None }
    }

    pub fn owned(signs: [char; 2], tone: Tone, owner: Seat) -> Cell {
        Cell { signs, tone, owner: Some(owner) }
    }
}

impl Sight {
    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    pub fn cell(&self, x: usize, y: usize) -> Option<&Cell> {
        (x < self.width).then(|| self.cells.get(y * self.width + x))?
    }
}
