//! A board for searches that go everywhere: one mark per square, and walls around it, so that nobody looks where it ends.

use super::passability_map::PassabilityMap;
use super::shape::{Place, Shape};

/// What is not reached, as a number of steps. Walls stay so.
pub const FAR: u32 = (1 << 30) - 1;
/// A square that can be entered and is not reached.
const NEW: u32 = 1 << 30;
/// A square of a torus from which a step leads across the seam.
const RIM: u32 = 1 << 31;

/// Sums by mark, all of them 0 until something is added.
#[derive(Debug, Default)]
pub struct Values {
    sums: Vec<i64>,
    /// A bit for each that something was added to.
    touched: Vec<u64>,
}

impl Values {
    fn begin(&mut self, marks: usize) {
        // What was added has been taken away again.
        if self.sums.len() != marks {
            self.sums.clear();
            self.sums.resize(marks, 0);
            self.touched.clear();
            self.touched.resize(marks.div_ceil(64), 0);
        }
    }

    fn add(&mut self, at: usize, given: i64) {
        self.sums[at] += given;
        self.touched[at / 64] |= 1 << (at % 64);
    }
}

/// A board. The low bits of a mark are [`FAR`], or what a search has written.
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

    /// In the memory that is there.
    fn clone_from(&mut self, other: &PaddedGrid) {
        (self.shape, self.stride) = (other.shape, other.stride);
        self.marks.clone_from(&other.marks);
    }
}

impl PaddedGrid {
    /// Nothing but walls.
    pub fn new(shape: Shape) -> PaddedGrid {
        let mut lattice = PaddedGrid::default();
        lattice.begin(shape);
        lattice
    }

    /// What of a ground is passable.
    pub fn of(ground: &PassabilityMap) -> PaddedGrid {
        let grid = ground.grid();
        let mut lattice =
            PaddedGrid::new(Shape { rows: grid.rows, cols: grid.cols, is_torus: grid.is_torus });
        for row in 0..grid.rows {
            lattice.set_row(row, (0..grid.cols).map(|col| ground.is_passable(row * grid.cols + col)));
        }
        lattice
    }

    /// From now on it is a board of this shape, with nothing but walls around it. Each row has to be [`Self::set_row`].
    pub fn begin(&mut self, shape: Shape) {
        let stride = shape.cols as usize + 2;
        let marks = stride * (shape.rows as usize + 2);
        if self.shape != shape {
            self.marks.clear();
            self.marks.resize(marks, FAR);
        }
        (self.shape, self.stride) = (shape, stride);
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Says which squares of a row can be entered.
    pub fn set_row(&mut self, row: u32, is_passable: impl Iterator<Item = bool>) {
        let Shape { rows, cols, is_torus } = self.shape;
        let first = self.at((row, 0));
        let marks = &mut self.marks[first..first + cols as usize];
        let is_end = is_torus && (row == 0 || row + 1 == rows);
        let rim = if is_end { RIM } else { 0 };
        for (mark, is_passable) in marks.iter_mut().zip(is_passable) {
            *mark = FAR | rim | if is_passable { NEW } else { 0 };
        }
        if is_torus {
            marks[0] |= RIM;
            marks[cols as usize - 1] |= RIM;
        }
    }

    pub fn is_passable(&self, place: Place) -> bool {
        self.marks[self.at(place)] & NEW != 0
    }

    fn at(&self, (row, col): Place) -> usize {
        (row as usize + 1) * self.stride + col as usize + 1
    }

    fn place(&self, at: usize) -> Place {
        // There are not so many marks that they need more bits, and it is quicker so.
        let (at, stride) = (at as u32, self.stride as u32);
        (at / stride - 1, at % stride - 1)
    }

    /// The marks of a row.
    pub fn row(&self, row: u32) -> &[u32] {
        let first = self.at((row, 0));
        &self.marks[first..first + self.shape.cols as usize]
    }

    /// The marks beside one: where they lie as a rule, across the seam on the rim of a torus.
    fn beside(&self, at: usize) -> [usize; 4] {
        match self.marks[at] & RIM {
            0 => [at - self.stride, at + self.stride, at - 1, at + 1],
            _ => self.across(at),
        }
    }

    /// The marks beside one of a torus.
    fn across(&self, at: usize) -> [usize; 4] {
        let Shape { rows, cols, .. } = self.shape;
        let (row, col) = self.place(at);
        let (down, right) = ((rows as usize - 1) * self.stride, cols as usize - 1);
        [
            if row == 0 { at + down } else { at - self.stride },
            if row + 1 == rows { at - down } else { at + self.stride },
            if col == 0 { at + right } else { at - 1 },
            if col + 1 == cols { at - right } else { at + 1 },
        ]
    }

    /// Writes how many steps each square is from the nearest source, and answers the most. What was passable is forgotten.
    pub fn flood(&mut self, sources: &[Place], waiting: &mut Vec<u32>) -> u32 {
        // The corner is beyond the edge, and never reached.
        self.flood_to(sources, 0, waiting)
    }

    /// As far as a mark, if it is reached.
    fn flood_to(&mut self, sources: &[Place], goal: usize, waiting: &mut Vec<u32>) -> u32 {
        let room = self.shape.squares() + sources.len() + 4;
        if waiting.len() < room {
            waiting.resize(room, 0);
        }
        let mut end = 0;
        for source in sources {
            let at = self.at(*source);
            self.marks[at] &= RIM;
            waiting[end] = at as u32;
            end += 1;
        }
        let (mut done, mut most) = (0, 0);
        while done < end {
            let at = waiting[done] as usize;
            done += 1;
            most = self.marks[at] & FAR;
            if at == goal {
                break;
            }
            for beside in self.beside(at) {
                // Without a jump, since nobody can guess it: what is not new is written again as it was.
                let mark = self.marks[beside];
                let is_new = mark & NEW;
                let new = (is_new >> 30).wrapping_neg();
                waiting[end] = beside as u32;
                self.marks[beside] = (mark & !new) | (((mark & RIM) | (most + 1)) & new);
                end += (is_new >> 30) as usize;
            }
        }
        most
    }

    /// A shortest path, with both ends, from the goal to the start; empty if there is none. What was passable is forgotten.
    pub fn way(&mut self, start: Place, goal: Place, waiting: &mut Vec<u32>) -> Vec<Place> {
        let mut at = self.at(goal);
        let mut left = self.flood_to(&[start], at, waiting);
        if self.marks[at] & (FAR | NEW) != left {
            return Vec::new();
        }
        let mut way = Vec::with_capacity(left as usize + 1);
        way.push(goal);
        while left > 0 {
            left -= 1;
            // What was not reached has more in these bits.
            let before = self.beside(at).into_iter().find(|beside| self.marks[*beside] & !RIM == left);
            let Some(before) = before else { break };
            at = before;
            way.push(self.place(at));
        }
        way
    }

    /// Adds what a source gives to the squares around it. `number` differs from source to source and is below [`FAR`]. Marks are
    /// written on, but passable is what it was.
    fn spread_one(
        &mut self,
        (place, strength): (Place, i64),
        number: u32,
        fade: i64,
        values: &mut Values,
        waiting: &mut [u32],
    ) {
        let at = self.at(place);
        self.marks[at] = (self.marks[at] & !FAR) | number;
        waiting[0] = at as u32;
        let (mut done, mut end, mut left) = (0, 1, strength.abs());
        while left > 0 && done < end {
            let (front, given) = (end, strength.signum() * left);
            left -= fade;
            for next in done..front {
                let at = waiting[next] as usize;
                values.add(at, given);
                if left <= 0 {
                    continue;
                }
                for beside in self.beside(at) {
                    let mark = self.marks[beside];
                    let is_new = mark & NEW != 0 && mark & FAR != number;
                    waiting[end] = beside as u32;
                    self.marks[beside] = if is_new { (mark & !FAR) | number } else { mark };
                    end += usize::from(is_new);
                }
            }
            done = front;
        }
    }

    /// The sum of what all sources give. A strength becomes `fade` less with each step on passable squares, until nothing is
    /// left of it; one below 0 rises to nothing in the same way. A source need not stand on a passable square.
    pub fn spread(
        &mut self,
        sources: &[(Place, i64)],
        fade: u32,
        values: &mut Values,
        waiting: &mut Vec<u32>,
    ) {
        values.begin(self.marks.len());
        let room = self.shape.squares() + 5;
        if waiting.len() < room {
            waiting.resize(room, 0);
        }
        for (source, number) in sources.iter().zip(0..FAR) {
            self.spread_one(*source, number, i64::from(fade.max(1)), values, waiting);
        }
    }

    /// Takes away the values that something was added to and tells them, row by row.
    pub fn take(&self, values: &mut Values, mut told: impl FnMut(Place, i64)) {
        let (mut row, mut first) = (0, self.at((0, 0)));
        for number in 0..values.touched.len() {
            let mut word = std::mem::take(&mut values.touched[number]);
            while word != 0 {
                let at = number * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                while at >= first + self.stride {
                    row += 1;
                    first += self.stride;
                }
                told((row, (at - first) as u32), std::mem::take(&mut values.sums[at]));
            }
        }
    }

    /// One bit per square of a row, from the lowest on: whether it can be entered.
    pub fn bits(&self, row: u32, bits: &mut Vec<u64>) {
        bits.clear();
        let marks = self.row(row).chunks(64);
        bits.extend(
            marks
                .map(|marks| marks.iter().rev().fold(0, |bits, mark| bits << 1 | u64::from(mark & NEW != 0))),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as drawn;
    use super::*;

    fn spread(ground: &PassabilityMap, sources: &[(u32, i64)], fade: u32) -> Vec<i64> {
        let mut lattice = PaddedGrid::of(ground);
        let sources: Vec<_> =
            sources.iter().map(|(at, strength)| (ground.grid().place(*at), *strength)).collect();
        let (mut values, mut waiting) = (Values::default(), Vec::new());
        lattice.spread(&sources, fade, &mut values, &mut waiting);
        let mut found = vec![0; ground.grid().squares()];
        lattice.take(&mut values, |place, value| found[lattice.shape().number(place)] = value);
        assert!(values.sums.iter().all(|sum| *sum == 0));
        found
    }

    #[test]
    fn a_flood_is_as_far_as_breadth_first_says() {
        let sizes = [(14, 19), (1, 7), (7, 1), (2, 2), (1, 1), (3, 70)];
        for ((seed, is_torus), (rows, cols)) in
            (0..60).zip([true, false].into_iter().cycle()).zip(sizes.into_iter().cycle())
        {
            let ground = drawn::scattered(is_torus, rows, cols, 3, seed);
            let sources = [0, rows * cols / 2];
            let wanted = breadth::nearest(&ground, &sources, None);
            let places = sources.map(|at| ground.grid().place(at));
            let mut lattice = PaddedGrid::of(&ground);
            let most = lattice.flood(&places, &mut Vec::new());
            for (at, wanted) in wanted.iter().enumerate() {
                let (row, col) = ground.grid().place(at as u32);
                let found = lattice.row(row)[col as usize] & FAR;
                assert_eq!(Some(found).filter(|found| *found != FAR), wanted.map(|wanted| wanted.0));
            }
            assert_eq!(Some(most), wanted.iter().flatten().map(|found| found.0).max());
        }
    }

    #[test]
    fn a_strength_fades_with_each_step_and_goes_round_walls() {
        let ground = drawn::ground(false, &["....", ".%%.", "...."]);
        assert_eq!(spread(&ground, &[(0, 3)], 1), [3, 2, 1, 0, 2, 0, 0, 0, 1, 0, 0, 0]);
        assert_eq!(spread(&ground, &[(0, -3)], 2), [-3, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(spread(&ground, &[(5, 2)], 1), [0, 1, 0, 0, 1, 2, 0, 0, 0, 1, 0, 0], "out of a wall");
    }

    #[test]
    fn sources_add_up_and_each_is_as_far_as_breadth_first_says() {
        for (seed, is_torus) in (0..20).zip([true, false].into_iter().cycle()) {
            let ground = drawn::scattered(is_torus, 13, 9, 4, seed);
            let sources = [(3, 9), (50, -6), (50, 4), (116, 30)];
            let mut wanted = vec![0; 117];
            for (source, strength) in sources {
                let steps = breadth::nearest(&ground, &[source], None);
                for (value, steps) in wanted.iter_mut().zip(steps) {
                    let left =
                        steps.map_or(0, |(steps, _)| (i64::abs(strength) - 2 * i64::from(steps)).max(0));
                    *value += strength.signum() * left;
                }
            }
            assert_eq!(spread(&ground, &sources, 2), wanted);
        }
    }

    #[test]
    fn a_board_can_be_used_again_for_another_shape() {
        let mut one = PaddedGrid::of(&drawn::ground(true, &["...", "..."]));
        one.flood(&[(0, 0)], &mut Vec::new());
        one.begin(Shape::new(1, 4, false).unwrap());
        one.set_row(0, [true, true, false, true].into_iter());
        one.flood(&[(0, 0)], &mut Vec::new());
        assert_eq!(one.row(0).iter().map(|mark| mark & FAR).collect::<Vec<_>>(), [0, 1, FAR, FAR]);
    }
}
