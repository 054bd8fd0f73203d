//! The events of a match.

use super::board::FieldIndex;
use super::orders::{Direction, UnitId, UnitType};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// An event of a match. The record of the turn, not the event, contains the seat whose turn it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// A unit was created in its owner's base.
    Created { unit: UnitName, kind: UnitType },
    /// A creation was refused because the stock was too small.
    CreationRefused { seat: Seat, kind: UnitType },
    /// A move order was refused because the unit does not exist or already has an order.
    MoveRefused { unit: UnitName, direction: Direction },
    /// A unit moved from one field to the next.
    Moved { unit: UnitName, from: FieldIndex, to: FieldIndex },
    /// A unit could not make its move.
    Blocked { unit: UnitName, direction: Direction, by: Obstacle },
    /// Two units fought for a field. The loser is removed; `dropped` is the cargo that it left there.
    Fought {
        attacker: UnitName,
        defender: UnitName,
        at: FieldIndex,
        /// Probability that the attacker would win.
        odds: f64,
        attacker_won: bool,
        dropped: u64,
    },
    /// A unit picked up resources from its field.
    PickedUp { unit: UnitName, at: FieldIndex, amount: u64 },
    /// A unit delivered its cargo to its base.
    Delivered { unit: UnitName, amount: u64 },
    /// Resources appeared.
    Spawned { at: FieldIndex, amount: u64 },
    /// A seat has neither units nor resources and is out of the match.
    Out { seat: Seat },
    /// The match ended after the last round.
    Ended { winners: Vec<Seat> },
}

/// A unit's unique name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitName {
    pub owner: Seat,
    pub id: UnitId,
}

/// The obstacle that blocked a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    Edge,
    Water,
    Wall,
    ForeignBase(Seat),
    OwnUnit(UnitId),
}
