//! Paths from square to square: with one bend, the best one (A-star), and shorter ones for parts of a path.
//!
//! A path has both ends. Its start and its goal may be closed for paths, what lies between may not.

use super::grid::{Grid, Square, Way};
use super::passability_map::PassabilityMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A part of the board: so many rows and columns from a square on, across the seam of a torus if need be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub row: u32,
    pub col: u32,
    pub rows: u32,
    pub cols: u32,
}

impl Rectangle {
    /// From the upper left to the lower right corner, both inside.
    pub fn between(grid: &Grid, upper_left: Square, lower_right: Square) -> Option<Rectangle> {
        let ((row, col), (last_row, last_col)) = (grid.place(upper_left), grid.place(lower_right));
        let span = |from: u32, to: u32, size: u32| match to.checked_sub(from) {
            Some(span) => Some(span + 1),
            None if grid.is_torus => Some(to + size - from + 1),
            None => None,
        };
        Some(Rectangle {
            row,
            col,
            rows: span(row, last_row, grid.rows)?,
            cols: span(col, last_col, grid.cols)?,
        })
    }

    pub fn has(&self, grid: &Grid, at: Square) -> bool {
        let (row, col) = grid.place(at);
        let inside = |place: u32, from: u32, span: u32, size: u32| (place + size - from) % size < span;
        inside(row, self.row, self.rows, grid.rows) && inside(col, self.col, self.cols, grid.cols)
    }
}

/// What a search has to keep to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms<'c> {
    /// What each square costs that is entered, from 1 on; 1 if `None`.
    pub costs: Option<&'c [u8]>,
    pub cost_max: Option<u32>,
    pub rectangle: Option<Rectangle>,
    /// So many squares are gone on from at most.
    pub squares_max: Option<u32>,
}

impl Terms<'_> {
    pub fn step(&self, to: Square) -> u32 {
        self.costs.map_or(1, |costs| u32::from(costs[to as usize]).max(1))
    }

    /// What a path costs: all of its squares but the first.
    pub fn cost(&self, path: &[Square]) -> u32 {
        path.iter().skip(1).map(|at| self.step(*at)).sum()
    }

    fn allows(&self, cost: u32) -> bool {
        self.cost_max.is_none_or(|most| cost <= most)
    }
}

/// What a search writes on, to be used again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// Which search a square was reached in.
    search: Vec<u32>,
    now: u32,
    cost: Vec<u32>,
    from: Vec<Square>,
    is_done: Vec<bool>,
}

impl Scratch {
    fn begin(&mut self, squares: usize) {
        if self.search.len() != squares || self.now == u32::MAX {
            *self = Scratch {
                search: vec![0; squares],
                now: 0,
                cost: vec![0; squares],
                from: vec![0; squares],
                is_done: vec![false; squares],
            };
        }
        self.now += 1;
    }

    fn reach(&mut self, at: Square, cost: u32, from: Square) -> bool {
        let number = at as usize;
        if self.search[number] == self.now && self.cost[number] <= cost {
            return false;
        }
        self.search[number] = self.now;
        self.cost[number] = cost;
        self.from[number] = from;
        self.is_done[number] = false;
        true
    }

    fn way_to(&self, start: Square, goal: Square) -> Vec<Square> {
        let mut path = vec![goal];
        let mut at = goal;
        while at != start {
            at = self.from[at as usize];
            path.push(at);
        }
        path.reverse();
        path
    }
}

/// When a square's turn comes, as one number: the least whole cost first, then the nearest to the goal, then the last that came.
fn turn(whole: u32, rest: u32, number: u32, at: Square) -> Reverse<u128> {
    let first = u128::from(whole) << 32 | u128::from(rest);
    Reverse(first << 64 | u128::from(!number) << 32 | u128::from(at))
}

/// How many steps there are to the goal, as if nothing were in the way.
fn rest_to(grid: &Grid, goal: Square) -> impl Fn(Square) -> u32 {
    let (rows, cols, is_torus) = (grid.rows, grid.cols, grid.is_torus);
    let (goal_row, goal_col) = grid.place(goal);
    let along = move |steps: u32, size: u32| if is_torus { steps.min(size - steps) } else { steps };
    move |at| along((at / cols).abs_diff(goal_row), rows) + along((at % cols).abs_diff(goal_col), cols)
}

/// The best path, `None` if there is none within the terms.
pub fn a_star(
    ground: &PassabilityMap,
    scratch: &mut Scratch,
    start: Square,
    goal: Square,
    terms: &Terms<'_>,
) -> Option<Vec<Square>> {
    let grid = ground.grid();
    let inside = |at: Square| terms.rectangle.is_none_or(|rectangle| rectangle.has(grid, at));
    let ends = [start, goal];
    if ends.iter().any(|end| !ground.is_passable(*end) || !inside(*end)) {
        return None;
    }
    scratch.begin(grid.squares());
    scratch.reach(start, 0, start);
    let mut waiting = BinaryHeap::new();
    let mut number = 0;
    let rest_of = rest_to(grid, goal);
    let rest = rest_of(start);
    if terms.allows(rest) {
        waiting.push(turn(rest, rest, number, start));
    }
    let mut gone_on_from = 0;
    while let Some(Reverse(turn_of_it)) = waiting.pop() {
        let at = turn_of_it as Square;
        if at == goal {
            return Some(scratch.way_to(start, goal));
        }
        if std::mem::replace(&mut scratch.is_done[at as usize], true) {
            continue;
        }
        if terms.squares_max.is_some_and(|most| gone_on_from >= most) {
            return None;
        }
        gone_on_from += 1;
        let cost = scratch.cost[at as usize];
        for beside in grid.neighbours(at) {
            if !(ground.is_open(beside) || beside == goal) || !inside(beside) {
                continue;
            }
            let (cost, rest) = (cost + terms.step(beside), rest_of(beside));
            if terms.allows(cost + rest) && scratch.reach(beside, cost, at) {
                // The last one that came is the first one to go on from: straight on rather than from the start again.
                number += 1;
                waiting.push(turn(cost + rest, rest, number, beside));
            }
        }
    }
    None
}

/// Straight, or with one bend: along the row first, else along the column first.
pub fn simple(
    ground: &PassabilityMap,
    start: Square,
    goal: Square,
    terms: &Terms<'_>,
) -> Option<Vec<Square>> {
    let grid = ground.grid();
    let (down, right) = grid.delta(start, goal);
    let vertical = if down < 0 { Way::North } else { Way::South };
    let horizontal = if right < 0 { Way::West } else { Way::East };
    let (down, right) = (down.unsigned_abs() as usize, right.unsigned_abs() as usize);
    let legs = [[(horizontal, right), (vertical, down)], [(vertical, down), (horizontal, right)]];
    legs.into_iter().find_map(|legs| {
        let mut path = vec![start];
        let mut at = start;
        for way in legs.iter().flat_map(|(way, steps)| std::iter::repeat_n(*way, *steps)) {
            at = grid.neighbour(at, way)?;
            path.push(at);
        }
        let is_free = |at: &Square| {
            let is_end = *at == start || *at == goal;
            ground.is_open(*at) || is_end && ground.is_passable(*at)
        };
        let is_inside = |at: &Square| terms.rectangle.is_none_or(|rectangle| rectangle.has(grid, *at));
        let is_path = path.iter().all(|at| is_free(at) && is_inside(at)) && terms.allows(terms.cost(&path));
        is_path.then_some(path)
    })
}

/// A smoothed path costs at most so many hundredths of the best one.
pub const SMOOTHED_MAX: u32 = 115;

/// The path with each stretch of `size` squares replaced by a better one, where there is one; then the stretches from the
/// middle of one to the middle of the next, since a detour may lie where two meet, and the first ones again. `recursive`: what
/// has become better is smoothed once more as a whole. What is smoothed stretch by stretch may still pass something large on
/// the wrong side; so at last a path is looked for that is as much better as [`SMOOTHED_MAX`] says. Where there is none, the
/// smoothed one is good enough.
pub fn smooth(
    ground: &PassabilityMap,
    scratch: &mut Scratch,
    path: &[Square],
    size: usize,
    recursive: bool,
    costs: Option<&[u8]>,
) -> Vec<Square> {
    let size = size.max(2);
    let mut smoothed = path.to_vec();
    for offset in [0, size / 2, 0] {
        smoothed = smooth_once(ground, scratch, &smoothed, size, offset, costs);
    }
    if recursive && smoothed.len() < path.len() {
        let whole = smoothed.len();
        smoothed = smooth_once(ground, scratch, &smoothed, whole, 0, costs);
    }
    let plain = Terms { costs, ..Terms::default() };
    if let [first, .., last] = smoothed[..] {
        // Whoever costs no more than this is so much better that the smoothed one is not good enough.
        let much_better = (plain.cost(&smoothed) * 100).div_ceil(SMOOTHED_MAX).saturating_sub(1);
        if ground.grid().manhattan(first, last) <= much_better {
            let terms = Terms { cost_max: Some(much_better), ..plain };
            smoothed = a_star(ground, scratch, first, last, &terms).unwrap_or(smoothed);
        }
    }
    smoothed
}

/// Each stretch of `size` squares, the first one of `offset`, replaced by a better one, where there is one.
fn smooth_once(
    ground: &PassabilityMap,
    scratch: &mut Scratch,
    path: &[Square],
    size: usize,
    offset: usize,
    costs: Option<&[u8]>,
) -> Vec<Square> {
    let plain = Terms { costs, ..Terms::default() };
    let mut smoothed: Vec<Square> = Vec::with_capacity(path.len());
    let (head, tail) = path.split_at(offset.min(path.len()));
    smoothed.extend(head);
    for stretch in tail.chunks(size) {
        let (first, last) = (stretch[0], stretch[stretch.len() - 1]);
        let cost = plain.cost(stretch);
        let mut better = None;
        if ground.grid().manhattan(first, last) < cost && stretch.len() > 1 {
            let terms = Terms { cost_max: Some(cost - 1), ..plain };
            better = a_star(ground, scratch, first, last, &terms);
        }
        match better {
            Some(better) => smoothed.extend(better),
            None => smoothed.extend(stretch),
        }
    }
    smoothed
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as drawn;
    use super::*;

    fn best(ground: &PassabilityMap, start: Square, goal: Square, terms: &Terms<'_>) -> Option<Vec<Square>> {
        a_star(ground, &mut Scratch::default(), start, goal, terms)
    }

    pub fn is_path(ground: &PassabilityMap, path: &[Square]) -> bool {
        let steps = path.windows(2).all(|pair| ground.grid().way(pair[0], pair[1]).is_some());
        steps && path.iter().all(|at| ground.is_passable(*at))
    }

    #[test]
    fn a_star_is_as_short_as_breadth_first() {
        for (seed, is_torus) in (0..60).zip([true, false].into_iter().cycle()) {
            let mut ground = drawn::scattered(is_torus, 17, 23, 3, seed);
            ground.set_passable(0, true);
            let steps = breadth::nearest(&ground, &[0], None);
            for goal in ground.all().filter(|at| ground.is_passable(*at)).step_by(7) {
                let path = best(&ground, 0, goal, &Terms::default());
                assert_eq!(
                    path.as_ref().map(|path| path.len() as u32 - 1),
                    steps[goal as usize].map(|s| s.0)
                );
                assert!(path.is_none_or(|path| is_path(&ground, &path)));
            }
        }
    }

    #[test]
    fn costs_are_gone_round_when_that_is_cheaper() {
        let ground = drawn::ground(false, &[".....", ".....", "....."]);
        let mut costs = vec![1; 15];
        costs[6..9].fill(4);
        let dear = Terms { costs: Some(&costs), ..Terms::default() };
        let path = best(&ground, 5, 9, &dear).unwrap();
        assert_eq!((path.len(), dear.cost(&path)), (7, 6));
        assert_eq!(best(&ground, 5, 9, &Terms::default()).unwrap().len(), 5);
        assert_eq!(best(&ground, 5, 9, &Terms { cost_max: Some(5), ..dear }), None);
        assert!(best(&ground, 5, 9, &Terms { cost_max: Some(6), ..dear }).is_some());
    }

    #[test]
    fn a_rectangle_reaches_across_the_seam() {
        let ground = drawn::ground(true, &["......", "......"]);
        let rectangle = Rectangle::between(ground.grid(), 4, 1).unwrap();
        let terms = Terms { rectangle: Some(rectangle), ..Terms::default() };
        assert_eq!(best(&ground, 4, 1, &terms), Some(vec![4, 5, 0, 1]));
        assert_eq!(best(&ground, 4, 2, &terms), None);
        assert_eq!(Rectangle::between(drawn::ground(false, &["...."]).grid(), 3, 1), None);
    }

    #[test]
    fn there_is_no_path_from_or_to_what_is_impassable_nor_over_what_is_closed() {
        let mut ground = drawn::ground(false, &["..%..", ".....", "%%%%."]);
        assert_eq!(best(&ground, 2, 0, &Terms::default()), None);
        assert_eq!(best(&ground, 0, 2, &Terms::default()), None);
        assert_eq!(best(&ground, 7, 7, &Terms::default()), Some(vec![7]));
        ground.close(&[7]);
        assert_eq!(best(&ground, 0, 4, &Terms::default()), None);
        assert!(best(&ground, 7, 4, &Terms::default()).is_some(), "who stands there may leave");
        assert!(best(&ground, 0, 7, &Terms::default()).is_some());
        assert_eq!(best(&ground, 0, 7, &Terms { squares_max: Some(2), ..Terms::default() }), None);
    }

    #[test]
    fn a_simple_path_bends_once() {
        let ground = drawn::ground(false, &["....", ".%..", "...."]);
        let simple = |start, goal| simple(&ground, start, goal, &Terms::default());
        assert_eq!(simple(0, 10), Some(vec![0, 1, 2, 6, 10]), "along the row first");
        assert_eq!(simple(4, 9), Some(vec![4, 8, 9]), "along the column where the row is not free");
        assert_eq!(simple(4, 6), None, "straight, or not at all");
        assert_eq!(simple(5, 0), None);
        let near = Terms { cost_max: Some(3), ..Terms::default() };
        assert_eq!(super::simple(&ground, 0, 10, &near), None);
    }

    #[test]
    fn smoothing_leaves_out_detours_and_keeps_both_ends() {
        let ground = drawn::scattered(false, 8, 8, u64::MAX, 1);
        let detour = [0, 8, 16, 24, 25, 26, 18, 10, 2, 3, 4, 5];
        let mut scratch = Scratch::default();
        let smoothed = smooth(&ground, &mut scratch, &detour, 9, false, None);
        assert_eq!(smoothed, [0, 1, 2, 3, 4, 5]);
        let once = |offset| smooth_once(&ground, &mut Scratch::default(), &detour, 6, offset, None).len();
        assert_eq!((once(0), once(2)), (12, 10), "no stretch of six is a detour, but what lies between is");
        let halves = smooth(&ground, &mut scratch, &detour, 6, false, None);
        assert_eq!(halves, [0, 1, 2, 3, 4, 5], "twice as long as the best one is too much");
        let bend = [0, 1, 9, 10, 2, 3, 4, 5, 6, 7, 15, 23, 31, 39, 47, 55, 63];
        let short = smooth(&ground, &mut scratch, &bend, 2, false, None);
        assert_eq!(short, bend, "17 for 15 are less than 1.15 times as long");
        let whole = smooth(&ground, &mut scratch, &detour, 8, true, None);
        assert!(is_path(&ground, &whole) && whole.len() <= 8, "{whole:?}");
    }
}
