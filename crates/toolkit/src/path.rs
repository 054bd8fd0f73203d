//! Paths with costs and limits: paths with at most one bend, paths found by A-star, and smoothing of paths.
//!
//! A path includes both ends. The ends may be closed squares, the squares between them may not.

use super::grid::{Direction, Grid, Square};
use super::passability_map::PassabilityMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A part of the map. On a torus it may extend across the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    pub row: u32,
    pub col: u32,
    pub rows: u32,
    pub cols: u32,
}

impl Rectangle {
    /// Creates a rectangle from its upper left and lower right corners. Both corners are part of the rectangle.
    pub fn between(grid: &Grid, upper_left: Square, lower_right: Square) -> Option<Rectangle> {
        let ((row, col), (last_row, last_col)) = (grid.position(upper_left), grid.position(lower_right));
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

    pub fn contains(&self, grid: &Grid, at: Square) -> bool {
        let (row, col) = grid.position(at);
        let inside = |place: u32, from: u32, span: u32, size: u32| (place + size - from) % size < span;
        inside(row, self.row, self.rows, grid.rows) && inside(col, self.col, self.cols, grid.cols)
    }
}

/// The costs and limits of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct PathOptions<'c> {
    /// The cost of entering each square, which is at least 1. If `None`, all costs are 1.
    pub costs: Option<&'c [u8]>,
    pub cost_max: Option<u32>,
    pub rectangle: Option<Rectangle>,
    /// The maximum number of squares that are expanded; `None` means no limit.
    pub squares_max: Option<u32>,
}

impl PathOptions<'_> {
    pub fn step(&self, to: Square) -> u32 {
        self.costs.map_or(1, |costs| u32::from(costs[to as usize]).max(1))
    }

    /// Returns the sum of the costs of all squares of a path except the first.
    pub fn cost(&self, path: &[Square]) -> u32 {
        path.iter().skip(1).map(|at| self.step(*at)).sum()
    }

    fn allows(&self, cost: u32) -> bool {
        self.cost_max.is_none_or(|most| cost <= most)
    }
}

/// The memory of a search, which can be used for further searches.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// The number of the search that last reached each square.
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

    fn path_to(&self, start: Square, goal: Square) -> Vec<Square> {
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

/// Returns the priority of a square in the queue: the lowest estimated total cost comes first, then the nearest to the
/// goal, then the latest entry.
fn priority(total: u32, rest: u32, number: u32, at: Square) -> Reverse<u128> {
    let first = u128::from(total) << 32 | u128::from(rest);
    Reverse(first << 64 | u128::from(!number) << 32 | u128::from(at))
}

/// Returns a function that computes the distance to the goal on a map without obstacles.
fn estimate_to(grid: &Grid, goal: Square) -> impl Fn(Square) -> u32 {
    let (rows, cols, is_torus) = (grid.rows, grid.cols, grid.is_torus);
    let (goal_row, goal_col) = grid.position(goal);
    let along = move |steps: u32, size: u32| if is_torus { steps.min(size - steps) } else { steps };
    move |at| along((at / cols).abs_diff(goal_row), rows) + along((at % cols).abs_diff(goal_col), cols)
}

/// Returns a path with the lowest cost, found by A-star; `None` if there is no path within the limits of the options.
pub fn a_star(
    map: &PassabilityMap,
    scratch: &mut Scratch,
    start: Square,
    goal: Square,
    options: &PathOptions<'_>,
) -> Option<Vec<Square>> {
    let grid = map.grid();
    let inside = |at: Square| options.rectangle.is_none_or(|rectangle| rectangle.contains(grid, at));
    let ends = [start, goal];
    if ends.iter().any(|end| !map.is_passable(*end) || !inside(*end)) {
        return None;
    }
    scratch.begin(grid.squares());
    scratch.reach(start, 0, start);
    let mut queue = BinaryHeap::new();
    let mut number = 0;
    let estimate = estimate_to(grid, goal);
    let rest = estimate(start);
    if options.allows(rest) {
        queue.push(priority(rest, rest, number, start));
    }
    let mut expanded = 0;
    while let Some(Reverse(entry)) = queue.pop() {
        let at = entry as Square;
        if at == goal {
            return Some(scratch.path_to(start, goal));
        }
        if std::mem::replace(&mut scratch.is_done[at as usize], true) {
            continue;
        }
        if options.squares_max.is_some_and(|most| expanded >= most) {
            return None;
        }
        expanded += 1;
        let cost = scratch.cost[at as usize];
        for neighbour in grid.neighbours(at) {
            if !(map.is_open(neighbour) || neighbour == goal) || !inside(neighbour) {
                continue;
            }
            let (cost, rest) = (cost + options.step(neighbour), estimate(neighbour));
            if options.allows(cost + rest) && scratch.reach(neighbour, cost, at) {
                // The latest entry is expanded first, which keeps the search going straight.
                number += 1;
                queue.push(priority(cost + rest, rest, number, neighbour));
            }
        }
    }
    None
}

/// Returns a path with at most one bend. Tries the path along the row first, then the path along the column.
pub fn simple(
    map: &PassabilityMap,
    start: Square,
    goal: Square,
    options: &PathOptions<'_>,
) -> Option<Vec<Square>> {
    let grid = map.grid();
    let (down, right) = grid.delta(start, goal);
    let vertical = if down < 0 { Direction::North } else { Direction::South };
    let horizontal = if right < 0 { Direction::West } else { Direction::East };
    let (down, right) = (down.unsigned_abs() as usize, right.unsigned_abs() as usize);
    let legs = [[(horizontal, right), (vertical, down)], [(vertical, down), (horizontal, right)]];
    legs.into_iter().find_map(|legs| {
        let mut path = vec![start];
        let mut at = start;
        for direction in legs.iter().flat_map(|(direction, steps)| std::iter::repeat_n(*direction, *steps)) {
            at = grid.neighbour(at, direction)?;
            path.push(at);
        }
        let is_free = |at: &Square| {
            let is_end = *at == start || *at == goal;
            map.is_open(*at) || is_end && map.is_passable(*at)
        };
        let is_inside = |at: &Square| options.rectangle.is_none_or(|rectangle| rectangle.contains(grid, *at));
        let is_path =
            path.iter().all(|at| is_free(at) && is_inside(at)) && options.allows(options.cost(&path));
        is_path.then_some(path)
    })
}

/// The maximum cost of a smoothed path, in percent of the lowest possible cost.
pub const SMOOTHED_MAX: u32 = 115;

/// Makes a path shorter. First replaces each stretch of `size` squares with the best path between its ends. Then does
/// the same with the stretches that overlap the borders of the first ones, and with the first ones again. If the result
/// has become shorter and `recursive` is true, smooths the path once more as a whole. Finally, if A-star finds a path
/// so cheap that the result costs more than [`SMOOTHED_MAX`] percent of it, returns that path instead.
pub fn smooth(
    map: &PassabilityMap,
    scratch: &mut Scratch,
    path: &[Square],
    size: usize,
    recursive: bool,
    costs: Option<&[u8]>,
) -> Vec<Square> {
    let size = size.max(2);
    let mut smoothed = path.to_vec();
    for offset in [0, size / 2, 0] {
        smoothed = smooth_once(map, scratch, &smoothed, size, offset, costs);
    }
    if recursive && smoothed.len() < path.len() {
        let whole = smoothed.len();
        smoothed = smooth_once(map, scratch, &smoothed, whole, 0, costs);
    }
    let plain = PathOptions { costs, ..PathOptions::default() };
    if let [first, .., last] = smoothed[..] {
        // If A-star finds a path that costs no more than this, the smoothed path costs too much.
        let much_better = (plain.cost(&smoothed) * 100).div_ceil(SMOOTHED_MAX).saturating_sub(1);
        if map.grid().manhattan(first, last) <= much_better {
            let options = PathOptions { cost_max: Some(much_better), ..plain };
            smoothed = a_star(map, scratch, first, last, &options).unwrap_or(smoothed);
        }
    }
    smoothed
}

/// Replaces each stretch of `size` squares, after the first `offset` squares, with a cheaper path if there is one.
fn smooth_once(
    map: &PassabilityMap,
    scratch: &mut Scratch,
    path: &[Square],
    size: usize,
    offset: usize,
    costs: Option<&[u8]>,
) -> Vec<Square> {
    let plain = PathOptions { costs, ..PathOptions::default() };
    let mut smoothed: Vec<Square> = Vec::with_capacity(path.len());
    let (head, tail) = path.split_at(offset.min(path.len()));
    smoothed.extend(head);
    for stretch in tail.chunks(size) {
        let (first, last) = (stretch[0], stretch[stretch.len() - 1]);
        let cost = plain.cost(stretch);
        let mut better = None;
        if map.grid().manhattan(first, last) < cost && stretch.len() > 1 {
            let options = PathOptions { cost_max: Some(cost - 1), ..plain };
            better = a_star(map, scratch, first, last, &options);
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
    use super::super::tests as boards;
    use super::*;

    fn best(
        map: &PassabilityMap,
        start: Square,
        goal: Square,
        options: &PathOptions<'_>,
    ) -> Option<Vec<Square>> {
        a_star(map, &mut Scratch::default(), start, goal, options)
    }

    pub fn is_path(map: &PassabilityMap, path: &[Square]) -> bool {
        let steps = path.windows(2).all(|pair| map.grid().direction(pair[0], pair[1]).is_some());
        steps && path.iter().all(|at| map.is_passable(*at))
    }

    #[test]
    fn a_star_is_as_short_as_breadth_first() {
        for (seed, is_torus) in (0..60).zip([true, false].into_iter().cycle()) {
            let mut map = boards::random(is_torus, 17, 23, 3, seed);
            map.set_passable(0, true);
            let steps = breadth::nearest_sources(&map, &[0], None);
            for goal in map.all().filter(|at| map.is_passable(*at)).step_by(7) {
                let path = best(&map, 0, goal, &PathOptions::default());
                assert_eq!(
                    path.as_ref().map(|path| path.len() as u32 - 1),
                    steps[goal as usize].map(|s| s.0)
                );
                assert!(path.is_none_or(|path| is_path(&map, &path)));
            }
        }
    }

    #[test]
    fn a_star_avoids_costs_when_that_is_cheaper() {
        let map = boards::parse(false, &[".....", ".....", "....."]);
        let mut costs = vec![1; 15];
        costs[6..9].fill(4);
        let costly = PathOptions { costs: Some(&costs), ..PathOptions::default() };
        let path = best(&map, 5, 9, &costly).unwrap();
        assert_eq!((path.len(), costly.cost(&path)), (7, 6));
        assert_eq!(best(&map, 5, 9, &PathOptions::default()).unwrap().len(), 5);
        assert_eq!(best(&map, 5, 9, &PathOptions { cost_max: Some(5), ..costly }), None);
        assert!(best(&map, 5, 9, &PathOptions { cost_max: Some(6), ..costly }).is_some());
    }

    #[test]
    fn a_rectangle_extends_across_the_edge_of_a_torus() {
        let map = boards::parse(true, &["......", "......"]);
        let rectangle = Rectangle::between(map.grid(), 4, 1).unwrap();
        let options = PathOptions { rectangle: Some(rectangle), ..PathOptions::default() };
        assert_eq!(best(&map, 4, 1, &options), Some(vec![4, 5, 0, 1]));
        assert_eq!(best(&map, 4, 2, &options), None);
        assert_eq!(Rectangle::between(boards::parse(false, &["...."]).grid(), 3, 1), None);
    }

    #[test]
    fn paths_avoid_impassable_and_closed_squares() {
        let mut map = boards::parse(false, &["..%..", ".....", "%%%%."]);
        assert_eq!(best(&map, 2, 0, &PathOptions::default()), None);
        assert_eq!(best(&map, 0, 2, &PathOptions::default()), None);
        assert_eq!(best(&map, 7, 7, &PathOptions::default()), Some(vec![7]));
        map.close(&[7]);
        assert_eq!(best(&map, 0, 4, &PathOptions::default()), None);
        assert!(best(&map, 7, 4, &PathOptions::default()).is_some(), "who stands there may leave");
        assert!(best(&map, 0, 7, &PathOptions::default()).is_some());
        assert_eq!(best(&map, 0, 7, &PathOptions { squares_max: Some(2), ..PathOptions::default() }), None);
    }

    #[test]
    fn a_simple_path_bends_at_most_once() {
        let map = boards::parse(false, &["....", ".%..", "...."]);
        let simple = |start, goal| simple(&map, start, goal, &PathOptions::default());
        assert_eq!(simple(0, 10), Some(vec![0, 1, 2, 6, 10]), "along the row first");
        assert_eq!(simple(4, 9), Some(vec![4, 8, 9]), "along the column where the row is not free");
        assert_eq!(simple(4, 6), None, "straight, or not at all");
        assert_eq!(simple(5, 0), None);
        let near = PathOptions { cost_max: Some(3), ..PathOptions::default() };
        assert_eq!(super::simple(&map, 0, 10, &near), None);
    }

    #[test]
    fn smoothing_removes_detours_and_keeps_both_ends() {
        let map = boards::random(false, 8, 8, u64::MAX, 1);
        let detour = [0, 8, 16, 24, 25, 26, 18, 10, 2, 3, 4, 5];
        let mut scratch = Scratch::default();
        let smoothed = smooth(&map, &mut scratch, &detour, 9, false, None);
        assert_eq!(smoothed, [0, 1, 2, 3, 4, 5]);
        let once = |offset| smooth_once(&map, &mut Scratch::default(), &detour, 6, offset, None).len();
        assert_eq!((once(0), once(2)), (12, 10), "no stretch of six is a detour, but what lies between is");
        let halves = smooth(&map, &mut scratch, &detour, 6, false, None);
        assert_eq!(halves, [0, 1, 2, 3, 4, 5], "twice as long as the best one is too much");
        let bend = [0, 1, 9, 10, 2, 3, 4, 5, 6, 7, 15, 23, 31, 39, 47, 55, 63];
        let short = smooth(&map, &mut scratch, &bend, 2, false, None);
        assert_eq!(short, bend, "17 for 15 are less than 1.15 times as long");
        let whole = smooth(&map, &mut scratch, &detour, 8, true, None);
        assert!(is_path(&map, &whole) && whole.len() <= 8, "{whole:?}");
    }
}
