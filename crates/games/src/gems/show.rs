//! Replays of the gem duel, and how pages and terminals display the game.
//!
//! This module and its submodules define a file format. They must not change, so that old replays can still be read.
//! They use no rules except the numbers that the replay itself contains.

mod accounts;
mod arrays;
mod events;
mod frame;
mod json;
mod loss;
mod pack;
mod words;

use super::duel::State;
use super::event::Event;
use super::tile::Tile;
use super::{Gems, Orders, SEATS, Setup};
use serde_json::Value;
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, Cell, ColumnReader, Columns, Events, FrameArrays, LossAccount, Losses,
    Seat, SeatOrders, Show, Sight, Standing, Tone,
};
use wag_i18n::{Message, later};

pub use frame::Frame;
use words::tell_seat;
pub use words::{letters, picture, tell};

impl Show for Gems {
    const VERSION: u32 = 1;
    const COLUMNS: usize = pack::COLUMNS;
    const QUIET: &[&str] = &["hurt"];
    const LEGEND: &[(&str, &str)] = &[
        ("R Y G", later!("stones that damage the opponent, 15 at a time")),
        ("B", later!("repairs the player's own shield")),
        ("L", later!("15 of them give another turn")),
        ("1-5", later!("a bomb")),
    ];
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts = accounts::ACCOUNTS;
    const LOSSES: Option<&'static Losses> = Some(loss::LOSSES);
    type Frame = Frame;

    fn is_sound(setup: &Setup) -> bool {
        setup.board.is_full() && setup.opener.index() < SEATS && setup.rules.are_sound()
    }

    fn seats(_: &Setup) -> usize {
        SEATS
    }

    fn is_possible(_: &Setup, event: &Event) -> bool {
        pack::is_possible(event)
    }

    fn frame(state: &State) -> Frame {
        Frame::of(state)
    }

    fn is_frame_sound(_: &Setup, frame: &Frame) -> bool {
        frame.is_sound()
    }

    fn pack(
        setup: &Setup,
        frame: &mut Frame,
        orders: &[(Seat, Orders)],
        events: &[Event],
        out: &mut Columns,
    ) {
        pack::pack(orders, events, out);
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        Self::follow(setup, frame, &seats, events);
    }

    fn unpack(
        setup: &Setup,
        frame: &mut Frame,
        seats: &[Seat],
        from: &mut ColumnReader<'_>,
    ) -> Option<(SeatOrders<Self>, Vec<Event>)> {
        let (orders, events) = pack::unpack(seats, from)?;
        Self::follow(setup, frame, seats, &events);
        Some((orders, events))
    }

    fn follow(setup: &Setup, frame: &mut Frame, seats: &[Seat], events: &[Event]) {
        frame.begin_turn(seats);
        for event in events {
            frame.follow(&setup.rules, event);
        }
    }

    fn frame_standings(_: &Setup, frame: &Frame) -> Vec<Standing> {
        Seat::all(SEATS)
            .zip(&frame.accounts)
            .map(|(seat, account)| super::standing(account, seat, frame.winner))
            .collect()
    }

    fn book(setup: &Setup, before: &Frame, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        accounts::book(&setup.rules, before, events, book);
    }

    fn loss_value(standings: &[Standing], seat: Seat) -> f64 {
        loss::value(standings, seat)
    }

    fn loss_account(setup: &Setup, seat: Seat) -> Option<Box<dyn LossAccount<Gems>>> {
        Some(Box::new(loss::Account::new(setup, seat)))
    }

    fn scene(setup: &Setup) -> Value {
        json::scene(setup)
    }

    fn show_frame(_: &Setup, frame: &Frame) -> Value {
        json::frame(frame)
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        json::orders(orders)
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        json::event(event)
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        match event {
            Event::Hurt { seat, .. } => vec![("hurt", *seat)],
            Event::CashedIn { seat, .. } => vec![("cashed_in", *seat)],
            Event::AnotherTurn { seat } => vec![("another_turn", *seat)],
            Event::Refused { seat, .. } => vec![("refused", *seat)],
            Event::Failed { seat } => vec![("failed", *seat)],
            _ => Vec::new(),
        }
    }

    fn put_out(event: &Event) -> Option<Seat> {
        match event {
            Event::Failed { seat } => Some(*seat),
            _ => None,
        }
    }

    fn axis_len(_: &Setup, axis: &str) -> usize {
        arrays::axis_len(axis)
    }

    fn write_arrays(_: &Setup, frame: &Frame, out: &mut FrameArrays) {
        arrays::write(frame, out);
    }

    fn sight(_: &Setup, frame: &Frame) -> Sight {
        let cell = |place| match frame.field.tile(place) {
            Some(tile) => Cell::plain(tile.letter(), tone(tile)),
            None => Cell::plain('.', Tone::Ground),
        };
        let cells = words::rows().flat_map(|row| row.map(cell)).collect();
        Sight { width: super::board::SIDE, cells }
    }

    fn picture(_: &Setup, frame: &Frame) -> String {
        picture(&frame.field, &frame.accounts)
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        tell(event, names)
    }

    fn tell_seat(_: &Setup, events: &[Event], seat: Seat, names: &[String]) -> Vec<Message> {
        tell_seat(events, seat, names)
    }
}

fn tone(tile: Tile) -> Tone {
    match tile {
        Tile::Red => Tone::Red,
        Tile::Yellow => Tone::Yellow,
        Tile::Green => Tone::Green,
        Tile::Blue => Tone::Blue,
        Tile::Lilac => Tone::Lilac,
        Tile::Bomb(_) => Tone::Wall,
    }
}

#[cfg(test)]
mod tests;
