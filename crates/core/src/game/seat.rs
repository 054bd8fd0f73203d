//! Seats, and sets of them.

use serde::{Deserialize, Serialize};
use std::{fmt, iter};

/// The seat of a player in a match, counted from 0. Texts for people count seats from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default)]
pub struct Seat(pub u8);

impl Seat {
    /// Returns the index of the seat in lists that have one entry per seat.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of the seat for people and pages, which count from 1.
    pub const fn number(self) -> u8 {
        self.0.saturating_add(1)
    }

    /// Returns all seats of a match with `count` seats.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> {
        (0..count as u8).map(Seat)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// A set of up to 32 seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SeatSet(u32);

impl SeatSet {
    /// Returns the set that contains only `seat`.
    pub const fn one(seat: Seat) -> Self {
        SeatSet(1 << seat.0)
    }

    /// Returns the set of the first `count` seats.
    pub fn first(count: usize) -> Self {
        Seat::all(count).collect()
    }

    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Iterates over the seats in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        let mut left = self.0;
        iter::from_fn(move || {
            let seat = (left != 0).then(|| Seat(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(seat)
        })
    }

    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        SeatSet(seats.into_iter().fold(0, |set, seat| set | 1 << seat.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_of_a_set_come_in_ascending_order() {
        let decoded = |seats: &[u8]| -> Vec<u8> {
            seats.iter().map(|seat| Seat(*seat)).collect::<SeatSet>().iter().map(|seat| seat.0).collect()
        };
        assert!(decoded(&[]).is_empty());
        assert_eq!(decoded(&[31, 5, 0, 5]), [0, 5, 31]);
        assert_eq!(SeatSet::first(32).iter().collect::<Vec<_>>(), Seat::all(32).collect::<Vec<_>>());
    }
}
