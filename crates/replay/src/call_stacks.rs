//! The third part of a block's body: the callers of each source line that gave an order, and the refused orders. Older
//! files end before this part, so they have neither.
//!
//! The innermost line of an order's call stack is a *place* ([`super::turns`]). This part stores the list of lines that
//! called the place. The first time that a list occurs in a block, it is written out; after that, only its number is
//! written. Each seat numbers its lists separately. The number is coded in a context: the list of the order at the same
//! point of the seat's previous turn. Lists that often follow that context take fewer bits.

use std::collections::{BTreeMap, HashMap};
use wag_core::arena::{CallStack, Line, OrderSources, TurnReport};
use wag_core::game::{ColumnReader, Columns, Refusal, Seat};

// Column 0 counts the right guesses.
/// The column of the numbers of lists (0 for an empty list) that are too large for a symbol.
const LISTS: usize = 1;
/// The column of the definitions of lists: the number of lines, then the file and line number of each.
const LINES: usize = 2;
/// The column of the file names.
const NAMES: usize = 3;
/// The column of the number of refused orders in a turn and the number of those that are stored.
const COUNTS: usize = 4;
/// The column of the refused orders that are stored.
const REFUSED: usize = 5;
const COLUMNS: usize = 6;

/// The number used as place of a refused order. A refused order has no place: all its lines are in one list.
const REFUSED_PLACE: u64 = 0;

/// The limit below which a number takes one symbol. The next `SYMBOL_LIMIT` numbers take two symbols.
const SYMBOL_LIMIT: u64 = 7;
/// The maximum number of contexts for symbols.
const CONTEXTS_MAX: usize = 2048;

/// The state of the coding. Writer and reader have the same state at the same point of the data.
#[derive(Default)]
struct Lists {
    files: Vec<String>,
    /// The lists of each seat, in the order of their numbers.
    lists: BTreeMap<Seat, Vec<Vec<(usize, u32)>>>,
    /// For each place of a seat, the numbers of the lists in the previous turn and in the current one.
    turns: BTreeMap<(Seat, u64), [Vec<u64>; 2]>,
    contexts: HashMap<(Seat, Option<u64>), usize>,
}

impl Lists {
    fn begin_turn(&mut self, seat: Seat) {
        for (_, [before, now]) in self.turns.range_mut((seat, 0)..=(seat, u64::MAX)) {
            *before = std::mem::take(now);
        }
    }

    /// Returns the index of the context for the next list of a place. Each context has two kinds of symbols, so the
    /// index is even.
    fn context(&mut self, seat: Seat, place: u64) -> usize {
        let [before, now] = self.turns.entry((seat, place)).or_default();
        let key = (seat, before.get(now.len()).copied());
        let next = self.contexts.len().min(CONTEXTS_MAX);
        2 * *self.contexts.entry(key).or_insert(next)
    }

    fn put(&mut self, seat: Seat, place: u64, number: u64) {
        self.turns.entry((seat, place)).or_default()[1].push(number);
    }
}

/// Writes the callers of orders and the refused orders of a block.
pub struct CallStackEncoder {
    out: Columns,
    known: Lists,
    numbers: BTreeMap<Seat, HashMap<Vec<(usize, u32)>, u64>>,
    /// Whether the block contains anything that older files cannot store.
    is_needed: bool,
}

impl CallStackEncoder {
    pub fn new() -> CallStackEncoder {
        CallStackEncoder {
            out: Columns::new(COLUMNS),
            known: Lists::default(),
            numbers: BTreeMap::new(),
            is_needed: false,
        }
    }

    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Starts the next turn of a seat.
    pub fn begin_turn(&mut self, seat: Seat) {
        self.known.begin_turn(seat);
    }

    /// Writes the callers of the seat's next order, which was given at the place with this number.
    pub fn add(&mut self, seat: Seat, place: u64, callers: &[Line], files: &[String]) {
        self.is_needed |= !callers.is_empty();
        let named = callers.iter().filter_map(|(file, line)| Some((files.get(usize::from(*file))?, *line)));
        let list: Vec<(usize, u32)> = named.map(|(file, line)| (self.file(file), line)).collect();
        let known = self.known.lists.entry(seat).or_default().len() as u64;
        let numbers = self.numbers.entry(seat).or_default();
        let number = if list.is_empty() { 0 } else { numbers.get(&list).copied().unwrap_or(known + 1) };
        self.write_number(seat, place, number);
        if number > known {
            self.define(seat, list);
        }
    }

    fn define(&mut self, seat: Seat, list: Vec<(usize, u32)>) {
        self.out.number(LINES, list.len() as u64);
        for (file, line) in &list {
            self.out.number(LINES, *file as u64);
            self.out.number(LINES, u64::from(*line));
        }
        let lists = self.known.lists.entry(seat).or_default();
        lists.push(list.clone());
        self.numbers.entry(seat).or_default().insert(list, lists.len() as u64);
    }

    fn write_number(&mut self, seat: Seat, place: u64, number: u64) {
        let context = self.known.context(seat, place);
        self.known.put(seat, place, number);
        self.out.sign(context, number.min(SYMBOL_LIMIT) as u8);
        if number >= SYMBOL_LIMIT {
            self.out.sign(context + 1, (number - SYMBOL_LIMIT).min(SYMBOL_LIMIT) as u8);
        }
        if number >= 2 * SYMBOL_LIMIT {
            self.out.number(LISTS, number);
        }
    }

    fn file(&mut self, name: &str) -> usize {
        let known = self.known.files.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.out.bytes(NAMES, name.as_bytes());
            self.known.files.push(name.to_string());
            self.known.files.len() - 1
        })
    }

    /// Writes the refused orders of a turn.
    pub fn add_refused(&mut self, seat: Seat, report: &TurnReport) {
        let is_none = report.refused_total == 0 && report.refused.is_empty();
        self.out.guessed(is_none);
        if is_none {
            return;
        }
        self.is_needed = true;
        self.out.number(COUNTS, u64::from(report.refused_total));
        self.out.number(COUNTS, report.refused.len() as u64);
        for refusal in &report.refused {
            let bare = Refusal { chain: None, ..refusal.clone() };
            self.out.bytes(REFUSED, &postcard::to_stdvec(&bare).expect("plain data can be written"));
            self.add(seat, REFUSED_PLACE, report.origins.lines_of(refusal.chain), &report.origins.files);
        }
    }

    /// Appends the data to a block's body and resets the writer. Writes nothing if there is no data that older files
    /// cannot store.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Vec<usize> {
        let own = std::mem::replace(self, CallStackEncoder::new());
        let mut columns = own.out;
        if own.is_needed { columns.finish(out) } else { Vec::new() }
    }
}

/// Reads the callers of orders and the refused orders of a block.
pub struct CallStackDecoder<'b> {
    /// The columns; `None` in an older file, and in a block without such data.
    from: Option<ColumnReader<'b>>,
    known: Lists,
}

impl<'b> CallStackDecoder<'b> {
    /// Creates a reader for the bytes of a body after its first two parts.
    pub fn new(mut bytes: &'b [u8]) -> Option<CallStackDecoder<'b>> {
        let from = if bytes.is_empty() { None } else { Some(ColumnReader::new(COLUMNS, &mut bytes)?) };
        Some(CallStackDecoder { from, known: Lists::default() })
    }

    /// Starts the next turn of a seat.
    pub fn begin_turn(&mut self, seat: Seat) {
        self.known.begin_turn(seat);
    }

    fn read_number(&mut self, seat: Seat, place: u64) -> Option<u64> {
        let from = self.from.as_mut()?;
        let context = self.known.context(seat, place);
        let mut number = u64::from(from.sign(context)?);
        if number == SYMBOL_LIMIT {
            number += u64::from(from.sign(context + 1)?);
        }
        if number == 2 * SYMBOL_LIMIT {
            number = from.number(LISTS)?;
        }
        self.known.put(seat, place, number);
        Some(number)
    }

    /// Reads the callers of the seat's next order, which was given at the place with this number. Returns file names
    /// and lines.
    pub fn callers(&mut self, seat: Seat, place: u64) -> Option<Vec<(String, u32)>> {
        if self.from.is_none() {
            return Some(Vec::new());
        }
        let number = self.read_number(seat, place)?;
        if number == self.known.lists.entry(seat).or_default().len() as u64 + 1 {
            self.read_list(seat)?;
        }
        let Some(index) = number.checked_sub(1) else { return Some(Vec::new()) };
        let list = self.known.lists.get(&seat)?.get(usize::try_from(index).ok()?)?;
        list.iter().map(|(file, line)| Some((self.known.files.get(*file)?.clone(), *line))).collect()
    }

    fn read_list(&mut self, seat: Seat) -> Option<()> {
        let from = self.from.as_mut()?;
        let count = from.number(LINES)?;
        if count > CallStack::LINES_MAX as u64 {
            return None;
        }
        let mut list = Vec::new();
        for _ in 0..count {
            let file = usize::try_from(from.number(LINES)?).ok()?;
            // New names are stored in order of first use.
            while self.known.files.len() <= file {
                self.known.files.push(String::from_utf8_lossy(from.bytes(NAMES)?).into_owned());
            }
            list.push((file, u32::try_from(from.number(LINES)?).ok()?));
        }
        self.known.lists.entry(seat).or_default().push(list);
        Some(())
    }

    /// Reads the refused orders into the report of their turn.
    pub fn refused(&mut self, seat: Seat, report: &mut TurnReport) -> Option<()> {
        let Some(from) = &mut self.from else { return Some(()) };
        if from.is_as_guessed()? {
            return Some(());
        }
        report.refused_total = u32::try_from(from.number(COUNTS)?).ok()?;
        let count = from.number(COUNTS)?;
        if count > Refusal::STORED_MAX as u64 {
            return None;
        }
        for _ in 0..count {
            let refusal: Refusal = postcard::from_bytes(self.from.as_mut()?.bytes(REFUSED)?).ok()?;
            let stack = self.callers(seat, REFUSED_PLACE)?;
            let chain = CallStackCollector::of(&mut report.origins).number(stack);
            report.refused.push(Refusal { chain, ..refusal.bounded(usize::MAX) });
        }
        Some(())
    }
}

/// A collector of the call stacks of a report. It stores each distinct stack once.
pub struct CallStackCollector<'o> {
    origins: &'o mut OrderSources,
}

impl<'o> CallStackCollector<'o> {
    pub fn of(origins: &'o mut OrderSources) -> CallStackCollector<'o> {
        CallStackCollector { origins }
    }

    /// Adds the call stack of the next order; `None` if the stack is unknown.
    pub fn add_order(&mut self, stack: Option<Vec<(String, u32)>>) {
        let number = stack.and_then(|stack| self.number(stack));
        self.origins.places.push(number);
    }

    /// Returns the index of a call stack; `None` if the stack is empty or if there are too many.
    fn number(&mut self, stack: Vec<(String, u32)>) -> Option<u32> {
        let lines = stack.into_iter().map(|(file, line)| Some((self.file(file)?, line)));
        let chain = CallStack(lines.collect::<Option<Vec<Line>>>()?);
        // Search from the end: an order usually comes from the same stack as the one before it.
        let known = self.origins.chains.iter().rposition(|known| *known == chain);
        if chain.0.is_empty() || known.is_none() && self.origins.chains.len() >= OrderSources::CHAINS_MAX {
            return None;
        }
        let number = known.unwrap_or_else(|| {
            self.origins.chains.push(chain);
            self.origins.chains.len() - 1
        });
        u32::try_from(number).ok()
    }

    fn file(&mut self, name: String) -> Option<u16> {
        let files = &mut self.origins.files;
        let known = files.iter().position(|known| *known == name);
        let number = known.unwrap_or_else(|| {
            files.push(name);
            files.len() - 1
        });
        u16::try_from(number).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAT: Seat = Seat(2);

    fn report() -> TurnReport {
        let origins = OrderSources {
            files: vec!["main.py".to_string(), "helper.py".to_string()],
            chains: vec![CallStack(vec![(0, 17), (1, 51)]), CallStack(vec![(0, 3)])],
            places: Vec::new(),
        };
        let slip = Refusal::new("no_direction", &[("given", "7")]);
        let refused = vec![Refusal { chain: Some(0), ..slip.clone() }, Refusal { of: Some(2), ..slip }];
        TurnReport { origins, refused, refused_total: 9, ..TurnReport::default() }
    }

    #[test]
    fn call_stacks_and_refusals_are_read_back_and_older_bodies_have_none() {
        let (mut writer, report) = (CallStackEncoder::new(), report());
        for chain in &report.origins.chains {
            let (_, callers) = chain.0.split_last().unwrap();
            writer.add(SEAT, 1, callers, &report.origins.files);
        }
        writer.add_refused(SEAT, &report);
        writer.add_refused(SEAT, &TurnReport::default());
        let mut bytes = Vec::new();
        writer.finish(&mut bytes);
        let mut reader = CallStackDecoder::new(&bytes).unwrap();
        assert_eq!(reader.callers(SEAT, 1), Some(vec![("main.py".to_string(), 17)]));
        assert_eq!(reader.callers(SEAT, 1), Some(Vec::new()));
        let (mut first, mut second) = (TurnReport::default(), TurnReport::default());
        reader.refused(SEAT, &mut first).unwrap();
        reader.refused(SEAT, &mut second).unwrap();
        assert_eq!((first.refused_total, first.refused.len(), second.refused.len()), (9, 2, 0));
        assert_eq!(first.origins.stack(first.refused[0].chain), "main.py:17 → helper.py:51");
        assert_eq!((first.refused[1].chain, first.refused[1].of), (None, Some(2)));

        let mut older = CallStackDecoder::new(&[]).unwrap();
        assert_eq!(older.callers(SEAT, 1), Some(Vec::new()));
        older.refused(SEAT, &mut second).unwrap();
        assert_eq!(second.refused_total, 0);
    }

    #[test]
    fn many_call_stacks_are_read_back_in_order() {
        let files = ["main.py".to_string()];
        let list = |turn: u32, order: u32| [(0, if order.is_multiple_of(3) { turn * order } else { order })];
        let (mut writer, mut bytes) = (CallStackEncoder::new(), Vec::new());
        for (turn, order) in (0..9).flat_map(|turn| (0..20).map(move |order| (turn, order))) {
            if order == 0 {
                writer.begin_turn(SEAT);
            }
            writer.add(SEAT, u64::from(order % 2) + 1, &list(turn, order), &files);
        }
        writer.finish(&mut bytes);
        let mut reader = CallStackDecoder::new(&bytes).unwrap();
        for (turn, order) in (0..9).flat_map(|turn| (0..20).map(move |order| (turn, order))) {
            if order == 0 {
                reader.begin_turn(SEAT);
            }
            let line = list(turn, order)[0].1;
            assert_eq!(
                reader.callers(SEAT, u64::from(order % 2) + 1),
                Some(vec![("main.py".to_string(), line)])
            );
        }
    }

    #[test]
    fn turns_without_call_stacks_take_no_bytes() {
        let (mut writer, mut bytes) = (CallStackEncoder::new(), Vec::new());
        writer.add(SEAT, 1, &[], &[]);
        writer.add_refused(SEAT, &TurnReport::default());
        writer.finish(&mut bytes);
        assert_eq!(bytes, b"");
    }
}
