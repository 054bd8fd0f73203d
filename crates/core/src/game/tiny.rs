//! Two tiny games that test parts of the contract that the real games do not use. In one, a seat may have two turns in
//! a row; in the other, all seats act at once and see only part of the board. In tests, the first game is in the list
//! of games; it has an option of each kind and no Python.

pub mod fives;
mod fog;
mod offer;

pub use fives::Fives;
pub use fog::Fog;
