//! Events of a game, for spectators.

use super::account::Account;
use super::board::{Place, Swap};
use super::tile::Tile;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// An event; events are listed in the order in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Two stones were swapped.
    Swapped { seat: Seat, swap: Swap },
    /// An illegal move; `None` if the answer was no swap at all.
    Refused { seat: Seat, given: Option<[i64; 4]> },
    /// A player gave no answer, which loses the game.
    Failed { seat: Seat },
    /// A run was credited to the mover.
    Credited { seat: Seat, tiles: Vec<Tile>, places: Vec<Place> },
    /// Stones of an account were turned into damage.
    CashedIn { seat: Seat, colour: Tile, damage: u32 },
    /// A player took damage; `left` is the account afterwards.
    Hurt { seat: Seat, damage: u32, left: Account },
    /// Tiles vanished and those above dropped; `refill` lists the places and tiles that came from the stock.
    Removed { places: Vec<Place>, refill: Vec<(Place, Tile)> },
    /// No swap was legal, so the bottom row was removed; `refill` is the new top row.
    RowDropped { refill: Vec<(Place, Tile)> },
    /// The mover paid for another turn with lilac stones.
    AnotherTurn { seat: Seat },
    /// The game ended; there is no winner after a draw.
    Ended { reason: Reason, winner: Option<Seat> },
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A player has no life left.
    Life,
    /// The stock no longer fills the field.
    Stock,
    /// A player gave no answer.
    Failure,
}
