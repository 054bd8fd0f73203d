//! A breadth-first search over the whole board, with a bit for each square: each step from the targets takes a few
//! operations for 64 squares.

use super::torus::{At, Direction, Torus};

/// The number of bits in a word.
const WORD: usize = u64::BITS as usize;

/// The shortest way of an ant to the nearest target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub ant: At,
    /// The number of steps, or `u16::MAX` if there is no way.
    pub steps: u16,
    /// For each direction, true if a step in it leads closer to a target.
    pub nearer: [bool; 4],
}

/// A set of squares, with a bit for each. Each row has a copy of its last square before the first one and of its first
/// square behind the last one, and there is a copy of the last row before the first one and vice versa.
#[derive(Clone, Debug)]
struct SquareSet {
    size: Torus,
    /// The number of words of a row.
    words: usize,
    bits: Vec<u64>,
}

impl SquareSet {
    fn empty(size: Torus) -> SquareSet {
        let words = (usize::from(size.cols) + 2).div_ceil(WORD);
        SquareSet { size, words, bits: vec![0; words * (usize::from(size.rows) + 2)] }
    }

    /// Creates the set of the squares that are true in a list of all squares, without copies of any.
    fn of(size: Torus, squares: &[bool]) -> SquareSet {
        let mut set = SquareSet::empty(size);
        let rows = squares.chunks_exact(size.cols.into());
        for (row, words) in rows.zip(set.bits.chunks_exact_mut(set.words).skip(1)) {
            for (eight, place) in row.chunks(8).zip((1..).step_by(8)) {
                let (bits, bit) = (bits_of(eight), place % WORD);
                words[place / WORD] |= bits << bit;
                if let Some(word) = words.get_mut(place / WORD + 1).filter(|_| bit > WORD - 8) {
                    *word |= bits >> (WORD - bit);
                }
            }
        }
        set
    }

    /// Creates the set of these squares, without copies of any.
    fn with(size: Torus, squares: &[At]) -> SquareSet {
        let mut set = SquareSet::empty(size);
        for at in squares {
            let (word, bit) = set.place(*at);
            set.bits[word] |= 1 << bit;
        }
        set
    }

    fn has(&self, at: At) -> bool {
        let (word, bit) = self.place(at);
        self.bits[word] >> bit & 1 == 1
    }

    fn place(&self, at: At) -> (usize, usize) {
        let col = usize::from(at.col) + 1;
        ((usize::from(at.row) + 1) * self.words + col / WORD, col % WORD)
    }

    /// Adds the copies of the squares at the edges.
    fn copy_edges(&mut self) {
        let words = self.words;
        let place = |col: usize| (col / WORD, col % WORD);
        let cols = usize::from(self.size.cols);
        let ((last, last_bit), (after, after_bit)) = (place(cols), place(cols + 1));
        // Spares the loop its checks.
        assert!(last < words && after < words, "a row has room for two squares more");
        for row in self.bits.chunks_exact_mut(words) {
            row[0] |= row[last] >> last_bit & 1;
            row[after] |= (row[0] >> 1 & 1) << after_bit;
        }
        let end = self.bits.len();
        self.bits.copy_within(end - 2 * words..end - words, 0);
        self.bits.copy_within(words..2 * words, end - words);
    }
}

/// Returns a number whose lowest bits are up to eight squares.
fn bits_of(squares: &[bool]) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(squares).for_each(|(byte, square)| *byte = u8::from(*square));
    // The product has each byte's lowest bit once in its highest byte.
    u64::from_le_bytes(bytes).wrapping_mul(0x0102_0408_1020_4080) >> (WORD - 8)
}

/// Returns the ways of these ants to the nearest target, in the sequence of `ants`. `may_be_land` says for each square
/// whether a way may lead over it. The search ends with the ant that is furthest away.
pub fn ways(size: Torus, may_be_land: &[bool], targets: &[At], ants: &[At]) -> Vec<Way> {
    let mut edge = SquareSet::with(size, targets);
    let mut unseen = SquareSet::of(size, may_be_land);
    unseen.bits.iter_mut().zip(&edge.bits).for_each(|(unseen, edge)| *unseen &= !edge);
    edge.copy_edges();
    let mut next = SquareSet::empty(size);
    let (at_target, mut waiting): (Vec<At>, Vec<At>) = ants.iter().partition(|ant| edge.has(**ant));
    let at_target = at_target.into_iter().map(|ant| Way { ant, steps: 0, nearer: [false; 4] });
    let mut found: Vec<Way> = at_target.collect();
    let mut steps = 0;
    while !waiting.is_empty() && grow(&edge.bits, edge.words, &mut unseen.bits, &mut next.bits) {
        steps += 1;
        waiting.retain(|ant| {
            let is_reached = next.has(*ant);
            if is_reached {
                let nearer = Direction::ALL.map(|direction| edge.has(size.step(*ant, direction)));
                found.push(Way { ant: *ant, steps, nearer });
            }
            !is_reached
        });
        next.copy_edges();
        std::mem::swap(&mut edge, &mut next);
    }
    found.sort_unstable_by_key(|way| way.ant);
    let way = |ant: &At| {
        let index = found.binary_search_by_key(ant, |way| way.ant);
        index.map_or(Way { ant: *ant, steps: u16::MAX, nearer: [false; 4] }, |index| found[index])
    };
    ants.iter().map(way).collect()
}

/// Replaces `next` by the unseen squares beside those in `edge`, and removes them from `unseen`. All three have the same
/// length, and rows of `words` words. Returns whether there are any such squares.
// A function of its own, so that the compiler knows that the slices are apart, and uses vectors.
#[inline(never)]
#[allow(clippy::needless_range_loop)]
fn grow(edge: &[u64], words: usize, unseen: &mut [u64], next: &mut [u64]) -> bool {
    let count = edge.len() - 2 * words;
    // Slices of the same length, so that the loop needs no checks.
    let from = |start: usize| &edge[start..start + count];
    let (north, west, here, east, south) =
        (from(0), from(words - 1), from(words), from(words + 1), from(2 * words));
    let (unseen, next) = (&mut unseen[words..words + count], &mut next[words..words + count]);
    let mut any = 0;
    for word in 0..count {
        let beside = here[word] << 1 | here[word] >> 1 | west[word] >> (WORD - 1) | east[word] << (WORD - 1);
        let new = (north[word] | south[word] | beside) & unseen[word];
        next[word] = new;
        unseen[word] &= !new;
        any |= new;
    }
    any != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// Returns the number of steps from each square to the nearest target, or `u16::MAX` if there is no way.
    fn distances(size: Torus, land: &[bool], targets: &[At]) -> Vec<u16> {
        let mut steps = vec![u16::MAX; size.area()];
        targets.iter().for_each(|at| steps[size.index(*at)] = 0);
        let mut edge: VecDeque<At> = targets.iter().copied().collect();
        while let Some(at) = edge.pop_front() {
            for near in Direction::ALL.map(|direction| size.step(at, direction)) {
                if steps[size.index(near)] == u16::MAX && land[size.index(near)] {
                    steps[size.index(near)] = steps[size.index(at)] + 1;
                    edge.push_back(near);
                }
            }
        }
        steps
    }

    proptest! {
        #[test]
        fn ways_are_those_of_a_search_square_by_square(
            rows in 1u16..12,
            cols in prop_oneof![1u16..12, 60u16..70, 125u16..131],
            water in 0u32..5,
            seed in 0u64..1000,
        ) {
            let size = Torus { rows, cols };
            let mut rng = wag_core::game::RandomStream::new(seed, 0);
            let land: Vec<bool> = size.squares().map(|_| rng.below(10) >= water).collect();
            let count = 1 + rng.below(3) as usize;
            let area = size.area() as u32;
            let targets: Vec<At> = (0..count).map(|_| size.at(rng.below(area) as usize)).collect();
            let mut ants: Vec<At> = size.squares().filter(|at| land[size.index(*at)] && rng.below(4) == 0).collect();
            ants.reverse();
            let steps = distances(size, &land, &targets);
            let expected: Vec<Way> = ants.iter().map(|ant| {
                let of = |at: At| steps[size.index(at)];
                let nearer = Direction::ALL.map(|direction| of(size.step(*ant, direction)) < of(*ant));
                Way { ant: *ant, steps: of(*ant), nearer }
            }).collect();
            prop_assert_eq!(ways(size, &land, &targets, &ants), expected);
        }
    }
}
