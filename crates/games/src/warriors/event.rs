//! Everything that can happen in a match.

use super::board::FieldIndex;
use super::orders::{Direction, UnitId, UnitType};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// One thing that happened. Whose turn it was is told by the record of the turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A unit was created in its owner's base.
    Created { unit: UnitName, kind: UnitType },
    /// A creation the stock did not allow; nothing happened.
    CreationRefused { seat: Seat, kind: UnitType },
    /// A move for a unit that is not there, or a second one; nothing happened.
    MoveRefused { unit: UnitName, direction: Direction },
    /// A unit went from one field to the next.
    Moved { unit: UnitName, from: FieldIndex, to: FieldIndex },
    /// A unit that was sent stayed where it was.
    Blocked { unit: UnitName, direction: Direction, by: Obstacle },
    /// Two units fought for a field. The loser is gone; `dropped` is what it left there.
    Fought {
        attacker: UnitName,
        defender: UnitName,
        at: FieldIndex,
        /// The probability with which the attacker was to win.
        odds: f64,
        attacker_won: bool,
        dropped: u64,
    },
    /// A unit took resources from its field.
    PickedUp { unit: UnitName, at: FieldIndex, amount: u64 },
    /// A unit handed its cargo over to its base.
    Delivered { unit: UnitName, amount: u64 },
    /// Resources appeared.
    Spawned { at: FieldIndex, amount: u64 },
    /// A seat has neither units nor resources and is out for good.
    Out { seat: Seat },
    /// The last round is over.
    Ended { winners: Vec<Seat> },
}

/// A unit, named so that no other is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitName {
    pub owner: Seat,
    pub id: UnitId,
}

/// What kept a unit from moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    Edge,
    Water,
    Wall,
    ForeignBase(Seat),
    OwnUnit(UnitId),
}
