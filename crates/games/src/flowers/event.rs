//! The events of a match. They are complete: together with the state, they determine the next state.
//!
//! They are a file format and must not change, so that old replays stay readable.

use super::orders::{Card, Letter, Unread};
use super::tile::{Tile, Tiles};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// An event of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A player missed an action. If `is_gone` is true, the player will never answer again.
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
    /// A player's answer is not an action.
    Unread {
        seat: Seat,
        why: Unread,
    },
    /// A whole action had no effect. `entry` is the number of the entry that caused this, counted from 1, if there is
    /// one.
    Void {
        seat: Seat,
        letter: Letter,
        why: RefusalReason,
        entry: Option<u32>,
    },
    /// An entry had no effect. `entry` is its number, counted from 1, and `tile` the tile that it names.
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
    /// A player watered plants: the tile of each, and its number of drops.
    Watered {
        seat: Seat,
        drops: Vec<(Tile, i64)>,
    },
    /// A player harvested these tiles. `gain` is what it earned, in gold and in points.
    Harvested {
        seat: Seat,
        tiles: Vec<Tile>,
        gain: i64,
    },
    /// A player fertilized. `works` is false if it had no fertilizer card, which means that nothing happened.
    Fertilized {
        seat: Seat,
        works: bool,
    },
    /// A player used a mole. It gets the tile, unless `fault` is the reason why it does not.
    Dug {
        seat: Seat,
        tile: Tile,
        fault: Option<RefusalReason>,
    },
    /// It rained on every plant. `ripe` has the tiles whose plants became ripe, and `dead` those whose plants died.
    Rained {
        ripe: Vec<Tile>,
        dead: Vec<Tile>,
    },
    /// A round ended, so all plants are one round older. `dead` has the tiles whose plants died of age.
    RoundOver {
        dead: Vec<Tile>,
    },
    /// A game ended with these points. Another one follows on a board with these special tiles.
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
    /// A mole needs exactly one entry.
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
    /// The entry needs more drops of water than the player has.
    TooDry,
    NotEnemy,
}

/// The reason why a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The last round is over, and points decide.
    Points,
    /// The last of several games is a draw too, and the value of everything that the players own decides.
    Worth,
    /// This seat missed too many actions.
    Misses(Seat),
    /// Neither player will answer again.
    Abandoned,
}

impl Event {
    /// Returns the player whose action caused the event, or `None` if there is no such player.
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

    /// Returns whether the event reports that an order was refused.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Event::Unread { .. } | Event::Void { .. } | Event::Skipped { .. })
    }
}
