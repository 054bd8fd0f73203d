//! Two tiny games that test parts of the contract that the real games do not use: in one, a seat may have two turns in
//! a row; in the other, all seats act at once and see only part of the board. The first one is in the list of games in
//! tests, with an option of each kind and without Python.

pub mod fives;
mod fog;
mod offer;

pub use fives::Fives;
pub use fog::Fog;
