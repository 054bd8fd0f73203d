//! Evaluations: one player plays against several opponents, and everything that a program wants to know about it is in
//! one report.

mod report;

pub use report::{
    EVALUATE_VERSION, EvaluationReport, FaultGroup, FaultMessage, OpponentReport, Status, Times,
};

use crate::series::places;
use crate::take_over::{LossSum, TakeOverOptions, sum_losses};
use crate::{Executor, Place, Plan, SeriesEvents, VoidMatches, play_all};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use wag_core::game::{GameInfo, Seat};
use wag_core::problem::Problem;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_ladder::{self as ladder, locks};
use wag_play::seed::random_seed;
use wag_play::{
    FailedStarts, Kind, LimitOptions, PlayError, RawOptions, Unstarted, WorkerPolicy, several, shown_spec,
    user_error,
};
use wag_stats::series::{Fixture, MatchResult};

/// A request to evaluate a player.
pub struct EvaluateRequest {
    pub game: KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that chooses the map or board.
    pub places: Vec<String>,
    /// The player spec of the player that is evaluated.
    pub player: String,
    /// The player specs of the opponents; empty for the game's usual opponent.
    pub against: Vec<String>,
    /// The number of matches against each opponent.
    pub games: u32,
    pub seed: Option<u64>,
    /// Plays the matches.
    pub executor: Arc<dyn Executor>,
    pub limits: LimitOptions,
    /// The folder for the replays of all matches; `None` to save none.
    pub replays: Option<PathBuf>,
}

/// An evaluation that is ready to be played.
pub struct Evaluation {
    pub plan: Plan,
    pub seed: u64,
    /// The player spec of the evaluated player, which is the plan's first player, as reports show it.
    pub player: String,
    /// The player specs of the opponents.
    pub against: Vec<String>,
    limits: LimitOptions,
    /// The results in the order of the schedule.
    results: Vec<MatchResult>,
    void: VoidMatches,
    began: Instant,
}

impl Evaluation {
    /// Checks the request and makes the schedule. Setting `stop` ends the evaluation early.
    pub fn prepare(
        request: &EvaluateRequest,
        stop: Arc<AtomicBool>,
        warn: ladder::Warn,
    ) -> Result<Evaluation, PlayError> {
        let (game, info) = (request.game, request.game.info);
        let seed = request.seed.map_or_else(random_seed, Ok)?;
        let against = match request.against.as_slice() {
            [] => vec![usual_opponent(info)],
            named => named.to_vec(),
        };
        let places = places(game, &request.options, &request.places)?;
        let seats = places.iter().map(|place| seats(info, place)).collect::<Result<Vec<_>, _>>()?;
        let copies = seats.iter().max().map_or(1, |seats| seats - 1);
        let words = std::iter::once(&request.player)
            .chain(against.iter().flat_map(|word| std::iter::repeat_n(word, copies)))
            .cloned()
            .collect::<Vec<String>>();
        let entrants = several(info, &words, &request.limits.rights.readable)?;
        if let Some(entrant) =
            entrants.iter().find(|one| matches!(one.kind, Kind::Person | Kind::Client { .. }))
        {
            return user_error(message!(
                "%{word} cannot take part in an evaluation: people and TCP clients are not supported here",
                word = entrant.word
            ));
        }
        let schedule =
            Schedule { seats, copies, opponents: against.len(), games: request.games as usize, seed };
        let plan = Plan {
            game,
            entrants,
            places,
            fixtures: schedule.fixtures(),
            limits: request.limits.limits_for(info, &request.options),
            failed_starts: FailedStarts::Forfeit,
            fork: None,
            executor: Arc::clone(&request.executor),
            replays: request.replays.clone(),
            with_output: true,
            workers: WorkerPolicy::Keep,
            stop,
        };
        let files = plan.places.iter().flat_map(|place| info.files(&place.game_options));
        locks::check_all(game, &plan.entrants, files, warn)?;
        let player = shown_spec(&request.player).to_string();
        let against = against.iter().map(|spec| shown_spec(spec).to_string()).collect();
        Ok(Evaluation {
            plan,
            seed,
            player,
            against,
            limits: request.limits.clone(),
            results: Vec::new(),
            void: VoidMatches::new(),
            began: Instant::now(),
        })
    }

    /// Plays all matches. Returns an error if an opponent cannot start.
    pub fn play(&mut self, events: SeriesEvents<'_>) -> Result<EvaluationReport, PlayError> {
        let mut results = BTreeMap::new();
        let over = |ended: Vec<MatchResult>| {
            results.extend(ended.into_iter().map(|result| (result.number, result)));
            Ok(ControlFlow::Continue(()))
        };
        self.void = play_all(&self.plan, over, events)?;
        self.results = results.into_values().collect();
        if let Some(unstarted) = self.opponent_that_cannot_start() {
            return Err(PlayError::CannotStart(unstarted));
        }
        Ok(EvaluationReport::of(self))
    }

    /// Returns whether the user has stopped the evaluation before its end.
    pub fn is_interrupted(&self) -> bool {
        self.plan.stop.load(Ordering::Relaxed) && self.results.len() < self.plan.fixtures.len()
    }

    /// Finds what cost the player the most in all matches, whose replays must have been saved. Calls `next` before each
    /// match.
    pub fn losses(&self, options: TakeOverOptions, next: &mut dyn FnMut()) -> Result<LossSum, PlayError> {
        let replays = self.results.iter().filter_map(|result| self.plan.replay(result.number));
        let replays: Vec<PathBuf> = replays.filter(|replay| replay.is_file()).collect();
        let options = TakeOverOptions { limits: self.limits.clone(), ..options };
        sum_losses(&options, &replays, Some(&self.plan.entrants[0].name), next)
    }

    /// Returns the index of the opponent in a match.
    fn opponent(&self, number: usize) -> usize {
        number % self.against.len()
    }

    /// Returns an opponent that never started; `None` if all started at least once.
    fn opponent_that_cannot_start(&self) -> Option<Unstarted> {
        let failed_start = |result: &MatchResult| {
            let mut others = result.seats.iter().filter(|seat| seat.entrant != 0);
            others.find_map(|seat| {
                let problem = seat.failure.clone().filter(|problem| problem.round.is_none())?;
                Some((Seat(seat.seat as u8), problem))
            })
        };
        (0..self.against.len()).find_map(|opponent| {
            let met = self.results.iter().filter(|result| self.opponent(result.number) == opponent);
            let failed: Option<Vec<(Seat, Problem)>> = met.map(failed_start).collect();
            let (seat, problem) = failed?.into_iter().next()?;
            Some(Unstarted::one(seat, &self.against[opponent], problem))
        })
    }
}

/// Returns the opponent of an evaluation that names none: the player that fills empty seats, or else the weakest
/// built-in one that does something.
fn usual_opponent(info: &GameInfo) -> String {
    let weakest = || info.built_in.iter().find(|player| !player.is_idle()).map(|player| player.name);
    info.filler.or_else(weakest).unwrap_or_default().to_string()
}

/// Returns the number of players in a match on this map or board: all seats if the game fills empty ones, otherwise as
/// few as possible.
fn seats(info: &GameInfo, place: &Place) -> Result<usize, PlayError> {
    let seats = info.seats_with(&place.game_options)?;
    let wanted = if info.filler.is_some() { *seats.end() } else { 2 };
    Ok(wanted.clamp(*seats.start(), *seats.end()))
}

/// The schedule of an evaluation. The evaluated player is player 0; the copies of each opponent follow.
struct Schedule {
    /// The number of players in a match on each map or board.
    seats: Vec<usize>,
    /// The number of players that each opponent provides.
    copies: usize,
    opponents: usize,
    /// The number of matches against each opponent.
    games: usize,
    seed: u64,
}

impl Schedule {
    /// Returns all matches. Each opponent gets the same seeds, maps and seats. From one match against an opponent to
    /// the next, the map changes first, then the seat of the evaluated player.
    fn fixtures(&self) -> Vec<Fixture> {
        let fixture = |number: usize| {
            let (game, opponent) = (number / self.opponents, number % self.opponents);
            let place = game % self.seats.len();
            let (seats, first) = (self.seats[place], 1 + opponent * self.copies);
            let own = game / self.seats.len() % seats;
            let mut seated: Vec<usize> = (first..first + seats - 1).collect();
            seated.insert(own, 0);
            Fixture { place, seed: self.seed.wrapping_add(game as u64), seats: seated, group: number }
        };
        (0..self.games * self.opponents).map(fixture).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::evaluate::*;

    #[test]
    fn player_takes_every_seat_against_every_opponent() {
        let schedule = Schedule { seats: vec![3, 2], copies: 2, opponents: 2, games: 4, seed: 7 };
        let all = schedule.fixtures();
        let of = |number: usize| (all[number].place, all[number].seed, all[number].seats.clone());
        assert_eq!(all.len(), 8);
        assert_eq!(of(0), (0, 7, vec![0, 1, 2]));
        assert_eq!(of(1), (0, 7, vec![0, 3, 4]));
        assert_eq!(of(2), (1, 8, vec![0, 1]));
        assert_eq!(of(4), (0, 9, vec![1, 0, 2]));
        assert_eq!(of(7), (1, 10, vec![3, 0]));
    }
}
