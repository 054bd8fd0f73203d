//! Replays of light cycles, and how pages and terminals display the game.
//!
//! Orders, events and states are a file format. They must not change, so that old replays can still be read.

mod accounts;
mod arrays;
mod events;
mod loss;

use super::rules::{Cycle, State};
use super::{Event, Orders, Setup, Tron};
use serde_json::{Value, json};
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, Cell, Events, FrameArrays, Game, LossAccount, Losses, Seat, Show,
    Sight, Standing, Tone,
};
use wag_i18n::{Message, later, message};

impl Show for Tron {
    const VERSION: u32 = 1;
    const LEGEND: &[(&str, &str)] = &[
        ("1-4", later!("a player's wall")),
        ("1>", later!("the player's cycle")),
        ("1x", later!("a crashed cycle")),
    ];
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts = accounts::ACCOUNTS;
    const LOSSES: Option<&'static Losses> = Some(loss::LOSSES);
    /// Spectators see the whole state.
    type Frame = State;

    fn is_sound(setup: &Setup) -> bool {
        let is_side = |side| (5..=100).contains(&side);
        is_side(setup.width) && is_side(setup.height) && (2..=4).contains(&setup.seats)
    }

    fn is_possible(setup: &Setup, event: &Event) -> bool {
        let sits = |seat: &Seat| seat.0 < setup.seats;
        match event {
            Event::Refused(seat) => sits(seat),
            Event::Moved(seat, to) => sits(seat) && setup.index(*to).is_some(),
            Event::Crashed(seat, _, whose) => sits(seat) && whose.iter().all(sits),
        }
    }

    fn seats(setup: &Setup) -> usize {
        setup.seats.into()
    }

    fn frame(state: &State) -> State {
        state.clone()
    }

    fn is_frame_sound(setup: &Setup, frame: &State) -> bool {
        frame.setup == *setup
            && frame.cycles.len() == usize::from(setup.seats)
            && frame.walls.len() == setup.width as usize * setup.height as usize
            && frame.walls.iter().all(|wall| *wall <= setup.seats)
            && frame.cycles.iter().all(|cycle| setup.index(cycle.at).is_some())
    }

    fn follow(_: &Setup, frame: &mut State, _: &[Seat], events: &[Event]) {
        frame.follow(events);
    }

    fn frame_standings(_: &Setup, frame: &State) -> Vec<Standing> {
        Tron::standings(frame)
    }

    fn book(setup: &Setup, before: &State, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        accounts::book(setup, before, events, book);
    }

    /// Returns the number of squares that each cycle can reach before all others.
    fn lead(setup: &Setup, frame: &State) -> Vec<i64> {
        accounts::squares_in_reach(setup, frame)
    }

    fn loss_value(standings: &[Standing], seat: Seat) -> f64 {
        loss::value(standings, seat)
    }

    fn alternatives(_: &Setup, frame: &State, seat: Seat) -> Vec<(&'static str, Orders)> {
        loss::alternatives(frame, seat)
    }

    fn loss_account(_: &Setup, seat: Seat) -> Option<Box<dyn LossAccount<Tron>>> {
        Some(Box::new(loss::Account::new(seat)))
    }

    fn scene(setup: &Setup) -> Value {
        json!({"width": setup.width, "height": setup.height, "players": setup.seats})
    }

    fn show_frame(_: &Setup, frame: &State) -> Value {
        json!({"rounds": frame.rounds, "rows": rows(frame).collect::<Vec<_>>(), "cycles": frame.cycles})
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        match orders {
            Orders::Nothing => Vec::new(),
            Orders::Nonsense => vec![json!({"nonsense": true})],
            Orders::Go(direction) => vec![json!({"move": direction})],
        }
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        match event {
            Event::Refused(seat) => json!({"type": "refused", "seat": seat.number()}),
            Event::Moved(seat, to) => json!({"type": "moved", "seat": seat.number(), "to": to}),
            Event::Crashed(seat, at, whose) => {
                json!({"type": "crashed", "seat": seat.number(), "at": at, "wall_of": whose.map(Seat::number)})
            }
        }
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        match event {
            Event::Refused(seat) => vec![("refused", *seat)],
            Event::Moved(..) => Vec::new(),
            Event::Crashed(seat, ..) => vec![("crashed", *seat)],
        }
    }

    fn axis_len(setup: &Setup, axis: &str) -> usize {
        arrays::axis_len(setup, axis)
    }

    fn write_arrays(_: &Setup, frame: &State, out: &mut FrameArrays) {
        arrays::write(frame, out);
    }

    fn sight(setup: &Setup, frame: &State) -> Sight {
        let cell = |wall: &u8| match wall.checked_sub(1) {
            Some(seat) => Cell::owned([char::from(b'1' + seat), ' '], Tone::Home, Seat(seat)),
            None => Cell::plain('.', Tone::Ground),
        };
        let mut cells: Vec<Cell> = frame.walls.iter().map(cell).collect();
        for Cycle { at, facing, survived } in &frame.cycles {
            let sign = if survived.is_some() { 'x' } else { ['^', '>', 'v', '<'][*facing as usize] };
            if let Some(index) = setup.index(*at) {
                (cells[index].signs[1], cells[index].tone) = (sign, Tone::Piece);
            }
        }
        Sight { width: setup.width as usize, cells }
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        let name = |seat: &Seat| names.get(seat.index()).map_or("?", String::as_str);
        match event {
            Event::Refused(seat) => message!("%{seat}'s answer is not a direction", seat = name(seat)),
            Event::Moved(seat, (x, y)) => message!("%{seat} goes to [%{x}, %{y}]", seat = name(seat), x, y),
            Event::Crashed(seat, (x, y), None) => {
                message!("%{seat} crashes at [%{x}, %{y}]", seat = name(seat), x, y)
            }
            Event::Crashed(seat, (x, y), Some(whose)) => {
                message!(
                    "%{seat} crashes into a wall of %{whose} at [%{x}, %{y}]",
                    seat = name(seat),
                    whose = name(whose),
                    x,
                    y
                )
            }
        }
    }
}

/// Returns the rows of the board, from the top row down. `.` is a free square, and a digit is the wall of that player.
pub fn rows(state: &State) -> impl Iterator<Item = String> {
    let sign = |wall: &u8| if *wall == 0 { '.' } else { char::from(b'0' + wall) };
    state.walls.chunks(state.setup.width as usize).map(move |row| row.iter().map(sign).collect())
}
