//! Replays of Warriors & Gatherers, and how pages and terminals display the game.
//!
//! This module and its submodules define a file format. They must not change, so that old replays can still be read.
//! They use no rules except the numbers that the replay itself contains.

mod accounts;
mod arrays;
mod events;
mod frame;
mod frame_codec;
mod json;
mod pack;
mod predictor;
mod sight;
mod words;

use super::event::Event;
use super::loss;
use super::orders::Orders;
use super::state::State;
use super::{SEATS, Setup, Warriors};
use serde_json::Value;
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, ColumnReader, Columns, Events, FrameArrays, LossAccount, Losses,
    OrderText, Seat, SeatOrders, Show, Sight, Standing, places,
};
use wag_i18n::Message;

pub use frame::Frame;

impl Show for Warriors {
    const VERSION: u32 = 1;
    const COLUMNS: usize = pack::COLUMNS;
    const QUIET: &[&str] = &["delivery"];
    const LEGEND: &[(&str, &str)] = sight::LEGEND;
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts = accounts::ACCOUNTS;
    type Frame = Frame;

    fn remove_names(setup: &mut Setup) {
        setup.players.iter_mut().for_each(|player| player.name.clear());
    }

    fn is_sound(setup: &Setup) -> bool {
        setup.board.is_sound() && setup.rules.check().is_ok()
    }

    fn is_possible(setup: &Setup, event: &Event) -> bool {
        pack::is_sound(&setup.board, event)
    }

    fn seats(_: &Setup) -> usize {
        SEATS
    }

    fn frame(state: &State) -> Frame {
        Frame::of(state)
    }

    fn write_frame(setup: &Setup, frame: &Frame) -> Vec<u8> {
        frame_codec::write(setup, frame)
    }

    fn read_frame(setup: &Setup, bytes: &[u8]) -> Option<Frame> {
        frame_codec::read(setup, bytes)
    }

    /// Always returns true, because `read_frame` only returns frames that fit the board.
    fn is_frame_sound(_: &Setup, _: &Frame) -> bool {
        true
    }

    fn pack(
        setup: &Setup,
        frame: &mut Frame,
        orders: &[(Seat, Orders)],
        events: &[Event],
        out: &mut Columns,
    ) {
        pack::pack(setup, frame, orders, events, out);
    }

    fn unpack(
        setup: &Setup,
        frame: &mut Frame,
        seats: &[Seat],
        from: &mut ColumnReader<'_>,
    ) -> Option<(SeatOrders<Self>, Vec<Event>)> {
        pack::unpack(setup, frame, seats, from)
    }

    fn sort_orders(orders: &mut Orders) {
        orders.moves.sort_by_key(|(unit, _)| *unit);
    }

    fn follow(setup: &Setup, frame: &mut Frame, seats: &[Seat], events: &[Event]) {
        frame.begin_turn(seats);
        for event in events {
            frame.follow(setup, event);
        }
    }

    fn frame_standings(_: &Setup, frame: &Frame) -> Vec<Standing> {
        let stocks: Vec<i64> = frame.players.iter().map(|player| player.stock as i64).collect();
        let figures = frame.players.iter().map(|player| {
            vec![
                ("stock", player.stock as i64),
                ("units", player.units.len() as i64),
                ("kills", i64::from(player.kills)),
                ("losses", i64::from(player.losses)),
            ]
        });
        let standing = |(place, figures)| Standing { place, figures };
        places(&stocks).into_iter().zip(figures).map(standing).collect()
    }

    fn book(
        setup: &Setup,
        before: &Frame,
        orders: &[(Seat, Orders)],
        events: &[Event],
        book: &mut AccountBook,
    ) {
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        accounts::book(&setup.rules, before, &seats, events, book);
    }

    const LOSSES: Option<&'static Losses> = Some(loss::LOSSES);

    fn loss_value(standings: &[Standing], seat: Seat) -> f64 {
        let stock = standings.get(seat.index()).and_then(|standing| standing.figures.first());
        stock.map_or(0.0, |(_, stock)| *stock as f64)
    }

    fn loss_account(setup: &Setup, seat: Seat) -> Option<Box<dyn LossAccount<Self>>> {
        Some(Box::new(loss::Account::new(setup, seat)))
    }

    fn scene(setup: &Setup) -> Value {
        json::scene(&setup.board, &setup.rules)
    }

    fn show_frame(setup: &Setup, frame: &Frame) -> Value {
        json::frame(&setup.board, frame)
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        json::orders(orders)
    }

    fn count_orders(orders: &Orders) -> usize {
        orders.creations.len() + orders.moves.len()
    }

    fn show_event(setup: &Setup, event: &Event) -> Value {
        json::event(&setup.board, event)
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        match event {
            Event::Fought { attacker, defender, attacker_won, .. } => {
                let (winner, loser) = if *attacker_won { (attacker, defender) } else { (defender, attacker) };
                vec![("fight", winner.owner), ("loss", loser.owner)]
            }
            Event::Delivered { unit, .. } => vec![("delivery", unit.owner)],
            Event::Out { seat } => vec![("out", *seat)],
            _ => Vec::new(),
        }
    }

    fn axis_len(setup: &Setup, axis: &str) -> usize {
        arrays::axis_len(setup, axis)
    }

    fn write_arrays(setup: &Setup, frame: &Frame, out: &mut FrameArrays) {
        arrays::write(setup, frame, out);
    }

    fn sight(setup: &Setup, frame: &Frame) -> Sight {
        sight::sight(&setup.board, frame)
    }

    fn picture(setup: &Setup, frame: &Frame) -> String {
        words::picture(&setup.board, frame)
    }

    fn tell(setup: &Setup, event: &Event, names: &[String]) -> Message {
        words::tell(&setup.board, event, names)
    }

    fn tell_seat(setup: &Setup, events: &[Event], seat: Seat, names: &[String]) -> Vec<Message> {
        words::tell_seat(&setup.board, events, seat, names)
    }

    fn tell_orders(setup: &Setup, frame: &Frame, seat: Seat, orders: &Orders) -> Vec<OrderText> {
        words::orders(&setup.board, frame, seat, orders)
    }
}

/// Returns the board and the rules as JSON. No match is needed.
pub use json::scene;
