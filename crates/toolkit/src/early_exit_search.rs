//! Searches that end early, and so ask of no more squares than they come to whether one can go there: the nearest of several
//! targets, and a shortest path.

use super::padded_grid::PaddedGrid;
use super::shape::{Place, Shape};

/// Something that knows whether one can go to a square.
pub trait Land {
    fn is_passable(&mut self, place: Place) -> bool;

    /// Reads all of it, for a search that turns out to go far.
    fn read(&mut self, lattice: &mut PaddedGrid);
}

impl Land for &PaddedGrid {
    fn is_passable(&mut self, place: Place) -> bool {
        PaddedGrid::is_passable(self, place)
    }

    fn read(&mut self, lattice: &mut PaddedGrid) {
        lattice.clone_from(self);
    }
}

/// What is known of a square is one number: in the upper bits the search that came to it last, since what an earlier one has
/// written is not true any more, in the lower ones what that search has written.
const WRITTEN: u32 = (1 << 20) - 1;
/// So many searches until all is forgotten.
const SEARCHES: u32 = u32::MAX >> 20;
/// Written for what can't be entered, by a search for the nearest. Starts are fewer, and so are steps.
const CLOSED: u32 = WRITTEN;
/// Written for what can be entered and is not reached, by a search for a path; more than any number of steps.
const OPEN: u32 = WRITTEN;
/// Written for what can't be entered, by a search for a path: less than any number of steps that a square is entered with.
const WALL: u32 = 0;

/// What searches write on, to be used again.
#[derive(Debug, Default)]
pub struct EarlyExitSearch {
    known: Vec<u32>,
    search: u32,
    waiting: Vec<Place>,
    /// The squares to go on from, by the last bits of the steps they cost with what is left at the least.
    open: [Vec<Place>; 4],
    /// For searches that go far.
    whole: PaddedGrid,
    flooded: Vec<u32>,
}

/// From how many squares a search for a path goes on before it is told to flood the board, which takes less time for each.
fn far(shape: Shape) -> usize {
    shape.squares() / 8 + 64
}

impl EarlyExitSearch {
    /// A new search; two numbers are its own.
    fn begin(&mut self, shape: Shape) -> u32 {
        if self.known.len() < shape.squares() {
            self.known = vec![0; shape.squares()];
            self.search = 0;
        } else if self.search > SEARCHES - 2 {
            self.known.fill(0);
            self.search = 0;
        }
        self.search += 2;
        self.open.iter_mut().for_each(Vec::clear);
        self.search
    }

    /// A start, the nearest of the targets, as a number, and the steps between them. Among equals it is the target that is
    /// named first, and the start from which breadth first comes to it, the first one first, then north, south, west, east.
    pub fn nearest(
        &mut self,
        shape: Shape,
        land: &mut impl Land,
        starts: &[Place],
        targets: &[Place],
    ) -> Option<(Place, usize, u32)> {
        let search = self.begin(shape);
        let (own, sought) = (search << 20, search - 1);
        targets.iter().for_each(|target| self.known[shape.number(*target)] = sought << 20);
        let room = shape.squares() + 5;
        if self.waiting.len() < room {
            self.waiting.resize(room, (0, 0));
        }
        let (mut end, mut is_found, mut steps) = (0, false, 0);
        let mut has_closed_target = false;
        for start in starts {
            let known = &mut self.known[shape.number(*start)];
            if *known >> 20 == sought {
                // One may stand where nobody can go, but not go there.
                let is_passable = land.is_passable(*start);
                is_found |= is_passable;
                has_closed_target |= !is_passable;
            }
            if *known >> 20 != search {
                *known = own | end as u32;
                self.waiting[end] = *start;
                end += 1;
            }
        }
        let mut done = 0;
        while done < end && !is_found {
            let front = end;
            for next in done..front {
                let at = self.waiting[next];
                let start = self.known[shape.number(at)] & WRITTEN;
                let (around, size) = shape.around(at);
                for beside in around.into_iter().take(size) {
                    // Without a jump, since nobody can guess it: what is not new is written again as it was.
                    let known = &mut self.known[shape.number(beside)];
                    let (by, is_passable) = (*known >> 20, land.is_passable(beside));
                    let is_new = (by != search) & is_passable;
                    is_found |= is_new & (by == sought);
                    let written = own | if is_passable { start } else { CLOSED };
                    *known = if by == search { *known } else { written };
                    self.waiting[end] = beside;
                    end += usize::from(is_new);
                }
            }
            done = front;
            steps += 1;
        }
        // Those that are reached are all as near.
        let known = targets.iter().map(|target| self.known[shape.number(*target)]);
        let (number, known) = known
            .enumerate()
            .filter(|(_, known)| known >> 20 == search && known & WRITTEN != CLOSED)
            .find(|(number, _)| !has_closed_target || land.is_passable(targets[*number]))
            .filter(|_| is_found)?;
        Some((self.waiting[(known & WRITTEN) as usize], number, steps))
    }

    /// A shortest path (A-star; where that goes far, by a flood), with both ends, from the goal to the start; empty if there is
    /// none. The start need not be passable, the goal has to be.
    pub fn path(&mut self, shape: Shape, land: &mut impl Land, start: Place, goal: Place) -> Vec<Place> {
        let search = self.begin(shape);
        if !land.is_passable(goal) {
            return Vec::new();
        }
        let mut whole = rest(shape, start, goal);
        self.known[shape.number(start)] = search << 20;
        self.open[whole as usize % 4].push(start);
        // The least that a path costs by way of a square grows by 0 to 2 with a step. So three empty lists are the end.
        let (mut empty, mut gone_on_from) = (0, 0);
        while empty < 3 {
            let Some(at) = self.open[whole as usize % 4].pop() else {
                whole += 1;
                empty += 1;
                continue;
            };
            empty = 0;
            if at == goal {
                return self.way_back(shape, search, start, goal);
            }
            let steps = self.known[shape.number(at)] & WRITTEN;
            if steps + rest(shape, at, goal) == whole {
                gone_on_from += 1;
                if gone_on_from > far(shape) {
                    land.read(&mut self.whole);
                    return self.whole.way(start, goal, &mut self.flooded);
                }
                self.go_on(shape, land, search, at, steps + 1, goal);
            }
        }
        Vec::new()
    }

    /// The squares beside one that are reached in fewer steps by way of it. The last one that came is the first to go on from:
    /// straight on, rather than from the start again.
    fn go_on(&mut self, shape: Shape, land: &mut impl Land, search: u32, at: Place, steps: u32, goal: Place) {
        let own = search << 20;
        let (around, size) = shape.around(at);
        for beside in around.into_iter().take(size) {
            let known = &mut self.known[shape.number(beside)];
            if *known >> 20 != search {
                *known = own | if land.is_passable(beside) { OPEN } else { WALL };
            }
            if steps < *known & WRITTEN {
                *known = own | steps;
                self.open[(steps + rest(shape, beside, goal)) as usize % 4].push(beside);
            }
        }
    }

    fn way_back(&self, shape: Shape, search: u32, start: Place, goal: Place) -> Vec<Place> {
        let mut at = goal;
        let mut left = self.known[shape.number(goal)] & WRITTEN;
        let mut way = Vec::with_capacity(left as usize + 1);
        way.push(goal);
        while left > 0 {
            left -= 1;
            // A wall is written as 0, as the start is.
            let is_before = |place: &Place| {
                self.known[shape.number(*place)] == search << 20 | left && (left > 0 || *place == start)
            };
            let Some(before) = shape.beside(at).into_iter().flatten().find(is_before) else { break };
            at = before;
            way.push(at);
        }
        way
    }
}

/// How many steps there are to the goal, as if nothing were in the way.
fn rest(shape: Shape, at: Place, goal: Place) -> u32 {
    let along = |steps: u32, size: u32| if shape.is_torus { steps.min(size - steps) } else { steps };
    along(at.0.abs_diff(goal.0), shape.rows) + along(at.1.abs_diff(goal.1), shape.cols)
}

#[cfg(test)]
mod tests {
    use super::super::breadth;
    use super::super::tests as drawn;
    use super::*;

    #[test]
    fn a_path_is_as_short_as_breadth_first() {
        let (mut glance, sizes) = (EarlyExitSearch::default(), [(17, 23), (1, 9), (9, 1), (2, 2), (4, 31)]);
        for (seed, is_torus) in (0..100).zip([true, false].into_iter().cycle()) {
            let (rows, cols) = sizes[seed as usize % sizes.len()];
            let ground = drawn::scattered(is_torus, rows, cols, [2, 3, u64::MAX][seed as usize % 3], seed);
            let (grid, lattice) = (ground.grid(), PaddedGrid::of(&ground));
            let (shape, start) = (lattice.shape(), (rows * cols / 3));
            let steps = breadth::nearest(&ground, &[start], None);
            for goal in ground.all().filter(|goal| ground.is_passable(*goal)).step_by(5) {
                let path = glance.path(shape, &mut &lattice, grid.place(start), grid.place(goal));
                assert_eq!(path.len() as u32, steps[goal as usize].map_or(0, |steps| steps.0 + 1));
                if let [first, .., last] = path[..] {
                    assert_eq!((first, last), (grid.place(goal), grid.place(start)));
                }
                let is_step = |pair: &[Place]| {
                    shape.beside(pair[1]).contains(&Some(pair[0])) && lattice.is_passable(pair[0])
                };
                assert!(path.windows(2).all(is_step), "{path:?}");
            }
        }
    }

    #[test]
    fn the_nearest_target_is_that_of_a_whole_flood() {
        let mut glance = EarlyExitSearch::default();
        for (seed, is_torus) in (0..60).zip([true, false].into_iter().cycle()) {
            let ground = drawn::scattered(is_torus, 14, 19, 3, seed);
            let (grid, lattice) = (ground.grid(), PaddedGrid::of(&ground));
            let (starts, targets) = ([20, 140, 20], [265, 7, 190, 33, 101, 7, 20 + 200 * (seed as u32 % 2)]);
            let steps = breadth::nearest(&ground, &starts, None);
            // A flood begins where nobody can go, too.
            let found = |target: &u32| steps[*target as usize].filter(|_| ground.is_passable(*target));
            let least = targets.iter().filter_map(found).map(|found| found.0).min();
            let wanted = targets.iter().enumerate().find_map(|(number, target)| {
                let (steps, start) = found(target).filter(|found| Some(found.0) == least)?;
                Some((grid.place(start), number, steps))
            });
            let (starts, targets) = (starts.map(|at| grid.place(at)), targets.map(|at| grid.place(at)));
            assert_eq!(glance.nearest(lattice.shape(), &mut &lattice, &starts, &targets), wanted);
        }
    }

    /// Counts how often it is asked.
    struct Asked<'l>(&'l PaddedGrid, usize);

    impl Land for Asked<'_> {
        fn is_passable(&mut self, place: Place) -> bool {
            self.1 += 1;
            self.0.is_passable(place)
        }

        fn read(&mut self, _: &mut PaddedGrid) {
            panic!("it is not far");
        }
    }

    #[test]
    fn it_asks_of_no_more_than_it_comes_to() {
        let lattice = PaddedGrid::of(&drawn::scattered(false, 60, 60, u64::MAX, 1));
        let mut asked = Asked(&lattice, 0);
        assert_eq!(EarlyExitSearch::default().path(lattice.shape(), &mut asked, (0, 0), (30, 30)).len(), 61);
        assert!(asked.1 < 250, "{}", asked.1);
        let mut asked = Asked(&lattice, 0);
        let found = EarlyExitSearch::default().nearest(
            lattice.shape(),
            &mut asked,
            &[(30, 30)],
            &[(30, 33), (33, 30)],
        );
        assert_eq!(found, Some(((30, 30), 0, 3)));
        assert!(asked.1 <= 60, "{}", asked.1);
    }
}
