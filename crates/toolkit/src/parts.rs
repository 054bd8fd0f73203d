//! Which squares of a board hang together: stretches of a row are joined with those of the row before.

use super::padded_grid::PaddedGrid;

/// Squares of one row, side by side, from one column to before another; its part, as a number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub row: u32,
    pub from: u32,
    pub to: u32,
    pub part: u32,
}

/// The parts of a board in the order of their first squares, row by row.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Row by row.
    pub stretches: Vec<Stretch>,
    /// How many squares each part has.
    pub sizes: Vec<usize>,
}

/// The first of the stretches that are known to hang together with this one.
fn first(stretches: &mut [Stretch], mut number: u32) -> u32 {
    while stretches[number as usize].part != number {
        // Each look shortens the way for the next one.
        let before = stretches[number as usize].part;
        stretches[number as usize].part = stretches[before as usize].part;
        number = before;
    }
    number
}

fn join(stretches: &mut [Stretch], one: u32, other: u32) {
    let (one, other) = (first(stretches, one), first(stretches, other));
    stretches[one.max(other) as usize].part = one.min(other);
}

/// The passable squares of a board, part by part. Until the end the part of a stretch is another one of the same part.
pub fn parts(lattice: &PaddedGrid) -> Parts {
    let shape = lattice.shape();
    let mut stretches = Vec::new();
    let mut bits = Vec::new();
    let (mut above, mut first_end) = (0..0, 0);
    for row in 0..shape.rows {
        let begin = stretches.len();
        lattice.bits(row, &mut bits);
        cut(row, shape.cols, &bits, &mut stretches);
        let here = begin..stretches.len();
        join_rows(&mut stretches, above, here.clone());
        if shape.is_torus && here.len() > 1 {
            let (left, right) = (here.start, here.end - 1);
            if stretches[left].from == 0 && stretches[right].to == shape.cols {
                join(&mut stretches, left as u32, right as u32);
            }
        }
        if row == 0 {
            first_end = here.end;
        }
        above = here;
    }
    if shape.is_torus {
        join_rows(&mut stretches, 0..first_end, above);
    }
    number(stretches)
}

/// Adds the stretches of a row.
fn cut(row: u32, cols: u32, bits: &[u64], stretches: &mut Vec<Stretch>) {
    let (mut from, mut before) = (None, 0);
    for (number, word) in bits.iter().enumerate() {
        // Where a square differs from the one before.
        let mut turns = word ^ (word << 1 | before);
        before = word >> 63;
        while turns != 0 {
            let col = number as u32 * 64 + turns.trailing_zeros();
            turns &= turns - 1;
            from = match from {
                None => Some(col),
                Some(from) => {
                    stretches.push(Stretch { row, from, to: col, part: stretches.len() as u32 });
                    None
                }
            };
        }
    }
    if let Some(from) = from {
        stretches.push(Stretch { row, from, to: cols, part: stretches.len() as u32 });
    }
}

/// Joins the stretches of two rows that lie side by side.
fn join_rows(stretches: &mut [Stretch], above: std::ops::Range<usize>, here: std::ops::Range<usize>) {
    let (mut up, mut down) = (above.start, here.start);
    while up < above.end && down < here.end {
        let (one, other) = (stretches[up], stretches[down]);
        if one.from < other.to && other.from < one.to {
            join(stretches, up as u32, down as u32);
        }
        if one.to < other.to {
            up += 1;
        } else {
            down += 1;
        }
    }
}

/// Gives the parts their numbers. A stretch always points to one before it, whose part has its number already.
fn number(mut stretches: Vec<Stretch>) -> Parts {
    let mut sizes: Vec<usize> = Vec::new();
    for at in 0..stretches.len() {
        let stretch = stretches[at];
        let part = match stretch.part as usize {
            own if own == at => {
                sizes.push(0);
                sizes.len() as u32 - 1
            }
            other => stretches[other].part,
        };
        stretches[at].part = part;
        sizes[part as usize] += (stretch.to - stretch.from) as usize;
    }
    Parts { stretches, sizes }
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::shape::Place;
    use super::super::tests as drawn;
    use super::*;

    fn squares(parts: &Parts) -> Vec<Vec<Place>> {
        let mut groups = vec![Vec::new(); parts.sizes.len()];
        for stretch in &parts.stretches {
            groups[stretch.part as usize].extend((stretch.from..stretch.to).map(|col| (stretch.row, col)));
        }
        assert!(groups.iter().zip(&parts.sizes).all(|(group, size)| group.len() == *size));
        groups
    }

    #[test]
    fn parts_are_what_a_flood_finds() {
        let sizes = [(14, 19), (1, 7), (7, 1), (2, 2), (1, 1), (5, 64), (6, 65), (3, 200), (30, 30)];
        for (seed, is_torus) in (0..200).zip([true, false].into_iter().cycle()) {
            let (rows, cols) = sizes[seed as usize % sizes.len()];
            let ground = drawn::scattered(is_torus, rows, cols, [2, 3, u64::MAX][seed as usize % 3], seed);
            let wanted = breadth::components(&ground, |at| ground.is_passable(at));
            let wanted: Vec<Vec<Place>> = wanted
                .iter()
                .map(|group| group.iter().map(|at| ground.grid().place(*at)).collect())
                .collect();
            assert_eq!(squares(&parts(&PaddedGrid::of(&ground))), wanted, "{rows}x{cols}, seed {seed}");
        }
    }

    #[test]
    fn there_may_be_none() {
        let walls = drawn::ground(true, &["%%", "%%"]);
        assert_eq!(parts(&PaddedGrid::of(&walls)), Parts::default());
    }
}
