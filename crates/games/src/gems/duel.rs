//! A game from move to move: a swap, its cascade, the change of turns, and the end.

use super::account::{Account, Rules};
use super::board::{Board, Place, SIDE, Swap};
use super::event::{Event, Reason};
use super::runs::{is_legal, legal_swaps, runs};
use super::tile::Tile;
use super::{Orders, SEATS, Setup};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// A position, including the rules.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub board: Board,
    accounts: [Account; SEATS],
    rules: Rules,
    pub mover: Seat,
    /// Number of moves played so far, including illegal ones.
    pub moves: u32,
    pub end: Option<End>,
}

/// The result of a game: the reason for its end, and the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    pub reason: Reason,
    /// The winner, or `None` for a draw.
    pub winner: Option<Seat>,
}

/// Returns the other player's seat.
pub fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0.min(1))
}

impl State {
    pub fn new(setup: &Setup, events: &mut Vec<Event>) -> State {
        let accounts = [Account::new(&setup.rules); SEATS];
        let (board, rules) = (setup.board.clone(), setup.rules.clone());
        let mut state = State { board, accounts, rules, mover: setup.opener, moves: 0, end: None };
        state.make_playable(events);
        state.check_end(None, events);
        state
    }

    pub fn account(&self, seat: Seat) -> &Account {
        &self.accounts[seat.index().min(SEATS - 1)]
    }

    fn account_mut(&mut self, seat: Seat) -> &mut Account {
        &mut self.accounts[seat.index().min(SEATS - 1)]
    }

    /// Plays the answer of the player whose turn it is.
    pub fn play(&mut self, orders: &Orders, events: &mut Vec<Event>) {
        let seat = self.mover;
        self.moves += 1;
        let swap = match orders {
            Orders::Nothing => {
                events.push(Event::Failed { seat });
                let account = self.account_mut(seat);
                (account.life, account.shield) = (0, 0);
                return self.check_end(Some(Reason::Failure), events);
            }
            Orders::Nonsense => None,
            Orders::Swap(numbers) => Swap::of(*numbers).filter(|swap| is_legal(&self.board, *swap)),
        };
        match swap {
            Some(swap) => {
                self.board.swap(swap);
                events.push(Event::Swapped { seat, swap });
                self.cascade(seat, events);
            }
            None => {
                let given = if let Orders::Swap(numbers) = orders { Some(*numbers) } else { None };
                events.push(Event::Refused { seat, given });
                self.hurt(seat, self.rules.illegal_damage, events);
            }
        }
        self.change_turns(events);
        self.make_playable(events);
        self.check_end(None, events);
    }

    /// Credits and removes all runs, and repeats this until there are none.
    fn cascade(&mut self, seat: Seat, events: &mut Vec<Event>) {
        while self.board.is_full() {
            let found = runs(&self.board);
            if found.is_empty() {
                return;
            }
            let rules = self.rules.clone();
            let mut damage = 0;
            for run in &found {
                damage += self.account_mut(seat).credit(run.tiles.iter().copied(), &rules);
                let (tiles, places) = (run.tiles.clone(), run.places.clone());
                events.push(Event::Credited { seat, tiles, places });
            }
            for cashed in self.account_mut(seat).cash_in(&rules) {
                damage += cashed.damage;
                events.push(Event::CashedIn { seat, colour: cashed.colour, damage: cashed.damage });
            }
            if damage > 0 {
                self.hurt(other(seat), damage, events);
            }
            let mut places: Vec<Place> = found.into_iter().flat_map(|run| run.places).collect();
            places.sort_unstable();
            places.dedup();
            self.board.remove(&places);
            let gone_of = |x: usize| places.iter().filter(|place| place.0 == x).count();
            let refill = self.refill(gone_of);
            events.push(Event::Removed { places, refill });
        }
    }

    fn hurt(&mut self, seat: Seat, damage: u32, events: &mut Vec<Event>) {
        let account = self.account_mut(seat);
        account.hurt(damage);
        let left = *account;
        events.push(Event::Hurt { seat, damage, left });
    }

    /// Returns the tiles that came from the stock, and their squares. `gone` returns how many tiles were removed from a
    /// column.
    fn refill(&self, gone: impl Fn(usize) -> usize) -> Vec<(Place, Tile)> {
        let places = (0..SIDE).flat_map(|x| (SIDE - gone(x).min(SIDE)..SIDE).map(move |y| (x, y)));
        places.filter_map(|place| Some((place, self.board.tile(place)?))).collect()
    }

    fn change_turns(&mut self, events: &mut Vec<Event>) {
        let (seat, rules) = (self.mover, self.rules.clone());
        if self.account_mut(seat).pay_for_turn(&rules) {
            events.push(Event::AnotherTurn { seat });
        } else {
            self.mover = other(seat);
        }
    }

    /// Removes the bottom row repeatedly, until a swap is legal or the stock is used up.
    fn make_playable(&mut self, events: &mut Vec<Event>) {
        while self.board.is_full() && legal_swaps(&self.board).is_empty() {
            self.board.drop_bottom_row();
            events.push(Event::RowDropped { refill: self.refill(|_| 1) });
        }
    }

    fn check_end(&mut self, failure: Option<Reason>, events: &mut Vec<Event>) {
        let dead = Seat::all(SEATS).find(|seat| self.account(*seat).is_dead());
        let end = match dead {
            Some(loser) => Some(End { reason: failure.unwrap_or(Reason::Life), winner: Some(other(loser)) }),
            None if !self.board.is_full() => Some(End { reason: Reason::Stock, winner: self.leader() }),
            None => None,
        };
        if let Some(End { reason, winner }) = end {
            self.end = end;
            events.push(Event::Ended { reason, winner });
        }
    }

    fn leader(&self) -> Option<Seat> {
        let [first, second] = [0, 1].map(|seat| self.account(Seat(seat)).tie_break_key());
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Seat(0)),
            std::cmp::Ordering::Less => Some(Seat(1)),
            std::cmp::Ordering::Equal => None,
        }
    }
}
