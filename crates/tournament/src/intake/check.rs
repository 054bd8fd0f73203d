//! The check of submissions: which of them can play, and the reasons why others cannot.

use crate::fingerprint;
use crate::intake::copies::Copies;
use crate::intake::player_intake::{HandIn, Player, PlayerIntake, names_of};
use crate::intake::reason::{Reason, ReasonCode, Verdict};
use crate::intake::submission::Submission;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::problem::{JsonProblem, ProblemKind};
use wag_core::text::printable;
use wag_games::KnownGame;
use wag_i18n::{Message, message};
use wag_play::{FailedStarts, LimitOptions, PlayError, PlayerSpec, RawOptions, WorkerPolicy};
use wag_series::check::{idle_opponent, short};
use wag_series::series::places;
use wag_series::{Executor, Plan, play_all};
use wag_stats::series::{EntrantResult, Fixture, MatchResult};

/// How submissions are checked: each plays a short match against players that do as little as possible.
pub struct ClassCheck<'c> {
    pub game: KnownGame,
    /// The game's options. The match is short unless they set its length.
    pub options: &'c RawOptions,
    /// Files for the option that chooses the map or board; the first one counts.
    pub places: &'c [String],
    pub seed: u64,
    pub limits: &'c LimitOptions,
    pub executor: Arc<dyn Executor>,
    pub stop: &'c Arc<AtomicBool>,
}

/// The result of the check of a submission. docs/en/json.md documents the JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedSubmission {
    /// The path. For a submission in the ZIP file of a class, it continues into the ZIP file.
    #[serde(rename = "hand_in")]
    pub path: String,
    /// The player's name.
    pub name: String,
    /// The location of the player's file in English; `None` if it is directly in the submitted folder, or there is none.
    pub location: Option<String>,
    /// The same in each language.
    pub location_texts: Option<BTreeMap<&'static str, String>>,
    /// The location itself, for sentences in the user's language.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub location_message: Option<Message>,
    pub verdict: Verdict,
    pub reasons: Vec<CheckedReason>,
}

/// A reason for the verdict.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CheckedReason {
    pub code: ReasonCode,
    /// The round in which a turn failed first.
    pub round: Option<u32>,
    /// The sentence in English.
    pub message: String,
    /// The sentence in each language; `None` if it is the same in all of them.
    pub message_texts: Option<BTreeMap<&'static str, String>>,
    /// The failure with its explanation, in all languages; `None` if the reason is about no failure.
    #[cfg_attr(test, ts(type = "Problem | null"))]
    pub problem: Option<JsonProblem>,
    /// The reason itself, for sentences in the user's language.
    #[serde(skip)]
    #[cfg_attr(test, ts(skip))]
    pub reason: Reason,
}

impl CheckedReason {
    fn of(reason: &Reason) -> CheckedReason {
        let Reason { code, round, ref message, ref problem } = *reason;
        let (text, message_texts) = (message.english(), message.in_all_languages());
        let problem = problem.as_ref().map(|problem| problem.for_json());
        CheckedReason { code, round, message: text, message_texts, problem, reason: reason.clone() }
    }
}

impl CheckedSubmission {
    /// Creates the result; `is_checked` is false if the check was stopped before it reached this submission.
    fn of(hand_in: &HandIn, is_checked: bool) -> CheckedSubmission {
        let verdict = if is_checked { hand_in.verdict() } else { Verdict::NotChecked };
        CheckedSubmission {
            path: hand_in.path.display().to_string(),
            name: hand_in.name.clone(),
            location: hand_in.location.as_ref().map(|location| location.english()),
            location_texts: hand_in.location.as_ref().and_then(|location| location.in_all_languages()),
            location_message: hand_in.location.clone(),
            verdict,
            reasons: hand_in.reasons.iter().map(CheckedReason::of).collect(),
        }
    }

    /// Returns whether the submission takes part in a tournament.
    pub fn can_play(&self) -> bool {
        matches!(self.verdict, Verdict::Plays | Verdict::PlaysWithWarning)
    }
}

/// Checks submissions.
pub fn check_submissions(
    check: &ClassCheck<'_>,
    submissions: &[Submission],
) -> Result<Vec<CheckedSubmission>, PlayError> {
    let folder = wag_sandbox::TemporaryFolder::new()?;
    let copies = Copies::beside(&folder.path().join("check.db"));
    let mut ignore = |_| {};
    let mut intake =
        PlayerIntake::new(check.game.info, Path::new(""), &check.limits.rights.readable, copies, &mut ignore);
    let names = names_of(submissions);
    let received = submissions.iter().zip(&names).map(|(submission, name)| intake.receive(submission, name));
    let mut hand_ins: Vec<HandIn> = received.collect::<Result<_, PlayError>>()?;
    intake.copies.keep()?;
    note_identical(check, &mut hand_ins);
    let players: Vec<(usize, Player)> = hand_ins
        .iter()
        .enumerate()
        .filter_map(|(number, hand_in)| Some((number, hand_in.player.clone()?)))
        .collect();
    let mut is_checked: Vec<bool> = hand_ins.iter().map(|hand_in| hand_in.player.is_none()).collect();
    for (number, result) in play_matches(check, &players)? {
        hand_ins[number].reasons.extend(reason_of(&result));
        is_checked[number] = true;
    }
    let checked = hand_ins.iter().zip(is_checked);
    Ok(checked.map(|(hand_in, is_checked)| CheckedSubmission::of(hand_in, is_checked)).collect())
}

/// Adds a reason to the submissions whose code is the same as that of others.
fn note_identical(check: &ClassCheck<'_>, hand_ins: &mut [HandIn]) {
    let mut same: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, hand_in) in hand_ins.iter().enumerate() {
        if let Some(player) = &hand_in.player {
            same.entry(fingerprint(check.game.info, &player.entrant)).or_default().push(number);
        }
    }
    for numbers in same.into_values().filter(|numbers| numbers.len() > 1) {
        for number in &numbers {
            let others = numbers.iter().filter(|other| *other != number);
            let others: Vec<String> = others.map(|other| hand_ins[*other].name.clone()).collect();
            hand_ins[*number].reasons.push(Reason::identical(&others));
        }
    }
}

/// Plays a match for each player. Returns the results of the players that have played, by the submission's number.
fn play_matches(
    check: &ClassCheck<'_>,
    players: &[(usize, Player)],
) -> Result<BTreeMap<usize, EntrantResult>, PlayError> {
    let (game, info) = (check.game, check.game.info);
    let mut results = BTreeMap::new();
    if players.is_empty() {
        return Ok(results);
    }
    let mut places = places(game, &short(info, check.options), check.places)?;
    places.truncate(1);
    let seats = places.first().map(|place| info.seats_with(&place.game_options)).transpose()?;
    let others = seats.map_or(1, |seats| seats.start() - 1);
    let mut entrants: Vec<PlayerSpec> = players.iter().map(|(_, player)| player.entrant.clone()).collect();
    entrants.extend((0..others).map(|number| idle_opponent(info, number)).collect::<Result<Vec<_>, _>>()?);
    let fixture = |player: usize| {
        let seats = std::iter::once(player).chain(players.len()..players.len() + others).collect();
        Fixture { place: 0, seed: check.seed, seats, group: player }
    };
    let plan = Plan {
        game,
        fixtures: (0..players.len()).map(fixture).collect(),
        entrants,
        places,
        limits: check.limits.limits(info.turn_seconds),
        failed_starts: FailedStarts::Forfeit,
        fork: None,
        executor: Arc::clone(&check.executor),
        replays: None,
        with_output: false,
        workers: WorkerPolicy::Anew,
        stop: Arc::clone(check.stop),
    };
    let over = |ended: Vec<MatchResult>| {
        let of_player = |mut result: MatchResult| (players[result.number].0, result.seats.swap_remove(0));
        results.extend(ended.into_iter().map(of_player));
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan, over, &mut |_| ())?;
    Ok(results)
}

/// Returns what is wrong with a player, from the result of its match; `None` if nothing is.
fn reason_of(result: &EntrantResult) -> Option<Reason> {
    let Some(problem) = &result.failure else {
        let text = message!("it never gives an order");
        return (!result.gave_orders).then(|| Reason::new(ReasonCode::NoOrders, text));
    };
    let message = problem.message.clone().map(&printable);
    let reason = |code, round, text| {
        Some(Reason { round, problem: Some(Box::new(problem.clone())), ..Reason::new(code, text) })
    };
    let Some(round) = problem.round else {
        let text = message!("cannot start: %{why}", why = message);
        return reason(ReasonCode::CannotStart, None, text);
    };
    let (code, text) = match () {
        () if problem.kind == ProblemKind::Timeout => {
            (ReasonCode::TimeOut, message!("it takes too long in round %{round}: %{message}", round, message))
        }
        () if result.forfeits => (
            ReasonCode::AlwaysFails,
            message!("starts, but fails in round %{round}: %{message}", round, message),
        ),
        () => (ReasonCode::Fails, message!("plays, but fails in round %{round}: %{message}", round, message)),
    };
    reason(code, Some(round), text)
}
