//! Warriors & Gatherers as text for terminals.

use super::super::board::{Board, FieldIndex, FieldType, Position};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Orders, UnitType};
use super::frame::Frame;
use wag_core::game::{OrderText, Seat};
use wag_i18n::t;

/// Draws the board with one character per field. Digits are bases 1 to 4, capital letters A to D the warriors and small
/// letters a to d the gatherers of the four seats, `*` resources, `,` resource fields, `~` water, `#` walls.
pub fn picture(board: &Board, frame: &Frame) -> String {
    let mut text = String::new();
    for y in 0..board.side() {
        let row = (0..board.side()).map(|x| sign(board, frame, board.index(Position { x, y })));
        text.extend(row.flat_map(|sign| [sign, ' ']));
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text + &t!(
        "\n1-4 base   A-D warrior   a-d gatherer (of player 1 to 4)   * resources   , resource field   # wall   ~ water\n"
    )
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

/// Describes the orders of a seat, creations before moves. Each move includes the field of its unit.
pub fn orders(board: &Board, frame: &Frame, seat: Seat, orders: &Orders) -> Vec<OrderText> {
    let creation =
        |kind: &UnitType| OrderText { words: t!("create a %{kind}", kind = word(*kind)), field: None };
    let field = |id| {
        let Position { x, y } = board.position(frame.unit(UnitName { owner: seat, id })?.at);
        Some((x, y))
    };
    let moves = orders.moves.iter().map(|(id, to)| {
        let (id, field) = (*id, field(*id));
        let (id, direction) = (id.0, to.name());
        let words = match field {
            Some((x, y)) => t!("unit %{id}, now at [%{x}, %{y}]: %{direction}", id, x, y, direction),
            None => t!("unit %{id}, no longer alive: %{direction}", id, direction),
        };
        OrderText { words, field }
    });
    orders.creations.iter().map(creation).chain(moves).collect()
}

/// Describes an event in one sentence without a full stop.
pub fn tell(board: &Board, event: &Event, names: &[String]) -> String {
    let owner = |seat: Seat| names.get(seat.index()).map_or_else(|| t!("player %{seat}", seat), Clone::clone);
    let unit = |name: &UnitName| t!("%{owner}'s unit %{id}", owner = owner(name.owner), id = name.id.0);
    let at = |at: FieldIndex| {
        let Position { x, y } = board.position(at);
        format!("[{x}, {y}]")
    };
    match event {
        Event::Created { unit, kind } => {
            t!(
                "%{owner} creates %{kind} %{id}",
                owner = owner(unit.owner),
                kind = word(*kind),
                id = unit.id.0
            )
        }
        Event::CreationRefused { seat, kind } => {
            t!("%{seat} cannot afford a %{kind}", seat = owner(*seat), kind = word(*kind))
        }
        Event::MoveRefused { unit: name, direction } => {
            t!("%{unit} cannot be sent %{direction}", unit = unit(name), direction = direction.name())
        }
        Event::Moved { unit: name, from, to } => {
            t!("%{unit} moves %{from} -> %{to}", unit = unit(name), from = at(*from), to = at(*to))
        }
        Event::Blocked { unit: name, direction, by } => {
            let by = match by {
                Obstacle::Edge => t!("the edge"),
                Obstacle::Water => t!("water"),
                Obstacle::Wall => t!("a wall"),
                Obstacle::ForeignBase(seat) => t!("%{seat}'s base", seat = owner(*seat)),
                Obstacle::OwnUnit(id) => t!("unit %{id}", id = id.0),
            };
            t!(
                "%{unit} cannot go %{direction}: %{by} is in the way",
                unit = unit(name),
                direction = direction.name(),
                by
            )
        }
        Event::Fought { attacker, defender, at: field, odds, attacker_won, dropped } => {
            let (attacker, defender, at) = (unit(attacker), unit(defender), at(*field));
            let odds = (odds * 100.0).round();
            match attacker_won {
                true => t!(
                    "%{attacker} attacks %{defender} at %{at} and wins (odds %{odds} %, resources dropped: %{dropped})",
                    attacker,
                    defender,
                    at,
                    odds,
                    dropped
                ),
                false => t!(
                    "%{attacker} attacks %{defender} at %{at} and loses (odds %{odds} %, resources dropped: %{dropped})",
                    attacker,
                    defender,
                    at,
                    odds,
                    dropped
                ),
            }
        }
        Event::PickedUp { unit: name, at: field, amount } => {
            t!("%{unit} picks up %{amount} at %{field}", unit = unit(name), amount, field = at(*field))
        }
        Event::Delivered { unit: name, amount } => {
            t!("%{unit} delivers %{amount}", unit = unit(name), amount)
        }
        Event::Spawned { at: field, amount } => {
            t!("%{amount} resources appear at %{field}", amount, field = at(*field))
        }
        Event::Out { seat } => t!("%{seat} is out of the game", seat = owner(*seat)),
        Event::Ended { winners } => {
            let winners: Vec<String> = winners.iter().map(|seat| owner(*seat)).collect();
            t!("The match is over; most resources: %{winners}", winners = winners.join(", "))
        }
    }
}

fn word(kind: UnitType) -> String {
    match kind {
        UnitType::Warrior => t!("warrior"),
        UnitType::Gatherer => t!("gatherer"),
    }
}
