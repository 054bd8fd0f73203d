//! The built-in bots, which use only the information that every player gets: one wanders, one gathers, one hunts.

use super::View;
use super::danger::{Danger, Risk};
use super::orders::Orders;
use super::state::{Square, State};
use super::torus::{At, Torus, Way};
use std::collections::VecDeque;
use wag_core::game::{RandomStream, Seat};

/// The squared distance within which ants count as company of an ant.
const COMPANY2: u32 = 64;
/// The maximum distance, in steps, over which ants go to food.
const FAR: u16 = 40;
/// The distance, in steps, within which ants defend their own hills and attack enemy hills at any cost.
const NEAR_HOME: u16 = 10;
const NEAR: u16 = 3;
const EVERYWHERE: u16 = u16::MAX - 1;

/// One turn of a bot: the known state, and the moves chosen so far.
struct Turn<'s> {
    state: &'s State,
    seat: Seat,
    size: Torus,
    luck: RandomStream,
    /// Own ants that have no task yet.
    idle: Vec<At>,
    /// For each square, true if an own ant is or will be on it.
    taken: Vec<bool>,
    /// The risk of each square, if the bot avoids fights, and the risk it accepts.
    danger: Option<Danger>,
    nerve: Nerve,
    moves: Vec<(At, Way)>,
}

/// The risk that an ant accepts on the square it steps to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nerve {
    Anything,
    /// Squares where an enemy dies if the ant dies.
    Trades,
    /// As `Trades`, but only where own ants outnumber enemies.
    Caution,
}

/// Moves ants straight on until something is in the way, or sometimes in a random direction, and to food and hills
/// nearby.
pub fn wander(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    let targets = [turn.hills_in_sight(), turn.food_in_sight()].concat();
    turn.go_down(&targets, NEAR);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// Sends the nearest ant to each food in sight. The others go to hills in sight, or wander.
pub fn forage(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    turn.gather();
    let hills = turn.hills_in_sight();
    turn.go_down(&hills, EVERYWHERE);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// A bot that defends its hills, gathers food, razes hills it has seen, explores what it cannot see, and fights where
/// it wins.
#[derive(Default)]
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
        turn.danger = Some(Danger::of(view));
        turn.nerve = Nerve::Anything;
        turn.go_down(&self.hills, NEAR);
        let guests = turn.guests();
        turn.nerve = Nerve::Trades;
        turn.go_down(&guests, NEAR_HOME);
        turn.nerve = Nerve::Caution;
        turn.gather();
        turn.go_down(&self.hills, EVERYWHERE);
        let dark = turn.dark();
        turn.go_down(&dark, EVERYWHERE);
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
        Turn {
            state,
            seat,
            size,
            luck: RandomStream::new(seed, 0),
            idle,
            taken,
            danger: None,
            nerve: Nerve::Anything,
            moves: Vec::new(),
        }
    }

    fn sees(&self, at: At) -> bool {
        self.state.vision.sees(self.seat, at)
    }

    /// Returns whether the square is not known to be water.
    fn is_open(&self, at: At) -> bool {
        !self.state.vision.knows(self.seat, at) || self.state.square(at) != Square::WATER
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

    /// Returns the visible enemy ants near own hills.
    fn guests(&self) -> Vec<At> {
        let position = &self.state.position;
        let own = self.own_hills();
        let is_near = |at: At| own.iter().any(|hill| self.size.steps(*hill, at) <= NEAR_HOME.into());
        let others = position.ants.iter().filter(|ant| ant.owner != self.seat && self.sees(ant.at));
        others.map(|ant| ant.at).filter(|at| is_near(*at)).collect()
    }

    /// Returns the squares out of sight that are not known to be water.
    fn dark(&self) -> Vec<At> {
        self.size.squares().filter(|at| !self.sees(*at) && self.is_open(*at)).collect()
    }

    /// Moves an idle ant one step, if the step is free and its risk is accepted. Returns whether it moved.
    fn go(&mut self, from: At, way: Way) -> bool {
        let to = self.size.step(from, way);
        if !self.can_enter(to) || !self.dares(to) {
            return false;
        }
        self.taken[self.size.index(from)] = false;
        self.taken[self.size.index(to)] = true;
        self.moves.push((from, way));
        true
    }

    /// Moves all idle ants: seven times in eight in the direction of their last step, otherwise in a random one.
    fn stroll(&mut self) {
        for from in std::mem::take(&mut self.idle) {
            let went = self.state.position.ant_at(from).and_then(|ant| ant.went);
            let other = Way::ALL[self.luck.below(4) as usize];
            let first = went.filter(|_| self.luck.below(8) > 0).unwrap_or(other);
            let ways = [first, other, other.opposite(), Way::ALL[self.luck.below(4) as usize]];
            let _ = ways.into_iter().any(|way| self.go(from, way));
        }
    }

    /// Sends the nearest idle ant to each food in sight. A single breadth-first search from all food at once gives each
    /// food one ant and each ant one food.
    fn gather(&mut self) {
        let food = self.food_in_sight();
        let mut is_served = vec![false; food.len()];
        let mut known = vec![false; self.size.area()];
        let mut edge: VecDeque<(At, usize, u16)> =
            (0..).zip(&food).map(|(number, at)| (*at, number, 0)).collect();
        food.iter().for_each(|at| known[self.size.index(*at)] = true);
        while let Some((at, number, steps)) = edge.pop_front() {
            if is_served[number] || steps >= FAR {
                continue;
            }
            for way in Way::ALL {
                let next = self.size.step(at, way);
                let index = self.size.index(next);
                if is_served[number] || known[index] || !self.is_open(next) {
                    continue;
                }
                known[index] = true;
                match self.idle.iter().position(|idle| *idle == next) {
                    // An ant beside its food only has to wait.
                    Some(ant) if steps == 0 || self.go(next, way.opposite()) => {
                        is_served[number] = true;
                        self.idle.swap_remove(ant);
                    }
                    _ => edge.push_back((next, number, steps + 1)),
                }
            }
        }
    }

    /// Moves all idle ants within this many steps of a target one step closer to it. Does nothing if there are no
    /// targets.
    fn go_down(&mut self, targets: &[At], within: u16) {
        if targets.is_empty() || self.idle.is_empty() {
            return;
        }
        let far = self.distances(targets);
        let size = self.size;
        let mut idle = std::mem::take(&mut self.idle);
        idle.sort_by_key(|at| far[size.index(*at)]);
        for from in idle {
            let here = far[size.index(from)];
            let mut ways = Way::ALL.map(|way| (far[size.index(size.step(from, way))], way));
            ways.sort_by_key(|(far, _)| *far);
            let mut nearer = ways.into_iter().filter(|(far, _)| *far < here && here <= within);
            if !nearer.any(|(_, way)| self.go(from, way)) {
                self.idle.push(from);
            }
        }
    }

    fn risk(&self, at: At) -> Risk {
        self.danger.as_ref().map_or(Risk::Nothing, |danger| danger.at(self.size.index(at)))
    }

    fn dares(&self, to: At) -> bool {
        match (self.nerve, self.risk(to)) {
            (Nerve::Anything, _) | (_, Risk::Nothing | Risk::Wins) | (Nerve::Trades, Risk::Trades) => true,
            (Nerve::Caution, Risk::Trades) => self.has_company(to),
            _ => false,
        }
    }

    /// Returns whether own ants outnumber enemy ants near this square.
    fn has_company(&self, at: At) -> bool {
        let near = self.state.position.ants.iter();
        let near = near.filter(|ant| self.size.distance2(at, ant.at) <= COMPANY2 && self.sees(ant.at));
        let (mut own, mut others) = (0, 0);
        near.for_each(|ant| if ant.owner == self.seat { own += 1 } else { others += 1 });
        own > others
    }

    /// Moves each idle ant that stands on a square with too much risk to the adjacent square with the least.
    fn flee(&mut self) {
        for from in std::mem::take(&mut self.idle) {
            let mut ways = Way::ALL.map(|way| (self.risk(self.size.step(from, way)), way));
            ways.sort_by_key(|(risk, _)| *risk);
            let safer = ways.into_iter().filter(|(risk, _)| *risk < self.risk(from));
            if self.dares(from) || !safer.collect::<Vec<_>>().into_iter().any(|(_, way)| self.go(from, way)) {
                self.idle.push(from);
            }
        }
    }

    /// Returns the number of steps from each square to the nearest target, or `u16::MAX` if there is no path.
    fn distances(&self, targets: &[At]) -> Vec<u16> {
        let mut far = vec![u16::MAX; self.size.area()];
        targets.iter().for_each(|at| far[self.size.index(*at)] = 0);
        let mut edge: VecDeque<At> = targets.iter().copied().collect();
        while let Some(at) = edge.pop_front() {
            let next = far[self.size.index(at)].saturating_add(1);
            for near in Way::ALL.map(|way| self.size.step(at, way)) {
                let index = self.size.index(near);
                if far[index] == u16::MAX && self.is_open(near) {
                    far[index] = next;
                    edge.push_back(near);
                }
            }
        }
        far
    }
}
