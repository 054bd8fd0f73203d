//! Events as sentences, for readable tests and golden files. `1#0` stands for player 1's unit with id 0.

use super::super::board::{Board, FieldIndex};
use super::super::event::{Event, Obstacle, UnitName};

/// Describes an event in one sentence without a full stop.
pub fn tell(board: &Board, event: &Event) -> String {
    match event {
        Event::Created { unit, kind } => format!("{} is created: {}", name(unit), kind.name()),
        Event::CreationRefused { seat, kind } => format!("player {seat} can't pay for a {}", kind.name()),
        Event::MoveRefused { unit, direction } => {
            format!("{} is refused the order {}", name(unit), direction.name())
        }
        Event::Moved { unit, from, to } => {
            format!("{} moves from {} to {}", name(unit), place(board, from), place(board, to))
        }
        Event::Blocked { unit, direction, by } => {
            format!("{} is kept from going {} by {}", name(unit), direction.name(), obstacle(by))
        }
        Event::Fought { attacker, defender, at, odds, attacker_won, dropped } => {
            let end = if *attacker_won { "wins" } else { "loses" };
            let drop = if *dropped > 0 { format!(", {dropped} are dropped") } else { String::new() };
            let (attacker, defender, at) = (name(attacker), name(defender), place(board, at));
            format!("{attacker} attacks {defender} at {at} with odds {odds:.2} and {end}{drop}")
        }
        Event::PickedUp { unit, at, amount } => {
            format!("{} picks up {amount} at {}", name(unit), place(board, at))
        }
        Event::Delivered { unit, amount } => format!("{} delivers {amount}", name(unit)),
        Event::Spawned { at, amount } => format!("{amount} appear at {}", place(board, at)),
        Event::Out { seat } => format!("player {seat} is out"),
        Event::Ended { winners } => {
            let winners: Vec<String> = winners.iter().map(ToString::to_string).collect();
            format!("the match ends, won by player {}", winners.join(", "))
        }
    }
}

fn name(unit: &UnitName) -> String {
    format!("{}#{}", unit.owner, unit.id.0)
}

fn place(board: &Board, at: &FieldIndex) -> String {
    let position = board.position(*at);
    format!("[{},{}]", position.x, position.y)
}

fn obstacle(by: &Obstacle) -> String {
    match by {
        Obstacle::Edge => "the edge".to_string(),
        Obstacle::Water => "water".to_string(),
        Obstacle::Wall => "a wall".to_string(),
        Obstacle::ForeignBase(owner) => format!("the base of player {owner}"),
        Obstacle::OwnUnit(id) => format!("its own side's #{}", id.0),
    }
}
