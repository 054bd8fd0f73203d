//! The field of ten by ten tiles, the stock of tiles above it, and the board file format.

use super::tile::Tile;
use serde::{Deserialize, Serialize};
use wag_core::game::file_error;
use wag_i18n::{Message, later, message};

/// Number of rows of the field. It is also the number of columns.
pub const SIDE: usize = 10;

/// Ten columns of tiles, each from the bottom up. The first ten tiles of a column are on the field, and the others are
/// the stock. Serialized as one string per column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Board {
    columns: Vec<Vec<Tile>>,
}

/// The x and y of a square of the field, both from 0. (0, 0) is at the bottom left.
pub type Place = (usize, usize);

/// Two adjacent squares whose tiles are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Swap {
    pub from: Place,
    pub to: Place,
}

impl Board {
    /// Reads the letters of a board file, top row first; everything else in it is skipped.
    pub fn parse(text: &[u8]) -> Result<Board, Message> {
        let tiles: Vec<Tile> = text.iter().filter_map(|letter| Tile::from_letter(*letter)).collect();
        if tiles.len() < SIDE * SIDE || !tiles.len().is_multiple_of(SIDE) {
            return Err(board_error(text, tiles.len()));
        }
        Ok(Board::from_rows(tiles.chunks(SIDE)))
    }

    /// Creates a board from rows of ten tiles, top row first.
    pub fn from_rows<'t>(rows: impl DoubleEndedIterator<Item = &'t [Tile]>) -> Board {
        let mut columns = vec![Vec::new(); SIDE];
        for row in rows.rev() {
            for (column, tile) in columns.iter_mut().zip(row) {
                column.push(*tile);
            }
        }
        Board { columns }
    }

    /// Formats the board as a board file. There is a blank after every letter, even the last one of a row.
    pub fn to_text(&self) -> String {
        self.rows(self.height())
    }

    /// Formats the ten rows of the field as [`Board::to_text`] does.
    pub fn field_text(&self) -> String {
        self.rows(SIDE)
    }

    fn rows(&self, count: usize) -> String {
        let mut text = String::new();
        for y in (0..count).rev() {
            for x in 0..SIDE {
                text.extend([self.tile((x, y)).map_or('.', Tile::letter), ' ']);
            }
            text.push('\n');
        }
        text
    }

    /// Returns a board with only the field, without the stock.
    pub fn field(&self) -> Board {
        Board {
            columns: self.columns.iter().map(|column| column.iter().take(SIDE).copied().collect()).collect(),
        }
    }

    /// Returns the number of rows that are left, including those of the stock.
    pub fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns whether there are still enough tiles in every column to fill the field.
    pub fn is_full(&self) -> bool {
        self.columns.len() == SIDE && self.columns.iter().all(|column| column.len() >= SIDE)
    }

    pub fn tile(&self, (x, y): Place) -> Option<Tile> {
        self.columns.get(x)?.get(y).copied()
    }

    /// Exchanges the two tiles of a swap. Applying the same swap again undoes it.
    pub fn swap(&mut self, swap: Swap) {
        let (Some(first), Some(second)) = (self.tile(swap.from), self.tile(swap.to)) else { return };
        self.columns[swap.from.0][swap.from.1] = second;
        self.columns[swap.to.0][swap.to.1] = first;
    }

    /// Removes the tiles on these squares. The tiles above them drop.
    pub fn remove(&mut self, places: &[Place]) {
        for (x, column) in self.columns.iter_mut().enumerate() {
            // The tiles above the highest place, with the whole stock, move in one piece.
            let gone = places.iter().filter(|place| place.0 == x);
            let end = gone.map(|(_, y)| y.saturating_add(1)).max().unwrap_or(0).min(column.len());
            let mut stay = 0;
            for y in 0..end {
                if !places.contains(&(x, y)) {
                    column[stay] = column[y];
                    stay += 1;
                }
            }
            column.drain(stay..end);
        }
    }

    pub fn drop_bottom_row(&mut self) {
        for column in &mut self.columns {
            if !column.is_empty() {
                column.remove(0);
            }
        }
    }

    pub fn put_on_top(&mut self, x: usize, tile: Tile) {
        if let Some(column) = self.columns.get_mut(x) {
            column.push(tile);
        }
    }

    /// Replaces all tiles of the field. The stock does not change.
    pub fn set_field(&mut self, tile: impl Fn(Place) -> Tile) {
        for (x, column) in self.columns.iter_mut().enumerate() {
            for (y, place) in column.iter_mut().take(SIDE).enumerate() {
                *place = tile((x, y));
            }
        }
    }
}

/// Returns the error for a text with too few tiles or an incomplete row. Its position is the first line that has tiles,
/// but not ten of them, or else the end of the text.
fn board_error(text: &[u8], tiles: usize) -> Message {
    let mut lines = 0;
    for (row, line) in String::from_utf8_lossy(text).lines().zip(1..) {
        let err = if tiles == 0 { find_invalid_char(row) } else { row_error(row) };
        if let Some((column, what)) = err {
            return file_error(line, column, what);
        }
        lines = line;
    }
    let rows = tiles / SIDE;
    let what = message!(
        "the board ends after %{rows} rows of %{side} stones; add at least %{n}",
        rows,
        side = SIDE,
        n = SIDE - rows
    );
    file_error(lines + 1, 1, what)
}

/// A hint for error messages on how to write a tile.
const SIGNS: &str = later!("write R, Y, G, B, L or 1 to 5 (a bomb)");

fn is_tile(sign: char) -> bool {
    u8::try_from(sign).ok().and_then(Tile::from_letter).is_some()
}

fn find_invalid_char(row: &str) -> Option<(usize, Message)> {
    let mut signs = row.chars().zip(1..);
    let (sign, column) = signs.find(|(sign, _)| !is_tile(*sign) && !sign.is_whitespace())?;
    Some((
        column,
        message!(
            "found %{sign}, which is not a stone; %{write}",
            sign = format!("{sign:?}"),
            write = message!(SIGNS)
        ),
    ))
}

/// Returns the column and the description of a row's error, or `None` if the row is complete or has no tiles.
fn row_error(row: &str) -> Option<(usize, Message)> {
    let tiles = row.chars().zip(1..).filter(|(sign, _)| is_tile(*sign)).map(|(_, column)| column);
    let tiles: Vec<usize> = tiles.collect();
    let found = message!("this row has %{n} stones, but needs %{side}", n = tiles.len(), side = SIDE);
    match (tiles.len(), tiles.last(), find_invalid_char(row)) {
        (SIDE, ..) | (_, None, _) => None,
        (SIDE.., ..) => Some((tiles[SIDE], message!("%{found}; remove %{n}", found, n = tiles.len() - SIDE))),
        (_, _, Some((column, sign))) => {
            Some((column, Message::new("%{found}: %{sign}", [("found", found), ("sign", sign)])))
        }
        (count, Some(last), None) => Some((
            last + 1,
            message!("%{found}; add %{n}: %{write}", found, n = SIDE - count, write = message!(SIGNS)),
        )),
    }
}

impl From<Board> for Vec<String> {
    fn from(board: Board) -> Vec<String> {
        board.columns.iter().map(|column| column.iter().map(|tile| tile.letter()).collect()).collect()
    }
}

impl TryFrom<Vec<String>> for Board {
    type Error = String;

    fn try_from(columns: Vec<String>) -> Result<Board, String> {
        if columns.len() != SIDE {
            return Err(message!(
                "a board must have %{side} columns, not %{n}",
                side = SIDE,
                n = columns.len()
            )
            .english());
        }
        let column = |letters: &String| letters.bytes().map(Tile::try_from).collect::<Result<Vec<_>, _>>();
        Ok(Board { columns: columns.iter().map(column).collect::<Result<_, _>>()? })
    }
}

/// Explains why the four numbers that a player gave are not a legal swap.
pub fn refusal_reason(numbers: [i64; 4]) -> &'static str {
    let is_outside = |number: &i64| !(0..SIDE as i64).contains(number);
    match Swap::of(numbers) {
        _ if numbers.iter().any(is_outside) => later!("there is no such field; x and y must be 0 to 9"),
        None => later!("these fields are not next to each other"),
        Some(_) => later!("the swap does not put three equal stones in a row"),
    }
}

impl Swap {
    /// Creates a swap from the four numbers that a player gave. Returns `None` unless both squares are on the field and
    /// adjacent.
    pub fn of([x1, y1, x2, y2]: [i64; 4]) -> Option<Swap> {
        let on_board = |number: i64| usize::try_from(number).ok().filter(|number| *number < SIDE);
        let (from, to) = ((on_board(x1)?, on_board(y1)?), (on_board(x2)?, on_board(y2)?));
        let steps = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        (steps == 1).then_some(Swap { from, to })
    }

    /// Returns the swap as the four numbers of a player's answer: `x1 y1 x2 y2`.
    pub fn numbers(self) -> [i64; 4] {
        [self.from.0, self.from.1, self.to.0, self.to.1].map(|number| number as i64)
    }

    /// Returns all 180 swaps. Goes through the squares row by row from the bottom. Each square is swapped with the one
    /// above it, then with the one to its right.
    pub fn all() -> impl Iterator<Item = Swap> {
        (0..SIDE).flat_map(|y| (0..SIDE).flat_map(move |x| Swap::from_place((x, y))))
    }

    /// Returns the swaps of a square with the one above it and with the one to its right, if these exist.
    pub fn from_place(from: Place) -> impl Iterator<Item = Swap> {
        let to = [(from.0, from.1 + 1), (from.0 + 1, from.1)];
        to.into_iter().filter(|(x, y)| *x < SIDE && *y < SIDE).map(move |to| Swap { from, to })
    }
}
