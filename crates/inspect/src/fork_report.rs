//! The result of a fork, for `--json` and for the Python API; docs/en/json.md documents it.

use crate::diff::{ReplayDiff, diff};
use crate::first_difference::FirstDifference;
use serde::Serialize;
use wag_core::game::Seat;
use wag_play::error::PlayError;
use wag_play::fork::{Fork, ForkParent};
use wag_play::match_report::MatchReport;
use wag_play::session::{MatchEnd, Session};

/// The result of one fork: that of a match, and where it comes from.
#[derive(Clone, Debug, Serialize)]
pub struct ForkReport {
    #[serde(flatten)]
    pub report: MatchReport,
    pub fork: ForkDetails,
}

/// Where a fork comes from, and how it differs from its parent.
#[derive(Clone, Debug, Serialize)]
pub struct ForkDetails {
    #[serde(flatten)]
    pub parent: ForkParent,
    /// The players without code that stopped following their record.
    pub stopped: Vec<PlayerRound>,
    /// The persistent players that answered a recorded view differently, or ended there.
    pub differs_before: Vec<PlayerRound>,
    pub ended_before: Vec<PlayerRound>,
    #[serde(flatten)]
    pub comparison: Option<ParentComparison>,
}

/// A player, and a round of it.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerRound {
    pub player: String,
    pub round: u32,
}

/// A fork compared with its parent.
#[derive(Clone, Debug, Serialize)]
pub struct ParentComparison {
    pub same_as_parent: bool,
    pub first_difference: Option<FirstDifference>,
}

impl ForkReport {
    /// `diff` compares the fork with its parent.
    pub fn of(session: &Session, end: &MatchEnd, fork: &Fork, diff: Option<ReplayDiff>) -> ForkReport {
        ForkReport { report: MatchReport::of(session, end), fork: ForkDetails::of(end, fork, diff) }
    }
}

impl ForkDetails {
    pub fn of(end: &MatchEnd, fork: &Fork, diff: Option<ReplayDiff>) -> ForkDetails {
        let notes = end.games.first().map(|game| game.fork.clone()).unwrap_or_default();
        let rounds = |noted: &[(Seat, u32)]| {
            let one = |(seat, round): &(Seat, u32)| PlayerRound {
                player: fork.name(*seat).to_string(),
                round: *round,
            };
            noted.iter().map(one).collect()
        };
        ForkDetails {
            parent: fork.parent(),
            stopped: rounds(&notes.stopped),
            differs_before: rounds(&notes.differs_before),
            ended_before: rounds(&notes.ended_before),
            comparison: diff
                .map(|diff| ParentComparison { same_as_parent: diff.equal, first_difference: diff.first }),
        }
    }
}

/// Compares a fork with its parent; `None` if the fork has no replay or the parent is damaged.
pub fn parent_difference(fork: &Fork, end: &MatchEnd) -> Result<Option<ReplayDiff>, PlayError> {
    let replay = end.games.first().and_then(|game| game.replay.as_ref()).filter(|_| !fork.is_damaged);
    replay.map(|replay| diff([&fork.path, &replay.path])).transpose()
}
