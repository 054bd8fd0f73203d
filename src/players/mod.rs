//! Who can sit on a seat.

mod idle;
pub mod python;

pub use idle::Idle;
