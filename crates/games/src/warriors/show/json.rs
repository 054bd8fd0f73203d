//! Warriors & Gatherers as JSON for the pages. docs/en/events.md describes these objects; change both together.

use super::super::board::{Board, FieldIndex, FieldType, Position};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::Orders;
use super::super::rules::Rules;
use super::frame::{Frame, PlayerFrame};
use serde_json::{Value, json};
use wag_core::game::Seat;

/// Returns the board and the rules as JSON.
pub fn scene(board: &Board, rules: &Rules) -> Value {
    let letter = |x, y| match board.field(board.index(Position { x, y })) {
        FieldType::Land => '.',
        FieldType::Resource => 'R',
        FieldType::Water => 'X',
        FieldType::Wall => 'Y',
        FieldType::Base(seat) => char::from(b'1' + seat.0),
    };
    let side = board.side();
    let row = |y| (0..side).map(|x| letter(x, y)).collect::<String>();
    json!({
        "size": side,
        "title": board.title(),
        "rows": (0..side).map(row).collect::<Vec<_>>(),
        "rules": rules,
    })
}

pub fn frame(board: &Board, frame: &Frame) -> Value {
    let lying = frame.resources.iter().enumerate().filter(|(_, amount)| **amount > 0);
    let resources = lying.map(|(at, amount)| {
        let Position { x, y } = board.position(FieldIndex(at as u32));
        json!([x, y, amount])
    });
    json!({
        "players": frame.players.iter().map(|own| player(board, own)).collect::<Vec<_>>(),
        "resources": resources.collect::<Vec<_>>(),
    })
}

fn player(board: &Board, player: &PlayerFrame) -> Value {
    let unit = |unit: &super::super::state::Unit| {
        json!({
            "id": unit.id.0,
            "type": unit.kind.name(),
            "at": place(board, unit.at),
            "cargo": unit.cargo,
            "last": unit.last_move.name(),
        })
    };
    json!({
        "stock": player.stock,
        "kills": player.kills,
        "losses": player.losses,
        "out": player.out,
        "units": player.units.iter().map(unit).collect::<Vec<_>>(),
    })
}

/// Returns a turn's orders as JSON, the creations before the moves.
pub fn orders(orders: &Orders) -> Vec<Value> {
    let creations = orders.creations.iter().map(|kind| json!({"create": kind.name()}));
    let moves = orders.moves.iter().map(|(id, to)| json!({"unit": id.0, "move": to.name()}));
    creations.chain(moves).collect()
}

pub fn event(board: &Board, event: &Event) -> Value {
    let at = |at| place(board, at);
    match event {
        Event::Created { unit, kind } => {
            json!({"type": "created", "seat": number(unit.owner), "id": unit.id.0, "unit": kind.name()})
        }
        Event::CreationRefused { seat, kind } => {
            json!({"type": "creation_refused", "seat": number(*seat), "unit": kind.name()})
        }
        Event::MoveRefused { unit, direction } => {
            let (seat, id) = (number(unit.owner), unit.id.0);
            json!({"type": "move_refused", "seat": seat, "id": id, "direction": direction.name()})
        }
        Event::Moved { unit, from, to } => {
            let (seat, id) = (number(unit.owner), unit.id.0);
            json!({"type": "moved", "seat": seat, "id": id, "from": at(*from), "to": at(*to)})
        }
        Event::Blocked { unit, direction, by } => {
            let mut value = json!({
                "type": "blocked",
                "seat": number(unit.owner),
                "id": unit.id.0,
                "direction": direction.name(),
            });
            block(&mut value, unit, *by);
            value
        }
        Event::Fought { attacker, defender, at: field, odds, attacker_won, dropped } => json!({
            "type": "fought",
            "attacker": name(attacker),
            "defender": name(defender),
            "at": at(*field),
            "odds": odds,
            "attacker_won": attacker_won,
            "dropped": dropped,
        }),
        Event::PickedUp { unit, at: field, amount } => {
            let (seat, id) = (number(unit.owner), unit.id.0);
            json!({"type": "picked_up", "seat": seat, "id": id, "at": at(*field), "amount": amount})
        }
        Event::Delivered { unit, amount } => {
            json!({"type": "delivered", "seat": number(unit.owner), "id": unit.id.0, "amount": amount})
        }
        Event::Spawned { at: field, amount } => {
            json!({"type": "spawned", "at": at(*field), "amount": amount})
        }
        Event::Out { seat } => json!({"type": "out", "seat": number(*seat)}),
        Event::Ended { winners } => {
            json!({"type": "ended", "winners": winners.iter().map(|seat| number(*seat)).collect::<Vec<_>>()})
        }
    }
}

/// Adds to `value` what blocked the unit, and the blocker's owner if it has one.
fn block(value: &mut Value, unit: &UnitName, by: Obstacle) {
    let (by, blocker) = match by {
        Obstacle::Edge => ("edge", None),
        Obstacle::Water => ("water", None),
        Obstacle::Wall => ("wall", None),
        Obstacle::ForeignBase(owner) => ("base", Some(json!({"seat": number(owner)}))),
        Obstacle::OwnUnit(id) => ("unit", Some(json!({"seat": number(unit.owner), "id": id.0}))),
    };
    value["by"] = by.into();
    if let Some(blocker) = blocker {
        value["blocker"] = blocker;
    }
}

fn name(unit: &UnitName) -> Value {
    json!({"seat": number(unit.owner), "id": unit.id.0})
}

/// Returns the seat's number, counted from 1.
fn number(seat: Seat) -> u8 {
    seat.0.saturating_add(1)
}

fn place(board: &Board, at: FieldIndex) -> [u32; 2] {
    let Position { x, y } = board.position(at);
    [x, y]
}
