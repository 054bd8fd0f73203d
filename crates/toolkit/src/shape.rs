//! The shape of a map that is searched only once, so that it needs no table of neighbors.

/// The maximum number of squares of a map.
pub const SQUARES_MAX: usize = 1_000_000;

/// The size of a map and whether it is a torus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    pub rows: u32,
    pub cols: u32,
    pub is_torus: bool,
}

impl Shape {
    /// Creates a shape. Returns `None` if it has no squares or more than [`SQUARES_MAX`].
    pub fn new(rows: usize, cols: usize, is_torus: bool) -> Option<Shape> {
        let squares = rows.checked_mul(cols).filter(|squares| (1..=SQUARES_MAX).contains(squares));
        squares.map(|_| Shape { rows: rows as u32, cols: cols as u32, is_torus })
    }

    pub fn squares(self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns the number of a square. Squares are numbered row by row from 0.
    pub fn number(self, (row, col): Position) -> usize {
        row as usize * self.cols as usize + col as usize
    }

    /// Returns the neighbors of a square, in the order north, south, west, east. On a narrow torus, the same square may
    /// occur several times, even the given square itself.
    pub fn neighbours(self, (row, col): Position) -> [Option<Position>; 4] {
        let Shape { rows, cols, is_torus } = self;
        let before = |index: u32, size: u32| match index {
            0 => is_torus.then_some(size - 1),
            _ => Some(index - 1),
        };
        let after = |index: u32, size: u32| match index + 1 {
            next if next < size => Some(next),
            _ => is_torus.then_some(0),
        };
        [
            before(row, rows).map(|row| (row, col)),
            after(row, rows).map(|row| (row, col)),
            before(col, cols).map(|col| (row, col)),
            after(col, cols).map(|col| (row, col)),
        ]
    }

    /// Returns those neighbors of a square that exist, and their number.
    #[inline]
    pub fn existing_neighbours(self, (row, col): Position) -> ([Position; 4], usize) {
        if row.wrapping_sub(1) < self.rows.wrapping_sub(2) && col.wrapping_sub(1) < self.cols.wrapping_sub(2)
        {
            return ([(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)], 4);
        }
        let (mut existing, mut size) = ([(row, col); 4], 0);
        for neighbour in self.neighbours((row, col)).into_iter().flatten() {
            existing[size] = neighbour;
            size += 1;
        }
        (existing, size)
    }
}

/// A row and a column.
pub type Position = (u32, u32);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_without_squares_or_with_too_many_are_rejected() {
        assert_eq!((Shape::new(0, 5, true), Shape::new(1001, 1000, true)), (None, None));
        assert_eq!(Shape::new(usize::MAX, 3, false), None);
    }

    #[test]
    fn existing_neighbours_are_the_neighbours_that_exist() {
        for (rows, cols, is_torus) in [(4, 5, true), (4, 5, false), (1, 3, true), (2, 1, true), (1, 1, false)]
        {
            let shape = Shape::new(rows, cols, is_torus).unwrap();
            for at in (0..rows as u32).flat_map(|row| (0..cols as u32).map(move |col| (row, col))) {
                let (found, size) = shape.existing_neighbours(at);
                assert!(shape.neighbours(at).into_iter().flatten().eq(found.into_iter().take(size)));
            }
        }
    }
}
