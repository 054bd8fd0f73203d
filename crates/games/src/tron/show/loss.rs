//! Why a chance to win was lost: the value, and the causes in the deciding round.

use super::super::rules::State;
use super::super::{Event, Orders, Tron};
use super::accounts::squares_in_reach;
use std::collections::BTreeMap;
use wag_core::game::loss::line_of_order;
use wag_core::game::{
    Cards, Cause, Direction, LossAccount, LossSpan, LossTurn, Losses, Sampling, Seat, SmallestLoss, Standing,
};
use wag_core::problem::{CodePlace, FaultKind};
use wag_i18n::{Message, later, message};

pub const LOSSES: &Losses = &Losses {
    value: "chance",
    unit: later!("chance to win"),
    stand_ins: &["Roomy"],
    on_request: &["Straight"],
    sampling: Sampling::EveryRound,
    smallest: SmallestLoss::Amount(0.1),
    cards: Cards::LastFall,
    stated: 0.4,
};

/// Returns 1 for a win, and the player's part of a shared first place.
pub fn value(standings: &[Standing], seat: Seat) -> f64 {
    let winners: Vec<Seat> = Standing::winners(standings).collect();
    if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
}

/// Returns the free directions, or none for a cycle that has crashed.
pub fn alternatives(state: &State, seat: Seat) -> Vec<(&'static str, Orders)> {
    free(state, seat).map(|direction| (direction.word(), Orders::Go(direction))).collect()
}

fn free(state: &State, seat: Seat) -> impl Iterator<Item = Direction> {
    let cycle = state.cycles.get(seat.index()).filter(|cycle| cycle.survived.is_none());
    let at = cycle.map(|cycle| cycle.at);
    Direction::ALL.into_iter().filter(move |direction| at.is_some_and(|at| state.is_free(direction.from(at))))
}

/// The moves of a match, and how the player's turns went.
pub struct Account {
    seat: Seat,
    start: Option<State>,
    /// The events of each round.
    events: BTreeMap<u32, Vec<Event>>,
    /// The rounds in which the player's turn failed, each with the kind of fault.
    faults: BTreeMap<u32, FaultKind>,
    /// The line of the player's code that gave the order of a round, or in which its turn failed.
    lines: BTreeMap<u32, CodePlace>,
}

impl Account {
    pub fn new(seat: Seat) -> Account {
        Account {
            seat,
            start: None,
            events: BTreeMap::new(),
            faults: BTreeMap::new(),
            lines: BTreeMap::new(),
        }
    }

    /// Returns the position before a round.
    fn position(&self, round: u32) -> Option<State> {
        let mut state = self.start.clone()?;
        self.events.range(..round).for_each(|(_, events)| state.follow(events));
        Some(state)
    }

    /// Returns the cause of a loss in this round: its name and its sentence.
    fn cause(&self, round: u32) -> Option<(&'static str, Message, BTreeMap<&'static str, i64>)> {
        let before = self.position(round)?;
        let events = self.events.get(&round)?;
        let directions: Vec<&str> = free(&before, self.seat).map(Direction::word).collect();
        let own = events.iter().find_map(|event| match event {
            Event::Moved(seat, to) if *seat == self.seat => Some((*to, None)),
            Event::Crashed(seat, at, wall_of) if *seat == self.seat => Some((*at, Some(*wall_of))),
            _ => None,
        });
        let (at, crash) = own?;
        let Some(wall_of) = crash else { return Some(self.lost_space(&before, events, at, round)) };
        let (name, what) = match wall_of {
            Some(owner) if owner == self.seat => ("own_wall", message!("its own wall")),
            Some(_) => ("other_wall", message!("another player's wall")),
            None if before.setup.index(at).is_none() => ("border", message!("the border")),
            None => ("collision", message!("another cycle")),
        };
        if directions.is_empty() {
            return None;
        }
        let values = BTreeMap::from([("free", directions.len() as i64)]);
        let free = directions.join(", ");
        let (name, phrase) = match self.faults.get(&round) {
            Some(kind) => (
                "failed_turn",
                message!(
                    "the turn failed (%{kind}), so the cycle went straight into %{what}; free: %{free}",
                    kind = message!(kind.name()),
                    what,
                    free
                ),
            ),
            None if events.contains(&Event::Refused(self.seat)) => (
                "refused",
                message!(
                    "the answer was not a direction, so the cycle went straight into %{what}; free: %{free}",
                    what,
                    free
                ),
            ),
            None if name == "collision" => {
                (name, message!("the cycle entered the same field as another one; free: %{free}", free))
            }
            None => (name, message!("the cycle crashed into %{what}; free: %{free}", what, free)),
        };
        Some((name, phrase, values))
    }

    /// Describes a move after which the win was lost although the cycle did not crash.
    fn lost_space(
        &self,
        before: &State,
        events: &[Event],
        at: (i8, i8),
        round: u32,
    ) -> (&'static str, Message, BTreeMap<&'static str, i64>) {
        // The squares in reach if all others move as they did.
        let reach = |to: (i8, i8)| {
            let mut state = before.clone();
            let others = events.iter().filter(|event| match event {
                Event::Refused(seat) | Event::Moved(seat, _) | Event::Crashed(seat, ..) => *seat != self.seat,
            });
            let events: Vec<Event> = others.cloned().chain([Event::Moved(self.seat, to)]).collect();
            state.follow(&events);
            squares_in_reach(&state.setup, &state).get(self.seat.index()).copied().unwrap_or(0)
        };
        let here = before.cycles[self.seat.index()].at;
        let squares = reach(at);
        let best = free(before, self.seat)
            .map(|direction| (reach(direction.from(here)), direction))
            .max_by_key(|(squares, direction)| (*squares, std::cmp::Reverse(*direction as usize)));
        let values = BTreeMap::from([("squares", squares), ("squares_best", best.map_or(0, |best| best.0))]);
        if let Some(kind) = self.faults.get(&round) {
            let kind = message!(kind.name());
            let phrase =
                message!("the turn failed (%{kind}), so the cycle went straight on and lost space", kind);
            return ("failed_turn", phrase, values);
        }
        let phrase = match best.filter(|(most, _)| *most > squares) {
            Some((most, direction)) => message!(
                "the cycle gave away space: it could reach %{squares} fields first, but %{most} after %{direction}",
                squares,
                most,
                direction = direction.word()
            ),
            None => message!("the cycle gave away the space that it needed later"),
        };
        ("space", phrase, values)
    }
}

impl LossAccount<Tron> for Account {
    fn book(&mut self, turn: &LossTurn<'_, Tron>) {
        self.start.get_or_insert_with(|| turn.before.clone());
        self.events.insert(turn.round, turn.events.to_vec());
        let Some((_, report)) = turn.reports.iter().find(|(seat, _)| *seat == self.seat) else { return };
        if let Some(fault) = &report.fault {
            self.faults.insert(turn.round, fault.kind);
        }
        let place = report.problem(turn.round).and_then(|problem| problem.place);
        if let Some(place) = place.or_else(|| line_of_order(report, 0)) {
            self.lines.insert(turn.round, place);
        }
    }

    fn causes(&self, loss: &LossSpan) -> Vec<Cause> {
        let round = loss.from;
        let cause = self.cause(round).map(|(name, phrase, values)| Cause {
            name,
            share: 1.0,
            cost: loss.loss,
            count: 1,
            onset: Some(round),
            values,
            lines: self.lines.get(&round).cloned().into_iter().collect(),
            phrase,
        });
        cause.into_iter().collect()
    }
}
