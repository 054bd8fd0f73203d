//! The random number generator of Python's `random` module: MT19937, seeded with an integer.

use serde::{Deserialize, Serialize};

const WORDS: usize = 624;
const HALF: usize = 397;

/// The state of the generator: its words, and how many of them have been used.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Mersenne {
    words: Vec<u32>,
    used: usize,
}

impl Mersenne {
    /// Creates a generator with a seed as Python does. The key consists of the 32-bit words of the number, the low word
    /// first.
    pub fn seeded(number: u64) -> Mersenne {
        let (low, high) = (number as u32, (number >> 32) as u32);
        let key = if high == 0 { vec![low] } else { vec![low, high] };
        let mut words = linear(19_650_218);
        let mixed =
            |word: u32, before: u32, factor: u32| word ^ (before ^ (before >> 30)).wrapping_mul(factor);
        let mut at = 1;
        for step in 0..WORDS {
            let of_key = step % key.len();
            words[at] = mixed(words[at], words[at - 1], 1_664_525)
                .wrapping_add(key[of_key])
                .wrapping_add(of_key as u32);
            at = next(&mut words, at);
        }
        for _ in 1..WORDS {
            words[at] = mixed(words[at], words[at - 1], 1_566_083_941).wrapping_sub(at as u32);
            at = next(&mut words, at);
        }
        words[0] = 0x8000_0000;
        Mersenne { words, used: WORDS }
    }

    pub fn word(&mut self) -> u32 {
        if self.used >= self.words.len() {
            self.renew();
        }
        let mut word = self.words[self.used];
        self.used += 1;
        word ^= word >> 11;
        word ^= (word << 7) & 0x9d2c_5680;
        word ^= (word << 15) & 0xefc6_0000;
        word ^ (word >> 18)
    }

    /// Returns a random number below `limit`. As in Python, numbers are drawn with `getrandbits` until one is small
    /// enough.
    pub fn below(&mut self, limit: u32) -> u32 {
        let bits = u32::BITS - limit.leading_zeros();
        if bits == 0 {
            return 0;
        }
        loop {
            let number = self.word() >> (u32::BITS - bits);
            if number < limit {
                return number;
            }
        }
    }

    /// Draws the same number as Python's `random()`, but returns it as an integer, in units of 2^-53, so that
    /// comparisons are exact.
    pub fn rank(&mut self) -> u64 {
        let (high, low) = (u64::from(self.word() >> 5), u64::from(self.word() >> 6));
        (high << 26) + low
    }

    /// Returns a number drawn like Python's `random()`: at least 0 and less than 1.
    pub fn fraction(&mut self) -> f64 {
        self.rank() as f64 / (1u64 << 53) as f64
    }

    fn renew(&mut self) {
        for at in 0..WORDS {
            let joined = (self.words[at] & 0x8000_0000) | (self.words[(at + 1) % WORDS] & 0x7fff_ffff);
            let twist = if joined & 1 == 0 { 0 } else { 0x9908_b0df };
            self.words[at] = self.words[(at + HALF) % WORDS] ^ (joined >> 1) ^ twist;
        }
        self.used = 0;
    }
}

fn linear(seed: u32) -> Vec<u32> {
    let mut words = vec![seed];
    for at in 1..WORDS as u32 {
        let last = words[at as usize - 1];
        words.push((last ^ (last >> 30)).wrapping_mul(1_812_433_253).wrapping_add(at));
    }
    words
}

fn next(words: &mut [u32], at: usize) -> usize {
    if at + 1 < WORDS {
        return at + 1;
    }
    words[0] = words[WORDS - 1];
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_match_python() {
        let mut seeded = Mersenne::seeded(2011);
        let drawn: Vec<f64> = (0..3).map(|_| seeded.fraction()).collect();
        assert_eq!(drawn, [0.5183704610366244, 0.9082929389579008, 0.24851461356189486]);
    }
}
