//! Warriors & Gatherers for terminals.

use super::super::board::{Board, FieldIndex, FieldType, Position};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::UnitType;
use super::frame::Frame;
use crate::game::Seat;

/// The board, a sign per field: bases 1 to 4, warriors A to D and gatherers a to d by seat, `*` resources, `r` where
/// they may appear, `~` water, `#` wall.
pub fn picture(board: &Board, frame: &Frame) -> String {
    let mut text = String::new();
    for y in 0..board.side() {
        let row = (0..board.side()).map(|x| sign(board, frame, board.index(Position { x, y })));
        text.extend(row.flat_map(|sign| [sign, ' ']));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + "\n1-4 base   A-D warrior   a-d gatherer (of player 1 to 4)   * resources   , resource field   # wall   ~ water\n"
}

fn sign(board: &Board, frame: &Frame, at: FieldIndex) -> char {
    if let Some(name) = frame.occupants[at.index()] {
        let first = match frame.unit(name).map(|unit| unit.kind) {
            Some(UnitType::Warrior) => b'A',
            _ => b'a',
        };
        return char::from(first + name.owner.0);
    }
    match board.field(at) {
        FieldType::Base(seat) => char::from(b'1' + seat.0),
        FieldType::Water => '~',
        FieldType::Wall => '#',
        _ if frame.resources[at.index()] > 0 => '*',
        FieldType::Resource => ',',
        FieldType::Land => '.',
    }
}

/// One event as a sentence without a full stop.
pub fn tell(board: &Board, event: &Event, names: &[String]) -> String {
    let owner = |seat: Seat| names.get(seat.index()).map_or_else(|| format!("player {seat}"), Clone::clone);
    let unit = |name: &UnitName| format!("{}'s unit {}", owner(name.owner), name.id.0);
    let at = |at: FieldIndex| {
        let Position { x, y } = board.position(at);
        format!("[{x}, {y}]")
    };
    match event {
        Event::Created { unit, kind } => {
            format!("{} creates {} {}", owner(unit.owner), lower(*kind), unit.id.0)
        }
        Event::CreationRefused { seat, kind } => {
            format!("{} can't afford a {}", owner(*seat), lower(*kind))
        }
        Event::MoveRefused { unit: name, direction } => {
            format!("{} can't be ordered {}", unit(name), direction.name())
        }
        Event::Moved { unit: name, from, to } => format!("{} moves {} -> {}", unit(name), at(*from), at(*to)),
        Event::Blocked { unit: name, direction, by } => {
            let by = match by {
                Obstacle::Edge => "the edge".to_string(),
                Obstacle::Water => "water".to_string(),
                Obstacle::Wall => "a wall".to_string(),
                Obstacle::ForeignBase(seat) => format!("{}'s base", owner(*seat)),
                Obstacle::OwnUnit(id) => format!("unit {}", id.0),
            };
            format!("{} can't go {}: {by} is in the way", unit(name), direction.name())
        }
        Event::Fought { attacker, defender, at: field, odds, attacker_won, dropped } => {
            let outcome = if *attacker_won { "wins" } else { "loses" };
            let (attacker, defender, at) = (unit(attacker), unit(defender), at(*field));
            let odds = (odds * 100.0).round();
            format!("{attacker} attacks {defender} at {at} and {outcome} (odds {odds} %, {dropped} dropped)")
        }
        Event::PickedUp { unit: name, at: field, amount } => {
            format!("{} picks up {amount} at {}", unit(name), at(*field))
        }
        Event::Delivered { unit: name, amount } => format!("{} delivers {amount}", unit(name)),
        Event::Spawned { at: field, amount } => format!("{amount} resources appear at {}", at(*field)),
        Event::Out { seat } => format!("{} is out", owner(*seat)),
        Event::Ended { winners } => {
            let winners: Vec<String> = winners.iter().map(|seat| owner(*seat)).collect();
            format!("The match is over; ahead: {}", winners.join(", "))
        }
    }
}

fn lower(kind: UnitType) -> String {
    kind.name().to_lowercase()
}
