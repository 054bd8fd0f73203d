//! The built-in bots: one wanders, one gathers, one hunts. They use only the information that every player gets.

use super::View;
use super::danger::{Risk, RiskMap};
use super::flood;
use super::orders::Orders;
use super::state::{Square, State};
use super::torus::{At, Direction, Torus};
use std::collections::VecDeque;
use wag_core::game::{RandomStream, Seat};

/// The squared distance within which ants count as nearby when the bot compares numbers of ants.
const COMPANY_RADIUS2: u32 = 64;
/// The maximum number of steps that an ant walks to food.
const FOOD_STEPS_MAX: u16 = 40;
/// The maximum number of steps from an own hill to the enemy ants that the bot attacks in its defense, and from these
/// enemies to the ants that attack them. `NEAR` is the number of steps within which ants approach enemy hills at any
/// cost.
const HOME_STEPS_MAX: u16 = 10;
const NEAR: u16 = 3;
const EVERYWHERE: u16 = u16::MAX - 1;

/// One turn of a bot: the known state, and the moves chosen so far.
struct Turn<'s> {
    state: &'s State,
    seat: Seat,
    size: Torus,
    rng: RandomStream,
    /// Own ants that have no task yet.
    idle: Vec<At>,
    /// For each square, true if an own ant is on it or is about to be.
    taken: Vec<bool>,
    /// For each square, true if it is not known to be water.
    may_be_land: Vec<bool>,
    /// The risk of each square, or `None` if the bot ignores risks. `risk_tolerance` is the highest risk that it
    /// accepts.
    danger: Option<RiskMap>,
    risk_tolerance: RiskTolerance,
    moves: Vec<(At, Direction)>,
}

/// The highest risk that an ant accepts on the square that it steps to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RiskTolerance {
    Anything,
    /// The ant may die there if an enemy dies too.
    Trades,
    /// The ant may die there if an enemy dies too and own ants outnumber enemies nearby.
    Caution,
}

/// Moves ants to nearby food and hills. The other ants go straight on until something is in the way, and sometimes turn
/// in a random direction.
pub fn wander(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    let targets = [turn.hills_in_sight(), turn.food_in_sight()].concat();
    turn.approach(&targets, NEAR);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// Sends the nearest ant to each food in sight. The other ants go to hills in sight, or wander.
pub fn forage(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    turn.gather();
    let hills = turn.hills_in_sight();
    turn.approach(&hills, EVERYWHERE);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// A bot that defends its hills, gathers food, razes the hills it has seen, explores what it cannot see, and fights
/// where it expects to win.
#[derive(Clone, Default)]
pub struct Hunter {
    /// Enemy hills that stood when they were last seen.
    hills: Vec<At>,
}

impl Hunter {
    pub fn act(&mut self, view: &View<'_>, seed: u64) -> Orders {
        let mut turn = Turn::new(view, seed);
        let seen = turn.hills_in_sight();
        self.hills.retain(|at| !view.state.vision.sees(view.seat, *at));
        self.hills.extend(seen);
        turn.danger = Some(RiskMap::of(view));
        turn.risk_tolerance = RiskTolerance::Anything;
        turn.approach(&self.hills, NEAR);
        let enemies_near_home = turn.enemies_near_home();
        turn.risk_tolerance = RiskTolerance::Trades;
        turn.approach(&enemies_near_home, HOME_STEPS_MAX);
        turn.risk_tolerance = RiskTolerance::Caution;
        turn.gather();
        turn.approach(&self.hills, EVERYWHERE);
        let unseen_squares = turn.unseen_squares();
        turn.approach(&unseen_squares, EVERYWHERE);
        turn.flee();
        turn.stroll();
        Orders::of(turn.moves, [])
    }
}

impl<'s> Turn<'s> {
    fn new(view: &View<'s>, seed: u64) -> Turn<'s> {
        let (state, seat) = (view.state, view.seat);
        let size = state.position.size;
        let own = state.position.ants.iter().filter(|ant| ant.owner == seat);
        let idle: Vec<At> = own.map(|ant| ant.at).collect();
        let mut taken = vec![false; size.area()];
        idle.iter().for_each(|at| taken[size.index(*at)] = true);
        let known = state.vision.known(seat).iter();
        let is_land = |(known, square): (&bool, &Square)| !known || *square != Square::WATER;
        Turn {
            may_be_land: known.zip(&state.squares).map(is_land).collect(),
            state,
            seat,
            size,
            rng: RandomStream::new(seed, 0),
            idle,
            taken,
            danger: None,
            risk_tolerance: RiskTolerance::Anything,
            moves: Vec::new(),
        }
    }

    fn sees(&self, at: At) -> bool {
        self.state.vision.sees(self.seat, at)
    }

    /// Returns whether the square may be land: it is not known to be water.
    fn is_open(&self, at: At) -> bool {
        self.may_be_land[self.size.index(at)]
    }

    fn can_enter(&self, at: At) -> bool {
        let food = self.sees(at) && self.state.square(at) == Square::FOOD;
        self.is_open(at) && !food && !self.taken[self.size.index(at)]
    }

    fn hills_in_sight(&self) -> Vec<At> {
        let hills =
            self.state.position.standing().filter(|hill| hill.owner != self.seat && self.sees(hill.at));
        hills.map(|hill| hill.at).collect()
    }

    fn food_in_sight(&self) -> Vec<At> {
        self.state.position.food.iter().copied().filter(|at| self.sees(*at)).collect()
    }

    fn own_hills(&self) -> Vec<At> {
        let hills = self.state.position.standing().filter(|hill| hill.owner == self.seat);
        hills.map(|hill| hill.at).collect()
    }

    /// Returns the visible enemy ants near the bot's own hills.
    fn enemies_near_home(&self) -> Vec<At> {
        let position = &self.state.position;
        let own = self.own_hills();
        let is_near = |at: At| own.iter().any(|hill| self.size.steps(*hill, at) <= HOME_STEPS_MAX.into());
        let others = position.ants.iter().filter(|ant| ant.owner != self.seat && self.sees(ant.at));
        others.map(|ant| ant.at).filter(|at| is_near(*at)).collect()
    }

    /// Returns the squares out of sight that are not known to be water.
    fn unseen_squares(&self) -> Vec<At> {
        let squares = self.state.vision.counts(self.seat).iter().zip(&self.may_be_land).enumerate();
        let unseen = squares.filter(|(_, (count, may_be_land))| **count == 0 && **may_be_land);
        unseen.map(|(square, _)| self.size.at(square)).collect()
    }

    /// Moves an idle ant one step, if the step is free and its risk is accepted. Returns whether it moved.
    fn move_ant(&mut self, from: At, direction: Direction) -> bool {
        let to = self.size.step(from, direction);
        if !self.can_enter(to) || !self.accepts_risk(to) {
            return false;
        }
        self.taken[self.size.index(from)] = false;
        self.taken[self.size.index(to)] = true;
        self.moves.push((from, direction));
        true
    }

    /// Moves all idle ants: seven times out of eight in the direction of their last step, otherwise in a random
    /// direction.
    fn stroll(&mut self) {
        for from in std::mem::take(&mut self.idle) {
            let went = self.state.position.ant_at(from).and_then(|ant| ant.went);
            let other = Direction::ALL[self.rng.below(4) as usize];
            let first = went.filter(|_| self.rng.below(8) > 0).unwrap_or(other);
            let directions = [first, other, other.opposite(), Direction::ALL[self.rng.below(4) as usize]];
            let _ = directions.into_iter().any(|direction| self.move_ant(from, direction));
        }
    }

    /// Sends the nearest idle ant to each food in sight. A single breadth-first search from all food at once gives each
    /// food at most one ant, and each ant at most one food.
    fn gather(&mut self) {
        let food = self.food_in_sight();
        let mut is_served = vec![false; food.len()];
        let mut known = vec![false; self.size.area()];
        let mut edge: VecDeque<(At, usize, u16)> =
            (0..).zip(&food).map(|(number, at)| (*at, number, 0)).collect();
        food.iter().for_each(|at| known[self.size.index(*at)] = true);
        while let Some((at, number, steps)) = edge.pop_front() {
            if is_served[number] || steps >= FOOD_STEPS_MAX {
                continue;
            }
            for direction in Direction::ALL {
                let next = self.size.step(at, direction);
                let index = self.size.index(next);
                if is_served[number] || known[index] || !self.is_open(next) {
                    continue;
                }
                known[index] = true;
                match self.idle.iter().position(|idle| *idle == next) {
                    // An ant beside its food only has to wait.
                    Some(ant) if steps == 0 || self.move_ant(next, direction.opposite()) => {
                        is_served[number] = true;
                        self.idle.swap_remove(ant);
                    }
                    _ => edge.push_back((next, number, steps + 1)),
                }
            }
        }
    }

    /// Moves all idle ants that are within this many steps of a target one step closer to it. Does nothing if there are
    /// no targets.
    fn approach(&mut self, targets: &[At], within: u16) {
        if targets.is_empty() || self.idle.is_empty() {
            return;
        }
        let mut ways = flood::ways(self.size, &self.may_be_land, targets, &self.idle);
        self.idle.clear();
        ways.sort_by_key(|way| way.steps);
        for way in ways {
            let mut nearer = Direction::ALL.into_iter().filter(|direction| way.nearer[*direction as usize]);
            if way.steps > within || !nearer.any(|direction| self.move_ant(way.ant, direction)) {
                self.idle.push(way.ant);
            }
        }
    }

    fn risk(&self, at: At) -> Risk {
        self.danger.as_ref().map_or(Risk::Nothing, |danger| danger.at(self.size.index(at)))
    }

    fn accepts_risk(&self, to: At) -> bool {
        match (self.risk_tolerance, self.risk(to)) {
            (RiskTolerance::Anything, _)
            | (_, Risk::Nothing | Risk::Wins)
            | (RiskTolerance::Trades, Risk::Trades) => true,
            (RiskTolerance::Caution, Risk::Trades) => self.has_company(to),
            _ => false,
        }
    }

    /// Returns whether the bot's ants outnumber enemy ants near this square.
    fn has_company(&self, at: At) -> bool {
        let near = self.state.position.ants.iter();
        let near = near.filter(|ant| self.size.distance2(at, ant.at) <= COMPANY_RADIUS2 && self.sees(ant.at));
        let (mut own, mut others) = (0, 0);
        near.for_each(|ant| if ant.owner == self.seat { own += 1 } else { others += 1 });
        own > others
    }

    /// Moves each idle ant that stands on a square with too much risk to the adjacent square with the least risk.
    fn flee(&mut self) {
        for from in std::mem::take(&mut self.idle) {
            let mut directions =
                Direction::ALL.map(|direction| (self.risk(self.size.step(from, direction)), direction));
            directions.sort_by_key(|(risk, _)| *risk);
            let safer = directions.into_iter().filter(|(risk, _)| *risk < self.risk(from));
            if self.accepts_risk(from)
                || !safer.collect::<Vec<_>>().into_iter().any(|(_, direction)| self.move_ant(from, direction))
            {
                self.idle.push(from);
            }
        }
    }
}
