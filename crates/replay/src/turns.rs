//! The turns in the body of a block: the game's packed data, and the reports of the players.

use super::call_stacks::{CallStackCollector, CallStackDecoder, CallStackEncoder};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use wag_core::arena::{Note, OrderSources, TurnRecord, TurnReport, at_most};
use wag_core::game::{ColumnReader, Columns, Game, Notice, Seat, SeatOrders, Show};
use wag_core::problem::{Explanation, Fault, FaultKind};
use wag_i18n::Message;

// Column 0 counts the right guesses.
/// The column of the round and the seats of a turn, if they differ from the prediction.
const HEADS: usize = 1;
/// The column of flags that say which parts a report has besides the time; see `ASKED` and below.
const FLAGS: usize = 2;
/// The column of the difference to the seat's previous time; see [`short_time`].
const TIMES: usize = 3;
/// The column of the numbers of places (0 for none), and of the definitions of places. A place is a source line that
/// gave an order.
const PLACES: usize = 4;
const FILES: usize = 5;
const COUNTS: usize = 6;
const OUTPUT: usize = 7;
const DROPPED: usize = 8;
const NOTES: usize = 9;
const FAULTS: usize = 10;
const NOTICES: usize = 11;
const COLUMNS: usize = 12;

const ASKED: u8 = 1;
const HAS_OUTPUT: u8 = 2;
const HAS_DROPPED: u8 = 4;
const HAS_NOTES: u8 = 8;
const HAS_FAULT: u8 = 16;

const SEATS_MAX: usize = 32;

/// One recorded turn.
#[derive(Clone, Debug)]
pub struct Turn<G: Game> {
    pub round: u32,
    pub orders: SeatOrders<G>,
    pub events: Vec<G::Event>,
    /// The reports of the seats that were asked.
    pub reports: Vec<(Seat, TurnReport)>,
    pub notices: Vec<(Seat, Notice)>,
}

impl<G: Game> Turn<G> {
    /// Returns the seats whose turn it was.
    pub fn seats(&self) -> Vec<Seat> {
        self.orders.iter().map(|(seat, _)| *seat).collect()
    }
}

/// What a replay stores of a turn.
pub struct TurnParts<'t, G: Game> {
    pub round: u32,
    pub orders: &'t [(Seat, G::Orders)],
    pub events: &'t [G::Event],
    pub reports: &'t [(Seat, TurnReport)],
    pub notices: &'t [(Seat, Notice)],
}

impl<'t, G: Game> TurnParts<'t, G> {
    pub fn of_record(turn: &TurnRecord<'t, G>) -> TurnParts<'t, G> {
        let TurnRecord { round, orders, reports, events, notices, .. } = *turn;
        TurnParts { round, orders, events, reports, notices }
    }

    pub fn of_turn(turn: &'t Turn<G>) -> TurnParts<'t, G> {
        let Turn { round, orders, events, reports, notices } = turn;
        TurnParts { round: *round, orders, events, reports, notices }
    }
}

/// The data of a block that has been processed so far. Writer and reader make the same predictions from it.
#[derive(Default)]
struct Predictor {
    round: u32,
    seats: Vec<Seat>,
    /// For each list of seats that had a turn, the number of rounds until the next turn and the seats of that turn.
    next: BTreeMap<Vec<Seat>, (u32, Vec<Seat>)>,
    files: Vec<String>,
    /// The places, as file and line. Place number 0 means no place, and number 1 is the first entry of this list.
    places: Vec<(usize, u32)>,
    /// For each seat and place number, the number of the place that came next in the seat's turn.
    follows: HashMap<(Seat, u64), u64>,
    /// The most recent time of each seat.
    times: BTreeMap<Seat, u64>,
}

/// Encodes a fault, followed by its explanation if there is one. In older replays the data ends after the fault, and
/// older programs do not read the explanation.
fn packed_fault(fault: &Fault, explanation: Option<&Explanation>) -> Vec<u8> {
    let message = &fault.message;
    let mut packed = packed(&(fault.kind, message.english()));
    match (explanation, message) {
        (None, Message::Text(_)) => {}
        (Some(explanation), Message::Text(_)) => packed.extend(self::packed(explanation)),
        (explanation, message) => {
            packed.extend(self::packed(&(explanation.cloned().unwrap_or_default(), message)))
        }
    }
    packed
}

fn packed(data: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(data).expect("plain data can be written")
}

/// Reads a fault and its explanation. The stored message is used only if its English text equals the fault's text.
fn read_fault(bytes: &[u8]) -> Option<(Fault, Option<Explanation>)> {
    let ((kind, text), rest) = postcard::take_from_bytes::<(FaultKind, String)>(bytes).ok()?;
    let explained = postcard::take_from_bytes::<Explanation>(rest).ok();
    let message = explained.as_ref().and_then(|(_, rest)| postcard::from_bytes::<Message>(rest).ok());
    let message = message.filter(|message| message.english() == text).unwrap_or_else(|| text.into());
    let explanation = explained.map(|(explanation, _)| explanation.bounded());
    Some((Fault { kind, message }, explanation.filter(|explanation| !explanation.code.is_empty())))
}

/// The notes of a turn. Only the first 1000 are read, since a player may not have more.
#[derive(Deserialize)]
struct Notes(#[serde(deserialize_with = "at_most::<_, _, 1000>")] Vec<Note>);

/// The number that stands for the place before the first place of a seat's turn.
const NO_PLACE: u64 = u64::MAX;

impl Predictor {
    fn guess_turn(&self) -> (u32, Vec<Seat>) {
        let (step, seats) = self.next.get(&self.seats).cloned().unwrap_or_default();
        (self.round.saturating_add(step), seats)
    }

    fn turn_is(&mut self, round: u32, seats: &[Seat]) {
        let step = round.saturating_sub(self.round);
        let before = std::mem::replace(&mut self.seats, seats.to_vec());
        self.next.insert(before, (step, seats.to_vec()));
        self.round = round;
    }

    fn guess_place(&self, seat: Seat, before: u64) -> u64 {
        self.follows.get(&(seat, before)).copied().unwrap_or_default()
    }

    fn place(&self, number: u64) -> Option<(usize, u32)> {
        self.places.get(usize::try_from(number.checked_sub(1)?).ok()?).copied()
    }
}

/// A writer of the turns of a block.
pub struct Writer {
    game: Columns,
    players: ReportWriter,
}

/// The writer of the players' reports, which does not depend on the game.
struct ReportWriter {
    own: Columns,
    call_stacks: CallStackEncoder,
    predictor: Predictor,
    /// The numbers of the known places.
    numbers: HashMap<(usize, u32), u64>,
}

impl Writer {
    pub fn of<G: Show>() -> Self {
        let players = ReportWriter {
            own: Columns::new(COLUMNS),
            call_stacks: CallStackEncoder::new(),
            predictor: Predictor::default(),
            numbers: HashMap::new(),
        };
        Writer { game: Columns::new(G::COLUMNS), players }
    }

    /// Adds a turn, and advances `frame` to its end.
    pub fn add<G: Show>(&mut self, setup: &G::Setup, frame: &mut G::Frame, turn: &TurnParts<'_, G>) {
        let count = |(seat, orders): &(Seat, G::Orders)| (*seat, G::count_orders(orders));
        let counts: Vec<(Seat, usize)> = turn.orders.iter().map(count).collect();
        self.players.add(turn.round, &counts, turn.reports, turn.notices);
        G::pack(setup, frame, turn.orders, turn.events, &mut self.game);
    }

    /// Returns the number of bytes written so far.
    pub fn len(&self) -> usize {
        self.players.own.len() + self.game.len() + self.players.call_stacks.len()
    }

    /// Appends the data to a block's body and resets the writer. Returns the positions at which to cut the body; see
    /// [`Columns::finish`].
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Vec<usize> {
        let mut cuts = self.players.own.finish(out);
        cuts.extend(self.game.finish(out));
        cuts.extend(self.players.call_stacks.finish(out));
        self.players.predictor = Predictor::default();
        self.players.numbers.clear();
        cuts
    }
}

impl ReportWriter {
    /// Adds the reports of a turn. `counts` contains its seats, each with the number of its orders.
    fn add(
        &mut self,
        round: u32,
        counts: &[(Seat, usize)],
        reports: &[(Seat, TurnReport)],
        notices: &[(Seat, Notice)],
    ) {
        let report_of =
            |seat| reports.iter().find(|(reporter, _)| *reporter == seat).map(|(_, report)| report);
        let seats: Vec<Seat> = counts.iter().map(|(seat, _)| *seat).collect();
        self.add_head(round, &seats);
        for seat in &seats {
            self.add_report(*seat, report_of(*seat));
        }
        self.own.guessed_number(NOTICES, 0, notices.len() as u64);
        for (seat, notice) in notices {
            self.own.byte(NOTICES, seat.0);
            self.own.byte(NOTICES, code_of(*notice));
        }
        for (seat, count) in counts {
            if let Some(report) = report_of(*seat) {
                self.add_origins(*seat, &report.origins, *count);
                self.call_stacks.add_refused(*seat, report);
            }
        }
    }

    fn add_head(&mut self, round: u32, seats: &[Seat]) {
        let is_right = self.predictor.guess_turn() == (round, seats.to_vec());
        self.own.guessed(is_right);
        if !is_right {
            self.own.number(HEADS, u64::from(round));
            self.own.number(HEADS, seats.len() as u64);
            seats.iter().for_each(|seat| self.own.byte(HEADS, seat.0));
        }
        self.predictor.turn_is(round, seats);
    }

    fn add_report(&mut self, seat: Seat, report: Option<&TurnReport>) {
        let own = &mut self.own;
        let flags = report.map_or(0, flags_of);
        own.guessed(flags == ASKED);
        if flags != ASKED {
            own.byte(FLAGS, flags);
        }
        let Some(report) = report else { return };
        let time = short_time(report.think.as_micros() as u64);
        let before = self.predictor.times.insert(seat, time).unwrap_or_default();
        own.signed(TIMES, time as i64 - before as i64);
        if flags & HAS_OUTPUT != 0 {
            own.bytes(OUTPUT, &report.output);
        }
        if flags & HAS_DROPPED != 0 {
            own.number(DROPPED, report.output_dropped);
        }
        if flags & HAS_NOTES != 0 {
            own.bytes(NOTES, &postcard::to_stdvec(&report.notes).expect("plain data can be written"));
        }
        if let Some(fault) = &report.fault {
            own.bytes(FAULTS, &packed_fault(fault, report.explanation.as_ref()));
        }
    }

    fn add_origins(&mut self, seat: Seat, origins: &OrderSources, orders: usize) {
        // Ignore places beyond the number of orders.
        let places = &origins.places[..origins.places.len().min(orders)];
        self.own.guessed_number(COUNTS, orders as u64, places.len() as u64);
        self.call_stacks.begin_turn(seat);
        let mut before = NO_PLACE;
        for place in places {
            let lines = origins.lines_of(*place);
            let place = lines.split_last();
            let callers = place.map_or(&[][..], |(_, callers)| callers);
            let place =
                place.and_then(|((file, line), _)| Some((origins.files.get(usize::from(*file))?, *line)));
            let guess = self.predictor.guess_place(seat, before);
            let number = match place {
                None => 0,
                Some((file, line)) => self.number_of(file, line),
            };
            let is_right = guess == number;
            self.own.guessed(is_right);
            if !is_right {
                self.own.number(PLACES, number);
            }
            self.define(number, place);
            if number > 0 {
                self.call_stacks.add(seat, number, callers, &origins.files);
            }
            self.predictor.follows.insert((seat, before), number);
            before = number;
        }
    }

    /// Returns the number of a place. A new place gets the next free number.
    fn number_of(&self, file: &str, line: u32) -> u64 {
        let known = self.predictor.files.iter().position(|known| known == file);
        let number = known.and_then(|file| self.numbers.get(&(file, line)).copied());
        number.unwrap_or(self.predictor.places.len() as u64 + 1)
    }

    /// Writes the definition of a new place.
    fn define(&mut self, number: u64, place: Option<(&String, u32)>) {
        let Some((file, line)) = place else { return };
        if number <= self.predictor.places.len() as u64 {
            return;
        }
        let known = self.predictor.files.iter().position(|known| known == file);
        let file_number = known.unwrap_or(self.predictor.files.len());
        self.own.number(FILES, file_number as u64);
        self.own.number(FILES, u64::from(line));
        if known.is_none() {
            self.own.bytes(FILES, file.as_bytes());
            self.predictor.files.push(file.clone());
        }
        self.predictor.places.push((file_number, line));
        self.numbers.insert((file_number, line), number);
    }
}

/// Shortens a time in microseconds to a small number: the first six binary digits, rounded, and the count of the digits
/// after them. The decoded time differs by at most 1.6 %, and is exact below 64.
fn short_time(micros: u64) -> u64 {
    let shift = (u64::BITS - micros.leading_zeros()).saturating_sub(6);
    if shift == 0 {
        return micros;
    }
    // One more digit, for rounding.
    let digits = micros >> (shift - 1);
    u64::from(shift) * 32 + digits.div_ceil(2)
}

fn long_time(short: u64) -> u64 {
    let shift = (short / 32).saturating_sub(1);
    (short - shift * 32) << shift.min(58)
}

fn flags_of(report: &TurnReport) -> u8 {
    let flag = |is_there: bool, flag: u8| if is_there { flag } else { 0 };
    ASKED
        | flag(!report.output.is_empty(), HAS_OUTPUT)
        | flag(report.output_dropped > 0, HAS_DROPPED)
        | flag(!report.notes.is_empty(), HAS_NOTES)
        | flag(report.fault.is_some(), HAS_FAULT)
}

/// A reader of the turns in a block's body.
pub struct TurnReader<'b> {
    game: ColumnReader<'b>,
    players: ReportReader<'b>,
}

struct ReportReader<'b> {
    own: ColumnReader<'b>,
    call_stacks: CallStackDecoder<'b>,
    predictor: Predictor,
}

/// The players' reports of a turn, in the order of its seats.
struct TurnReports {
    round: u32,
    seats: Vec<Seat>,
    reports: Vec<(Seat, TurnReport)>,
    notices: Vec<(Seat, Notice)>,
}

impl<'b> TurnReader<'b> {
    pub fn of<G: Show>(mut bytes: &'b [u8]) -> Option<Self> {
        let own = ColumnReader::new(COLUMNS, &mut bytes)?;
        let game = ColumnReader::new(G::COLUMNS, &mut bytes)?;
        let call_stacks = CallStackDecoder::new(bytes)?;
        Some(TurnReader { game, players: ReportReader { own, call_stacks, predictor: Predictor::default() } })
    }

    /// Reads the next turn, and advances `frame` to the end of that turn. Calls `before` with the round of the turn and the
    /// frame before it. Returns `None` if the bytes are invalid.
    pub fn next<G: Show>(
        &mut self,
        setup: &G::Setup,
        frame: &mut G::Frame,
        before: impl FnOnce(u32, &G::Frame),
    ) -> Option<Turn<G>> {
        let mut players = self.players.next(G::seats(setup))?;
        before(players.round, frame);
        let (orders, events) = G::unpack(setup, frame, &players.seats, &mut self.game)?;
        let counts: Vec<(Seat, usize)> =
            orders.iter().map(|(seat, orders)| (*seat, G::count_orders(orders))).collect();
        self.players.read_order_sources(&mut players.reports, &counts)?;
        Some(Turn {
            round: players.round,
            orders,
            events,
            reports: players.reports,
            notices: players.notices,
        })
    }
}

impl ReportReader<'_> {
    /// Reads everything in the players' reports except the origins of the orders.
    fn next(&mut self, seats_there: usize) -> Option<TurnReports> {
        let (round, seats) = self.head(seats_there.min(SEATS_MAX))?;
        let mut reports = Vec::with_capacity(seats.len());
        for seat in &seats {
            reports.extend(self.report(*seat)?.map(|report| (*seat, report)));
        }
        let count = self.own.guessed_number(NOTICES, 0)?;
        let mut notices = Vec::new();
        for _ in 0..count {
            let seat = Seat(self.own.byte(NOTICES)?);
            if seat.index() >= seats_there {
                return None;
            }
            let notice = notice_of(self.own.byte(NOTICES)?);
            notices.push((seat, notice));
        }
        Some(TurnReports { round, seats, reports, notices })
    }

    /// Reads the origins of the orders. `counts` has the number of orders of each seat.
    fn read_order_sources(
        &mut self,
        reports: &mut [(Seat, TurnReport)],
        counts: &[(Seat, usize)],
    ) -> Option<()> {
        for (seat, report) in reports {
            let count = counts.iter().find(|(orderer, _)| orderer == seat).map_or(0, |(_, count)| *count);
            self.read_origins(*seat, count, report)?;
            self.call_stacks.refused(*seat, report)?;
        }
        Some(())
    }

    fn head(&mut self, seats_max: usize) -> Option<(u32, Vec<Seat>)> {
        let (round, seats) = if self.own.is_as_guessed()? {
            self.predictor.guess_turn()
        } else {
            let round = u32::try_from(self.own.number(HEADS)?).ok()?;
            let count = self.own.number(HEADS)?;
            if count > seats_max as u64 {
                return None;
            }
            let seats = (0..count).map(|_| self.own.byte(HEADS).map(Seat)).collect::<Option<Vec<_>>>()?;
            (round, seats)
        };
        if seats.iter().any(|seat| seat.index() >= seats_max) || round < self.predictor.round {
            return None;
        }
        self.predictor.turn_is(round, &seats);
        Some((round, seats))
    }

    /// Reads a report without its origins. Returns `Some(None)` if the seat was not asked, and `None` if the bytes are
    /// invalid.
    #[allow(clippy::option_option)]
    fn report(&mut self, seat: Seat) -> Option<Option<TurnReport>> {
        let own = &mut self.own;
        let flags = if own.is_as_guessed()? { ASKED } else { own.byte(FLAGS)? };
        if flags & ASKED == 0 {
            return Some(None);
        }
        let before = self.predictor.times.get(&seat).copied().unwrap_or_default();
        let time =
            before.checked_add_signed(own.signed(TIMES)?).filter(|time| *time <= short_time(u64::MAX))?;
        self.predictor.times.insert(seat, time);
        let mut report =
            TurnReport { think: Duration::from_micros(long_time(time)), ..TurnReport::default() };
        if flags & HAS_OUTPUT != 0 {
            report.output = own.bytes(OUTPUT)?.to_vec();
        }
        if flags & HAS_DROPPED != 0 {
            report.output_dropped = own.number(DROPPED)?;
        }
        if flags & HAS_NOTES != 0 {
            report.notes = postcard::from_bytes::<Notes>(own.bytes(NOTES)?).ok()?.0;
        }
        if flags & HAS_FAULT != 0 {
            let (fault, explanation) = read_fault(own.bytes(FAULTS)?)?;
            (report.fault, report.explanation) = (Some(fault), explanation);
        }
        Some(Some(report))
    }

    fn read_origins(&mut self, seat: Seat, orders: usize, report: &mut TurnReport) -> Option<()> {
        let count = self.own.guessed_number(COUNTS, orders as u64)?;
        if count > (orders as u64).max(self.own.left(PLACES) as u64) {
            return None;
        }
        self.call_stacks.begin_turn(seat);
        let mut call_stacks = CallStackCollector::of(&mut report.origins);
        let mut before = NO_PLACE;
        for _ in 0..count {
            let guess = self.predictor.guess_place(seat, before);
            let number = self.own.guessed_number(PLACES, guess)?;
            if number == self.predictor.places.len() as u64 + 1 {
                self.read_place()?;
            }
            self.predictor.follows.insert((seat, before), number);
            before = number;
            let call_stack = if number == 0 { None } else { Some(self.call_stack(seat, number)?) };
            call_stacks.add_order(call_stack);
        }
        Some(())
    }

    fn read_place(&mut self) -> Option<()> {
        let file = usize::try_from(self.own.number(FILES)?).ok()?;
        let line = u32::try_from(self.own.number(FILES)?).ok()?;
        if file == self.predictor.files.len() {
            let name = String::from_utf8_lossy(self.own.bytes(FILES)?).into_owned();
            self.predictor.files.push(name);
        }
        self.predictor.places.push((file, line));
        (file < self.predictor.files.len()).then_some(())
    }

    /// Returns the call stack of an order that was given at the place with this number.
    fn call_stack(&mut self, seat: Seat, number: u64) -> Option<Vec<(String, u32)>> {
        let (file, line) = self.predictor.place(number)?;
        let mut call_stack = self.call_stacks.callers(seat, number)?;
        call_stack.push((self.predictor.files.get(file)?.clone(), line));
        Some(call_stack)
    }
}

/// Returns the number of a notice, which is part of the file format.
fn code_of(notice: Notice) -> u8 {
    match notice {
        Notice::Out => 0,
        Notice::StandsStill => 1,
        Notice::Gone => 2,
    }
}

fn notice_of(code: u8) -> Notice {
    match code {
        1 => Notice::StandsStill,
        2 => Notice::Gone,
        _ => Notice::Out,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortened_times_are_restored_within_tolerance() {
        for micros in (0..5000).chain([9_999, 65_535, 65_536, 1_000_000, 3_600_000_000]) {
            let back = long_time(short_time(micros));
            assert!(micros.abs_diff(back) * 64 <= micros, "{micros}: {back}");
            assert_eq!(short_time(back), short_time(micros));
        }
        long_time(short_time(u64::MAX));
    }
}
