//! The state of a match between two turns: the position, what each player sees, and what is still to come.

use super::dominance::Dominance;
use super::event::{Event, Status};
use super::food::{FoodStore, Rates};
use super::map::Map;
use super::position::Position;
use super::rng::{Kind, Rng};
use super::torus::At;
use super::vision::{Reach, Vision};
use super::{Setup, symmetry, table};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wag_core::game::{Seat, SeatSet};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    pub setup: Arc<Setup>,
    pub position: Position,
    pub vision: Vision,
    /// The squares and owners of the ants that died in the last turn, sorted.
    pub dead: Vec<(At, Seat)>,
    pub rates: Rates,
    /// The content of each square, row by row.
    pub(super) squares: Vec<Square>,
    /// For each hill, the turn in which an ant of its owner was last on it.
    pub(super) last_visits: Vec<u32>,
    /// The numbers of the hills, in the sequence in which random decisions are made for them.
    pub(super) hill_order: Vec<u16>,
    pub(super) reach: Arc<Reach>,
    pub(super) store: Option<FoodStore>,
    pub(super) rng: Rng,
    pub dominance: Dominance,
    /// For each eliminated player, the last message that it gets. `None` for the others.
    pub(super) end_messages: Vec<Option<String>>,
}

/// The content of a square. A value below [`Square::FOOD`] is the seat whose ant is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Square(u8);

impl Square {
    pub const FOOD: Square = Square(253);
    pub const WATER: Square = Square(254);
    pub const LAND: Square = Square(255);

    pub const fn ant(owner: Seat) -> Square {
        Square(owner.0)
    }

    pub fn owner(self) -> Option<Seat> {
        (self.0 < Square::FOOD.0).then_some(Seat(self.0))
    }
}

impl State {
    pub fn new(setup: &Setup, seed: u64, events: &mut Vec<Event>) -> State {
        let (map, numbers) = (&setup.map, &setup.numbers);
        let mut rng = Rng::new(setup.random, seed);
        let rates = numbers.draw_rates(&mut rng);
        let position = Position::new(setup);
        let radiuses = [numbers.attack_radius2, numbers.spawn_radius2, numbers.view_radius2];
        let reach = Arc::new(Reach::new(map.size, radiuses));
        let store = store(setup, &position, rates, &mut rng);
        let mut state = State {
            setup: Arc::new(setup.clone()),
            squares: squares(map, &position),
            vision: Vision::new(map, Arc::clone(&reach)),
            last_visits: vec![0; map.hills.len()],
            hill_order: hill_order(map, setup.random),
            dead: Vec::new(),
            dominance: Dominance::default(),
            end_messages: vec![None; map.players.into()],
            position,
            rates,
            reach,
            store,
            rng,
        };
        state.begin(events);
        state
    }

    /// Places the first food and ends turn 0, in which nobody acts.
    fn begin(&mut self, events: &mut Vec<Event>) {
        let setup = Arc::clone(&self.setup);
        let land = setup.map.water.iter().filter(|wet| !**wet).count();
        let (squares, size) = (&self.squares, setup.map.size);
        let is_free = |at| squares[size.index(at)] == Square::LAND;
        let food = self.store.as_mut().map(|store| store.start(land, &mut self.rng, is_free));
        self.lay(food.unwrap_or_default(), events);
        self.rng.shuffle_players(setup.map.players.into());
        for index in 0..self.position.ants.len() {
            let ant = self.position.ants[index];
            self.vision.open(ant.at, ant.owner);
        }
        match setup.outcome(0) {
            Some(outcome) => self.follow_outcome(outcome, events),
            None => self.close_turn(events),
        }
    }

    /// Returns the players that are still in the match.
    pub fn alive(&self) -> SeatSet {
        let players = Seat::all(self.position.players.len()).zip(&self.position.players);
        players.filter(|(_, player)| player.status == Status::Survived).map(|(seat, _)| seat).collect()
    }

    pub fn square(&self, at: At) -> Square {
        self.squares[self.position.size.index(at)]
    }

    pub(super) fn put(&mut self, at: At, square: Square) {
        self.squares[self.position.size.index(at)] = square;
    }

    /// Applies an event to the position and appends it to the list.
    pub(super) fn apply_event(&mut self, event: Event, events: &mut Vec<Event>) {
        self.position.follow(&event);
        events.push(event);
    }

    pub(super) fn lay(&mut self, food: Vec<At>, events: &mut Vec<Event>) {
        food.iter().for_each(|at| self.put(*at, Square::FOOD));
        if !food.is_empty() {
            self.apply_event(Event::Food(food), events);
        }
    }
}

fn squares(map: &Map, position: &Position) -> Vec<Square> {
    let water = |wet: &bool| if *wet { Square::WATER } else { Square::LAND };
    let mut squares: Vec<Square> = map.water.iter().map(water).collect();
    position.food.iter().for_each(|at| squares[map.size.index(*at)] = Square::FOOD);
    position.ants.iter().for_each(|ant| squares[map.size.index(ant.at)] = Square::ant(ant.owner));
    squares
}

fn store(setup: &Setup, position: &Position, rates: Rates, rng: &mut Rng) -> Option<FoodStore> {
    let map = &setup.map;
    let combinations = setup
        .numbers
        .food
        .then(|| symmetry::combinations(map, &setup.first_ants(), &position.food, rng.kind()));
    let combinations = combinations.filter(|found| !found.is_empty())?;
    let combination = symmetry::drawn(&combinations, rng);
    let sets = symmetry::sets(map, &combination, setup.numbers.view_radius2, rng.kind());
    Some(FoodStore::new(sets, map.players, rates))
}

/// Returns the numbers of the hills, in the sequence in which random decisions are made for them.
fn hill_order(map: &Map, kind: Kind) -> Vec<u16> {
    let number = |hill: (At, Seat)| map.hills.iter().position(|other| *other == hill);
    table::hills(kind, map).into_iter().filter_map(number).map(|number| number as u16).collect()
}
