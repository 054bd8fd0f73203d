//! Who can sit on a seat.

mod clock;
mod human;
mod idle;
pub mod program;
pub mod python;
mod scratch;

pub use human::{Asks, Human};
pub use idle::Idle;
