//! Random maps: the same seed and side length give the same board on every machine.
//!
//! A map does not change when it is rotated by a quarter turn, so it looks the same from every seat. Every open field
//! can be reached from every base without crossing another base. Each base has resource fields nearby, and there are
//! others to fight for. The generator draws a landscape ([`landscapes`]), connects its parts ([`connect`]), and adds
//! resource fields ([`planting`]).

mod brush;
mod canvas;
mod connect;
mod landscapes;
mod planting;
mod relief;
mod rng;

use super::board::{Board, FieldIndex, FieldType};
use canvas::{Canvas, Spot};
use landscapes::{LANDSCAPES, Landscape, PRAIRIE};
use rng::between;
use wag_core::game::RandomStream;

/// Maximum number of drafts of a map. If all drafts are rejected, the map gets no obstacles.
const TRIES: u64 = 12;

/// Creates the board for a seed and a side length. The side length must be valid for maps.
pub fn generate(seed: u64, side: u32) -> Board {
    let mut rng = RandomStream::new(seed, u64::from(side) << 8);
    let side = side as i32;
    let fitting: Vec<Landscape> = LANDSCAPES.iter().filter(|kind| kind.side_min <= side).copied().collect();
    let landscape = rng.pick(&fitting);
    let drawn = (1..=TRIES).find_map(|number| {
        let mut rng = RandomStream::new(seed, (side as u64) << 8 | number);
        let canvas = draw(&landscape, side, &mut rng);
        is_good(&canvas).then_some((canvas, landscape, rng))
    });
    let (mut canvas, landscape, mut rng) =
        drawn.unwrap_or_else(|| (draw(&PRAIRIE, side, &mut rng), PRAIRIE, rng));
    planting::plant(&mut canvas, &mut rng, landscape.patterns);
    board(&canvas, format!("{} {seed}", landscape.name))
}

/// Draws land and obstacles.
fn draw(landscape: &Landscape, side: i32, rng: &mut RandomStream) -> Canvas {
    let (near, far) = (side / 9, (side / 4 - 1).max(side / 9));
    let base = Spot::new(between(rng, near, far), between(rng, near, far));
    let clearing = 1 + side.min(60) / 20;
    let mut canvas = Canvas::new(side, base, clearing);
    (landscape.draw)(&mut canvas, rng);
    connect::connect(&mut canvas);
    canvas
}

/// Returns whether there is enough open land, neighboring bases are neither too close nor too far apart, and the center
/// is nearly mirror-symmetric.
fn is_good(canvas: &Canvas) -> bool {
    let open = canvas.fields().iter().filter(|field| field.is_open()).count();
    let distances = canvas.distances();
    let [_, right, across, _] =
        canvas.orbit(canvas.base()).map(|base| distances[canvas.index(base)].unwrap_or(u32::MAX));
    let side = canvas.side() as u32;
    // With fewer than 20 open fields, four resource fields would be too many.
    let is_wide = open >= (canvas.fields().len() * 45 / 100).max(20);
    is_wide && canvas.is_mirrored() && right.max(across) <= 4 * side && right >= side / 3
}

fn board(canvas: &Canvas, title: String) -> Board {
    let fields = canvas.fields().to_vec();
    let all = (0..fields.len() as u32).map(FieldIndex);
    let resource_fields = all.filter(|at| fields[at.index()] == FieldType::Resource).collect();
    let bases = canvas.orbit(canvas.base()).map(|base| FieldIndex(canvas.index(base) as u32));
    Board { title, side: canvas.side() as u32, fields, bases, resource_fields }
}
