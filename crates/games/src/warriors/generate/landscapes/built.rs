//! Landscapes with buildings: walls with gates, moats and ruins.

use super::super::super::board::FieldType;
use super::super::super::board::FieldType::{Land, Wall, Water};
use super::super::brush::{flood_above, outline, rectangle};
use super::super::canvas::{Canvas, Spot};
use super::super::relief::Relief;
use super::super::rng::{between, percent};
use super::grown::boulders;
use wag_core::game::RandomStream;

/// Draws roofless houses, broken walls and flooded cellars.
pub fn ruins(canvas: &mut Canvas, rng: &mut RandomStream) {
    let side = canvas.side();
    for _ in 0..(side * side / 4 / between(rng, 50, 80)).max(1) {
        let corner = Spot::new(between(rng, 0, side - 3), between(rng, 0, side - 3));
        let most = (side / 5).clamp(3, 10);
        let (width, height) = (between(rng, 3, most), between(rng, 3, most));
        match rng.below(5) {
            0 => rectangle(canvas, corner, width.min(3), height.min(3), Wall),
            1 => rectangle(canvas, corner, 1, height, Wall),
            2 => rectangle(canvas, corner, width, 1, Wall),
            _ => house(canvas, rng, corner, width.max(4), height.max(4)),
        }
    }
    let pools = Relief::new(canvas, rng, 5);
    flood_above(canvas, &pools, between(rng, 94, 98), Water);
}

/// Draws the four walls of a house, with gaps.
fn house(canvas: &mut Canvas, rng: &mut RandomStream, corner: Spot, width: i32, height: i32) {
    rectangle(canvas, corner, width, height, Land);
    let walls = outline(corner, width, height);
    let length = walls.len() as i32;
    let door = between(rng, 0, length);
    let fallen = between(rng, 2, length / 2);
    for (step, spot) in walls.iter().enumerate() {
        if (step as i32 + door) % length >= fallen {
            canvas.paint(*spot, Wall);
        }
    }
}

/// The shape of a fortress.
#[derive(Clone, Copy)]
enum Shape {
    Square,
    Octagon,
    Round,
}

impl Shape {
    /// Returns the distance of an offset from the center, in half fields. It is measured so that all points on an
    /// outline of this shape have the same distance.
    fn distance(self, (u, v): (i32, i32)) -> i32 {
        let (u, v) = (u.abs(), v.abs());
        match self {
            Shape::Square => u.max(v),
            Shape::Octagon => u.max(v).max((u + v) * 5 / 7),
            Shape::Round => libm::sqrt(f64::from(u * u + v * v)) as i32,
        }
    }
}

/// Draws a wall with gates around the center, possibly with a moat outside and a second wall inside.
pub fn fortress(canvas: &mut Canvas, rng: &mut RandomStream) {
    let side = canvas.side();
    let scale = between(rng, 5, 8);
    let wilderness = Relief::new(canvas, rng, scale);
    flood_above(canvas, &wilderness, between(rng, 92, 97), rng.pick(&[Water, Wall]));
    if percent(rng, 40) {
        ruins(canvas, rng);
    } else {
        boulders(canvas, rng, 150);
    }
    let shape = rng.pick(&[Shape::Square, Shape::Octagon, Shape::Round]);
    let radius = side * between(rng, 40, 52) / 100;
    let thick = 2 * between(rng, 1, 1 + side / 45);
    let moat = between(rng, 0, 1 + side / 20) * 2;
    disc_of(canvas, shape, radius + moat + 3, Land);
    ring(canvas, shape, (radius, radius + moat), Water);
    ring(canvas, shape, (radius - thick, radius), Wall);
    let gate = between(rng, -radius / 3, radius / 3);
    let width = between(rng, 2, 2 + side / 20);
    gates(canvas, gate, width, (radius - thick - 2, radius + moat + 2));
    if radius >= 18 && percent(rng, 75) {
        let keep = radius * between(rng, 45, 60) / 100;
        ring(canvas, shape, (keep - 2, keep), rng.pick(&[Wall, Wall, Water]));
        // The inner gates are not directly behind the outer ones.
        gates(canvas, -gate.signum() * keep / 2, 2, (keep - 4, keep + 2));
    }
}

/// Draws the fields whose distance from the center is greater than `inner` and at most `outer`, both in half fields.
fn ring(canvas: &mut Canvas, shape: Shape, (inner, outer): (i32, i32), field: FieldType) {
    for spot in canvas.quarter() {
        let distance = shape.distance(canvas.offset(spot));
        if distance > inner && distance <= outer {
            canvas.paint(spot, field);
        }
    }
}

fn disc_of(canvas: &mut Canvas, shape: Shape, radius: i32, field: FieldType) {
    ring(canvas, shape, (-1, radius), field);
}

/// Opens a gate on each of the four sides. A gate is `width` fields wide and `shift` half fields off center. It leads
/// through everything whose distance from the center is between `inner` and `outer` half fields.
fn gates(canvas: &mut Canvas, shift: i32, width: i32, (inner, outer): (i32, i32)) {
    for at in 0..canvas.fields().len() {
        let spot = canvas.spot(at);
        let (u, v) = canvas.offset(spot);
        if -v > inner && -v <= outer && (u - shift).abs() <= width {
            canvas.paint(spot, Land);
        }
    }
}

/// Draws a walled yard with gates around each base, and obstacles between the yards.
pub fn courtyards(canvas: &mut Canvas, rng: &mut RandomStream) {
    let side = canvas.side();
    ruins_between(canvas, rng);
    let base = canvas.base();
    let reach = between(rng, (side / 9).max(3), (side / 6).max(4)).min(25);
    let (left, up) = (reach + between(rng, 0, 2), reach + between(rng, 0, 2));
    let corner = base.moved(-left, -up);
    let (width, height) = (left + reach + 1, up + reach + 1);
    rectangle(canvas, corner, width, height, Land);
    let walls = outline(corner, width, height);
    let gate = between(rng, 2, 2 + side / 30) as usize;
    for spot in &walls {
        canvas.paint(*spot, Wall);
    }
    let count = between(rng, 2, 3) as usize;
    let first = rng.below(walls.len() as u32) as usize;
    for number in 0..count {
        let start = first + number * walls.len() / count;
        for step in 0..gate {
            canvas.paint(walls[(start + step) % walls.len()], Land);
        }
    }
    if percent(rng, 60) {
        let well = base.moved(reach * 2 / 3, reach * 2 / 3);
        rectangle(canvas, well, (reach / 4).max(1), (reach / 4).max(1), Water);
    }
}

/// Draws obstacles around an open center.
fn ruins_between(canvas: &mut Canvas, rng: &mut RandomStream) {
    let side = canvas.side();
    if percent(rng, 60) {
        ruins(canvas, rng);
    } else {
        boulders(canvas, rng, 150);
        let lakes = Relief::new(canvas, rng, 7);
        flood_above(canvas, &lakes, between(rng, 90, 95), Water);
    }
    let plaza = side * between(rng, 18, 30) / 100;
    disc_of(canvas, Shape::Octagon, plaza, Land);
    if percent(rng, 60) {
        disc_of(canvas, Shape::Round, plaza / 3, rng.pick(&[Water, Wall]));
    }
}
