//! Two tiny games that keep the contract honest where the real ones don't reach: one in which a seat may be asked twice
//! in a row, and one in which all are asked at once and don't see everything. The first one is in the list of games in
//! tests, with an option of each kind and without Python.

pub mod fives;
mod fog;
mod offer;

pub use fives::Fives;
pub use fog::Fog;
