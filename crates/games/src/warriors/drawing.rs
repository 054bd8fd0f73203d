//! Boards drawn as text, for tests of an AI's functions. Each character stands for a field and whatever is on it.
//!
//! The characters are those of map files and of the drawings in the manual. Blanks are ignored, so a drawing may be
//! indented and spaced out.

use super::SEATS;
use super::board::{Board, FieldIndex, FieldType, Position};
use super::orders::UnitType;
use thiserror::Error;
use wag_core::game::Seat;

/// The seat of the tested AI; `OPPONENT` is the seat of the units in lowercase.
pub const YOU: Seat = Seat(0);
pub const OPPONENT: Seat = Seat(1);

const SIDE_MAX: usize = 200;

/// Description of the characters for error messages.
pub const SIGNS: &str = "`.` land, `R` resource field, `$` resources lie here, `#` or `Y` wall, `~` or `X` water, \
                         `1` to `4` bases, `G` and `W` your units, `g` and `w` those of player 2";

/// A parsed drawing.
#[derive(Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The board. A base that is not in the drawing is on none of its fields.
    pub board: Board,
    /// Units, row by row.
    pub units: Vec<(Seat, UnitType, FieldIndex)>,
    /// Fields with resources, in ascending order.
    pub resources: Vec<FieldIndex>,
}

/// An error in a drawing. `x` and `y` are board coordinates, counted from 0.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum DrawingError {
    #[error("the drawing is empty; use these characters: {SIGNS}")]
    Empty,
    #[error("the drawing has {0} rows; it may have at most {SIDE_MAX}")]
    Large(usize),
    #[error(
        "row {y} has {found} fields, but needs {side}: the board is a square of {side} rows and columns, and the first row is row 0"
    )]
    Shape { y: usize, found: usize, side: usize },
    #[error("unknown character {sign:?} at [{x}, {y}]; use these: {SIGNS}")]
    Sign { sign: char, x: usize, y: usize },
    #[error("there is a second base {number} at [{x}, {y}]")]
    Twice { number: u8, x: usize, y: usize },
    #[error("your base is missing: draw a 1")]
    NoBase,
}

/// Parses a drawing.
pub fn parse(text: &str) -> Result<Drawing, DrawingError> {
    let rows: Vec<Vec<char>> = text.lines().map(signs).filter(|row| !row.is_empty()).collect();
    let side = rows.len();
    check_shape(&rows)?;
    let mut drawing = Drawing { board: empty(side as u32), units: Vec::new(), resources: Vec::new() };
    let mut has_base = [false; SEATS];
    for (y, row) in rows.iter().enumerate() {
        for (x, &sign) in row.iter().enumerate() {
            let place = Place { x, y, at: FieldIndex((x * side + y) as u32) };
            drawing.put(sign, &place, &mut has_base)?;
        }
    }
    if !has_base[YOU.index()] {
        return Err(DrawingError::NoBase);
    }
    drawing.resources.sort_unstable();
    drawing.board.resource_fields.sort_unstable();
    Ok(drawing)
}

fn signs(line: &str) -> Vec<char> {
    line.chars().filter(|sign| !sign.is_whitespace()).collect()
}

fn check_shape(rows: &[Vec<char>]) -> Result<(), DrawingError> {
    let side = rows.len();
    match rows.iter().position(|row| row.len() != side) {
        _ if side == 0 => Err(DrawingError::Empty),
        _ if side > SIDE_MAX => Err(DrawingError::Large(side)),
        Some(y) => Err(DrawingError::Shape { y, found: rows[y].len(), side }),
        None => Ok(()),
    }
}

/// Returns a board that consists only of land.
fn empty(side: u32) -> Board {
    Board {
        title: String::new(),
        side,
        fields: vec![FieldType::Land; (side * side) as usize],
        bases: [FieldIndex(0); SEATS],
        resource_fields: Vec::new(),
    }
}

/// Position of a character in the drawing.
struct Place {
    x: usize,
    y: usize,
    at: FieldIndex,
}

impl Drawing {
    fn put(
        &mut self,
        sign: char,
        &Place { x, y, at }: &Place,
        has_base: &mut [bool; SEATS],
    ) -> Result<(), DrawingError> {
        let field = match sign {
            '.' | 'G' | 'W' | 'g' | 'w' => FieldType::Land,
            'R' | '$' => FieldType::Resource,
            '#' | 'Y' => FieldType::Wall,
            '~' | 'X' => FieldType::Water,
            '1'..='4' => FieldType::Base(Seat(sign as u8 - b'1')),
            _ => return Err(DrawingError::Sign { sign, x, y }),
        };
        if let FieldType::Base(seat) = field {
            if std::mem::replace(&mut has_base[seat.index()], true) {
                return Err(DrawingError::Twice { number: seat.number(), x, y });
            }
            self.board.bases[seat.index()] = at;
        }
        self.board.fields[at.index()] = field;
        self.board.resource_fields.extend((field == FieldType::Resource).then_some(at));
        self.resources.extend((sign == '$').then_some(at));
        self.units.extend(unit(sign).map(|(seat, kind)| (seat, kind, at)));
        Ok(())
    }

    /// Returns the field at these coordinates; `None` outside the board.
    pub fn at(&self, (x, y): (u32, u32)) -> Option<FieldIndex> {
        let side = self.board.side();
        (x < side && y < side).then(|| self.board.index(Position { x, y }))
    }
}

fn unit(sign: char) -> Option<(Seat, UnitType)> {
    Some(match sign {
        'W' => (YOU, UnitType::Warrior),
        'G' => (YOU, UnitType::Gatherer),
        'w' => (OPPONENT, UnitType::Warrior),
        'g' => (OPPONENT, UnitType::Gatherer),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_a_board_with_units_and_resources() {
        let drawing = parse("\n   1 . R\n   $ G ~\n   w # 2\n\n").unwrap();
        assert_eq!(parse("1.R\n$GX\nwY2").unwrap(), drawing, "blanks mean nothing, and map signs are signs");
        let at = |x, y| drawing.at((x, y)).unwrap();
        let field = |x, y| drawing.board.field(at(x, y));
        assert_eq!((field(0, 0), field(2, 2)), (FieldType::Base(Seat(0)), FieldType::Base(Seat(1))));
        assert_eq!(
            (field(2, 1), field(1, 2), field(1, 1)),
            (FieldType::Water, FieldType::Wall, FieldType::Land)
        );
        assert_eq!(drawing.resources, [at(0, 1)]);
        assert_eq!(drawing.board.resource_fields(), [at(0, 1), at(2, 0)]);
        let units = [(YOU, UnitType::Gatherer, at(1, 1)), (OPPONENT, UnitType::Warrior, at(0, 2))];
        assert_eq!(drawing.units, units);
        assert_eq!(drawing.at((3, 0)), None);
    }

    #[test]
    fn errors_name_their_position() {
        let error = |text: &str| parse(text).unwrap_err().to_string();
        assert!(error(" \n").starts_with("the drawing is empty"));
        assert!(error("1.\n...").starts_with("row 1 has 3 fields, but needs 2: the board is a square"));
        assert!(error("1.\n.?").starts_with("unknown character '?' at [1, 1]; use these: `.` land"));
        assert!(error("1.\n.1").starts_with("there is a second base 1 at [1, 1]"));
        assert_eq!(error("..\n.."), "your base is missing: draw a 1");
        assert!(error(&"1\n".repeat(201)).starts_with("the drawing has 201 rows"));
    }
}
