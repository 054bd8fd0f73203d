//! A map for searches that visit all squares. It has one mark per square and a border of walls, so that searches need
//! no bounds checks.

use super::passability_map::PassabilityMap;
use super::shape::{Position, Shape};

/// The number of steps of a square that is not reached. Walls always have this value.
pub const UNREACHED: u32 = (1 << 30) - 1;
/// The flag of a passable square that has not been reached yet.
const NEW: u32 = 1 << 30;
/// The flag of a square on the rim of a torus, from which a step may lead across the edge.
const RIM: u32 = 1 << 31;

/// A sum for each mark of a grid. All sums are 0 between searches.
#[derive(Debug, Default)]
pub struct Sums {
    sums: Vec<i64>,
    /// A bit for each sum, which is set if anything has been added to the sum.
    touched: Vec<u64>,
}

impl Sums {
    fn resize(&mut self, marks: usize) {
        if self.sums.len() != marks {
            self.sums.clear();
            self.sums.resize(marks, 0);
            self.touched.clear();
            self.touched.resize(marks.div_ceil(64), 0);
        }
    }

    fn add(&mut self, at: usize, value: i64) {
        self.sums[at] += value;
        self.touched[at / 64] |= 1 << (at % 64);
    }
}

/// A map for searches. The low bits of a mark are the result of a search, or [`UNREACHED`].
#[derive(Debug, Default)]
pub struct PaddedGrid {
    shape: Shape,
    stride: usize,
    marks: Vec<u32>,
}

impl Clone for PaddedGrid {
    fn clone(&self) -> PaddedGrid {
        PaddedGrid { shape: self.shape, stride: self.stride, marks: self.marks.clone() }
    }

    /// Copies another grid into the memory that this one has already allocated.
    fn clone_from(&mut self, other: &PaddedGrid) {
        (self.shape, self.stride) = (other.shape, other.stride);
        self.marks.clone_from(&other.marks);
    }
}

impl PaddedGrid {
    /// Creates a map from a rule that says which squares are passable.
    pub fn from_rule(shape: Shape, is_passable: impl Fn(Position) -> bool) -> PaddedGrid {
        let mut padded = PaddedGrid::default();
        padded.reset(shape);
        for row in 0..shape.rows {
            padded.set_row(row, (0..shape.cols).map(|col| is_passable((row, col))));
        }
        padded
    }

    /// Creates a map with the same passable squares as another map.
    pub fn of(map: &PassabilityMap) -> PaddedGrid {
        PaddedGrid::from_rule(map.grid().shape(), |(row, col)| map.is_passable(row * map.grid().cols + col))
    }

    /// Sets the shape of the map. Each row has to be set with [`Self::set_row`] afterwards.
    pub fn reset(&mut self, shape: Shape) {
        let stride = shape.cols as usize + 2;
        let marks = stride * (shape.rows as usize + 2);
        if self.shape != shape {
            self.marks.clear();
            self.marks.resize(marks, UNREACHED);
        }
        (self.shape, self.stride) = (shape, stride);
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Sets which squares of a row are passable.
    pub fn set_row(&mut self, row: u32, is_passable: impl Iterator<Item = bool>) {
        let Shape { rows, cols, is_torus } = self.shape;
        let first = self.at((row, 0));
        let marks = &mut self.marks[first..first + cols as usize];
        let is_end = is_torus && (row == 0 || row + 1 == rows);
        let rim = if is_end { RIM } else { 0 };
        for (mark, is_passable) in marks.iter_mut().zip(is_passable) {
            *mark = UNREACHED | rim | if is_passable { NEW } else { 0 };
        }
        if is_torus {
            marks[0] |= RIM;
            marks[cols as usize - 1] |= RIM;
        }
    }

    pub fn is_passable(&self, position: Position) -> bool {
        self.marks[self.at(position)] & NEW != 0
    }

    fn at(&self, (row, col): Position) -> usize {
        (row as usize + 1) * self.stride + col as usize + 1
    }

    fn position(&self, at: usize) -> Position {
        // Marks are fewer than 2^32, and 32-bit division is faster.
        let (at, stride) = (at as u32, self.stride as u32);
        (at / stride - 1, at % stride - 1)
    }

    /// Returns the marks of a row.
    pub fn row(&self, row: u32) -> &[u32] {
        let first = self.at((row, 0));
        &self.marks[first..first + self.shape.cols as usize]
    }

    fn neighbours(&self, at: usize) -> [usize; 4] {
        match self.marks[at] & RIM {
            0 => [at - self.stride, at + self.stride, at - 1, at + 1],
            _ => self.rim_neighbours(at),
        }
    }

    /// Returns the neighbors of a square on the rim of a torus, if necessary across the edge.
    fn rim_neighbours(&self, at: usize) -> [usize; 4] {
        let Shape { rows, cols, .. } = self.shape;
        let (row, col) = self.position(at);
        let (down, right) = ((rows as usize - 1) * self.stride, cols as usize - 1);
        [
            if row == 0 { at + down } else { at - self.stride },
            if row + 1 == rows { at - down } else { at + self.stride },
            if col == 0 { at + right } else { at - 1 },
            if col + 1 == cols { at - right } else { at + 1 },
        ]
    }

    /// Marks each square with the number of steps from the nearest source, up to `steps_max`. Returns the greatest
    /// number of steps. After this, the grid no longer says which squares are passable.
    pub fn flood(&mut self, sources: &[Position], steps_max: u32, queue: &mut Vec<u32>) -> u32 {
        // The corner of the border is never reached.
        self.flood_to(sources, 0, steps_max, queue)
    }

    /// Marks squares like [`Self::flood`], but stops when the square `goal` is reached.
    fn flood_to(&mut self, sources: &[Position], goal: usize, steps_max: u32, queue: &mut Vec<u32>) -> u32 {
        let room = self.shape.squares() + sources.len() + 4;
        if queue.len() < room {
            queue.resize(room, 0);
        }
        let mut end = 0;
        for source in sources {
            let at = self.at(*source);
            self.marks[at] &= RIM;
            queue[end] = at as u32;
            end += 1;
        }
        let (mut done, mut steps) = (0, 0);
        while done < end {
            let at = queue[done] as usize;
            done += 1;
            steps = self.marks[at] & UNREACHED;
            if at == goal || steps == steps_max {
                break;
            }
            for neighbour in self.neighbours(at) {
                // Without a branch, which would be unpredictable: squares that are not new are rewritten unchanged.
                let mark = self.marks[neighbour];
                let is_new = mark & NEW;
                let new = (is_new >> 30).wrapping_neg();
                queue[end] = neighbour as u32;
                self.marks[neighbour] = (mark & !new) | (((mark & RIM) | (steps + 1)) & new);
                end += (is_new >> 30) as usize;
            }
        }
        steps
    }

    /// Returns a shortest path as a list from the goal to the start, including both; empty if there is none. After
    /// this, the grid no longer says which squares are passable.
    pub fn path(&mut self, start: Position, goal: Position, queue: &mut Vec<u32>) -> Vec<Position> {
        let mut at = self.at(goal);
        let mut steps = self.flood_to(&[start], at, u32::MAX, queue);
        if self.marks[at] & (UNREACHED | NEW) != steps {
            return Vec::new();
        }
        let mut path = Vec::with_capacity(steps as usize + 1);
        path.push(goal);
        while steps > 0 {
            steps -= 1;
            // Squares that are not reached have greater numbers.
            let before = self.neighbours(at).into_iter().find(|before| self.marks[*before] & !RIM == steps);
            let Some(before) = before else { break };
            at = before;
            path.push(self.position(at));
        }
        path
    }

    /// Adds the strength of one source to the sums. `number` identifies the source and must be less than [`UNREACHED`].
    /// This changes the low bits of the marks.
    fn spread_one(
        &mut self,
        (position, strength): (Position, i64),
        number: u32,
        fade: i64,
        sums: &mut Sums,
        queue: &mut [u32],
    ) {
        let at = self.at(position);
        self.marks[at] = (self.marks[at] & !UNREACHED) | number;
        queue[0] = at as u32;
        let (mut done, mut end, mut left) = (0, 1, strength.abs());
        while left > 0 && done < end {
            let (front, value) = (end, strength.signum() * left);
            left -= fade;
            for next in done..front {
                let at = queue[next] as usize;
                sums.add(at, value);
                if left <= 0 {
                    continue;
                }
                for neighbour in self.neighbours(at) {
                    let mark = self.marks[neighbour];
                    let is_new = mark & NEW != 0 && mark & UNREACHED != number;
                    queue[end] = neighbour as u32;
                    self.marks[neighbour] = if is_new { (mark & !UNREACHED) | number } else { mark };
                    end += usize::from(is_new);
                }
            }
            done = front;
        }
    }

    /// Adds up the strengths of all sources on each square. With each step over passable squares, a strength gets
    /// nearer to 0 by `fade`, and ends when it is 0. A source may be on an impassable square.
    pub fn spread(&mut self, sources: &[(Position, i64)], fade: u32, sums: &mut Sums, queue: &mut Vec<u32>) {
        sums.resize(self.marks.len());
        let room = self.shape.squares() + 5;
        if queue.len() < room {
            queue.resize(room, 0);
        }
        for (source, number) in sources.iter().zip(0..UNREACHED) {
            self.spread_one(*source, number, i64::from(fade.max(1)), sums, queue);
        }
    }

    /// Passes each sum to which anything was added to `receive`, row by row, and sets the sum to 0.
    pub fn take(&self, sums: &mut Sums, mut receive: impl FnMut(Position, i64)) {
        let (mut row, mut first) = (0, self.at((0, 0)));
        for number in 0..sums.touched.len() {
            let mut word = std::mem::take(&mut sums.touched[number]);
            while word != 0 {
                let at = number * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                while at >= first + self.stride {
                    row += 1;
                    first += self.stride;
                }
                receive((row, (at - first) as u32), std::mem::take(&mut sums.sums[at]));
            }
        }
    }

    /// Fills `bits` with one bit for each square of a row, the lowest bit first: 1 for passable squares, otherwise 0.
    pub fn bits(&self, row: u32, bits: &mut Vec<u64>) {
        bits.clear();
        let words = self.row(row).chunks(64);
        bits.extend(
            words
                .map(|marks| marks.iter().rev().fold(0, |bits, mark| bits << 1 | u64::from(mark & NEW != 0))),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as boards;
    use super::*;

    fn spread(map: &PassabilityMap, sources: &[(u32, i64)], fade: u32) -> Vec<i64> {
        let mut padded = PaddedGrid::of(map);
        let sources: Vec<_> =
            sources.iter().map(|(at, strength)| (map.grid().position(*at), *strength)).collect();
        let (mut sums, mut queue) = (Sums::default(), Vec::new());
        padded.spread(&sources, fade, &mut sums, &mut queue);
        let mut found = vec![0; map.grid().squares()];
        padded.take(&mut sums, |place, value| found[padded.shape().number(place)] = value);
        assert!(sums.sums.iter().all(|sum| *sum == 0));
        found
    }

    #[test]
    fn flood_has_the_distances_of_breadth_first_search() {
        let sizes = [(14, 19), (1, 7), (7, 1), (2, 2), (1, 1), (3, 70)];
        for ((seed, is_torus), (rows, cols)) in
            (0..60).zip([true, false].into_iter().cycle()).zip(sizes.into_iter().cycle())
        {
            let map = boards::random(is_torus, rows, cols, 3, seed);
            let sources = [0, rows * cols / 2];
            let expected = breadth::nearest_sources(&map, &sources, None);
            let places = sources.map(|at| map.grid().position(at));
            let mut padded = PaddedGrid::of(&map);
            let most = padded.flood(&places, u32::MAX, &mut Vec::new());
            for (at, expected) in expected.iter().enumerate() {
                let (row, col) = map.grid().position(at as u32);
                let found = padded.row(row)[col as usize] & UNREACHED;
                assert_eq!(
                    Some(found).filter(|found| *found != UNREACHED),
                    expected.map(|expected| expected.0)
                );
            }
            assert_eq!(Some(most), expected.iter().flatten().map(|found| found.0).max());
            let mut limited = PaddedGrid::of(&map);
            let farthest = limited.flood(&places, 2, &mut Vec::new());
            assert_eq!(farthest, most.min(2));
            for row in 0..rows {
                let near = |mark: &u32| if mark & UNREACHED > 2 { UNREACHED } else { mark & UNREACHED };
                let marks = limited.row(row).iter().map(|mark| mark & UNREACHED);
                assert!(marks.eq(padded.row(row).iter().map(near)));
            }
        }
    }

    #[test]
    fn strength_fades_with_each_step_round_walls() {
        let map = boards::parse(false, &["....", ".%%.", "...."]);
        assert_eq!(spread(&map, &[(0, 3)], 1), [3, 2, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(spread(&map, &[(0, -3)], 2), [-3, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(spread(&map, &[(5, 2)], 1), [0, 1, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0], "out of a wall");
    }

    #[test]
    fn strengths_of_sources_are_summed_by_distance() {
        for (seed, is_torus) in (0..20).zip([true, false].into_iter().cycle()) {
            let map = boards::random(is_torus, 13, 9, 4, seed);
            let sources = [(3, 9), (50, -6), (50, 4), (116, 30)];
            let mut expected = vec![0; 117];
            for (source, strength) in sources {
                let steps = breadth::nearest_sources(&map, &[source], None);
                for (value, steps) in expected.iter_mut().zip(steps) {
                    let left =
                        steps.map_or(0, |(steps, _)| (i64::abs(strength) - 2 * i64::from(steps)).max(0));
                    *value += strength.signum() * left;
                }
            }
            assert_eq!(spread(&map, &sources, 2), expected);
        }
    }

    #[test]
    fn a_padded_grid_can_be_reset_to_another_shape() {
        let mut one = PaddedGrid::of(&boards::parse(true, &["...", "..."]));
        one.flood(&[(0, 0)], u32::MAX, &mut Vec::new());
        one.reset(Shape::new(1, 4, false).unwrap());
        one.set_row(0, [true, true, false, true].into_iter());
        one.flood(&[(0, 0)], u32::MAX, &mut Vec::new());
        assert_eq!(
            one.row(0).iter().map(|mark| mark & UNREACHED).collect::<Vec<_>>(),
            [0, 1, UNREACHED, UNREACHED]
        );
    }
}
