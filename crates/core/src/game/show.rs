//! The appearance of a game in replays and to spectators.

use super::loss::Framed;
use super::{
    AccountBook, Accounts, ArrayInfo, ColumnReader, Columns, Events, FrameArrays, Game, LossAccount, Losses,
    OrderText, Seat, Sight, Standing, plain,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Debug;
use wag_i18n::Message;

/// The orders of each seat in a turn.
pub type SeatOrders<G> = Vec<(Seat, <G as Game>::Orders)>;

/// A turn in an exported page; see [`Show::fold_turn`].
#[derive(Clone, Debug, PartialEq)]
pub struct FoldedTurn {
    /// The events for the page, instead of those of [`Show::show_event`].
    pub events: Vec<Value>,
    /// The seats whose orders are left out.
    pub seats: Vec<Seat>,
}

/// A game whose matches can be recorded and shown to spectators.
///
/// The display follows from the events alone, never from the rules, because the rules may have changed by the time
/// somebody watches an old match. All input may come from a damaged or malicious file, and nothing panics.
pub trait Show: Game {
    /// The version of the rules. It increases whenever the same orders would lead to a different match.
    const VERSION: u32;
    /// The number of columns that [`Show::pack`] writes, including the first one, which counts correct guesses.
    const COLUMNS: usize = plain::COLUMNS;
    /// Kinds of [`Show::marks`] that are too frequent for a viewer to jump to.
    const QUIET: &[&str] = &[];
    /// The symbols of [`Show::sight`] and their meanings.
    const LEGEND: &[(&str, &str)];
    /// For programs: the arrays of [`Show::write_arrays`].
    const ARRAYS: &'static [ArrayInfo];
    /// For programs: the events that [`Show::show_event`] returns.
    const EVENTS: &'static Events;
    /// The accounts of the figures of [`Show::frame_standings`].
    const ACCOUNTS: &'static Accounts;
    /// Everything that a spectator sees at one moment.
    type Frame: Clone + Debug + PartialEq + Serialize + DeserializeOwned;

    /// Removes the players' names from a setup, so that the setups of matches between other players can be compared.
    fn remove_names(_setup: &mut Self::Setup) {}

    /// Returns whether a setup is valid. The setup may come from a damaged file.
    fn is_sound(setup: &Self::Setup) -> bool;
    /// Returns whether the seats and positions of an event exist in this match. The event may come from a damaged file.
    fn is_possible(setup: &Self::Setup, event: &Self::Event) -> bool;
    /// Returns the number of seats.
    fn seats(setup: &Self::Setup) -> usize;

    fn frame(state: &Self::State) -> Self::Frame;
    /// Encodes a frame compactly.
    fn write_frame(_setup: &Self::Setup, frame: &Self::Frame) -> Vec<u8> {
        plain::write(frame)
    }
    fn read_frame(setup: &Self::Setup, bytes: &[u8]) -> Option<Self::Frame> {
        plain::read(bytes).filter(|frame| Self::is_frame_sound(setup, frame))
    }
    /// Returns whether a frame read from a file is valid.
    fn is_frame_sound(setup: &Self::Setup, frame: &Self::Frame) -> bool;

    /// Writes the turn that begins at `frame`, and advances the frame to the end of that turn. Small games can keep the
    /// default implementations of this function and of [`Show::unpack`].
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
    /// Reads a turn of the given seats that [`Show::pack`] wrote. Returns `None` if the data is invalid.
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
    /// Brings orders into the sequence in which a replay stores them, so that they can be compared with recorded ones.
    fn sort_orders(_orders: &mut Self::Orders) {}
    /// Advances a frame to the end of a turn of the given seats.
    fn follow(setup: &Self::Setup, frame: &mut Self::Frame, seats: &[Seat], events: &[Self::Event]);

    /// Returns the accounts of the figures in this match. The default is [`Show::ACCOUNTS`].
    fn accounts(_setup: &Self::Setup) -> &'static Accounts {
        Self::ACCOUNTS
    }
    /// Returns the standings, as [`Game::standings`] does.
    fn frame_standings(setup: &Self::Setup, frame: &Self::Frame) -> Vec<Standing>;

    /// Books a turn that begins at the frame `before`.
    fn book(
        setup: &Self::Setup,
        before: &Self::Frame,
        orders: &[(Seat, Self::Orders)],
        events: &[Self::Event],
        book: &mut AccountBook,
    );
    /// Returns the value of each seat that shows who leads; the highest is best. The default is the sum of the figures
    /// that [`Show::accounts`] names for it.
    fn lead(setup: &Self::Setup, frame: &Self::Frame) -> Vec<i64> {
        let lead = &Self::accounts(setup).lead;
        let of = |figures: &[(&str, i64)]| {
            let leading = figures.iter().filter(|(name, _)| lead.figures.contains(name));
            leading.fold(0_i64, |sum, (_, value)| sum.saturating_add(*value))
        };
        Self::frame_standings(setup, frame).iter().map(|standing| of(&standing.figures)).collect()
    }

    /// How losses of this game are measured and explained; `None` if they are not.
    const LOSSES: Option<&'static Losses> = None;
    /// Returns the value of a finished match for one seat, in the unit of [`Show::LOSSES`].
    fn loss_value(_standings: &[Standing], _seat: Seat) -> f64 {
        0.0
    }
    /// Returns the orders that are worth trying for a seat in this position, each with its name; none if they are too
    /// many.
    fn alternatives(
        _setup: &Self::Setup,
        _frame: &Self::Frame,
        _seat: Seat,
    ) -> Vec<(&'static str, Self::Orders)> {
        Vec::new()
    }
    /// Returns an empty account of a player's losses. The default has no causes.
    fn loss_account(_setup: &Self::Setup, _seat: Seat) -> Option<Box<dyn LossAccount<Self>>> {
        None
    }

    /// For pages: returns the part of the display that never changes.
    fn scene(setup: &Self::Setup) -> Value;
    /// For pages: returns one frame.
    fn show_frame(setup: &Self::Setup, frame: &Self::Frame) -> Value;
    /// For pages: returns a list with one object per order.
    fn show_orders(orders: &Self::Orders) -> Vec<Value>;
    /// For exported pages: returns a turn without what `restore` of the game's display can compute from the frame before
    /// it, or `None` if nothing can be left out. `orders` are those that have nothing but what [`Show::show_orders`]
    /// returns. `is_first` is true for the first turn after a frame that the page has.
    fn fold_turn(
        _setup: &Self::Setup,
        _frame: &Self::Frame,
        _orders: &[(Seat, &Self::Orders)],
        _events: &[Self::Event],
        _is_first: bool,
    ) -> Option<FoldedTurn> {
        None
    }
    /// Returns the number of objects that [`Show::show_orders`] returns.
    fn count_orders(orders: &Self::Orders) -> usize {
        Self::show_orders(orders).len()
    }
    /// For pages: returns one event as an object with a `type`.
    fn show_event(setup: &Self::Setup, event: &Self::Event) -> Value;
    /// Returns the marks that an event sets on the time line, each as a kind and a seat.
    fn marks(event: &Self::Event) -> Vec<(&'static str, Seat)>;

    /// For programs: returns the length of an axis that [`Show::ARRAYS`] names.
    fn axis_len(setup: &Self::Setup, axis: &str) -> usize;
    /// For programs: writes a frame to the arrays of [`Show::ARRAYS`].
    fn write_arrays(setup: &Self::Setup, frame: &Self::Frame, out: &mut FrameArrays);
    /// Returns the arrays of [`Show::ARRAYS`] without frames.
    fn frame_arrays(setup: &Self::Setup) -> FrameArrays {
        FrameArrays::new(Self::ARRAYS, |axis| Self::axis_len(setup, axis))
    }
    /// Adds a frame to the arrays.
    fn add_frame(setup: &Self::Setup, frame: &Self::Frame, arrays: &mut FrameArrays) {
        Self::write_arrays(setup, frame, arrays);
        arrays.end_frame();
    }

    /// For terminals: returns the board as symbols.
    fn sight(setup: &Self::Setup, frame: &Self::Frame) -> Sight;
    /// For terminals: returns the board as text.
    fn picture(setup: &Self::Setup, frame: &Self::Frame) -> String {
        plain::picture(&Self::sight(setup, frame))
    }
    /// Returns one event as a sentence without a full stop, with the players' names.
    fn tell(setup: &Self::Setup, event: &Self::Event, names: &[String]) -> Message;
    /// Returns the seat that an event puts out of the match, if no notice reports it.
    fn put_out(_event: &Self::Event) -> Option<Seat> {
        None
    }
    /// Returns whether lists of events for people leave this event out, because the board and the figures show it.
    fn is_silent(_event: &Self::Event) -> bool {
        false
    }
    /// For logs: describes the events that concern a seat, one sentence each, without its refused orders. The default
    /// describes the events that set a mark for the seat.
    fn tell_seat(setup: &Self::Setup, events: &[Self::Event], seat: Seat, names: &[String]) -> Vec<Message> {
        let own = events.iter().filter(|event| Self::marks(event).iter().any(|(_, whose)| *whose == seat));
        own.map(|event| Self::tell(setup, event, names)).collect()
    }
    /// For terminals: describes the orders of a seat, in the same sequence as [`Show::show_orders`]. `frame` is the
    /// position at the end of the round.
    fn tell_orders(
        _setup: &Self::Setup,
        _frame: &Self::Frame,
        _seat: Seat,
        orders: &Self::Orders,
    ) -> Vec<OrderText> {
        Self::show_orders(orders).iter().map(plain::order_text).collect()
    }
}

impl<G: Show> Framed for G {
    type Frame = <G as Show>::Frame;
}
