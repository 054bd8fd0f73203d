//! A game told move by move, for `--debug`.

use super::print;
use crate::arena::{Observer, TurnRecord, TurnReport};
use crate::cli::printable::printable;
use crate::game::{Notice, Seat};
use crate::games::gems::Gems;
use crate::games::gems::board::Board;
use crate::games::gems::duel::State;
use crate::games::gems::event::Event;
use crate::games::gems::letters;
use std::fmt::Write;

/// Tells every move as soon as it is played, with each field of a cascade.
#[derive(Default)]
pub struct Teller {
    text: String,
    /// The board as it is after what has been told.
    board: Option<Board>,
}

impl Teller {
    /// The first position.
    pub fn begin(&mut self, state: &State, events: &[Event]) {
        for event in events {
            self.tell(event);
        }
        self.board = Some(state.board.clone());
        self.field();
        self.accounts(state);
        self.say();
    }

    /// A move, and what came of it.
    pub fn tell_move(&mut self, mover: Seat, report: &TurnReport, events: &[Event], state: &State) {
        let _ = writeln!(self.text, "\nMove {}: player {}'s turn", state.moves, mover.0 + 1);
        self.report(mover, report);
        for event in events {
            self.tell(event);
            self.follow(event);
        }
        self.accounts(state);
        self.say();
    }

    /// What a program has printed, and what went wrong with it.
    fn report(&mut self, seat: Seat, report: &TurnReport) {
        for line in String::from_utf8_lossy(&report.output).lines() {
            let _ = writeln!(self.text, "Player {} prints: {}", seat.0 + 1, printable(line));
        }
        if report.output_dropped > 0 {
            let _ = writeln!(
                self.text,
                "Player {}: {} bytes more are left out",
                seat.0 + 1,
                report.output_dropped
            );
        }
        if let Some(fault) = &report.fault {
            let _ = writeln!(self.text, "Player {}: {}", seat.0 + 1, printable(&fault.message));
        }
    }

    /// Whoever reads it may stop in the middle.
    fn say(&mut self) {
        let _ = print(&self.text);
        self.text.clear();
    }

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

impl Observer<Gems> for Teller {
    fn started(&mut self, state: &State, events: &[Event], _: &[(Seat, Notice)]) {
        self.begin(state, events);
    }

    fn turn(&mut self, turn: &TurnRecord<'_, Gems>) {
        for (mover, report) in turn.reports {
            self.tell_move(*mover, report, turn.events, turn.state);
        }
    }
}
