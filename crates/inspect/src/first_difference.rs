//! The first difference between two replays of a game.

use crate::reasons::{Circumstances, Reason, reasons};
use crate::reenter::{RefusedOrder, unmatched, unmatched_refusals};
use serde::Serialize;
use std::path::Path;
use wag_core::arena::{TurnReport, same_orders};
use wag_core::game::{Playable, Seat};
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_games::with_game;
use wag_i18n::t;
use wag_play::error::PlayError;
use wag_play::recorded::named;
use wag_replay::{Blocks, Header, Reader, ReplayError, Turn};

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
    /// Why the player on the seat gives other orders; empty for other differences.
    pub reasons: Vec<Reason>,
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

/// Returns the first difference between two replays of a game; `paths` are for messages.
pub fn first_difference(
    game: KnownGame,
    replays: [Blocks; 2],
    paths: [&Path; 2],
) -> Result<Option<FirstDifference>, PlayError> {
    let circumstances = |seat: Seat| {
        replays.each_ref().map(|replay| Circumstances::recorded(&replay.header, replay.ended.as_ref(), seat))
    };
    let seats = Seat::all(replays[0].header.players.len().min(replays[1].header.players.len()));
    let circumstances: Vec<_> = seats.map(circumstances).collect();
    let mut first = with_game!(game, G => difference_of::<G>(replays, paths))?;
    if let Some(first) = first.as_mut().filter(|first| first.kind == DifferenceKind::Orders)
        && let Some([a, b]) = first.seat.and_then(|seat| circumstances.get(usize::from(seat).checked_sub(1)?))
    {
        first.reasons = reasons(a, b);
    }
    Ok(first)
}

fn difference_of<G: Playable>(
    [a, b]: [Blocks; 2],
    paths: [&Path; 2],
) -> Result<Option<FirstDifference>, PlayError> {
    let a = named(paths[0], Reader::<G>::of(a))?;
    let b = named(paths[1], Reader::<G>::of(b))?;
    named(paths[0], a.check_opening())?;
    named(paths[1], b.check_opening())?;
    let is_same_setup =
        nameless_setup(&a) == nameless_setup(&b) && a.header().players.len() == b.header().players.len();
    let at_start = |kind, events: [Vec<String>; 2]| {
        let [a, b] = events;
        Ok(Some(FirstDifference { round: 0, seat: None, kind, a, b, reasons: Vec::new() }))
    };
    if !is_same_setup {
        let setups = [setup_in_words(a.header(), b.header()), setup_in_words(b.header(), a.header())];
        return at_start(DifferenceKind::Setup, setups);
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
                let (a, b) = (side(&one), side(&other));
                return Ok(Some(FirstDifference { round, seat: None, kind, a, b, reasons: Vec::new() }));
            }
        };
        if let Some(first) = turn_difference(&a, &one, &other) {
            return Ok(Some(first));
        }
    }
}

/// Returns the setup of a match without the names of its players, as JSON.
fn nameless_setup<G: Playable>(reader: &Reader<G>) -> Option<serde_json::Value> {
    let mut setup = reader.setup().clone();
    G::remove_names(&mut setup);
    serde_json::to_value(setup).ok()
}

/// Names what is different in the setup of another match: the map, options, or the number of players.
fn setup_in_words(own: &Header, other: &Header) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if own.map != other.map {
        words.push(printable(&own.map));
    }
    let is_other = |(name, value): &(&String, &serde_json::Value)| {
        value.as_str() != Some(&own.map) && other.options.get(*name) != Some(value)
    };
    let options = own.options.iter().filter(is_other);
    words.extend(options.map(|(name, value)| printable(&format!("{name} {value}"))));
    if own.players.len() != other.players.len() {
        words.push(t!("%{n} players", n = own.players.len()));
    }
    if words.is_empty() {
        let names: Vec<String> = own.players.iter().map(|player| printable(&player.name)).collect();
        words.extend([printable(&own.map), names.join(", ")]);
    }
    words
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
        Some(FirstDifference { round, seat: seat.map(Seat::number), kind, a, b, reasons: Vec::new() })
    };
    if one.round != other.round || one.seats() != other.seats() {
        let describe = |turn: &Turn<G>| {
            let names: Vec<String> = turn.seats().iter().map(|seat| name(reader, *seat)).collect();
            vec![t!("a turn of %{names} in round %{round}", names = names.join(", "), round = turn.round)]
        };
        return found(None, DifferenceKind::Turn, [describe(one), describe(other)]);
    }
    for ((seat, a), (_, b)) in one.orders.iter().zip(&other.orders) {
        let reports = [one, other].map(|turn| report_of(turn, *seat));
        if !same_orders::<G>((a, &reports[0]), (b, &reports[1])) {
            let sides = [(one, a), (other, b)].map(|(turn, orders)| {
                let mut sorted = orders.clone();
                G::sort_orders(&mut sorted);
                let mut after = frame.clone();
                G::follow(reader.setup(), &mut after, &turn.seats(), &turn.events);
                let texts = G::tell_orders(reader.setup(), &after, *seat, &sorted);
                let words: Vec<String> = texts.iter().map(|order| printable(&order.words)).collect();
                (G::show_orders(&sorted), words)
            });
            let refused = reports.each_ref().map(|report| RefusedOrder::of_turn::<G>(report));
            let only = |of: usize| {
                let given = unmatched(&sides[of].0, &sides[1 - of].0);
                let given = given.iter().filter_map(|at| sides[of].1.get(*at).cloned());
                let other = unmatched_refusals(&refused[of], &refused[1 - of]);
                let other = other.iter().map(|at| refused[of][*at].in_words());
                given.chain(other).take(SHOWN_MAX).collect()
            };
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

fn report_of<G: Playable>(turn: &Turn<G>, seat: Seat) -> TurnReport {
    let report = turn.reports.iter().find(|(one, _)| *one == seat);
    report.map_or_else(TurnReport::default, |(_, report)| report.clone())
}

/// Returns the events from the first different one on, as sentences.
fn unequal_events<G: Playable>(reader: &Reader<G>, events: [&[G::Event]; 2]) -> [Vec<String>; 2] {
    let common = events[0].iter().zip(events[1]).take_while(|(one, other)| one == other).count();
    let names: Vec<String> = reader.header().players.iter().map(|player| printable(&player.name)).collect();
    events.map(|events| {
        let rest = events.iter().skip(common).take(SHOWN_MAX);
        rest.map(|event| printable(&G::tell(reader.setup(), event, &names).translated())).collect()
    })
}

fn name<G: Playable>(reader: &Reader<G>, seat: Seat) -> String {
    reader
        .header()
        .players
        .get(seat.index())
        .map_or_else(|| seat.to_string(), |player| printable(&player.name))
}
