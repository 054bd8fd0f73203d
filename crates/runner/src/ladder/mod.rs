//! The challenges of any game: its stages, how far a learner is, what that opens, and where it is kept.
//!
//! Nothing here plays or prints. A stage is data, a [`Progress`] is a value, and the [`Store`] is the one place that
//! knows files: everything that changes a progress goes through it, so that two programs at once lose nothing.

mod progress;
mod stages;
mod store;

pub use progress::{Damage, Progress, StageProgress, Win};
pub use stages::{Ladder, StageNumber};
pub use store::{HOME_VARIABLE, Loaded, SetAside, Store, StoreError};

#[cfg(test)]
mod tests;
