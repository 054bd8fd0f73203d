//! A board divided into square clusters, with paths between their borders known ahead (HPA-star).
//!
//! Clusters share the line of squares between them. Each run of free squares on such a line has crossings, and within a
//! cluster all crossings on its borders are joined by the shortest ways through it. A border counts once all of it is
//! explored, a cluster once it has two borders; both are looked at again when their ground has changed.

use super::grid::{Grid, Square};
use super::passability_map::PassabilityMap;
use super::path::Rectangle;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The smallest side of a cluster.
pub const SIZE_MIN: u32 = 3;

/// Where runs of free squares on a border are crossed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// In the middle.
    Centered,
    /// At both ends.
    Corner,
}

/// A way through a cluster from crossing to crossing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inner {
    /// With both ends.
    pub path: Vec<Square>,
}

/// One square cluster, with the lines that it shares.
#[derive(Clone, Debug, Default)]
struct Cluster {
    crossings: Vec<Square>,
    inner: Vec<Inner>,
    is_known: bool,
}

/// All clusters of a board.
#[derive(Clone, Debug)]
pub struct Clustering {
    size: u32,
    crossing: Crossing,
    /// How many clusters lie below and beside each other.
    down: u32,
    across: u32,
    clusters: Vec<Cluster>,
    /// Those that are to be looked at, by what they are worth no more.
    waiting: BTreeSet<usize>,
    /// What the board was like when it was last looked at.
    states: Vec<u8>,
    version: Option<u64>,
    /// Goes up with each cluster that is worked on.
    edition: u64,
}

impl Clustering {
    /// `None` for clusters that are too small.
    pub fn new(grid: &Grid, size: u32, crossing: Crossing) -> Option<Clustering> {
        let (down, across) = (grid.rows.div_ceil(size.max(1)), grid.cols.div_ceil(size.max(1)));
        let clusters = vec![Cluster::default(); (down * across) as usize];
        let states = vec![u8::MAX; grid.squares()];
        let (waiting, version) = (BTreeSet::new(), None);
        let clustering =
            Clustering { size, crossing, down, across, clusters, waiting, states, version, edition: 0 };
        (size >= SIZE_MIN).then_some(clustering)
    }

    pub fn size(&self) -> u32 {
        self.size
    }

    pub fn crossing(&self) -> Crossing {
        self.crossing
    }

    pub fn edition(&self) -> u64 {
        self.edition
    }

    /// Takes in what has changed, working on so many clusters at most; how many it has worked on.
    pub fn update(&mut self, ground: &PassabilityMap, most: usize) -> usize {
        if self.version != Some(ground.version()) {
            self.version = Some(ground.version());
            for at in ground.all() {
                let state = ground.state(at);
                if std::mem::replace(&mut self.states[at as usize], state) != state {
                    self.waiting.extend(self.clusters_at(ground.grid(), at));
                }
            }
        }
        let mut count = 0;
        while count < most
            && let Some(number) = self.waiting.pop_first()
        {
            self.work_on(ground, number);
            count += 1;
        }
        self.edition += count as u64;
        count
    }

    fn work_on(&mut self, ground: &PassabilityMap, number: usize) {
        let rectangle = self.rectangle(ground.grid(), number);
        let mut crossings = BTreeSet::new();
        let mut borders = 0;
        for border in self.borders(ground.grid(), number) {
            if border.iter().all(|at| ground.is_explored(*at)) {
                borders += 1;
                crossings.extend(cross(ground, &border, self.crossing));
            }
        }
        let crossings: Vec<Square> = crossings.into_iter().collect();
        let is_known = borders >= 2.min(self.borders(ground.grid(), number).len());
        let inner = if is_known { join(ground, &rectangle, &crossings) } else { Vec::new() };
        self.clusters[number] = Cluster { crossings, inner, is_known };
    }

    /// Its squares, the shared lines included.
    pub fn rectangle(&self, grid: &Grid, number: usize) -> Rectangle {
        let (row, col) = self.origin(number);
        let span = |from: u32, size: u32| {
            let own = self.size.min(size - from);
            // The next cluster's first line is shared, if there is one.
            let has_next = grid.is_torus && own < size || from + own < size;
            own + u32::from(has_next)
        };
        Rectangle { row, col, rows: span(row, grid.rows), cols: span(col, grid.cols) }
    }

    fn origin(&self, number: usize) -> (u32, u32) {
        let number = number as u32;
        (number / self.across * self.size, number % self.across * self.size)
    }

    /// The clusters that a square belongs to: up to four where lines meet.
    pub fn clusters_at(&self, grid: &Grid, at: Square) -> Vec<usize> {
        let (row, col) = grid.place(at);
        let along = |place: u32, count: u32| {
            let own = place / self.size;
            let before = match place % self.size {
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

    /// The lines that it shares with others: north, south, west, east, as far as there are any.
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

    /// Whether paths through this square can be known.
    pub fn is_known_at(&self, grid: &Grid, at: Square) -> bool {
        self.clusters_at(grid, at).iter().all(|number| self.clusters[*number].is_known)
    }

    pub fn crossings_of(&self, number: usize) -> &[Square] {
        &self.clusters[number].crossings
    }

    /// All crossings of clusters that are known, once each, in the order of squares.
    pub fn crossings(&self) -> BTreeSet<Square> {
        self.known().flat_map(|cluster| &cluster.crossings).copied().collect()
    }

    /// The shortest known way between each pair of crossings that have one through a cluster.
    pub fn inner(&self) -> BTreeMap<(Square, Square), &Inner> {
        let mut ways: BTreeMap<(Square, Square), &Inner> = BTreeMap::new();
        for inner in self.known().flat_map(|cluster| &cluster.inner) {
            let (Some(first), Some(last)) = (inner.path.first(), inner.path.last()) else { continue };
            let kept = ways.entry((*first, *last)).or_insert(inner);
            if inner.path.len() < kept.path.len() {
                *kept = inner;
            }
        }
        ways
    }

    fn known(&self) -> impl Iterator<Item = &Cluster> {
        self.clusters.iter().filter(|cluster| cluster.is_known)
    }
}

/// The crossings of a border: of each of its runs of free squares.
fn cross(ground: &PassabilityMap, border: &[Square], crossing: Crossing) -> Vec<Square> {
    let mut crossings = Vec::new();
    for run in border.chunk_by(|one, other| ground.is_open(*one) == ground.is_open(*other)) {
        if !ground.is_open(run[0]) {
            continue;
        }
        match crossing {
            Crossing::Centered => crossings.push(run[run.len() / 2]),
            Crossing::Corner => crossings.extend([run[0], run[run.len() - 1]]),
        }
    }
    crossings
}

/// The shortest ways through a rectangle between some of its squares, from the lower number to the higher.
fn join(ground: &PassabilityMap, rectangle: &Rectangle, ends: &[Square]) -> Vec<Inner> {
    let mut ways = Vec::new();
    for (number, from) in ends.iter().enumerate() {
        let inside = Inside::from(ground, rectangle, *from);
        let others = ends[number + 1..].iter();
        ways.extend(others.filter_map(|to| Some(Inner { path: inside.path(ground.grid(), *to)? })));
    }
    ways
}

/// The shortest ways from a square to all others of a rectangle, over open squares.
pub struct Inside {
    rectangle: Rectangle,
    /// By place in the rectangle: the square before it, and how many steps it is away.
    from: Vec<Option<(Square, u32)>>,
}

impl Inside {
    pub fn from(ground: &PassabilityMap, rectangle: &Rectangle, start: Square) -> Inside {
        let grid = ground.grid();
        let mut inside = Inside {
            rectangle: *rectangle,
            from: vec![None; rectangle.rows as usize * rectangle.cols as usize],
        };
        let Some(place) = inside.place(grid, start) else { return inside };
        inside.from[place] = Some((start, 0));
        let mut waiting = VecDeque::from([(start, 0)]);
        while let Some((at, steps)) = waiting.pop_front() {
            for beside in grid.neighbours(at).filter(|beside| ground.is_open(*beside)) {
                if let Some(place) = inside.place(grid, beside)
                    && inside.from[place].is_none()
                {
                    inside.from[place] = Some((at, steps + 1));
                    waiting.push_back((beside, steps + 1));
                }
            }
        }
        inside
    }

    fn place(&self, grid: &Grid, at: Square) -> Option<usize> {
        let (row, col) = grid.place(at);
        let Rectangle { row: first_row, col: first_col, rows, cols } = self.rectangle;
        let (down, right) =
            ((row + grid.rows - first_row) % grid.rows, (col + grid.cols - first_col) % grid.cols);
        (down < rows && right < cols).then(|| (down * cols + right) as usize)
    }

    pub fn steps(&self, grid: &Grid, to: Square) -> Option<u32> {
        Some(self.from[self.place(grid, to)?]?.1)
    }

    /// With both ends.
    pub fn path(&self, grid: &Grid, to: Square) -> Option<Vec<Square>> {
        let mut path = vec![to];
        let (mut at, mut steps) = (to, self.steps(grid, to)?);
        while steps > 0 {
            (at, _) = self.from[self.place(grid, at)?]?;
            steps -= 1;
            path.push(at);
        }
        path.reverse();
        Some(path)
    }
}
