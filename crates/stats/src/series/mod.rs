//! Series: many matches of the same players, the schedule of these matches and their combined results.
//!
//! Nothing in this module plays matches. A schedule is a list of matches that can be played in any order, on any number
//! of cores, and the summary does not depend on that order.

mod played;
mod record;
mod schedule;
mod summary;

pub use played::{PlayedMatch, SeatPlayed};
pub use record::{Record, records};
pub use schedule::{Fixture, Schedule};
pub use summary::{EntrantResult, Estimate, MatchResult, Row, estimate, summarise, wilson_interval};
