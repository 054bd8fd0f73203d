//! The contest's simple player: the first legal swap it finds.

use super::board::{Board, Place, SIDE, Swap};
use super::runs::is_legal;

/// In which order the fields are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row by row from below, as the contest's page tells.
    Rows,
    /// Column by column from the left, as the contest's program did.
    Columns,
}

/// Its move: each field with the one above it, then with the one to the right; the topmost row and the rightmost column
/// are never looked at first. `None` if it finds no move.
pub fn first_swap(board: &Board, order: Order) -> Option<Swap> {
    let place = |a: usize, b: usize| -> Place {
        match order {
            Order::Rows => (b, a),
            Order::Columns => (a, b),
        }
    };
    let places = (0..SIDE - 1).flat_map(|a| (0..SIDE - 1).map(move |b| place(a, b)));
    let mut swaps = places.flat_map(|(x, y)| [(x, y + 1), (x + 1, y)].map(|to| Swap { from: (x, y), to }));
    swaps.find(|swap| is_legal(board, *swap))
}
