//! Players of a fork: they give their recorded orders up to the fork, and play on from there.

use crate::fork::Fork;
use crate::fork::notes::ForkNotes;
use crate::fork::record::{Record, RecordedTurn, SeatRecord, view_hash};
use crate::line_up::player_spec::{Kind, PlayerSpec};
use crate::recorded::is_persistent;
use crate::seats::seating::Players;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use wag_core::arena::{Answer, Ask, Player, TurnReport, same_orders};
use wag_core::game::{Game, GameInfo, Playable, Seat};

pub type SharedForkNotes = Rc<RefCell<ForkNotes>>;

/// Makes players give their recorded orders in all rounds before the fork. Persistent players see the recorded views of
/// these rounds.
pub fn seat_players<G: Playable>(
    info: &'static GameInfo,
    record: Record<G>,
    live: Players<G>,
    entrants: &[PlayerSpec],
    fork: &Fork,
    notes: &SharedForkNotes,
) -> Players<G> {
    let seats = Seat::all(entrants.len()).zip(entrants).zip(record.seats).zip(live);
    let player = |(((seat, entrant), record), live): (((Seat, &PlayerSpec), SeatRecord<G>), _)| {
        let has_code = entrant.kind != Kind::Recorded;
        let (mut past, mut round) = (record.past, fork.round);
        if let Some(orders) = fork.first_orders_of::<G>(seat) {
            past.push_back(RecordedTurn { round, orders, report: TurnReport::default(), view: None });
            round += 1;
        }
        Box::new(ForkedPlayer {
            seat,
            round,
            past,
            later: record.later,
            live: has_code.then_some(live),
            sees_past: has_code && is_persistent::<G>(info, entrant),
            turn: CurrentTurn::Live,
            notes: Rc::clone(notes),
        }) as Box<dyn Player<G>>
    };
    seats.map(player).collect()
}

struct ForkedPlayer<G: Playable> {
    seat: Seat,
    /// The first round that is played again.
    round: u32,
    past: VecDeque<RecordedTurn<G>>,
    later: VecDeque<RecordedTurn<G>>,
    /// The player that goes on; `None` if there is no code, so that the player follows its record.
    live: Option<Box<dyn Player<G>>>,
    /// Whether the live player gets the recorded views, too.
    sees_past: bool,
    turn: CurrentTurn<G>,
    notes: SharedForkNotes,
}

/// The turn for which the answer is due.
enum CurrentTurn<G: Playable> {
    Past(Box<RecordedTurn<G>>),
    Live,
    /// A turn of a player without code: the recorded turn if the view is as recorded.
    Follow(Option<Box<RecordedTurn<G>>>),
}

impl<G: Playable> ForkedPlayer<G> {
    /// Returns the next recorded turn if it belongs to this round and view. Otherwise the record ends here.
    fn follow(&mut self, round: u32, view: &G::View<'_>) -> Option<Box<RecordedTurn<G>>> {
        let next = self.later.pop_front();
        let next = next
            .filter(|turn| turn.round == round && turn.view.is_some() && turn.view == view_hash::<G>(view));
        if next.is_none() {
            self.later.clear();
            note(&mut self.notes.borrow_mut().stopped, self.seat, round);
        }
        next.map(Box::new)
    }

    /// Compares the live answer to a recorded view with the recorded orders.
    fn compare(&self, past: &RecordedTurn<G>, answer: &Answer<G::Orders>) {
        let mut notes = self.notes.borrow_mut();
        if answer.report.is_gone {
            note(&mut notes.ended_before, self.seat, past.round);
        } else if !same_orders::<G>((&past.orders, &past.report), (&answer.orders, &answer.report)) {
            note(&mut notes.differs_before, self.seat, past.round);
        }
    }
}

/// Adds a note about a seat, unless there is one.
fn note(notes: &mut Vec<(Seat, u32)>, seat: Seat, round: u32) {
    if notes.iter().all(|(one, _)| *one != seat) {
        notes.push((seat, round));
    }
}

impl<G: Playable> Player<G> for ForkedPlayer<G> {
    fn begin(&mut self) {
        if let Some(live) = &mut self.live {
            live.begin();
        }
    }

    fn answers_at_once(&self) -> bool {
        let is_past = !self.past.is_empty() && !self.sees_past;
        self.live.as_ref().is_some_and(|live| !is_past && live.answers_at_once())
    }

    fn ask(&mut self, ask: Ask, view: G::View<'_>) {
        let past = if ask.round < self.round { self.past.pop_front() } else { None };
        self.turn = match (past, &mut self.live) {
            (Some(past), live) => {
                match live.as_mut() {
                    Some(live) if self.sees_past => live.ask(ask, view),
                    // Its next turn counts and has the usual limit.
                    Some(live) if self.past.is_empty() => live.warm_up(ask, view),
                    _ => {}
                }
                CurrentTurn::Past(Box::new(past))
            }
            (None, Some(live)) => {
                live.ask(ask, view);
                CurrentTurn::Live
            }
            (None, None) => CurrentTurn::Follow(self.follow(ask.round, &view)),
        };
    }

    fn answer(&mut self, view: G::View<'_>) -> Answer<G::Orders> {
        match (std::mem::replace(&mut self.turn, CurrentTurn::Live), &mut self.live) {
            (CurrentTurn::Past(past), live) => {
                let live = live.as_mut().filter(|_| self.sees_past).map(|live| live.answer(view));
                if let Some(answer) = live {
                    self.sees_past = !answer.report.is_gone;
                    self.compare(&past, &answer);
                }
                Answer { orders: past.orders, report: past.report }
            }
            (CurrentTurn::Live, Some(live)) => live.answer(view),
            (CurrentTurn::Follow(Some(turn)), _) => Answer { orders: turn.orders, report: turn.report },
            (CurrentTurn::Follow(None) | CurrentTurn::Live, _) => Answer::default(),
        }
    }

    fn end(&mut self, state: &<G as Game>::State, seat: Seat) -> Option<TurnReport> {
        self.live.as_mut()?.end(state, seat)
    }
}
