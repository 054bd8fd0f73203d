//! Any file is either parsed as a board or rejected with an error, and never causes a panic.

use super::super::board::Board;
use super::super::map_file::{letter, parse};
use super::kit::{fixed_cases, map_of};
use crate::warriors::board::Position;
use proptest::prelude::*;

/// Returns the rows of the board, written as in a map file.
fn rows(board: &Board) -> Vec<String> {
    let side = board.side();
    let field = |x, y| letter(board.field(board.index(Position { x, y })));
    (0..side).map(|y| (0..side).map(|x| field(x, y)).collect()).collect()
}

#[test]
fn a_board_written_out_reads_the_same() {
    let map = map_of(&["1.R.2", ".XYX.", "RRRRR", ".YXY.", "4...3"]);
    let board = parse(map.as_bytes()).unwrap().board;
    assert_eq!(map_of(&rows(&board)), map);
}

/// The largest board is 200 by 200. With one more row, the file is rejected with the position of that row.
#[test]
fn a_row_too_many_below_the_largest_board_is_refused() {
    let row = ".".repeat(200);
    let mut lines = vec![format!("12{}34", ".".repeat(196))];
    lines.resize(201, row);
    let fault = parse(map_of(&lines).as_bytes()).unwrap_err();
    assert_eq!((fault.line, fault.column), (205, 1), "{fault}");
}

/// A file with a hundred thousand rows is rejected as quickly as a small file.
#[test]
fn a_huge_file_is_refused_at_once() {
    let fault = parse(map_of(&["."; 100_000]).as_bytes()).unwrap_err();
    assert_eq!((fault.line, fault.column), (5, 2), "{fault}");
}

proptest! {
    #![proptest_config(fixed_cases(500))]

    #[test]
    fn any_bytes_are_a_board_or_a_reason(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&bytes);
    }

    /// Rows of mostly valid characters after a valid header are parsed as a board or rejected with an error.
    #[test]
    fn any_rows_are_a_board_or_a_reason(rows in prop::collection::vec("[.RXY1-4 ]{0,9}|.{0,9}", 0..10)) {
        let map = map_of(&rows);
        if let Ok(parsed) = parse(map.as_bytes()) {
            prop_assert_eq!(parsed.board.fields().len(), (parsed.board.side() as usize).pow(2));
        }
    }

    /// A valid map that is truncated or has one character changed is parsed as a board or rejected with an error.
    #[test]
    fn a_damaged_map_is_a_board_or_a_reason(at in 0usize..60, letter in any::<char>(), cut in any::<bool>()) {
        let map = map_of(&["1.R.2", ".XYX.", "RRRRR", ".YXY.", "4...3"]);
        let mut letters: Vec<char> = map.chars().collect();
        let at = at % letters.len();
        letters[at] = letter;
        if cut {
            letters.truncate(at);
        }
        let _ = parse(letters.into_iter().collect::<String>().as_bytes());
    }
}
