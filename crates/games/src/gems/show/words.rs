//! The gem duel as text for terminals.

use super::super::account::Account;
use super::super::board::{Board, Place, SIDE};
use super::super::event::{Event, Reason};
use super::super::tile::Tile;
use std::fmt::Write;
use wag_core::game::Seat;
use wag_i18n::{Message, message, t};

/// Returns the squares of each row of the field, from the top row down.
pub fn rows() -> impl Iterator<Item = impl Iterator<Item = Place>> {
    (0..SIDE).rev().map(|y| (0..SIDE).map(move |x| (x, y)))
}

/// Draws the field with its coordinates, and the numbers of both players.
pub fn picture(field: &Board, accounts: &[Account; 2]) -> String {
    let mut text = "  | 0 1 2 3 4 5 6 7 8 9\n--+--------------------\n".to_string();
    for (row, y) in rows().zip((0..SIDE).rev()) {
        let letters: Vec<String> =
            row.map(|place| field.tile(place).map_or('.', Tile::letter).to_string()).collect();
        let _ = writeln!(text, "{y} | {}", letters.join(" "));
    }
    let _ = writeln!(text, "\n{:<9}{:>9}{:>9}", "", t!("Player 1"), t!("Player 2"));
    let [first, second] = accounts.map(|account| account.numbers());
    for ((name, first), second) in
        [t!("Life"), t!("Shield"), t!("Red"), t!("Yellow"), t!("Green"), t!("Lilac")]
            .iter()
            .zip(first)
            .zip(second)
    {
        let _ = writeln!(text, "{name:<9}{first:>9}{second:>9}");
    }
    text
}

/// Describes an event in one sentence without a full stop.
pub fn tell(event: &Event, names: &[String]) -> Message {
    let name =
        |seat: &Seat| names.get(seat.index()).map_or_else(|| message!("player %{seat}", seat), Message::from);
    let at = |(x, y): &Place| format!("({x}, {y})");
    match event {
        Event::Swapped { seat, swap } => {
            message!(
                "%{seat} swaps %{from} and %{to}",
                seat = name(seat),
                from = at(&swap.from),
                to = at(&swap.to)
            )
        }
        Event::Refused { seat, given: Some([x1, y1, x2, y2]) } => {
            message!(
                "%{seat}'s move (%{x1}, %{y1}) and (%{x2}, %{y2}) is not allowed",
                seat = name(seat),
                x1,
                y1,
                x2,
                y2
            )
        }
        Event::Refused { seat, given: None } => message!("%{seat}'s answer is not a move", seat = name(seat)),
        Event::Failed { seat } => message!("%{seat} gives no answer", seat = name(seat)),
        Event::Credited { seat, tiles, .. } => {
            message!("%{seat} is credited %{tiles}", seat = name(seat), tiles = letters(tiles))
        }
        Event::CashedIn { seat, colour, damage } => {
            message!(
                "%{seat} cashes in %{colour}: %{damage} damage",
                seat = name(seat),
                colour = word(*colour),
                damage
            )
        }
        Event::Hurt { seat, damage, left } => {
            message!(
                "%{seat} takes %{damage} damage: life %{life}, shield %{shield}",
                seat = name(seat),
                damage,
                life = left.life,
                shield = left.shield
            )
        }
        Event::Removed { places, .. } => message!("%{n} stones vanish", n = places.len()),
        Event::RowDropped { .. } => message!("No swap is possible: the bottom row is dropped"),
        Event::AnotherTurn { seat } => message!("%{seat} moves again", seat = name(seat)),
        Event::Ended { reason, winner } => {
            let why = match reason {
                Reason::Life => message!("a player has no life left"),
                Reason::Stock => message!("the stock is used up"),
                Reason::Failure => message!("a player has failed"),
            };
            let who = winner
                .as_ref()
                .map_or_else(|| message!("a draw"), |seat| message!("%{seat} wins", seat = name(seat)));
            message!("The game is over, %{why}: %{who}", why, who)
        }
    }
}

/// Describes the events that concern a player, without its refused moves.
pub fn tell_seat(events: &[Event], of: Seat, names: &[String]) -> Vec<Message> {
    let is_own = |event: &&Event| match event {
        Event::Swapped { seat, .. }
        | Event::Credited { seat, .. }
        | Event::CashedIn { seat, .. }
        | Event::Hurt { seat, .. }
        | Event::AnotherTurn { seat } => *seat == of,
        Event::Ended { .. } => true,
        Event::Refused { .. } | Event::Failed { .. } | Event::Removed { .. } | Event::RowDropped { .. } => {
            false
        }
    };
    events.iter().filter(is_own).map(|event| tell(event, names)).collect()
}

/// Formats stones of one color as letters (`RRR`) and bombs with their values (`bombs 1 3 3`).
pub fn letters(tiles: &[Tile]) -> Message {
    let letters = tiles.iter().map(|tile| tile.letter().to_string());
    match tiles.first() {
        Some(Tile::Bomb(_)) => message!("bombs %{letters}", letters = letters.collect::<Vec<_>>().join(" ")),
        _ => letters.collect::<String>().into(),
    }
}

fn word(colour: Tile) -> Message {
    match colour {
        Tile::Red => message!("red"),
        Tile::Yellow => message!("yellow"),
        Tile::Green => message!("green"),
        Tile::Blue => message!("blue"),
        Tile::Lilac => message!("lilac"),
        Tile::Bomb(_) => message!("bombs"),
    }
}
