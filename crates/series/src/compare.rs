//! Comparisons: matches that decide whether a new player is better than an old one.

use crate::series::places;
use crate::{Executor, Plan, SeriesEvent, SeriesEvents, VoidMatches, play_all};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::GameInfo;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_ladder::{self as ladder, locks};
use wag_play::seed::random_seed;
use wag_play::{
    FailedStarts, Kind, LimitOptions, PlayError, PlayerSpec, RawOptions, WorkerPolicy, several, user_error,
};
use wag_stats::compare::{Comparison, Measure, Role, Schedule, Terms, Verdict};
use wag_stats::series::MatchResult;

/// The maximum number of lost pairs of matches whose replays are saved.
pub const LOSSES_MAX: usize = 5;

/// A request to compare two players.
pub struct CompareRequest {
    pub game: KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that chooses the map or board.
    pub places: Vec<String>,
    /// The player specs of the two players.
    pub new: String,
    pub old: String,
    /// The opponents that both players meet; empty if the two play against each other.
    pub against: Vec<String>,
    /// The maximum number of matches.
    pub games: usize,
    pub seed: Option<u64>,
    pub terms: Terms,
    pub measure: Measure,
    /// Plays the matches.
    pub executor: Arc<dyn Executor>,
    pub limits: LimitOptions,
}

/// A comparison that is ready to be played.
pub struct Compare {
    pub plan: Plan,
    pub comparison: Comparison,
    pub seed: u64,
    pub void: VoidMatches,
}

impl Compare {
    /// Checks the request and makes the schedule. Setting `stop` ends the comparison early.
    pub fn prepare(
        request: &CompareRequest,
        stop: Arc<AtomicBool>,
        warn: ladder::Warn,
    ) -> Result<Compare, PlayError> {
        let (game, info) = (request.game, request.game.info);
        let seed = request.seed.map_or_else(random_seed, Ok)?;
        let places = places(game, &request.options, &request.places)?;
        let (seats, opponents) = (seats(info, &request.against)?, request.against.len());
        let schedule = Schedule { seats, places: places.len(), opponents, seed };
        let plan = Plan {
            game,
            entrants: entrants(
                info,
                &schedule,
                [&request.new, &request.old],
                &request.against,
                &request.limits.rights.readable,
            )?,
            places,
            fixtures: schedule.fixtures(request.games / 2),
            limits: request.limits.limits_for(info, &request.options),
            failed_starts: FailedStarts::RefuseUnlessLate,
            fork: None,
            executor: Arc::clone(&request.executor),
            replays: None,
            with_output: false,
            workers: WorkerPolicy::Keep,
            stop,
        };
        let files = plan.places.iter().flat_map(|place| info.files(&place.game_options));
        locks::check_all(game, &plan.entrants, files, warn)?;
        Ok(Compare {
            plan,
            comparison: Comparison::new(schedule, request.terms, request.measure),
            seed,
            void: VoidMatches::new(),
        })
    }

    /// Plays until the verdict is certain or all matches have been played.
    pub fn play(&mut self, events: SeriesEvents<'_>) -> Result<(), PlayError> {
        let compared = RefCell::new(&mut self.comparison);
        let mut all = BTreeMap::new();
        let over = |results: Vec<MatchResult>| {
            let mut comparison = compared.borrow_mut();
            let mut is_replaced = false;
            for result in results {
                is_replaced |= all.insert(result.number, result.clone()).is_some();
                comparison.add(result);
            }
            if is_replaced {
                comparison.restart();
                all.values().cloned().for_each(|result| comparison.add(result));
            }
            Ok(match comparison.verdict {
                Verdict::Undecided => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            })
        };
        self.void = play_all(&self.plan, over, &mut |event| match event {
            SeriesEvent::Done { workers, .. } => {
                events(SeriesEvent::Compared { comparison: &compared.borrow(), workers });
            }
            event => events(event),
        })?;
        Ok(())
    }
}

/// Plays the clearest losses again and saves their replays. Plays only the first match of each pair. If there are other
/// opponents, that is the match in which the new player takes part; otherwise both players take part in both matches.
pub fn save_losses(plan: &Plan, folder: &Path, comparison: &Comparison) -> Result<(), PlayError> {
    let lost = comparison.clearest_losses(LOSSES_MAX).into_iter();
    let again = Plan {
        game: plan.game,
        entrants: plan.entrants.clone(),
        places: plan.places.clone(),
        fixtures: lost.map(|pair| plan.fixtures[2 * pair.number].clone()).collect(),
        limits: plan.limits.clone(),
        failed_starts: plan.failed_starts,
        fork: None,
        executor: Arc::clone(&plan.executor),
        replays: Some(folder.to_path_buf()),
        with_output: false,
        workers: WorkerPolicy::Keep,
        // The verdict has set the flag of the first plan.
        stop: Arc::default(),
    };
    play_all(&again, |_| Ok(ControlFlow::Continue(())), &mut |_| ()).map(drop)
}

/// Returns the number of seats in a match: one for each named player, or all seats if the game fills empty seats.
pub fn seats(info: &GameInfo, against: &[String]) -> Result<usize, PlayError> {
    let least = *info.seats.start();
    let seats = match (info.filler, against.len()) {
        (Some(_), _) => info.most(),
        (None, 0) => least.max(2),
        (None, opponents) => (1 + opponents).clamp(least, info.most()),
    };
    match seats {
        seats if seats % 2 == 1 && against.is_empty() => user_error(message!(
            "the two players cannot share %{seats} seats evenly; name further players with --against",
            seats
        )),
        seats => Ok(seats),
    }
}

/// Returns the players of all matches; a player that may take several seats in a match occurs once for each of them.
pub fn entrants(
    info: &GameInfo,
    schedule: &Schedule,
    [new, old]: [&String; 2],
    against: &[String],
    readable: &[PathBuf],
) -> Result<Vec<PlayerSpec>, PlayError> {
    let word = |role: &Role| match role {
        Role::New => new.clone(),
        Role::Old => old.clone(),
        Role::Opponent(which) => against[*which].clone(),
    };
    let said: Vec<String> = schedule.entrants().iter().map(word).collect();
    let entrants = several(info, &said, readable)?;
    match entrants.iter().find(|entrant| matches!(entrant.kind, Kind::Person | Kind::Client { .. })) {
        Some(entrant) => user_error(message!(
            "%{word} cannot take part in a comparison, not even as an opponent: people and TCP clients are not supported here",
            word = entrant.word
        )),
        None => Ok(entrants),
    }
}
