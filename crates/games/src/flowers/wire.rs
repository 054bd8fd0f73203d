//! The messages to players, in the format of the contest's server. The keys, their case and their sequence must not
//! change.

use super::View;
use super::orders::Card;
use super::state::{Player, State, other};
use super::tile::Tile;
use serde::Serialize;

/// The sequence of cards in messages.
pub const CARDS: [Card; 7] =
    [Card::Fertilizer, Card::Mole, Card::Water, Card::Anemone, Card::BlueJazz, Card::Crocus, Card::Tulip];

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dto {
    pub tiles: Vec<TileDto>,
    pub source: PlayerDto,
    pub enemy: PlayerDto,
    pub days_till_rain: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TileDto {
    pub x: u8,
    pub y: u8,
    pub b_is_planted: bool,
    pub b_is_special: bool,
    #[serde(rename = "plantDTO")]
    pub plant_dto: PlantDto,
}

#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlantDto {
    pub plant_id: usize,
    pub gold_worth: i64,
    pub water_needed: i64,
    pub days_to_rot: u32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlayerDto {
    pub points: i64,
    pub gold: i64,
    pub fertilizer_active: u32,
    pub tiles: Vec<TileDto>,
    pub cards: Vec<CardDto>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CardDto {
    pub card_id: usize,
    pub owned: i64,
}

impl Dto {
    /// Returns the message for a seat: everything about its own plants, but only the kind of enemy plants.
    pub fn of(view: &View<'_>) -> Dto {
        let state = view.state;
        Dto {
            tiles: Tile::all().map(|tile| TileDto::of(state, tile, false)).collect(),
            source: PlayerDto::of(state, state.player(view.seat), true),
            enemy: PlayerDto::of(state, state.player(other(view.seat)), false),
            days_till_rain: state.days_till_rain(),
        }
    }

    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts can be written")
    }
}

impl TileDto {
    fn of(state: &State, tile: Tile, is_own: bool) -> TileDto {
        let plant = state.plant(tile);
        let plant_dto = match plant {
            Some(plant) if is_own => {
                let seed = state.setup.numbers.seed(plant.card);
                PlantDto {
                    plant_id: plant.card.id(),
                    gold_worth: if plant.is_dead() { 0 } else { seed.worth },
                    water_needed: plant.needed,
                    days_to_rot: seed.life,
                }
            }
            Some(plant) => PlantDto { plant_id: plant.card.id(), ..PlantDto::default() },
            None => PlantDto::default(),
        };
        TileDto {
            x: tile.x(),
            y: tile.y(),
            b_is_planted: plant.is_some(),
            b_is_special: state.special.contains(tile),
            plant_dto,
        }
    }
}

impl PlayerDto {
    fn of(state: &State, player: &Player, is_own: bool) -> PlayerDto {
        let card = |card: Card| CardDto { card_id: card.id(), owned: player.owned(card) };
        PlayerDto {
            points: player.points,
            gold: player.gold,
            fertilizer_active: player.fertilizer,
            tiles: player.tiles.iter().map(|tile| TileDto::of(state, *tile, is_own)).collect(),
            cards: CARDS.map(card).into(),
        }
    }
}
