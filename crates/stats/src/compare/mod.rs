//! Whether a new player is better than an old one: pairs of matches that differ in nothing else, and a test that says as
//! soon as it is sure.
//!
//! Nothing here plays. What comes out depends on the results in the order of the schedule alone, not on the order in which
//! they were played. The method and what it assumes: `docs/compare.md`.

mod pairs;
mod sequential;
mod summary;

pub use pairs::{Measure, Pair, Role, Schedule};
pub use sequential::{Sums, Terms, Verdict, elo_of_score, score_of_elo};
pub use summary::{Comparison, Part, Parts, Scored, scores};
