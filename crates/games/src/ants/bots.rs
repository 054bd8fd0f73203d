//! The built-in players, who know no more than a player is told: one that wanders, one that gathers, one that hunts.

use super::View;
use super::danger::{Danger, Risk};
use super::orders::Orders;
use super::state::{Square, State};
use super::torus::{At, Torus, Way};
use std::collections::VecDeque;
use wag_core::game::{RandomStream, Seat};

/// From within so far, squared, come those with whom an ant is many or few.
const COMPANY2: u32 = 64;
/// So far food is looked for, in steps.
const FAR: u16 = 40;
/// From so many steps on ants defend their hills, and storm those of others at any cost.
const NEAR_HOME: u16 = 10;
const NEAR: u16 = 3;
const EVERYWHERE: u16 = u16::MAX - 1;

/// A turn of one of them: what is known, and which ants have gone where.
struct Turn<'s> {
    state: &'s State,
    seat: Seat,
    size: Torus,
    luck: RandomStream,
    /// Own ants that have no task yet.
    idle: Vec<At>,
    /// Where own ants are or will be.
    taken: Vec<bool>,
    /// Who looks out for fights, and what it dares.
    danger: Option<Danger>,
    nerve: Nerve,
    moves: Vec<(At, Way)>,
}

/// What an ant dares to step into.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nerve {
    Anything,
    /// Where an enemy dies for it.
    Trades,
    /// The same only where it has company.
    Caution,
}

/// Straight on until something is in the way, or by chance another way; to food and hills that are near.
pub fn wander(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    let targets = [turn.hills_in_sight(), turn.food_in_sight()].concat();
    turn.go_down(&targets, NEAR);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// The nearest ant goes to each food in sight; others go to hills in sight, or wander.
pub fn forage(view: &View<'_>, seed: u64) -> Orders {
    let mut turn = Turn::new(view, seed);
    turn.gather();
    let hills = turn.hills_in_sight();
    turn.go_down(&hills, EVERYWHERE);
    turn.stroll();
    Orders::of(turn.moves, [])
}

/// Defends its hills, gathers, razes the hills it has seen, looks where it sees nothing, and fights where it wins.
#[derive(Default)]
pub struct Hunter {
    /// Hills of others that stood when they were last seen.
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

    /// Whether nothing is known to be in the way for good.
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

    /// Ants of others near own hills.
    fn guests(&self) -> Vec<At> {
        let position = &self.state.position;
        let own = self.own_hills();
        let is_near = |at: At| own.iter().any(|hill| self.size.steps(*hill, at) <= NEAR_HOME.into());
        let others = position.ants.iter().filter(|ant| ant.owner != self.seat && self.sees(ant.at));
        others.map(|ant| ant.at).filter(|at| is_near(*at)).collect()
    }

    /// Open squares that are out of sight.
    fn dark(&self) -> Vec<At> {
        self.size.squares().filter(|at| !self.sees(*at) && self.is_open(*at)).collect()
    }

    /// Sends an idle ant a step, if it can go there.
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

    /// All that is idle goes on as it went, seven times in eight.
    fn stroll(&mut self) {
        for from in std::mem::take(&mut self.idle) {
            let went = self.state.position.ant_at(from).and_then(|ant| ant.went);
            let other = Way::ALL[self.luck.below(4) as usize];
            let first = went.filter(|_| self.luck.below(8) > 0).unwrap_or(other);
            let ways = [first, other, other.opposite(), Way::ALL[self.luck.below(4) as usize]];
            let _ = ways.into_iter().any(|way| self.go(from, way));
        }
    }

    /// From each food in sight to the nearest idle ant, which comes; all at once, so that food has one ant and ants have one food.
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
                    // One beside its food has only to wait.
                    Some(ant) if steps == 0 || self.go(next, way.opposite()) => {
                        is_served[number] = true;
                        self.idle.swap_remove(ant);
                    }
                    _ => edge.push_back((next, number, steps + 1)),
                }
            }
        }
    }

    /// All that is idle and within so many steps goes a step nearer to one of these, if there are any.
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

    /// Whether there are more own ants near there than others.
    fn has_company(&self, at: At) -> bool {
        let near = self.state.position.ants.iter();
        let near = near.filter(|ant| self.size.distance2(at, ant.at) <= COMPANY2 && self.sees(ant.at));
        let (mut own, mut others) = (0, 0);
        near.for_each(|ant| if ant.owner == self.seat { own += 1 } else { others += 1 });
        own > others
    }

    /// Whoever stands where it does not dare to stand goes where it is safest.
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

    /// How many steps it is to the nearest of these.
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
