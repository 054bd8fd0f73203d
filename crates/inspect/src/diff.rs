//! The comparison of two replays: their first difference, and their scores over time.

use crate::first_difference::first_difference;
pub use crate::first_difference::{DifferenceKind, FirstDifference};

use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use wag_core::text::printable;
use wag_games::{KnownGame, json_replay, open_replay};
use wag_i18n::message;
use wag_play::error::{PlayError, user_error};
use wag_play::recorded::{named, open};
use wag_replay::{Blocks, JsonOverview};

/// The comparison of two replays, `a` and `b`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayDiff {
    /// Whether all turns are equal: their seats, orders and events.
    pub equal: bool,
    pub game: String,
    pub a: DiffSide,
    pub b: DiffSide,
    /// The first difference; `None` if there is none.
    pub first: Option<FirstDifference>,
    /// The name of the figure that decides the game; empty if no round was played.
    pub figure: String,
    /// The values of the figure after rounds that both replays contain.
    pub scores: Vec<ScorePair>,
}

/// One of two replays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DiffSide {
    /// The last round with any turn.
    pub rounds: u32,
    /// The names of the players in seat order.
    pub players: Vec<String>,
    /// The places in seat order; empty if the match is not over.
    pub places: Vec<u32>,
    /// The final values of the figure in seat order; empty if the match is not over.
    #[cfg_attr(test, ts(type = "number[]"))]
    pub scores: Vec<i64>,
}

/// The values of the decisive figure after a round, in seat order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ScorePair {
    pub round: u32,
    #[cfg_attr(test, ts(type = "number[]"))]
    pub a: Vec<i64>,
    #[cfg_attr(test, ts(type = "number[]"))]
    pub b: Vec<i64>,
}

/// Compares two replays of the same game.
pub fn diff(paths: [&Path; 2]) -> Result<ReplayDiff, PlayError> {
    let [a, b] = paths.map(|path| named(path, open_replay(open(path)?)));
    let ((game, a), (other, b)) = (a?, b?);
    if game.info.name != other.info.name {
        return user_error(message!(
            "%{a} is a replay of %{one} and %{b} is one of %{other}; only replays of the same game can be compared",
            a = paths[0].display(),
            one = message!(game.info.title),
            b = paths[1].display(),
            other = message!(other.info.title)
        ));
    }
    let overviews = [
        named(paths[0], json_replay(open(paths[0])?).and_then(|replay| replay.overview()))?,
        named(paths[1], json_replay(open(paths[1])?).and_then(|replay| replay.overview()))?,
    ];
    of_blocks(game, [a, b], &overviews, paths)
}

fn of_blocks(
    game: KnownGame,
    [a, b]: [Blocks; 2],
    overviews: &[JsonOverview; 2],
    paths: [&Path; 2],
) -> Result<ReplayDiff, PlayError> {
    let sides = [side(&a), side(&b)];
    let seats = sides[0].players.len().min(sides[1].players.len());
    let figure = overviews[0].figures.first().copied().unwrap_or_default();
    let first = first_difference(game, [a, b], paths)?;
    let [a, b] = sides;
    Ok(ReplayDiff {
        equal: first.is_none(),
        game: game.info.name.to_string(),
        a,
        b,
        first,
        figure: figure.to_string(),
        scores: scores(overviews, figure, seats),
    })
}

fn side(blocks: &Blocks) -> DiffSide {
    let standings = blocks.ended.iter().flat_map(|ended| &ended.standings);
    let score = |figures: &[(String, i64)]| figures.first().map_or(0, |(_, value)| *value);
    DiffSide {
        rounds: blocks.rounds(),
        players: blocks.header.players.iter().map(|player| printable(&player.name)).collect(),
        places: standings.clone().map(|standing| standing.place).collect(),
        scores: standings.map(|standing| score(&standing.figures)).collect(),
    }
}

/// Returns the values of a figure after the rounds that both overviews contain.
fn scores(overviews: &[JsonOverview; 2], figure: &str, seats: usize) -> Vec<ScorePair> {
    let [a, b] = overviews.each_ref().map(|overview| {
        let value =
            |seat: usize, at: usize| overview.players.get(seat)?.values.get(figure)?.get(at)?.as_i64();
        let values = |at: usize| (0..seats).map(|seat| value(seat, at).unwrap_or_default()).collect();
        let rounds = overview.rounds.iter().enumerate();
        rounds.map(|(at, round)| (*round, values(at))).collect::<BTreeMap<u32, Vec<i64>>>()
    });
    let pair = |(round, a): (u32, Vec<i64>)| Some(ScorePair { round, a, b: b.get(&round)?.clone() });
    a.into_iter().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use crate::diff::*;

    #[test]
    fn page_types_are_current() {
        wag_core::assert_page_types!(
            "inspect.d.ts",
            "",
            [
                ReplayDiff,
                DiffSide,
                ScorePair,
                FirstDifference,
                DifferenceKind,
                crate::reasons::Reason,
                crate::reasons::ReasonKind,
                crate::replayed_turn::ReplayedTurn,
                crate::replayed_turn::TurnComparison,
                crate::replayed_turn::ReplayedSide,
                crate::replayed_turn::TurnFault,
                crate::replayed_turn::RejectedFile,
                wag_core::arena::TurnTrace,
                wag_core::arena::TracedFile,
                wag_core::arena::TracedLine,
                wag_core::arena::Sample,
            ]
        );
    }
}
