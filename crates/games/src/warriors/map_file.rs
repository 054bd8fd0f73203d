//! Reads and writes map files. Errors name the position in the file and the correct content.
//!
//! Line 1 is `mapVersion=3`, line 2 the side length, line 3 the title, line 4 a number (unused). Each row of the board
//! follows on a line of its own: `Y` wall, `X` water, `R` resource field, `1` to `4` bases, blank or `.` land. The user
//! documentation is `docs/en/maps.md`.

use super::SEATS;
use super::board::{Board, FieldIndex, FieldType, Position};
use super::orders::Direction;
use std::collections::BTreeMap;
use wag_core::game::{Seat, file_error};
use wag_i18n::{Message, later, message};

const LEAST_SIDE: usize = 5;
const MOST_SIDE: usize = 200;
/// Maximum size of a map file, in bytes. It is more than twenty times the size that the largest board needs.
const BYTES_MAX: usize = 1 << 20;
/// Line number of the first row, counted from 1.
const FIRST_ROW: usize = 5;

/// A parsed board, with warnings about oddities in its file.
#[derive(Debug)]
pub struct Parsed {
    pub board: Board,
    pub warnings: Vec<Message>,
}

fn error<T>(line: usize, column: usize, what: Message) -> Result<T, Message> {
    Err(file_error(line, column, what))
}

/// Reads a whole map file.
pub fn parse(bytes: &[u8]) -> Result<Parsed, Message> {
    if bytes.len() > BYTES_MAX {
        return error(
            1,
            1,
            message!(
                "the file has %{n} bytes, but a map has at most %{most}: check that this is a map file",
                n = bytes.len(),
                most = BYTES_MAX
            ),
        );
    }
    let text = decode(bytes)?;
    let lines: Vec<&str> = text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    let declared = parse_head(&lines)?;
    let rows = rows(&lines);
    let side = check_shape(&rows)?;
    let fields = parse_rows(&rows, side)?;
    let bases = find_bases(&fields, rows.len())?;

    let mut warnings = Vec::new();
    if declared != side {
        warnings.push(message!("line 2, column 1: the side length says %{declared}, but the board is %{side} x %{side}; the match uses the board as drawn: write %{side} here", declared, side));
    }
    let board = Board {
        title: lines[2].trim().to_string(),
        side: side as u32,
        resource_fields: (0..fields.len() as u32)
            .map(FieldIndex)
            .filter(|at| fields[at.index()] == FieldType::Resource)
            .collect(),
        fields,
        bases,
    };
    check_exits(&board)?;
    Ok(Parsed { board, warnings })
}

fn decode(bytes: &[u8]) -> Result<&str, Message> {
    let text = std::str::from_utf8(bytes).or_else(|parse_error| {
        let good = &bytes[..parse_error.valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        let start = good.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = 1 + String::from_utf8_lossy(&good[start..]).chars().count();
        error(line, column, message!("this byte is not UTF-8 text; save the map as UTF-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Checks the four lines before the rows and returns the side length that they declare.
fn parse_head(lines: &[&str]) -> Result<usize, Message> {
    let line = |number: usize| lines.get(number - 1).map_or("", |line| line.trim_end());
    if line(1) != "mapVersion=3" {
        return error(
            1,
            1,
            message!(
                "found %{found}; a map begins with mapVersion=3, so write mapVersion=3 here",
                found = quoted(line(1))
            ),
        );
    }
    let Ok(side) = line(2).trim().parse::<usize>() else {
        return error(
            2,
            1,
            message!("found %{found}; write the side length here, such as 20", found = quoted(line(2))),
        );
    };
    if lines.len() < 3 {
        return error(3, 1, message!("the file ends here; write the title of the map here"));
    }
    if line(4).trim().parse::<i64>().is_err() {
        return error(
            4,
            1,
            message!("found %{found}; write a number here, such as 0", found = quoted(line(4))),
        );
    }
    Ok(side)
}

/// Maximum length of a line quoted in an error, in characters. A file that is not a map may have long lines.
const QUOTED_MAX: usize = 40;

fn quoted(found: &str) -> Message {
    match found.char_indices().nth(QUOTED_MAX) {
        _ if found.is_empty() => message!("nothing"),
        Some((end, _)) => format!("{:?}...", &found[..end]).into(),
        None => format!("{found:?}").into(),
    }
}

/// Returns the lines of the board's rows, without blank lines at the end.
fn rows<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let mut rows: Vec<&str> = lines.iter().skip(FIRST_ROW - 1).copied().collect();
    let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
    while rows.last().is_some_and(|row| row.is_empty() || (rows.len() > width && row.trim().is_empty())) {
        rows.pop();
    }
    rows
}

/// Checks that the board is square and returns its side length. Errors compare with the expected side length: the most
/// frequent row length, or the number of rows if that is larger.
fn check_shape(rows: &[&str]) -> Result<usize, Message> {
    let widths: Vec<usize> = rows.iter().map(|row| row.chars().count()).collect();
    let side = most_frequent(&widths).max(rows.len().min(MOST_SIDE));
    let last = FIRST_ROW + rows.len();
    if !(LEAST_SIDE..=MOST_SIDE).contains(&side) {
        let what = message!(
            "the board has side length %{side}; draw %{least} to %{most} rows, each with as many fields as there are rows",
            side,
            least = LEAST_SIDE,
            most = MOST_SIDE
        );
        return error(FIRST_ROW, 1, what);
    }
    for (row, &width) in widths.iter().enumerate() {
        let line = FIRST_ROW + row;
        if width < side {
            let what = message!(
                "this row has %{width} fields, but needs %{side}; spaces at its end may have been lost: write land as \".\"",
                width,
                side
            );
            return error(line, width + 1, what);
        }
        if width > side {
            let what = message!(
                "this row has %{width} fields, but needs %{side}; remove %{n}",
                width,
                side,
                n = width - side
            );
            return error(line, side + 1, what);
        }
    }
    if rows.len() < side {
        let what = message!(
            "the board ends after %{n} rows of %{side} fields; it must be square: add %{more} more",
            n = rows.len(),
            side,
            more = side - rows.len()
        );
        return error(last, 1, what);
    }
    if rows.len() > side {
        let what = message!(
            "this is row %{row} of a board with %{side} rows; remove it and everything after it",
            row = side + 1,
            side
        );
        return error(FIRST_ROW + side, 1, what);
    }
    Ok(side)
}

/// Returns the most frequent width; if several are equally frequent, the largest of them.
fn most_frequent(widths: &[usize]) -> usize {
    let mut counts = BTreeMap::new();
    for &width in widths {
        *counts.entry(width).or_insert(0) += 1;
    }
    counts
        .into_iter()
        .max_by_key(|(width, count): &(usize, u32)| (*count, *width))
        .map_or(0, |(width, _)| width)
}

/// Parses all fields, column by column.
fn parse_rows(rows: &[&str], side: usize) -> Result<Vec<FieldType>, Message> {
    let mut fields = vec![FieldType::Land; side * side];
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            let Some(field) = field_of(letter) else {
                return error(
                    FIRST_ROW + y,
                    x + 1,
                    message!(
                        "found %{letter}; %{write}",
                        letter = format!("{letter:?}"),
                        write = correction(letter)
                    ),
                );
            };
            fields[x * side + y] = field;
        }
    }
    Ok(fields)
}

fn field_of(letter: char) -> Option<FieldType> {
    Some(match letter {
        'Y' => FieldType::Wall,
        'X' => FieldType::Water,
        'R' => FieldType::Resource,
        '1'..='4' => FieldType::Base(Seat(letter as u8 - b'1')),
        ' ' | '.' => FieldType::Land,
        _ => return None,
    })
}

/// Returns what to write instead of a character that map files do not allow.
fn correction(sign: char) -> Message {
    message!(match sign {
        'y' | '#' => later!("write a wall as Y"),
        'x' | '~' => later!("write water as X"),
        'r' | '$' => later!("write a resource field as R"),
        'B' | 'b' => later!("write a base as the number of its player, 1 to 4"),
        '0' | '5'..='9' => later!("bases are numbered 1 to 4"),
        '\t' => later!("write land as a space or \".\", not as a tab"),
        _ => later!("write Y (wall), X (water), R (resource field), 1 to 4 (bases), a space or \".\" (land)"),
    })
}

/// Returns the character of a field in map files and in drawings of maps.
pub fn letter(field: FieldType) -> char {
    match field {
        FieldType::Wall => 'Y',
        FieldType::Water => 'X',
        FieldType::Resource => 'R',
        FieldType::Base(seat) => char::from(b'1' + seat.0),
        FieldType::Land => '.',
    }
}

/// Formats the board as a map file that [`parse`] reads back as the same board.
pub fn write(board: &Board) -> String {
    let side = board.side();
    let row =
        |y| (0..side).map(|x| letter(board.field(board.index(Position { x, y })))).chain(['\n']).collect();
    let rows: Vec<String> = (0..side).map(row).collect();
    format!("mapVersion=3\n{side}\n{}\n0\n{}", board.title(), rows.concat())
}

/// Returns the position of each seat's base; each base must exist exactly once.
fn find_bases(fields: &[FieldType], side: usize) -> Result<[FieldIndex; SEATS], Message> {
    let mut bases: [Option<usize>; SEATS] = [None; SEATS];
    // Row by row, so that of two bases the one further down in the file is reported as the second one.
    for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
        if let FieldType::Base(seat) = fields[x * side + y]
            && let Some(first) = bases[seat.index()].replace(x * side + y)
        {
            let (line, column) = (FIRST_ROW + first % side, 1 + first / side);
            let what = message!(
                "base %{seat} appears a second time; the first one is in line %{line}, column %{column}: replace one of them with land",
                seat,
                line,
                column
            );
            return error(FIRST_ROW + y, x + 1, what);
        }
    }
    let mut found = [FieldIndex(0); SEATS];
    for seat in Seat::all(SEATS) {
        match bases[seat.index()] {
            Some(at) => found[seat.index()] = FieldIndex(at as u32),
            None => {
                let what = message!(
                    "base %{seat} is missing; write a %{seat} at its place in one of the %{side} rows",
                    seat,
                    side
                );
                return error(FIRST_ROW, 1, what);
            }
        }
    }
    Ok(found)
}

/// Checks that every base has a neighboring field that units can enter.
fn check_exits(board: &Board) -> Result<(), Message> {
    for seat in Seat::all(SEATS) {
        let base = board.base(seat);
        let open = Direction::ALL
            .iter()
            .filter_map(|direction| board.neighbour(base, *direction))
            .any(|at| board.field(at).is_open());
        if !open {
            let Position { x, y } = board.position(base);
            let what = message!(
                "base %{seat} is enclosed; write \".\" or R above, below, left or right of it",
                seat
            );
            return error(FIRST_ROW + y as usize, 1 + x as usize, what);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = "mapVersion=3\n5\nSmall\n0\n1...2\n..R..\n.RXR.\n..Y..\n4...3\n";

    fn parse_error(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().english()
    }

    #[test]
    fn a_map_becomes_a_board() {
        let parsed = parse(SMALL.as_bytes()).unwrap();
        assert_eq!(parsed.board.side(), 5);
        assert_eq!(parsed.board.title(), "Small");
        assert_eq!(parsed.board.resource_fields().len(), 3);
        assert!(parsed.warnings.is_empty());
        let at = |x, y| parsed.board.field(parsed.board.index(Position { x, y }));
        assert_eq!(at(4, 0), FieldType::Base(Seat(1)));
        assert_eq!(at(2, 1), FieldType::Resource);
        assert_eq!(at(2, 3), FieldType::Wall);
    }

    #[test]
    fn line_ends_a_byte_order_mark_and_blank_lines_do_not_matter() {
        let plain = parse(SMALL.as_bytes()).unwrap().board;
        let windows = format!("\u{feff}{}\r\n\r\n", SMALL.replace('\n', "\r\n"));
        assert_eq!(parse(windows.as_bytes()).unwrap().board, plain);
        let blanks = SMALL.replace('.', " ").replace("Small", "Small ") + "     \n\n";
        assert_eq!(parse(blanks.as_bytes()).unwrap().board, plain);
    }

    #[test]
    fn a_wrong_side_length_is_a_warning() {
        let parsed = parse(SMALL.replacen("\n5\n", "\n7\n", 1).as_bytes()).unwrap();
        assert!(
            parsed.warnings[0].english().starts_with("line 2, column 1: the side length says 7"),
            "{:?}",
            parsed.warnings
        );
    }

    #[test]
    fn every_error_names_its_position() {
        let cases = [
            ("", "line 1, column 1: found nothing"),
            ("mapVersion=2\n", "line 1, column 1: found \"mapVersion=2\""),
            ("mapVersion=3\nbig\n", "line 2, column 1: found \"big\""),
            ("mapVersion=3\n5\n", "line 3, column 1: the file ends here"),
            ("mapVersion=3\n5\nT\n", "line 4, column 1: found nothing"),
            ("mapVersion=3\n5\nT\n0\n", "line 5, column 1: the board has side length 0"),
        ];
        for (text, expected) in cases {
            assert!(parse_error(text).starts_with(expected), "{text:?} gives {}", parse_error(text));
        }
        let changes = [
            ("..R..", "..r..", "line 6, column 3: found 'r'; write a resource field as R"),
            ("..R..", "..#..", "line 6, column 3: found '#'; write a wall as Y"),
            ("..R..", "~.R..", "line 6, column 1: found '~'; write water as X"),
            ("..R..", "..R.\t", "line 6, column 5: found '\\t'; write land as a space"),
            ("..R..", "..5..", "line 6, column 3: found '5'; bases are numbered 1 to 4"),
            ("..R..", "..?..", "line 6, column 3: found '?'; write Y (wall), X (water), R"),
            ("..R..", "..R.", "line 6, column 5: this row has 4 fields, but needs 5; spaces"),
            ("..R..", "..R...", "line 6, column 6: this row has 6 fields, but needs 5; remove 1"),
            (
                "..R..\n",
                "",
                "line 9, column 1: the board ends after 4 rows of 5 fields; it must be square: add 1",
            ),
            (
                "..R..",
                "..1..",
                "line 6, column 3: base 1 appears a second time; the first one is in line 5, column 1",
            ),
            ("4...3", "....3", "line 5, column 1: base 4 is missing"),
            ("1...2\n.", "1Y..2\nX", "line 5, column 1: base 1 is enclosed"),
        ];
        for (old, new, expected) in changes {
            let text = SMALL.replacen(old, new, 1);
            assert!(parse_error(&text).starts_with(expected), "{new:?} gives {}", parse_error(&text));
        }
        let bytes = [b"mapVersion=3\n5\nT\n0\n1..\xff.\n".as_slice()].concat();
        assert!(parse(&bytes).unwrap_err().english().starts_with("line 5, column 4: this byte is not UTF-8"));
    }

    #[test]
    fn too_large_and_too_small_boards_are_refused() {
        let board = |side: usize| {
            format!("mapVersion=3\n{side}\nT\n0\n{}", format!("{}\n", ".".repeat(side)).repeat(side))
        };
        assert!(parse_error(&board(4)).contains("side length 4"));
        assert!(parse_error(&board(201)).contains("side length 201"));
        assert!(parse_error(&board(200)).contains("base 1 is missing"));
    }
}
