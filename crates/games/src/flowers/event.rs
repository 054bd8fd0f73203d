//! The events of a match. They are complete: the next state follows from them.
//!
//! They are a file format and must not change, so that old replays stay readable.

use super::orders::{Card, Letter, Unread};
use super::tile::{Tile, Tiles};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A player missed an action. If it `is_gone`, it will never answer again.
    Missed {
        seat: Seat,
        is_gone: bool,
    },
    /// A player missed too many actions.
    Lost {
        seat: Seat,
    },
    Passed {
        seat: Seat,
    },
    /// The answer is not an action.
    Unread {
        seat: Seat,
        why: Unread,
    },
    /// An action had no effect as a whole, because of the entry with this number, from 1.
    Void {
        seat: Seat,
        letter: Letter,
        why: RefusalReason,
        entry: Option<u32>,
    },
    /// An entry, numbered from 1, could not be done. `tile` is the tile that it names.
    Skipped {
        seat: Seat,
        entry: u32,
        tile: Option<Tile>,
        why: RefusalReason,
    },
    Bought {
        seat: Seat,
        tiles: Vec<Tile>,
    },
    Paid {
        seat: Seat,
        cards: Vec<(Card, i64)>,
    },
    Planted {
        seat: Seat,
        plants: Vec<(Tile, Card)>,
    },
    /// Each plant gets this number of drops.
    Watered {
        seat: Seat,
        drops: Vec<(Tile, i64)>,
    },
    /// The harvested tiles, and the gain.
    Harvested {
        seat: Seat,
        tiles: Vec<Tile>,
        gain: i64,
    },
    /// A player fertilized. It has no effect without the card.
    Fertilized {
        seat: Seat,
        works: bool,
    },
    /// The tile changes hands, unless there is a reason against it.
    Dug {
        seat: Seat,
        tile: Tile,
        fault: Option<RefusalReason>,
    },
    /// It rained on every plant. Lists the plants that became ripe and those that died.
    Rained {
        ripe: Vec<Tile>,
        dead: Vec<Tile>,
    },
    /// A round ended: all plants are one round older, and these died.
    RoundOver {
        dead: Vec<Tile>,
    },
    /// A game ended with these points, and another one follows on this board.
    Again {
        special: Tiles,
        points: [i64; 2],
    },
    Over {
        end: End,
    },
}

/// The reason why an action or an entry has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RefusalReason {
    NoEntries,
    /// A mole takes exactly one tile.
    NotOneEntry,
    OffBoard,
    BelowZero,
    TooMany,
    TooDear,
    NoCard,
    NoSeedCard,
    NotOwn,
    NotFree,
    NotNext,
    /// The player has no such card left.
    NoneLeft,
    HasPlant,
    NoPlant,
    /// The entry needs more drops than there are.
    TooDry,
    NotEnemy,
}

/// The kind of end of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// After the last round, by points.
    Points,
    /// After the last round of the last of several drawn games, by the players' possessions.
    Worth,
    /// This seat missed too many actions.
    Misses(Seat),
    /// No player is left.
    Abandoned,
}

impl Event {
    /// Returns the player that caused the event.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Event::Missed { seat, .. }
            | Event::Lost { seat }
            | Event::Passed { seat }
            | Event::Unread { seat, .. }
            | Event::Void { seat, .. }
            | Event::Skipped { seat, .. }
            | Event::Bought { seat, .. }
            | Event::Paid { seat, .. }
            | Event::Planted { seat, .. }
            | Event::Watered { seat, .. }
            | Event::Harvested { seat, .. }
            | Event::Fertilized { seat, .. }
            | Event::Dug { seat, .. } => Some(*seat),
            Event::Rained { .. } | Event::RoundOver { .. } | Event::Again { .. } | Event::Over { .. } => None,
        }
    }

    /// Returns whether the event refuses an order.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Event::Unread { .. } | Event::Void { .. } | Event::Skipped { .. })
    }
}
