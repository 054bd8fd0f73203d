//! The board, which does not change during a match.

use super::SEATS;
use super::orders::Direction;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// The type of a field (manual 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldType {
    Land,
    Resource,
    Water,
    Wall,
    Base(Seat),
}

impl FieldType {
    /// Returns the field type's name in the manual.
    pub const fn name(self) -> &'static str {
        match self {
            FieldType::Land => "LAND",
            FieldType::Resource => "RESOURCE",
            FieldType::Water => "WATER",
            FieldType::Wall => "WALL",
            FieldType::Base(_) => "BASE",
        }
    }

    /// Returns whether any player's units can stand on a field of this type.
    pub const fn is_open(self) -> bool {
        matches!(self, FieldType::Land | FieldType::Resource)
    }
}

/// The number of a field. Fields are numbered column by column, each from top to bottom: `x * side + y`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FieldIndex(pub u32);

impl FieldIndex {
    /// Returns the field's index in lists with one entry per field.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Coordinates of a field: `x` counts to the right and `y` downward, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub x: u32,
    pub y: u32,
}

/// A square board with four bases. Boards from [`super::map_file::parse`] are always valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    pub(super) title: String,
    pub(super) side: u32,
    pub(super) fields: Vec<FieldType>,
    pub(super) bases: [FieldIndex; SEATS],
    pub(super) resource_fields: Vec<FieldIndex>,
}

impl Board {
    /// Returns whether the parts of a board are consistent, which decoding does not guarantee.
    pub fn is_sound(&self) -> bool {
        let count = self.fields.len();
        let sides = (1..=200).contains(&self.side) && count == (self.side * self.side) as usize;
        let mut bases = Seat::all(SEATS).zip(&self.bases);
        let mut all = (0..count as u32).map(FieldIndex);
        sides
            && bases.all(|(seat, at)| self.fields.get(at.index()) == Some(&FieldType::Base(seat)))
            && all.all(|at| match self.field(at) {
                FieldType::Base(seat) => self.bases.get(seat.index()) == Some(&at),
                _ => true,
            })
            && self.resource_fields.iter().all(|at| self.fields.get(at.index()) == Some(&FieldType::Resource))
            && self.resource_fields.is_sorted_by(|a, b| a < b)
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the side length, in fields.
    pub fn side(&self) -> u32 {
        self.side
    }

    /// Returns all fields, column by column.
    pub fn fields(&self) -> &[FieldType] {
        &self.fields
    }

    /// Returns the fields on which resources appear, column by column.
    pub fn resource_fields(&self) -> &[FieldIndex] {
        &self.resource_fields
    }

    #[inline]
    pub fn field(&self, at: FieldIndex) -> FieldType {
        self.fields[at.index()]
    }

    pub fn base(&self, seat: Seat) -> FieldIndex {
        self.bases[seat.index()]
    }

    /// Returns the number of the field at these coordinates, which must be on the board.
    pub fn index(&self, position: Position) -> FieldIndex {
        FieldIndex(position.x * self.side + position.y)
    }

    pub fn position(&self, at: FieldIndex) -> Position {
        Position { x: at.0 / self.side, y: at.0 % self.side }
    }

    /// Returns the adjacent field in a direction, or `None` if it would be off the board.
    #[inline]
    pub fn neighbour(&self, at: FieldIndex, direction: Direction) -> Option<FieldIndex> {
        let Position { x, y } = self.position(at);
        let (dx, dy) = direction.step();
        let x = x.checked_add_signed(dx).filter(|x| *x < self.side)?;
        let y = y.checked_add_signed(dy).filter(|y| *y < self.side)?;
        Some(self.index(Position { x, y }))
    }
}
