//! Environments for reinforcement learning: matches of any game that learners play step by step, alone or many at once.

mod lane;
mod line_ups;
mod outside;
mod outside_error;
mod policy_part;
mod remote;
mod saved_vector;
mod single;
mod vector;

#[cfg(test)]
mod tests;

use line_ups::{LineUp, LineUps};
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use wag_core::arena::Rewards;
use wag_core::game::{Draw, GameInfo, GameOptions, InvalidAction, InvalidOptions, Playable, Seated};
use wag_games::KnownGame;
use wag_games::with_game;
use wag_i18n::{message, t};
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::choose::{RawOptions, choose};
use wag_play::line_up::player_spec::Kind;
use wag_play::line_up::players::several;
use wag_play::prepare_for_learners;
use wag_python::PlayerObject;
use wag_sandbox::Limits;

pub use outside_error::OutsideError;
pub use saved_vector::SavedVector;
pub use single::{AnyMatch, SavedMatch};
pub use vector::{AnyVector, VectorBuffers};

/// The description of an environment.
#[derive(Clone, Debug)]
pub struct EnvironmentRequest<'r> {
    pub options: &'r RawOptions,
    /// The number of seats; `None` for the usual number of the game or map.
    pub players: Option<usize>,
    /// The specs of the players on all seats except the learner's. A single player takes all other seats. Without any,
    /// agents take all seats.
    pub opponents: &'r [String],
    /// The weights of the opponents, if each match draws one of them, which takes all other seats.
    pub weights: Option<&'r [f64]>,
    /// The possible seats of the learner, from 1, of which each match draws one; `None` for all seats.
    pub learner_seats: Option<&'r [usize]>,
    pub rewards: Rewards,
}

/// The validated options, seats and opponents of an environment.
#[derive(Clone, Debug)]
pub struct EnvironmentPlan {
    info: &'static GameInfo,
    options: GameOptions,
    line_ups: LineUps,
    rewards: Rewards,
    limits: Limits,
}

/// The reason why a step is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError {
    /// The match is over; only a reset is possible.
    Over,
    /// A buffer does not have the length of the spaces.
    WrongLength {
        /// The name of the buffer.
        what: &'static str,
        needed: usize,
        given: usize,
    },
    /// The system provides no more threads.
    Threads,
    /// A player on another seat cannot start, or a function of the caller has raised an exception.
    Outside,
    /// A number of an action is out of range.
    Invalid {
        /// The number of the match, from 0.
        index: usize,
        /// The number of the agent, from 0.
        agent: usize,
        invalid: InvalidAction,
    },
}

impl EnvironmentPlan {
    /// Checks the options, seats and opponents of a request.
    pub fn new(
        info: &'static GameInfo,
        request: &EnvironmentRequest<'_>,
    ) -> Result<EnvironmentPlan, PlayError> {
        let options = choose(info, request.options)?;
        let range = info.seats_with(&options)?;
        let named = several(info, request.opponents, &[])?;
        if let Some(person) = named.iter().find(|one| matches!(one.kind, Kind::Person | Kind::Client { .. }))
        {
            return user_error(message!("%{name} cannot take part in an environment", name = person.word));
        }
        let is_drawn = request.weights.is_some();
        let seats = seats(info, &range, request.players, if is_drawn { 1 } else { named.len() })?;
        let line_ups = LineUps::new(seats, named, request.weights, request.learner_seats)?;
        let limits = wag_play::LimitOptions::default().limits_for(info, request.options);
        Ok(EnvironmentPlan { info, options, line_ups, rewards: request.rewards, limits })
    }
}

/// Returns the number of seats of a match with this many named opponents.
fn seats(
    info: &GameInfo,
    range: &RangeInclusive<usize>,
    wanted: Option<usize>,
    opponents: usize,
) -> Result<usize, PlayError> {
    let usual = info.suggested.len().clamp(*range.start(), *range.end());
    let seats = wanted.unwrap_or(if opponents > 1 { opponents + 1 } else { usual });
    let (least, most) = (range.start(), range.end());
    if !range.contains(&seats) {
        let number = if least == most { least.to_string() } else { t!("%{least} to %{most}", least, most) };
        return user_error(message!(
            "%{title} is for %{number} players with these options, not %{seats}",
            title = message!(info.title),
            number,
            seats
        ));
    }
    if opponents > 1 && opponents + 1 != seats {
        return user_error(message!(
            "%{seats} players need %{needed} opponents, not %{opponents}",
            seats,
            needed = seats - 1,
            opponents
        ));
    }
    Ok(seats)
}

/// The setups of the matches of an environment.
struct Setups<G> {
    info: &'static GameInfo,
    options: GameOptions,
    line_ups: LineUps,
    /// The policies among the players.
    policies: Vec<PlayerObject>,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> Setups<G> {
    fn new(plan: &EnvironmentPlan) -> Setups<G> {
        let (options, line_ups) = (plan.options.clone(), plan.line_ups.clone());
        Setups { info: plan.info, options, policies: line_ups.policies(), line_ups, game: PhantomData }
    }

    /// Returns the setup of the match with this line-up and seed. In games whose matches have several games, the seed
    /// also decides which of them is played.
    fn make(&self, line_up: LineUp, seed: u64) -> Result<G::Setup, InvalidOptions> {
        let players = self.line_ups.players(line_up);
        let agents: Vec<String> = (0..players.len()).map(|number| format!("player_{number}")).collect();
        let seated = players.iter().zip(&agents).map(|(player, agent)| match player {
            Some(player) => player.seated(),
            None => Seated { name: agent, built_in: None },
        });
        let seated: Vec<Seated<'_>> = seated.collect();
        let game = usize::try_from(seed % self.info.games as u64).unwrap_or_default();
        let mut setup = G::setup(self.info, &self.options, &seated, Draw { seed, game })?;
        prepare_for_learners::<G>(self.info, &mut setup)?;
        Ok(setup)
    }
}

/// Creates a match that learners play.
pub fn open(game: KnownGame, plan: EnvironmentPlan) -> Result<Box<dyn AnyMatch>, PlayError> {
    with_game!(game, G => Ok(Box::new(single::Single::<G>::new(plan)?)))
}

/// Creates a vector of `count` matches that learners play, with `threads` threads. `restarts` says whether a match that is
/// over starts again in the same step.
pub fn open_vector(
    game: KnownGame,
    plan: &EnvironmentPlan,
    count: usize,
    threads: usize,
    restarts: bool,
) -> Result<Box<dyn AnyVector>, PlayError> {
    with_game!(game, G => Ok(Box::new(vector::Vector::<G>::new(plan, count, threads, restarts)?)))
}
