//! The kinds of maps: names, minimum sizes and drawing functions.

mod built;
mod grown;
mod hedges;

use super::canvas::Canvas;
use super::planting::Pattern;
use wag_core::game::RandomStream;

/// A kind of map.
#[derive(Clone, Copy, Debug)]
pub struct Landscape {
    pub name: &'static str,
    /// Minimum side length of maps of this kind.
    pub side_min: i32,
    /// Draws the obstacles on empty land.
    pub draw: fn(&mut Canvas, &mut RandomStream),
    /// Shapes of the patches of resource fields on such maps.
    pub patterns: &'static [Pattern],
}

/// The landscape without obstacles, used if every random attempt at another landscape is rejected.
pub const PRAIRIE: Landscape =
    Landscape { name: "Prairie", side_min: 0, draw: |_, _| (), patterns: &[Pattern::Blob, Pattern::Row] };

use Pattern::{Beds, Blob, Block, Orchard, Ring, Row};

/// The kinds of maps from which the generator chooses at random.
pub const LANDSCAPES: &[Landscape] = &[
    Landscape { name: "Meadow", side_min: 0, draw: grown::meadow, patterns: &[Blob, Blob, Ring] },
    Landscape { name: "Rocks", side_min: 0, draw: grown::rocks, patterns: &[Blob, Row] },
    Landscape { name: "Ponds", side_min: 10, draw: grown::ponds, patterns: &[Blob, Ring] },
    Landscape { name: "Rivers", side_min: 14, draw: grown::rivers, patterns: &[Blob, Row] },
    Landscape { name: "Islands", side_min: 18, draw: grown::islands, patterns: &[Blob] },
    Landscape { name: "Canyons", side_min: 18, draw: grown::canyons, patterns: &[Blob, Row] },
    Landscape { name: "Caves", side_min: 18, draw: grown::caves, patterns: &[Blob] },
    Landscape { name: "Ruins", side_min: 12, draw: built::ruins, patterns: &[Blob, Block, Row] },
    Landscape { name: "Fortress", side_min: 20, draw: built::fortress, patterns: &[Block, Beds, Blob] },
    Landscape {
        name: "Courtyards",
        side_min: 22,
        draw: built::courtyards,
        patterns: &[Beds, Block, Orchard],
    },
    Landscape { name: "Hedges", side_min: 16, draw: hedges::maze, patterns: &[Block, Blob] },
    Landscape {
        name: "Gardens",
        side_min: 20,
        draw: hedges::gardens,
        patterns: &[Ring, Orchard, Beds, Block],
    },
];
