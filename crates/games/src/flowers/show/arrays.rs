//! Positions of the flower game as arrays, for programs.

use super::super::SEATS;
use super::super::orders::Card;
use super::super::state::{Plant, State};
use super::super::tile::{SIDE, Tile};
use wag_core::game::{ArrayInfo, FrameArrays, Number::I32, Number::I64};

pub const ARRAYS: &[ArrayInfo] = &[
    ArrayInfo::per_frame("points", I64, &["seat"], "points"),
    ArrayInfo::per_frame("gold", I64, &["seat"], "gold"),
    ArrayInfo::per_frame("misses", I32, &["seat"], "missed actions"),
    ArrayInfo::per_frame("fertilizer", I32, &["seat"], "the number of rounds for which harvests are doubled"),
    ArrayInfo::per_frame(
        "cards",
        I64,
        &["seat", "card"],
        "owned cards: 0 water, 1 mole, 2 fertilizer, 3 anemone, 4 BlueJazz, 5 crocus, 6 tulip",
    ),
    ArrayInfo::per_frame("game", I32, &[], "the number of the game in the match, from 0"),
    ArrayInfo::per_frame("mover", I32, &[], "the seat that moves next"),
    ArrayInfo::per_frame("owner", I32, &["y", "x"], "the seat that owns the field, 0 for none"),
    ArrayInfo::per_frame("special", I32, &["y", "x"], "1 on a special field, otherwise 0"),
    ArrayInfo::per_frame(
        "plant",
        I32,
        &["y", "x"],
        "the seed card from which the plant grew, 0 for no plant; y counts from the lowest row up",
    ),
    ArrayInfo::per_frame(
        "needed",
        I64,
        &["y", "x"],
        "the drops that the plant still needs, 0 if it is ripe, -1 if it is dead",
    ),
    ArrayInfo::per_frame("left", I32, &["y", "x"], "the rounds that the plant still lives"),
];

const POINTS: usize = 0;
const GOLD: usize = 1;
const MISSES: usize = 2;
const FERTILIZER: usize = 3;
const CARDS: usize = 4;
const GAME: usize = 5;
const MOVER: usize = 6;
const OWNER: usize = 7;
const SPECIAL: usize = 8;
const PLANT: usize = 9;
const NEEDED: usize = 10;
const LEFT: usize = 11;

pub fn axis_len(axis: &str) -> usize {
    match axis {
        "seat" => SEATS,
        "card" => Card::ALL.len(),
        _ => SIDE.into(),
    }
}

pub fn write(frame: &State, out: &mut FrameArrays) {
    let players = || frame.players.iter();
    out.write(POINTS, players().map(|player| player.points));
    out.write(GOLD, players().map(|player| player.gold));
    out.write(MISSES, players().map(|player| player.misses));
    out.write(FERTILIZER, players().map(|player| player.fertilizer));
    out.write(CARDS, players().flat_map(|player| player.cards));
    out.write(GAME, [frame.game]);
    out.write(MOVER, [frame.mover.number()]);
    let tiles = || (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| Tile::at(x, y)));
    out.write(OWNER, tiles().map(|tile| frame.owner(tile).map_or(0, |seat| seat.number())));
    out.write(SPECIAL, tiles().map(|tile| u8::from(frame.special.contains(tile))));
    let plants = || tiles().map(|tile| frame.plants[tile.index()]);
    out.write(PLANT, plants().map(|plant| plant.map_or(0, |Plant { card, .. }| card.id() as i64)));
    out.write(NEEDED, plants().map(|plant| plant.map_or(0, |plant| plant.needed)));
    out.write(LEFT, plants().map(|plant| plant.map_or(0, |plant| plant.left)));
}
