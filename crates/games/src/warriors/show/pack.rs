//! Compact encoding of a turn: only its differences from a prediction. This is a file format; see [`super`].

use super::super::board::Board;
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::{SEATS, Setup, Warriors};
use super::frame::{Frame, PlayerFrame};
use super::predictor::{EventPredictor, fought};
use wag_core::game::{ColumnReader, Columns, Seat, SeatOrders};

// Column 0 holds the flags for correct predictions.
/// Column: the number of creations and their types.
const CREATIONS: usize = 1;
/// Column: for orders that are not sorted by unit id, their number and their units.
const LISTS: usize = 2;
/// Column: codes of the events that were not predicted, such as [`SPAWNED`].
const CORRECTIONS: usize = 3;
const FIELDS: usize = 4;
const EVENTS: usize = 5;
pub const COLUMNS: usize = 6;

/// Symbol for a unit without an order. Lower symbols are directions.
const NO_ORDER: u8 = 5;

/// Code: the turn ends.
const END: u8 = 0;
/// Code: resources appear on the resource field with this index, in the amount that the rules set.
const SPAWNED: u8 = 1;
/// Code: the predicted fight, but with the other winner.
const OTHER_WINNER: u8 = 2;
/// Code: any other event, encoded in full.
const OTHER: u8 = 3;

/// Maximum number of creations accepted for one turn. It is also the maximum number of events.
const COUNT_MAX: u64 = 1 << 20;

pub fn pack(
    setup: &Setup,
    frame: &mut Frame,
    orders: &[(Seat, Orders)],
    events: &[Event],
    out: &mut Columns,
) {
    let Some((seat, orders)) = orders.first() else { return };
    let known = known_units(frame.player(*seat), orders.creations.len());
    write_orders(frame.player(*seat), &known, orders, out);
    frame.begin_turn(&[*seat]);
    let mut predictor = EventPredictor::new(*seat, orders);
    for event in events {
        write_event(setup, frame, predictor.next(setup, frame), event, out);
        predictor.update(setup, frame, event);
        frame.follow(setup, event);
    }
    let is_over = predictor.next(setup, frame).is_none();
    out.guessed(is_over);
    if !is_over {
        out.byte(CORRECTIONS, END);
    }
}

pub fn unpack(
    setup: &Setup,
    frame: &mut Frame,
    seats: &[Seat],
    from: &mut ColumnReader<'_>,
) -> Option<(SeatOrders<Warriors>, Vec<Event>)> {
    let &[seat] = seats else { return None };
    if seat.index() >= SEATS {
        return None;
    }
    let creations = read_creations(from)?;
    let known = known_units(frame.player(seat), creations.len());
    let moves = read_moves(frame.player(seat), &known, from)?;
    let orders = Orders { creations, moves };
    frame.begin_turn(&[seat]);
    let mut predictor = EventPredictor::new(seat, &orders);
    let mut events = Vec::new();
    while let Some(event) = read_event(setup, frame, predictor.next(setup, frame), from)? {
        predictor.update(setup, frame, &event);
        frame.follow(setup, &event);
        events.push(event);
        if events.len() as u64 > COUNT_MAX {
            return None;
        }
    }
    Some((vec![(seat, orders)], events))
}

/// Returns the ids of a seat's units in ascending order, including the units that it is about to create.
fn known_units(player: &PlayerFrame, creations: usize) -> Vec<UnitId> {
    let last = player.units.last().map_or(0, |unit| unit.id.0.saturating_add(1));
    let first_new = player.next_id.max(last);
    let new = first_new..first_new.saturating_add(creations as u32);
    player.units.iter().map(|unit| unit.id).chain(new.map(UnitId)).collect()
}

fn write_orders(player: &PlayerFrame, known: &[UnitId], orders: &Orders, out: &mut Columns) {
    out.guessed_number(CREATIONS, 0, orders.creations.len() as u64);
    for kind in &orders.creations {
        out.byte(CREATIONS, *kind as u8);
    }
    let is_ascending = orders.moves.is_sorted_by(|a, b| a.0 < b.0);
    let all_known = orders.moves.iter().all(|(id, _)| known.binary_search(id).is_ok());
    out.guessed(is_ascending && all_known);
    if is_ascending && all_known {
        let mut moves = orders.moves.iter().peekable();
        for id in known {
            let order = moves.next_if(|order| order.0 == *id);
            out.sign(context(player, *id), order.map_or(NO_ORDER, |(_, direction)| *direction as u8));
        }
        return;
    }
    out.number(LISTS, orders.moves.len() as u64);
    for (id, direction) in &orders.moves {
        out.number(LISTS, u64::from(id.0));
        out.sign(context(player, *id), *direction as u8);
    }
}

fn read_creations(from: &mut ColumnReader<'_>) -> Option<Vec<UnitType>> {
    let count = from.guessed_number(CREATIONS, 0)?;
    if count > COUNT_MAX.min(from.left(CREATIONS) as u64) {
        return None;
    }
    (0..count).map(|_| UnitType::ALL.get(usize::from(from.byte(CREATIONS)?)).copied()).collect()
}

fn read_moves(
    player: &PlayerFrame,
    known: &[UnitId],
    from: &mut ColumnReader<'_>,
) -> Option<Vec<(UnitId, Direction)>> {
    let mut moves = Vec::with_capacity(known.len());
    if from.is_as_guessed()? {
        for id in known {
            let sign = from.sign(context(player, *id))?;
            if sign != NO_ORDER {
                moves.push((*id, direction(sign)?));
            }
        }
        return Some(moves);
    }
    for _ in 0..from.number(LISTS)? {
        let id = UnitId(u32::try_from(from.number(LISTS)?).ok()?);
        moves.push((id, direction(from.sign(context(player, id))?)?));
    }
    Some(moves)
}

/// Returns the encoding context of a unit's order. It follows from the unit's type, whether it carries anything, and
/// its last move.
fn context(player: &PlayerFrame, id: UnitId) -> usize {
    let Some(at) = player.position_of(id) else { return 0 };
    let unit = &player.units[at];
    let role = 2 * usize::from(unit.kind == UnitType::Warrior) + usize::from(unit.cargo > 0);
    1 + 5 * role + unit.last_move as usize
}

fn direction(sign: u8) -> Option<Direction> {
    Direction::ALL.get(usize::from(sign)).copied()
}

fn write_event(setup: &Setup, frame: &Frame, guessed: Option<Event>, event: &Event, out: &mut Columns) {
    let is_right = guessed.as_ref() == Some(event);
    out.guessed(is_right);
    if is_right {
        return;
    }
    if let Event::Spawned { at, amount } = event
        && *amount == setup.rules.spawn_amount
        && let Ok(number) = setup.board.resource_fields().binary_search(at)
    {
        out.byte(CORRECTIONS, SPAWNED);
        out.number(FIELDS, number as u64);
        return;
    }
    if guessed.and_then(|guessed| other_winner(frame, &guessed)).as_ref() == Some(event) {
        out.byte(CORRECTIONS, OTHER_WINNER);
        return;
    }
    out.byte(CORRECTIONS, OTHER);
    out.bytes(EVENTS, &postcard::to_stdvec(event).expect("plain data can be written"));
}

/// Decodes the next event; returns `Some(None)` at the end of the turn and `None` if the bytes are invalid.
#[allow(clippy::option_option)]
fn read_event(
    setup: &Setup,
    frame: &Frame,
    guessed: Option<Event>,
    from: &mut ColumnReader<'_>,
) -> Option<Option<Event>> {
    if from.is_as_guessed()? {
        return Some(guessed);
    }
    let event = match from.byte(CORRECTIONS)? {
        END => return Some(None),
        SPAWNED => {
            let number = usize::try_from(from.number(FIELDS)?).ok()?;
            let at = *setup.board.resource_fields().get(number)?;
            Event::Spawned { at, amount: setup.rules.spawn_amount }
        }
        OTHER_WINNER => other_winner(frame, &guessed?)?,
        OTHER => {
            let event = postcard::from_bytes(from.bytes(EVENTS)?).ok()?;
            is_sound(&setup.board, &event).then_some(event)?
        }
        _ => return None,
    };
    Some(Some(event))
}

fn other_winner(frame: &Frame, guessed: &Event) -> Option<Event> {
    match *guessed {
        Event::Fought { attacker, defender, at, odds, attacker_won, .. } => {
            Some(fought(frame, attacker, defender, at, odds, !attacker_won))
        }
        _ => None,
    }
}

/// Returns whether all seats and fields that a decoded event names exist.
pub fn is_sound(board: &Board, event: &Event) -> bool {
    let seat = |seat: &Seat| seat.index() < SEATS;
    let unit = |unit: &UnitName| seat(&unit.owner);
    let field = |at: &super::super::board::FieldIndex| at.index() < board.fields().len();
    match event {
        Event::Created { unit: name, .. } | Event::MoveRefused { unit: name, .. } => unit(name),
        Event::CreationRefused { seat: owner, .. } | Event::Out { seat: owner } => seat(owner),
        Event::Moved { unit: name, from, to } => unit(name) && field(from) && field(to),
        Event::Blocked { unit: name, by: Obstacle::ForeignBase(owner), .. } => unit(name) && seat(owner),
        Event::Blocked { unit: name, .. } | Event::Delivered { unit: name, .. } => unit(name),
        Event::Fought { attacker, defender, at, odds, .. } => {
            unit(attacker) && unit(defender) && field(at) && odds.is_finite()
        }
        Event::PickedUp { unit: name, at, .. } => unit(name) && field(at),
        Event::Spawned { at, .. } => field(at),
        Event::Ended { winners } => winners.iter().all(seat),
    }
}
