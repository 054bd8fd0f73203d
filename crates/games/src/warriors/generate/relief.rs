//! Height maps that look the same from every seat: value noise, computed with integers.

use super::canvas::{Canvas, Spot};
use wag_core::game::RandomStream;

/// The number 1 in the fixed-point format of slopes.
const ONE: i32 = 256;
const HEIGHT_MAX: u32 = 1024;

/// The height of each field.
#[derive(Debug)]
pub struct Relief {
    heights: Vec<i32>,
    sorted: Vec<i32>,
}

impl Relief {
    /// Creates hills about `scale` fields apart, with smaller hills on top of them.
    pub fn new(canvas: &Canvas, rng: &mut RandomStream, scale: i32) -> Self {
        let coarse = HeightGrid::new(canvas.side(), scale.max(2), rng);
        let fine = HeightGrid::new(canvas.side(), (scale / 2).max(2), rng);
        let mut heights = vec![0; canvas.fields().len()];
        for spot in canvas.quarter() {
            let orbit = canvas.orbit(spot);
            let height = orbit.iter().map(|spot| 3 * coarse.height(*spot) + fine.height(*spot)).sum();
            for spot in orbit {
                heights[canvas.index(spot)] = height;
            }
        }
        let mut sorted = heights.clone();
        sorted.sort_unstable();
        Relief { heights, sorted }
    }

    pub fn height(&self, index: usize) -> i32 {
        self.heights[index]
    }

    /// Returns the height below which `percent` percent of the fields lie, or `i32::MAX` for 100 percent.
    pub fn level(&self, percent: i32) -> i32 {
        let at = self.sorted.len() * percent.clamp(0, 100) as usize / 100;
        self.sorted.get(at).copied().unwrap_or(i32::MAX)
    }
}

/// Random heights at regular points, interpolated smoothly.
struct HeightGrid {
    scale: i32,
    width: i32,
    heights: Vec<i32>,
}

impl HeightGrid {
    fn new(side: i32, scale: i32, rng: &mut RandomStream) -> Self {
        let width = side / scale + 2;
        let heights = (0..width * width).map(|_| rng.below(HEIGHT_MAX) as i32).collect();
        HeightGrid { scale, width, heights }
    }

    fn height(&self, spot: Spot) -> i32 {
        let (column, row) = (spot.x / self.scale, spot.y / self.scale);
        let (right, down) = (self.slope(spot.x), self.slope(spot.y));
        let corner = |dx, dy| self.heights[((column + dx) * self.width + row + dy) as usize];
        let blend = |from: i32, to: i32, part: i32| from + (to - from) * part / ONE;
        let above = blend(corner(0, 0), corner(1, 0), right);
        blend(above, blend(corner(0, 1), corner(1, 1), right), down)
    }

    /// Returns the position of a coordinate between two grid points: a smoothed fixed-point fraction, at least 0 and at
    /// most [`ONE`].
    fn slope(&self, coordinate: i32) -> i32 {
        let part = coordinate % self.scale * ONE / self.scale;
        part * part * (3 * ONE - 2 * part) / (ONE * ONE)
    }
}
