//! The position on the board and the scores, which is all that spectators see, and how events change it.

use super::Setup;
use super::event::{Cause, End, Event, Status};
use super::torus::{At, Direction, Torus};
use serde::{Deserialize, Serialize};
use wag_core::game::{Seat, Standing, places};
use wag_i18n::later;

/// Points for the player that razes a hill.
const RAZED: i32 = 2;

/// The position after a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub size: Torus,
    /// Number of turns played so far.
    pub turn: u32,
    /// All living ants, sorted by square.
    pub ants: Vec<Ant>,
    /// The squares with food, in ascending order.
    pub food: Vec<At>,
    /// All hills, in the order of the map, including razed ones.
    pub hills: Vec<Hill>,
    /// The players, in seat order.
    pub players: Vec<Player>,
    pub end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ant {
    pub at: At,
    pub owner: Seat,
    /// The direction in which the ant moved in the last turn, or `None` if it stayed.
    pub went: Option<Direction>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hill {
    pub at: At,
    pub owner: Seat,
    /// The turn in which the hill was razed, or `None` if it still stands.
    pub razed: Option<u32>,
    /// True if the hill's owner has already lost a point for it.
    pub charged: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub score: i32,
    /// The amount of stored food, from which ants are born.
    pub hive: u32,
    pub status: Status,
    /// The number of the last turn in which the player took part.
    pub turns: u32,
}

/// The names of the figures that are counted for each player. The first one decides the ranking.
pub const FIGURES: [&str; 4] = [later!("score"), later!("ants"), later!("hills"), later!("hive")];

impl Position {
    /// Returns the position at the start, before any food appears.
    pub fn new(setup: &Setup) -> Position {
        let hill = |(at, owner): &(At, Seat)| Hill { at: *at, owner: *owner, razed: None, charged: false };
        let score = setup.map.hills_of(Seat(0)).count() as i32;
        let player = Player { score, ..Player::default() };
        let ant = |(at, owner): (At, Seat)| Ant { at, owner, went: None };
        Position {
            size: setup.map.size,
            turn: 0,
            ants: setup.first_ants().into_iter().map(ant).collect(),
            food: if setup.numbers.scenario { setup.map.food.clone() } else { Vec::new() },
            hills: setup.map.hills.iter().map(hill).collect(),
            players: vec![player; setup.map.players.into()],
            end: None,
        }
    }

    pub fn standing(&self) -> impl Iterator<Item = &Hill> {
        self.hills.iter().filter(|hill| hill.razed.is_none())
    }

    pub fn standing_of(&self, seat: Seat) -> usize {
        self.standing().filter(|hill| hill.owner == seat).count()
    }

    /// Returns the number of ants that each player has.
    pub fn counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.players.len()];
        self.ants.iter().for_each(|ant| counts[ant.owner.index()] += 1);
        counts
    }

    pub fn ant_at(&self, at: At) -> Option<&Ant> {
        self.ants.binary_search_by_key(&at, |ant| ant.at).ok().map(|index| &self.ants[index])
    }

    pub fn standings(&self) -> Vec<Standing> {
        let scores: Vec<i64> = self.players.iter().map(|player| player.score.into()).collect();
        let counts = self.counts();
        let seats = Seat::all(self.players.len());
        seats
            .zip(places(&scores))
            .map(|(seat, place)| {
                let index = seat.index();
                let figures = [
                    scores[index],
                    counts[index].into(),
                    self.standing_of(seat) as i64,
                    self.players[index].hive.into(),
                ];
                Standing { place, figures: FIGURES.into_iter().zip(figures).collect() }
            })
            .collect()
    }

    pub fn follow(&mut self, event: &Event) {
        match event {
            Event::Turn => self.begin_turn(),
            Event::Removed(seat, cause) => self.remove(*seat, *cause),
            Event::Refused { .. } | Event::Drawn { .. } => {}
            Event::Moved(moves) => self.walk(moves),
            Event::Died { ants, .. } => self.ants.retain(|ant| !has(ants, ant.at)),
            Event::Razed(hill, by) => self.raze((*hill).into(), *by),
            Event::Born(ants) => self.hatch(ants),
            Event::Gathered(food) => self.gather(food),
            Event::Food(food) => {
                self.food.extend(food);
                self.food.sort_unstable();
            }
            Event::Counted { scores, hives } => {
                for ((player, score), hive) in self.players.iter_mut().zip(scores).zip(hives) {
                    (player.score, player.hive) = (*score, *hive);
                }
            }
            Event::Eliminated(seat) => self.players[seat.index()].status = Status::Eliminated,
            Event::Over { end, bonus } => {
                self.end = Some(*end);
                for (player, bonus) in self.players.iter_mut().zip(bonus) {
                    player.score = player.score.saturating_add(*bonus);
                }
            }
        }
    }

    fn begin_turn(&mut self) {
        self.turn = self.turn.saturating_add(1);
        self.ants.iter_mut().for_each(|ant| ant.went = None);
        let playing = self.players.iter_mut().filter(|player| player.status == Status::Survived);
        playing.for_each(|player| player.turns = self.turn);
    }

    /// Removes a player. It loses a point for each of its hills, unless it has already lost the point for that hill.
    fn remove(&mut self, seat: Seat, cause: Cause) {
        let uncharged = self.hills.iter_mut().filter(|hill| hill.owner == seat && !hill.charged);
        let lost = uncharged.map(|hill| hill.charged = true).count();
        let player = &mut self.players[seat.index()];
        player.score = player.score.saturating_sub(lost as i32);
        player.status = Status::Removed(cause);
    }

    fn walk(&mut self, moves: &[(At, Direction)]) {
        let mut next = 0;
        for (from, direction) in moves {
            if let Some(index) = find_next(&self.ants, &mut next, *from, |ant| ant.at) {
                self.ants[index].went = Some(*direction);
            }
        }
        let size = self.size;
        for ant in &mut self.ants {
            if let Some(direction) = ant.went {
                ant.at = size.step(ant.at, direction);
            }
        }
        self.ants.sort_unstable_by_key(|ant| (ant.at, ant.owner));
    }

    fn raze(&mut self, hill: usize, by: Seat) {
        let turn = self.turn;
        let Some(hill) = self.hills.get_mut(hill) else { return };
        let lost = i32::from(!hill.charged);
        (hill.razed, hill.charged) = (Some(turn), true);
        let owner = &mut self.players[hill.owner.index()];
        owner.score = owner.score.saturating_sub(lost);
        let razer = &mut self.players[by.index()];
        razer.score = razer.score.saturating_add(RAZED);
    }

    fn hatch(&mut self, ants: &[(At, Seat)]) {
        for (at, owner) in ants {
            self.ants.push(Ant { at: *at, owner: *owner, went: None });
            let player = &mut self.players[owner.index()];
            player.hive = player.hive.saturating_sub(1);
        }
        self.ants.sort_unstable_by_key(|ant| (ant.at, ant.owner));
    }

    fn gather(&mut self, food: &[(At, Option<Seat>)]) {
        self.food.retain(|at| !has(food, *at));
        for owner in food.iter().filter_map(|(_, owner)| *owner) {
            let player = &mut self.players[owner.index()];
            player.hive = player.hive.saturating_add(1);
        }
    }
}

/// Returns the index of the item on this square in a list that is sorted by square. `next` is where the last search of
/// the list ended. The search is fastest if squares are sought in ascending order, but finds them in any.
pub fn find_next<T>(list: &[T], next: &mut usize, at: At, square: impl Fn(&T) -> At) -> Option<usize> {
    if list.get(*next).is_none_or(|item| square(item) > at) {
        *next = list.partition_point(|item| square(item) < at);
    }
    *next += list[*next..].iter().take_while(|item| square(item) < at).count();
    list.get(*next).is_some_and(|item| square(item) == at).then_some(*next)
}

/// Returns whether a list that is sorted by square contains this square.
fn has<T>(list: &[(At, T)], at: At) -> bool {
    list.binary_search_by_key(&at, |(place, _)| *place).is_ok()
}
