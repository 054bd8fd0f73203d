//! A board without edges: squares, steps, distances, and the squares within a distance.

use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Range;

/// The maximum number of rows. It is also the maximum number of columns.
pub const SIDE_MAX: u16 = 1000;

/// A square of the board. Squares are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct At {
    pub row: u16,
    pub col: u16,
}

impl At {
    pub const fn new(row: u16, col: u16) -> At {
        At { row, col }
    }

    /// Returns a number that is larger for later squares.
    const fn rank(self) -> u32 {
        (self.row as u32) << 16 | self.col as u32
    }
}

impl Ord for At {
    fn cmp(&self, other: &At) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for At {
    fn partial_cmp(&self, other: &At) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The direction of a step to an adjacent square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// Returns the contest's letter for this direction.
    pub const fn sign(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    pub fn of(word: &str) -> Option<Direction> {
        Direction::ALL.into_iter().find(|direction| word.chars().eq([direction.sign()]))
    }

    pub const fn opposite(self) -> Direction {
        Direction::ALL[(self as usize + 2) % 4]
    }

    const fn offset(self) -> (i32, i32) {
        [(-1, 0), (0, 1), (1, 0), (0, -1)][self as usize]
    }
}

/// The size of a board, whose opposite edges are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Torus {
    pub rows: u16,
    pub cols: u16,
}

/// Offsets from one square to others on a board of a certain size, as differences of indices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shifts {
    size: Torus,
    /// For each offset, the difference of its square's index and the index in the same column of the first row, from
    /// the offset that leads furthest to the left to the one that leads furthest to the right. Negative numbers are
    /// wrapped to `usize`.
    by: Vec<usize>,
    /// For each number of columns to the right, from the least one on, the number of offsets with fewer.
    starts: Vec<usize>,
    /// The number of rows from the first one up to the center, and from the first one to the last one.
    up: u16,
    height: u16,
    /// The columns from which no offset leads over the left or the right edge: from the least number of columns to the
    /// left on.
    inner_cols: Range<u16>,
}

impl Shifts {
    /// Creates the list from offsets as rows down and columns to the right. They must be less than the board's sides.
    pub fn new(size: Torus, offsets: &[(u16, u16)]) -> Shifts {
        let short =
            |by: u16, side: u16| if by > side / 2 { i32::from(by) - i32::from(side) } else { by.into() };
        let short = |(down, right): &(u16, u16)| (short(*right, size.cols), short(*down, size.rows));
        let mut shifts: Vec<(i32, i32)> = offsets.iter().map(short).collect();
        shifts.sort_unstable();
        let range = |numbers: &mut dyn Iterator<Item = i32>| {
            numbers.fold((0, 0), |(least, most), by| (by.min(least), by.max(most)))
        };
        let (first, last) = range(&mut shifts.iter().map(|(_, down)| *down));
        let (left, right) = range(&mut shifts.iter().map(|(right, _)| *right));
        let by = |(right, down): &(i32, i32)| ((down - first) * i32::from(size.cols) + right) as usize;
        Shifts {
            size,
            by: shifts.iter().map(by).collect(),
            starts: (left..=right + 1).map(|by| shifts.partition_point(|shift| shift.0 < by)).collect(),
            up: -first as u16,
            height: (last - first) as u16,
            inner_cols: -left as u16..(i32::from(size.cols) - right) as u16,
        }
    }

    /// Calls a function with the index of each square at one of the offsets from this one.
    #[inline(always)]
    pub fn each_from(&self, at: At, mut visit: impl FnMut(usize)) {
        let above = if at.row < self.up { self.size.rows } else { 0 };
        let row = at.row + above - self.up;
        let start = self.size.index(At { row, col: at.col });
        if row + self.height < self.size.rows && self.inner_cols.contains(&at.col) {
            // One test of the end of the loop for several offsets.
            let (several, rest) = self.by.as_chunks::<4>();
            several.iter().for_each(|four| four.iter().for_each(|by| visit(start.wrapping_add(*by))));
            rest.iter().for_each(|by| visit(start.wrapping_add(*by)));
        } else {
            self.each_over_edges(start, at.col.into(), visit);
        }
    }

    /// Does the same for a square near an edge. Over the left and the right edge, a difference of indices leads to the
    /// wrong row; over the lower one, off the board.
    fn each_over_edges(&self, start: usize, col: usize, mut visit: impl FnMut(usize)) {
        let (cols, area, far_left) =
            (usize::from(self.size.cols), self.size.area(), self.inner_cols.start.into());
        let left = if col < far_left { self.starts[far_left - col] } else { 0 };
        let inside = *self.starts.get(cols - col + far_left).unwrap_or(&self.by.len());
        let parts = [
            (&self.by[..left], start + cols),
            (&self.by[left..inside], start),
            (&self.by[inside..], start.wrapping_sub(cols)),
        ];
        for (offsets, start) in parts {
            for by in offsets {
                let there = start.wrapping_add(*by);
                visit(there.min(there.wrapping_sub(area)));
            }
        }
    }
}

impl Torus {
    pub const fn area(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns the index of a square in lists of all squares.
    pub const fn index(self, at: At) -> usize {
        at.row as usize * self.cols as usize + at.col as usize
    }

    /// Returns the square with this index.
    pub const fn at(self, index: usize) -> At {
        let cols = self.cols as usize;
        At { row: (index / cols) as u16, col: (index % cols) as u16 }
    }

    pub const fn has(self, at: At) -> bool {
        at.row < self.rows && at.col < self.cols
    }

    pub fn squares(self) -> impl Iterator<Item = At> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| At { row, col }))
    }

    /// Returns the adjacent square in this direction.
    pub fn step(self, at: At, direction: Direction) -> At {
        let (row, col) = (at.row, at.col);
        match direction {
            Direction::North => At { row: row.checked_sub(1).unwrap_or(self.rows - 1), col },
            Direction::South => At { row: if row + 1 == self.rows { 0 } else { row + 1 }, col },
            Direction::West => At { row, col: col.checked_sub(1).unwrap_or(self.cols - 1) },
            Direction::East => At { row, col: if col + 1 == self.cols { 0 } else { col + 1 } },
        }
    }

    /// Returns the square at this offset, which may be negative or larger than the board.
    pub fn away(self, at: At, (down, right): (i32, i32)) -> At {
        let wrap = |from: u16, by: i32, side: u16| (i32::from(from) + by).rem_euclid(side.into()) as u16;
        At { row: wrap(at.row, down, self.rows), col: wrap(at.col, right, self.cols) }
    }

    /// Returns the square at this offset. Each part of the offset must be less than the board's size in that direction.
    pub fn shifted(self, at: At, (down, right): (u16, u16)) -> At {
        let wrap = |sum: u16, side: u16| if sum >= side { sum - side } else { sum };
        At { row: wrap(at.row + down, self.rows), col: wrap(at.col + right, self.cols) }
    }

    /// Returns the squared distance between two squares.
    pub fn distance2(self, from: At, to: At) -> u32 {
        let [rows, cols] = self.distances(from, to);
        rows * rows + cols * cols
    }

    /// Returns the number of steps between two squares if there is no water in the way.
    pub fn steps(self, from: At, to: At) -> u32 {
        self.distances(from, to).iter().sum()
    }

    fn distances(self, from: At, to: At) -> [u32; 2] {
        let short = |one: u16, two: u16, side: u16| {
            let apart = one.abs_diff(two);
            u32::from(apart.min(side - apart))
        };
        [short(from.row, to.row, self.rows), short(from.col, to.col, self.cols)]
    }

    /// Returns the offsets of all squares within this squared distance, each once. Leaves out the center.
    pub fn disc(self, radius2: u32) -> Vec<(u16, u16)> {
        let reach = |side: u16| (0..side).filter(move |by| u32::from((*by).min(side - by)).pow(2) <= radius2);
        let all = reach(self.rows).flat_map(|down| reach(self.cols).map(move |right| (down, right)));
        let middle = At::default();
        all.filter(|(down, right)| {
            let far = self.distance2(middle, At { row: *down, col: *right });
            0 < far && far <= radius2
        })
        .collect()
    }

    /// Returns for each direction the squares that come into range by a step in it. They are in the disc around the new
    /// square but not in the disc around the old one. They are given as offsets from the old square.
    pub fn crescents(self, radius2: u32) -> [Vec<(u16, u16)>; 4] {
        let mut disc = self.disc(radius2);
        disc.push((0, 0));
        let known: BTreeSet<(u16, u16)> = disc.iter().copied().collect();
        Direction::ALL.map(|direction| {
            let moved = disc.iter().map(|(row, col)| self.away(At::new(*row, *col), direction.offset()));
            moved.map(|at| (at.row, at.col)).filter(|shift| !known.contains(shift)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SMALL: Torus = Torus { rows: 10, cols: 7 };

    #[test]
    fn steps_go_around_and_back() {
        assert_eq!(SMALL.step(At::new(0, 0), Direction::North), At::new(9, 0));
        assert_eq!(SMALL.step(At::new(9, 6), Direction::East), At::new(9, 0));
        assert_eq!(SMALL.away(At::new(1, 2), (-12, 9)), At::new(9, 4));
        for (at, direction) in SMALL.squares().flat_map(|at| Direction::ALL.map(|direction| (at, direction)))
        {
            assert_eq!(SMALL.step(SMALL.step(at, direction), direction.opposite()), at);
            assert_eq!(SMALL.step(at, direction), SMALL.away(at, direction.offset()));
        }
    }

    #[test]
    fn a_disc_has_each_square_once() {
        let big = Torus { rows: 50, cols: 60 };
        assert_eq!([1, 5, 55, 77].map(|radius2| big.disc(radius2).len()), [4, 20, 176, 240]);
        assert_eq!(SMALL.disc(10_000).len(), SMALL.area() - 1);
        assert!(SMALL.disc(0).is_empty());
    }

    proptest! {
        #[test]
        fn shifts_lead_where_their_offsets_lead(rows in 1u16..30, cols in 1u16..30, radius2 in 0u32..90) {
            let torus = Torus { rows, cols };
            let shifts = Shifts::new(torus, &torus.disc(radius2));
            for at in torus.squares() {
                let mut squares = BTreeSet::new();
                let mut count = 0;
                shifts.each_from(at, |index| {
                    squares.insert(torus.at(index));
                    count += 1;
                });
                let near = |to: &At| (1..=radius2).contains(&torus.distance2(at, *to));
                prop_assert_eq!(count, squares.len());
                prop_assert_eq!(squares, torus.squares().filter(near).collect());
            }
        }

        #[test]
        fn crescents_are_what_a_step_gains(rows in 1u16..30, cols in 1u16..30, radius2 in 0u32..90) {
            let torus = Torus { rows, cols };
            let around = |at: At| -> BTreeSet<At> {
                torus.squares().filter(|to| torus.distance2(at, *to) <= radius2).collect()
            };
            let from = At::new(rows / 2, cols / 3);
            for (direction, crescent) in Direction::ALL.into_iter().zip(torus.crescents(radius2)) {
                let gained: BTreeSet<At> = crescent.iter().map(|shift| torus.shifted(from, *shift)).collect();
                let to = around(torus.step(from, direction));
                prop_assert_eq!(gained.len(), crescent.len());
                prop_assert_eq!(gained, to.difference(&around(from)).copied().collect());
            }
        }
    }
}
