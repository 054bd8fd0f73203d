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
    let err = parse(map_of(&lines).as_bytes()).unwrap_err().english();
    assert!(err.starts_with("line 205, column 1: "), "{err}");
}

/// A file with a hundred thousand rows is rejected as quickly as a small file.
#[test]
fn a_huge_file_is_refused_at_once() {
    let err = parse(map_of(&["."; 100_000]).as_bytes()).unwrap_err().english();
    assert!(err.starts_with("line 5, column 2: "), "{err}");
}

/// Returns the line, the column and the text of an error such as `line 5, column 2: found 'x'`.
fn parts_of(error: &str) -> (usize, usize, &str) {
    let (place, what) = error.split_once(": ").expect("a place and a text");
    let (line, column) =
        place.strip_prefix("line ").and_then(|place| place.split_once(", column ")).expect(error);
    (line.parse().expect(error), column.parse().expect(error), what)
}

/// Checks that a valid board is the same after it has been written and read again, and that an error names a position
/// in the file or at its end.
fn is_a_board_or_has_a_place(map: &str) {
    match parse(map.as_bytes()) {
        Ok(parsed) => {
            let drawn = rows(&parsed.board);
            assert!(drawn.len() == parsed.board.side() as usize, "{map}");
            assert_eq!(rows(&parse(map_of(&drawn).as_bytes()).unwrap().board), drawn);
        }
        Err(err) => {
            let lines: Vec<&str> = map.lines().collect();
            let err = err.english();
            let (line, column, what) = parts_of(&err);
            let width = lines.get(line - 1).map_or(0, |line| line.chars().count());
            let is_inside = line <= lines.len() + 1 && (1..=width + 1).contains(&column);
            assert!(is_inside && !what.is_empty(), "{err} in:\n{map}");
        }
    }
}

proptest! {
    #![proptest_config(fixed_cases(500))]

    #[test]
    fn strange_bytes_are_told_by_their_first_line(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let err = parse(&bytes).unwrap_err().english();
        let (line, message) = match std::str::from_utf8(&bytes) {
            Ok(_) => (1, "write mapVersion=3 here"),
            Err(error) => {
                (bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count(), "this byte is not UTF-8 text")
            }
        };
        let (fault_line, _, what) = parts_of(&err);
        prop_assert!(fault_line == line && what.contains(message), "{err}");
    }

    /// Rows of mostly valid characters after a valid header are parsed as a board or rejected with an error.
    #[test]
    fn any_rows_are_a_board_or_a_reason(rows in prop::collection::vec("[.RXY1-4 ]{0,9}|.{0,9}", 0..10)) {
        is_a_board_or_has_a_place(&map_of(&rows));
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
        is_a_board_or_has_a_place(&letters.into_iter().collect::<String>());
    }
}
