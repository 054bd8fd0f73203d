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
        let Verdicts { accepted, ignored, invalid } = verdicts(seat, orders, events);
        log.output = format!("# turn {turn}\n{accepted}{ignored}{invalid}");
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

/// The lines of a player's answer, in the sequence of the answer, except that unreadable lines come first.
#[derive(Default)]
struct Verdicts {
    accepted: String,
    ignored: String,
    invalid: String,
}

fn verdicts(seat: Seat, orders: &Orders, events: &[Event]) -> Verdicts {
    // Refusals are in the sequence in which the orders were executed. Of equal orders, at most the first is accepted,
    // so the last order must be the one that the last refusal belongs to.
    let mut executed: Vec<(usize, &Order)> = orders.list().iter().enumerate().collect();
    executed.sort_by_key(|(_, order)| order.place());
    let refused: Vec<_> = refused(events, seat).collect();
    let mut refused = refused.into_iter().rev().peekable();
    let mut reasons = vec![None; executed.len()];
    for (index, order) in executed.into_iter().rev() {
        let refusal = refused.next_if(|(line, _)| *line == order.line());
        reasons[index] = refusal.map(|(_, why)| why);
    }
    let mut lines: Vec<_> = orders.list().iter().zip(reasons).collect();
    lines.sort_by_key(|(order, _)| matches!(order, Order::Go { .. }));
    let mut verdicts = Verdicts::default();
    for (order, reason) in lines {
        match (order, reason) {
            (_, Some(why)) if why.is_invalid() => verdicts.invalid += &with_reason(&order.line(), why),
            (_, Some(why)) => verdicts.ignored += &with_reason(&order.line(), why),
            (Order::Go { .. }, None) => verdicts.accepted += &(order.line() + "\n"),
            (_, None) => {}
        }
    }
    verdicts
}
