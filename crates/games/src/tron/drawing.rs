//! Positions as drawings, for tests of a player's functions: rows of characters, with or without blanks between them.

use super::Setup;
use super::rules::{Cycle, State};
use wag_core::game::Direction;

const SIDE_MAX: usize = 100;

impl State {
    /// Parses a drawing: `.` is a free square, `1` to `4` are walls, `A` to `D` are cycles, each standing on its newest
    /// piece of wall. Player 1 is required. Returns an error message of one sentence if the drawing is invalid.
    pub fn from_drawing(drawing: &str) -> Result<State, String> {
        let signs = |line: &str| line.chars().filter(|sign| !sign.is_whitespace()).collect::<Vec<_>>();
        let rows: Vec<Vec<char>> = drawing.lines().map(signs).filter(|row| !row.is_empty()).collect();
        let width = rows.first().map_or(0, Vec::len);
        if let Some(y) = rows.iter().position(|row| row.len() != width) {
            return Err(format!("row {y} has {} signs, and row 0 has {width}", rows[y].len()));
        }
        if width > SIDE_MAX || rows.len() > SIDE_MAX {
            return Err(format!("a board has at most {SIDE_MAX} rows and columns"));
        }
        let setup = Setup { width: width as i8, height: rows.len() as i8, seats: 4 };
        let crashed = Cycle { at: (-1, -1), facing: Direction::North, survived: Some(0) };
        let mut state = State { setup, walls: Vec::new(), cycles: vec![crashed; 4], rounds: 0 };
        for (y, row) in rows.iter().enumerate() {
            for (x, sign) in row.iter().enumerate() {
                state.put(*sign, (x as i8, y as i8))?;
            }
        }
        match state.cycles[0].survived {
            None => Ok(state),
            Some(_) => Err("your cycle is missing: draw an A".to_string()),
        }
    }

    fn put(&mut self, sign: char, at @ (x, y): (i8, i8)) -> Result<(), String> {
        let number = match sign {
            '.' => 0,
            '1'..='4' => sign as u8 - b'0',
            'A'..='D' => sign as u8 - b'A' + 1,
            _ => return Err(format!("{sign:?} at [{x}, {y}] is not allowed; use `.`, 1 to 4 and A to D")),
        };
        self.walls.push(number);
        if sign.is_ascii_uppercase() {
            let cycle = &mut self.cycles[usize::from(number) - 1];
            if cycle.survived.is_none() {
                return Err(format!("there is a second {sign} at [{x}, {y}]"));
            }
            *cycle = Cycle { at, facing: Direction::North, survived: None };
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_become_walls_and_cycles() {
        let state = State::from_drawing(" . 1 A\n . B 2 \n").unwrap();
        assert_eq!(state.walls, [0, 1, 1, 0, 2, 2]);
        assert_eq!((state.cycles[0].at, state.cycles[1].at), ((2, 0), (1, 1)));
        assert_eq!(state.in_play().len(), 2);
        assert!(state.is_free((0, 0)) && !state.is_free((2, 0)) && !state.is_free((3, 0)));
    }

    #[test]
    fn invalid_drawings_are_rejected() {
        let error = |text| State::from_drawing(text).unwrap_err();
        assert_eq!(error(""), "your cycle is missing: draw an A");
        assert_eq!(error("A.\n..."), "row 1 has 3 signs, and row 0 has 2");
        assert_eq!(error("A.\n.A"), "there is a second A at [1, 1]");
        assert!(error("A?").starts_with("'?' at [1, 0] is not allowed"));
        assert!(error(&"A".repeat(101)).starts_with("a board has at most 100"));
    }
}
