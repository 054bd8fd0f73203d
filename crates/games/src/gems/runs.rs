//! Runs: straight lines of at least three matching tiles.

use super::board::{Board, Place, SIDE, Swap};
use super::tile::Tile;

/// Minimum length of a run.
const LENGTH: usize = 3;

/// A line of matching tiles in a row or column that cannot be extended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The squares of the run, from the bottom up or from left to right.
    pub places: Vec<Place>,
    pub tiles: Vec<Tile>,
}

/// Returns all runs of the field: first those in columns, from left to right, then those in rows, from the bottom up.
/// Runs in the same column go from the bottom up, those in the same row from left to right.
pub fn runs(board: &Board) -> Vec<Run> {
    let columns = (0..SIDE).flat_map(|x| runs_of(board, (0..SIDE).map(move |y| (x, y))));
    let rows = (0..SIDE).flat_map(|y| runs_of(board, (0..SIDE).map(move |x| (x, y))));
    columns.chain(rows).collect()
}

fn runs_of(board: &Board, line: impl Iterator<Item = Place>) -> Vec<Run> {
    let mut found: Vec<Run> = vec![Run::default()];
    for place in line {
        match (board.tile(place), found.last_mut()) {
            // Tiles on both sides of a gap are not adjacent.
            (None, _) => found.push(Run::default()),
            (Some(tile), Some(run)) if run.tiles.last().is_none_or(|last| last.is_like(tile)) => {
                run.places.push(place);
                run.tiles.push(tile);
            }
            (Some(tile), _) => found.push(Run { places: vec![place], tiles: vec![tile] }),
        }
    }
    found.retain(|run| run.places.len() >= LENGTH);
    found
}

/// Returns whether there is any run. This is faster than listing all runs.
pub fn has_run(board: &Board) -> bool {
    (0..SIDE).any(|x| (0..SIDE).any(|y| lies_in_run(board, (x, y))))
}

/// Returns whether the tile on this square is part of a run.
fn lies_in_run(board: &Board, (x, y): Place) -> bool {
    let Some(tile) = board.tile((x, y)) else { return false };
    let is_like = |place: Place| {
        place.0 < SIDE && place.1 < SIDE && board.tile(place).is_some_and(|other| other.is_like(tile))
    };
    let count = |step: &dyn Fn(usize) -> Option<Place>| {
        (1..LENGTH).take_while(|far| step(*far).is_some_and(is_like)).count()
    };
    let across = count(&|far| Some((x.checked_sub(far)?, y))) + count(&|far| Some((x + far, y)));
    let upright = count(&|far| Some((x, y.checked_sub(far)?))) + count(&|far| Some((x, y + far)));
    across + 1 >= LENGTH || upright + 1 >= LENGTH
}

/// Returns whether the field would contain a run after the swap.
pub fn is_legal(board: &Board, swap: Swap) -> bool {
    let mut field = board.field();
    let had_run = has_run(&field);
    makes_run(&mut field, swap, had_run)
}

/// Returns all legal swaps, in the sequence of [`Swap::all`].
pub fn legal_swaps(board: &Board) -> Vec<Swap> {
    let mut field = board.field();
    let had_run = has_run(&field);
    Swap::all().filter(|swap| makes_run(&mut field, *swap, had_run)).collect()
}

/// Returns whether there would be a run after the swap. Leaves the field unchanged. If the field has no run now, only
/// the swapped tiles need to be checked.
fn makes_run(field: &mut Board, swap: Swap, had_run: bool) -> bool {
    field.swap(swap);
    let found = lies_in_run(field, swap.from) || lies_in_run(field, swap.to) || had_run && has_run(field);
    field.swap(swap);
    found
}
