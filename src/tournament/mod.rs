//! A tournament: any number of players meet each other, and all of it is kept in one file.
//!
//! `plan` says which matches there are to be, `rating`, `table` and `versus` what they say together; these four are pure. `limits` are
//! those of the players, as values. `store`
//! is the file, `guarded` how it is opened, `fingerprint` tells when a player's files have changed.

mod error;
mod fingerprint;
mod guarded;
mod kept;
mod limits;
mod plan;
mod rating;
mod sql;
mod store;
mod table;
mod versus;

pub use error::StoreError;
pub use fingerprint::{files_fingerprint, fingerprint, of_choice};
pub use kept::{Kept, Member, Settings};
pub use limits::{GivenOptions, StoredLimits};
pub use plan::TournamentSpec;
pub use rating::{Method, Placed, Rating};
pub use store::{PLAYERS_MAX, Store};
pub use table::{Standing, standings};
pub use versus::{Versus, head_to_head};
