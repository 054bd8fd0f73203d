//! Describes a game move by move and shows the field after each step of a cascade, in the words of the contest.

use super::board::{Board, Place};
use super::duel::State;
use super::event::Event;
use super::{Gems, letters};
use std::fmt::Write;
use wag_core::game;
use wag_core::game::Seat;
use wag_i18n::t;

#[derive(Default)]
pub struct Narrator {
    text: String,
    /// The board after the events described so far, or `None` before the game.
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
        let head =
            |mover: &Seat| t!("\nMove %{round}: player %{number}'s turn\n", round, number = mover.0 + 1);
        seats.iter().map(head).collect()
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
        let player = |seat: &Seat| t!("Player %{number}", number = seat.0 + 1);
        let at = |place: Place| format!("{place:?}");
        let line = match event {
            Event::Swapped { seat, swap } => {
                t!(
                    "%{seat} swaps %{from} and %{to}",
                    seat = player(seat),
                    from = at(swap.from),
                    to = at(swap.to)
                )
            }
            Event::Refused { seat, given: Some([x1, y1, x2, y2]) } => {
                t!(
                    "%{seat} may not swap (%{x1}, %{y1}) and (%{x2}, %{y2})",
                    seat = player(seat),
                    x1,
                    y1,
                    x2,
                    y2
                )
            }
            Event::Refused { seat, given: None } => {
                t!("%{seat} gives an answer that is not a move", seat = player(seat))
            }
            Event::Failed { seat } => t!("%{seat} gives no answer", seat = player(seat)),
            Event::Credited { seat, tiles, .. } => {
                t!("%{seat} is credited %{tiles}", seat = player(seat), tiles = letters(tiles).translated())
            }
            Event::CashedIn { seat, colour, damage } => {
                let colour = colour.letter();
                t!("%{seat} cashes in %{colour}: %{damage} damage", seat = player(seat), colour, damage)
            }
            Event::Hurt { seat, damage, left } => {
                let (seat, life, shield) = (player(seat), left.life, left.shield);
                t!(
                    "%{seat} takes %{damage} damage: life %{life}, shield %{shield}",
                    seat,
                    damage,
                    life,
                    shield
                )
            }
            Event::Removed { places, .. } => t!("%{n} stones vanish", n = places.len()),
            Event::RowDropped { .. } => t!("No swap is possible: the bottom row is dropped"),
            Event::AnotherTurn { seat } => t!("%{seat} moves again", seat = player(seat)),
            Event::Ended { .. } => return,
        };
        let _ = writeln!(self.text, "{line}");
    }

    /// Applies an event to the board and appends the field to the text if it has changed.
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

    /// Appends the field with its coordinates to the text.
    fn field(&mut self) {
        let Some(board) = &self.board else { return };
        let _ = writeln!(self.text, "  | 0 1 2 3 4 5 6 7 8 9");
        for (row, y) in board.field_text().lines().zip((0..10).rev()) {
            let _ = writeln!(self.text, "{y} | {}", row.trim_end());
        }
    }

    /// Appends the numbers of both players to the text.
    fn accounts(&mut self, state: &State) {
        let accounts = [0, 1].map(|seat| state.account(Seat(seat)).numbers());
        let _ = writeln!(self.text, "{:<7}{:>4}{:>4}", t!("Player"), 1, 2);
        let names = [t!("Life"), t!("Shield"), t!("Red"), t!("Yellow"), t!("Green"), t!("Lilac")];
        for (at, name) in names.iter().enumerate() {
            let _ = writeln!(self.text, "{name:<7}{:>4}{:>4}", accounts[0][at], accounts[1][at]);
        }
    }
}
