//! Natural landscapes: water and rock.

use super::super::super::board::FieldType;
use super::super::super::board::FieldType::{Land, Wall, Water};
use super::super::brush::{disc, flood_above, flood_between, meander, rectangle};
use super::super::canvas::{Canvas, Spot};
use super::super::luck::{between, percent};
use super::super::relief::Relief;
use wag_core::game::RandomStream;

/// Draws open land with a few puddles and boulders.
pub fn meadow(canvas: &mut Canvas, luck: &mut RandomStream) {
    let scale = between(luck, 4, 7);
    let puddles = Relief::new(canvas, luck, scale);
    flood_above(canvas, &puddles, between(luck, 91, 96), Water);
    boulders(canvas, luck, 500);
    corners(canvas, luck);
}

/// Draws open land with boulders and ridges of rock.
pub fn rocks(canvas: &mut Canvas, luck: &mut RandomStream) {
    boulders(canvas, luck, 90);
    for _ in 0..reefs(canvas) {
        let from = anywhere(canvas, luck);
        let reach = between(luck, 3, 5 + canvas.side() / 8);
        let to = from.moved(between(luck, -reach, reach), between(luck, -reach, reach));
        for spot in meander(luck, from, to) {
            canvas.paint(spot, Wall);
        }
    }
    corners(canvas, luck);
}

fn reefs(canvas: &Canvas) -> i32 {
    canvas.side() * canvas.side() / 500
}

/// Draws many ponds and a few boulders.
pub fn ponds(canvas: &mut Canvas, luck: &mut RandomStream) {
    let scale = between(luck, 5, 6 + canvas.side() / 12);
    let relief = Relief::new(canvas, luck, scale);
    flood_above(canvas, &relief, between(luck, 72, 84), Water);
    boulders(canvas, luck, 300);
    corners(canvas, luck);
}

/// Draws rivers from the edges to the center, with fords and with rocks around them.
pub fn rivers(canvas: &mut Canvas, luck: &mut RandomStream) {
    let side = canvas.side();
    let width = between(luck, 1, 2 + side / 25);
    let lake = between(luck, 0, side / 4);
    let count = between(luck, 1, 1 + side / 60);
    for _ in 0..count {
        let source = Spot::new(between(luck, side / 4, side), 0);
        // The bend is off the straight line, so that the four rivers wind about the center.
        let bend = Spot::new(between(luck, side / 3, side * 4 / 5), between(luck, side / 5, side * 2 / 5));
        let mouth = Spot::new(side / 2, side / 2 - lake / 2);
        let mut course = meander(luck, source, bend);
        course.extend(meander(luck, bend, mouth));
        river(canvas, luck, &course, width);
    }
    disc(canvas, Spot::new(side / 2, side / 2), lake, Water);
    boulders(canvas, luck, 250);
    let scale = between(luck, 4, 8);
    let relief = Relief::new(canvas, luck, scale);
    flood_above(canvas, &relief, 96, Wall);
}

/// Draws water along a course, with a ford at regular distances.
fn river(canvas: &mut Canvas, luck: &mut RandomStream, course: &[Spot], width: i32) {
    let every = between(luck, 7, 9 + canvas.side() / 10);
    let phase = between(luck, 2, every);
    let is_ford = |step: usize| (step as i32 + phase) % every < 2 + width / 3;
    for (step, spot) in course.iter().enumerate() {
        if !is_ford(step) {
            disc(canvas, *spot, width + 1, Water);
        }
    }
    for (_, spot) in course.iter().enumerate().filter(|(step, _)| is_ford(*step)) {
        rectangle(canvas, spot.moved(-width / 2, -width / 2), width + 1, width + 1, Land);
    }
}

/// Draws more water than land, with narrow connections between the islands.
pub fn islands(canvas: &mut Canvas, luck: &mut RandomStream) {
    let scale = between(luck, 6, 6 + canvas.side() / 10);
    let relief = Relief::new(canvas, luck, scale);
    flood_above(canvas, &relief, between(luck, 57, 64), Water);
    if percent(luck, 70) {
        round_off(canvas, luck, Water);
    }
    boulders(canvas, luck, 400);
}

/// Draws winding ridges with passes.
pub fn canyons(canvas: &mut Canvas, luck: &mut RandomStream) {
    let scale = between(luck, 8, 9 + canvas.side() / 8);
    let relief = Relief::new(canvas, luck, scale);
    let ridge = between(luck, 42, 50);
    flood_between(canvas, &relief, ridge, ridge + between(luck, 9, 13), Wall);
    if percent(luck, 60) {
        flood_above(canvas, &relief, between(luck, 90, 95), Water);
    }
    let passes = Relief::new(canvas, luck, 5);
    let level = passes.level(between(luck, 82, 90));
    for spot in canvas.quarter() {
        if passes.height(canvas.index(spot)) > level && canvas.field(spot) == Some(Wall) {
            canvas.paint(spot, Land);
        }
    }
}

/// Draws caves in rock, grown from noise.
pub fn caves(canvas: &mut Canvas, luck: &mut RandomStream) {
    let density = between(luck, 43, 47) as u32;
    for spot in canvas.quarter() {
        if percent(luck, density) {
            canvas.paint(spot, Wall);
        }
    }
    for _ in 0..3 {
        smooth(canvas);
    }
    let scale = between(luck, 4, 7);
    let pools = Relief::new(canvas, luck, scale);
    flood_above(canvas, &pools, between(luck, 93, 97), Water);
}

/// Applies one step of a cellular automaton: fields mostly surrounded by rock become rock, others become land.
fn smooth(canvas: &mut Canvas) {
    let before = canvas.clone();
    let rock = |spot: Spot| before.field(spot).is_none_or(|field| field == Wall);
    for spot in before.quarter() {
        let around = super::super::brush::square(1).filter(|(dx, dy)| rock(spot.moved(*dx, *dy))).count();
        canvas.paint(spot, if around >= 5 { Wall } else { Land });
    }
}

/// Draws single rocks and small heaps, about one per `fields_per_boulder` fields.
pub fn boulders(canvas: &mut Canvas, luck: &mut RandomStream, fields_per_boulder: i32) {
    let quarter = canvas.side() * canvas.side() / 4;
    for _ in 0..quarter / fields_per_boulder + i32::from(percent(luck, 50)) {
        let spot = anywhere(canvas, luck);
        canvas.paint(spot, Wall);
        for _ in 0..between(luck, 0, 4) * i32::from(canvas.side() >= 12) {
            canvas.paint(spot.moved(between(luck, -1, 1), between(luck, -1, 1)), Wall);
        }
    }
}

fn anywhere(canvas: &Canvas, luck: &mut RandomStream) -> Spot {
    Spot::new(between(luck, 0, canvas.side() - 1), between(luck, 0, canvas.side() - 1))
}

/// Sometimes fills the corners of the board with water or rock.
fn corners(canvas: &mut Canvas, luck: &mut RandomStream) {
    if canvas.side() >= 12 && percent(luck, 45) {
        let field = if percent(luck, 65) { Water } else { Wall };
        round_off(canvas, luck, field);
    }
}

/// Replaces the corners of the board with a ragged shore.
fn round_off(canvas: &mut Canvas, luck: &mut RandomStream, field: FieldType) {
    let side = canvas.side();
    let radius = side * between(luck, 118, 132) / 100;
    let shore = Relief::new(canvas, luck, 5);
    let (low, high) = (shore.level(5), shore.level(95));
    for spot in canvas.quarter() {
        let (u, v) = canvas.offset(spot);
        let bay = (shore.height(canvas.index(spot)) - low) * (side / 8 + 2) / (high - low).max(1);
        let reach = radius - bay;
        if u * u + v * v > reach * reach {
            canvas.paint(spot, field);
        }
    }
}
