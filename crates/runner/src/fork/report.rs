//! The results of forks as JSON, for `--json` and for the Python API; docs/json.md documents them.

use super::{Fork, ForkSeriesReport, WinRate};
use crate::diff::ReplayDiff;
use crate::match_report::match_report;
use crate::session::{MatchEnd, Session};
use serde_json::{Value, json};
use wag_core::game::Seat;

/// Returns the result of one fork: that of a match, with the object `fork`. `diff` compares it with the parent.
pub fn fork_report(session: &Session, end: &MatchEnd, fork: &Fork, diff: Option<&ReplayDiff>) -> Value {
    let mut object = match_report(session, end);
    object["fork"] = fork_object(end, fork, diff);
    object
}

/// Returns the object `fork` of a fork's result.
pub fn fork_object(end: &MatchEnd, fork: &Fork, diff: Option<&ReplayDiff>) -> Value {
    let notes = end.games.first().map(|game| game.fork.clone()).unwrap_or_default();
    let rounds = |noted: &[(Seat, u32)]| -> Value {
        let one = |(seat, round): &(Seat, u32)| json!({ "player": name(fork, *seat), "round": round });
        noted.iter().map(one).collect()
    };
    let mut object = origin(fork);
    object["stopped"] = rounds(&notes.stopped);
    object["differs_before"] = rounds(&notes.differs_before);
    object["ended_before"] = rounds(&notes.ended_before);
    if let Some(diff) = diff {
        object["same_as_parent"] = diff.equal.into();
        object["first_difference"] = json!(diff.first);
    }
    object
}

/// Returns the result of many forks: the win rates with and without the change.
pub fn series_report(fork: &Fork, games: u32, report: &ForkSeriesReport) -> Value {
    let rates = |rates: &[WinRate]| -> Value {
        let rate = |(seat, rate): (Seat, &WinRate)| {
            let (low, high) = rate.interval();
            json!({
                "player": name(fork, seat),
                "games": rate.games,
                "wins": rate.wins,
                "ties": rate.ties,
                "share": rate.share(),
                "interval": [low, high],
            })
        };
        Seat::all(rates.len()).zip(rates).map(rate).collect()
    };
    let without = (!report.without_change.is_empty()).then(|| rates(&report.without_change));
    json!({
        "game": fork.game.info.name,
        "fork": origin(fork),
        "games": games,
        "played": report.played,
        "with": rates(&report.with_change),
        "without": without,
        "is_certain": report.is_certain,
    })
}

fn name(fork: &Fork, seat: Seat) -> &str {
    &fork.header.players[seat.index()].name
}

fn origin(fork: &Fork) -> Value {
    let file = fork.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let changed =
        fork.changed.iter().map(|(seat, spec)| json!({ "player": name(fork, *seat), "file": spec.source }));
    json!({
        "parent": file,
        "round": fork.round,
        "changed": changed.collect::<Value>(),
        "remarks": fork.remarks,
    })
}
