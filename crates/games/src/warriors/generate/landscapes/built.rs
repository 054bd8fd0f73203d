//! Buildings: walls with gates, moats and ruins.

use super::super::super::board::FieldType;
use super::super::super::board::FieldType::{Land, Wall, Water};
use super::super::brush::{flood_above, outline, rectangle};
use super::super::canvas::{Canvas, Spot};
use super::super::luck::{between, percent};
use super::super::relief::Relief;
use super::grown::boulders;
use wag_core::game::RandomStream;

/// Draws roofless houses, broken walls and flooded cellars.
pub fn ruins(canvas: &mut Canvas, luck: &mut RandomStream) {
    let side = canvas.side();
    for _ in 0..(side * side / 4 / between(luck, 50, 80)).max(1) {
        let corner = Spot::new(between(luck, 0, side - 3), between(luck, 0, side - 3));
        let most = (side / 5).clamp(3, 10);
        let (width, height) = (between(luck, 3, most), between(luck, 3, most));
        match luck.below(5) {
            0 => rectangle(canvas, corner, width.min(3), height.min(3), Wall),
            1 => rectangle(canvas, corner, 1, height, Wall),
            2 => rectangle(canvas, corner, width, 1, Wall),
            _ => house(canvas, luck, corner, width.max(4), height.max(4)),
        }
    }
    let pools = Relief::new(canvas, luck, 5);
    flood_above(canvas, &pools, between(luck, 94, 98), Water);
}

/// Draws four walls, parts of which are missing.
fn house(canvas: &mut Canvas, luck: &mut RandomStream, corner: Spot, width: i32, height: i32) {
    rectangle(canvas, corner, width, height, Land);
    let walls = outline(corner, width, height);
    let length = walls.len() as i32;
    let door = between(luck, 0, length);
    let fallen = between(luck, 2, length / 2);
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
    /// Returns the distance from the center in this shape's metric, in half fields.
    fn distance(self, (u, v): (i32, i32)) -> i32 {
        let (u, v) = (u.abs(), v.abs());
        match self {
            Shape::Square => u.max(v),
            Shape::Octagon => u.max(v).max((u + v) * 5 / 7),
            Shape::Round => libm::sqrt(f64::from(u * u + v * v)) as i32,
        }
    }
}

/// Draws a wall around the center with gates, possibly a moat outside and a second wall inside.
pub fn fortress(canvas: &mut Canvas, luck: &mut RandomStream) {
    let side = canvas.side();
    let scale = between(luck, 5, 8);
    let wilderness = Relief::new(canvas, luck, scale);
    flood_above(canvas, &wilderness, between(luck, 92, 97), luck.pick(&[Water, Wall]));
    if percent(luck, 40) {
        ruins(canvas, luck);
    } else {
        boulders(canvas, luck, 150);
    }
    let shape = luck.pick(&[Shape::Square, Shape::Octagon, Shape::Round]);
    let radius = side * between(luck, 40, 52) / 100;
    let thick = 2 * between(luck, 1, 1 + side / 45);
    let moat = between(luck, 0, 1 + side / 20) * 2;
    disc_of(canvas, shape, radius + moat + 3, Land);
    ring(canvas, shape, (radius, radius + moat), Water);
    ring(canvas, shape, (radius - thick, radius), Wall);
    let gate = between(luck, -radius / 3, radius / 3);
    let width = between(luck, 2, 2 + side / 20);
    gates(canvas, gate, width, (radius - thick - 2, radius + moat + 2));
    if radius >= 18 && percent(luck, 75) {
        let keep = radius * between(luck, 45, 60) / 100;
        ring(canvas, shape, (keep - 2, keep), luck.pick(&[Wall, Wall, Water]));
        // The inner gates are not directly behind the outer ones.
        gates(canvas, -gate.signum() * keep / 2, 2, (keep - 4, keep + 2));
    }
}

/// Draws the fields whose distance from the center is greater than `inner` and at most `outer`.
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

/// Opens a gate on each of the four sides, `aside` half fields off center; `width` is in fields, the range in half
/// fields.
fn gates(canvas: &mut Canvas, aside: i32, width: i32, (inner, outer): (i32, i32)) {
    for at in 0..canvas.fields().len() {
        let spot = canvas.spot(at);
        let (u, v) = canvas.offset(spot);
        if -v > inner && -v <= outer && (u - aside).abs() <= width {
            canvas.paint(spot, Land);
        }
    }
}

/// Draws a walled yard around each base, with gates; obstacles lie between the yards.
pub fn courtyards(canvas: &mut Canvas, luck: &mut RandomStream) {
    let side = canvas.side();
    ruins_between(canvas, luck);
    let base = canvas.base();
    let reach = between(luck, (side / 9).max(3), (side / 6).max(4)).min(25);
    let (left, up) = (reach + between(luck, 0, 2), reach + between(luck, 0, 2));
    let corner = base.moved(-left, -up);
    let (width, height) = (left + reach + 1, up + reach + 1);
    rectangle(canvas, corner, width, height, Land);
    let walls = outline(corner, width, height);
    let gate = between(luck, 2, 2 + side / 30) as usize;
    for spot in &walls {
        canvas.paint(*spot, Wall);
    }
    let count = between(luck, 2, 3) as usize;
    let first = luck.below(walls.len() as u32) as usize;
    for number in 0..count {
        let start = first + number * walls.len() / count;
        for step in 0..gate {
            canvas.paint(walls[(start + step) % walls.len()], Land);
        }
    }
    if percent(luck, 60) {
        let well = base.moved(reach * 2 / 3, reach * 2 / 3);
        rectangle(canvas, well, (reach / 4).max(1), (reach / 4).max(1), Water);
    }
}

/// Draws an open center and obstacles around it.
fn ruins_between(canvas: &mut Canvas, luck: &mut RandomStream) {
    let side = canvas.side();
    if percent(luck, 60) {
        ruins(canvas, luck);
    } else {
        boulders(canvas, luck, 150);
        let lakes = Relief::new(canvas, luck, 7);
        flood_above(canvas, &lakes, between(luck, 90, 95), Water);
    }
    let plaza = side * between(luck, 18, 30) / 100;
    disc_of(canvas, Shape::Octagon, plaza, Land);
    if percent(luck, 60) {
        disc_of(canvas, Shape::Round, plaza / 3, luck.pick(&[Water, Wall]));
    }
}
