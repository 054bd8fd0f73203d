//! What is known of a board's squares: where one can go, what is closed for paths, what is seen and has been seen.

use super::grid::{Grid, Square};
use std::sync::Arc;

/// One can go there.
const PASSABLE: u8 = 1;
/// No path leads over it, though one can go there.
const CLOSED: u8 = 2;
/// It has been seen.
const EXPLORED: u8 = 4;
/// It is seen now.
const VISIBLE: u8 = 8;

/// A board with what is known of its squares.
#[derive(Clone, Debug)]
pub struct PassabilityMap {
    grid: Arc<Grid>,
    squares: Vec<u8>,
    version: u64,
}

impl PassabilityMap {
    /// All of it passable, and known or not.
    pub fn new(grid: Grid, is_explored: bool) -> PassabilityMap {
        let state = PASSABLE | if is_explored { EXPLORED | VISIBLE } else { 0 };
        PassabilityMap { squares: vec![state; grid.squares()], grid: Arc::new(grid), version: 0 }
    }

    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Goes up with each change of what paths depend on.
    pub fn version(&self) -> u64 {
        self.version
    }

    pub fn is_passable(&self, at: Square) -> bool {
        self.squares[at as usize] & PASSABLE != 0
    }

    /// Whether paths may lead over it.
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

    /// What paths depend on, as a number.
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

    /// These are closed for paths, and no others.
    pub fn close(&mut self, closed: &[Square]) {
        let mut wanted = vec![false; self.squares.len()];
        closed.iter().for_each(|at| wanted[*at as usize] = true);
        for (at, is_closed) in wanted.into_iter().enumerate() {
            self.set(at as Square, CLOSED, is_closed);
        }
    }

    /// These are seen now, and no others.
    pub fn see(&mut self, visible: &[Square]) {
        self.squares.iter_mut().for_each(|square| *square &= !VISIBLE);
        for at in visible {
            self.set(*at, VISIBLE, true);
            self.explore(*at);
        }
    }

    /// What is within a squared radius of these is seen now, and nothing else.
    pub fn see_from(&mut self, eyes: &[Square], radius2: u64) {
        self.squares.iter_mut().for_each(|square| *square &= !VISIBLE);
        let grid = Arc::clone(&self.grid);
        for eye in eyes {
            for at in grid.disc(*eye, radius2) {
                self.set(at, VISIBLE, true);
                self.explore(at);
            }
        }
    }

    pub fn count(&self, is_meant: impl Fn(&PassabilityMap, Square) -> bool) -> usize {
        self.all().filter(|at| is_meant(self, *at)).count()
    }

    /// All squares, row by row.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        0..self.squares.len() as Square
    }
}
