//! Plays back a match that other software recorded and that was played by other rules. Ants move as recorded, and each
//! turn has the recorded outcome.
//!
//! Only the position is updated. The players' views are not, because there are no players.

use super::event::{End, Event};
use super::orders::{Order, Orders};
use super::state::State;
use super::torus::{At, Direction};
use std::sync::Arc;
use wag_core::game::Seat;

impl State {
    /// Plays a turn as recorded. Returns false, without any changes, if the match has no recorded outcome.
    pub(super) fn follow_record(&mut self, orders: &[(Seat, Orders)], events: &mut Vec<Event>) -> bool {
        let setup = Arc::clone(&self.setup);
        let Some(outcome) = setup.outcome(self.position.turn + 1) else { return false };
        self.apply_event(Event::Turn, events);
        let moves = self.recorded_moves(orders);
        if !moves.is_empty() {
            self.apply_event(Event::Moved(moves), events);
        }
        self.follow_outcome(outcome, events);
        true
    }

    pub(super) fn follow_outcome(&mut self, outcome: &[Event], events: &mut Vec<Event>) {
        outcome.iter().for_each(|event| self.apply_event(event.clone(), events));
        if self.position.end.is_none() && self.position.turn >= self.setup.numbers.turns {
            let bonus = vec![0; self.position.players.len()];
            self.apply_event(Event::Over { end: End::Unrecorded, bonus }, events);
        }
    }

    /// Returns the recorded moves, sorted by square. Leaves out moves of ants that do not exist.
    fn recorded_moves(&self, orders: &[(Seat, Orders)]) -> Vec<(At, Direction)> {
        let own =
            orders.iter().flat_map(|(seat, orders)| orders.list().iter().map(move |order| (*seat, order)));
        let mut moves: Vec<(At, Direction)> =
            own.filter_map(|(seat, order)| self.recorded_move(seat, order)).collect();
        moves.sort_by_key(|(at, _)| *at);
        moves.dedup_by_key(|(at, _)| *at);
        moves
    }

    fn recorded_move(&self, seat: Seat, order: &Order) -> Option<(At, Direction)> {
        let Order::Go { row, col, direction } = order else { return None };
        let at = At::new(u16::try_from(*row).ok()?, u16::try_from(*col).ok()?);
        let ant = self.position.ant_at(at)?;
        (ant.owner == seat).then_some((at, *direction))
    }
}
