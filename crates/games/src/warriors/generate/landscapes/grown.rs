//! Natural landscapes: water and rock.

use super::super::super::board::FieldType;
use super::super::super::board::FieldType::{Land, Wall, Water};
use super::super::brush::{disc, flood_above, flood_between, meander, rectangle};
use super::super::canvas::{Canvas, Spot};
use super::super::relief::Relief;
use super::super::rng::{between, percent};
use wag_core::game::RandomStream;

/// Draws open land with a few puddles and boulders.
pub fn meadow(canvas: &mut Canvas, rng: &mut RandomStream) {
    let scale = between(rng, 4, 7);
    let puddles = Relief::new(canvas, rng, scale);
    flood_above(canvas, &puddles, between(rng, 91, 96), Water);
    boulders(canvas, rng, 500);
    corners(canvas, rng);
}

/// Draws open land with boulders and ridges of rock.
pub fn rocks(canvas: &mut Canvas, rng: &mut RandomStream) {
    boulders(canvas, rng, 90);
    for _ in 0..ridge_count(canvas) {
        let from = random_spot(canvas, rng);
        let reach = between(rng, 3, 5 + canvas.side() / 8);
        let to = from.moved(between(rng, -reach, reach), between(rng, -reach, reach));
        for spot in meander(rng, from, to) {
            canvas.paint(spot, Wall);
        }
    }
    corners(canvas, rng);
}

fn ridge_count(canvas: &Canvas) -> i32 {
    canvas.side() * canvas.side() / 500
}

/// Draws many ponds and a few boulders.
pub fn ponds(canvas: &mut Canvas, rng: &mut RandomStream) {
    let scale = between(rng, 5, 6 + canvas.side() / 12);
    let relief = Relief::new(canvas, rng, scale);
    flood_above(canvas, &relief, between(rng, 72, 84), Water);
    boulders(canvas, rng, 300);
    corners(canvas, rng);
}

/// Draws rivers from the edges to the center, with fords, and with rocks around the rivers.
pub fn rivers(canvas: &mut Canvas, rng: &mut RandomStream) {
    let side = canvas.side();
    let width = between(rng, 1, 2 + side / 25);
    let lake = between(rng, 0, side / 4);
    let count = between(rng, 1, 1 + side / 60);
    for _ in 0..count {
        let source = Spot::new(between(rng, side / 4, side), 0);
        // The bend is off the straight line, so that the four rivers wind about the center.
        let bend = Spot::new(between(rng, side / 3, side * 4 / 5), between(rng, side / 5, side * 2 / 5));
        let mouth = Spot::new(side / 2, side / 2 - lake / 2);
        let mut course = meander(rng, source, bend);
        course.extend(meander(rng, bend, mouth));
        river(canvas, rng, &course, width);
    }
    disc(canvas, Spot::new(side / 2, side / 2), lake, Water);
    boulders(canvas, rng, 250);
    let scale = between(rng, 4, 8);
    let relief = Relief::new(canvas, rng, scale);
    flood_above(canvas, &relief, 96, Wall);
}

/// Draws water along a course, with fords at regular distances.
fn river(canvas: &mut Canvas, rng: &mut RandomStream, course: &[Spot], width: i32) {
    let every = between(rng, 7, 9 + canvas.side() / 10);
    let phase = between(rng, 2, every);
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
pub fn islands(canvas: &mut Canvas, rng: &mut RandomStream) {
    let scale = between(rng, 6, 6 + canvas.side() / 10);
    let relief = Relief::new(canvas, rng, scale);
    flood_above(canvas, &relief, between(rng, 57, 64), Water);
    if percent(rng, 70) {
        round_off(canvas, rng, Water);
    }
    boulders(canvas, rng, 400);
}

/// Draws winding ridges with passes.
pub fn canyons(canvas: &mut Canvas, rng: &mut RandomStream) {
    let scale = between(rng, 8, 9 + canvas.side() / 8);
    let relief = Relief::new(canvas, rng, scale);
    let ridge = between(rng, 42, 50);
    flood_between(canvas, &relief, ridge, ridge + between(rng, 9, 13), Wall);
    if percent(rng, 60) {
        flood_above(canvas, &relief, between(rng, 90, 95), Water);
    }
    let passes = Relief::new(canvas, rng, 5);
    let level = passes.level(between(rng, 82, 90));
    for spot in canvas.quarter() {
        if passes.height(canvas.index(spot)) > level && canvas.field(spot) == Some(Wall) {
            canvas.paint(spot, Land);
        }
    }
}

/// Draws caves in rock, which a cellular automaton forms from random noise.
pub fn caves(canvas: &mut Canvas, rng: &mut RandomStream) {
    let density = between(rng, 43, 47) as u32;
    for spot in canvas.quarter() {
        if percent(rng, density) {
            canvas.paint(spot, Wall);
        }
    }
    for _ in 0..3 {
        smooth(canvas);
    }
    let scale = between(rng, 4, 7);
    let pools = Relief::new(canvas, rng, scale);
    flood_above(canvas, &pools, between(rng, 93, 97), Water);
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

/// Draws single rocks and small heaps of rocks, about one for every `fields_per_boulder` fields.
pub fn boulders(canvas: &mut Canvas, rng: &mut RandomStream, fields_per_boulder: i32) {
    let quarter = canvas.side() * canvas.side() / 4;
    for _ in 0..quarter / fields_per_boulder + i32::from(percent(rng, 50)) {
        let spot = random_spot(canvas, rng);
        canvas.paint(spot, Wall);
        for _ in 0..between(rng, 0, 4) * i32::from(canvas.side() >= 12) {
            canvas.paint(spot.moved(between(rng, -1, 1), between(rng, -1, 1)), Wall);
        }
    }
}

fn random_spot(canvas: &Canvas, rng: &mut RandomStream) -> Spot {
    Spot::new(between(rng, 0, canvas.side() - 1), between(rng, 0, canvas.side() - 1))
}

/// Sometimes fills the corners of the board with water or rock.
fn corners(canvas: &mut Canvas, rng: &mut RandomStream) {
    if canvas.side() >= 12 && percent(rng, 45) {
        let field = if percent(rng, 65) { Water } else { Wall };
        round_off(canvas, rng, field);
    }
}

/// Fills the corners of the board up to a ragged line.
fn round_off(canvas: &mut Canvas, rng: &mut RandomStream, field: FieldType) {
    let side = canvas.side();
    let radius = side * between(rng, 118, 132) / 100;
    let shore = Relief::new(canvas, rng, 5);
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
