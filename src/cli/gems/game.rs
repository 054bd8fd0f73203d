//! `wag gems play`: two games on one board.

use super::super::play::stop_on_signals;
use super::args::Play;
use super::seats::{Seated, Thinker};
use super::{Done, print, read_board};
use crate::arena::{Match, Observer, Player, TurnRecord};
use crate::game::Seat;
use crate::games::gems::board::Board;
use crate::games::gems::duel::State;
use crate::games::gems::event::{Event, Reason};
use crate::games::gems::{Gems, SEATS, Setup, account::Rules};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;

pub fn run(options: &Play) -> anyhow::Result<Done> {
    let board = read_board(&options.board)?;
    let stop = stop_on_signals()?;
    let players = [options.ai1, options.ai2];
    for (number, opener) in Seat::all(SEATS).enumerate() {
        let mut teller = options.debug.then(Teller::default);
        let Some(end) = play(&board, players, opener, teller.as_mut(), &stop) else {
            return Ok(Done::Interrupted);
        };
        let told = teller.map_or_else(String::new, |teller| teller.text);
        let words = in_words(&end, players);
        print(&format!("{told}Game {}: {words}\n{}\n", number + 1, line(number + 1, &end)))?;
    }
    Ok(Done::Well)
}

/// Plays one game; `None` when it was interrupted.
pub fn play(
    board: &Board,
    players: [Thinker; SEATS],
    opener: Seat,
    teller: Option<&mut Teller>,
    stop: &AtomicBool,
) -> Option<State> {
    let rules = Rules::default();
    let setup = Setup { board: board.clone(), opener, rules: rules.clone() };
    let seated =
        players.map(|thinker| Box::new(Seated::new(thinker, rules.clone())) as Box<dyn Player<Gems>>);
    let mut seated = Vec::from(seated);
    let mut observers: Vec<&mut dyn Observer<Gems>> = Vec::new();
    observers.extend(teller.map(|teller| teller as &mut dyn Observer<Gems>));
    let played =
        Match { setup: &setup, seed: 0, players: &mut seated, observers: &mut observers, stop }.play();
    (!played.interrupted).then_some(played.state)
}

fn in_words(end: &State, players: [Thinker; SEATS]) -> String {
    let name = |seat: Seat| format!("player {} ({})", seat.0 + 1, players[seat.index()].name());
    let dead = Seat::all(SEATS).find(|seat| end.account(*seat).is_dead());
    let winner = end.end.and_then(|end| end.winner);
    match (dead, winner) {
        (Some(loser), Some(winner)) => format!("{} is dead, {} wins.", name(loser), name(winner)),
        (_, Some(winner)) => format!("nobody died; {} is ahead and wins.", name(winner)),
        (_, None) => "nobody died; a draw.".to_string(),
    }
}

/// For other programs; documented in docs/gems.md.
fn line(number: usize, state: &State) -> String {
    let numbers = |seat: u8| state.account(Seat(seat)).numbers().map(|number| number.to_string()).join(",");
    let winner = state.end.and_then(|end| end.winner).map_or(0, |seat| seat.0 + 1);
    let reason = match state.end.map(|end| end.reason) {
        Some(Reason::Life) => "life",
        Some(Reason::Failure) => "failure",
        Some(Reason::Stock) | None => "stock",
    };
    let (first, second, moves) = (numbers(0), numbers(1), state.moves);
    format!("RESULT game={number} winner={winner} moves={moves} reason={reason} p1={first} p2={second}")
}

/// Tells every move, for `--debug`.
#[derive(Default)]
pub struct Teller {
    text: String,
}

impl Teller {
    fn tell(&mut self, events: &[Event]) {
        for event in events {
            let _ = match event {
                Event::Swapped { seat, swap } => {
                    writeln!(self.text, "Player {} swaps {:?} and {:?}", seat.0 + 1, swap.from, swap.to)
                }
                Event::Refused { seat, given } => {
                    writeln!(self.text, "Player {}: {given:?} is not allowed", seat.0 + 1)
                }
                Event::Failed { seat } => writeln!(self.text, "Player {} gives no answer", seat.0 + 1),
                Event::Credited { seat, tiles, .. } => {
                    let letters: String = tiles.iter().map(|tile| tile.letter()).collect();
                    writeln!(self.text, "Player {} is credited {letters}", seat.0 + 1)
                }
                Event::CashedIn { seat, colour, damage } => {
                    writeln!(
                        self.text,
                        "Player {} cashes in {}: {damage} damage",
                        seat.0 + 1,
                        colour.letter()
                    )
                }
                Event::Hurt { seat, damage, left } => {
                    let (life, shield) = (left.life, left.shield);
                    writeln!(
                        self.text,
                        "Player {} takes {damage} damage: life {life}, shield {shield}",
                        seat.0 + 1
                    )
                }
                Event::Removed { places, .. } => writeln!(self.text, "{} tiles vanish", places.len()),
                Event::RowDropped { .. } => writeln!(self.text, "No swap is left: the bottom row is dropped"),
                Event::AnotherTurn { seat } => writeln!(self.text, "Player {} moves again", seat.0 + 1),
                Event::Ended { .. } => Ok(()),
            };
        }
    }

    /// The field with its coordinates, and what both players have.
    fn show(&mut self, state: &State) {
        let _ = writeln!(self.text, "  | 0 1 2 3 4 5 6 7 8 9");
        for (row, y) in state.board.field_text().lines().zip((0..10).rev()) {
            let _ = writeln!(self.text, "{y} | {}", row.trim_end());
        }
        let accounts = [0, 1].map(|seat| state.account(Seat(seat)).numbers());
        for (at, name) in ["Life", "Shield", "Red", "Yellow", "Green", "Lilac"].iter().enumerate() {
            let _ = writeln!(self.text, "{name:<7}{:>4}{:>4}", accounts[0][at], accounts[1][at]);
        }
    }
}

impl Observer<Gems> for Teller {
    fn started(&mut self, state: &State, events: &[Event], _: &[(Seat, crate::arena::Notice)]) {
        self.tell(events);
        self.show(state);
    }

    fn turn(&mut self, turn: &TurnRecord<'_, Gems>) {
        self.tell(turn.events);
        self.show(turn.state);
    }
}
