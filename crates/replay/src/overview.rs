//! An overview of a match: each player's figures over time, and the marks of the time line.

use super::json_types::{JsonCurves, JsonMark, JsonOverview};
use super::reader::Reader;
use serde_json::Value;
use std::collections::BTreeMap;
use wag_core::arena::TurnReport;
use wag_core::game::{Seat, Show, Standing};
use wag_core::problem::FaultKind;

/// The maximum number of points in a curve.
const POINTS_MAX: u32 = 2000;
/// The maximum number of marks. If there are more, they are thinned out evenly.
const MARKS_MAX: usize = 5000;
/// The number of marks by which thinning out may exceed its goal, because each kind and seat may keep one mark more
/// than its proportion.
const ROUNDING: usize = 300;
/// The maximum number of marks that are stored while marks are collected.
const MARKS_STORED_MAX: usize = 1 << 20;

/// The data of the overview that has been collected so far.
struct Overview {
    stride: u32,
    rounds: Vec<u32>,
    names: Vec<&'static str>,
    /// The values by seat, figure and point. The last figure is the time.
    values: Vec<Vec<Vec<Value>>>,
    /// The time of each seat's longest turn since the last point, in milliseconds.
    turn_ms: Vec<f64>,
    marks: Vec<(u32, &'static str, Seat)>,
}

/// Computes the overview of a replay. Skips damaged stretches.
pub fn overview<G: Show>(reader: &Reader<G>) -> JsonOverview {
    let seats = reader.header().players.len();
    let stride = reader.file().rounds().div_ceil(POINTS_MAX).max(1);
    let mut overview = Overview {
        stride,
        rounds: Vec::new(),
        names: Vec::new(),
        values: vec![Vec::new(); seats],
        turn_ms: vec![0.0; seats],
        marks: Vec::new(),
    };
    for stretch in reader.all_chunks().flatten() {
        let mut frame = stretch.frame;
        let mut turns = stretch.turns.iter().peekable();
        while let Some(turn) = turns.next() {
            G::follow(reader.setup(), &mut frame, &turn.seats(), &turn.events);
            let marks = turn.events.iter().flat_map(G::marks).collect();
            overview.note(turn.round, &turn.reports, marks);
            if turns.peek().is_none_or(|next| next.round != turn.round) {
                overview.end_round(turn.round, &|| G::frame_standings(reader.setup(), &frame));
            }
        }
    }
    overview.show()
}

impl Overview {
    fn note(&mut self, round: u32, reports: &[(Seat, TurnReport)], marks: Vec<(&'static str, Seat)>) {
        let faults = reports.iter().filter_map(|(seat, report)| {
            let kind = match report.fault.as_ref()?.kind {
                FaultKind::Timeout => "timeout",
                FaultKind::Exception | FaultKind::Crash | FaultKind::Memory | FaultKind::Threads => "error",
            };
            Some((kind, *seat))
        });
        self.marks.extend(faults.chain(marks).map(|(kind, seat)| (round, kind, seat)));
        self.marks.truncate(MARKS_STORED_MAX);
        for (seat, report) in reports {
            if let Some(longest) = self.turn_ms.get_mut(seat.index()) {
                *longest = longest.max(report.think.as_secs_f64() * 1e3);
            }
        }
    }

    fn end_round(&mut self, round: u32, standings: &dyn Fn() -> Vec<Standing>) {
        if !(round - 1).is_multiple_of(self.stride) {
            return;
        }
        self.rounds.push(round);
        let standings = standings();
        self.names = standings.first().map_or(Vec::new(), |first| {
            first.figures.iter().map(|(name, _)| *name).chain(["turn_ms"]).collect()
        });
        for ((values, standing), turn_ms) in self.values.iter_mut().zip(standings).zip(&mut self.turn_ms) {
            let turn_ms = (std::mem::take(turn_ms) * 1e3).round() / 1e3;
            let figures = standing.figures.iter().map(|(_, value)| Value::from(*value));
            values.resize(standing.figures.len() + 1, Vec::new());
            for (list, value) in values.iter_mut().zip(figures.chain([turn_ms.into()])) {
                list.push(value);
            }
        }
    }

    fn show(self) -> JsonOverview {
        let player = |(number, values): (usize, Vec<Vec<Value>>)| JsonCurves {
            seat: number + 1,
            values: self.names.iter().copied().zip(values).collect(),
        };
        let mark =
            |(round, kind, seat): (u32, &'static str, Seat)| JsonMark { round, kind, seat: seat.number() };
        JsonOverview {
            stride: self.stride,
            rounds: self.rounds,
            players: self.values.into_iter().enumerate().map(player).collect(),
            marks: thinned(self.marks).into_iter().map(mark).collect(),
            figures: self.names,
        }
    }
}

/// Removes duplicate marks, then thins out all kinds of marks at the same rate.
fn thinned(mut marks: Vec<(u32, &'static str, Seat)>) -> Vec<(u32, &'static str, Seat)> {
    marks.sort_by_key(|(round, kind, seat)| (*round, *kind, *seat));
    marks.dedup();
    let step = marks.len().div_ceil(MARKS_MAX - ROUNDING).max(1);
    let mut counts: BTreeMap<(&str, Seat), usize> = BTreeMap::new();
    marks.retain(|(_, kind, seat)| {
        let count = counts.entry((*kind, *seat)).or_default();
        *count += 1;
        (*count - 1).is_multiple_of(step)
    });
    marks.truncate(MARKS_MAX);
    marks
}
