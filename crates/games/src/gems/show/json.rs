//! The gem duel as JSON for the pages. docs/en/events.md describes these objects; change both together.

use super::super::account::Account;
use super::super::board::{Place, SIDE};
use super::super::event::Event;
use super::super::tile::Tile;
use super::super::{Orders, Setup};
use super::frame::Frame;
use super::words::rows;
use serde_json::{Value, json};
use wag_core::game::Seat;

pub fn scene(setup: &Setup) -> Value {
    json!({"size": SIDE, "opener": setup.opener.number(), "rules": setup.rules})
}

pub fn frame(frame: &Frame) -> Value {
    let letter = |place| frame.field.tile(place).map_or('.', Tile::letter);
    json!({
        "players": frame.accounts.map(|account| account_of(&account)),
        "rows": rows().map(|row| row.map(letter).collect::<String>()).collect::<Vec<_>>(),
        "mover": frame.mover.number(),
        "moves": frame.moves,
        "over": frame.is_over,
    })
}

fn account_of(account: &Account) -> Value {
    json!(account)
}

/// Returns a list with the move's only order, or an empty list for a player that gave no answer.
pub fn orders(orders: &Orders) -> Vec<Value> {
    match orders {
        Orders::Nothing => Vec::new(),
        Orders::Nonsense => vec![json!({"nonsense": true})],
        Orders::Swap([x1, y1, x2, y2]) => vec![json!({"swap": [[x1, y1], [x2, y2]]})],
    }
}

pub fn event(event: &Event) -> Value {
    match event {
        Event::Swapped { seat, swap } => {
            json!({"type": "swapped", "seat": seat.number(), "from": place(&swap.from), "to": place(&swap.to)})
        }
        Event::Refused { seat, given } => json!({"type": "refused", "seat": seat.number(), "given": given}),
        Event::Failed { seat } => json!({"type": "failed", "seat": seat.number()}),
        Event::Credited { seat, tiles, places } => json!({
            "type": "credited",
            "seat": seat.number(),
            "tiles": tiles.iter().map(|tile| tile.letter()).collect::<String>(),
            "places": places.iter().map(place).collect::<Vec<_>>(),
        }),
        Event::CashedIn { seat, colour, damage } => {
            json!({"type": "cashed_in", "seat": seat.number(), "colour": colour.letter(), "damage": damage})
        }
        Event::Hurt { seat, damage, left } => {
            json!({"type": "hurt", "seat": seat.number(), "damage": damage, "left": account_of(left)})
        }
        Event::Removed { places, refill } => json!({
            "type": "removed",
            "places": places.iter().map(place).collect::<Vec<_>>(),
            "refill": refill_of(refill),
        }),
        Event::RowDropped { refill } => json!({"type": "row_dropped", "refill": refill_of(refill)}),
        Event::AnotherTurn { seat } => json!({"type": "another_turn", "seat": seat.number()}),
        Event::Ended { reason, winner } => {
            json!({"type": "ended", "reason": reason, "winner": winner.map(Seat::number)})
        }
    }
}

/// Returns a list with `[x, y, letter]` for each tile.
fn refill_of(refill: &[(Place, Tile)]) -> Value {
    refill.iter().map(|((x, y), tile)| json!([x, y, tile.letter()])).collect()
}

/// Returns `[x, y]` of a square, both from 0. x is to the right and y is upward.
fn place(place: &Place) -> [usize; 2] {
    [place.0, place.1]
}
