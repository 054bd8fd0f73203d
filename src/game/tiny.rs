//! Two tiny games that keep the contract honest where the real ones don't reach: one in which a seat may be asked twice
//! in a row, and one in which all are asked at once and don't see everything.

pub mod fives;
mod fog;

pub use fives::Fives;
pub use fog::Fog;
