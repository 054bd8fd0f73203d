//! Tools that players of any game may use: boards of squares, searches, influence, battles by focus.
//!
//! Invariant: pure and exact. Nothing here knows a game or Python, reads a clock, or computes in fractions; whoever asks the
//! same gets the same. Among equals the order is north, south, west, east. [`crate::worker`] hands it to Python.

pub mod barrier;
pub mod breadth;
pub mod cluster;
pub mod early_exit_search;
pub mod focus;
pub mod grid;
pub mod hierarchy;
pub mod influence;
pub mod padded_grid;
pub mod parts;
pub mod passability_map;
pub mod path;
pub mod shape;
#[cfg(test)]
mod tests;
