//! The simplest built-in player. It uses a single tile and grows one flower after the other there.

use super::View;
use super::orders::{Action, Card, Entry, Letter, Orders};
use super::tile::Tile;

/// The flower that it grows.
const FLOWER: Card = Card::BlueJazz;
/// The last digits of the rounds in which the player does not plant, because it will rain soon.
const TOO_WET: std::ops::RangeInclusive<u32> = 7..=9;

/// Buys a seed and its water, plants, waters, harvests, and starts again.
pub fn act(view: &View<'_>) -> Orders {
    let (state, player) = (view.state, view.state.player(view.seat));
    let drops = state.setup.numbers.seed(FLOWER).drops;
    let Some(tile) = player.tiles.first().copied() else { return Orders::Pass };
    match state.plant(tile) {
        Some(plant) if plant.needed <= 0 => order(Letter::Harvest, Vec::new()),
        Some(plant) => order(Letter::Water, vec![at(tile, 0, plant.needed)]),
        None if player.owned(FLOWER) == 0 => {
            order(Letter::Cards, vec![buy(FLOWER, 1), buy(Card::Water, drops)])
        }
        None if TOO_WET.contains(&(state.round % 10)) => Orders::Pass,
        None => order(Letter::Plant, vec![at(tile, FLOWER.id() as i64, 0)]),
    }
}

pub fn order(letter: Letter, entries: Vec<Entry>) -> Orders {
    Orders::Act(Action { letter, entries })
}

pub fn at(tile: Tile, card: i64, amount: i64) -> Entry {
    Entry { x: tile.x().into(), y: tile.y().into(), card, amount }
}

pub fn buy(card: Card, amount: i64) -> Entry {
    Entry { card: card.id() as i64, amount, ..Entry::default() }
}
