//! The board as characters for the terminal viewer. The letters are those of [`super::words::picture`].

use super::super::board::{Board, FieldIndex, FieldType, Position};
use super::super::orders::UnitType;
use super::frame::Frame;
use wag_core::game::{Cell, Seat, Sight, Tone};
use wag_i18n::later;

/// Character after the letter of a unit that carries resources. `GOODS` means that it stands on resources.
const CARRIES: char = '+';
const GOODS: char = '*';

pub fn sight(board: &Board, frame: &Frame) -> Sight {
    let side = board.side();
    let places = (0..side).flat_map(|y| (0..side).map(move |x| Position { x, y }));
    let cells = places.map(|place| cell(board, frame, board.index(place))).collect();
    Sight { width: side as usize, cells }
}

fn cell(board: &Board, frame: &Frame, at: FieldIndex) -> Cell {
    let lies = frame.resources[at.index()] > 0;
    let name = frame.occupants[at.index()];
    if let Some((name, unit)) = name.and_then(|name| Some((name, frame.unit(name)?))) {
        let tail = match (unit.cargo > 0, lies) {
            (true, _) => CARRIES,
            (false, true) => GOODS,
            (false, false) => ' ',
        };
        return Cell::owned([letter(unit.kind, name.owner), tail], Tone::Piece, name.owner);
    }
    match board.field(at) {
        FieldType::Base(seat) => Cell::owned([char::from(b'1' + seat.0), ' '], Tone::Home, seat),
        FieldType::Water => Cell::plain('~', Tone::Water),
        FieldType::Wall => Cell::plain('#', Tone::Wall),
        _ if lies => Cell::plain(GOODS, Tone::Goods),
        FieldType::Resource => Cell::plain(',', Tone::Fertile),
        FieldType::Land => Cell::plain('.', Tone::Ground),
    }
}

fn letter(kind: UnitType, owner: Seat) -> char {
    let first = match kind {
        UnitType::Warrior => b'A',
        UnitType::Gatherer => b'a',
    };
    char::from(first + owner.0)
}

/// Explanations of the characters.
pub const LEGEND: &[(&str, &str)] = &[
    ("1-4", later!("base")),
    ("A-D", later!("warrior of player 1 to 4")),
    ("a-d", later!("gatherer of player 1 to 4")),
    ("a+", later!("carries resources")),
    ("a*", later!("stands on resources")),
    ("*", later!("resources")),
    (",", later!("resource field")),
    ("#", later!("wall")),
    ("~", later!("water")),
];
