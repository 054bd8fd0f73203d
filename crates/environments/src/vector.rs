//! Many matches at once, each of which starts again when it is over.

use crate::lane::{Agents, Lane};
use crate::outside::OutsidePlayers;
use crate::outside_error::OutsideError;
use crate::policy_part::PolicyPart;
use crate::saved_vector::{Lanes, SavedLane, SavedVector};
use crate::{EnvironmentPlan, Setups, StepError};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
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
    /// Returns the seats of the agents in the first match.
    fn agents(&self) -> &[Seat];
    /// Returns the seats of the agents in all matches, one match after the other.
    fn seats(&self) -> Vec<Seat>;
    fn spaces(&self) -> &Spaces;
    fn dtype(&self) -> Dtype;
    /// Starts all matches again. The seed of each match follows from `seed` and its number.
    fn reset(&mut self, seed: u64, buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Plays one step of all matches, until an agent acts. A match that is over starts again, with another seed: its
    /// rewards and termination are those of the old match, its observation, mask and acting agents those of the new one.
    /// In a vector without restarts it stays over, with rewards of 0 in further steps, until [`AnyVector::restart`]. If an
    /// action is invalid, no match is played.
    fn step(&mut self, actions: &[i32], buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Starts the matches again whose termination is 1, and writes what their agents see; leaves the other matches and
    /// their parts of the buffers alone. The match with number n gets the seed `seeds[n]`, or one that follows from its
    /// last one if there are no seeds.
    fn restart(&mut self, seeds: &[u64], buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Writes what the agents see, and leaves rewards and terminations alone.
    fn observe(&mut self, buffers: VectorBuffers<'_>) -> Result<(), StepError>;
    /// Returns a copy of all matches, including what built-in opponents remember.
    fn save(&self) -> SavedVector;
    /// Continues from a copy. Returns false, and changes nothing, if the copy belongs to another game, or has another
    /// number of matches, other spaces or seats.
    fn load(&mut self, saved: &SavedVector) -> Result<bool, StepError>;
    /// Returns the reason why the game itself could not go on in the last reset or step.
    fn failure(&self) -> Option<&Problem>;
    /// Returns the reason for the last [`StepError::Outside`], and forgets it.
    fn take_error(&mut self) -> Option<OutsideError>;
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
    outside: OutsidePlayers<G>,
    /// The questions to policies of each part of the matches.
    parts: Vec<PolicyPart<G>>,
    threads: usize,
    pool: Option<Pool>,
    /// True if an error has ended the matches in the middle of a step.
    is_broken: bool,
}

/// The data that all matches of a vector have in common.
struct Shared<G> {
    agents: Agents,
    setups: Setups<G>,
    seed: u64,
    has_policies: bool,
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
    phase: Phase,
}

/// The progress of a match in a step of its vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The turns of the step are played.
    Step,
    /// A new match is played until an agent acts.
    Start,
    Done,
}

/// The beginning of a pass over all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Begin {
    Reset,
    /// Starts the matches again that are over.
    Restart,
    Step,
    /// Plays nothing.
    Observe,
    /// Goes on with the answers for which some matches have waited.
    Answers,
}

/// A pool of threads, and the process to which they belong: forks of that process do not have the threads.
struct Pool {
    threads: ThreadPool,
    process: u32,
}

/// The buffers of a vector, with the numbers of its game.
struct TypedBuffers<'b, E> {
    observations: &'b mut [E],
    masks: &'b mut [i8],
    rewards: &'b mut [f32],
    terminations: &'b mut [u8],
    acting: &'b mut [u8],
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
        let agents = Agents::new(lane.agents.len(), G::spaces(lane.played.setup()), plan.rewards);
        let threads = threads.clamp(1, count.max(1));
        let parts = (0..threads).map(|_| PolicyPart::new(lane.played.setup(), setups.policies.len()));
        let lanes = (0..count as u64).map(|number| NumberedLane {
            lane: lane.clone(),
            number,
            seed: None,
            episode: 0,
            failure: None,
            phase: Phase::Done,
        });
        let has_policies = !setups.policies.is_empty();
        Ok(Vector {
            lanes: lanes.collect(),
            parts: parts.collect(),
            shared: Shared { agents, setups, seed: 0, has_policies, restarts },
            outside: OutsidePlayers::new(plan, count)?,
            threads,
            pool: None,
            is_broken: false,
        })
    }

    fn no_actions(&self) -> Vec<i32> {
        vec![0; self.lanes.len() * self.shared.agents.count * self.shared.agents.action_len]
    }

    /// Starts the players outside of the engine in all matches that they do not know yet.
    fn start_outside(&mut self) -> Result<(), StepError> {
        let lanes = self.lanes.iter_mut();
        let mut lanes: Vec<_> = lanes.map(|lane| (lane.number as usize, &mut lane.lane)).collect();
        self.outside.start(&mut lanes)
    }

    fn check(&self, buffers: &VectorBuffers<'_>) -> Result<(), StepError> {
        let (count, agents) = (self.lanes.len(), &self.shared.agents);
        let all = count * agents.count;
        let observations =
            if buffers.observations.dtype() == G::Element::DTYPE { buffers.observations.len() } else { 0 };
        check_len("observations", all * agents.observation_len, observations)?;
        check_len("masks", all * agents.mask_len, buffers.masks.len())?;
        check_len("rewards", all, buffers.rewards.len())?;
        check_len("terminations", count, buffers.terminations.len())?;
        check_len("acting", all, buffers.acting.len())
    }

    /// Plays until an agent acts in each match. Matches that wait for policies, functions or processes are
    /// asked together.
    fn run(
        &mut self,
        begin: Begin,
        actions: &[i32],
        VectorBuffers { observations, masks, rewards, terminations, acting }: VectorBuffers<'_>,
    ) -> Result<(), StepError> {
        let observations = G::Element::of(observations).unwrap_or_default();
        let mut buffers = TypedBuffers { observations, masks, rewards, terminations, acting };
        self.is_broken = true;
        self.pass(begin, actions, &mut buffers)?;
        while self.outside.exist() && self.lanes.iter().any(|lane| lane.phase != Phase::Done) {
            let waiting = self.lanes.iter_mut().filter(|lane| lane.phase != Phase::Done);
            let mut waiting: Vec<_> = waiting.map(|lane| (lane.number as usize, &mut lane.lane)).collect();
            self.outside.answer(&mut waiting, &mut self.parts)?;
            self.pass(Begin::Answers, actions, &mut buffers)?;
        }
        self.is_broken = false;
        Ok(())
    }

    /// Goes on with all matches, until they are done or wait for answers. Plays equal parts of them on all threads.
    fn pass(
        &mut self,
        begin: Begin,
        actions: &[i32],
        buffers: &mut TypedBuffers<'_, G::Element>,
    ) -> Result<(), StepError> {
        let TypedBuffers { observations, masks, rewards, terminations, acting } = buffers;
        let (shared, agents) = (&self.shared, &self.shared.agents);
        if self.threads == 1 || self.lanes.len() < 2 {
            let (lanes, policies) = (self.lanes.as_mut_slice(), &mut self.parts[0]);
            Part { lanes, policies, actions, observations, masks, rewards, terminations, acting }
                .play(shared, begin);
            return Ok(());
        }
        let pool = Pool::of_this_process(&mut self.pool, self.threads).map_err(|_| StepError::Threads)?;
        let per = self.lanes.len().div_ceil(self.threads);
        let all = per * agents.count;
        let parts = self
            .lanes
            .par_chunks_mut(per)
            .zip(self.parts.par_iter_mut())
            .zip(actions.par_chunks((all * agents.action_len).max(1)))
            .zip(observations.par_chunks_mut(all * agents.observation_len))
            .zip(masks.par_chunks_mut(all * agents.mask_len))
            .zip(rewards.par_chunks_mut(all))
            .zip(terminations.par_chunks_mut(per))
            .zip(acting.par_chunks_mut(all));
        pool.install(|| {
            parts.for_each(
                |(
                    ((((((lanes, policies), actions), observations), masks), rewards), terminations),
                    acting,
                )| {
                    Part { lanes, policies, actions, observations, masks, rewards, terminations, acting }
                        .play(shared, begin);
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
    policies: &'p mut PolicyPart<G>,
    actions: &'p [i32],
    observations: &'p mut [G::Element],
    masks: &'p mut [i8],
    rewards: &'p mut [f32],
    terminations: &'p mut [u8],
    acting: &'p mut [u8],
}

impl<G: Playable> Part<'_, G> {
    /// Plays all matches until they are done, and writes what their agents see, or until they wait for answers, and writes
    /// the questions to policies.
    fn play(self, shared: &Shared<G>, begin: Begin) {
        let (agents, policies) = (&shared.agents, self.policies);
        let all = agents.count;
        let mut actions = self.actions.chunks_exact(all * agents.action_len);
        let mut observations = self.observations.chunks_exact_mut(all * agents.observation_len);
        let mut masks = self.masks.chunks_exact_mut(all * agents.mask_len);
        let mut acting = self.acting.chunks_exact_mut(all);
        let rewards = self.rewards.chunks_exact_mut(all);
        if shared.has_policies {
            policies.clear();
        }
        for ((lane, rewards), is_over) in self.lanes.iter_mut().zip(rewards).zip(self.terminations) {
            // The buffers have a part for each match.
            let (actions, observations) =
                (actions.next().unwrap_or_default(), observations.next().unwrap_or_default());
            let (masks, acting) = (masks.next().unwrap_or_default(), acting.next().unwrap_or_default());
            match begin {
                Begin::Answers if lane.phase == Phase::Done => continue,
                Begin::Answers => lane.lane.read_answers(policies, agents),
                Begin::Restart if *is_over == 0 => continue,
                Begin::Restart => {
                    lane.failure = None;
                    lane.restart(shared);
                }
                Begin::Observe => {}
                Begin::Step if !shared.restarts && lane.lane.played.is_over() => {
                    lane.failure = None;
                    rewards.fill(0.0);
                    *is_over = 1;
                }
                Begin::Step => lane.begin_step(),
                Begin::Reset => {
                    lane.reset(shared);
                    rewards.fill(0.0);
                    *is_over = 0;
                }
            }
            lane.run(shared, actions, rewards, is_over);
            if lane.phase == Phase::Done {
                lane.lane.observe(agents, observations);
                lane.lane.mask(agents, masks);
                lane.lane.acting(acting);
            } else if shared.has_policies {
                lane.lane.write_rows(policies, Some(lane.number as usize));
            }
        }
    }
}

impl<G: Playable> NumberedLane<G> {
    fn reset(&mut self, shared: &Shared<G>) {
        (self.seed, self.episode, self.failure) = (None, 0, None);
        self.restart(shared);
    }

    fn begin_step(&mut self) {
        self.failure = None;
        self.phase = Phase::Step;
        self.lane.begin_step();
    }

    /// Plays until the match is done, or waits for answers.
    fn run(&mut self, shared: &Shared<G>, actions: &[i32], rewards: &mut [f32], is_over: &mut u8) {
        while self.phase != Phase::Done && !self.lane.run(&shared.agents, actions) {
            match self.phase {
                Phase::Step => {
                    self.lane.take_rewards(&shared.agents, rewards);
                    *is_over = self.lane.played.is_over().into();
                    self.phase = Phase::Done;
                    if *is_over == 1 {
                        self.note_failure();
                        if shared.restarts {
                            self.episode += 1;
                            self.restart(shared);
                        }
                    }
                }
                Phase::Start | Phase::Done => {
                    self.note_failure();
                    self.phase = Phase::Done;
                }
            }
        }
    }

    fn restart(&mut self, shared: &Shared<G>) {
        let seed = match (self.seed, self.episode) {
            (None, episode) => derive_seed(shared.seed, "environment", &[self.number, episode]),
            (Some(seed), 0) => seed,
            (Some(seed), episode) => derive_seed(seed, "environment", &[episode]),
        };
        // The options were valid for the first match, and the seed does not make them invalid.
        let restarted = self.lane.restart(&shared.setups, seed);
        debug_assert!(restarted.is_ok(), "{restarted:?}");
        self.phase = Phase::Start;
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
        self.lanes.first().map_or(&[], |lane| &lane.lane.agents)
    }

    fn seats(&self) -> Vec<Seat> {
        self.lanes.iter().flat_map(|lane| lane.lane.agents.iter().copied()).collect()
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
        self.run(Begin::Reset, &self.no_actions(), buffers)?;
        self.start_outside()
    }

    fn step(&mut self, actions: &[i32], buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        let agents = &self.shared.agents;
        let all = agents.count;
        check_len("actions", self.lanes.len() * all * agents.action_len, actions.len())?;
        if self.is_broken {
            return Err(StepError::Over);
        }
        for (number, action) in actions.chunks_exact(agents.action_len).enumerate() {
            if let Some(invalid) = agents.spaces.actions.find_invalid(action) {
                return Err(StepError::Invalid { index: number / all, agent: number % all, invalid });
            }
        }
        self.run(Begin::Step, actions, buffers)
    }

    fn restart(&mut self, seeds: &[u64], buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        if !seeds.is_empty() {
            check_len("seeds", self.lanes.len(), seeds.len())?;
        }
        for (index, lane) in self.lanes.iter_mut().enumerate() {
            match seeds.get(index) {
                _ if buffers.terminations[index] == 0 => {}
                Some(seed) => (lane.seed, lane.episode) = (Some(*seed), 0),
                None => lane.episode += 1,
            }
        }
        self.run(Begin::Restart, &self.no_actions(), buffers)?;
        self.start_outside()
    }

    fn observe(&mut self, buffers: VectorBuffers<'_>) -> Result<(), StepError> {
        self.check(&buffers)?;
        let is_broken = self.is_broken;
        let observed = self.run(Begin::Observe, &self.no_actions(), buffers);
        self.is_broken |= is_broken;
        observed
    }

    fn save(&self) -> SavedVector {
        let copy = |one: &NumberedLane<G>| SavedLane {
            seed: one.seed,
            episode: one.episode,
            lane: one.lane.clone(),
        };
        SavedVector::of(Lanes { seed: self.shared.seed, lanes: self.lanes.iter().map(copy).collect() })
    }

    fn load(&mut self, saved: &SavedVector) -> Result<bool, StepError> {
        let Some(first) = self.lanes.first() else { return Ok(false) };
        let (setups, spaces) = (&self.shared.setups, &self.shared.agents.spaces);
        let fits = |saved: &Lanes<G>| {
            let mut lanes = saved.lanes.iter().map(|one| &one.lane.played);
            lanes.all(|played| {
                played.seats() == setups.line_ups.seats() && G::spaces(played.setup()) == *spaces
            })
        };
        let Some(saved) = saved.lanes(setups, &first.lane, self.lanes.len()).filter(fits) else {
            return Ok(false);
        };
        self.shared.seed = saved.seed;
        for (lane, saved) in self.lanes.iter_mut().zip(saved.lanes) {
            (lane.seed, lane.episode, lane.failure) = (saved.seed, saved.episode, None);
            // Functions and processes keep their own memory, unless others take their seats.
            let is_new = lane.lane.is_new || saved.lane.line_up != lane.lane.line_up;
            lane.lane = saved.lane;
            lane.lane.is_new = is_new;
        }
        self.is_broken = false;
        self.start_outside()?;
        Ok(true)
    }

    fn take_error(&mut self) -> Option<OutsideError> {
        self.outside.take_error()
    }

    fn failure(&self) -> Option<&Problem> {
        self.lanes.iter().find_map(|lane| lane.failure.as_ref())
    }
}
