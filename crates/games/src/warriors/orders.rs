//! Unit types, directions, and the orders of a seat.

use serde::{Deserialize, Serialize};
use wag_core::game;

/// The id of a unit. Each player's units are counted from 0 in the order of creation (manual 5.3).
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

    /// Returns the unit type's name in the manual.
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

    /// Returns the direction's name in the manual.
    pub const fn name(self) -> &'static str {
        match self {
            Direction::North => "NORTH",
            Direction::West => "WEST",
            Direction::South => "SOUTH",
            Direction::East => "EAST",
            Direction::Stay => "STAY",
        }
    }

    /// Returns the direction that the author of an invalid word probably meant.
    pub fn guess(word: &str) -> Option<Direction> {
        let of = |word: &str| {
            Direction::ALL.into_iter().find(|direction| direction.name().eq_ignore_ascii_case(word))
        };
        let bare = word.rsplit('.').next().unwrap_or_default().trim();
        of(bare).or_else(|| of(game::Direction::guess(bare)?))
    }

    /// Returns how much a step in this direction changes `x` and `y`.
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

/// A seat's orders for one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Orders {
    /// Units to create, in the order of their creation.
    pub creations: Vec<UnitType>,
    /// The direction of each unit that has an order, including units created in the same turn. If a unit has two
    /// orders, the second one is refused; apart from that, their sequence has no effect.
    pub moves: Vec<(UnitId, Direction)>,
}
