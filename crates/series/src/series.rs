//! A series: many matches between the same players.

use crate::{Executor, Place, Plan, SeriesEvents, VoidMatches, play_all};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::game::GameInfo;
use wag_games::KnownGame;
use wag_i18n::message;
use wag_ladder::{self as ladder, locks};
use wag_play::line_up::choose::choose_in;
use wag_play::seed::random_seed;
use wag_play::{
    FailedStarts, Kind, LimitOptions, PlayError, PlayerSpec, RawOptions, WorkerPolicy, line_up, place,
    several, user_error,
};
use wag_stats::series::{MatchResult, Schedule};

/// A request to play a series.
pub struct SeriesRequest {
    pub game: KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that chooses the map or board.
    pub places: Vec<String>,
    /// The player specs.
    pub players: Vec<String>,
    /// The number of matches on each map or board.
    pub games: u32,
    pub seed: Option<u64>,
    /// True if each player has the same seat in all matches.
    pub fixed_seats: bool,
    /// Plays the matches.
    pub executor: Arc<dyn Executor>,
    /// The folder for replays; `None` to save none.
    pub replays: Option<PathBuf>,
    pub limits: LimitOptions,
}

/// A series that is ready to be played.
pub struct Series {
    pub schedule: Schedule,
    pub plan: Plan,
}

impl Series {
    /// Checks the request and makes the schedule. Setting `stop` ends the series early.
    pub fn prepare(
        request: &SeriesRequest,
        stop: Arc<AtomicBool>,
        warn: ladder::Warn,
    ) -> Result<Series, PlayError> {
        let (game, info) = (request.game, request.game.info);
        let seed = request.seed.map_or_else(random_seed, Ok)?;
        let entrants = entrants(info, &request.players, &request.limits.rights.readable)?;
        let places = places(game, &request.options, &request.places)?;
        let schedule = Schedule {
            entrants: entrants.len(),
            seats: seats(game, &places, entrants.len())?,
            games: request.games,
            places: places.len(),
            seed,
            fixed_seats: request.fixed_seats,
        };
        let plan = Plan {
            game,
            fixtures: schedule.fixtures(),
            entrants,
            places,
            limits: request.limits.limits_for(info, &request.options),
            failed_starts: FailedStarts::Forfeit,
            fork: None,
            executor: Arc::clone(&request.executor),
            replays: request.replays.clone(),
            with_output: false,
            workers: WorkerPolicy::Keep,
            stop,
        };
        let files = plan.places.iter().flat_map(|place| info.files(&place.game_options));
        locks::check_all(game, &plan.entrants, files, warn)?;
        Ok(Series { schedule, plan })
    }

    /// Plays all matches. Returns the results that count, in the order of the schedule, and the void matches.
    pub fn play(&self, events: SeriesEvents<'_>) -> Result<(Vec<MatchResult>, VoidMatches), PlayError> {
        let mut results = BTreeMap::new();
        let over = |ended: Vec<MatchResult>| {
            results.extend(ended.into_iter().map(|result| (result.number, result)));
            Ok(ControlFlow::Continue(()))
        };
        let void = play_all(&self.plan, over, events)?;
        Ok((results.into_values().collect(), void))
    }
}

/// Returns the players of the series; there may be more players than seats in a match.
fn entrants(info: &GameInfo, players: &[String], readable: &[PathBuf]) -> Result<Vec<PlayerSpec>, PlayError> {
    let entrants = match players.len() > info.most() {
        true => several(info, players, readable)?,
        false => line_up(info, players, readable)?,
    };
    match entrants.iter().find(|entrant| matches!(entrant.kind, Kind::Person | Kind::Client { .. })) {
        Some(entrant) => user_error(message!(
            "%{word} cannot play in a series: people and TCP clients cannot take part; use `wag play` for a single match",
            word = entrant.word
        )),
        None => Ok(entrants),
    }
}

/// Returns the number of players in each match: the largest number that all maps or boards allow.
fn seats(game: KnownGame, places: &[Place], players: usize) -> Result<usize, PlayError> {
    let all = places.iter().map(|place| game.info.seats_with(&place.game_options));
    let all = all.collect::<Result<Vec<_>, _>>()?;
    let most = all.iter().map(|seats| *seats.end()).min().unwrap_or(game.info.most()).min(players);
    match all.iter().zip(places).find(|(seats, _)| *seats.start() > most && *seats.start() <= players) {
        Some((seats, place)) => user_error(message!(
            "%{place} is for %{n} players, but another map or board of the series is for fewer; only a tournament can mix them",
            place = place.word,
            n = seats.start()
        )),
        None => Ok(most),
    }
}

/// Returns the maps or boards of the matches: all that the user has named, or else the default.
pub fn places(game: KnownGame, options: &RawOptions, named: &[String]) -> Result<Vec<Place>, PlayError> {
    places_in(game, options, named, Path::new(""))
}

/// Returns the maps or boards of matches whose paths are relative to `base`, or to the current folder if it is empty.
pub fn places_in(
    game: KnownGame,
    options: &RawOptions,
    named: &[String],
    base: &Path,
) -> Result<Vec<Place>, PlayError> {
    let place_of = |words: &RawOptions| -> Result<Place, PlayError> {
        let game_options = choose_in(game.info, words, base)?;
        Ok(Place {
            word: place(&game_options, game.info.options),
            game_options,
            round: None,
            first_orders: None,
        })
    };
    match game.info.place_option() {
        Some(file) if !named.is_empty() => {
            let with = |word: &String| RawOptions::from_iter([(file.name.to_string(), word.clone())]);
            let all = named.iter().map(|word| {
                let mut words = options.clone();
                words.extend(with(word));
                place_of(&words)
            });
            all.collect()
        }
        _ => Ok(vec![place_of(options)?]),
    }
}
