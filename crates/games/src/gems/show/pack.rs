//! Compact encoding of a turn. This is a file format; see [`super`].

use super::super::board::{Place, SIDE, Swap};
use super::super::event::Event;
use super::super::tile::Tile;
use super::super::{Gems, Orders, SEATS};
use wag_core::game::{ColumnReader, Columns, Seat, SeatOrders, plain};

// Column 0 holds the flags for correct guesses.
/// Column: orders that are not swaps.
const OTHER_ORDERS: usize = 1;
const SWAPS: usize = 2;
/// Column: the number of events of each turn.
const COUNTS: usize = 3;
const EVENTS: usize = 4;
pub const COLUMNS: usize = 5;

pub fn pack(orders: &[(Seat, Orders)], events: &[Event], out: &mut Columns) {
    for (_, orders) in orders {
        let swap = if let Orders::Swap(numbers) = orders { Some(numbers) } else { None };
        out.guessed(swap.is_some());
        match swap {
            Some(numbers) => numbers.iter().for_each(|number| out.signed(SWAPS, *number)),
            None => out.byte(OTHER_ORDERS, u8::from(*orders == Orders::Nonsense)),
        }
    }
    plain::pack_events(events, [COUNTS, EVENTS], out);
}

pub fn unpack(seats: &[Seat], from: &mut ColumnReader<'_>) -> Option<(SeatOrders<Gems>, Vec<Event>)> {
    let orders = seats.iter().map(|seat| Some((*seat, read_orders(from)?))).collect::<Option<_>>()?;
    Some((orders, plain::unpack_events([COUNTS, EVENTS], is_possible, from)?))
}

fn read_orders(from: &mut ColumnReader<'_>) -> Option<Orders> {
    if !from.is_as_guessed()? {
        let is_nonsense = from.byte(OTHER_ORDERS)? == 1;
        return Some(if is_nonsense { Orders::Nonsense } else { Orders::Nothing });
    }
    let mut numbers = [0; 4];
    for number in &mut numbers {
        *number = from.signed(SWAPS)?;
    }
    Some(Orders::Swap(numbers))
}

/// Returns whether all seats and squares that a decoded event names exist.
pub fn is_possible(event: &Event) -> bool {
    let sits = |seat: &Seat| seat.index() < SEATS;
    let is_place = |place: &Place| place.0 < SIDE && place.1 < SIDE;
    let are_places = |places: &[Place]| places.len() <= SIDE * SIDE && places.iter().all(is_place);
    let is_refill = |refill: &[(Place, Tile)]| {
        refill.len() <= SIDE * SIDE && refill.iter().all(|(place, _)| is_place(place))
    };
    match event {
        Event::Swapped { seat, swap: Swap { from, to } } => sits(seat) && is_place(from) && is_place(to),
        Event::Credited { seat, tiles, places } => sits(seat) && tiles.len() <= SIDE && are_places(places),
        Event::Refused { seat, .. }
        | Event::Failed { seat }
        | Event::CashedIn { seat, .. }
        | Event::Hurt { seat, .. }
        | Event::AnotherTurn { seat } => sits(seat),
        Event::Removed { places, refill } => are_places(places) && is_refill(refill),
        Event::RowDropped { refill } => is_refill(refill),
        Event::Ended { winner, .. } => winner.iter().all(sits),
    }
}
