//! Searches and analysis of maps of squares, for players of any game: paths, influence, combat.
//!
//! Invariant: pure and exact. Nothing here depends on a game, Python or a clock, or computes with fractions, and equal
//! input gives equal output. Ties are decided in the order north, south, west, east. The crate `wag_python` makes this
//! crate available to Python.

pub mod barrier;
pub mod breadth;
pub mod cluster;
pub mod components;
pub mod early_exit_search;
pub mod focus;
pub mod grid;
pub mod hierarchy;
pub mod influence;
pub mod padded_grid;
pub mod passability_map;
pub mod path;
pub mod shape;
#[cfg(test)]
mod tests;
