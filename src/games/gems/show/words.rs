//! The gem duel for terminals.

use super::super::account::Account;
use super::super::board::{Board, Place, SIDE};
use super::super::event::{Event, Reason};
use super::super::tile::Tile;
use crate::game::Seat;
use std::fmt::Write;

/// The places of each row of the field, the top row first.
pub fn rows() -> impl Iterator<Item = impl Iterator<Item = Place>> {
    (0..SIDE).rev().map(|y| (0..SIDE).map(move |x| (x, y)))
}

/// The field with its coordinates, and what both players have.
pub fn picture(field: &Board, accounts: &[Account; 2]) -> String {
    let mut text = "  | 0 1 2 3 4 5 6 7 8 9\n--+--------------------\n".to_string();
    for (row, y) in rows().zip((0..SIDE).rev()) {
        let letters: Vec<String> =
            row.map(|place| field.tile(place).map_or('.', Tile::letter).to_string()).collect();
        let _ = writeln!(text, "{y} | {}", letters.join(" "));
    }
    let _ = writeln!(text, "\n{:<9}{:>9}{:>9}", "", "Player 1", "Player 2");
    let [first, second] = accounts.map(|account| account.numbers());
    for ((name, first), second) in
        ["Life", "Shield", "Red", "Yellow", "Green", "Lilac"].iter().zip(first).zip(second)
    {
        let _ = writeln!(text, "{name:<9}{first:>9}{second:>9}");
    }
    text
}

/// One event as a sentence without a full stop.
pub fn tell(event: &Event, names: &[String]) -> String {
    let name = |seat: &Seat| names.get(seat.index()).map_or_else(|| format!("player {seat}"), Clone::clone);
    let at = |(x, y): &Place| format!("({x}, {y})");
    match event {
        Event::Swapped { seat, swap } => {
            format!("{} swaps {} and {}", name(seat), at(&swap.from), at(&swap.to))
        }
        Event::Refused { seat, given: Some([x1, y1, x2, y2]) } => {
            format!("{}'s move ({x1}, {y1}) and ({x2}, {y2}) is not allowed", name(seat))
        }
        Event::Refused { seat, given: None } => format!("{}'s answer is no move", name(seat)),
        Event::Failed { seat } => format!("{} gives no answer", name(seat)),
        Event::Credited { seat, tiles, .. } => format!("{} is credited {}", name(seat), letters(tiles)),
        Event::CashedIn { seat, colour, damage } => {
            format!("{} cashes in {}: {damage} damage", name(seat), word(*colour))
        }
        Event::Hurt { seat, damage, left } => {
            format!("{} takes {damage} damage: life {}, shield {}", name(seat), left.life, left.shield)
        }
        Event::Removed { places, .. } => format!("{} tiles vanish", places.len()),
        Event::RowDropped { .. } => "No swap is left: the bottom row is dropped".to_string(),
        Event::AnotherTurn { seat } => format!("{} moves again", name(seat)),
        Event::Ended { reason, winner } => {
            let why = match reason {
                Reason::Life => "no life is left",
                Reason::Stock => "the stock is used up",
                Reason::Failure => "a player has failed",
            };
            let who = winner.as_ref().map_or("a draw".to_string(), |seat| format!("{} wins", name(seat)));
            format!("The game is over, {why}: {who}")
        }
    }
}

/// Stones of one colour, as `RRR`; bombs, as `bombs 1 3 3`.
pub fn letters(tiles: &[Tile]) -> String {
    let letters = tiles.iter().map(|tile| tile.letter().to_string());
    match tiles.first() {
        Some(Tile::Bomb(_)) => format!("bombs {}", letters.collect::<Vec<_>>().join(" ")),
        _ => letters.collect(),
    }
}

fn word(colour: Tile) -> &'static str {
    match colour {
        Tile::Red => "red",
        Tile::Yellow => "yellow",
        Tile::Green => "green",
        Tile::Blue => "blue",
        Tile::Lilac => "lilac",
        Tile::Bomb(_) => "bombs",
    }
}
