//! An adaptive arithmetic coder for symbols of three bits.
//!
//! A symbol takes less than one bit if it is the most frequent symbol of its context so far. The reader learns the same
//! probabilities as the writer, from the same symbols.

/// The number of bits of a symbol.
const BITS: usize = 3;

/// The maximum of [`Odds::seen`], which limits how slowly a probability adapts to new bits.
const MEMORY: u8 = 100;

/// The probability that a bit is set, learned from the bits seen so far.
#[derive(Clone, Copy, Debug)]
struct Odds {
    /// The probability, in units of 1/65536.
    set: u16,
    /// The number of bits seen, up to [`MEMORY`].
    seen: u8,
}

impl Odds {
    const EVEN: Odds = Odds { set: 1 << 15, seen: 0 };

    fn learn(&mut self, bit: bool) {
        let (set, seen) = (i32::from(self.set), i32::from(self.seen));
        let goal = if bit { 1 << 16 } else { 0 };
        let learned = set + 2 * (goal - set) / (2 * seen + 3);
        // No bit may become certain, or the other value could not be coded.
        self.set = learned.clamp(1 << 7, (1 << 16) - (1 << 7)) as u16;
        self.seen = (self.seen + 1).min(MEMORY);
    }
}

/// The probabilities for each context, and the interval that contains the coded number.
#[derive(Clone, Debug)]
struct Coder {
    contexts: Vec<[Odds; 1 << BITS]>,
    low: u32,
    high: u32,
}

impl Coder {
    fn new() -> Coder {
        Coder { contexts: Vec::new(), low: 0, high: u32::MAX }
    }

    fn context(&mut self, number: usize) -> &mut [Odds; 1 << BITS] {
        if self.contexts.len() <= number {
            self.contexts.resize(number + 1, [Odds::EVEN; 1 << BITS]);
        }
        &mut self.contexts[number]
    }

    /// Returns the last number of the subinterval that stands for a set bit.
    fn middle(&self, odds: Odds) -> u32 {
        self.low + ((u64::from(self.high - self.low) * u64::from(odds.set)) >> 16) as u32
    }

    fn take(&mut self, bit: bool, middle: u32) {
        if bit { self.high = middle } else { self.low = middle + 1 }
    }

    /// Shifts the first byte out of the interval and returns it, if both ends of the interval have the same first byte.
    fn drop_byte(&mut self) -> Option<u8> {
        let byte = (self.high >> 24) as u8;
        (self.low >> 24 == self.high >> 24).then(|| {
            self.low <<= 8;
            self.high = self.high << 8 | 0xff;
            byte
        })
    }
}

/// An encoder of symbols.
#[derive(Clone, Debug)]
pub struct SymbolEncoder {
    coder: Coder,
    bytes: Vec<u8>,
}

impl SymbolEncoder {
    pub fn new() -> SymbolEncoder {
        SymbolEncoder { coder: Coder::new(), bytes: Vec::new() }
    }

    /// Writes a symbol from 0 to 7.
    pub fn write(&mut self, context: usize, sign: u8) {
        let mut node = 1;
        for place in (0..BITS).rev() {
            let bit = sign >> place & 1 == 1;
            let odds = self.coder.context(context)[node];
            let middle = self.coder.middle(odds);
            self.coder.take(bit, middle);
            while let Some(byte) = self.coder.drop_byte() {
                self.bytes.push(byte);
            }
            self.coder.context(context)[node].learn(bit);
            node = node << 1 | usize::from(bit);
        }
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the bytes of all symbols and resets the encoder.
    pub fn finish(&mut self) -> Vec<u8> {
        let mut done = std::mem::replace(self, SymbolEncoder::new());
        if done.coder.low > 0 {
            // The ends of the interval differ in their first byte, so this byte, followed by zeros, lies within it.
            done.bytes.push((done.coder.low >> 24) as u8 + 1);
        }
        done.bytes
    }
}

/// The maximum number of symbols read from one list.
const SYMBOLS_MAX: u32 = 1 << 24;

/// A decoder of symbols. Invalid bytes decode to arbitrary symbols.
#[derive(Clone, Debug)]
pub struct SymbolDecoder<'b> {
    coder: Coder,
    value: u32,
    rest: &'b [u8],
    count: u32,
}

impl<'b> SymbolDecoder<'b> {
    pub fn new(bytes: &'b [u8]) -> SymbolDecoder<'b> {
        let mut reader = SymbolDecoder { coder: Coder::new(), value: 0, rest: bytes, count: 0 };
        (0..4).for_each(|_| reader.take_byte());
        reader
    }

    /// Shifts in the next byte. After the last byte, zeros follow.
    fn take_byte(&mut self) {
        let (byte, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.value = self.value << 8 | u32::from(*byte);
        self.rest = rest;
    }

    /// Returns the next symbol, or `None` after more symbols than any encoder writes.
    pub fn read(&mut self, context: usize) -> Option<u8> {
        self.count += 1;
        if self.count > SYMBOLS_MAX {
            return None;
        }
        let mut node = 1;
        for _ in 0..BITS {
            let odds = self.coder.context(context)[node];
            let middle = self.coder.middle(odds);
            let bit = self.value <= middle;
            self.coder.take(bit, middle);
            while self.coder.drop_byte().is_some() {
                self.take_byte();
            }
            self.coder.context(context)[node].learn(bit);
            node = node << 1 | usize::from(bit);
        }
        Some(node as u8 & 7)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(signs: &[(usize, u8)]) -> Vec<u8> {
        let mut writer = SymbolEncoder::new();
        signs.iter().for_each(|(context, sign)| writer.write(*context, *sign));
        writer.finish()
    }

    proptest! {
        #[test]
        fn written_symbols_are_read_back(signs in prop::collection::vec((0usize..5, 0u8..8), 0..500)) {
            let bytes = written(&signs);
            let mut reader = SymbolDecoder::new(&bytes);
            for (context, sign) in signs {
                prop_assert_eq!(reader.read(context), Some(sign));
            }
        }
    }

    #[test]
    fn frequent_symbols_take_few_bits() {
        let often: Vec<(usize, u8)> = (0..8000).map(|number| (0, u8::from(number % 40 == 0))).collect();
        assert!(written(&often).len() < 220, "{}", written(&often).len());
        let always: Vec<(usize, u8)> = (0..8000).map(|_| (3, 6)).collect();
        assert!(written(&always).len() < 30, "{}", written(&always).len());
        assert!(written(&[]).is_empty());
    }
}
