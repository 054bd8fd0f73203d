//! A comparison of two versions of a player: pairs of matches that are the same except for the version, and a test that
//! stops as soon as the result is certain enough.
//!
//! Nothing in this module plays matches. The result depends only on the scores in the order of the schedule, not on the
//! order in which matches are played. `docs/en/comparisons.md` describes the method and its assumptions.

mod gain;
mod pairs;
mod sequential;
mod summary;

pub use gain::{Gain, GainVerdict};
pub use pairs::{Measure, Pair, Role, Schedule, share};
pub use sequential::{Sums, Terms, Verdict, elo_of_score, score_of_elo};
pub use summary::{Comparison, Part, Parts, Scored, scores};
