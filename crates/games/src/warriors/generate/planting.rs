//! Adds resource fields: safe ones near each base, contested ones about equally far from two bases, and others
//! anywhere.

use super::super::SEATS;
use super::super::board::FieldType::{Land, Resource};
use super::canvas::{Canvas, Spot};
use super::rng::{between, percent};
use wag_core::game::RandomStream;

/// The shape of a patch of resource fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A round patch with a ragged edge.
    Blob,
    /// A full rectangle.
    Block,
    /// Rows with paths between them.
    Beds,
    /// Every other field in both directions.
    Orchard,
    /// A circle, empty inside.
    Ring,
    /// One or two rows, straight or slanting.
    Row,
}

/// Minimum and maximum percentage of the open fields that become resource fields.
pub const SHARE: (usize, usize) = (8, 20);

/// Minimum distance in x or y between a base and a resource field, except on the smallest boards.
const BASE_DISTANCE_MIN: i32 = 2;

/// Number of random spots to try as the center of a patch; the best one is used.
const TRIES: usize = 24;

/// The purpose of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Safe,
    Contested,
    Any,
}

/// Adds resource fields to connected land.
pub fn plant(canvas: &mut Canvas, rng: &mut RandomStream, patterns: &[Pattern]) {
    let mut planter = Planter::new(canvas, rng);
    let [safe, contested, any] =
        [Purpose::Safe, Purpose::Contested, Purpose::Any].map(|purpose| (purpose, rng.pick(patterns)));
    let share = between(rng, 25, 40) as usize;
    // A safe patch comes first and a contested one second, so that small maps have both.
    for (patch, share) in [(safe, 10), (contested, 30), (safe, share), (contested, share + 35), (any, 100)] {
        planter.plant_until(canvas, rng, patch, share);
    }
    planter.add_single_fields(canvas, rng);
}

struct Planter {
    /// Numbers of steps from the four bases to each field, in seat order, without crossing other bases.
    steps: Vec<[u32; SEATS]>,
    /// All open fields.
    open: Vec<Spot>,
    target: usize,
    least: usize,
    most: usize,
    /// Current maximum number of resource fields. It is lower at first and raised later.
    limit: usize,
    planted: usize,
    /// Resource fields added since the last patch was finished.
    fresh: Vec<Spot>,
    /// Fields of earlier patches and their neighbors.
    is_taken: Vec<bool>,
}

impl Planter {
    fn new(canvas: &Canvas, rng: &mut RandomStream) -> Self {
        let from_first = canvas.distances();
        let area = from_first.len();
        let spots = (0..area).map(|at| canvas.spot(at));
        // A field is as far from base 2 as the field a quarter turn back is from base 1.
        let steps = spots.clone().map(|spot| {
            let orbit = canvas.orbit(spot).map(|spot| from_first[canvas.index(spot)].unwrap_or(u32::MAX));
            [orbit[0], orbit[3], orbit[2], orbit[1]]
        });
        let open: Vec<Spot> = spots.filter(|spot| canvas.is_open(*spot)).collect();
        let share = |percent: usize| open.len() * percent / 100;
        let least = (open.len() * SHARE.0).div_ceil(100);
        let target = share(between(rng, 10, 18) as usize).max(least);
        Planter {
            steps: steps.collect(),
            target,
            least,
            most: share(SHARE.1),
            limit: share(SHARE.1),
            planted: 0,
            fresh: Vec::new(),
            is_taken: vec![false; area],
            open,
        }
    }

    /// Adds patches until `percent` percent of the target is reached or no more room is found. Adds at least one patch
    /// if `percent` is at most 30 and there is room.
    fn plant_until(
        &mut self,
        canvas: &mut Canvas,
        rng: &mut RandomStream,
        (purpose, pattern): (Purpose, Pattern),
        percent: usize,
    ) {
        let goal = self.target * percent / 100;
        let (mut failures, first) = (0, self.planted);
        // The first patch leaves room for the second one.
        self.limit = if percent < 30 { self.target / 2 } else { self.most };
        while (self.planted < goal || (self.planted == first && percent <= 30)) && failures < 8 {
            let before = self.planted;
            let middle = self.place(canvas, rng, purpose);
            let size = self.patch_size(canvas, rng, purpose);
            for spot in patch_spots(rng, pattern, middle, size) {
                self.put(canvas, spot);
                if canvas.is_central(spot) {
                    self.put(canvas, Spot::new(spot.y, spot.x));
                }
            }
            self.reserve_surroundings(canvas);
            failures += usize::from(self.planted == before);
        }
    }

    /// Chooses the approximate number of fields of a patch.
    fn patch_size(&self, canvas: &Canvas, rng: &mut RandomStream, purpose: Purpose) -> i32 {
        let side = canvas.side();
        let most = match purpose {
            Purpose::Safe => 3 + side / 4,
            Purpose::Contested => 6 + side * 2 / 3,
            Purpose::Any => 4 + side / 3,
        };
        // On small boards one patch must not take everything.
        let share = (self.target / 8).max(1) as i32;
        between(rng, (most / 3).max(1), most).min(share)
    }

    /// Returns the best of some random spots for the center of a patch.
    fn place(&self, canvas: &Canvas, rng: &mut RandomStream, purpose: Purpose) -> Spot {
        let tries: Vec<Spot> = (0..TRIES).map(|_| rng.pick(&self.open)).collect();
        let rating = |spot: &&Spot| self.rating(canvas, **spot, purpose);
        tries.iter().max_by_key(rating).copied().unwrap_or(self.open[0])
    }

    /// Rates how well a spot serves a purpose; a higher rating is better.
    fn rating(&self, canvas: &Canvas, spot: Spot, purpose: Purpose) -> i32 {
        if !self.is_free(canvas, spot) {
            return i32::MIN;
        }
        let mut steps = self.steps[canvas.index(spot)];
        steps.sort_unstable();
        let (first, second) = (steps[0] as i32, steps[1] as i32);
        let side = canvas.side();
        let (u, v) = canvas.offset(spot);
        let crowd =
            super::brush::square(3).filter(|(dx, dy)| canvas.field(spot.moved(*dx, *dy)) == Some(Resource));
        let room = -4 * crowd.count() as i32;
        match purpose {
            Purpose::Safe => room - 8 * (first - (3 + side / 8)).abs() + (second - first).min(side),
            Purpose::Contested => room - 6 * (second - first) - (u.abs() + v.abs()),
            Purpose::Any => 2 * room,
        }
    }

    fn is_free(&self, canvas: &Canvas, spot: Spot) -> bool {
        let apart = if canvas.side() < 8 { 1 } else { BASE_DISTANCE_MIN };
        canvas.field(spot) == Some(Land)
            && !self.is_taken[canvas.index(spot)]
            && canvas.orbit(canvas.base()).iter().all(|base| base.span(spot) >= apart)
    }

    /// Makes a spot and its rotations resource fields, if the spot is free and the limit allows it.
    fn put(&mut self, canvas: &mut Canvas, spot: Spot) {
        let is_middle = canvas.turn(spot) == spot;
        // On the smallest board a field in the center leaves no room for four others.
        if is_middle && self.most <= SEATS {
            return;
        }
        let count = if is_middle { 1 } else { SEATS };
        if canvas.contains(spot) && self.is_free(canvas, spot) && self.planted + count <= self.limit {
            canvas.put(spot, Resource);
            self.planted += count;
            self.fresh.extend(canvas.orbit(spot));
        }
    }

    /// Marks the fields around the latest patch as taken, so that later patches do not touch it. Does nothing on small
    /// boards, which have no room for gaps.
    fn reserve_surroundings(&mut self, canvas: &Canvas) {
        if canvas.side() < 12 {
            return;
        }
        for spot in std::mem::take(&mut self.fresh) {
            let around = super::brush::square(1).map(|(dx, dy)| spot.moved(dx, dy));
            for beside in around.filter(|spot| canvas.contains(*spot)) {
                self.is_taken[canvas.index(beside)] = true;
            }
        }
    }

    /// Adds single resource fields if the patches did not reach the minimum.
    fn add_single_fields(&mut self, canvas: &mut Canvas, rng: &mut RandomStream) {
        let mut open = self.open.clone();
        rng.shuffle(&mut open);
        self.is_taken.fill(false);
        for spot in open {
            if self.planted >= self.least {
                break;
            }
            self.put(canvas, spot);
        }
    }
}

/// Returns the spots of a patch of about `size` fields.
fn patch_spots(rng: &mut RandomStream, pattern: Pattern, middle: Spot, size: i32) -> Vec<Spot> {
    let root = (1..).find(|root| root * root >= size).unwrap_or(1);
    match pattern {
        Pattern::Blob => blob(rng, middle, size),
        Pattern::Block => grid(middle, (root, size / root), (1, 1)),
        Pattern::Orchard => grid(middle, (root, size / root), (2, 2)),
        Pattern::Beds => {
            let rows = (root / 2 + 1).min(5);
            let lying = percent(rng, 50);
            if lying {
                grid(middle, (size / rows, rows), (1, 2))
            } else {
                grid(middle, (rows, size / rows), (2, 1))
            }
        }
        Pattern::Ring => ring(middle, (size / 5).clamp(1, 8)),
        Pattern::Row => row(rng, middle, size.min(12)),
    }
}

/// Returns the spots of a grid around a center. The grid has this number of columns and rows. The columns are `right`
/// fields apart and the rows `down` fields.
fn grid(middle: Spot, (columns, rows): (i32, i32), (right, down): (i32, i32)) -> Vec<Spot> {
    let corner = middle.moved(-(columns * right) / 2, -(rows * down) / 2);
    let spots = (0..columns.max(1)).flat_map(|column| (0..rows.max(1)).map(move |row| (column, row)));
    spots.map(|(column, row)| corner.moved(column * right, row * down)).collect()
}

/// Returns the `size` spots of a roughly round patch, from the center outward in a slightly random order.
fn blob(rng: &mut RandomStream, middle: Spot, size: i32) -> Vec<Spot> {
    let reach = (1..).find(|reach| reach * reach * 2 >= size).unwrap_or(1) + 1;
    let (wide, high) = (between(rng, 2, 4), between(rng, 2, 4));
    let mut spots: Vec<(i32, Spot)> = super::brush::square(reach)
        .map(|(dx, dy)| (wide * dx * dx + high * dy * dy + between(rng, 0, 2 * reach), middle.moved(dx, dy)))
        .collect();
    spots.sort_by_key(|(distance, _)| *distance);
    spots.into_iter().take(size as usize).map(|(_, spot)| spot).collect()
}

fn ring(middle: Spot, radius: i32) -> Vec<Spot> {
    let on_it = |dx: i32, dy: i32| {
        let square = dx * dx + dy * dy;
        square > radius * radius - radius && square <= radius * radius + radius
    };
    let spots = super::brush::square(radius).filter(|(dx, dy)| on_it(*dx, *dy));
    spots.map(|(dx, dy)| middle.moved(dx, dy)).collect()
}

fn row(rng: &mut RandomStream, middle: Spot, length: i32) -> Vec<Spot> {
    let (dx, dy) = rng.pick(&[(1, 0), (0, 1), (1, 1), (1, -1)]);
    let is_double = length >= 6 && percent(rng, 60);
    let length = if is_double { length / 2 } else { length };
    let start = middle.moved(-dx * length / 2, -dy * length / 2);
    let beside = if dx == 0 { (1, 0) } else { (0, 1) };
    let spots = (0..length.max(1)).flat_map(|step| {
        let spot = start.moved(dx * step, dy * step);
        [Some(spot), is_double.then(|| spot.moved(beside.0, beside.1))]
    });
    spots.flatten().collect()
}
