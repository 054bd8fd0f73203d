//! A match that is played step by step, for learners and searches.

use crate::game::{Environment, Phase, Seat, SeatSet, turn_seed};
use serde::{Deserialize, Serialize};

/// The rule by which seats are rewarded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Rewards {
    /// The change of the seat's deciding figure.
    #[default]
    Figure,
    /// At the end of the match: 1 for a sole winner, -1 for a seat that is not first, 0 for seats that share the first
    /// place. Otherwise 0.
    Win,
}

/// A match that is played step by step. The same setup, seed and orders always lead to the same match.
pub struct SteppedMatch<G: Environment> {
    setup: G::Setup,
    seed: u64,
    state: G::State,
    /// The number of steps so far.
    turns: u64,
    /// The deciding figures when rewards were last taken.
    figures: Vec<i64>,
    // Buffers for the current step, reused in each step.
    new_figures: Vec<i64>,
    orders: Vec<(Seat, G::Orders)>,
    events: Vec<G::Event>,
}

impl<G: Environment> SteppedMatch<G> {
    /// Starts a match with this number of seats.
    pub fn start(setup: G::Setup, seats: usize, seed: u64) -> Self {
        let mut events = Vec::new();
        let state = G::start(&setup, seed, &mut events);
        let mut figures = vec![0; seats];
        G::figures(&state, &mut figures);
        SteppedMatch {
            setup,
            seed,
            state,
            turns: 0,
            new_figures: figures.clone(),
            figures,
            orders: Vec::with_capacity(seats),
            events,
        }
    }

    /// Starts another match with the same number of seats.
    pub fn restart(&mut self, setup: G::Setup, seed: u64) {
        self.setup = setup;
        self.restart_with_setup(seed);
    }

    /// Starts another match with the same setup.
    pub fn restart_with_setup(&mut self, seed: u64) {
        self.events.clear();
        self.state = G::start(&self.setup, seed, &mut self.events);
        (self.seed, self.turns) = (seed, 0);
        G::figures(&self.state, &mut self.figures);
    }

    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    pub fn state(&self) -> &G::State {
        &self.state
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn seats(&self) -> usize {
        self.figures.len()
    }

    /// Returns the number of steps so far.
    pub fn turns(&self) -> u64 {
        self.turns
    }

    /// Returns the seats that act in the next step; none if the match is over.
    pub fn to_act(&self) -> SeatSet {
        match G::phase(&self.state) {
            Phase::Ask { seats, .. } => seats,
            Phase::Over => SeatSet::default(),
        }
    }

    /// Returns the round of the next step, or `None` if the match is over.
    pub fn round(&self) -> Option<u32> {
        match G::phase(&self.state) {
            Phase::Ask { round, .. } => Some(round),
            Phase::Over => None,
        }
    }

    pub fn is_over(&self) -> bool {
        self.round().is_none()
    }

    /// Returns the view of a seat.
    pub fn view(&self, seat: Seat) -> G::View<'_> {
        G::view(&self.state, seat)
    }

    /// Plays one step. Asks `answer` for the orders of each seat that acts; the last argument is the seed of the seat's
    /// own random numbers in this step. Does nothing if the match is over.
    pub fn step(&mut self, mut answer: impl FnMut(Seat, &G::View<'_>, u64) -> G::Orders) {
        self.orders.clear();
        for seat in self.to_act().iter() {
            let random_seed = turn_seed(self.seed, seat, self.turns);
            let orders = answer(seat, &G::view(&self.state, seat), random_seed);
            self.orders.push((seat, orders));
        }
        self.apply();
    }

    /// Plays one step like [`SteppedMatch::step`], for answers that need no seed. Seeds cost more time than the rules
    /// of small games.
    pub fn step_unseeded(&mut self, mut answer: impl FnMut(Seat, &G::View<'_>) -> G::Orders) {
        self.orders.clear();
        for seat in self.to_act().iter() {
            let orders = answer(seat, &G::view(&self.state, seat));
            self.orders.push((seat, orders));
        }
        self.apply();
    }

    fn apply(&mut self) {
        if self.orders.is_empty() {
            return;
        }
        self.events.clear();
        G::apply(&mut self.state, &self.orders, &mut self.events);
        self.turns += 1;
    }

    /// Writes the rewards of all seats since the last call or the start, in seat order.
    pub fn take_rewards(&mut self, rule: Rewards, out: &mut [f32]) {
        match rule {
            Rewards::Figure => {
                G::figures(&self.state, &mut self.new_figures);
                for ((reward, new), old) in out.iter_mut().zip(&self.new_figures).zip(&self.figures) {
                    *reward = new.saturating_sub(*old) as f32;
                }
                std::mem::swap(&mut self.figures, &mut self.new_figures);
            }
            Rewards::Win if self.is_over() => {
                let standings = G::standings(&self.state);
                let first = standings.iter().filter(|standing| standing.place == 1).count();
                for (reward, standing) in out.iter_mut().zip(&standings) {
                    *reward = match standing.place {
                        1 if first == 1 => 1.0,
                        1 => 0.0,
                        _ => -1.0,
                    };
                }
            }
            Rewards::Win => out.fill(0.0),
        }
    }

    /// Returns the match as bytes, from which [`SteppedMatch::load`] continues in the same way.
    pub fn save(&self) -> Vec<u8> {
        let saved = SavedMatch::<_, &G::Setup, &G::State> {
            setup: &self.setup,
            seed: self.seed,
            turns: self.turns,
            figures: &self.figures,
            state: &self.state,
        };
        postcard::to_stdvec(&saved).expect("setups and states can be written")
    }

    /// Continues a match that was saved. Returns false, and changes nothing, if the bytes are not such a match.
    pub fn load(&mut self, bytes: &[u8]) -> bool {
        let Ok(saved) = postcard::from_bytes::<SavedMatch<Vec<i64>, G::Setup, G::State>>(bytes) else {
            return false;
        };
        if saved.figures.len() != self.seats() {
            return false;
        }
        self.setup = saved.setup;
        (self.seed, self.turns, self.figures, self.state) =
            (saved.seed, saved.turns, saved.figures, saved.state);
        true
    }
}

impl<G: Environment> Clone for SteppedMatch<G> {
    fn clone(&self) -> Self {
        SteppedMatch {
            setup: self.setup.clone(),
            seed: self.seed,
            state: self.state.clone(),
            turns: self.turns,
            figures: self.figures.clone(),
            new_figures: self.new_figures.clone(),
            orders: Vec::with_capacity(self.seats()),
            events: Vec::new(),
        }
    }
}

/// The form in which a match is saved.
#[derive(Serialize, Deserialize)]
struct SavedMatch<Figures, Setup, State> {
    setup: Setup,
    seed: u64,
    turns: u64,
    figures: Figures,
    state: State,
}
