//! A tournament: any number of players meet each other, and all of it is kept in one file.
//!
//! `plan` says which matches there are to be, `rating`, `table` and `versus` what they say together; these four are pure. `limits` are
//! those of the players, as values. `store`
//! is the file, `guarded` how it is opened, `fingerprint` tells when a player's files have changed.

mod error;
mod fingerprint;
mod guarded;
mod head_to_head;
mod limits;
mod sql;
mod store;
mod stored_match;
mod table;

pub use error::StoreError;
pub use fingerprint::{files_fingerprint, fingerprint, options_fingerprint};
pub use head_to_head::{HeadToHead, head_to_head};
pub use limits::{GivenOptions, StoredLimits};
pub use store::{PLAYERS_MAX, Store};
pub use stored_match::{PlayerVersion, Settings, StoredMatch};
pub use table::{Standing, standings};
