//! A game told move by move, with each field of a cascade: the contest's own words.

use super::board::Board;
use super::duel::State;
use super::event::Event;
use super::{Gems, letters};
use crate::game::{self, Seat};
use std::fmt::Write;

#[derive(Default)]
pub struct Narrator {
    text: String,
    /// The board as it is after what has been told.
    board: Option<Board>,
}

impl game::Narrator<Gems> for Narrator {
    fn begin(&mut self, state: &State, events: &[Event]) -> String {
        for event in events {
            self.tell(event);
        }
        self.board = Some(state.board.clone());
        self.field();
        self.accounts(state);
        std::mem::take(&mut self.text)
    }

    fn head(&mut self, round: u32, seats: &[Seat]) -> String {
        seats.iter().map(|mover| format!("\nMove {round}: player {}'s turn\n", mover.0 + 1)).collect()
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[Event], state: &State) -> String {
        for event in events {
            self.tell(event);
            self.follow(event);
        }
        self.accounts(state);
        std::mem::take(&mut self.text)
    }
}

impl Narrator {
    fn tell(&mut self, event: &Event) {
        let player = |seat: &Seat| format!("Player {}", seat.0 + 1);
        let _ = match event {
            Event::Swapped { seat, swap } => {
                writeln!(self.text, "{} swaps {:?} and {:?}", player(seat), swap.from, swap.to)
            }
            Event::Refused { seat, given: Some([x1, y1, x2, y2]) } => {
                writeln!(self.text, "{} may not swap ({x1}, {y1}) and ({x2}, {y2})", player(seat))
            }
            Event::Refused { seat, given: None } => {
                writeln!(self.text, "{} answers what is no move", player(seat))
            }
            Event::Failed { seat } => writeln!(self.text, "{} gives no answer", player(seat)),
            Event::Credited { seat, tiles, .. } => {
                writeln!(self.text, "{} is credited {}", player(seat), letters(tiles))
            }
            Event::CashedIn { seat, colour, damage } => {
                writeln!(self.text, "{} cashes in {}: {damage} damage", player(seat), colour.letter())
            }
            Event::Hurt { seat, damage, left } => {
                let (life, shield) = (left.life, left.shield);
                writeln!(self.text, "{} takes {damage} damage: life {life}, shield {shield}", player(seat))
            }
            Event::Removed { places, .. } => writeln!(self.text, "{} tiles vanish", places.len()),
            Event::RowDropped { .. } => writeln!(self.text, "No swap is left: the bottom row is dropped"),
            Event::AnotherTurn { seat } => writeln!(self.text, "{} moves again", player(seat)),
            Event::Ended { .. } => Ok(()),
        };
    }

    /// Does to the board what the event tells, and shows the field if it is another one now.
    fn follow(&mut self, event: &Event) {
        let Some(board) = &mut self.board else { return };
        match event {
            Event::Swapped { swap, .. } => board.swap(*swap),
            Event::Removed { places, .. } => board.remove(places),
            Event::RowDropped { .. } => board.drop_bottom_row(),
            _ => return,
        }
        self.field();
    }

    /// The field with its coordinates.
    fn field(&mut self) {
        let Some(board) = &self.board else { return };
        let _ = writeln!(self.text, "  | 0 1 2 3 4 5 6 7 8 9");
        for (row, y) in board.field_text().lines().zip((0..10).rev()) {
            let _ = writeln!(self.text, "{y} | {}", row.trim_end());
        }
    }

    /// What both players have.
    fn accounts(&mut self, state: &State) {
        let accounts = [0, 1].map(|seat| state.account(Seat(seat)).numbers());
        let _ = writeln!(self.text, "{:<7}{:>4}{:>4}", "Player", 1, 2);
        for (at, name) in ["Life", "Shield", "Red", "Yellow", "Green", "Lilac"].iter().enumerate() {
            let _ = writeln!(self.text, "{name:<7}{:>4}{:>4}", accounts[0][at], accounts[1][at]);
        }
    }
}
