//! The contest's logs. They contain a player's answer in each turn, and the errors in it.

use super::super::event::{Cause, Event};
use super::super::orders::{Order, Orders};
use super::super::state::State;
use super::super::words::{refused, with_reason};
use wag_core::game::{Seat, TurnLog};

pub fn of_turn(state: &State, seat: Seat, orders: &Orders, events: &[Event]) -> TurnLog {
    let mut log = TurnLog::default();
    let is_at_start = matches!(orders, Orders::Gone { at_start: true, .. });
    let turn = if is_at_start { 0 } else { state.position.turn };
    if let Some(what) = lost(seat, events) {
        log.error = format!("turn {turn:4} bot {} {what}\n", seat.0);
    } else if !are_dropped(events) {
        let accepted = accepted(seat, orders, events).into_iter().map(|order| order.line() + "\n");
        let of = |is_invalid| refused(events, seat).filter(move |(_, why)| why.is_invalid() == is_invalid);
        let lines =
            |is_invalid| -> String { of(is_invalid).map(|(line, why)| with_reason(line, why)).collect() };
        let (ignored, invalid) = (lines(false), lines(true));
        log.output = format!("# turn {turn}\n{}{ignored}{invalid}", accepted.collect::<String>());
        for (what, lines) in [("ignored", ignored), ("invalid", invalid)] {
            if !lines.is_empty() {
                log.error += &format!("turn {turn:4} bot {} {what} actions:\n{lines}", seat.0);
            }
        }
    }
    log
}

/// Returns how the player dropped out in this turn, or `None` if it did not crash or time out.
fn lost(seat: Seat, events: &[Event]) -> Option<&'static str> {
    events.iter().find_map(|event| match event {
        Event::Removed(whose, Cause::Crashed) if *whose == seat => Some("crashed"),
        Event::Removed(whose, Cause::TimedOut) if *whose == seat => Some("timed out"),
        _ => None,
    })
}

/// Returns whether players were removed and the match ended before any orders of this turn were executed.
fn are_dropped(events: &[Event]) -> bool {
    let is_over = events.iter().any(|event| matches!(event, Event::Over { .. }));
    let is_fewer =
        events.iter().any(|event| matches!(event, Event::Removed(_, Cause::Crashed | Cause::TimedOut)));
    let are_read =
        |event: &Event| matches!(event, Event::Moved(_) | Event::Refused { .. } | Event::Drawn { .. });
    is_over && is_fewer && !events.iter().any(are_read)
}

/// Returns the moves of a player that were not refused. Relies on refusals being in the same sequence as orders.
fn accepted<'o>(seat: Seat, orders: &'o Orders, events: &[Event]) -> Vec<&'o Order> {
    let mut refused = refused(events, seat).map(|(line, _)| line).peekable();
    let is_taken = |order: &&Order| refused.next_if(|line| *line == order.line()).is_none();
    let taken = orders.in_order().into_iter().filter(is_taken);
    taken.filter(|order| matches!(order, Order::Go { .. })).collect()
}
