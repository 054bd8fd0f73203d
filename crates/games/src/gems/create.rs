//! Random boards.

use super::board::{Board, SIDE};
use super::runs::{has_run, legal_swaps, runs};
use super::tile::{BOMB_MAX, COLOURS, Tile};
use wag_core::game::RandomStream;

/// Number of rows of a new board.
pub const ROWS: usize = 1000;

/// Creates a board whose field contains no run and allows at least one legal swap. The stock may contain runs.
pub fn create(seed: u64) -> Board {
    let mut rng = RandomStream::new(seed, 0);
    let rows: Vec<Vec<Tile>> = (0..ROWS).map(|_| (0..SIDE).map(|_| draw(&mut rng)).collect()).collect();
    let mut board = Board::from_rows(rows.iter().map(Vec::as_slice));
    remove_runs(&mut board, &mut rng);
    while legal_swaps(&board).is_empty() {
        let fresh: Vec<Tile> = (0..SIDE * SIDE).map(|_| draw(&mut rng)).collect();
        board.set_field(|(x, y)| fresh[y * SIDE + x]);
        remove_runs(&mut board, &mut rng);
    }
    board
}

/// The field of the example in the contest's description, from the top row down.
const EXAMPLE: &str = "\
RBB3GG5B1G BGYYLYLGRL LBLRL1RGGB GLGLRRYBRB GYRYBRGLBG BBYYGBRYBY 5R5BR2RYGR YGYGBRL3RB 3LR4RGBRGB LBL1L1BGRL";

/// Creates a board with the field of the contest's example. The stock is random, but the same each time.
pub fn example() -> Board {
    let field: Vec<Tile> = EXAMPLE.bytes().filter_map(Tile::from_letter).collect();
    let mut board = create(0);
    board.set_field(|(x, y)| field[(SIDE - 1 - y) * SIDE + x]);
    board
}

/// Draws a random tile: each color with a probability of 18 %, each bomb value with 2 %.
pub fn draw(rng: &mut RandomStream) -> Tile {
    const COLOUR: u32 = 9;
    let bombs = u32::from(BOMB_MAX);
    let drawn = rng.below(COLOUR * COLOURS.len() as u32 + bombs);
    match COLOURS.get((drawn / COLOUR) as usize) {
        Some(colour) => *colour,
        None => Tile::Bomb((drawn - COLOUR * COLOURS.len() as u32) as u8 + 1),
    }
}

/// Removes all runs, lets the tiles of the field above them drop, and fills the gaps with new random tiles.
fn remove_runs(board: &mut Board, rng: &mut RandomStream) {
    while has_run(board) {
        let mut field = board.field();
        let mut places: Vec<_> = runs(&field).into_iter().flat_map(|run| run.places).collect();
        places.sort_unstable();
        places.dedup();
        field.remove(&places);
        let fresh: Vec<Tile> = (0..SIDE * SIDE).map(|_| draw(rng)).collect();
        board.set_field(|(x, y)| field.tile((x, y)).unwrap_or(fresh[y * SIDE + x]));
    }
}
