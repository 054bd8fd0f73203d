//! Environments for reinforcement learning: matches of any game that learners play step by step, alone or many at once.

mod lane;
mod remote;
mod saved_vector;
mod single;
mod vector;

#[cfg(test)]
mod tests;

use std::marker::PhantomData;
use std::ops::RangeInclusive;
use wag_core::arena::Rewards;
use wag_core::game::{
    Bot, BotKind, Draw, GameInfo, GameOptions, InvalidAction, InvalidOptions, Playable, Seat, Seated,
};
use wag_games::KnownGame;
use wag_games::with_game;
use wag_i18n::{message, t};
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::choose::{RawOptions, choose};
use wag_play::line_up::player_spec::{Kind, PlayerSpec};
use wag_play::line_up::players::several;
use wag_sandbox::Limits;

pub use saved_vector::SavedVector;
pub use single::{AnyMatch, SavedMatch};
pub use vector::{AnyVector, VectorBuffers};

/// The description of an environment.
#[derive(Clone, Debug)]
pub struct EnvironmentRequest<'r> {
    pub options: &'r RawOptions,
    /// The number of seats; `None` for the usual number of the game or map.
    pub players: Option<usize>,
    /// The specs of the players on all seats except the first one. A single player takes all other seats. Without any,
    /// agents take all seats.
    pub opponents: &'r [String],
    pub rewards: Rewards,
}

/// The validated options, seats and opponents of an environment.
#[derive(Clone, Debug)]
pub struct EnvironmentPlan {
    info: &'static GameInfo,
    options: GameOptions,
    /// The player on each seat; `None` for agents.
    opponents: Vec<Option<PlayerSpec>>,
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
        let seats = seats(info, &range, request.players, named.len())?;
        let mut opponents = vec![None];
        opponents.extend(match named.len() {
            0 | 1 => vec![named.first().cloned(); seats - 1],
            _ => named.into_iter().map(Some).collect(),
        });
        let limits = wag_play::LimitOptions::default().limits_for(info, request.options);
        Ok(EnvironmentPlan { info, options, opponents, rewards: request.rewards, limits })
    }

    fn agents(&self) -> Vec<Seat> {
        let seats = Seat::all(self.opponents.len()).zip(&self.opponents);
        seats.filter(|(_, opponent)| opponent.is_none()).map(|(seat, _)| seat).collect()
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
    /// The name of each seat's player, and the name of the built-in player, if it is one.
    players: Vec<(String, Option<&'static str>)>,
    game: PhantomData<fn() -> G>,
}

impl<G: Playable> Setups<G> {
    fn new(plan: &EnvironmentPlan) -> Setups<G> {
        let player = |(number, opponent): (usize, &Option<PlayerSpec>)| match opponent {
            None => (format!("player_{number}"), None),
            Some(opponent) => (opponent.name.clone(), opponent.seated().built_in),
        };
        let players = plan.opponents.iter().enumerate().map(player).collect();
        Setups { info: plan.info, options: plan.options.clone(), players, game: PhantomData }
    }

    fn seats(&self) -> usize {
        self.players.len()
    }

    /// Returns the bot on each seat; `None` for agents, and for players that give no orders or run in processes.
    fn bots(&self) -> Vec<Option<Bot<G>>> {
        self.players.iter().map(|(_, name)| G::bot(self.info, (*name)?)).collect()
    }

    /// Returns the setup of the match with this seed. In games whose matches have several games, the seed also decides
    /// which of them is played.
    fn make(&self, seed: u64) -> Result<G::Setup, InvalidOptions> {
        let seated: Vec<Seated<'_>> =
            self.players.iter().map(|(name, built_in)| Seated { name, built_in: *built_in }).collect();
        let game = usize::try_from(seed % self.info.games as u64).unwrap_or_default();
        let mut setup = G::setup(self.info, &self.options, &seated, Draw { seed, game })?;
        G::prepare(&mut setup);
        match G::missing(&setup) {
            Some(method) => Err(InvalidOptions(t!(
                "%{title} is no game for learners yet: its class lacks %{method}",
                title = self.info.title,
                method
            ))),
            None => Ok(setup),
        }
    }
}

/// Returns whether a player runs inside the engine and without a process.
fn is_native(info: &GameInfo, player: &PlayerSpec) -> bool {
    let Kind::BuiltIn(name) = player.kind else { return false };
    info.built_in(name).is_some_and(|player| matches!(player.plays, BotKind::Native | BotKind::Idle))
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
    with_game!(game, G => vector_of::<G>(plan, count, threads, restarts))
}

fn vector_of<G: Playable>(
    plan: &EnvironmentPlan,
    count: usize,
    threads: usize,
    restarts: bool,
) -> Result<Box<dyn AnyVector>, PlayError> {
    if let Some(player) = plan.opponents.iter().flatten().find(|player| !is_native(plan.info, player)) {
        let native =
            plan.info.built_in.iter().filter(|one| matches!(one.plays, BotKind::Native | BotKind::Idle));
        let names: Vec<&str> = native.map(|one| one.name).collect();
        return user_error(message!(
            "%{name} runs in a process of its own, and cannot play in a vector; choose one of %{names}",
            name = player.word,
            names = names.join(", ")
        ));
    }
    Ok(Box::new(vector::Vector::<G>::new(plan, count, threads, restarts)?))
}
