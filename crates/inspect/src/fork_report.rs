//! The result of a fork as JSON, for `--json` and for the Python API; docs/json.md documents them.

use crate::diff::{ReplayDiff, diff};
use serde_json::{Value, json};
use wag_core::game::Seat;
use wag_play::error::PlayError;
use wag_play::fork::Fork;
use wag_play::match_report::match_report;
use wag_play::session::{MatchEnd, Session};

/// Returns the result of one fork: that of a match, with the object `fork`. `diff` compares it with the parent.
pub fn fork_report(session: &Session, end: &MatchEnd, fork: &Fork, diff: Option<&ReplayDiff>) -> Value {
    let mut object = match_report(session, end);
    object["fork"] = fork_object(end, fork, diff);
    object
}

/// Compares a fork with its parent; `None` if the fork has no replay or the parent is damaged.
pub fn parent_difference(fork: &Fork, end: &MatchEnd) -> Result<Option<ReplayDiff>, PlayError> {
    let replay = end.games.first().and_then(|game| game.replay.as_ref()).filter(|_| !fork.is_damaged);
    replay.map(|replay| diff([&fork.path, &replay.path])).transpose()
}

/// Returns the object `fork` of a fork's result.
pub fn fork_object(end: &MatchEnd, fork: &Fork, diff: Option<&ReplayDiff>) -> Value {
    let notes = end.games.first().map(|game| game.fork.clone()).unwrap_or_default();
    let rounds = |noted: &[(Seat, u32)]| -> Value {
        let one = |(seat, round): &(Seat, u32)| json!({ "player": fork.name(*seat), "round": round });
        noted.iter().map(one).collect()
    };
    let mut object = fork.origin();
    object["stopped"] = rounds(&notes.stopped);
    object["differs_before"] = rounds(&notes.differs_before);
    object["ended_before"] = rounds(&notes.ended_before);
    if let Some(diff) = diff {
        object["same_as_parent"] = diff.equal.into();
        object["first_difference"] = json!(diff.first);
    }
    object
}
