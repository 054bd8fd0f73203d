//! The contest's reference player, which plays the first legal swap it finds.

use super::board::{Board, Place, SIDE, Swap};
use super::runs::is_legal;

/// The sequence in which the squares are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row by row from the bottom, as the contest's page describes.
    Rows,
    /// Column by column from the left, as the contest's program did.
    Columns,
}

/// Returns the first legal swap that the player finds, or `None` if it finds none. For each square, it tries a swap
/// with the square above, then with the square to the right. It never starts from the top row or the rightmost column.
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
