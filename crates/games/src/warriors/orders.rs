//! Unit types, directions, and the orders of a seat.

use serde::{Deserialize, Serialize};
use wag_core::game;

/// A unit's id within its player; counted from 0 in the order of creation (manual 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// The two types of units (manual 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnitType {
    Warrior,
    Gatherer,
}

impl UnitType {
    pub const ALL: [UnitType; 2] = [UnitType::Warrior, UnitType::Gatherer];

    /// Returns the name that the manual uses.
    pub const fn name(self) -> &'static str {
        match self {
            UnitType::Warrior => "WARRIOR",
            UnitType::Gatherer => "GATHERER",
        }
    }
}

/// The direction of a move (manual 5.1). `y` grows southward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    North,
    West,
    South,
    East,
    Stay,
}

impl Direction {
    /// All directions, in the manual's order.
    pub const ALL: [Direction; 5] =
        [Direction::North, Direction::West, Direction::South, Direction::East, Direction::Stay];

    /// Returns the name that the manual uses.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::North => "NORTH",
            Direction::West => "WEST",
            Direction::South => "SOUTH",
            Direction::East => "EAST",
            Direction::Stay => "STAY",
        }
    }

    /// Returns the direction that an invalid word probably means.
    pub fn meant(word: &str) -> Option<Direction> {
        let of = |word: &str| {
            Direction::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(word))
        };
        let bare = word.rsplit('.').next().unwrap_or_default().trim();
        of(bare).or_else(|| of(game::Direction::meant(bare)?))
    }

    /// Returns the change of `x` and `y`.
    pub const fn step(self) -> (i32, i32) {
        match self {
            Direction::North => (0, -1),
            Direction::West => (-1, 0),
            Direction::South => (0, 1),
            Direction::East => (1, 0),
            Direction::Stay => (0, 0),
        }
    }
}

/// A seat's orders of one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    /// Units to create, in this order.
    pub creations: Vec<UnitType>,
    /// At most one direction per unit, including units created in the same turn. Their sequence only decides which of
    /// two orders for the same unit is refused.
    pub moves: Vec<(UnitId, Direction)>,
}
