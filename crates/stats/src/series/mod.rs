//! Many matches of one line-up: which ones, and what they say together.
//!
//! Nothing here plays: a schedule is a list of matches to be played in any order, on any number of cores, and a summary
//! is the same whatever that order was.

mod played;
mod record;
mod schedule;
mod summary;

pub use played::{FailurePlayed, PlayedMatch, SeatPlayed};
pub use record::{Record, records};
pub use schedule::{Fixture, Schedule};
pub use summary::{EntrantResult, Estimate, Failure, MatchResult, Row, estimate, summarise};
