//! Connected components of a map. Runs of passable squares in a row are joined with those in the previous row.

use super::grid::Square;
use super::padded_grid::PaddedGrid;
use super::shape::Shape;

/// Adjacent squares of one row, with the number of their component. The end column is not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub row: u32,
    pub from: u32,
    pub to: u32,
    pub component: u32,
}

/// The components of a map, ordered by their first squares.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Components {
    pub runs: Vec<Run>,
    /// The number of squares of each component.
    pub sizes: Vec<usize>,
}

impl Components {
    /// Returns the squares of each component, row by row.
    pub fn squares(&self, shape: Shape) -> Vec<Vec<Square>> {
        let mut squares: Vec<Vec<Square>> = self.sizes.iter().map(|size| Vec::with_capacity(*size)).collect();
        for run in &self.runs {
            let first = run.row * shape.cols;
            squares[run.component as usize].extend(first + run.from..first + run.to);
        }
        squares
    }
}

/// Returns the first run that is known to belong to the same component as the given run.
fn first(runs: &mut [Run], mut number: u32) -> u32 {
    while runs[number as usize].component != number {
        // Shortens the chain for later calls.
        let before = runs[number as usize].component;
        runs[number as usize].component = runs[before as usize].component;
        number = before;
    }
    number
}

fn join(runs: &mut [Run], one: u32, other: u32) {
    let (one, other) = (first(runs, one), first(runs, other));
    runs[one.max(other) as usize].component = one.min(other);
}

/// Returns the components of the passable squares. While the runs are joined, `component` of a run is an earlier run of
/// its component; [`number`] replaces it with the component's number.
pub fn components(padded: &PaddedGrid) -> Components {
    let shape = padded.shape();
    let mut runs = Vec::new();
    let mut bits = Vec::new();
    let (mut above, mut first_end) = (0..0, 0);
    for row in 0..shape.rows {
        let begin = runs.len();
        padded.bits(row, &mut bits);
        cut(row, shape.cols, &bits, &mut runs);
        let here = begin..runs.len();
        join_rows(&mut runs, above, here.clone());
        if shape.is_torus && here.len() > 1 {
            let (left, right) = (here.start, here.end - 1);
            if runs[left].from == 0 && runs[right].to == shape.cols {
                join(&mut runs, left as u32, right as u32);
            }
        }
        if row == 0 {
            first_end = here.end;
        }
        above = here;
    }
    if shape.is_torus {
        join_rows(&mut runs, 0..first_end, above);
    }
    number(runs)
}

/// Splits a row into runs of passable squares and adds the runs.
fn cut(row: u32, cols: u32, bits: &[u64], runs: &mut Vec<Run>) {
    let (mut from, mut before) = (None, 0);
    for (number, word) in bits.iter().enumerate() {
        // Bits at which passability changes.
        let mut turns = word ^ (word << 1 | before);
        before = word >> 63;
        while turns != 0 {
            let col = number as u32 * 64 + turns.trailing_zeros();
            turns &= turns - 1;
            from = match from {
                None => Some(col),
                Some(from) => {
                    runs.push(Run { row, from, to: col, component: runs.len() as u32 });
                    None
                }
            };
        }
    }
    if let Some(from) = from {
        runs.push(Run { row, from, to: cols, component: runs.len() as u32 });
    }
}

/// Joins adjacent runs of two rows.
fn join_rows(runs: &mut [Run], above: std::ops::Range<usize>, here: std::ops::Range<usize>) {
    let (mut up, mut down) = (above.start, here.start);
    while up < above.end && down < here.end {
        let (one, other) = (runs[up], runs[down]);
        if one.from < other.to && other.from < one.to {
            join(runs, up as u32, down as u32);
        }
        if one.to < other.to {
            up += 1;
        } else {
            down += 1;
        }
    }
}

/// Numbers the components. Each run refers to itself or to an earlier run, which already has its number.
fn number(mut runs: Vec<Run>) -> Components {
    let mut sizes: Vec<usize> = Vec::new();
    for at in 0..runs.len() {
        let run = runs[at];
        let component = match run.component as usize {
            own if own == at => {
                sizes.push(0);
                sizes.len() as u32 - 1
            }
            other => runs[other].component,
        };
        runs[at].component = component;
        sizes[component as usize] += (run.to - run.from) as usize;
    }
    Components { runs, sizes }
}

#[cfg(test)]
mod tests {
    use super::super::breadth::{Breadth, Reach};
    use super::super::passability_map::PassabilityMap;
    use super::super::tests as boards;
    use super::*;

    /// Finds the components with a separate search from each square that is not in an earlier component.
    fn flooded(map: &PassabilityMap) -> Vec<Vec<Square>> {
        let mut groups: Vec<Vec<Square>> = Vec::new();
        for first in map.all().filter(|at| map.is_passable(*at)) {
            if !groups.iter().any(|group| group.contains(&first)) {
                let mut group: Vec<Square> = Breadth::new(map, first, Reach::default()).collect();
                group.push(first);
                group.sort_unstable();
                groups.push(group);
            }
        }
        groups
    }

    #[test]
    fn components_are_what_searches_find() {
        let sizes = [(14, 19), (1, 7), (7, 1), (2, 2), (1, 1), (5, 64), (6, 65), (3, 200), (30, 30)];
        for (seed, is_torus) in (0..200).zip([true, false].into_iter().cycle()) {
            let (rows, cols) = sizes[seed as usize % sizes.len()];
            let map = boards::random(is_torus, rows, cols, [2, 3, u64::MAX][seed as usize % 3], seed);
            let found = components(&PaddedGrid::of(&map));
            let squares = found.squares(map.grid().shape());
            assert!(squares.iter().zip(&found.sizes).all(|(group, size)| group.len() == *size));
            assert_eq!(squares, flooded(&map), "{rows}x{cols}, seed {seed}");
        }
    }

    #[test]
    fn a_map_of_walls_has_no_components() {
        let walls = boards::parse(true, &["%%", "%%"]);
        assert_eq!(components(&PaddedGrid::of(&walls)), Components::default());
    }
}
