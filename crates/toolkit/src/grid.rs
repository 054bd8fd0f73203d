//! The grid of a map: its size, and the neighbors and distances of squares.

use super::shape::{Position, Shape};

/// The number of a square. Squares are numbered row by row, starting from 0.
pub type Square = u32;

/// The direction of a step. Searches visit neighbors in the order of this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    North,
    South,
    West,
    East,
}

impl Direction {
    pub const ALL: [Direction; 4] = [Direction::North, Direction::South, Direction::West, Direction::East];

    /// Returns the step as a difference in rows and a difference in columns.
    pub fn delta(self) -> (i64, i64) {
        [(-1, 0), (1, 0), (0, -1), (0, 1)][self as usize]
    }
}

/// The number that stands for a neighbor beyond the edge of the map.
const NONE: Square = Square::MAX;

/// The size of a map, and a table of the neighbors of each square.
#[derive(Clone, Debug)]
pub struct Grid {
    pub rows: u32,
    pub cols: u32,
    /// Whether opposite edges are joined.
    pub is_torus: bool,
    neighbours: Vec<[Square; 4]>,
}

impl Grid {
    /// Creates a grid. Returns `None` for sizes that [`Shape::new`] rejects.
    pub fn new(rows: u32, cols: u32, is_torus: bool) -> Option<Grid> {
        let shape = Shape::new(rows as usize, cols as usize, is_torus)?;
        let number = |neighbour: Option<Position>| neighbour.map_or(NONE, |at| shape.number(at) as Square);
        let squares = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let neighbours = squares.map(|at| shape.neighbours(at).map(number)).collect();
        Some(Grid { rows, cols, is_torus, neighbours })
    }

    pub fn shape(&self) -> Shape {
        Shape { rows: self.rows, cols: self.cols, is_torus: self.is_torus }
    }

    pub fn squares(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// Returns the square at a position. On a torus, a position beyond an edge is wrapped; otherwise it gives `None`.
    pub fn square(&self, row: i64, col: i64) -> Option<Square> {
        let (rows, cols) = (i64::from(self.rows), i64::from(self.cols));
        let (row, col) = match self.is_torus {
            true => (row.rem_euclid(rows), col.rem_euclid(cols)),
            false if (0..rows).contains(&row) && (0..cols).contains(&col) => (row, col),
            false => return None,
        };
        Some((row * cols + col) as Square)
    }

    /// Returns the row and the column of a square.
    pub fn position(&self, at: Square) -> Position {
        (at / self.cols, at % self.cols)
    }

    /// Returns the neighbors of a square, in the order north, south, west, east. On a narrow torus, the same square may
    /// occur several times, even the given square itself.
    pub fn neighbours(&self, at: Square) -> impl Iterator<Item = Square> {
        self.neighbours[at as usize].into_iter().filter(|neighbour| *neighbour != NONE)
    }

    pub fn neighbour(&self, at: Square, direction: Direction) -> Option<Square> {
        Some(self.neighbours[at as usize][direction as usize]).filter(|neighbour| *neighbour != NONE)
    }

    /// Returns the direction of a step from one square to another; `None` if they are not neighbors.
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        Direction::ALL
            .into_iter()
            .find(|direction| from != to && self.neighbour(from, *direction) == Some(to))
    }

    /// Returns the shortest offset between two squares, as rows and columns. If both ways around a torus are equally
    /// long, the way to the north or west is chosen.
    pub fn delta(&self, from: Square, to: Square) -> (i64, i64) {
        let ((row, col), (to_row, to_col)) = (self.position(from), self.position(to));
        let along = |from: u32, to: u32, size: u32| {
            let (straight, size) = (i64::from(to) - i64::from(from), i64::from(size));
            match self.is_torus {
                true if 2 * straight >= size => straight - size,
                true if 2 * straight < -size => straight + size,
                _ => straight,
            }
        };
        (along(row, to_row, self.rows), along(col, to_col, self.cols))
    }

    /// Returns the distance in steps between two squares on a map without obstacles.
    pub fn manhattan(&self, a: Square, b: Square) -> u32 {
        let (down, right) = self.delta(a, b);
        (down.abs() + right.abs()) as u32
    }

    /// Returns the squared straight-line distance.
    pub fn squared(&self, a: Square, b: Square) -> u64 {
        let (down, right) = self.delta(a, b);
        (down * down + right * right) as u64
    }

    /// Returns the directions that lead nearer to the target, at most two of them; north or south comes first.
    pub fn directions(&self, from: Square, to: Square) -> impl Iterator<Item = Direction> {
        let (down, right) = self.delta(from, to);
        let along = |by: i64, less: Direction, more: Direction| match by {
            0 => None,
            by if by < 0 => Some(less),
            _ => Some(more),
        };
        [along(down, Direction::North, Direction::South), along(right, Direction::West, Direction::East)]
            .into_iter()
            .flatten()
    }

    /// Returns the direction along the axis on which the target is farther away; north or south if both distances are
    /// equal. Returns `None` if both squares are the same.
    pub fn principal_direction(&self, from: Square, to: Square) -> Option<Direction> {
        let (down, right) = self.delta(from, to);
        let is_along_row = right.abs() > down.abs();
        let mut directions = self.directions(from, to);
        if is_along_row { directions.last() } else { directions.next() }
    }

    /// Returns all squares within a radius, given as a squared distance, including the middle.
    pub fn disc(&self, middle: Square, radius2: u64) -> Vec<Square> {
        let reach = radius2.isqrt().min(u64::from(self.rows.max(self.cols))) as i64;
        let (row, col) = self.position(middle);
        let (row, col) = (i64::from(row), i64::from(col));
        let mut disc = Vec::new();
        for down in -reach..=reach {
            for right in -reach..=reach {
                if (down * down + right * right) as u64 <= radius2 {
                    disc.extend(self.square(row + down, col + right));
                }
            }
        }
        disc
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torus_wraps_and_a_map_with_edges_ends() {
        let torus = Grid::new(4, 5, true).unwrap();
        assert_eq!(torus.neighbours(0).collect::<Vec<_>>(), [15, 5, 4, 1]);
        for (rows, cols, is_torus) in [(4, 5, true), (4, 5, false), (1, 3, true), (2, 1, true), (1, 1, false)]
        {
            let grid = Grid::new(rows, cols, is_torus).unwrap();
            for (at, direction) in
                (0..rows * cols).flat_map(|at| Direction::ALL.map(|direction| (at, direction)))
            {
                let ((row, col), (down, right)) = (grid.position(at), direction.delta());
                let neighbour = grid.square(i64::from(row) + down, i64::from(col) + right);
                assert_eq!(grid.neighbour(at, direction), neighbour);
            }
        }
        let flat = Grid::new(4, 5, false).unwrap();
        assert_eq!(flat.neighbours(0).collect::<Vec<_>>(), [5, 1]);
        assert_eq!((torus.square(-1, 7), flat.square(-1, 0)), (Some(17), None));
        assert!(Grid::new(0, 5, true).is_none() && Grid::new(1001, 1000, true).is_none());
    }

    #[test]
    fn distances_use_the_shorter_way_round() {
        let torus = Grid::new(10, 10, true).unwrap();
        assert_eq!((torus.manhattan(0, 99), torus.squared(0, 99)), (2, 2));
        let flat = Grid::new(10, 10, false).unwrap();
        assert_eq!((flat.manhattan(0, 99), flat.squared(0, 99)), (18, 162));
        assert_eq!(torus.delta(0, 55), (-5, -5), "north and west where both directions are as long");
    }

    #[test]
    fn the_principal_direction_is_along_the_longer_axis() {
        let grid = Grid::new(20, 20, true).unwrap();
        assert_eq!(grid.principal_direction(0, 3 * 20 + 3), Some(Direction::South));
        assert_eq!(grid.principal_direction(0, 3 * 20 + 4), Some(Direction::East));
        assert_eq!(grid.principal_direction(0, 20 + 18), Some(Direction::West));
        assert_eq!(grid.principal_direction(7, 7), None);
        assert_eq!(grid.directions(0, 19 * 20).collect::<Vec<_>>(), [Direction::North]);
    }

    #[test]
    fn a_disc_includes_its_middle() {
        let grid = Grid::new(31, 31, true).unwrap();
        assert_eq!([1, 5, 55].map(|radius2| grid.disc(0, radius2).len()), [5, 21, 177]);
    }
}
