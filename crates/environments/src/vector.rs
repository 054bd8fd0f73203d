//! Many matches at once, each of which starts again when it is over.

use crate::lane::{Agents, Lane};
use crate::saved_vector::{Lanes, SavedLane, SavedVector};
use crate::{EnvironmentPlan, Setups, StepError};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::{ParallelSlice, ParallelSliceMut};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::io;
use wag_core::game::{Dtype, Element, Observation, Playable, Seat, Spaces, derive_seed};
use wag_core::problem::Problem;
use wag_play::PlayError;

/// A vector of matches of any game. A buffer contains the values of all matches, one after the other. The values of a
/// match are those of its agents, one after the other.
pub trait AnyVector: Send {
    /// Returns the number of matches.
    fn count(&self) -> usize;
    fn agents(&self) -> &[Seat];
    fn spaces(&self) -> &Spaces;
    fn dtype(&self) -> Dtype;
    /// Starts all matches again. The seed of each match follows from `seed` and its number.
    fn reset(&mut self, seed: u64, buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Plays one step of all matches, until an agent acts. A match that is over starts again, with another seed: its
    /// rewards and termination are those of the old match, its observation, mask and acting agents those of the new one.
    /// Without `restarts`, it stays over, with rewards of 0 in further steps, until [`AnyVector::restart`]. If an action is invalid, no match is played.
    fn step(&mut self, actions: &[i32], buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Starts the matches again whose termination is 1, and writes what their agents see; leaves the other matches and their
    /// parts of the buffers alone. The match with number n gets the seed `seeds[n]`, or one that follows from its last one
    /// if there are no seeds.
    fn restart(&mut self, seeds: &[u64], buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Writes what the agents see, and leaves rewards and terminations alone.
    fn observe(&mut self, buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Returns the reason why the game itself could not go on in the last reset or step.
    fn failure(&self) -> Option<&Problem>;
    /// Returns a copy of all matches, including what built-in opponents remember.
    fn save(&self) -> SavedVector;
    /// Continues from a copy. Returns false, and changes nothing, if the copy belongs to another game, or has another number
    /// of matches, other spaces or seats.
    fn load(&mut self, saved: &SavedVector) -> bool;
}

/// The buffers that a vector fills.
#[derive(Debug)]
pub struct VectorBuffers<'b> {
    /// The observation of each agent.
    pub observations: Observation<'b>,
    /// The mask of each agent, with 1 for allowed choices. For an agent that does not act, only the first choice of
    /// each entry is allowed.
    pub masks: &'b mut [i8],
    /// The reward of each agent.
    pub rewards: &'b mut [f32],
    /// For each match, 1 if it was over after this step, otherwise 0.
    pub terminations: &'b mut [u8],
    /// For each agent, 1 if it acts in the next step, otherwise 0.
    pub acting: &'b mut [u8],
}

/// A vector of matches of one game.
pub struct Vector<G: Playable> {
    lanes: Vec<NumberedLane<G>>,
    shared: Shared<G>,
    threads: usize,
    pool: Option<Pool>,
}

/// The data that all matches of a vector have in common.
struct Shared<G> {
    agents: Agents,
    setups: Setups<G>,
    seed: u64,
    /// Whether a match that is over starts again in the same step.
    restarts: bool,
}

struct NumberedLane<G: Playable> {
    lane: Lane<G>,
    number: u64,
    /// The seed of the first match; `None` if it follows from that of the vector.
    seed: Option<u64>,
    /// The number of matches that were played before this one.
    episode: u64,
    /// The reason why the game could not go on in the last reset or step.
    failure: Option<Problem>,
}

/// A pool of threads, and the process to which they belong: forks of that process do not have the threads.
struct Pool {
    threads: ThreadPool,
    process: u32,
}

impl<G: Playable> Vector<G> {
    pub fn new(
        plan: &EnvironmentPlan,
        count: usize,
        threads: usize,
        restarts: bool,
    ) -> Result<Self, PlayError> {
        let setups = Setups::new(plan);
        let lane = Lane::start(&setups, 0)?;
        let agents = Agents::new(plan.agents(), G::spaces(lane.played.setup()), plan.rewards);
        let lanes = (0..count as u64).map(|number| NumberedLane {
            lane: lane.clone(),
            number,
            seed: None,
            episode: 0,
            failure: None,
        });
        Ok(Vector {
            lanes: lanes.collect(),
            shared: Shared { agents, setups, seed: 0, restarts },
            threads: threads.clamp(1, count.max(1)),
            pool: None,
        })
    }

    fn check(&self, buffers: &VectorBuffers<'_>) -> Result<(), StepError> {
        let (count, agents) = (self.lanes.len(), &self.shared.agents);
        let all = count * agents.seats.len();
        let observations = match &buffers.observations {
            Observation::U8(out) if G::Element::DTYPE == Dtype::U8 => out.len(),
            Observation::F32(out) if G::Element::DTYPE == Dtype::F32 => out.len(),
            _ => 0,
        };
        check_len("observations", all * agents.observation_len, observations)?;
        check_len("masks", all * agents.mask_len, buffers.masks.len())?;
        check_len("rewards", all, buffers.rewards.len())?;
        check_len("terminations", count, buffers.terminations.len())?;
        check_len("acting", all, buffers.acting.len())
    }

    fn no_actions(&self) -> Vec<i32> {
        vec![0; self.lanes.len() * self.shared.agents.seats.len() * self.shared.agents.action_len]
    }

    /// Calls `with` for equal parts of the matches and of their buffers, on all threads.
    fn for_each_part(
        &mut self,
        actions: &[i32],
        buffers: VectorBuffers<'_>,
        with: impl Fn(&Shared<G>, Part<'_, G>) + Sync,
    ) -> io::Result<()> {
        let VectorBuffers { observations, masks, rewards, terminations, acting } = buffers;
        let Some(observations) = G::Element::of(observations) else { return Ok(()) };
        let agents = &self.shared.agents;
        let all = agents.seats.len();
        if self.threads == 1 || self.lanes.len() < 2 {
            let part =
                Part { lanes: &mut self.lanes, actions, observations, masks, rewards, terminations, acting };
            with(&self.shared, part);
            return Ok(());
        }
        let pool = Pool::of_this_process(&mut self.pool, self.threads)?;
        let per = self.lanes.len().div_ceil(self.threads);
        let shared = &self.shared;
        let parts = self
            .lanes
            .par_chunks_mut(per)
            .zip(actions.par_chunks((per * all * agents.action_len).max(1)))
            .zip(observations.par_chunks_mut(per * all * agents.observation_len))
            .zip(masks.par_chunks_mut(per * all * agents.mask_len))
            .zip(rewards.par_chunks_mut(per * all))
            .zip(terminations.par_chunks_mut(per))
            .zip(acting.par_chunks_mut(per * all));
        pool.install(|| {
            parts.for_each(
                |((((((lanes, actions), observations), masks), rewards), terminations), acting)| {
                    let part = Part { lanes, actions, observations, masks, rewards, terminations, acting };
                    with(shared, part);
                },
            );
        });
        Ok(())
    }
}

pub(super) fn check_len(what: &'static str, needed: usize, given: usize) -> Result<(), StepError> {
    if needed == given { Ok(()) } else { Err(StepError::WrongLength { what, needed, given }) }
}

/// Some consecutive matches, and their parts of the buffers.
struct Part<'p, G: Playable> {
    lanes: &'p mut [NumberedLane<G>],
    actions: &'p [i32],
    observations: &'p mut [G::Element],
    masks: &'p mut [i8],
    rewards: &'p mut [f32],
    terminations: &'p mut [u8],
    acting: &'p mut [u8],
}

impl<G: Playable> Part<'_, G> {
    fn reset(self, shared: &Shared<G>) {
        self.for_each_lane(&shared.agents, |lane, _, rewards, is_over| {
            (lane.seed, lane.episode, lane.failure) = (None, 0, None);
            lane.restart(shared);
            rewards.fill(0.0);
            *is_over = 0;
            true
        });
    }

    fn restart(self, shared: &Shared<G>) {
        self.for_each_lane(&shared.agents, |lane, _, _, is_over| {
            lane.failure = None;
            if *is_over == 1 {
                lane.restart(shared);
            }
            *is_over == 1
        });
    }

    fn step(self, shared: &Shared<G>) {
        let agents = &shared.agents;
        self.for_each_lane(agents, |lane, actions, rewards, is_over| {
            if !lane.lane.played.is_over() {
                lane.lane.step(agents, actions, |_, _| None);
            }
            lane.lane.take_rewards(agents, rewards);
            *is_over = lane.lane.played.is_over().into();
            lane.failure = None;
            if *is_over == 1 {
                lane.note_failure();
                if shared.restarts {
                    lane.episode += 1;
                    lane.restart(shared);
                }
            }
            true
        });
    }

    /// Calls `with` for each match, with its actions, its rewards and its termination. Writes what its agents see if `with`
    /// returns true.
    fn for_each_lane(
        self,
        agents: &Agents,
        mut with: impl FnMut(&mut NumberedLane<G>, &[i32], &mut [f32], &mut u8) -> bool,
    ) {
        let all = agents.seats.len();
        let mut actions = self.actions.chunks_exact(all * agents.action_len);
        let mut observations = self.observations.chunks_exact_mut(all * agents.observation_len);
        let mut masks = self.masks.chunks_exact_mut(all * agents.mask_len);
        let mut acting = self.acting.chunks_exact_mut(all);
        let rewards = self.rewards.chunks_exact_mut(all);
        for ((lane, rewards), is_over) in self.lanes.iter_mut().zip(rewards).zip(self.terminations) {
            // The buffers have a part for each match.
            let (actions, observations) =
                (actions.next().unwrap_or_default(), observations.next().unwrap_or_default());
            let (masks, acting) = (masks.next().unwrap_or_default(), acting.next().unwrap_or_default());
            if with(lane, actions, rewards, is_over) {
                lane.lane.observe(agents, observations);
                lane.lane.mask(agents, masks);
                lane.lane.acting(agents, acting);
            }
        }
    }
}

impl<G: Playable> NumberedLane<G> {
    fn restart(&mut self, shared: &Shared<G>) {
        let seed = match (self.seed, self.episode) {
            (None, episode) => derive_seed(shared.seed, "environment", &[self.number, episode]),
            (Some(seed), 0) => seed,
            (Some(seed), episode) => derive_seed(seed, "environment", &[episode]),
        };
        // The options were valid for the first match, and the seed does not make them invalid.
        let restarted = self.lane.restart(&shared.setups, seed);
        debug_assert!(restarted.is_ok(), "{restarted:?}");
        self.lane.advance(&shared.agents, |_, _| None);
        self.note_failure();
    }

    fn note_failure(&mut self) {
        if let Some(problem) = G::failure(self.lane.played.state()) {
            self.failure.get_or_insert_with(|| problem.clone());
        }
    }
}

impl Pool {
    fn of_this_process(pool: &mut Option<Pool>, threads: usize) -> io::Result<&ThreadPool> {
        let process = std::process::id();
        if pool.as_ref().is_none_or(|pool| pool.process != process) {
            let built = ThreadPoolBuilder::new().num_threads(threads).build().map_err(io::Error::other)?;
            // The threads of a pool of another process cannot be joined here.
            std::mem::forget(pool.replace(Pool { threads: built, process }));
        }
        pool.as_ref().map(|pool| &pool.threads).ok_or_else(|| io::Error::other("there is no pool"))
    }
}

impl<G: Playable> AnyVector for Vector<G> {
    fn count(&self) -> usize {
        self.lanes.len()
    }

    fn agents(&self) -> &[Seat] {
        &self.shared.agents.seats
    }

    fn spaces(&self) -> &Spaces {
        &self.shared.agents.spaces
    }

    fn dtype(&self) -> Dtype {
        G::Element::DTYPE
    }

    fn reset(&mut self, seed: u64, buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        self.shared.seed = seed;
        let actions = self.no_actions();
        self.for_each_part(&actions, buffers, |shared, part| part.reset(shared))
            .map_err(|_| StepError::Threads)
    }

    fn step(&mut self, actions: &[i32], buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        let agents = &self.shared.agents;
        let all = agents.seats.len();
        check_len("actions", self.lanes.len() * all * agents.action_len, actions.len())?;
        for (number, action) in actions.chunks_exact(agents.action_len).enumerate() {
            if let Some(invalid) = agents.spaces.actions.find_invalid(action) {
                return Err(StepError::Invalid { index: number / all, agent: number % all, invalid });
            }
        }
        self.for_each_part(actions, buffers, |shared, part| part.step(shared)).map_err(|_| StepError::Threads)
    }

    fn restart(&mut self, seeds: &[u64], buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        if !seeds.is_empty() {
            check_len("seeds", self.lanes.len(), seeds.len())?;
        }
        for (index, lane) in
            self.lanes.iter_mut().enumerate().filter(|(index, _)| buffers.terminations[*index] == 1)
        {
            match seeds.get(index) {
                Some(seed) => (lane.seed, lane.episode) = (Some(*seed), 0),
                None => lane.episode += 1,
            }
        }
        let actions = self.no_actions();
        self.for_each_part(&actions, buffers, |shared, part| part.restart(shared))
            .map_err(|_| StepError::Threads)
    }

    fn observe(&mut self, buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        let actions = self.no_actions();
        self.for_each_part(&actions, buffers, |shared, part| {
            part.for_each_lane(&shared.agents, |_, _, _, _| true)
        })
        .map_err(|_| StepError::Threads)
    }

    fn failure(&self) -> Option<&Problem> {
        self.lanes.iter().find_map(|lane| lane.failure.as_ref())
    }

    fn save(&self) -> SavedVector {
        let copy = |one: &NumberedLane<G>| SavedLane {
            seed: one.seed,
            episode: one.episode,
            lane: one.lane.clone(),
        };
        SavedVector::of(Lanes { seed: self.shared.seed, lanes: self.lanes.iter().map(copy).collect() })
    }

    fn load(&mut self, saved: &SavedVector) -> bool {
        let Some(first) = self.lanes.first() else { return false };
        let (setups, spaces) = (&self.shared.setups, &self.shared.agents.spaces);
        let fits = |saved: &Lanes<G>| {
            let mut lanes = saved.lanes.iter().map(|one| &one.lane.played);
            lanes.all(|played| played.seats() == setups.seats() && G::spaces(played.setup()) == *spaces)
        };
        let Some(saved) = saved.lanes(setups, &first.lane, self.lanes.len()).filter(fits) else {
            return false;
        };
        self.shared.seed = saved.seed;
        for (lane, saved) in self.lanes.iter_mut().zip(saved.lanes) {
            (lane.seed, lane.episode, lane.failure) = (saved.seed, saved.episode, None);
            lane.lane = saved.lane;
        }
        true
    }
}
