//! A map that changes. It says which squares are passable, explored and visible, and which are closed: paths must not
//! cross closed squares.

use super::grid::{Grid, Square};
use std::sync::Arc;

const PASSABLE: u8 = 1;
/// The flag of a square that paths must not cross although it is passable.
const CLOSED: u8 = 2;
/// The flag of a square that is or has been visible.
const EXPLORED: u8 = 4;
/// The flag of a square that is visible now.
const VISIBLE: u8 = 8;

/// A map with some flags for each square.
#[derive(Clone, Debug)]
pub struct PassabilityMap {
    grid: Arc<Grid>,
    squares: Vec<u8>,
    version: u64,
}

impl PassabilityMap {
    /// Creates a map on which all squares are passable.
    pub fn new(grid: Grid, is_explored: bool) -> PassabilityMap {
        let state = PASSABLE | if is_explored { EXPLORED | VISIBLE } else { 0 };
        PassabilityMap { squares: vec![state; grid.squares()], grid: Arc::new(grid), version: 0 }
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns a number that increases with each change that affects paths.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn is_passable(&self, at: Square) -> bool {
        self.squares[at as usize] & PASSABLE != 0
    }

    /// Returns whether paths may cross a square.
    pub fn is_open(&self, at: Square) -> bool {
        self.squares[at as usize] & (PASSABLE | CLOSED) == PASSABLE
    }

    pub fn is_closed(&self, at: Square) -> bool {
        self.squares[at as usize] & CLOSED != 0
    }

    pub fn is_explored(&self, at: Square) -> bool {
        self.squares[at as usize] & EXPLORED != 0
    }

    pub fn is_visible(&self, at: Square) -> bool {
        self.squares[at as usize] & VISIBLE != 0
    }

    /// Returns those flags of a square that affect paths.
    pub fn state(&self, at: Square) -> u8 {
        self.squares[at as usize] & (PASSABLE | CLOSED | EXPLORED)
    }

    fn set(&mut self, at: Square, flag: u8, is_set: bool) {
        let square = &mut self.squares[at as usize];
        let after = if is_set { *square | flag } else { *square & !flag };
        self.version += u64::from(after != *square && flag != VISIBLE);
        *square = after;
    }

    pub fn set_passable(&mut self, at: Square, is_passable: bool) {
        self.set(at, PASSABLE, is_passable);
    }

    pub fn explore(&mut self, at: Square) {
        self.set(at, EXPLORED, true);
    }

    /// Closes the given squares, so that paths must not cross them, and opens all others.
    pub fn close(&mut self, closed: &[Square]) {
        let mut expected = vec![false; self.squares.len()];
        closed.iter().for_each(|at| expected[*at as usize] = true);
        for (at, is_closed) in expected.into_iter().enumerate() {
            self.set(at as Square, CLOSED, is_closed);
        }
    }

    /// Makes the given squares visible and all others invisible.
    pub fn set_visible(&mut self, visible: &[Square]) {
        self.squares.iter_mut().for_each(|square| *square &= !VISIBLE);
        for at in visible {
            self.set(*at, VISIBLE, true);
            self.explore(*at);
        }
    }

    /// Makes the squares within a radius of the viewers visible and all others invisible. The radius is given as a
    /// squared distance.
    pub fn see_from(&mut self, viewers: &[Square], radius2: u64) {
        self.squares.iter_mut().for_each(|square| *square &= !VISIBLE);
        let grid = Arc::clone(&self.grid);
        for viewer in viewers {
            for at in grid.disc(*viewer, radius2) {
                self.set(at, VISIBLE, true);
                self.explore(at);
            }
        }
    }

    pub fn count(&self, predicate: impl Fn(&PassabilityMap, Square) -> bool) -> usize {
        self.all().filter(|at| predicate(self, *at)).count()
    }

    /// Returns all squares, row by row.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        0..self.squares.len() as Square
    }
}
