//! What happens in a game, for spectators.

use super::account::Account;
use super::board::{Place, Swap};
use super::tile::Tile;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// One thing that happened, in the order in which it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Two stones have changed places.
    Swapped { seat: Seat, swap: Swap },
    /// A move that is not allowed; `None` when the answer named none.
    Refused { seat: Seat, given: Option<[i64; 4]> },
    /// No answer: the game is lost.
    Failed { seat: Seat },
    /// A run is credited to the mover.
    Credited { seat: Seat, tiles: Vec<Tile>, places: Vec<Place> },
    /// An account is turned into damage.
    CashedIn { seat: Seat, colour: Tile, damage: u32 },
    /// Damage, and what it leaves.
    Hurt { seat: Seat, damage: u32, left: Account },
    /// These tiles vanish; those above drop, and these follow from the stock, as place and tile.
    Removed { places: Vec<Place>, refill: Vec<(Place, Tile)> },
    /// No swap was legal: the bottom row is gone, this one has followed on top.
    RowDropped { refill: Vec<(Place, Tile)> },
    /// The lilac account has paid for another turn.
    AnotherTurn { seat: Seat },
    /// The game is over.
    Ended { reason: Reason, winner: Option<Seat> },
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// Somebody has none left.
    Life,
    /// The stock does not fill the field any more.
    Stock,
    /// A player gave no answer.
    Failure,
}
