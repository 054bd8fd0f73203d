//! The third part of a block's body: which lines led to a place, and the orders that were not taken. Files that are older
//! than this end before it, and have none of both.
//!
//! A place is an order's innermost line ([`super::turns`]); here stand the lines that called it, as a list with a number. A
//! list is told when it comes for the first time in a block, and guessed to be the one that led to that place last.

use crate::arena::{Chain, Line, Origins, TurnReport};
use crate::game::{ColumnReader, Columns, Refusal};
use std::collections::HashMap;

// Column 0 counts the right guesses.
/// Numbers of lists of lines, 0 for an empty one.
const LISTS: usize = 1;
/// What the lists are: how many lines, then file and line of each; and the names of the files.
const LINES: usize = 2;
const NAMES: usize = 3;
/// How many orders of a turn were not taken, how many of them are told, and what they are.
const COUNTS: usize = 4;
const REFUSED: usize = 5;
const COLUMNS: usize = 6;

/// A refused order has no place of its own: all of its lines are in one list.
const REFUSED_PLACE: u64 = 0;

/// Lists as both sides know them.
#[derive(Default)]
struct Lists {
    files: Vec<String>,
    lists: Vec<Vec<(usize, u32)>>,
    /// Which list led to a place last.
    last: HashMap<u64, u64>,
}

/// Collects this part of a block.
pub struct WayWriter {
    out: Columns,
    known: Lists,
    numbers: HashMap<Vec<(usize, u32)>, u64>,
    /// Whether there is anything that an older file could not say.
    is_needed: bool,
}

impl WayWriter {
    pub fn new() -> WayWriter {
        WayWriter {
            out: Columns::new(COLUMNS),
            known: Lists::default(),
            numbers: HashMap::new(),
            is_needed: false,
        }
    }

    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Of the order that comes next and has this place: the lines that led there.
    pub fn add(&mut self, place: u64, callers: &[Line], files: &[String]) {
        self.is_needed |= !callers.is_empty();
        let named = callers.iter().filter_map(|(file, line)| Some((files.get(usize::from(*file))?, *line)));
        let list: Vec<(usize, u32)> = named.map(|(file, line)| (self.file(file), line)).collect();
        let number = match list.as_slice() {
            [] => 0,
            list => self.numbers.get(list).copied().unwrap_or(self.known.lists.len() as u64 + 1),
        };
        let guess = self.known.last.insert(place, number).unwrap_or_default();
        self.out.guessed_number(LISTS, guess, number);
        if number > self.known.lists.len() as u64 {
            self.out.number(LINES, list.len() as u64);
            for (file, line) in &list {
                self.out.number(LINES, *file as u64);
                self.out.number(LINES, u64::from(*line));
            }
            self.numbers.insert(list.clone(), number);
            self.known.lists.push(list);
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

    /// The orders of a turn that were not taken.
    pub fn add_refused(&mut self, report: &TurnReport) {
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
            self.add(REFUSED_PLACE, report.origins.lines_of(refusal.chain), &report.origins.files);
        }
    }

    /// Appends all to a block's body and begins the next block; nothing if an older file says as much.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Vec<usize> {
        let own = std::mem::replace(self, WayWriter::new());
        let mut columns = own.out;
        if own.is_needed { columns.finish(out) } else { Vec::new() }
    }
}

/// Reads this part of a block.
pub struct WayReader<'b> {
    /// `None` in an older file, and where there is nothing to tell.
    from: Option<ColumnReader<'b>>,
    known: Lists,
}

impl<'b> WayReader<'b> {
    /// Of what is left of a body.
    pub fn new(mut bytes: &'b [u8]) -> Option<WayReader<'b>> {
        let from = if bytes.is_empty() { None } else { Some(ColumnReader::new(COLUMNS, &mut bytes)?) };
        Some(WayReader { from, known: Lists::default() })
    }

    /// The lines that led to the place of the next order: names of files, and lines.
    pub fn callers(&mut self, place: u64) -> Option<Vec<(String, u32)>> {
        let Some(from) = &mut self.from else { return Some(Vec::new()) };
        let guess = self.known.last.get(&place).copied().unwrap_or_default();
        let number = from.guessed_number(LISTS, guess)?;
        self.known.last.insert(place, number);
        if number == self.known.lists.len() as u64 + 1 {
            self.read_list()?;
        }
        let Some(index) = number.checked_sub(1) else { return Some(Vec::new()) };
        let list = self.known.lists.get(usize::try_from(index).ok()?)?;
        list.iter().map(|(file, line)| Some((self.known.files.get(*file)?.clone(), *line))).collect()
    }

    fn read_list(&mut self) -> Option<()> {
        let from = self.from.as_mut()?;
        let count = from.number(LINES)?;
        if count > Chain::LINES_MAX as u64 {
            return None;
        }
        let mut list = Vec::new();
        for _ in 0..count {
            let file = usize::try_from(from.number(LINES)?).ok()?;
            // New names come in the order in which they are needed.
            while self.known.files.len() <= file {
                self.known.files.push(String::from_utf8_lossy(from.bytes(NAMES)?).into_owned());
            }
            list.push((file, u32::try_from(from.number(LINES)?).ok()?));
        }
        self.known.lists.push(list);
        Some(())
    }

    /// Puts the orders that were not taken into the report of their turn.
    pub fn refused(&mut self, report: &mut TurnReport) -> Option<()> {
        let Some(from) = &mut self.from else { return Some(()) };
        if from.is_as_guessed()? {
            return Some(());
        }
        report.refused_total = u32::try_from(from.number(COUNTS)?).ok()?;
        let count = from.number(COUNTS)?;
        if count > Refusal::KEPT as u64 {
            return None;
        }
        for _ in 0..count {
            let refusal: Refusal = postcard::from_bytes(self.from.as_mut()?.bytes(REFUSED)?).ok()?;
            let way = self.callers(REFUSED_PLACE)?;
            let chain = Ways::of(&mut report.origins).number(way);
            report.refused.push(Refusal { chain, ..refusal.bounded(usize::MAX) });
        }
        Some(())
    }
}

/// Ways that are put into the origins of a report, each once.
pub struct Ways<'o> {
    origins: &'o mut Origins,
}

impl<'o> Ways<'o> {
    pub fn of(origins: &'o mut Origins) -> Ways<'o> {
        Ways { origins }
    }

    /// Of the next order; `None` if nothing is known of it.
    pub fn add_order(&mut self, way: Option<Vec<(String, u32)>>) {
        let number = way.and_then(|way| self.number(way));
        self.origins.places.push(number);
    }

    /// The number of this way; `None` of an empty one, and if there are too many.
    fn number(&mut self, way: Vec<(String, u32)>) -> Option<u32> {
        let lines = way.into_iter().map(|(file, line)| Some((self.file(file)?, line)));
        let chain = Chain(lines.collect::<Option<Vec<Line>>>()?);
        // The last ones are the likeliest: a unit is sent where the one before it was.
        let known = self.origins.chains.iter().rposition(|known| *known == chain);
        if chain.0.is_empty() || known.is_none() && self.origins.chains.len() >= Origins::CHAINS_MAX {
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

    fn report() -> TurnReport {
        let origins = Origins {
            files: vec!["main.py".to_string(), "helper.py".to_string()],
            chains: vec![Chain(vec![(0, 17), (1, 51)]), Chain(vec![(0, 3)])],
            places: Vec::new(),
        };
        let slip = Refusal::new("no_direction", &[("given", "7")]);
        let refused = vec![Refusal { chain: Some(0), ..slip.clone() }, Refusal { of: Some(2), ..slip }];
        TurnReport { origins, refused, refused_total: 9, ..TurnReport::default() }
    }

    #[test]
    fn ways_and_refusals_come_back_and_an_older_body_has_none() {
        let (mut writer, report) = (WayWriter::new(), report());
        for chain in &report.origins.chains {
            let (_, callers) = chain.0.split_last().unwrap();
            writer.add(1, callers, &report.origins.files);
        }
        writer.add_refused(&report);
        writer.add_refused(&TurnReport::default());
        let mut bytes = Vec::new();
        writer.finish(&mut bytes);
        let mut reader = WayReader::new(&bytes).unwrap();
        assert_eq!(reader.callers(1), Some(vec![("main.py".to_string(), 17)]));
        assert_eq!(reader.callers(1), Some(Vec::new()));
        let (mut first, mut second) = (TurnReport::default(), TurnReport::default());
        reader.refused(&mut first).unwrap();
        reader.refused(&mut second).unwrap();
        assert_eq!((first.refused_total, first.refused.len(), second.refused.len()), (9, 2, 0));
        assert_eq!(first.origins.way(first.refused[0].chain), "main.py:17 → helper.py:51");
        assert_eq!((first.refused[1].chain, first.refused[1].of), (None, Some(2)));

        let mut older = WayReader::new(&[]).unwrap();
        assert_eq!(older.callers(1), Some(Vec::new()));
        older.refused(&mut second).unwrap();
        assert_eq!(second.refused_total, 0);
    }

    #[test]
    fn what_needs_no_ways_takes_no_bytes() {
        let (mut writer, mut bytes) = (WayWriter::new(), Vec::new());
        writer.add(1, &[], &[]);
        writer.add_refused(&TurnReport::default());
        writer.finish(&mut bytes);
        assert_eq!(bytes, b"");
    }
}
