//! A single match that learners play, with opponents of any kind.

use crate::lane::{Agents, Lane};
use crate::outside::OutsidePlayers;
use crate::outside_error::OutsideError;
use crate::policy_part::PolicyPart;
use crate::remote::stopped;
use crate::vector::check_len;
use crate::{EnvironmentPlan, Setups, StepError};
use std::any::Any;
use wag_core::game::{Dtype, Element, Observation, Playable, Seat, Show, Sight, Spaces, Standing};
use wag_core::problem::Problem;
use wag_i18n::message;
use wag_play::PlayError;

/// A match of any game. Buffers have the values of all agents one after the other.
pub trait AnyMatch: Send {
    fn agents(&self) -> &[Seat];
    fn spaces(&self) -> &Spaces;
    fn dtype(&self) -> Dtype;
    /// Returns the name of the figure whose changes are rewards.
    fn figure(&self) -> &'static str;
    /// Starts the match with this seed, and plays until an agent acts.
    fn reset(&mut self, seed: u64) -> Result<(), OutsideError>;
    /// Plays one step with the actions of all agents, and then until an agent acts or the match is over.
    fn step(&mut self, actions: &[i32]) -> Result<(), StepError>;
    /// Writes which agents act in the next step, 1 or 0 for each. None acts if the match is over.
    fn acting(&self, out: &mut [u8]) -> Result<(), StepError>;
    /// Returns the round of the next step, or `None` if the match is over.
    fn round(&self) -> Option<u32>;
    /// Writes the agents' rewards since the last call.
    fn take_rewards(&mut self, out: &mut [f32]) -> Result<(), StepError>;
    fn observe(&self, out: Observation<'_>) -> Result<(), StepError>;
    /// Writes the agents' masks, 1 for allowed choices.
    fn mask(&self, out: &mut [i8]) -> Result<(), StepError>;
    /// Returns the reason why the game itself cannot go on; the match is then over and counts for nobody.
    fn failure(&self) -> Option<Problem>;
    /// Returns the reason for the last [`StepError::Outside`], and forgets it.
    fn take_error(&mut self) -> Option<OutsideError>;
    /// Returns the standings of all seats.
    fn standings(&self) -> Vec<Standing>;
    /// Returns the board as text, and as symbols. Both show everything, like a replay.
    fn picture(&self) -> String;
    fn sight(&self) -> Sight;
    /// Returns a copy of the match, including what built-in opponents remember.
    fn save(&self) -> SavedMatch;
    /// Continues from a copy. Returns false, and changes nothing, if the copy belongs to another game, or has other
    /// spaces or seats. Opponents that run in processes are started if they have not played yet.
    fn load(&mut self, saved: &SavedMatch) -> Result<bool, OutsideError>;
}

/// A copy of a match.
pub struct SavedMatch(Content);

enum Content {
    Lane(Box<dyn SavedLane>),
    Bytes(Vec<u8>),
}

/// The copy of a match of one game.
trait SavedLane: Any + Send {
    fn bytes(&self) -> Vec<u8>;
}

impl<G: Playable> SavedLane for Lane<G> {
    fn bytes(&self) -> Vec<u8> {
        Lane::bytes(self)
    }
}

impl SavedMatch {
    /// Returns the copy as bytes for another process. They do not contain what opponents remember.
    pub fn bytes(&self) -> Vec<u8> {
        match &self.0 {
            Content::Lane(lane) => lane.bytes(),
            Content::Bytes(bytes) => bytes.clone(),
        }
    }

    /// Returns the copy that [`SavedMatch::bytes`] wrote.
    pub fn from_bytes(bytes: Vec<u8>) -> SavedMatch {
        SavedMatch(Content::Bytes(bytes))
    }
}

/// A match of one game.
pub struct Single<G: Playable> {
    lane: Lane<G>,
    agents: Agents,
    setups: Setups<G>,
    outside: OutsidePlayers<G>,
    part: PolicyPart<G>,
    /// True if an error has ended the match in the middle of a step.
    is_broken: bool,
}

impl<G: Playable> Single<G> {
    pub fn new(plan: EnvironmentPlan) -> Result<Self, PlayError> {
        let setups = Setups::new(&plan);
        let lane = Lane::start(&setups, 0)?;
        let agents = Agents::new(lane.agents.len(), G::spaces(lane.played.setup()), plan.rewards);
        let part = PolicyPart::new(lane.played.setup(), setups.policies.len());
        Ok(Single { lane, agents, outside: OutsidePlayers::new(&plan, 1)?, setups, part, is_broken: false })
    }

    /// Plays until an agent acts in the next turn, or the match is over.
    fn run(&mut self, actions: &[i32]) -> Result<(), StepError> {
        self.is_broken = true;
        while self.lane.run(&self.agents, actions) {
            self.part.clear();
            self.lane.write_rows(&mut self.part, None);
            self.outside.answer(&mut [(0, &mut self.lane)], std::slice::from_mut(&mut self.part))?;
            self.lane.read_answers(&self.part, &self.agents);
        }
        self.is_broken = false;
        Ok(())
    }
}

impl<G: Playable> AnyMatch for Single<G> {
    fn agents(&self) -> &[Seat] {
        &self.lane.agents
    }

    fn spaces(&self) -> &Spaces {
        &self.agents.spaces
    }

    fn dtype(&self) -> Dtype {
        G::Element::DTYPE
    }

    fn figure(&self) -> &'static str {
        self.setups.info.figures.first().copied().unwrap_or_default()
    }

    fn reset(&mut self, seed: u64) -> Result<(), OutsideError> {
        self.lane = Lane::start(&self.setups, seed).map_err(PlayError::from)?;
        if G::spaces(self.lane.played.setup()) != self.agents.spaces {
            return Err(PlayError::UserError(message!("the board of this match has another size")).into());
        }
        let started = self.outside.start(&mut [(0, &mut self.lane)]);
        if started.and_then(|()| self.run(&[])).is_err() {
            return Err(self.take_error().unwrap_or_else(|| stopped().into()));
        }
        match self.failure() {
            Some(problem) => Err(PlayError::GameFailed(Box::new(problem)).into()),
            None => Ok(()),
        }
    }

    fn step(&mut self, actions: &[i32]) -> Result<(), StepError> {
        let Agents { count, action_len, spaces, .. } = &self.agents;
        check_len("actions", count * action_len, actions.len())?;
        if self.lane.played.is_over() || self.is_broken {
            return Err(StepError::Over);
        }
        for (agent, action) in actions.chunks_exact(*action_len).enumerate() {
            if let Some(invalid) = spaces.actions.find_invalid(action) {
                return Err(StepError::Invalid { index: 0, agent, invalid });
            }
        }
        self.lane.begin_step();
        self.run(actions)
    }

    fn acting(&self, out: &mut [u8]) -> Result<(), StepError> {
        check_len("acting", self.agents.count, out.len())?;
        self.lane.acting(out);
        Ok(())
    }

    fn round(&self) -> Option<u32> {
        self.lane.played.round()
    }

    fn take_rewards(&mut self, out: &mut [f32]) -> Result<(), StepError> {
        check_len("rewards", self.agents.count, out.len())?;
        self.lane.take_rewards(&self.agents, out);
        Ok(())
    }

    fn observe(&self, out: Observation<'_>) -> Result<(), StepError> {
        let out = G::Element::of(out).unwrap_or_default();
        check_len("observations", self.agents.count * self.agents.observation_len, out.len())?;
        self.lane.observe(&self.agents, out);
        Ok(())
    }

    fn mask(&self, out: &mut [i8]) -> Result<(), StepError> {
        check_len("masks", self.agents.count * self.agents.mask_len, out.len())?;
        self.lane.mask(&self.agents, out);
        Ok(())
    }

    fn failure(&self) -> Option<Problem> {
        G::failure(self.lane.played.state()).cloned()
    }

    fn take_error(&mut self) -> Option<OutsideError> {
        self.outside.take_error()
    }

    fn standings(&self) -> Vec<Standing> {
        G::standings(self.lane.played.state())
    }

    fn picture(&self) -> String {
        G::picture(self.lane.played.setup(), &G::frame(self.lane.played.state()))
    }

    fn sight(&self) -> Sight {
        <G as Show>::sight(self.lane.played.setup(), &G::frame(self.lane.played.state()))
    }

    fn save(&self) -> SavedMatch {
        SavedMatch(Content::Lane(Box::new(self.lane.clone())))
    }

    fn load(&mut self, saved: &SavedMatch) -> Result<bool, OutsideError> {
        let read;
        let lane = match &saved.0 {
            Content::Lane(lane) => (lane.as_ref() as &dyn Any).downcast_ref::<Lane<G>>(),
            Content::Bytes(bytes) => {
                read = self.lane.read(&self.setups, bytes);
                read.as_ref()
            }
        };
        let fits = |lane: &&Lane<G>| {
            lane.played.seats() == self.lane.played.seats()
                && G::spaces(lane.played.setup()) == self.agents.spaces
        };
        let Some(lane) = lane.filter(fits) else { return Ok(false) };
        // Functions and processes keep their own memory, unless others take their seats.
        let is_new = self.lane.is_new || lane.line_up != self.lane.line_up;
        self.lane = lane.clone();
        self.lane.is_new = is_new;
        self.is_broken = false;
        let started = self.outside.start(&mut [(0, &mut self.lane)]);
        match started {
            Ok(()) => Ok(true),
            Err(_) => Err(self.take_error().unwrap_or_else(|| stopped().into())),
        }
    }
}
