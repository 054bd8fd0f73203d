//! Converts the answers of `wag._game_session` to the types of the protocol.

use super::walker::{NoDatum, pack};
use crate::protocol::game::{Board, BotOrder, Packed, Piece, SeatView, Step, Wall};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};
use wag_core::game::{Seat, SeatSet};

/// The reason why a call of the game has no answer.
#[derive(Debug)]
pub enum Fault {
    Raised(PyErr),
    /// A value that is no plain data. The first field is the expression whose value it is, such as `view(...)`.
    NoDatum(String, Box<NoDatum>),
    /// The pickle of the state has this number of bytes.
    LargeState(usize),
}

impl From<PyErr> for Fault {
    fn from(err: PyErr) -> Fault {
        Fault::Raised(err)
    }
}

/// Packs a value. `root` is the expression whose value it is.
pub fn packed(value: &Bound<'_, PyAny>, root: &str) -> Result<Packed, Fault> {
    pack(value).map_err(|why| Fault::NoDatum(root.to_string(), why))
}

/// Packs each value of a list.
pub fn packed_items(list: &Bound<'_, PyAny>, root: &str) -> Result<Vec<Packed>, Fault> {
    let item = |(index, value): (usize, PyResult<Bound<'_, PyAny>>)| {
        pack(&value?).map_err(|why| Fault::NoDatum(format!("{root}[{index}]"), why))
    };
    list.try_iter()?.enumerate().map(item).collect()
}

/// Returns an entry of a dictionary, or an attribute of an object.
pub fn field<'py>(of: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    match of.cast::<PyDict>() {
        Ok(dict) => Ok(dict.get_item(name)?.unwrap_or_else(|| of.py().None().into_bound(of.py()))),
        Err(_) => of.getattr(name),
    }
}

macro_rules! field {
    ($of:expr, $name:literal) => {
        field($of, pyo3::intern!($of.py(), $name))?
    };
}

pub fn step(answer: &Bound<'_, PyAny>) -> Result<Step, Fault> {
    let seats = field!(answer, "seats").cast_into::<PyList>().map_err(PyErr::from)?;
    let refused = field!(answer, "refused");
    let refused: Vec<(u8, String)> = if refused.is_none() { Vec::new() } else { refused.extract()? };
    Ok(Step {
        round: field!(answer, "round").extract()?,
        ask: seat_set(&field!(answer, "ask"))?,
        out: seat_set(&field!(answer, "out"))?,
        figures: field!(answer, "figures").extract()?,
        seats: seats.iter().map(|seat| seat_view(&seat)).collect::<Result<_, _>>()?,
        board: board(&field!(answer, "board"))?,
        events: packed_items(&field!(answer, "events"), "apply(...)")?,
        refused: refused.into_iter().map(|(seat, why)| (Seat(seat), why)).collect(),
    })
}

fn seat_set(list: &Bound<'_, PyAny>) -> PyResult<SeatSet> {
    let mut seats = SeatSet::default();
    for seat in list.try_iter()? {
        let seat: u8 = seat?.extract()?;
        if seat >= u32::BITS as u8 {
            return Err(pyo3::exceptions::PyValueError::new_err(format!("there is no seat {seat}")));
        }
        seats.insert(Seat(seat));
    }
    Ok(seats)
}

fn seat_view(seat: &Bound<'_, PyAny>) -> Result<Option<SeatView>, Fault> {
    if seat.is_none() {
        return Ok(None);
    }
    let moves = field!(seat, "moves");
    let bot = field!(seat, "bot");
    Ok(Some(SeatView {
        view: packed(&field!(seat, "view"), "view(...)")?,
        moves: if moves.is_none() { None } else { Some(packed_items(&moves, "moves(...)")?) },
        made: list_or_empty(&field!(seat, "made"))?,
        shown: board(&field!(seat, "shown"))?,
        observation: list_or_empty(&field!(seat, "observation"))?,
        mask: list_or_empty(&field!(seat, "mask"))?,
        bot: if bot.is_none() { None } else { Some(bot_order(&bot.get_item(0)?)?) },
    }))
}

fn bot_order(order: &Bound<'_, PyAny>) -> Result<BotOrder, Fault> {
    match order.is_none() {
        true => Ok(BotOrder::Nothing),
        false => Ok(BotOrder::Order(packed(order, "bot(...)")?)),
    }
}

/// Returns the items of a list; none for `None`.
fn list_or_empty<T>(list: &Bound<'_, PyAny>) -> PyResult<Vec<T>>
where
    for<'a, 'p> T: FromPyObject<'a, 'p>,
{
    if list.is_none() {
        return Ok(Vec::new());
    }
    list.try_iter()?.map(|item| item?.extract::<T>().map_err(Into::into)).collect()
}

/// The fields of a piece: x, y, sign, seat, text, number.
type PieceFields = (u16, u16, String, Option<u8>, String, Option<u32>);

fn board(board: &Bound<'_, PyAny>) -> Result<Option<Board>, Fault> {
    if board.is_none() {
        return Ok(None);
    }
    let cells = field!(board, "cells");
    let pieces: Vec<PieceFields> = list_or_empty(&field!(board, "pieces"))?;
    let walls: Vec<(u16, u16, bool)> = list_or_empty(&field!(board, "walls"))?;
    Ok(Some(Board {
        width: field!(board, "width").extract()?,
        cells: match cells.cast::<PyBytes>() {
            Ok(cells) => cells.as_bytes().to_vec(),
            Err(_) => list_or_empty(&cells)?,
        },
        pieces: pieces
            .into_iter()
            .map(|(x, y, sign, seat, text, id)| Piece { x, y, sign, seat: seat.map(Seat), text, id })
            .collect(),
        walls: walls.into_iter().map(|(x, y, is_south)| Wall { x, y, is_south }).collect(),
        has_hexagons: field!(board, "has_hexagons").is_truthy()?,
        text: text(&field!(board, "text"))?,
    }))
}

/// Returns a text; an empty one for `None`.
pub fn text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() { Ok(String::new()) } else { value.extract() }
}
