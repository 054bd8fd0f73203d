//! Straight runs of tiles that are alike.

use super::board::{Board, Place, SIDE, Swap};
use super::tile::Tile;

/// The least length that counts.
const LENGTH: usize = 3;

/// Tiles in a row or a column, as many as there are side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// From below, or from the left.
    pub places: Vec<Place>,
    pub tiles: Vec<Tile>,
}

/// All runs of the field: columns first, from the left and from below, then rows, from below and from the left.
pub fn runs(board: &Board) -> Vec<Run> {
    let columns = (0..SIDE).flat_map(|x| runs_of(board, (0..SIDE).map(move |y| (x, y))));
    let rows = (0..SIDE).flat_map(|y| runs_of(board, (0..SIDE).map(move |x| (x, y))));
    columns.chain(rows).collect()
}

fn runs_of(board: &Board, line: impl Iterator<Item = Place>) -> Vec<Run> {
    let mut found: Vec<Run> = Vec::new();
    for place in line {
        let Some(tile) = board.tile(place) else { continue };
        match found.last_mut() {
            Some(run) if run.tiles.last().is_some_and(|last| last.is_like(tile)) => {
                run.places.push(place);
                run.tiles.push(tile);
            }
            _ => found.push(Run { places: vec![place], tiles: vec![tile] }),
        }
    }
    found.retain(|run| run.places.len() >= LENGTH);
    found
}

/// Whether there is a run anywhere: the same as asking for all of them, but quick.
pub fn has_run(board: &Board) -> bool {
    let like = |a: Place, b: Place| match (board.tile(a), board.tile(b)) {
        (Some(a), Some(b)) => a.is_like(b),
        _ => false,
    };
    let is_run = |a: Place, b: Place, c: Place| like(a, b) && like(b, c);
    (0..SIDE).any(|line| {
        (2..SIDE).any(|at| {
            is_run((line, at - 2), (line, at - 1), (line, at))
                || is_run((at - 2, line), (at - 1, line), (at, line))
        })
    })
}

/// Whether the field holds a run after the swap.
pub fn is_legal(board: &Board, swap: Swap) -> bool {
    let mut after = board.field();
    after.swap(swap);
    has_run(&after)
}

/// All swaps that are legal, in the order of [`Swap::all`].
pub fn legal_swaps(board: &Board) -> Vec<Swap> {
    let mut field = board.field();
    let mut found = Vec::new();
    for swap in Swap::all() {
        field.swap(swap);
        if has_run(&field) {
            found.push(swap);
        }
        field.swap(swap);
    }
    found
}
