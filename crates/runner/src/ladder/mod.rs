//! The challenges of any game: stages, a learner's progress, what that progress unlocks, and the file that stores it.
//!
//! Nothing in this module plays or prints. A stage is data, a [`Progress`] is a value, and only the [`Store`] accesses
//! files: every change of a progress goes through it, so that two programs at the same time cannot lose each other's
//! changes.

mod progress;
mod stages;
mod store;

pub use progress::{Damage, Progress, StageProgress, Win};
pub use stages::{Ladder, StageNumber};
pub use store::{HOME_VARIABLE, Loaded, SetAside, Store, StoreError};

#[cfg(test)]
mod tests;
