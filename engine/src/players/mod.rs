//! The kinds of players that can take a seat.

mod allowance;
mod channel;
mod clock;
pub mod cores;
pub mod exchange;
pub mod framed;
mod freezer;
mod human;
mod idle;
mod limits;
pub mod patience;
mod pending;
mod process;
pub mod program;
pub mod python;
pub mod scratch;
pub mod socket;
pub mod stream;

pub use human::{Asks, Human};
pub use idle::Idle;
pub use limits::Limits;
pub use process::{Confinement, Program};
