//! A set of fields that can be iterated quickly if it is much smaller than the board.

use super::board::FieldIndex;
use serde::{Deserialize, Serialize};

/// A set of fields, stored as one bit per field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldSet {
    words: Vec<u64>,
    count: u32,
}

impl FieldSet {
    /// Creates an empty set for a board with this number of fields.
    pub fn new(fields: usize) -> FieldSet {
        FieldSet { words: vec![0; fields.div_ceil(64)], count: 0 }
    }

    /// Adds a field, or removes it if `is_in` is false.
    #[inline]
    pub fn set(&mut self, at: FieldIndex, is_in: bool) {
        let (word, bit) = (&mut self.words[at.index() / 64], 1 << (at.0 % 64));
        match (*word & bit != 0, is_in) {
            (false, true) => self.count += 1,
            (true, false) => self.count -= 1,
            _ => return,
        }
        *word ^= bit;
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// Returns all fields in ascending order.
    #[inline]
    pub fn iter(&self) -> Fields<'_> {
        Fields { words: self.words.iter(), word: 0, next: 0 }
    }
}

/// Iterator over the fields of a set.
pub struct Fields<'s> {
    words: std::slice::Iter<'s, u64>,
    /// Bits of the current word whose fields have not been returned yet. `next` is the first field of the following
    /// word.
    word: u64,
    next: u32,
}

impl Iterator for Fields<'_> {
    type Item = FieldIndex;

    #[inline]
    fn next(&mut self) -> Option<FieldIndex> {
        while self.word == 0 {
            self.word = *self.words.next()?;
            self.next += 64;
        }
        let lowest = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(FieldIndex(self.next - 64 + lowest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_come_and_go() {
        let mut set = FieldSet::new(130);
        for (at, is_in) in
            [(129, true), (0, true), (64, true), (64, true), (0, false), (7, false), (63, true)]
        {
            set.set(FieldIndex(at), is_in);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), [63, 64, 129].map(FieldIndex));
        assert_eq!(set.count(), 3);
    }
}
