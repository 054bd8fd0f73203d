//! Default implementations of [`super::Show`] for games with small turns: data as plain bytes, boards as characters.
//!
//! The bytes that are written here are part of a file format. The input of the reading functions is untrusted: its size
//! is limited, and nothing panics.

use super::{ColumnReader, Columns, OrderText, Seat, Sight};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Write;

/// The number of columns of [`pack`]. Column 0 counts correct guesses.
pub const COLUMNS: usize = 4;
const ORDERS: usize = 1;
const COUNTS: usize = 2;
const EVENTS: usize = 3;

/// The maximum number of events in one turn.
const MANY: u64 = 1 << 20;

/// Encodes data as bytes.
pub fn write<T: Serialize>(data: &T) -> Vec<u8> {
    postcard::to_stdvec(data).expect("plain data can be written")
}

/// Decodes bytes that [`write`] wrote. The game must check that the result is valid.
pub fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// Writes a turn: the orders of each seat, then the events. Nothing is predicted about orders, so even the default
/// orders take a byte or two.
pub fn pack<O: Serialize, E: Serialize>(orders: &[(Seat, O)], events: &[E], out: &mut Columns) {
    for (_, orders) in orders {
        out.bytes(ORDERS, &write(orders));
    }
    pack_events(events, [COUNTS, EVENTS], out);
}

/// The orders and events of a turn.
type Turn<O, E> = (Vec<(Seat, O)>, Vec<E>);

/// Reads a turn of the given seats that [`pack`] wrote. Returns `None` if an event is impossible.
pub fn unpack<O: DeserializeOwned, E: DeserializeOwned>(
    seats: &[Seat],
    is_possible: impl Fn(&E) -> bool,
    from: &mut ColumnReader<'_>,
) -> Option<Turn<O, E>> {
    let orders = seats.iter().map(|seat| Some((*seat, read(from.bytes(ORDERS)?)?))).collect::<Option<_>>()?;
    Some((orders, unpack_events([COUNTS, EVENTS], is_possible, from)?))
}

/// Writes events: their number in the first of the two columns, the events in the second.
pub fn pack_events<E: Serialize>(events: &[E], [counts, column]: [usize; 2], out: &mut Columns) {
    out.number(counts, events.len() as u64);
    for event in events {
        out.bytes(column, &write(event));
    }
}

/// Reads events that [`pack_events`] wrote. Returns `None` if an event is impossible.
pub fn unpack_events<E: DeserializeOwned>(
    [counts, column]: [usize; 2],
    is_possible: impl Fn(&E) -> bool,
    from: &mut ColumnReader<'_>,
) -> Option<Vec<E>> {
    let count = from.number(counts)?;
    if count > MANY.min(from.left(column) as u64) {
        return None;
    }
    let event = |_| read(from.bytes(column)?).filter(&is_possible);
    (0..count).map(event).collect()
}

/// Returns the board as text, with the last digits of the column numbers above it and the row numbers next to it.
pub fn picture(sight: &Sight) -> String {
    let mut text = "   ".to_string();
    (0..sight.width).for_each(|x| text.extend([' ', char::from(b'0' + (x % 10) as u8)]));
    text.push('\n');
    for (y, row) in sight.cells.chunks(sight.width.max(1)).enumerate() {
        let signs: String = row.iter().flat_map(|cell| cell.signs).collect();
        let _ = writeln!(text, "{y:>3} {}", signs.trim_end());
    }
    text
}

/// Returns the values of an order as text, without their keys, which are meant for programs.
pub fn order_text(order: &Value) -> OrderText {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_string);
    let words = match order {
        Value::Object(fields) => fields.values().map(word).collect::<Vec<_>>().join(" "),
        value => word(value),
    };
    OrderText { words, field: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Cell, Tone};

    #[test]
    fn a_picture_has_numbers_at_its_edges() {
        let cells = "ab.c.d".chars().map(|sign| Cell::plain(sign, Tone::Ground)).collect();
        assert_eq!(picture(&Sight { width: 3, cells }), "    0 1 2\n  0 a b .\n  1 c . d\n");
        assert_eq!(picture(&Sight::default()), "   \n");
    }
}
