//! Square clusters of a map with precomputed paths between their borders (HPA-star).
//!
//! Neighboring clusters share a line of squares. Each run of passable squares on such a line has crossings, and all
//! crossings of a cluster are connected by the shortest paths inside the cluster. A border is known once it is fully
//! explored, and a cluster once it has two known borders. Both are updated when the map changes.

use super::grid::{Grid, Square};
use super::passability_map::PassabilityMap;
use super::path::Rectangle;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The minimum side length of a cluster, in squares.
pub const SIZE_MIN: u32 = 3;

/// The position of the crossings in a run of passable squares on a border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    Centered,
    Corner,
}

/// A path through a cluster between two crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InnerPath {
    /// The squares of the path, including both crossings.
    pub path: Vec<Square>,
}

/// A cluster, including the lines that it shares with its neighbors.
#[derive(Clone, Debug, Default)]
struct Cluster {
    crossings: Vec<Square>,
    inner: Vec<InnerPath>,
    is_known: bool,
}

/// The clusters of a map.
#[derive(Clone, Debug)]
pub struct Clustering {
    size: u32,
    crossing: Crossing,
    /// The number of clusters in a column.
    down: u32,
    /// The number of clusters in a row.
    across: u32,
    clusters: Vec<Cluster>,
    /// The numbers of the clusters that have to be updated.
    queue: BTreeSet<usize>,
    /// The state of each square at the last update.
    states: Vec<u8>,
    version: Option<u64>,
    /// A number that increases each time a cluster is updated.
    edition: u64,
}

impl Clustering {
    /// Creates the clusters of a map. Returns `None` if `size` is less than [`SIZE_MIN`].
    pub fn new(grid: &Grid, size: u32, crossing: Crossing) -> Option<Clustering> {
        let (down, across) = (grid.rows.div_ceil(size.max(1)), grid.cols.div_ceil(size.max(1)));
        let clusters = vec![Cluster::default(); (down * across) as usize];
        let states = vec![u8::MAX; grid.squares()];
        let (queue, version) = (BTreeSet::new(), None);
        let clustering =
            Clustering { size, crossing, down, across, clusters, queue, states, version, edition: 0 };
        (size >= SIZE_MIN).then_some(clustering)
    }

    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Updates up to `most` clusters that have changed. Returns the number of updated clusters.
    pub fn update(&mut self, map: &PassabilityMap, most: usize) -> usize {
        if self.version != Some(map.version()) {
            self.version = Some(map.version());
            for at in map.all() {
                let state = map.state(at);
                if std::mem::replace(&mut self.states[at as usize], state) != state {
                    self.queue.extend(self.clusters_at(map.grid(), at));
                }
            }
        }
        let mut count = 0;
        while count < most
            && let Some(number) = self.queue.pop_first()
        {
            self.work_on(map, number);
            count += 1;
        }
        self.edition += count as u64;
        count
    }

    fn work_on(&mut self, map: &PassabilityMap, number: usize) {
        let rectangle = self.rectangle(map.grid(), number);
        let mut crossings = BTreeSet::new();
        let mut borders = 0;
        for border in self.borders(map.grid(), number) {
            if border.iter().all(|at| map.is_explored(*at)) {
                borders += 1;
                crossings.extend(cross(map, &border, self.crossing));
            }
        }
        let crossings: Vec<Square> = crossings.into_iter().collect();
        let is_known = borders >= 2.min(self.borders(map.grid(), number).len());
        let inner = if is_known { join(map, &rectangle, &crossings) } else { Vec::new() };
        self.clusters[number] = Cluster { crossings, inner, is_known };
    }

    /// Returns the squares of a cluster, including the lines that it shares with its neighbors.
    pub fn rectangle(&self, grid: &Grid, number: usize) -> Rectangle {
        let (row, col) = self.origin(number);
        let span = |from: u32, size: u32| {
            let own = self.size.min(size - from);
            // The first line of the next cluster is shared, if there is one.
            let has_next = grid.is_torus && own < size || from + own < size;
            own + u32::from(has_next)
        };
        Rectangle { row, col, rows: span(row, grid.rows), cols: span(col, grid.cols) }
    }

    fn origin(&self, number: usize) -> (u32, u32) {
        let number = number as u32;
        (number / self.across * self.size, number % self.across * self.size)
    }

    /// Returns the clusters that contain a square. There are up to four if shared lines meet there.
    pub fn clusters_at(&self, grid: &Grid, at: Square) -> Vec<usize> {
        let (row, col) = grid.position(at);
        let along = |index: u32, count: u32| {
            let own = index / self.size;
            let before = match index % self.size {
                0 if own > 0 => Some(own - 1),
                0 if grid.is_torus && count > 1 => Some(count - 1),
                _ => None,
            };
            before.into_iter().chain([own])
        };
        along(row, self.down)
            .flat_map(|down| along(col, self.across).map(move |across| (down, across)))
            .map(|(down, across)| (down * self.across + across) as usize)
            .collect()
    }

    /// Returns the lines that a cluster shares with its neighbors, in the order north, south, west, east.
    fn borders(&self, grid: &Grid, number: usize) -> Vec<Vec<Square>> {
        let Rectangle { row, col, rows, cols } = self.rectangle(grid, number);
        let is_shared = |line: u32, size: u32| line > 0 && line < size || grid.is_torus && self.size < size;
        let line = |first: (u32, u32), count: u32, step: (u32, u32)| {
            let at = |n: u32| grid.square(i64::from(first.0 + n * step.0), i64::from(first.1 + n * step.1));
            (0..count).filter_map(at).collect::<Vec<Square>>()
        };
        let mut borders = Vec::new();
        if is_shared(row, grid.rows) {
            borders.push(line((row, col), cols, (0, 1)));
        }
        if is_shared(row + rows - 1, grid.rows) && row + rows - 1 == row + self.size.min(grid.rows - row) {
            borders.push(line((row + rows - 1, col), cols, (0, 1)));
        }
        if is_shared(col, grid.cols) {
            borders.push(line((row, col), rows, (1, 0)));
        }
        if is_shared(col + cols - 1, grid.cols) && col + cols - 1 == col + self.size.min(grid.cols - col) {
            borders.push(line((row, col + cols - 1), rows, (1, 0)));
        }
        borders
    }

    /// Returns whether the paths of all clusters that contain a square are known.
    pub fn is_known_at(&self, grid: &Grid, at: Square) -> bool {
        self.clusters_at(grid, at).iter().all(|number| self.clusters[*number].is_known)
    }

    pub fn crossings_of(&self, number: usize) -> &[Square] {
        &self.clusters[number].crossings
    }

    /// Returns the crossings of all known clusters, in ascending order of their square numbers.
    pub fn crossings(&self) -> BTreeSet<Square> {
        self.known().flat_map(|cluster| &cluster.crossings).copied().collect()
    }

    /// Returns the shortest known path between each pair of crossings of a cluster.
    pub fn inner(&self) -> BTreeMap<(Square, Square), &InnerPath> {
        let mut paths: BTreeMap<(Square, Square), &InnerPath> = BTreeMap::new();
        for inner in self.known().flat_map(|cluster| &cluster.inner) {
            let (Some(first), Some(last)) = (inner.path.first(), inner.path.last()) else { continue };
            let shortest = paths.entry((*first, *last)).or_insert(inner);
            if inner.path.len() < shortest.path.len() {
                *shortest = inner;
            }
        }
        paths
    }

    fn known(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().filter(|cluster| cluster.is_known)
    }
}

/// Returns the crossings of a border.
fn cross(map: &PassabilityMap, border: &[Square], crossing: Crossing) -> Vec<Square> {
    let mut crossings = Vec::new();
    for run in border.chunk_by(|one, other| map.is_open(*one) == map.is_open(*other)) {
        if !map.is_open(run[0]) {
            continue;
        }
        match crossing {
            Crossing::Centered => crossings.push(run[run.len() / 2]),
            Crossing::Corner => crossings.extend([run[0], run[run.len() - 1]]),
        }
    }
    crossings
}

/// Returns the shortest paths inside a rectangle between each two of some squares, from the lower to the higher number.
fn join(map: &PassabilityMap, rectangle: &Rectangle, ends: &[Square]) -> Vec<InnerPath> {
    let mut paths = Vec::new();
    for (number, from) in ends.iter().enumerate() {
        let inside = Inside::from(map, rectangle, *from);
        let others = ends[number + 1..].iter();
        paths.extend(others.filter_map(|to| Some(InnerPath { path: inside.path(map.grid(), *to)? })));
    }
    paths
}

/// The shortest paths inside a rectangle from one square to all others, over open squares.
pub struct Inside {
    rectangle: Rectangle,
    /// The previous square and the number of steps, by index of a square in the rectangle; `None` for squares that are
    /// not reached.
    from: Vec<Option<(Square, u32)>>,
}

impl Inside {
    pub fn from(map: &PassabilityMap, rectangle: &Rectangle, start: Square) -> Inside {
        let grid = map.grid();
        let mut inside = Inside {
            rectangle: *rectangle,
            from: vec![None; rectangle.rows as usize * rectangle.cols as usize],
        };
        let Some(index) = inside.position(grid, start) else { return inside };
        inside.from[index] = Some((start, 0));
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((at, steps)) = queue.pop_front() {
            for neighbour in grid.neighbours(at).filter(|neighbour| map.is_open(*neighbour)) {
                if let Some(index) = inside.position(grid, neighbour)
                    && inside.from[index].is_none()
                {
                    inside.from[index] = Some((at, steps + 1));
                    queue.push_back((neighbour, steps + 1));
                }
            }
        }
        inside
    }

    fn position(&self, grid: &Grid, at: Square) -> Option<usize> {
        let (row, col) = grid.position(at);
        let Rectangle { row: first_row, col: first_col, rows, cols } = self.rectangle;
        let (down, right) =
            ((row + grid.rows - first_row) % grid.rows, (col + grid.cols - first_col) % grid.cols);
        (down < rows && right < cols).then(|| (down * cols + right) as usize)
    }

    pub fn steps(&self, grid: &Grid, to: Square) -> Option<u32> {
        Some(self.from[self.position(grid, to)?]?.1)
    }

    /// Returns the path to a square, including both ends; `None` if there is none.
    pub fn path(&self, grid: &Grid, to: Square) -> Option<Vec<Square>> {
        let mut path = vec![to];
        let (mut at, mut steps) = (to, self.steps(grid, to)?);
        while steps > 0 {
            (at, _) = self.from[self.position(grid, at)?]?;
            steps -= 1;
            path.push(at);
        }
        path.reverse();
        Some(path)
    }
}
