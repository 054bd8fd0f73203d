//! How a game is kept in a replay, and how it shows itself to spectators.

use super::{ColumnReader, Columns, Game, OrderText, Seat, Sight, Standing, plain};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;

/// A seat's orders, as a turn has them.
pub type SeatOrders<G> = Vec<(Seat, <G as Game>::Orders)>;

/// A game whose matches can be recorded, and watched by people and pages.
///
/// What a spectator sees follows from the events alone: never from the rules, which may be others by the time an old
/// match is watched. Whatever is read may come from a damaged or malicious file; nothing panics.
pub trait Show: Game {
    /// Counted up when the same orders would give another match.
    const VERSION: u32;
    /// How many columns [`Show::pack`] writes, the first one included, which is not its own.
    const COLUMNS: usize = plain::COLUMNS;
    /// Kinds of [`Show::marks`] that come so often that nobody looks for the next one.
    const QUIET: &[&str] = &[];
    /// Signs of [`Show::sight`], and what they mean.
    const LEGEND: &[(&str, &str)];
    /// All that a spectator sees at one moment.
    type Frame: Clone + Debug + PartialEq + Serialize + DeserializeOwned;

    /// Whether a setup that was read makes sense.
    fn is_sound(setup: &Self::Setup) -> bool;
    /// Whether an event that was read names seats and places that are there.
    fn is_possible(setup: &Self::Setup, event: &Self::Event) -> bool;
    /// How many sit at the table.
    fn seats(setup: &Self::Setup) -> usize;

    fn frame(state: &Self::State) -> Self::Frame;
    /// A frame as bytes, in few of them.
    fn write_frame(_setup: &Self::Setup, frame: &Self::Frame) -> Vec<u8> {
        plain::write(frame)
    }
    fn read_frame(setup: &Self::Setup, bytes: &[u8]) -> Option<Self::Frame> {
        plain::read(bytes).filter(|frame| Self::fits(setup, frame))
    }
    /// Whether a frame that was read makes sense.
    fn fits(setup: &Self::Setup, frame: &Self::Frame) -> bool;

    /// Writes the turn that begins at `frame`, and brings the frame to its end. Small games can leave it, and its reading,
    /// as it is.
    fn pack(
        setup: &Self::Setup,
        frame: &mut Self::Frame,
        orders: &[(Seat, Self::Orders)],
        events: &[Self::Event],
        out: &mut Columns,
    ) {
        plain::pack(orders, events, out);
        let seats: Vec<Seat> = orders.iter().map(|(seat, _)| *seat).collect();
        Self::follow(setup, frame, &seats, events);
    }
    /// Reads what [`Show::pack`] has written of a turn of these seats.
    fn unpack(
        setup: &Self::Setup,
        frame: &mut Self::Frame,
        seats: &[Seat],
        from: &mut ColumnReader<'_>,
    ) -> Option<(SeatOrders<Self>, Vec<Self::Event>)> {
        let (orders, events) = plain::unpack(seats, |event| Self::is_possible(setup, event), from)?;
        Self::follow(setup, frame, seats, &events);
        Some((orders, events))
    }
    /// Brings a frame to the end of a turn of these seats.
    fn follow(setup: &Self::Setup, frame: &mut Self::Frame, seats: &[Seat], events: &[Self::Event]);

    /// As [`Game::standings`].
    fn frame_standings(frame: &Self::Frame) -> Vec<Standing>;

    /// For pages: what never changes.
    fn scene(setup: &Self::Setup) -> Value;
    /// For pages: one moment.
    fn show_frame(setup: &Self::Setup, frame: &Self::Frame) -> Value;
    /// For pages: one object per single order.
    fn show_orders(orders: &Self::Orders) -> Vec<Value>;
    /// How many objects [`Show::show_orders`] gives.
    fn count_orders(orders: &Self::Orders) -> usize {
        Self::show_orders(orders).len()
    }
    /// For pages: one event, as an object with a `type`.
    fn show_event(setup: &Self::Setup, event: &Self::Event) -> Value;
    /// What is worth a mark on a time line: its kind, and whose it is.
    fn marks(event: &Self::Event) -> Vec<(&'static str, Seat)>;

    /// For terminals: the board as signs.
    fn sight(setup: &Self::Setup, frame: &Self::Frame) -> Sight;
    /// For terminals: the board as text.
    fn picture(setup: &Self::Setup, frame: &Self::Frame) -> String {
        plain::picture(&Self::sight(setup, frame))
    }
    /// For terminals: one event as a sentence without a full stop; players by their names.
    fn tell(setup: &Self::Setup, event: &Self::Event, names: &[String]) -> String;
    /// For terminals: the orders of a seat in words, in the sequence of [`Show::show_orders`]. `frame` is the end of the round.
    fn tell_orders(
        _setup: &Self::Setup,
        _frame: &Self::Frame,
        _seat: Seat,
        orders: &Self::Orders,
    ) -> Vec<OrderText> {
        Self::show_orders(orders).iter().map(plain::order_text).collect()
    }
}
