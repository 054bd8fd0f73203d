//! A turn in few bytes: what the guesses did not foresee. This is a file format; see [`super`].

use super::super::board::Board;
use super::super::event::{Event, Obstacle, UnitName};
use super::super::orders::{Direction, Orders, UnitId, UnitType};
use super::super::{SEATS, Setup, Warriors};
use super::frame::{Frame, PlayerFrame};
use super::guess::{Guess, fought};
use crate::game::{ColumnReader, Columns, Seat, SeatOrders};

// Column 0 counts the right guesses.
/// How many creations, and which.
const CREATIONS: usize = 1;
/// Orders in another order than that of the ids: how many there are, and for each one which of the units that have none
/// yet it is for, in the order of last time; [`STRANGE_ID`] and the id for any other.
const LISTS: usize = 2;
const RANKS: usize = 3;
/// Directions, counted on from the unit's last move; [`NO_ORDER`].
const DIRECTIONS: usize = 4;
/// What happened instead of what was guessed, see below.
const SURPRISES: usize = 5;
const FIELDS: usize = 6;
const EVENTS: usize = 7;
const IDS: usize = 8;
pub const COLUMNS: usize = 9;

const NO_ORDER: u8 = 5;
const STRANGE_ID: u8 = 255;

/// The turn is over.
const END: u8 = 0;
/// Resources on the resource field of this number, as many as the rules say.
const SPAWNED: u8 = 1;
/// The fight that was guessed, with the other winner.
const OTHER_WINNER: u8 = 2;
/// Anything else, word for word.
const OTHER: u8 = 3;

/// The most creations, or the most events, that are believed of one turn.
const MANY: u64 = 1 << 20;

pub fn pack(
    setup: &Setup,
    frame: &mut Frame,
    orders: &[(Seat, Orders)],
    events: &[Event],
    out: &mut Columns,
) {
    let Some((seat, orders)) = orders.first() else { return };
    let known = frame.known_units(*seat, orders.creations.len());
    write_orders(frame.player(*seat), known, orders, out);
    frame.begin_turn_with(*seat, orders);
    let mut guess = Guess::new(*seat, orders);
    for event in events {
        write_event(setup, frame, guess.next(setup, frame), event, out);
        guess.take_in(setup, frame, event);
        frame.follow(setup, event);
    }
    let is_over = guess.next(setup, frame).is_none();
    out.guessed(is_over);
    if !is_over {
        out.byte(SURPRISES, END);
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
    let known = frame.known_units(seat, creations.len());
    let moves = read_moves(frame.player(seat), known, from)?;
    let orders = Orders { creations, moves };
    frame.begin_turn_with(seat, &orders);
    let mut guess = Guess::new(seat, &orders);
    let mut events = Vec::new();
    while let Some(event) = read_event(setup, frame, guess.next(setup, frame), from)? {
        guess.take_in(setup, frame, &event);
        frame.follow(setup, &event);
        events.push(event);
        if events.len() as u64 > MANY {
            return None;
        }
    }
    Some((vec![(seat, orders)], events))
}

/// A seat's units, those included that it is about to create.
struct Known {
    /// In ascending order.
    ids: Vec<u32>,
    /// As they were ordered last time, then those that were not.
    in_sequence: Vec<u32>,
}

impl Frame {
    fn known_units(&self, seat: Seat, creations: usize) -> Known {
        let player = self.player(seat);
        let last = player.units.last().map_or(0, |unit| unit.id.0.saturating_add(1));
        let first_new = player.next_id.max(last);
        let new = first_new..first_new.saturating_add(creations as u32);
        let ids: Vec<u32> = player.units.iter().map(|unit| unit.id.0).chain(new).collect();
        let mut is_placed = vec![false; ids.len()];
        let mut in_sequence = Vec::with_capacity(ids.len());
        for id in &self.sequences[seat.index()] {
            if let Ok(at) = ids.binary_search(id)
                && !std::mem::replace(&mut is_placed[at], true)
            {
                in_sequence.push(*id);
            }
        }
        in_sequence.extend(ids.iter().zip(is_placed).filter(|(_, is_placed)| !is_placed).map(|(id, _)| *id));
        Known { ids, in_sequence }
    }

    /// Orders are told beside the last moves, which the turn then clears.
    fn begin_turn_with(&mut self, seat: Seat, orders: &Orders) {
        self.sequences[seat.index()] = orders.moves.iter().map(|(id, _)| id.0).collect();
        self.begin_turn(&[seat]);
    }
}

fn write_orders(player: &PlayerFrame, known: Known, orders: &Orders, out: &mut Columns) {
    out.guessed_number(CREATIONS, 0, orders.creations.len() as u64);
    for kind in &orders.creations {
        out.byte(CREATIONS, *kind as u8);
    }
    let is_ascending = orders.moves.is_sorted_by(|a, b| a.0 < b.0);
    let all_known = orders.moves.iter().all(|(id, _)| known.ids.binary_search(&id.0).is_ok());
    if is_ascending && all_known {
        out.guessed(true);
        let mut moves = orders.moves.iter().peekable();
        for id in known.ids {
            let order = moves.next_if(|order| order.0.0 == id);
            out.byte(DIRECTIONS, order.map_or(NO_ORDER, |(id, direction)| sign(player, *id, *direction)));
        }
        return;
    }
    out.guessed(false);
    out.number(LISTS, orders.moves.len() as u64);
    let mut rest = known.in_sequence;
    for (id, direction) in &orders.moves {
        match rest.iter().take(usize::from(STRANGE_ID)).position(|known| *known == id.0) {
            Some(at) => {
                rest.remove(at);
                out.byte(RANKS, at as u8);
            }
            None => {
                out.byte(RANKS, STRANGE_ID);
                out.number(IDS, u64::from(id.0));
            }
        }
        out.byte(DIRECTIONS, sign(player, *id, *direction));
    }
}

fn read_creations(from: &mut ColumnReader<'_>) -> Option<Vec<UnitType>> {
    let count = from.guessed_number(CREATIONS, 0)?;
    if count > MANY.min(from.left(CREATIONS) as u64) {
        return None;
    }
    (0..count).map(|_| UnitType::ALL.get(usize::from(from.byte(CREATIONS)?)).copied()).collect()
}

fn read_moves(
    player: &PlayerFrame,
    known: Known,
    from: &mut ColumnReader<'_>,
) -> Option<Vec<(UnitId, Direction)>> {
    let mut moves = Vec::with_capacity(known.ids.len());
    if from.is_as_guessed()? {
        for id in known.ids {
            let sign = from.byte(DIRECTIONS)?;
            if sign != NO_ORDER {
                moves.push((UnitId(id), direction(player, UnitId(id), sign)?));
            }
        }
        return Some(moves);
    }
    let count = from.number(LISTS)?;
    if count > from.left(DIRECTIONS) as u64 {
        return None;
    }
    let mut rest = known.in_sequence;
    for _ in 0..count {
        let id = match from.byte(RANKS)? {
            STRANGE_ID => u32::try_from(from.number(IDS)?).ok()?,
            at if usize::from(at) < rest.len() => rest.remove(usize::from(at)),
            _ => return None,
        };
        moves.push((UnitId(id), direction(player, UnitId(id), from.byte(DIRECTIONS)?)?));
    }
    Some(moves)
}

/// A direction, counted on from where the unit went last.
fn sign(player: &PlayerFrame, id: UnitId, direction: Direction) -> u8 {
    (direction as u8 + 5 - last_move(player, id)) % 5
}

fn direction(player: &PlayerFrame, id: UnitId, sign: u8) -> Option<Direction> {
    (sign < 5).then(|| Direction::ALL[usize::from((sign + last_move(player, id)) % 5)])
}

fn last_move(player: &PlayerFrame, id: UnitId) -> u8 {
    player.position_of(id).map_or(0, |at| player.units[at].last_move as u8)
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
        out.byte(SURPRISES, SPAWNED);
        out.number(FIELDS, number as u64);
        return;
    }
    if guessed.and_then(|guessed| other_winner(frame, &guessed)).as_ref() == Some(event) {
        out.byte(SURPRISES, OTHER_WINNER);
        return;
    }
    out.byte(SURPRISES, OTHER);
    out.bytes(EVENTS, &postcard::to_stdvec(event).expect("plain data can be written"));
}

/// The next event, `Some(None)` at the end of the turn, `None` when these are no events.
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
    let event = match from.byte(SURPRISES)? {
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

/// Whether an event that was read names seats and fields that are there.
fn is_sound(board: &Board, event: &Event) -> bool {
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
