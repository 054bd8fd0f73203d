//! Detection of forfeits: players that could not start, or that failed in every turn and never gave an order.

use wag_core::arena::{Observer, TurnRecord, TurnReport};
use wag_core::game::{Seat, Show};
use wag_core::problem::{FaultKind, Problem};
use wag_core::text::printable;
use wag_i18n::Message;

/// An observer that finds the players that forfeit.
pub struct ForfeitWatch {
    seats: Vec<WatchedSeat>,
}

#[derive(Default)]
struct WatchedSeat {
    failed_start: Option<Message>,
    has_played: bool,
    first_fault: Option<Message>,
}

impl ForfeitWatch {
    /// Creates the observer. `failed_starts` contains for each seat the reason why its player could not start, or
    /// `None` if it has started.
    pub fn new(failed_starts: &[Option<Problem>]) -> ForfeitWatch {
        let in_a_line = |problem: &Problem| problem.message.clone().map(&printable);
        let seat = |failed: &Option<Problem>| WatchedSeat {
            failed_start: failed.as_ref().map(in_a_line),
            ..WatchedSeat::default()
        };
        ForfeitWatch { seats: failed_starts.iter().map(seat).collect() }
    }

    /// Returns for each seat the reason why its player forfeits, as one line; `None` if it does not.
    pub fn forfeits(&self, is_interrupted: bool) -> Vec<Option<Message>> {
        self.seats.iter().map(|watched| watched.forfeit(is_interrupted)).collect()
    }
}

impl<G: Show> Observer<G> for ForfeitWatch {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        for (seat, report) in turn.reports {
            let watched = &mut self.seats[seat.index()];
            if !watched.has_played {
                watched.note(report, || count_orders(turn, *seat));
            }
        }
    }
}

/// Returns the number of orders that a seat gave in a turn.
pub fn count_orders<G: Show>(turn: &TurnRecord<'_, G>, seat: Seat) -> usize {
    turn.orders.iter().filter(|(of, _)| *of == seat).map(|(_, orders)| G::count_orders(orders)).sum()
}

impl WatchedSeat {
    fn note(&mut self, report: &TurnReport, orders: impl Fn() -> usize) {
        // A player that could not start still takes part and answers nothing.
        if self.failed_start.is_some() {
            return;
        }
        let Some(fault) = &report.fault else {
            self.has_played = true;
            return;
        };
        // Orders given before an exception stand, unless the player has ended.
        self.has_played = fault.kind == FaultKind::Exception && !report.is_gone && orders() > 0;
        self.first_fault.get_or_insert_with(|| fault.message.clone().map(&printable));
    }

    /// Returns the reason why the player forfeits, or `None` if it does not. After an interrupted match, a player
    /// without a successful turn does not forfeit, because it might have succeeded later.
    fn forfeit(&self, is_interrupted: bool) -> Option<Message> {
        let failed = self.first_fault.as_ref().filter(|_| !self.has_played && !is_interrupted);
        self.failed_start.as_ref().or(failed).cloned()
    }
}

#[cfg(test)]
mod tests {
    use crate::forfeits::*;
    use wag_core::problem::Fault;

    fn exception() -> TurnReport {
        let fault = Fault { kind: FaultKind::Exception, message: "NameError".into() };
        TurnReport { fault: Some(fault), ..TurnReport::default() }
    }

    fn after(turns: &[(TurnReport, usize)]) -> WatchedSeat {
        let mut watched = WatchedSeat::default();
        for (report, orders) in turns {
            if !watched.has_played {
                watched.note(report, || *orders);
            }
        }
        watched
    }

    #[test]
    fn a_player_that_only_fails_forfeits() {
        let name = |turns: &[(TurnReport, usize)]| after(turns).forfeit(false);
        assert_eq!(name(&[(exception(), 0), (exception(), 0)]), Some("NameError".into()));
        assert_eq!(name(&[(exception(), 0), (exception(), 2)]), None, "its orders stand");
        assert_eq!(name(&[(exception(), 0), (TurnReport::default(), 0)]), None, "one turn went well");
        assert_eq!(name(&[]), None, "it was never asked");
        assert_eq!(after(&[(exception(), 0)]).forfeit(true), None, "interrupted");
        let gone = TurnReport { is_gone: true, ..exception() };
        assert_eq!(name(&[(gone, 1)]), Some("NameError".into()), "nothing of it stands");
    }

    #[test]
    fn a_failed_start_forfeits_without_later_faults() {
        let mut watched = WatchedSeat { failed_start: Some("SyntaxError".into()), ..WatchedSeat::default() };
        watched.note(&TurnReport::default(), || 0);
        assert_eq!(watched.forfeit(true), Some("SyntaxError".into()));
    }
}
