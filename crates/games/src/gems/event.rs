//! The events of a game, for spectators.

use super::account::Account;
use super::board::{Place, Swap};
use super::tile::Tile;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// An event of a game. Lists of events are in the sequence in which they happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Two tiles were swapped.
    Swapped { seat: Seat, swap: Swap },
    /// A move was illegal. `given` has its numbers, or is `None` if the answer was not a swap.
    Refused { seat: Seat, given: Option<[i64; 4]> },
    /// A player gave no answer, which loses the game.
    Failed { seat: Seat },
    /// A run was credited to the player whose turn it is.
    Credited { seat: Seat, tiles: Vec<Tile>, places: Vec<Place> },
    /// A player's stones were turned into damage to the opponent.
    CashedIn { seat: Seat, colour: Tile, damage: u32 },
    /// A player took damage; `left` is the account afterwards.
    Hurt { seat: Seat, damage: u32, left: Account },
    /// Tiles were removed and those above them dropped. `refill` lists the tiles that came from the stock, and their
    /// squares.
    Removed { places: Vec<Place>, refill: Vec<(Place, Tile)> },
    /// No swap was legal, so the bottom row was removed. `refill` is the new top row.
    RowDropped { refill: Vec<(Place, Tile)> },
    /// The player whose turn it is paid for another turn with lilac stones.
    AnotherTurn { seat: Seat },
    /// The game ended. `winner` is `None` after a draw.
    Ended { reason: Reason, winner: Option<Seat> },
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// A player has no life left.
    Life,
    /// There are too few tiles left to fill the field.
    Stock,
    /// A player gave no answer.
    Failure,
}
