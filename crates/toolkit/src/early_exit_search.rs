//! Searches that look at no more squares than necessary: for the nearest of several targets, and for a shortest path.

use super::padded_grid::PaddedGrid;
use super::shape::{Position, Shape};

/// A map that is read square by square.
pub trait Terrain {
    fn is_passable(&mut self, position: Position) -> bool;

    /// Reads the whole map into `grid`, for a search that goes far.
    fn read_all(&mut self, grid: &mut PaddedGrid);
}

impl Terrain for &PaddedGrid {
    fn is_passable(&mut self, position: Position) -> bool {
        PaddedGrid::is_passable(self, position)
    }

    fn read_all(&mut self, grid: &mut PaddedGrid) {
        grid.clone_from(self);
    }
}

/// The bits of a square's entry that contain the result of a search. The higher bits identify the search, so that
/// entries of earlier searches can be ignored.
const RESULT: u32 = (1 << 20) - 1;
/// The number of search identifiers. When they are used up, all entries are cleared.
const SEARCHES: u32 = u32::MAX >> 20;
/// The result for an impassable square in a search for the nearest target. Indices of starts and numbers of steps are
/// less than this.
const CLOSED: u32 = RESULT;
/// The result for a passable square that a path search has not reached. It is greater than any number of steps.
const OPEN: u32 = RESULT;
/// The result for an impassable square in a path search. It is less than the number of steps of any square except the
/// start.
const WALL: u32 = 0;

/// The memory of the searches, which is reused from one search to the next.
#[derive(Debug, Default)]
pub struct EarlyExitSearch {
    known: Vec<u32>,
    search: u32,
    queue: Vec<Position>,
    /// The queues of a path search, by the last two bits of the estimated total number of steps.
    queues: [Vec<Position>; 4],
    /// The whole map, for searches that go far.
    grid: PaddedGrid,
    flooded: Vec<u32>,
}

/// Returns the number of expanded squares after which a path search floods the whole map instead, which takes less time
/// per square.
fn expanded_max(shape: Shape) -> usize {
    shape.squares() / 8 + 64
}

impl EarlyExitSearch {
    /// Starts a search, which owns two identifiers: the one that is returned and the one before it.
    fn begin(&mut self, shape: Shape) -> u32 {
        if self.known.len() < shape.squares() {
            self.known = vec![0; shape.squares()];
            self.search = 0;
        } else if self.search > SEARCHES - 2 {
            self.known.fill(0);
            self.search = 0;
        }
        self.search += 2;
        self.queues.iter_mut().for_each(Vec::clear);
        self.search
    }

    /// Returns the start, the index of the nearest target and the number of steps between the two. Among targets at the
    /// same distance, the first one in the list is chosen; among starts, the one from which a breadth-first search
    /// reaches the target.
    pub fn nearest(
        &mut self,
        shape: Shape,
        terrain: &mut impl Terrain,
        starts: &[Position],
        targets: &[Position],
    ) -> Option<(Position, usize, u32)> {
        let search = self.begin(shape);
        let (own, target_search) = (search << 20, search - 1);
        targets.iter().for_each(|target| self.known[shape.number(*target)] = target_search << 20);
        let room = shape.squares() + 5;
        if self.queue.len() < room {
            self.queue.resize(room, (0, 0));
        }
        let (mut end, mut is_found, mut steps) = (0, false, 0);
        let mut has_closed_target = false;
        for start in starts {
            let known = &mut self.known[shape.number(*start)];
            if *known >> 20 == target_search {
                // A start may be impassable, a target may not.
                let is_passable = terrain.is_passable(*start);
                is_found |= is_passable;
                has_closed_target |= !is_passable;
            }
            if *known >> 20 != search {
                *known = own | end as u32;
                self.queue[end] = *start;
                end += 1;
            }
        }
        let mut done = 0;
        while done < end && !is_found {
            let front = end;
            for next in done..front {
                let at = self.queue[next];
                let start = self.known[shape.number(at)] & RESULT;
                let (neighbours, size) = shape.existing_neighbours(at);
                for neighbour in neighbours.into_iter().take(size) {
                    // Without a branch, which would be unpredictable: known squares are rewritten unchanged.
                    let known = &mut self.known[shape.number(neighbour)];
                    let (by, is_passable) = (*known >> 20, terrain.is_passable(neighbour));
                    let is_new = (by != search) & is_passable;
                    is_found |= is_new & (by == target_search);
                    let new = own | if is_passable { start } else { CLOSED };
                    *known = if by == search { *known } else { new };
                    self.queue[end] = neighbour;
                    end += usize::from(is_new);
                }
            }
            done = front;
            steps += 1;
        }
        // All targets that are reached are equally near.
        let known = targets.iter().map(|target| self.known[shape.number(*target)]);
        let (number, known) = known
            .enumerate()
            .filter(|(_, known)| known >> 20 == search && known & RESULT != CLOSED)
            .find(|(number, _)| !has_closed_target || terrain.is_passable(targets[*number]))
            .filter(|_| is_found)?;
        Some((self.queue[(known & RESULT) as usize], number, steps))
    }

    /// Returns a shortest path as a list from the goal to the start, including both; empty if there is none. Searches
    /// with A-star first, and floods the whole map if the search goes far. The goal must be passable, the start need
    /// not be.
    pub fn path(
        &mut self,
        shape: Shape,
        terrain: &mut impl Terrain,
        start: Position,
        goal: Position,
    ) -> Vec<Position> {
        let search = self.begin(shape);
        if !terrain.is_passable(goal) {
            return Vec::new();
        }
        let mut total = estimate(shape, start, goal);
        self.known[shape.number(start)] = search << 20;
        self.queues[total as usize % 4].push(start);
        // With each step the estimated total grows by 0 or 2, so three empty queues are the end.
        let (mut empty, mut expanded) = (0, 0);
        while empty < 3 {
            let Some(at) = self.queues[total as usize % 4].pop() else {
                total += 1;
                empty += 1;
                continue;
            };
            empty = 0;
            if at == goal {
                return self.path_back(shape, search, start, goal);
            }
            let steps = self.known[shape.number(at)] & RESULT;
            if steps + estimate(shape, at, goal) == total {
                expanded += 1;
                if expanded > expanded_max(shape) {
                    terrain.read_all(&mut self.grid);
                    return self.grid.path(start, goal, &mut self.flooded);
                }
                self.expand(shape, terrain, search, at, steps + 1, goal);
            }
        }
        Vec::new()
    }

    /// Updates the neighbors of a square that are reached in fewer steps through this square. The latest entry of a
    /// queue is expanded first, so that the search goes straight ahead.
    fn expand(
        &mut self,
        shape: Shape,
        terrain: &mut impl Terrain,
        search: u32,
        at: Position,
        steps: u32,
        goal: Position,
    ) {
        let own = search << 20;
        let (neighbours, size) = shape.existing_neighbours(at);
        for neighbour in neighbours.into_iter().take(size) {
            let known = &mut self.known[shape.number(neighbour)];
            if *known >> 20 != search {
                *known = own | if terrain.is_passable(neighbour) { OPEN } else { WALL };
            }
            if steps < *known & RESULT {
                *known = own | steps;
                self.queues[(steps + estimate(shape, neighbour, goal)) as usize % 4].push(neighbour);
            }
        }
    }

    fn path_back(&self, shape: Shape, search: u32, start: Position, goal: Position) -> Vec<Position> {
        let mut at = goal;
        let mut left = self.known[shape.number(goal)] & RESULT;
        let mut path = Vec::with_capacity(left as usize + 1);
        path.push(goal);
        while left > 0 {
            left -= 1;
            // A wall is 0, like the start.
            let is_before = |position: &Position| {
                self.known[shape.number(*position)] == search << 20 | left && (left > 0 || *position == start)
            };
            let Some(before) = shape.neighbours(at).into_iter().flatten().find(is_before) else { break };
            at = before;
            path.push(at);
        }
        path
    }
}

/// Returns the number of steps to the goal on an empty map.
fn estimate(shape: Shape, at: Position, goal: Position) -> u32 {
    let along = |steps: u32, size: u32| if shape.is_torus { steps.min(size - steps) } else { steps };
    along(at.0.abs_diff(goal.0), shape.rows) + along(at.1.abs_diff(goal.1), shape.cols)
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as boards;
    use super::*;

    #[test]
    fn path_is_as_short_as_breadth_first() {
        let (mut finder, sizes) = (EarlyExitSearch::default(), [(17, 23), (1, 9), (9, 1), (2, 2), (4, 31)]);
        for (seed, is_torus) in (0..100).zip([true, false].into_iter().cycle()) {
            let (rows, cols) = sizes[seed as usize % sizes.len()];
            let map = boards::random(is_torus, rows, cols, [2, 3, u64::MAX][seed as usize % 3], seed);
            let (grid, padded) = (map.grid(), PaddedGrid::of(&map));
            let (shape, start) = (padded.shape(), (rows * cols / 3));
            let steps = breadth::nearest_sources(&map, &[start], None);
            for goal in map.all().filter(|goal| map.is_passable(*goal)).step_by(5) {
                let path = finder.path(shape, &mut &padded, grid.position(start), grid.position(goal));
                assert_eq!(path.len() as u32, steps[goal as usize].map_or(0, |steps| steps.0 + 1));
                if let [first, .., last] = path[..] {
                    assert_eq!((first, last), (grid.position(goal), grid.position(start)));
                }
                let is_step = |pair: &[Position]| {
                    shape.neighbours(pair[1]).contains(&Some(pair[0])) && padded.is_passable(pair[0])
                };
                assert!(path.windows(2).all(is_step), "{path:?}");
            }
        }
    }

    #[test]
    fn nearest_target_is_that_of_a_full_flood() {
        let mut finder = EarlyExitSearch::default();
        for (seed, is_torus) in (0..60).zip([true, false].into_iter().cycle()) {
            let map = boards::random(is_torus, 14, 19, 3, seed);
            let (grid, padded) = (map.grid(), PaddedGrid::of(&map));
            let (starts, targets) = ([20, 140, 20], [265, 7, 190, 33, 101, 7, 20 + 200 * (seed as u32 % 2)]);
            let steps = breadth::nearest_sources(&map, &starts, None);
            // A flood also starts on impassable squares.
            let found = |target: &u32| steps[*target as usize].filter(|_| map.is_passable(*target));
            let least = targets.iter().filter_map(found).map(|found| found.0).min();
            let expected = targets.iter().enumerate().find_map(|(number, target)| {
                let (steps, start) = found(target).filter(|found| Some(found.0) == least)?;
                Some((grid.position(start), number, steps))
            });
            let (starts, targets) = (starts.map(|at| grid.position(at)), targets.map(|at| grid.position(at)));
            assert_eq!(finder.nearest(padded.shape(), &mut &padded, &starts, &targets), expected);
        }
    }

    /// A terrain that counts the calls.
    struct CountedTerrain<'l>(&'l PaddedGrid, usize);

    impl Terrain for CountedTerrain<'_> {
        fn is_passable(&mut self, position: Position) -> bool {
            self.1 += 1;
            self.0.is_passable(position)
        }

        fn read_all(&mut self, _: &mut PaddedGrid) {
            panic!("it is not far");
        }
    }

    #[test]
    fn searches_read_only_the_squares_they_reach() {
        let padded = PaddedGrid::of(&boards::random(false, 60, 60, u64::MAX, 1));
        let mut counted = CountedTerrain(&padded, 0);
        assert_eq!(EarlyExitSearch::default().path(padded.shape(), &mut counted, (0, 0), (30, 30)).len(), 61);
        assert!(counted.1 < 250, "{}", counted.1);
        let mut counted = CountedTerrain(&padded, 0);
        let found = EarlyExitSearch::default().nearest(
            padded.shape(),
            &mut counted,
            &[(30, 30)],
            &[(30, 33), (33, 30)],
        );
        assert_eq!(found, Some(((30, 30), 0, 3)));
        assert!(counted.1 <= 60, "{}", counted.1);
    }
}
