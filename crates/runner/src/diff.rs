//! The comparison of two replays: their first difference, and their scores over time.

use super::any::{KnownGame, json_replay, open_replay};
use super::error::{PlayError, user_error};
use super::reenter::named;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use wag_core::game::{Playable, Seat};
use wag_core::text::printable;
use wag_i18n::t;
use wag_replay::{Blocks, JsonOverview, Reader, ReplayError, Turn};

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

/// The first difference between two replays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FirstDifference {
    /// The round; 0 if the matches differ before the first turn.
    pub round: u32,
    /// The seat, from 1; `None` if the difference belongs to no single seat.
    pub seat: Option<u8>,
    pub kind: DifferenceKind,
    /// The orders or events that only `a` contains, as sentences. The list is shortened.
    pub a: Vec<String>,
    /// The orders or events that only `b` contains.
    pub b: Vec<String>,
}

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// The maps, rules or numbers of players differ.
    Setup,
    /// The player on a seat gave other orders.
    Orders,
    /// The same orders had other effects.
    Events,
    /// Other seats had a turn.
    Turn,
    /// One replay ends, and the other goes on.
    End,
}

/// The maximum number of orders or events of a difference on each side.
const SHOWN_MAX: usize = 20;

/// Compares two replays of the same game.
pub fn diff(paths: [&Path; 2]) -> Result<ReplayDiff, PlayError> {
    let [a, b] = paths.map(|path| named(path, open_replay(open(path)?)));
    let ((game, a), (other, b)) = (a?, b?);
    if game.info.name != other.info.name {
        return user_error(t!(
            "%{a} is a replay of %{one} and %{b} is one of %{other}; only replays of the same game can be compared",
            a = paths[0].display(),
            one = t!(game.info.title),
            b = paths[1].display(),
            other = t!(other.info.title)
        ));
    }
    let overviews = [
        named(paths[0], json_replay(open(paths[0])?).and_then(|replay| replay.overview()))?,
        named(paths[1], json_replay(open(paths[1])?).and_then(|replay| replay.overview()))?,
    ];
    of_blocks(game, [a, b], &overviews, paths)
}

fn of_blocks(
    game: &KnownGame,
    [a, b]: [Blocks; 2],
    overviews: &[JsonOverview; 2],
    paths: [&Path; 2],
) -> Result<ReplayDiff, PlayError> {
    let sides = [side(&a), side(&b)];
    let seats = sides[0].players.len().min(sides[1].players.len());
    let figure = overviews[0].figures.first().copied().unwrap_or_default();
    let first = game.any.first_difference([a, b], paths)?;
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

fn open(path: &Path) -> Result<File, PlayError> {
    wag_core::files::open_to_read(path)
        .or_else(|fault| user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault)))
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

/// Finds the first difference between two replays of a game.
pub fn first_difference<G: Playable>(
    [a, b]: [Blocks; 2],
    paths: [&Path; 2],
) -> Result<Option<FirstDifference>, PlayError> {
    let a = named(paths[0], Reader::<G>::of(a))?;
    let b = named(paths[1], Reader::<G>::of(b))?;
    let is_same_setup =
        a.header().setup == b.header().setup && a.header().players.len() == b.header().players.len();
    let at_start = |kind, events: [Vec<String>; 2]| {
        let [a, b] = events;
        Ok(Some(FirstDifference { round: 0, seat: None, kind, a, b }))
    };
    if !is_same_setup {
        return at_start(DifferenceKind::Setup, [&a, &b].map(|reader| vec![printable(&reader.header().map)]));
    }
    let openings = [&a, &b].map(|reader| reader.opening().map_or(&[][..], |opening| &opening.events));
    if openings[0] != openings[1] {
        return at_start(DifferenceKind::Events, unequal_events(&a, openings));
    }
    let mut turns = [turns(&a, paths[0]), turns(&b, paths[1])];
    loop {
        let [one, other] = turns.each_mut().map(Iterator::next);
        let (one, other) = match (one.transpose()?, other.transpose()?) {
            (None, None) => return Ok(None),
            (Some(one), Some(other)) => (one, other),
            (one, other) => {
                let round = one.as_ref().or(other.as_ref()).map_or(0, |(turn, _)| turn.round);
                let side = |turn: &Option<(Turn<G>, G::Frame)>| match turn {
                    Some((turn, _)) => vec![t!("round %{round}", round = turn.round)],
                    None => Vec::new(),
                };
                let kind = DifferenceKind::End;
                return Ok(Some(FirstDifference { round, seat: None, kind, a: side(&one), b: side(&other) }));
            }
        };
        if let Some(first) = turn_difference(&a, &one, &other) {
            return Ok(Some(first));
        }
    }
}

/// Returns the turns of a replay, each with the position before it.
fn turns<'r, G: Playable>(
    reader: &'r Reader<G>,
    path: &'r Path,
) -> impl Iterator<Item = Result<(Turn<G>, G::Frame), PlayError>> + 'r {
    reader.all_chunks().flat_map(move |stretch| {
        let stretch = match named(path, stretch) {
            Ok(stretch) => stretch,
            Err(err) => return vec![Err(err)],
        };
        let mut frame = stretch.frame;
        let turn = |turn: Turn<G>| {
            let before = frame.clone();
            G::follow(reader.setup(), &mut frame, &turn.seats(), &turn.events);
            Ok((turn, before))
        };
        let mut turns: Vec<_> = stretch.turns.into_iter().map(turn).collect();
        if let Some((first, last)) = stretch.damaged {
            turns.push(named(path, Err(ReplayError::Damaged { first, last })));
        }
        turns
    })
}

fn turn_difference<G: Playable>(
    reader: &Reader<G>,
    (one, frame): &(Turn<G>, G::Frame),
    (other, _): &(Turn<G>, G::Frame),
) -> Option<FirstDifference> {
    let found = |seat: Option<Seat>, kind, [a, b]: [Vec<String>; 2]| {
        let round = one.round.min(other.round);
        Some(FirstDifference { round, seat: seat.map(Seat::number), kind, a, b })
    };
    if one.round != other.round || one.seats() != other.seats() {
        let describe = |turn: &Turn<G>| {
            let names: Vec<String> = turn.seats().iter().map(|seat| name(reader, *seat)).collect();
            vec![t!("a turn of %{names} in round %{round}", names = names.join(", "), round = turn.round)]
        };
        return found(None, DifferenceKind::Turn, [describe(one), describe(other)]);
    }
    for ((seat, a), (_, b)) in one.orders.iter().zip(&other.orders) {
        let sorted = [a, b].map(|orders| {
            let mut orders = orders.clone();
            G::sort_orders(&mut orders);
            orders
        });
        if format!("{:?}", sorted[0]) != format!("{:?}", sorted[1]) {
            let turns = [one, other];
            let sides = [0, 1].map(|side: usize| {
                let mut after = frame.clone();
                G::follow(reader.setup(), &mut after, &turns[side].seats(), &turns[side].events);
                let texts = G::tell_orders(reader.setup(), &after, *seat, &sorted[side]);
                let words: Vec<String> = texts.iter().map(|order| printable(&order.words)).collect();
                (G::show_orders(&sorted[side]), words)
            });
            let only = |of: usize| unmatched(&sides[of], &sides[1 - of].0);
            return found(Some(*seat), DifferenceKind::Orders, [only(0), only(1)]);
        }
    }
    if one.events != other.events {
        let seats = one.seats();
        let seat = if let [seat] = seats.as_slice() { Some(*seat) } else { None };
        let events = unequal_events(reader, [&one.events, &other.events]);
        return found(seat, DifferenceKind::Events, events);
    }
    None
}

/// Returns the sentences of the orders that the other side does not contain.
fn unmatched(
    (values, words): &(Vec<serde_json::Value>, Vec<String>),
    other: &[serde_json::Value],
) -> Vec<String> {
    let mut rest: Vec<&serde_json::Value> = other.iter().collect();
    let is_unmatched = |value: &serde_json::Value| match rest.iter().position(|one| *one == value) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    };
    let is_unmatched: Vec<bool> = values.iter().map(is_unmatched).collect();
    let pairs = words.iter().zip(is_unmatched);
    pairs.filter(|(_, is_unmatched)| *is_unmatched).map(|(words, _)| words.clone()).take(SHOWN_MAX).collect()
}

/// Returns the events from the first different one on, as sentences.
fn unequal_events<G: Playable>(reader: &Reader<G>, events: [&[G::Event]; 2]) -> [Vec<String>; 2] {
    let common = events[0].iter().zip(events[1]).take_while(|(one, other)| one == other).count();
    let names: Vec<String> = reader.header().players.iter().map(|player| printable(&player.name)).collect();
    events.map(|events| {
        let rest = events.iter().skip(common).take(SHOWN_MAX);
        rest.map(|event| printable(&G::tell(reader.setup(), event, &names))).collect()
    })
}

fn name<G: Playable>(reader: &Reader<G>, seat: Seat) -> String {
    reader
        .header()
        .players
        .get(seat.index())
        .map_or_else(|| seat.to_string(), |player| printable(&player.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_types_are_current() {
        wag_core::assert_page_types!(
            "diff.d.ts",
            "",
            [ReplayDiff, DiffSide, ScorePair, FirstDifference, DifferenceKind]
        );
    }
}
