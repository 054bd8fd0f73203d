//! A check of one player: whether it starts, whether it survives a few rounds, and what it lacks.

use crate::evaluate::FaultMessage;
use serde::Serialize;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::game::{GameInfo, Seat};
use wag_core::problem::{Problem, ShownProblem};
use wag_games::KnownGame;
use wag_i18n::{Language, message};
use wag_ladder::{self as ladder, locks};
use wag_play::closed;
use wag_play::line_up::choose::choose;
use wag_play::one::play_game;
use wag_play::{
    Events, FailedStarts, GameEnd, GameOutcome, GameRequest, Keep, Kind, LimitOptions, MatchEvent, PlayError,
    PlayerFactory, PlayerSpec, RawOptions, SeedSource, Verbosity, line_up, one_of, place, user_error,
};
use wag_replay::{JsonAdvice, show_advice};

/// The version of the report's format.
pub const CHECK_VERSION: u32 = 1;
/// The names of options that set the length of a match.
const LENGTHS: [&str; 2] = ["rounds", "turns"];
/// The value of that option for the check.
const ROUNDS: &str = "3";

/// A request to check a player.
pub struct CheckRequest {
    pub game: KnownGame,
    /// The game's options. The match is short unless they set its length.
    pub options: RawOptions,
    /// The player spec.
    pub player: String,
    pub seed: u64,
    pub limits: LimitOptions,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Plays,
    /// It starts, but a turn failed.
    Fails,
    CannotStart,
}

/// The report of a check. docs/en/json.md documents the fields.
#[derive(Clone, Debug, Serialize)]
pub struct CheckReport {
    /// The version of this format.
    pub wag_check: u32,
    pub game: &'static str,
    pub name: String,
    pub player: String,
    pub verdict: Verdict,
    /// The reason for the verdict, in one line; `None` if the player plays.
    pub message: Option<String>,
    /// Python's report on a failed start, or the output with the traceback of the first failed turn.
    pub report: Option<String>,
    /// How to fix it, if that is known.
    pub explanation: Option<String>,
    /// The reason for the verdict, with all languages; `None` if the player plays.
    pub problem: Option<ShownProblem>,
    /// The methods that the code names without calling them.
    pub uncalled: Vec<ShownProblem>,
    pub faults: Vec<FaultMessage>,
    /// Warnings about the start, such as missing parts of the sandbox.
    pub warnings: Vec<String>,
    /// Notes on likely mistakes.
    pub notes: Vec<JsonAdvice>,
    pub rounds: u32,
    pub turns: u32,
    pub turn_ms_max: f64,
}

/// Checks a player in a short match against players that do as little as possible. Returns `None` if the check was
/// stopped.
pub fn check_player(
    request: &CheckRequest,
    stop: &Arc<AtomicBool>,
    warn: ladder::Warn,
) -> Result<Option<CheckReport>, PlayError> {
    let mut messages = String::new();
    let (entrant, outcome) = play(request, stop, warn, &mut |event| {
        if let MatchEvent::Started { seat, start } = event {
            messages += &start.in_words(seat);
        }
    })?;
    match outcome {
        GameOutcome::Over(end) if end.failed.is_some() => {
            end.failed.map_or(Ok(None), |problem| Err(PlayError::GameFailed(Box::new(problem))))
        }
        GameOutcome::Over(end) if !end.interrupted => Ok(Some(report(request, &entrant, &end, &messages))),
        GameOutcome::CannotStart(why) => Err(PlayError::CannotStart(why)),
        _ => Ok(None),
    }
}

/// Starts a player and stops before its first turn, so that a Python file is compiled but not run. Returns the reason
/// why the player cannot start, or the methods that its code names without calling them. Ends early when `stop` is set, and sets it at the end.
pub fn check_start(
    request: &CheckRequest,
    stop: &Arc<AtomicBool>,
    warn: ladder::Warn,
) -> Result<Vec<Problem>, PlayError> {
    let mut problems = Vec::new();
    play(request, stop, warn, &mut |event| match event {
        MatchEvent::Started { seat: Seat(0), start } => problems = start.problems().to_vec(),
        MatchEvent::Ready { .. } => stop.store(true, Ordering::Relaxed),
        _ => {}
    })?;
    Ok(problems)
}

/// Plays the match of a check.
fn play(
    request: &CheckRequest,
    stop: &Arc<AtomicBool>,
    warn: ladder::Warn,
    events: Events<'_>,
) -> Result<(PlayerSpec, GameOutcome), PlayError> {
    let (game, info) = (request.game, request.game.info);
    let chosen = choose(game.info, &short(info, &request.options))?;
    let seats = *info.seats_with(&chosen)?.start();
    let idle = idle_player(info);
    let words: Vec<String> =
        std::iter::once(request.player.clone()).chain(vec![idle; seats.saturating_sub(1)]).collect();
    let entrants = line_up(info, &words, &request.limits.rights.readable)?;
    if matches!(entrants[0].kind, Kind::Person | Kind::Client { .. }) {
        return user_error(message!(
            "%{word} cannot be checked: it is a person or a TCP client",
            word = entrants[0].word
        ));
    }
    locks::check_all(game, &entrants, info.files(&chosen), warn)?;
    let own_files: Vec<PathBuf> = info.own_files(&chosen);
    let private = closed(own_files.iter().map(PathBuf::as_path));
    let limits = request.limits.limits_for(info, &request.options);
    let table = PlayerFactory::new(info, limits, private, Arc::clone(stop));
    let place = place(&chosen, info.options);
    let outcome = play_game(
        game,
        GameRequest {
            fork: None,
            entrants: &entrants,
            game_options: &chosen,
            place: &place,
            table: &table,
            seed: SeedSource::Given(request.seed),
            verbosity: Verbosity::Nothing,
            number: 0,
            matches: 1,
            logs: None,
            contest_logs: None,
            keep: Keep { requested: None, none: true, with_sources: false },
            failed_starts: FailedStarts::Forfeit,
            is_advised: true,
        },
        events,
    )?;
    Ok((entrants.into_iter().next().expect("a match has a player"), outcome))
}

/// Returns the user's options. Adds an option that makes the match short, unless the user has set the length.
pub fn short(info: &GameInfo, options: &RawOptions) -> RawOptions {
    let mut options = options.clone();
    let length = LENGTHS.into_iter().find(|name| info.option(name).is_some());
    if let Some(length) = length {
        options.entry(length.to_string()).or_insert_with(|| ROUNDS.to_string());
    }
    options
}

/// Returns the name of a built-in player that does nothing, or else of the first one.
fn idle_player(info: &GameInfo) -> String {
    let idle = info.built_in.iter().find(|player| player.is_idle()).or(info.built_in.first());
    idle.map_or_else(String::new, |player| player.name.to_string())
}

/// Returns a player that does as little as possible. `number` makes its name different from those of others.
pub fn idle_opponent(info: &GameInfo, number: usize) -> Result<PlayerSpec, PlayError> {
    let word = idle_player(info);
    let entrant = one_of(info, &word, &[])?;
    Ok(PlayerSpec { name: format!("{word}-{}", number + 1), ..entrant })
}

fn report(request: &CheckRequest, entrant: &PlayerSpec, end: &GameEnd, messages: &str) -> CheckReport {
    let stats = &end.seats[0];
    let failed_start = end.failed_starts[0].as_ref();
    let first = stats.fault_counts.first();
    let verdict = match (failed_start, first) {
        (Some(_), _) => Verdict::CannotStart,
        (None, Some(_)) => Verdict::Fails,
        (None, None) => Verdict::Plays,
    };
    let problem = failed_start.or(first.map(|counted| &counted.first));
    let sentence = |problem: &Problem| problem.explanation.as_ref()?.sentence_in(Language::ENGLISH);
    let faults = stats.fault_counts.iter().map(|counted| FaultMessage {
        message: counted.first.message.english(),
        count: counted.count.into(),
    });
    // The reason of a failed start has fields of its own.
    let warnings = messages.lines().map(str::to_string).filter(|_| failed_start.is_none());
    let notes = end.advice.iter().filter(|note| note.seat.index() == 0 && failed_start.is_none());
    CheckReport {
        wag_check: CHECK_VERSION,
        game: request.game.info.name,
        name: entrant.name.clone(),
        player: request.player.clone(),
        verdict,
        message: problem.map(|problem| problem.line(Language::ENGLISH)),
        report: problem.and_then(|problem| Some(problem.report.as_ref()?.english())),
        explanation: problem.and_then(sentence),
        problem: problem.cloned().map(ShownProblem),
        uncalled: end.uncalled[0].iter().cloned().map(ShownProblem).collect(),
        faults: faults.collect(),
        warnings: warnings.collect(),
        notes: notes.map(show_advice).collect(),
        rounds: end.rounds,
        turns: stats.turns,
        turn_ms_max: wag_play::match_report::milliseconds(stats.think_max),
    }
}
