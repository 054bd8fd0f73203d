//! One match of an environment, with its built-in opponents.

use crate::Setups;
use wag_core::arena::{Rewards, SteppedMatch};
use wag_core::game::{Bot, Environment, InvalidOptions, Playable, Seat, Spaces};

/// A match in which agents choose actions, and built-in bots play the other seats.
pub struct Lane<G: Environment> {
    pub played: SteppedMatch<G>,
    /// The bot on each seat; `None` for agents, and for players that give no orders.
    bots: Vec<Option<Bot<G>>>,
    has_bots: bool,
    // Buffers, reused in each step.
    rewards: Vec<f32>,
    answers: Vec<Option<G::Orders>>,
}

/// The agents of an environment and the shapes of their buffers.
pub struct Agents {
    pub seats: Vec<Seat>,
    pub spaces: Spaces,
    pub rewards: Rewards,
    /// The number of elements of an observation, an action and a mask.
    pub observation_len: usize,
    pub action_len: usize,
    pub mask_len: usize,
}

impl Agents {
    pub fn new(seats: Vec<Seat>, spaces: Spaces, rewards: Rewards) -> Agents {
        let (observation_len, action_len) = (spaces.observation_len(), spaces.actions.choices.len());
        let mask_len = spaces.actions.mask_len();
        Agents { seats, spaces, rewards, observation_len, action_len, mask_len }
    }

    /// Returns the index of a seat's agent, or `None` if another player sits there.
    pub fn index_of(&self, seat: Seat) -> Option<usize> {
        self.seats.iter().position(|agent| *agent == seat)
    }
}

impl<G: Playable> Lane<G> {
    /// Starts a match.
    pub fn start(setups: &Setups<G>, seed: u64) -> Result<Lane<G>, InvalidOptions> {
        let bots = setups.bots();
        Ok(Lane {
            played: SteppedMatch::start(setups.make(seed)?, setups.seats(), seed),
            has_bots: bots.iter().any(Option::is_some),
            bots,
            rewards: vec![0.0; setups.seats()],
            answers: Vec::new(),
        })
    }

    /// Starts another match, with bots that remember nothing.
    pub fn restart(&mut self, setups: &Setups<G>, seed: u64) -> Result<(), InvalidOptions> {
        if G::SEED_DECIDES_SETUP {
            self.played.restart(setups.make(seed)?, seed);
        } else {
            self.played.restart_with_setup(seed);
        }
        if self.has_bots {
            self.bots = setups.bots();
        }
        Ok(())
    }

    /// Returns the match as bytes: the name of the game, a zero byte, and the saved match.
    pub fn bytes(&self) -> Vec<u8> {
        [G::NAME.as_bytes(), &[0], &self.played.save()].concat()
    }

    /// Returns the match that was saved as these bytes, with bots that remember nothing; `None` if it is not a match of
    /// this game with as many seats.
    pub fn read(&self, setups: &Setups<G>, bytes: &[u8]) -> Option<Lane<G>> {
        let mut lane = self.clone();
        let bytes = bytes.strip_prefix(G::NAME.as_bytes())?.strip_prefix(&[0])?;
        let is_read = lane.played.load(bytes);
        lane.bots = setups.bots();
        (is_read && G::is_sound(lane.played.setup())).then_some(lane)
    }

    /// Plays one step with the actions of the agents, and then until an agent acts or the match is over. `remote`
    /// answers for seats that have neither an agent nor a bot.
    pub fn step(
        &mut self,
        agents: &Agents,
        actions: &[i32],
        mut remote: impl FnMut(&SteppedMatch<G>, Seat) -> Option<G::Orders>,
    ) {
        let chosen = |agent: usize| &actions[agent * agents.action_len..(agent + 1) * agents.action_len];
        if self.has_bots || agents.seats.len() < self.played.seats() {
            self.step_with_others(agents, |agent, view| G::orders(view, chosen(agent)), &mut remote);
            self.advance(agents, remote);
        } else {
            self.played.step_unseeded(|seat, view| G::orders(view, chosen(seat.index())));
        }
    }

    /// Plays until an agent acts or the match is over.
    pub fn advance(
        &mut self,
        agents: &Agents,
        mut remote: impl FnMut(&SteppedMatch<G>, Seat) -> Option<G::Orders>,
    ) {
        let is_agent = |seat: Seat| agents.index_of(seat).is_some();
        while !self.played.is_over() && !self.played.to_act().iter().any(is_agent) {
            self.step_with_others(agents, |_, _| G::Orders::default(), &mut remote);
        }
    }

    fn step_with_others(
        &mut self,
        agents: &Agents,
        mut act: impl FnMut(usize, &G::View<'_>) -> G::Orders,
        remote: &mut impl FnMut(&SteppedMatch<G>, Seat) -> Option<G::Orders>,
    ) {
        self.answers.clear();
        for seat in self.played.to_act().iter() {
            let is_remote = agents.index_of(seat).is_none() && self.bots[seat.index()].is_none();
            self.answers.push(if is_remote { remote(&self.played, seat) } else { None });
        }
        let (bots, mut answers) = (&mut self.bots, self.answers.drain(..));
        self.played.step(|seat, view, random_seed| {
            let answer = answers.next().flatten();
            match (agents.index_of(seat), &mut bots[seat.index()]) {
                (Some(agent), _) => act(agent, view),
                (None, Some(bot)) => bot(view, random_seed),
                (None, None) => answer.unwrap_or_default(),
            }
        });
    }

    /// Writes the rewards of the agents since the last call.
    pub fn take_rewards(&mut self, agents: &Agents, out: &mut [f32]) {
        self.played.take_rewards(agents.rewards, &mut self.rewards);
        for (reward, seat) in out.iter_mut().zip(&agents.seats) {
            *reward = self.rewards[seat.index()];
        }
    }

    /// Writes the observations of all agents, one after the other.
    pub fn observe(&self, agents: &Agents, out: &mut [G::Element]) {
        for (seat, out) in agents.seats.iter().zip(out.chunks_exact_mut(agents.observation_len)) {
            G::observe(&self.played.view(*seat), out);
        }
    }

    /// Writes the masks of all agents, one after the other.
    pub fn mask(&self, agents: &Agents, out: &mut [i8]) {
        let to_act = self.played.to_act();
        for (seat, out) in agents.seats.iter().zip(out.chunks_exact_mut(agents.mask_len)) {
            if to_act.contains(*seat) {
                G::mask(&self.played.view(*seat), out);
            } else {
                agents.spaces.actions.mask_nothing(out);
            }
        }
    }

    /// Writes which agents act in the next step, 1 or 0 for each.
    pub fn acting(&self, agents: &Agents, out: &mut [u8]) {
        let to_act = self.played.to_act();
        for (seat, out) in agents.seats.iter().zip(out) {
            *out = to_act.contains(*seat).into();
        }
    }
}

impl<G: Playable> Clone for Lane<G> {
    /// Returns a copy of the match with the same future: its bots have the same memory.
    fn clone(&self) -> Self {
        Lane {
            played: self.played.clone(),
            bots: self.bots.iter().map(|bot| bot.as_ref().map(|bot| bot.boxed_clone())).collect(),
            has_bots: self.has_bots,
            rewards: self.rewards.clone(),
            answers: Vec::new(),
        }
    }
}
