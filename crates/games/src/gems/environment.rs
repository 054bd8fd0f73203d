//! The gem duel as an environment for learners.

use super::account::Account;
use super::board::{SIDE, Swap};
use super::duel::State;
use super::runs::legal_swaps;
use super::tile::{BOMB_MAX, COLOURS, Tile};
use super::{Gems, Orders, SEATS, Setup, View};
use wag_core::game::{Actions, Environment, Plane, Seat, Spaces, plane};

const AREA: usize = SIDE * SIDE;
const SWAPS: u16 = 2 * (SIDE * (SIDE - 1)) as u16;

/// The planes; the first six are in the sequence of [`COLOURS`], with the bombs after them.
const PLANES: [Plane; 18] = [
    plane("red stones", "1 where a red stone is; row 0 is the lowest row", 1),
    plane("yellow stones", "1 where a yellow stone is", 1),
    plane("green stones", "1 where a green stone is", 1),
    plane("blue stones", "1 where a blue stone is", 1),
    plane("lilac stones", "1 where a lilac stone is", 1),
    plane("bombs", "the value of the bomb, 1 to 5, where one is", BOMB_MAX as u32),
    plane("life", "the own life, on every field", 255),
    plane("shield", "the own shield, on every field", 255),
    plane("red", "the own red stones, on every field", 255),
    plane("yellow", "the own yellow stones, on every field", 255),
    plane("green", "the own green stones, on every field", 255),
    plane("lilac", "the own lilac stones, on every field", 255),
    plane("opponent's life", "the opponent's life, on every field", 255),
    plane("opponent's shield", "the opponent's shield, on every field", 255),
    plane("opponent's red", "the opponent's red stones, on every field", 255),
    plane("opponent's yellow", "the opponent's yellow stones, on every field", 255),
    plane("opponent's green", "the opponent's green stones, on every field", 255),
    plane("opponent's lilac", "the opponent's lilac stones, on every field", 255),
];

const MEANINGS: &[(&str, &str)] = &[(
    "swap",
    "the number of the swap: row by row from the bottom, each field with the one above it, then with the one to its right, if there is one; allowed are swaps that make a run",
)];

impl Environment for Gems {
    type Element = u8;

    fn spaces(_: &Setup) -> Spaces {
        Spaces {
            planes: PLANES.to_vec(),
            rows: SIDE,
            columns: SIDE,
            actions: Actions::discrete(SWAPS, MEANINGS),
        }
    }

    fn observe(view: &View<'_>, out: &mut [u8]) {
        let (tiles, numbers) = out.split_at_mut((COLOURS.len() + 1) * AREA);
        tiles.fill(0);
        for (square, at) in (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y))).enumerate() {
            match view.board.tile(at) {
                Some(Tile::Bomb(value)) => tiles[COLOURS.len() * AREA + square] = value,
                Some(stone) => {
                    let plane = COLOURS.iter().position(|colour| *colour == stone);
                    tiles[plane.unwrap_or_default() * AREA + square] = 1;
                }
                None => {}
            }
        }
        let accounts = [view.player, view.opponent].into_iter().flat_map(Account::numbers);
        for (plane, number) in numbers.chunks_exact_mut(AREA).zip(accounts) {
            plane.fill(number.try_into().unwrap_or(u8::MAX));
        }
    }

    fn mask(view: &View<'_>, out: &mut [i8]) {
        let mut legal = legal_swaps(view.board).into_iter().peekable();
        for (allowed, swap) in out.iter_mut().zip(Swap::all()) {
            *allowed = legal.next_if_eq(&swap).is_some().into();
        }
    }

    fn orders(_: &View<'_>, action: &[i32]) -> Orders {
        let swap = Swap::all().nth(action[0] as usize);
        swap.map_or(Orders::Nonsense, |swap| Orders::Swap(swap.numbers()))
    }

    fn action(_: &View<'_>, orders: &Orders) -> Option<Vec<i32>> {
        let Orders::Swap([x1, y1, x2, y2]) = *orders else { return None };
        let is_it = |swap: Swap| [[x1, y1, x2, y2], [x2, y2, x1, y1]].contains(&swap.numbers());
        Some(vec![Swap::all().position(is_it)? as i32])
    }

    fn figures(state: &State, out: &mut [i64]) {
        for (figure, seat) in out.iter_mut().zip(Seat::all(SEATS)) {
            *figure = state.account(seat).life.into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_swap_has_a_number() {
        assert_eq!(Swap::all().count(), usize::from(SWAPS));
    }
}
