//! Warriors & Gatherers as text for terminals.

use super::super::board::{Board, FieldIndex, FieldType, Position};
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Orders, UnitType};
use super::frame::Frame;
use wag_core::game::{OrderText, Seat};
use wag_i18n::{Message, message, t};

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
    let creation = |kind: &UnitType| OrderText {
        words: t!("create a %{kind}", kind = word(*kind).translated()),
        field: None,
    };
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

/// The words for what occurs in events.
struct Words<'w> {
    board: &'w Board,
    names: &'w [String],
    /// The seat whose units are described without the name of their owner.
    own: Option<Seat>,
}

impl Words<'_> {
    fn owner(&self, seat: Seat) -> Message {
        self.names.get(seat.index()).map_or_else(|| message!("player %{seat}", seat), Message::from)
    }

    fn unit(&self, name: &UnitName) -> Message {
        match self.own == Some(name.owner) {
            true => message!("unit %{id}", id = name.id.0),
            false => message!("%{owner}'s unit %{id}", owner = self.owner(name.owner), id = name.id.0),
        }
    }

    fn at(&self, at: FieldIndex) -> String {
        let Position { x, y } = self.board.position(at);
        format!("[{x}, {y}]")
    }

    fn obstacle(&self, by: &Obstacle) -> Message {
        match by {
            Obstacle::Edge => message!("the edge"),
            Obstacle::Water => message!("water"),
            Obstacle::Wall => message!("a wall"),
            Obstacle::ForeignBase(seat) => message!("%{seat}'s base", seat = self.owner(*seat)),
            Obstacle::OwnUnit(id) => message!("unit %{id}", id = id.0),
        }
    }
}

/// Describes an event in one sentence without a full stop.
pub fn tell(board: &Board, event: &Event, names: &[String]) -> Message {
    sentence(&Words { board, names, own: None }, event)
}

/// Describes the events that concern a seat: its new units, fights and blocked moves, and the sum of its deliveries.
pub fn tell_seat(board: &Board, events: &[Event], seat: Seat, names: &[String]) -> Vec<Message> {
    let words = Words { board, names, own: Some(seat) };
    let is_own = |event: &&Event| match event {
        Event::Created { unit, .. } | Event::MoveRefused { unit, .. } | Event::Blocked { unit, .. } => {
            unit.owner == seat
        }
        Event::CreationRefused { seat: whose, .. } => *whose == seat,
        Event::Fought { attacker, defender, .. } => attacker.owner == seat || defender.owner == seat,
        Event::Moved { .. }
        | Event::PickedUp { .. }
        | Event::Delivered { .. }
        | Event::Spawned { .. }
        | Event::Out { .. }
        | Event::Ended { .. } => false,
    };
    let mut lines: Vec<Message> = events.iter().filter(is_own).map(|event| sentence(&words, event)).collect();
    let delivered = events.iter().map(|event| match event {
        Event::Delivered { unit, amount } if unit.owner == seat => *amount,
        _ => 0,
    });
    let amount = delivered.fold(0, u64::saturating_add);
    if amount > 0 {
        lines.push(message!("resources delivered: %{amount}", amount));
    }
    lines
}

fn sentence(words: &Words<'_>, event: &Event) -> Message {
    let owner = |seat: Seat| words.owner(seat);
    let unit = |name: &UnitName| words.unit(name);
    let at = |at: FieldIndex| words.at(at);
    match event {
        Event::Created { unit, kind } => {
            message!(
                "%{owner} creates %{kind} %{id}",
                owner = owner(unit.owner),
                kind = word(*kind),
                id = unit.id.0
            )
        }
        Event::CreationRefused { seat, kind } => {
            message!("%{seat} cannot afford a %{kind}", seat = owner(*seat), kind = word(*kind))
        }
        Event::MoveRefused { unit: name, direction } => {
            message!("%{unit} cannot be sent %{direction}", unit = unit(name), direction = direction.name())
        }
        Event::Moved { unit: name, from, to } => {
            message!("%{unit} moves %{from} -> %{to}", unit = unit(name), from = at(*from), to = at(*to))
        }
        Event::Blocked { unit: name, direction, by } => {
            message!(
                "%{unit} cannot go %{direction}: %{by} is in the way",
                unit = unit(name),
                direction = direction.name(),
                by = words.obstacle(by)
            )
        }
        Event::Fought { attacker, defender, at: field, odds, attacker_won, dropped } => {
            let (attacker, defender, at) = (unit(attacker), unit(defender), at(*field));
            let odds = (odds * 100.0).round();
            match attacker_won {
                true => message!(
                    "%{attacker} attacks %{defender} at %{at} and wins (odds %{odds} %, resources dropped: %{dropped})",
                    attacker,
                    defender,
                    at,
                    odds,
                    dropped
                ),
                false => message!(
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
            message!("%{unit} picks up %{amount} at %{field}", unit = unit(name), amount, field = at(*field))
        }
        Event::Delivered { unit: name, amount } => {
            message!("%{unit} delivers %{amount}", unit = unit(name), amount)
        }
        Event::Spawned { at: field, amount } => {
            message!("%{amount} resources appear at %{field}", amount, field = at(*field))
        }
        Event::Out { seat } => message!("%{seat} is out of the game", seat = owner(*seat)),
        // The rules do not know who forfeits, so the result names the winners.
        Event::Ended { .. } => message!("The match is over"),
    }
}

fn word(kind: UnitType) -> Message {
    match kind {
        UnitType::Warrior => message!("warrior"),
        UnitType::Gatherer => message!("gatherer"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warriors::maps;
    use crate::warriors::orders::{Direction, UnitId};

    fn unit(owner: u8, id: u32) -> UnitName {
        UnitName { owner: Seat(owner), id: UnitId(id) }
    }

    #[test]
    fn a_log_has_the_events_of_its_player_only() {
        let board = maps::board_of(maps::find("meadow").unwrap());
        let at = board.index(Position { x: 2, y: 1 });
        let fight = Event::Fought {
            attacker: unit(1, 3),
            defender: unit(0, 4),
            at,
            odds: 0.25,
            attacker_won: true,
            dropped: 7,
        };
        let events = [
            Event::Created { unit: unit(0, 9), kind: UnitType::Warrior },
            Event::Created { unit: unit(2, 9), kind: UnitType::Warrior },
            fight,
            Event::Blocked {
                unit: unit(0, 5),
                direction: Direction::East,
                by: Obstacle::ForeignBase(Seat(2)),
            },
            Event::Delivered { unit: unit(0, 5), amount: 10 },
            Event::Delivered { unit: unit(1, 5), amount: 3 },
            Event::Delivered { unit: unit(0, 6), amount: 20 },
            Event::PickedUp { unit: unit(0, 6), at, amount: 1 },
        ];
        let names = ["anna", "ben", "cleo", "dora"].map(String::from);
        let told = |seat| -> Vec<String> {
            tell_seat(&board, &events, Seat(seat), &names).iter().map(Message::english).collect()
        };
        assert_eq!(
            told(0),
            [
                "anna creates warrior 9",
                "ben's unit 3 attacks unit 4 at [2, 1] and wins (odds 25 %, resources dropped: 7)",
                "unit 5 cannot go EAST: cleo's base is in the way",
                "resources delivered: 30",
            ]
        );
        assert_eq!(
            told(1),
            [
                "unit 3 attacks anna's unit 4 at [2, 1] and wins (odds 25 %, resources dropped: 7)",
                "resources delivered: 3",
            ]
        );
        assert_eq!(told(3), [""; 0]);
    }
}
