//! What happened. Events tell all: whoever follows them knows the next state.
//!
//! They are a file format: they must stay as they are for old replays to be read.

use super::orders::{Card, Letter, Unread};
use super::tile::{Tile, Tiles};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// One thing that happened, and to whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// No answer: one more action missed. Without a player there will never be one.
    Missed {
        seat: Seat,
        is_gone: bool,
    },
    /// It has missed too many.
    Lost {
        seat: Seat,
    },
    Passed {
        seat: Seat,
    },
    /// An answer that is no action.
    Unread {
        seat: Seat,
        why: Unread,
    },
    /// An action that comes to nothing as a whole, and because of which entry, from 1.
    Void {
        seat: Seat,
        letter: Letter,
        why: Why,
        entry: Option<u32>,
    },
    /// An entry, from 1, that can't be done, and the tile that it names.
    Skipped {
        seat: Seat,
        entry: u32,
        tile: Option<Tile>,
        why: Why,
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
    /// So many drops each.
    Watered {
        seat: Seat,
        drops: Vec<(Tile, i64)>,
    },
    /// What was taken off, and what it brought.
    Harvested {
        seat: Seat,
        tiles: Vec<Tile>,
        gain: i64,
    },
    /// Works, or does nothing without the card.
    Fertilized {
        seat: Seat,
        works: bool,
    },
    /// The tile changes hands, unless there is something against it.
    Dug {
        seat: Seat,
        tile: Tile,
        fault: Option<Why>,
    },
    /// On every plant. These have become ripe, these have died.
    Rained {
        ripe: Vec<Tile>,
        dead: Vec<Tile>,
    },
    /// All plants are a round older, and these are dead.
    RoundOver {
        dead: Vec<Tile>,
    },
    /// A game that ended with these points is followed by another one, on this board.
    Again {
        special: Tiles,
        points: [i64; 2],
    },
    Over {
        end: End,
    },
}

/// Why something comes to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Why {
    NoEntries,
    /// A mole takes one tile.
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
    /// None of it left.
    NoneLeft,
    HasPlant,
    NoPlant,
    /// More drops than there are.
    TooDry,
    NotEnemy,
}

/// How a match has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// After the last round.
    Points,
    /// After the last round of the last of several draws: by what the players own.
    Worth,
    /// This seat has missed too many actions.
    Misses(Seat),
    /// Nobody is there any more.
    Abandoned,
}

impl Event {
    /// Whose doing it is.
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

    /// Whether something was ordered that the rules do not allow.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Event::Unread { .. } | Event::Void { .. } | Event::Skipped { .. })
    }
}
