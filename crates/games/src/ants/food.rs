//! The places and times at which food appears: on sets of symmetric squares, at a rate that is drawn once per match.

use super::rng::{Purpose, Rng};
use super::symmetry::SymmetricSet;
use super::torus::At;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// The food rates, drawn once per match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rates {
    /// Amount of food for each player in every `turn` turns.
    pub rate: u32,
    pub turn: u32,
    /// Number of land squares per food at the start.
    pub start: u32,
    /// Amount of food for each player in sight of its hills at the start.
    pub visible: u32,
}

/// A queue of sets of squares. A set that has been used goes back to the other end of the queue. `None` marks where the
/// current round through the queue began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SetQueue(VecDeque<Option<SymmetricSet>>);

impl SetQueue {
    fn new(sets: Vec<SymmetricSet>) -> SetQueue {
        SetQueue(sets.into_iter().map(Some).chain([None]).collect())
    }

    /// Takes sets off the end of the queue as long as they are no larger than the amount that is left, and puts their
    /// squares into `pending`. Returns the amount left in the end.
    fn take(&mut self, mut amount: i64, pending: &mut BTreeMap<At, u32>, rng: &mut Rng) -> i64 {
        loop {
            match self.0.pop_back() {
                Some(None) => {
                    rng.shuffle(Purpose::Food, self.0.make_contiguous());
                    self.0.push_front(None);
                    if self.0.len() == 1 {
                        return amount;
                    }
                }
                Some(Some(set)) if set.len() as i64 <= amount => {
                    amount -= set.len() as i64;
                    set.iter().for_each(|at| *pending.entry(*at).or_default() += 1);
                    self.0.push_front(Some(set));
                }
                Some(set) => {
                    self.0.push_back(set);
                    return amount;
                }
                None => return amount,
            }
        }
    }
}

/// Decides where and when food appears.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoodStore {
    all: SetQueue,
    visible: SetQueue,
    players: i64,
    rates: Rates,
    /// The amount of food that is due but has not appeared, in units of 1 / `rates.turn`.
    carry: i64,
    /// The squares that will get food as soon as they are free, and the number of times for each.
    pending: BTreeMap<At, u32>,
}

impl FoodStore {
    pub fn new([all, visible]: [Vec<SymmetricSet>; 2], players: u8, rates: Rates) -> FoodStore {
        let (all, visible) = (SetQueue::new(all), SetQueue::new(visible));
        FoodStore { all, visible, players: players.into(), rates, carry: 0, pending: BTreeMap::new() }
    }

    /// Returns the squares that have food at the start. `land` is the number of squares of land on the board, and
    /// `is_free` returns whether a square is empty land.
    pub fn start(&mut self, land: usize, rng: &mut Rng, is_free: impl Fn(At) -> bool) -> Vec<At> {
        let visible = i64::from(self.rates.visible) * self.players;
        self.visible.take(visible, &mut self.pending, rng);
        let mut placed = self.place(&is_free);
        let general = land as i64 / i64::from(self.rates.start) - visible;
        self.all.take(general, &mut self.pending, rng);
        placed.extend(self.place(|at| is_free(at) && !placed.contains(&at)));
        placed.sort_unstable();
        placed
    }

    /// Returns the squares where food appears in this turn.
    pub fn grow(&mut self, rng: &mut Rng, is_free: impl Fn(At) -> bool) -> Vec<At> {
        let turn = i64::from(self.rates.turn);
        self.carry += self.players * i64::from(self.rates.rate);
        let amount = self.carry / turn;
        let left = self.all.take(amount, &mut self.pending, rng);
        self.carry -= (amount - left) * turn;
        self.place(is_free)
    }

    fn place(&mut self, is_free: impl Fn(At) -> bool) -> Vec<At> {
        let placed: Vec<At> = self.pending.keys().copied().filter(|at| is_free(*at)).collect();
        for at in &placed {
            match self.pending.get_mut(at) {
                Some(count) if *count > 1 => *count -= 1,
                _ => drop(self.pending.remove(at)),
            }
        }
        placed
    }
}
