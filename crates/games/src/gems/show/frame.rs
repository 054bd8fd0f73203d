//! A position as spectators see it, updated by events.

use super::super::SEATS;
use super::super::account::{Account, Rules};
use super::super::board::{Board, Place, SIDE};
use super::super::duel::{End, State, other};
use super::super::event::Event;
use super::super::tile::Tile;
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// A position as spectators see it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// A board that has only the field, without the stock.
    pub field: Board,
    pub accounts: [Account; SEATS],
    /// The seat that moves next.
    pub mover: Seat,
    /// Number of moves played so far.
    pub moves: u32,
    pub is_over: bool,
    pub winner: Option<Seat>,
}

impl Frame {
    pub fn of(state: &State) -> Frame {
        Frame {
            field: state.board.field(),
            accounts: [Seat(0), Seat(1)].map(|seat| *state.account(seat)),
            mover: state.mover,
            moves: state.moves,
            is_over: state.end.is_some(),
            winner: state.end.and_then(|End { winner, .. }| winner),
        }
    }

    /// Returns whether a decoded frame is valid.
    pub fn is_sound(&self) -> bool {
        self.field.height() <= SIDE
            && self.mover.index() < SEATS
            && self.winner.is_none_or(|seat| seat.index() < SEATS)
    }

    /// Starts a turn of the first of these seats.
    pub fn begin_turn(&mut self, seats: &[Seat]) {
        let Some(seat) = seats.first() else { return };
        self.moves = self.moves.saturating_add(1);
        self.mover = other(*seat);
    }

    pub fn follow(&mut self, rules: &Rules, event: &Event) {
        match event {
            Event::Swapped { swap, .. } => self.field.swap(*swap),
            Event::Failed { seat } => {
                let account = self.account(*seat);
                (account.life, account.shield) = (0, 0);
                self.mover = *seat;
            }
            Event::Credited { seat, tiles, .. } => {
                for tile in tiles {
                    credit(self.account(*seat), *tile, rules);
                }
            }
            Event::CashedIn { seat, colour, .. } => pay(self.account(*seat), *colour, rules.threshold),
            Event::Hurt { seat, left, .. } => *self.account(*seat) = *left,
            Event::Removed { places, refill } => {
                self.field.remove(places);
                self.refill(refill);
            }
            Event::RowDropped { refill } => {
                self.field.drop_bottom_row();
                self.refill(refill);
            }
            Event::AnotherTurn { seat } => {
                pay(self.account(*seat), Tile::Lilac, rules.threshold);
                self.mover = *seat;
            }
            Event::Ended { winner, .. } => (self.is_over, self.winner) = (true, *winner),
            Event::Refused { .. } => {}
        }
    }

    fn account(&mut self, seat: Seat) -> &mut Account {
        &mut self.accounts[seat.index().min(SEATS - 1)]
    }

    fn refill(&mut self, refill: &[(Place, Tile)]) {
        for ((x, y), tile) in refill {
            // Only adds a tile to an empty place, because a damaged file may contain anything.
            if *y < SIDE && self.field.tile((*x, *y)).is_none() {
                self.field.put_on_top(*x, *tile);
            }
        }
    }
}

/// Returns the number of stones of this color in the account. Returns `None` for bombs and blue stones, which cannot be
/// saved up.
fn saved(account: &mut Account, tile: Tile) -> Option<&mut u32> {
    match tile {
        Tile::Red => Some(&mut account.red),
        Tile::Yellow => Some(&mut account.yellow),
        Tile::Green => Some(&mut account.green),
        Tile::Lilac => Some(&mut account.lilac),
        Tile::Blue | Tile::Bomb(_) => None,
    }
}

fn credit(account: &mut Account, tile: Tile, rules: &Rules) {
    if tile == Tile::Blue {
        account.shield = account.shield.saturating_add(1).min(rules.shield);
    } else if let Some(stones) = saved(account, tile) {
        *stones = stones.saturating_add(1);
    }
}

fn pay(account: &mut Account, tile: Tile, price: u32) {
    if let Some(stones) = saved(account, tile) {
        *stones = stones.saturating_sub(price);
    }
}
