//! The state of a match, and how events change it.

use super::Setup;
use super::event::{End, Event};
use super::orders::Card;
use super::tile::{TILES, Tile, Tiles};
use serde::{Deserialize, Serialize};
use wag_core::game::Seat;

/// The state of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    pub setup: Setup,
    /// The number of the current game in the match, from 0. There are several games if draws are replayed, or in
    /// training.
    pub game: u32,
    pub special: Tiles,
    /// Number of rounds played in earlier games of the match.
    pub rounds_before: u32,
    /// The current round of this game, from 1.
    pub round: u32,
    pub mover: Seat,
    pub players: [Player; 2],
    /// The plant on each tile, or `None`.
    pub plants: Vec<Option<Plant>>,
    /// The player that has missed too many actions, while the other player may act once more.
    pub is_last: Option<Seat>,
    pub end: Option<End>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub points: i64,
    pub gold: i64,
    /// The number of rounds for which harvests are doubled.
    pub fertilizer: u32,
    /// The player's tiles, in the sequence in which it acquired them.
    pub tiles: Vec<Tile>,
    /// The number of cards of each kind.
    pub cards: [i64; Card::ALL.len()],
    pub misses: u32,
    /// True if the player will never answer again.
    pub is_gone: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plant {
    /// The seed card from which the plant grew.
    pub card: Card,
    /// The number of drops that the plant still needs: 0 if it is ripe, negative if it is dead.
    pub needed: i64,
    /// The number of rounds that the plant still lives.
    pub left: u32,
}

impl Plant {
    pub fn is_ripe(self) -> bool {
        self.needed == 0
    }

    pub fn is_dead(self) -> bool {
        self.needed < 0
    }

    fn water(&mut self, drops: i64) {
        if !self.is_dead() {
            self.needed = self.needed.saturating_sub(drops).max(-1);
        }
    }

    fn age(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.needed = -1;
        }
    }

    /// Returns the plant as it is after this number of drops.
    pub fn watered(mut self, drops: i64) -> Plant {
        self.water(drops);
        self
    }
}

impl Player {
    fn new(setup: &Setup, home: Tile) -> Player {
        let numbers = &setup.numbers;
        Player {
            points: numbers.points,
            gold: numbers.gold,
            fertilizer: 0,
            tiles: vec![home],
            cards: numbers.owned(),
            misses: 0,
            is_gone: false,
        }
    }

    pub fn land(&self) -> Tiles {
        self.tiles.iter().copied().collect()
    }

    pub fn owned(&self, card: Card) -> i64 {
        self.cards[card.id()]
    }

    /// Returns the value of everything the player has, in gold, including land and cards.
    pub fn worth(&self, setup: &Setup) -> i64 {
        let numbers = &setup.numbers;
        let cards = Card::ALL.iter().map(|card| self.owned(*card).saturating_mul(numbers.price(*card)));
        let cards = cards.fold(0, i64::saturating_add);
        let land = numbers.tile.saturating_mul(self.tiles.len() as i64);
        self.gold.saturating_add(land).saturating_add(cards)
    }
}

pub const fn other(seat: Seat) -> Seat {
    Seat(1 - seat.0 % 2)
}

impl State {
    pub fn new(setup: &Setup) -> State {
        let player = |seat| Player::new(setup, Setup::home(Seat(seat)));
        State {
            setup: setup.clone(),
            game: 0,
            special: setup.boards.first().copied().unwrap_or_default(),
            rounds_before: 0,
            round: 1,
            mover: Seat(0),
            players: [player(0), player(1)],
            plants: vec![None; TILES],
            is_last: None,
            end: None,
        }
    }

    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() % 2]
    }

    fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index() % 2]
    }

    pub fn plant(&self, tile: Tile) -> Option<Plant> {
        self.plants.get(tile.index()).copied().flatten()
    }

    fn plant_mut(&mut self, tile: Tile) -> Option<&mut Option<Plant>> {
        self.plants.get_mut(tile.index())
    }

    pub fn owner(&self, tile: Tile) -> Option<Seat> {
        Seat::all(2).find(|seat| self.player(*seat).tiles.contains(&tile))
    }

    /// Returns the tiles whose plants die if they are watered with these drops.
    pub fn drowned(&self, drops: &[(Tile, i64)]) -> Vec<Tile> {
        let on = |tile: Tile| drops.iter().filter(move |(other, _)| *other == tile).map(|(_, drops)| *drops);
        let dies = |plant: Plant, tile| !plant.is_dead() && on(tile).fold(plant, Plant::watered).is_dead();
        Tile::all().filter(|tile| self.plant(*tile).is_some_and(|plant| dies(plant, *tile))).collect()
    }

    /// Returns how much a harvest of the plant on this tile would bring now.
    pub fn yield_of(&self, seat: Seat, tile: Tile) -> i64 {
        let Some(plant) = self.plant(tile).filter(|plant| plant.is_ripe()) else { return 0 };
        let worth = self.setup.numbers.seed(plant.card).worth;
        let doubled = u32::from(self.special.contains(tile)) + u32::from(self.player(seat).fertilizer > 0);
        worth << doubled
    }

    /// Returns the number of rounds of this game.
    pub fn rounds(&self) -> u32 {
        self.setup.rounds_of(self.game)
    }

    /// Returns the number of rounds until it rains, including the current one. The rain comes at the end of the last of
    /// them.
    pub fn days_till_rain(&self) -> u32 {
        let every = self.setup.numbers.rain.every.max(1);
        every - self.round % every
    }

    /// Updates the state to the end of a turn in which these events happened.
    pub fn follow_turn(&mut self, events: &[Event]) {
        events.iter().for_each(|event| self.follow(event));
        self.pass_on(events);
    }

    /// Gives the turn to the other player, or to the first player if a round begins.
    pub fn pass_on(&mut self, events: &[Event]) {
        let begins = |event: &Event| matches!(event, Event::RoundOver { .. } | Event::Again { .. });
        self.mover = if events.iter().any(begins) { Seat(0) } else { other(self.mover) };
    }

    /// Updates the state with an event. The event may come from an untrusted file, so any values are possible.
    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Missed { seat, is_gone } => {
                let player = self.player_mut(*seat);
                player.misses = player.misses.saturating_add(1);
                player.is_gone |= is_gone;
            }
            Event::Lost { seat } => {
                self.player_mut(*seat).points = 0;
                self.is_last = Some(*seat);
            }
            Event::Passed { .. } | Event::Unread { .. } | Event::Void { .. } | Event::Skipped { .. } => {}
            Event::Bought { seat, tiles } => {
                let price = self.setup.numbers.tile.saturating_mul(tiles.len() as i64);
                let player = self.player_mut(*seat);
                player.gold = player.gold.saturating_sub(price);
                player.tiles.extend(tiles);
            }
            Event::Paid { seat, cards } => {
                for (card, amount) in cards {
                    let price = self.setup.numbers.price(*card).saturating_mul(*amount);
                    let player = self.player_mut(*seat);
                    player.gold = player.gold.saturating_sub(price);
                    let owned = &mut player.cards[card.id()];
                    *owned = owned.saturating_add(*amount);
                }
            }
            Event::Planted { seat, plants } => self.set(*seat, plants),
            Event::Watered { seat, drops } => {
                for (tile, drops) in drops {
                    self.use_up(*seat, Card::Water, *drops);
                    self.water(*tile, *drops);
                }
            }
            Event::Harvested { seat, tiles, gain } => {
                tiles.iter().for_each(|tile| self.clear(*tile));
                let player = self.player_mut(*seat);
                player.gold = player.gold.saturating_add(*gain);
                player.points = player.points.saturating_add(*gain);
            }
            Event::Fertilized { works: false, .. } | Event::Dug { fault: Some(_), .. } => {}
            Event::Fertilized { seat, works: true } => {
                self.use_up(*seat, Card::Fertilizer, 1);
                let player = self.player_mut(*seat);
                player.fertilizer = player.fertilizer.saturating_add(FERTILIZER);
            }
            Event::Dug { seat, tile, fault: None } => {
                self.use_up(*seat, Card::Mole, 1);
                self.clear(*tile);
                self.player_mut(other(*seat)).tiles.retain(|own| own != tile);
                self.player_mut(*seat).tiles.push(*tile);
            }
            Event::Rained { .. } => {
                let drops = self.setup.numbers.rain.drops;
                Tile::all().for_each(|tile| self.water(tile, drops));
            }
            Event::RoundOver { .. } => {
                self.round = self.round.saturating_add(1);
                self.plants.iter_mut().flatten().for_each(Plant::age);
                for player in &mut self.players {
                    player.fertilizer = player.fertilizer.saturating_sub(1);
                }
            }
            Event::Again { special, .. } => self.begin_again(*special),
            Event::Over { end } => self.end = Some(*end),
        }
    }

    fn set(&mut self, seat: Seat, plants: &[(Tile, Card)]) {
        for (tile, card) in plants {
            let seed = self.setup.numbers.seed(*card);
            let plant = Plant { card: *card, needed: seed.drops, left: seed.life };
            self.use_up(seat, *card, 1);
            if let Some(place) = self.plant_mut(*tile) {
                *place = Some(plant);
            }
        }
    }

    fn use_up(&mut self, seat: Seat, card: Card, amount: i64) {
        let owned = &mut self.player_mut(seat).cards[card.id()];
        *owned = owned.saturating_sub(amount);
    }

    fn water(&mut self, tile: Tile, drops: i64) {
        if let Some(plant) = self.plant_mut(tile).and_then(Option::as_mut) {
            plant.water(drops);
        }
    }

    fn clear(&mut self, tile: Tile) {
        if let Some(place) = self.plant_mut(tile) {
            *place = None;
        }
    }

    fn begin_again(&mut self, special: Tiles) {
        let fresh = State::new(&self.setup);
        let rounds_before = self.rounds_before.saturating_add(self.round).saturating_sub(1);
        let game = self.game.saturating_add(1);
        let before = std::mem::replace(self, State { game, special, rounds_before, ..fresh });
        // Replayed draws keep the counts of missed actions. Training games start from zero.
        let keeps_misses = self.setup.training.is_none();
        for (player, before) in self.players.iter_mut().zip(&before.players) {
            player.misses = if keeps_misses { before.misses } else { 0 };
            player.is_gone = before.is_gone;
        }
    }
}

/// The number of rounds of doubled harvests that a fertilizer card adds.
const FERTILIZER: u32 = 3;
