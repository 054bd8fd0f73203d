//! Who can sit on a seat.

mod clock;
mod idle;
pub mod program;
pub mod python;
mod scratch;

pub use idle::Idle;
