//! Replays of games in Python, and how pages and terminals display them.
//!
//! Orders, events and frames are a file format. A game's own texts are shown as written, and are not translated.

mod arrays;
mod events;

use super::declaration::{OTHER, Rules};
use super::frame::Frame;
use super::{Event, Orders, PythonGame, Setup, State};
use serde_json::{Value, json};
use wag_core::game::{
    AccountBook, Accounts, ArrayInfo, Cell, Datum, Events, FrameArrays, Lead, Seat, Show, Sight, Standing,
    Tone, plain,
};
use wag_core::text::printable;
use wag_i18n::{Message, message};
use wag_python::protocol::game::Board;

impl Show for PythonGame {
    const VERSION: u32 = 1;
    const QUIET: &[&str] = &["event"];
    const LEGEND: &[(&str, &str)] = &[];
    const ARRAYS: &'static [ArrayInfo] = arrays::ARRAYS;
    /// Each game has its own, in its setup.
    const EVENTS: &'static Events = events::EVENTS;
    const ACCOUNTS: &'static Accounts =
        &Accounts { lead: Lead { name: "", figures: &[] }, accounts: &[], counts: &[] };
    type Frame = Frame;

    fn remove_names(setup: &mut Setup) {
        setup.names.iter_mut().for_each(String::clear);
    }

    fn is_sound(setup: &Setup) -> bool {
        setup.is_sound()
    }

    fn is_possible(setup: &Setup, event: &Event) -> bool {
        match event {
            Event::Said(item) => matches!(item.datum(), Datum::Dict(_)),
            Event::Refused(seat, _) => seat.index() < setup.seats(),
            Event::Changed(change) => change.is_possible(
                setup.seats(),
                setup.rules.figures.len(),
                setup.rules.declared().tiles.len(),
            ),
            Event::Failed(_) => true,
        }
    }

    fn seats(setup: &Setup) -> usize {
        setup.seats()
    }

    fn frame(state: &State) -> Frame {
        state.frame()
    }

    fn is_frame_sound(setup: &Setup, frame: &Frame) -> bool {
        frame.is_sound(setup.seats(), setup.rules.figures.len(), setup.rules.declared().tiles.len())
    }

    fn follow(_: &Setup, frame: &mut Frame, _: &[Seat], events: &[Event]) {
        for event in events {
            if let Event::Changed(change) = event {
                frame.follow(change);
            }
        }
    }

    fn frame_standings(setup: &Setup, frame: &Frame) -> Vec<Standing> {
        standings(&setup.rules, &frame.figures, &frame.places)
    }

    fn accounts(setup: &Setup) -> &'static Accounts {
        setup.rules.accounts()
    }

    fn book(setup: &Setup, before: &Frame, _: &[(Seat, Orders)], events: &[Event], book: &mut AccountBook) {
        let mut after = before.clone();
        PythonGame::follow(setup, &mut after, &[], events);
        let mut booked = vec![vec![0_i64; setup.rules.figures.len()]; setup.seats()];
        for event in events {
            match event {
                Event::Said(item) => book_event(&setup.rules, &item.datum(), &mut booked, book),
                Event::Refused(..) | Event::Changed(_) | Event::Failed(_) => {}
            }
        }
        for (seat, booked) in Seat::all(setup.seats()).zip(&booked) {
            for ((at, figure), booked) in setup.rules.figures.iter().enumerate().zip(booked) {
                let value =
                    |frame: &Frame| frame.figures.get(seat.index()).and_then(|own| own.get(at)).copied();
                let change = value(&after).unwrap_or(0).saturating_sub(value(before).unwrap_or(0));
                if change != *booked {
                    book.add(seat, figure, OTHER, change.saturating_sub(*booked));
                }
            }
        }
    }

    fn lead(_: &Setup, frame: &Frame) -> Vec<i64> {
        frame.figures.iter().map(|own| own.first().copied().unwrap_or(0)).collect()
    }

    fn scene(setup: &Setup) -> Value {
        let declared = setup.rules.declared();
        let tile = |tile: &wag_python::protocol::game::Tile| {
            let seat = tile.seat.map(Seat::number);
            json!({"sign": tile.sign, "tone": tile.tone, "seat": seat, "text": tile.text})
        };
        json!({
            "title": declared.title,
            "game": setup.rules.stored.name,
            "version": declared.version,
            "figures": declared.figures,
            "tiles": declared.tiles.iter().map(tile).collect::<Vec<_>>(),
            "players": setup.seats(),
            "hidden": declared.has_hidden_information,
        })
    }

    fn show_frame(_: &Setup, frame: &Frame) -> Value {
        let mut shown = show_board(&frame.board);
        shown["round"] = frame.round.into();
        shown["figures"] = json!(frame.figures);
        shown["places"] = json!(frame.places);
        shown["out"] = frame.out.iter().map(Seat::number).collect();
        shown
    }

    fn show_orders(orders: &Orders) -> Vec<Value> {
        match orders {
            Orders::Nothing | Orders::Absent => Vec::new(),
            Orders::Value(item) => vec![json!({"order": item.json()})],
            Orders::Move(number) => vec![json!({"move": number})],
            Orders::Unreadable(what) => vec![json!({"unreadable": what})],
            Orders::CopyDiffers => vec![json!({"unreadable": "copy_differs"})],
        }
    }

    fn show_event(_: &Setup, event: &Event) -> Value {
        match event {
            Event::Said(item) => json!({"type": "said", "event": item.json()}),
            Event::Refused(seat, why) => {
                json!({"type": "refused", "seat": seat.number(), "why": why.english()})
            }
            Event::Changed(change) => {
                let mut shown = json!({"type": "changed", "cells": change.cells});
                let mut set = |name: &str, value: Option<Value>| {
                    if let Some(value) = value {
                        shown[name] = value;
                    }
                };
                set("round", change.round.map(Value::from));
                set("pieces", change.pieces.as_ref().map(|pieces| pieces.iter().map(show_piece).collect()));
                set("walls", change.walls.as_ref().map(|walls| walls.iter().map(show_wall).collect()));
                set("text", change.text.as_deref().map(Value::from));
                set("figures", change.figures.as_ref().map(|figures| json!(figures)));
                set("places", change.places.as_ref().map(|places| json!(places)));
                set("out", change.out.map(|out| out.iter().map(Seat::number).collect()));
                shown
            }
            Event::Failed(failure) => {
                let place = failure.problem.place.as_ref();
                json!({
                    "type": "failed",
                    "message": failure.problem.message.english(),
                    "file": place.map(|place| &place.file),
                    "line": place.map(|place| place.line),
                })
            }
        }
    }

    fn marks(event: &Event) -> Vec<(&'static str, Seat)> {
        match event {
            Event::Said(item) => seat_of(&item.datum()).map(|seat| ("event", seat)).into_iter().collect(),
            Event::Refused(seat, _) => vec![("refused", *seat)],
            Event::Changed(_) => Vec::new(),
            Event::Failed(_) => vec![("failed", Seat(0))],
        }
    }

    fn axis_len(setup: &Setup, axis: &str) -> usize {
        let (width, height) = setup.board.unwrap_or_default();
        match axis {
            "x" => width.into(),
            "y" => height.into(),
            "figure" => setup.rules.figures.len(),
            _ => setup.seats(),
        }
    }

    fn write_arrays(setup: &Setup, frame: &Frame, out: &mut FrameArrays) {
        arrays::write(setup, frame, out);
    }

    fn sight(setup: &Setup, frame: &Frame) -> Sight {
        sight_of(&setup.rules, &frame.board)
    }

    fn picture(setup: &Setup, frame: &Frame) -> String {
        picture_of(&setup.rules, &frame.board)
    }

    fn tell(_: &Setup, event: &Event, names: &[String]) -> Message {
        let name = |seat: Seat| names.get(seat.index()).map_or("?", String::as_str);
        match event {
            Event::Said(item) => printable(&event_text(&item.datum(), name)).into(),
            Event::Refused(seat, why) => {
                message!("%{seat}'s order is refused: %{why}", seat = name(*seat), why = why.clone())
            }
            Event::Changed(_) => message!("the position changes"),
            Event::Failed(failure) => {
                message!("the game failed: %{what}", what = failure.problem().message)
            }
        }
    }

    fn is_silent(event: &Event) -> bool {
        matches!(event, Event::Changed(_))
    }

    fn tell_orders(_: &Setup, _: &Frame, _: Seat, orders: &Orders) -> Vec<wag_core::game::OrderText> {
        PythonGame::show_orders(orders).iter().map(plain::order_text).collect()
    }
}

pub fn standings(rules: &Rules, figures: &[Vec<i64>], places: &[u32]) -> Vec<Standing> {
    let standing = |(figures, place): (&Vec<i64>, &u32)| Standing {
        place: *place,
        figures: rules.figures.iter().copied().zip(figures.iter().copied()).collect(),
    };
    figures.iter().zip(places).map(standing).collect()
}

/// Books an event: a key that is named like a figure holds an amount, and the event's type names the entry.
fn book_event(rules: &Rules, event: &Datum, booked: &mut [Vec<i64>], book: &mut AccountBook) {
    let Some(seat) = seat_of(event).filter(|seat| seat.index() < booked.len()) else { return };
    let kind = event.get("type").and_then(Datum::as_text).unwrap_or(OTHER);
    for (account, booked) in rules.accounts().accounts.iter().zip(&mut booked[seat.index()]) {
        let Some(amount) = event.get(account.figure).and_then(Datum::as_int) else { continue };
        let entry = account.entries.iter().find(|(name, _)| *name == kind).map_or(OTHER, |(name, _)| name);
        book.add(seat, account.figure, entry, amount);
        *booked = booked.saturating_add(amount);
    }
}

/// Returns the seat that an event concerns. Games count seats from 0.
fn seat_of(event: &Datum) -> Option<Seat> {
    let seat = event.get("seat").and_then(Datum::as_int)?;
    u8::try_from(seat).ok().filter(|seat| *seat < 32).map(Seat)
}

/// Returns an event's own text, or else its type and values.
fn event_text<'n>(event: &Datum, name: impl Fn(Seat) -> &'n str) -> String {
    if let Some(text) = event.get("text").and_then(Datum::as_text) {
        return text.to_string();
    }
    let Datum::Dict(entries) = event else { return event.to_json().to_string() };
    let kind = event.get("type").and_then(Datum::as_text).unwrap_or("event").replace('_', " ");
    let values = entries.iter().filter_map(|(key, value)| match (key.as_text(), value) {
        (Some("type" | "seat" | "only"), _) => None,
        (Some(key), Datum::Text(text)) => Some(format!("{key} {text}")),
        (Some(key), value) => Some(format!("{key} {}", value.to_json())),
        (None, _) => None,
    });
    let own = seat_of(event).map(|seat| format!("{}:", name(seat)));
    let values = values.collect::<Vec<_>>().join(", ");
    own.into_iter().chain([kind]).chain((!values.is_empty()).then_some(values)).collect::<Vec<_>>().join(" ")
}

fn show_board(board: &Board) -> Value {
    json!({
        "width": board.width,
        "cells": board.cells,
        "pieces": board.pieces.iter().map(show_piece).collect::<Vec<_>>(),
        "walls": board.walls.iter().map(show_wall).collect::<Vec<_>>(),
        "hexagons": board.has_hexagons,
        "text": board.text,
    })
}

fn show_piece(piece: &wag_python::protocol::game::Piece) -> Value {
    let seat = piece.seat.map(Seat::number);
    json!({"x": piece.x, "y": piece.y, "sign": piece.sign, "seat": seat, "text": piece.text, "id": piece.id})
}

fn show_wall(wall: &wag_python::protocol::game::Wall) -> Value {
    json!({"x": wall.x, "y": wall.y, "south": wall.is_south})
}

fn sight_of(rules: &Rules, board: &Board) -> Sight {
    let width = usize::from(board.width);
    let mut cells: Vec<Cell> = board.cells.iter().map(|tile| rules.cell(*tile)).collect();
    for piece in &board.pieces {
        let (x, y) = (usize::from(piece.x), usize::from(piece.y));
        if let Some(cell) = cells.get_mut(y * width + x).filter(|_| x < width) {
            let mut signs = piece.sign.chars().filter(|sign| !sign.is_control());
            let signs = [signs.next().unwrap_or('?'), signs.next().unwrap_or(' ')];
            *cell = Cell { signs, tone: Tone::Piece, owner: piece.seat.or(cell.owner) };
        }
    }
    Sight { width, cells }
}

/// Returns a board as text: its cells, then its own text.
pub fn picture_of(rules: &Rules, board: &Board) -> String {
    let grid = if board.width > 0 { plain::picture(&sight_of(rules, board)) } else { String::new() };
    let text: String = board.text.lines().map(|line| printable(line) + "\n").collect();
    grid + &text
}
