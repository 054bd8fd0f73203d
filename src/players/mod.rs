//! Who can sit on a seat.

mod clock;
mod human;
mod idle;
mod limits;
pub mod program;
pub mod python;
mod scratch;

pub use human::{Asks, Human};
pub use idle::Idle;
pub use limits::Limits;
