//! Tournaments: any number of players play each other, and a single file stores everything.
//!
//! Four modules are pure computation: `plan` makes the schedule, and `rating`, `table` and `head_to_head` evaluate the
//! results. `limits` holds the players' limits as values. `store` reads and writes the file, `guarded` opens it, and
//! `fingerprint` detects whether a player's files have changed.

mod add;
mod effective_limits;
mod error;
mod estimate;
mod field;
mod fingerprint;
mod guarded;
mod head_to_head;
pub mod intake;
mod limits;
mod play;
mod request;
mod results;
#[cfg(test)]
mod simulation;
mod sql;
mod stages;
mod start;
mod store;
mod stored_match;
mod table;
mod tournament_file;
mod trust;
mod watch;

pub use add::{AddedResults, add_results};
pub use error::StoreError;
pub use estimate::{Estimate, estimate};
pub use fingerprint::{files_fingerprint, fingerprint, options_fingerprint};
pub use head_to_head::{HeadToHead, head_to_head};
pub use limits::StoredLimits;
pub use play::{TournamentEvent, play};
pub use request::{Caller, TournamentRequest};
pub use results::{
    CannotPlayRow, PlayerStatus, TournamentReport, TournamentResults, TournamentRow, TournamentSummary,
};
pub use start::{RunningTournament, base_folder, start};
pub use store::{PLAYERS_MAX, Store};
pub use stored_match::{PlayerVersion, RefusedSubmission, Settings, StageStart, StoredMatch, StoredResult};
pub use table::{Standing, rank_rows, ranked_match, standings, standings_of};
pub use tournament_file::TournamentFile;
pub use watch::{FileWatch, WatchedSchedule};
