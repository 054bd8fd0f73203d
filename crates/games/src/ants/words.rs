//! Descriptions of events, as sentences and as lines of logs.

use super::event::{Cause, Event, RefusalReason};
use wag_core::game::Seat;
use wag_i18n::{Message, t};

/// Describes an event in one sentence without a full stop.
pub fn tell(event: &Event, names: &[String]) -> String {
    let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Turn => t!("A turn begins"),
        Event::Removed(seat, Cause::Crashed) => {
            t!("%{seat} is removed: its program ended", seat = name(seat))
        }
        Event::Removed(seat, Cause::TimedOut) => {
            t!("%{seat} is removed: its time ran out", seat = name(seat))
        }
        Event::Removed(seat, Cause::Invalid) => {
            t!("%{seat} is removed for an invalid order", seat = name(seat))
        }
        Event::Refused { seat, line, why } => {
            t!(
                "%{seat}: the order %{line} is rejected: %{why}",
                seat = name(seat),
                line,
                why = t!(why.reason())
            )
        }
        Event::Moved(moves) => t!("Ants moved: %{n}", n = moves.len()),
        Event::Died { ants, fought: true } => t!("Ants killed in battle: %{n}", n = ants.len()),
        Event::Died { ants, fought: false } => t!("Ants killed in collisions: %{n}", n = ants.len()),
        Event::Razed(_, seat) => t!("%{seat} razes a hill", seat = name(seat)),
        Event::Born(ants) => t!("Ants born: %{n}", n = ants.len()),
        Event::Gathered(food) => t!("Food gathered: %{n}", n = food.len()),
        Event::Food(food) => t!("New food: %{n}", n = food.len()),
        Event::Eliminated(seat) => t!("%{seat} has lost its last ant", seat = name(seat)),
        Event::Counted { scores, .. } => {
            let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
            t!("Recorded scores: %{scores}", scores = scores.join(", "))
        }
        Event::Over { end, .. } => t!("The match is over: %{end}", end = t!(end.cutoff())),
        Event::Drawn { seat, lines } => {
            t!("Drawing commands from %{seat}: %{n}", seat = name(seat), n = lines.len())
        }
    }
}

/// Returns the refused orders of a player, each with the reason for the refusal.
pub fn refused(events: &[Event], seat: Seat) -> impl Iterator<Item = (&str, RefusalReason)> {
    events.iter().filter_map(move |event| match event {
        Event::Refused { seat: whose, line, why } if *whose == seat => Some((line.as_str(), *why)),
        _ => None,
    })
}

/// Returns a line of the contest's logs about a refused order. Programs search for these words.
pub fn with_reason(line: &str, why: RefusalReason) -> String {
    format!("{line} # {}\n", why.reason())
}

/// Returns lines for a player's log about its refused orders.
pub fn refusals(events: &[Event], seat: Seat) -> Vec<Message> {
    refused(events, seat).map(|(line, why)| with_reason(line, why).trim_end().into()).collect()
}

/// Returns the number of invalid orders of a player in these events.
pub fn count_invalid(events: &[Event], seat: Seat) -> u32 {
    refused(events, seat).filter(|(_, why)| why.is_invalid()).count() as u32
}
