//! The sequence in which Python's sets and dictionaries list squares. It follows from hash values and table slots.

use super::map::Map;
use super::rng::Kind;
use super::torus::At;
use wag_core::game::Seat;

const PRIMES: [u64; 3] = [11_400_714_785_074_694_791, 14_029_467_366_897_019_727, 2_870_177_450_012_600_261];

/// Returns the squares in the sequence of a hash table into which they were inserted in the given sequence.
pub fn ordered(kind: Kind, squares: &[At]) -> Vec<At> {
    let mut table = HashTable { slots: vec![None; 8], used: 0, kind };
    squares.iter().for_each(|at| table.insert(*at));
    table.slots.into_iter().flatten().collect()
}

/// Returns the hills of a map in the sequence used by the engine with this kind of random numbers. Wag goes row by row.
/// The contest's engine inserts hills into a dictionary, sorted by owner. Python 3 lists them in that sequence, Python
/// 2 in the sequence of the table's slots.
pub fn hills(kind: Kind, map: &Map) -> Vec<(At, Seat)> {
    let mut hills = map.hills.clone();
    match kind {
        Kind::Wag => {}
        Kind::Python3 => hills.sort_by_key(|(at, owner)| (map.hills_of(*owner).next(), *at)),
        Kind::Python2 => {
            hills.sort_by_key(|(at, owner)| (*owner, *at));
            let entered: Vec<At> = hills.iter().map(|(at, _)| *at).collect();
            let listed = ordered(kind, &entered);
            hills.sort_by_key(|(at, _)| listed.iter().position(|place| place == at));
        }
    }
    hills
}

struct HashTable {
    slots: Vec<Option<At>>,
    used: usize,
    kind: Kind,
}

impl HashTable {
    fn insert(&mut self, at: At) {
        let slot = self.slot(at);
        if self.slots[slot].is_some() {
            return;
        }
        self.slots[slot] = Some(at);
        self.used += 1;
        let is_full = match self.kind {
            Kind::Python2 => 3 * self.used >= 2 * self.slots.len(),
            _ => 5 * self.used >= 3 * (self.slots.len() - 1),
        };
        if is_full {
            let size = (4 * self.used + 1).next_power_of_two();
            let squares: Vec<At> = self.slots.drain(..).flatten().collect();
            self.slots = vec![None; size];
            for at in squares {
                let slot = self.slot(at);
                self.slots[slot] = Some(at);
            }
        }
    }

    /// Returns the slot of a square that is in the table, or else the slot where it should be inserted.
    fn slot(&self, at: At) -> usize {
        let takes = |slot: &usize| self.slots[*slot].is_none_or(|there| there == at);
        let mask = self.slots.len() as u64 - 1;
        match self.kind {
            Kind::Python2 => {
                let hash = hash2(at);
                let (mut slot, mut rest) = (hash, hash);
                loop {
                    let found = (slot & mask) as usize;
                    if takes(&found) {
                        return found;
                    }
                    slot = slot.wrapping_mul(5).wrapping_add(1).wrapping_add(rest);
                    rest >>= 5;
                }
            }
            _ => {
                let hash = hash3(at);
                let (mut slot, mut rest) = (hash & mask, hash);
                loop {
                    let last = if slot + 9 <= mask { slot + 9 } else { slot };
                    if let Some(found) = (slot..=last).map(|slot| slot as usize).find(takes) {
                        return found;
                    }
                    rest >>= 5;
                    slot = slot.wrapping_mul(5).wrapping_add(1).wrapping_add(rest) & mask;
                }
            }
        }
    }
}

/// Returns the hash of a pair of numbers in Python 3.8 and later.
fn hash3(at: At) -> u64 {
    let mixed = [at.row, at.col].into_iter().fold(PRIMES[2], |hash, number| {
        let hash = hash.wrapping_add(u64::from(number).wrapping_mul(PRIMES[1]));
        hash.rotate_left(31).wrapping_mul(PRIMES[0])
    });
    mixed.wrapping_add(2 ^ (PRIMES[2] ^ 3_527_539))
}

/// Returns the hash of a pair of numbers in Python 2.
fn hash2(at: At) -> u64 {
    let row = (0x345678 ^ u64::from(at.row)).wrapping_mul(1_000_003);
    let col = (row ^ u64::from(at.col)).wrapping_mul(1_000_003 + 82_522);
    col.wrapping_add(97_531)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected sequence is that of `list({...})` in Python 3.
    #[test]
    fn squares_come_as_python_lists_them() {
        let squares: Vec<At> = PUT.iter().map(|(row, col)| At::new(*row, *col)).collect();
        let listed: Vec<(u16, u16)> =
            ordered(Kind::Python3, &squares).iter().map(|at| (at.row, at.col)).collect();
        assert_eq!(listed, LISTED);
        assert_eq!(ordered(Kind::Python2, &squares).len(), PUT.len());
    }

    const PUT: [(u16, u16); 8] = [(0, 14), (2, 2), (3, 17), (16, 2), (17, 17), (19, 5), (100, 3), (7, 199)];
    const LISTED: [(u16, u16); 8] =
        [(17, 17), (3, 17), (7, 199), (16, 2), (100, 3), (2, 2), (0, 14), (19, 5)];
}
