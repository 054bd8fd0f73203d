//! Descriptions of events, as sentences and as lines of logs.

use super::event::{Cause, Event, RefusalReason};
use super::torus::At;
use wag_core::game::Seat;
use wag_i18n::{Message, message};

/// Describes an event in one sentence without a full stop.
pub fn tell(event: &Event, names: &[String]) -> Message {
    let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
    match event {
        Event::Turn => message!("A turn begins"),
        Event::Removed(seat, Cause::Crashed) => {
            message!("%{seat} is removed: its program ended", seat = name(seat))
        }
        Event::Removed(seat, Cause::TimedOut) => {
            message!("%{seat} is removed: its time ran out", seat = name(seat))
        }
        Event::Removed(seat, Cause::Invalid) => {
            message!("%{seat} is removed for an invalid order", seat = name(seat))
        }
        Event::Refused { seat, line, why } => {
            message!(
                "%{seat}: the order %{line} is rejected: %{why}",
                seat = name(seat),
                line,
                why = message!(why.reason())
            )
        }
        Event::Moved(moves) => message!("Ants moved: %{n}", n = moves.len()),
        Event::Died { ants, fought: true } => message!("Ants killed in battle: %{n}", n = ants.len()),
        Event::Died { ants, fought: false } => message!("Ants killed in collisions: %{n}", n = ants.len()),
        Event::Razed(_, seat) => message!("%{seat} razes a hill", seat = name(seat)),
        Event::Born(ants) => message!("Ants born: %{n}", n = ants.len()),
        Event::Gathered(food) => message!("Food gathered: %{n}", n = food.len()),
        Event::Food(food) => message!("New food: %{n}", n = food.len()),
        Event::Eliminated(seat) => message!("%{seat} has lost its last ant", seat = name(seat)),
        Event::Counted { scores, .. } => {
            let scores: Vec<String> = scores.iter().map(i32::to_string).collect();
            message!("Recorded scores: %{scores}", scores = scores.join(", "))
        }
        Event::Over { end, .. } => message!("The match is over: %{end}", end = message!(end.cutoff())),
        Event::Drawn { seat, lines } => {
            message!("Drawing commands from %{seat}: %{n}", seat = name(seat), n = lines.len())
        }
    }
}

/// Describes the events that concern a player, with the numbers of its own ants and food only. Its refused orders are not
/// among them.
pub fn tell_seat(events: &[Event], seat: Seat, names: &[String]) -> Vec<Message> {
    let own = events.iter().filter_map(|event| match event {
        Event::Died { ants, fought } => Some(Event::Died { ants: only(ants, seat)?, fought: *fought }),
        Event::Born(ants) => only(ants, seat).map(Event::Born),
        Event::Gathered(food) => only(food, Some(seat)).map(Event::Gathered),
        Event::Removed(whose, _) | Event::Razed(_, whose) if *whose == seat => Some(event.clone()),
        _ => None,
    });
    own.map(|event| tell(&event, names)).collect()
}

/// Returns the squares of one owner, or `None` if there are none.
fn only<Owner: Copy + PartialEq>(all: &[(At, Owner)], owner: Owner) -> Option<Vec<(At, Owner)>> {
    let own: Vec<_> = all.iter().copied().filter(|(_, whose)| *whose == owner).collect();
    (!own.is_empty()).then_some(own)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_counts_the_ants_of_its_player_only() {
        let at = At::new(1, 2);
        let events = [
            Event::Turn,
            Event::Born(vec![(at, Seat(0)), (at, Seat(1)), (at, Seat(0))]),
            Event::Died { ants: vec![(at, Seat(1))], fought: true },
            Event::Gathered(vec![(at, Some(Seat(1))), (at, None), (at, Some(Seat(1)))]),
            Event::Razed(0, Seat(1)),
            Event::Refused { seat: Seat(0), line: "o 1 2 n".to_string(), why: RefusalReason::NoAnt },
        ];
        let names = ["anna", "ben"].map(String::from);
        let told = |seat| -> Vec<String> {
            tell_seat(&events, Seat(seat), &names).iter().map(Message::english).collect()
        };
        assert_eq!(told(0), ["Ants born: 2"]);
        assert_eq!(
            told(1),
            ["Ants born: 1", "Ants killed in battle: 1", "Food gathered: 2", "ben razes a hill"]
        );
    }
}
