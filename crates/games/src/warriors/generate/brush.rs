//! Shapes from which landscapes are drawn.

use super::super::board::FieldType;
use super::canvas::{Canvas, Spot};
use super::relief::Relief;
use super::rng::between;
use wag_core::game::RandomStream;

/// Draws a filled circle. Its radius is in half fields: 1 gives a single field, 2 a plus of five fields.
pub fn disc(canvas: &mut Canvas, middle: Spot, half_radius: i32, field: FieldType) {
    let reach = half_radius / 2;
    for (dx, dy) in square(reach) {
        if 4 * (dx * dx + dy * dy) <= half_radius * half_radius {
            canvas.paint(middle.moved(dx, dy), field);
        }
    }
}

/// Returns the offsets of all fields in a square, which extends `reach` fields from its center to each side.
pub fn square(reach: i32) -> impl Iterator<Item = (i32, i32)> {
    (-reach..=reach).flat_map(move |dx| (-reach..=reach).map(move |dy| (dx, dy)))
}

/// Fills a rectangle.
pub fn rectangle(canvas: &mut Canvas, corner: Spot, width: i32, height: i32, field: FieldType) {
    for (dx, dy) in (0..width).flat_map(|dx| (0..height).map(move |dy| (dx, dy))) {
        canvas.paint(corner.moved(dx, dy), field);
    }
}

/// Returns the edge of a rectangle, one field thick, clockwise from its corner; both lengths must be at least 2.
pub fn outline(corner: Spot, width: i32, height: i32) -> Vec<Spot> {
    let (right, down) = (width - 1, height - 1);
    let north = (0..right).map(|d| corner.moved(d, 0));
    let east = (0..down).map(|d| corner.moved(right, d));
    let south = (0..right).map(|d| corner.moved(right - d, down));
    let west = (0..down).map(|d| corner.moved(0, down - d));
    north.chain(east).chain(south).chain(west).collect()
}

/// Fills every field that is higher than `percent` percent of the board's fields.
pub fn flood_above(canvas: &mut Canvas, relief: &Relief, percent: i32, field: FieldType) {
    flood_between(canvas, relief, percent, 100, field);
}

/// Fills every field whose height is between the percentiles `least` and `most`.
pub fn flood_between(canvas: &mut Canvas, relief: &Relief, least: i32, most: i32, field: FieldType) {
    let (least, most) = (relief.level(least), relief.level(most));
    for spot in canvas.quarter() {
        let height = relief.height(canvas.index(spot));
        if height > least && height <= most {
            canvas.paint(spot, field);
        }
    }
}

/// Returns a winding path from one spot to another, without gaps.
pub fn meander(rng: &mut RandomStream, from: Spot, to: Spot) -> Vec<Spot> {
    let mut bends = vec![from];
    bend(rng, from, to, &mut bends);
    let mut path = Vec::new();
    for pair in bends.windows(2) {
        line(pair[0], pair[1], &mut path);
    }
    path.push(to);
    path
}

/// Moves the midpoint of a segment sideways and repeats this with both halves, until the segments are short.
fn bend(rng: &mut RandomStream, from: Spot, to: Spot, bends: &mut Vec<Spot>) {
    let length = from.span(to);
    if length <= 4 {
        bends.push(to);
        return;
    }
    let shift = between(rng, -length, length) / 4;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let middle =
        Spot::new((from.x + to.x) / 2 - dy * shift / length, (from.y + to.y) / 2 + dx * shift / length);
    bend(rng, from, middle, bends);
    bend(rng, middle, to, bends);
}

/// Appends a straight line without its last spot.
fn line(from: Spot, to: Spot, path: &mut Vec<Spot>) {
    let length = from.span(to);
    let along = |start: i32, end: i32, step: i32| {
        let twice = 2 * (end - start) * step + length;
        start + twice.div_euclid(2 * length)
    };
    path.extend((0..length).map(|step| Spot::new(along(from.x, to.x, step), along(from.y, to.y, step))));
}
