//! Columns of small numbers, a compact encoding of a match: similar values are stored next to each other, and values
//! that match a prediction are only counted.
//!
//! The reader makes the same predictions as the writer, so a run of correct predictions costs one number.

use super::odds::{SymbolDecoder, SymbolEncoder};

/// The index of the column that counts runs of correct guesses.
const RUNS: usize = 0;

/// The length in bytes from which [`Columns::finish`] reports a column as long.
const LONG: usize = 96;

/// Writes a number with seven bits per byte, the lowest bits first.
fn write_number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if *byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// Columns for writing. Column 0 is reserved; the caller uses the others.
#[derive(Clone, Debug)]
pub struct Columns {
    columns: Vec<Vec<u8>>,
    signs: SymbolEncoder,
    /// The number of correct guesses since the last wrong one.
    run: u64,
}

impl Columns {
    /// Creates the columns 0 to `count - 1`.
    pub fn new(count: usize) -> Columns {
        Columns { columns: vec![Vec::new(); count], signs: SymbolEncoder::new(), run: 0 }
    }

    /// Records whether a guess was correct. After a wrong guess the caller writes the actual value.
    pub fn guessed(&mut self, is_right: bool) {
        if is_right {
            self.run += 1;
        } else {
            let run = std::mem::take(&mut self.run);
            self.number(RUNS, run);
        }
    }

    /// Writes a number whose predicted value is `guess`.
    pub fn guessed_number(&mut self, column: usize, guess: u64, value: u64) {
        self.guessed(guess == value);
        if guess != value {
            self.number(column, value);
        }
    }

    pub fn byte(&mut self, column: usize, value: u8) {
        self.columns[column].push(value);
    }

    /// Writes a number; small numbers take fewer bytes.
    pub fn number(&mut self, column: usize, value: u64) {
        write_number(&mut self.columns[column], value);
    }

    /// Writes a number that may be negative; numbers near zero take fewer bytes.
    pub fn signed(&mut self, column: usize, value: i64) {
        self.number(column, (value.wrapping_shl(1) ^ (value >> 63)) as u64);
    }

    /// Writes the length of `bytes`, then the bytes.
    pub fn bytes(&mut self, column: usize, bytes: &[u8]) {
        self.number(column, bytes.len() as u64);
        self.columns[column].extend(bytes);
    }

    /// Writes a symbol from 0 to 7 in the given context (numbered from 0). Frequent symbols of a context take fewer
    /// bits.
    pub fn sign(&mut self, context: usize, sign: u8) {
        self.signs.write(context, sign);
    }

    /// Returns the number of bytes written so far.
    pub fn len(&self) -> usize {
        self.columns.iter().map(Vec::len).sum::<usize>() + self.signs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0 && self.run == 0
    }

    /// Appends all columns to `out` and resets them. Returns the start and end positions of the long columns in `out`,
    /// because a compressor works better on each of them separately.
    pub fn finish(&mut self, out: &mut Vec<u8>) -> Vec<usize> {
        self.guessed(false);
        let mut signs = self.signs.finish();
        for column in self.columns.iter().chain([&signs]) {
            write_number(out, column.len() as u64);
        }
        let mut cuts = Vec::new();
        for column in self.columns.iter_mut().chain([&mut signs]) {
            let start = out.len();
            out.append(column);
            if out.len() - start >= LONG {
                cuts.extend([start, out.len()]);
            }
        }
        cuts
    }
}

/// Columns for reading. Every method returns `None` if the bytes are invalid.
#[derive(Clone, Debug)]
pub struct ColumnReader<'b> {
    columns: Vec<&'b [u8]>,
    signs: SymbolDecoder<'b>,
    run: Option<u64>,
}

impl<'b> ColumnReader<'b> {
    /// Reads `count` columns from the front of `bytes`.
    pub fn new(count: usize, bytes: &mut &'b [u8]) -> Option<ColumnReader<'b>> {
        let mut lengths = Vec::with_capacity(count + 1);
        for _ in 0..=count {
            lengths.push(usize::try_from(read_number(bytes)?).ok()?);
        }
        let mut columns = Vec::with_capacity(count + 1);
        for length in lengths {
            let (column, rest) = bytes.split_at_checked(length)?;
            columns.push(column);
            *bytes = rest;
        }
        let signs = SymbolDecoder::new(columns.pop()?);
        Some(ColumnReader { columns, signs, run: None })
    }

    /// Returns whether the next guess is correct.
    pub fn is_as_guessed(&mut self) -> Option<bool> {
        let run = match self.run {
            Some(run) => run,
            None => self.number(RUNS)?,
        };
        self.run = run.checked_sub(1);
        Some(run > 0)
    }

    /// Reads a number whose predicted value is `guess`.
    pub fn guessed_number(&mut self, column: usize, guess: u64) -> Option<u64> {
        if self.is_as_guessed()? { Some(guess) } else { self.number(column) }
    }

    pub fn byte(&mut self, column: usize) -> Option<u8> {
        let (byte, rest) = self.columns[column].split_first()?;
        self.columns[column] = rest;
        Some(*byte)
    }

    pub fn number(&mut self, column: usize) -> Option<u64> {
        read_number(&mut self.columns[column])
    }

    pub fn signed(&mut self, column: usize) -> Option<i64> {
        let value = self.number(column)?;
        Some((value >> 1) as i64 ^ -((value & 1) as i64))
    }

    pub fn bytes(&mut self, column: usize) -> Option<&'b [u8]> {
        let length = usize::try_from(self.number(column)?).ok()?;
        let (bytes, rest) = self.columns[column].split_at_checked(length)?;
        self.columns[column] = rest;
        Some(bytes)
    }

    pub fn sign(&mut self, context: usize) -> Option<u8> {
        self.signs.read(context)
    }

    /// Returns the number of bytes left in a column, which is also an upper limit for the number of values in it.
    pub fn left(&self, column: usize) -> usize {
        self.columns[column].len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn written_values_are_read_back(values: Vec<(u64, i64, bool, Vec<u8>)>) {
            let mut columns = Columns::new(4);
            for (number, signed, is_right, bytes) in &values {
                columns.number(1, *number);
                columns.signed(2, *signed);
                columns.guessed(*is_right);
                columns.guessed_number(1, 7, *number);
                columns.bytes(3, bytes);
                columns.sign(bytes.len() % 3, *number as u8 % 8);
            }
            let mut out = Vec::new();
            columns.finish(&mut out);
            let mut rest = out.as_slice();
            let mut read = ColumnReader::new(4, &mut rest).unwrap();
            prop_assert!(rest.is_empty());
            for (number, signed, is_right, bytes) in &values {
                prop_assert_eq!(read.number(1), Some(*number));
                prop_assert_eq!(read.signed(2), Some(*signed));
                prop_assert_eq!(read.is_as_guessed(), Some(*is_right));
                prop_assert_eq!(read.guessed_number(1, 7), Some(*number));
                prop_assert_eq!(read.bytes(3), Some(bytes.as_slice()));
                prop_assert_eq!(read.sign(bytes.len() % 3), Some(*number as u8 % 8));
            }
            prop_assert_eq!(read.byte(1), None);
        }
    }

    #[test]
    fn right_guesses_cost_nothing() {
        let mut columns = Columns::new(1);
        (0..100).for_each(|_| columns.guessed(true));
        let mut out = Vec::new();
        columns.finish(&mut out);
        assert_eq!(out, [1, 0, 100]);
    }
}
