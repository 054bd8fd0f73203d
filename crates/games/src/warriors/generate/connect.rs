//! Connects the open land of a drawing: large isolated parts get a path, small ones are filled.

use super::super::board::FieldType;
use super::canvas::{Canvas, Spot};
use std::collections::VecDeque;

/// Minimum side length of boards on which paths are two fields wide.
const WIDE_PATH_SIDE_MIN: i32 = 24;

/// The divisor for the minimum size of a part that gets a path, as a fraction of the board. A part with fewer than one
/// 150th of the board's fields gets none.
const PATH_SHARE: usize = 150;

/// Connects all open fields with the bases, or fills them.
pub fn connect(canvas: &mut Canvas) {
    let parts = Parts::of(canvas);
    for spot in path_obstacles(canvas, &parts) {
        carve(canvas, spot);
    }
    let reached = canvas.distances();
    let parts = Parts::of(canvas);
    for part in parts.list {
        let first = part.spots[0];
        // Filling a part also fills its rotations.
        if reached[canvas.index(first)].is_some() || !canvas.is_open(first) {
            continue;
        }
        let field = surroundings(canvas, &part.spots);
        for spot in part.spots {
            canvas.put(spot, field);
        }
    }
}

/// A connected set of open fields.
struct Part {
    spots: Vec<Spot>,
    /// True if the part includes the surroundings of a base.
    is_home: bool,
}

struct Parts {
    list: Vec<Part>,
    /// For each field, the index of the part that it belongs to, or `None` for obstacles.
    of_field: Vec<Option<usize>>,
}

impl Parts {
    fn of(canvas: &Canvas) -> Self {
        let mut parts = Parts { list: Vec::new(), of_field: vec![None; canvas.fields().len()] };
        for at in 0..canvas.fields().len() {
            if canvas.fields()[at].is_open() && parts.of_field[at].is_none() {
                parts.collect(canvas, canvas.spot(at));
            }
        }
        parts
    }

    fn collect(&mut self, canvas: &Canvas, first: Spot) {
        let number = Some(self.list.len());
        self.of_field[canvas.index(first)] = number;
        let mut spots = vec![first];
        let mut next = 0;
        while let Some(&spot) = spots.get(next) {
            next += 1;
            for neighbour in spot.neighbours().filter(|spot| canvas.is_open(*spot)) {
                let slot = &mut self.of_field[canvas.index(neighbour)];
                if slot.is_none() {
                    *slot = number;
                    spots.push(neighbour);
                }
            }
        }
        let is_home = spots.iter().any(|spot| canvas.is_home(*spot));
        self.list.push(Part { spots, is_home });
    }
}

/// Returns the obstacles on the paths from base 1 to all parts that get a path. Paths cross as few obstacles as
/// possible.
fn path_obstacles(canvas: &Canvas, parts: &Parts) -> Vec<Spot> {
    let search = Search::from_base(canvas);
    let least = (canvas.fields().len() / PATH_SHARE).max(3);
    let mut path_obstacles = Vec::new();
    for part in parts.list.iter().filter(|part| part.is_home || part.spots.len() >= least) {
        let entry = part.spots.iter().min_by_key(|spot| search.cost[canvas.index(**spot)]);
        let mut spot = entry.copied();
        while let Some(here) = spot {
            if !canvas.is_open(here) && here != canvas.base() {
                path_obstacles.push(here);
            }
            spot = search.before[canvas.index(here)];
        }
    }
    path_obstacles
}

/// A search for paths that cross as few obstacles as possible.
struct Search {
    cost: Vec<u32>,
    before: Vec<Option<Spot>>,
}

impl Search {
    fn from_base(canvas: &Canvas) -> Self {
        let area = canvas.fields().len();
        let mut search = Search { cost: vec![u32::MAX; area], before: vec![None; area] };
        search.cost[canvas.index(canvas.base())] = 0;
        let mut edge = VecDeque::from([(canvas.base(), 0)]);
        while let Some((spot, cost)) = edge.pop_front() {
            if cost > search.cost[canvas.index(spot)] {
                continue;
            }
            for next in spot.neighbours() {
                let Some(field) = canvas.field(next) else { continue };
                let total = cost + u32::from(!field.is_open());
                let at = canvas.index(next);
                if matches!(field, FieldType::Base(_)) || total >= search.cost[at] {
                    continue;
                }
                (search.cost[at], search.before[at]) = (total, Some(spot));
                if field.is_open() {
                    edge.push_front((next, total));
                } else {
                    edge.push_back((next, total));
                }
            }
        }
        search
    }
}

fn carve(canvas: &mut Canvas, spot: Spot) {
    let reach = i32::from(canvas.side() >= WIDE_PATH_SIDE_MIN);
    for (dx, dy) in [(0, 0), (reach, 0), (0, reach), (reach, reach)] {
        if !canvas.is_open(spot.moved(dx, dy)) {
            canvas.paint(spot.moved(dx, dy), FieldType::Land);
        }
    }
}

/// Returns the most frequent type of obstacle around these fields: water or wall.
fn surroundings(canvas: &Canvas, spots: &[Spot]) -> FieldType {
    let around = spots.iter().flat_map(|spot| spot.neighbours());
    let (mut water, mut wall) = (0, 0);
    for field in around.filter_map(|spot| canvas.field(spot)) {
        water += u32::from(field == FieldType::Water);
        wall += u32::from(field == FieldType::Wall);
    }
    if water > wall { FieldType::Water } else { FieldType::Wall }
}
