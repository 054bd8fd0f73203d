//! Binary messages between the engine and a Python worker. The worker gets both accounts and the field each turn, and
//! returns a swap.
//!
//! A view consists of the six numbers of the player whose turn it is, the six of the opponent (each u32,
//! little-endian), and the letters of the field, column by column from the left, each from the bottom up.

use super::account::Account;
use super::board::{Board, SIDE};
use super::{Gems, Orders, SEATS, View};
use wag_core::game::protocols::Python;

/// The number of values in an account.
const NUMBERS: usize = 6;

/// A decoded view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// The numbers of the player to move, then the opponent's, in the sequence of [`Account::numbers`].
    pub accounts: [[u32; NUMBERS]; SEATS],
    /// The letters of each column, from the bottom up.
    pub columns: [[u8; SIDE]; SIDE],
}

/// The protocol for Python AIs. Its setup message is empty.
pub const PYTHON: Python<Gems> =
    Python { encode_setup: |_, _, _| Vec::new(), encode_view, decode_orders, encode_end: None, loads: false };

fn encode_view(view: &View<'_>, out: &mut Vec<u8>) {
    for number in [view.player, view.opponent].into_iter().flat_map(Account::numbers) {
        out.extend(number.to_le_bytes());
    }
    out.extend(columns(view.board).iter().flatten());
}

fn decode_orders(bytes: &[u8]) -> Option<Orders> {
    postcard::from_bytes(bytes).ok()
}

fn columns(board: &Board) -> [[u8; SIDE]; SIDE] {
    let letter = |place| board.tile(place).map_or(b'.', u8::from);
    std::array::from_fn(|x| std::array::from_fn(|y| letter((x, y))))
}

impl Snapshot {
    /// Decodes a view. Returns `None` if the bytes are not a valid one.
    pub fn decode(mut bytes: &[u8]) -> Option<Snapshot> {
        let mut accounts = [[0; NUMBERS]; SEATS];
        for number in accounts.iter_mut().flatten() {
            let (first, rest) = bytes.split_first_chunk()?;
            (*number, bytes) = (u32::from_le_bytes(*first), rest);
        }
        let (columns, rest) = bytes.as_chunks::<SIDE>();
        let columns = columns.try_into().ok()?;
        rest.is_empty().then_some(Snapshot { accounts, columns })
    }
}

#[cfg(test)]
mod tests {
    use super::super::account::Rules;
    use super::super::create::create;
    use super::*;

    #[test]
    fn a_view_arrives_as_it_was_sent() {
        let board = create(1);
        let (player, opponent) = (Account { red: 7, ..Account::new(&Rules::default()) }, Account::default());
        let mut bytes = Vec::new();
        encode_view(&View { player: &player, opponent: &opponent, board: &board }, &mut bytes);
        let read = Snapshot::decode(&bytes).unwrap();
        assert_eq!(read.accounts, [player.numbers(), opponent.numbers()]);
        assert_eq!(read.columns[3][2], u8::from(board.tile((3, 2)).unwrap()));
        assert_eq!(Snapshot::decode(&bytes[1..]), None);
        bytes.push(0);
        assert_eq!(Snapshot::decode(&bytes), None);
    }
}
