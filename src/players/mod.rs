//! Who can sit on a seat.

mod human;
mod idle;
pub mod python;

pub use human::{Asks, Human};
pub use idle::Idle;
