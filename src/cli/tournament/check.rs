//! `wag tournament check DIR`: finds out which submissions can play, and which problems the others have.

use super::super::answer::{ExitStatus, print, user_error};
use super::super::with_game::WithGame;
use super::args::Tournament;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::Problem;
use wag_core::text::printable;
use wag_i18n::{Language, t};
use wag_play::{FailedStarts, PlayError, PlayerSpec};
use wag_series::check::{idle_opponent, short};
use wag_series::series::places;
use wag_series::{Plan, play_all};
use wag_stats::series::{EntrantResult, Fixture, MatchResult};
use wag_tournament::intake::{Copies, Player, PlayerIntake, Submission, names_of};

/// The result of the check of a submission.
struct Checked {
    path: PathBuf,
    name: String,
    location_text: String,
    verdict: Verdict,
}

enum Verdict {
    Plays,
    /// The player starts but fails.
    Fails(Problem),
    CannotStart(Problem),
    NoPlayer(String),
    /// The result is unknown, because the check was stopped before it reached this player.
    Unknown,
}

/// Checks the submissions in these folders. Each submission plays a few rounds against players that do as little as
/// possible.
pub fn check(
    options: &WithGame<Tournament>,
    words: &[String],
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<ExitStatus> {
    let folder = wag_sandbox::TemporaryFolder::new()?;
    let info = options.game.info;
    let limit_args = &options.words.limit_args;
    let mut ignore = |_| {};
    let copies = Copies::beside(&folder.path().join("check.db"));
    let mut intake = PlayerIntake { info, readable: &limit_args.readable, copies, warn: &mut ignore };
    let submissions = submissions(&mut intake, words)?;
    let mut players = Vec::new();
    let mut checked = Vec::new();
    for (hand_in, name) in submissions.iter().zip(names_of(&submissions)) {
        let verdict = match intake.player_in(hand_in, &name)? {
            Ok(player) => {
                players.push((checked.len(), player));
                Verdict::Unknown
            }
            Err(problem) => Verdict::NoPlayer(problem.in_words(info.own_player().unwrap_or_default())),
        };
        let location_text = hand_in.found.as_ref().map(|found| found.location_text()).unwrap_or_default();
        checked.push(Checked { path: hand_in.path.clone(), name, location_text, verdict });
    }
    intake.copies.keep()?;
    for (at, result) in play_matches(options, &players, stop)? {
        checked[at].verdict = verdict(result.failure);
    }
    tell(&checked, options.words.json)
}

fn submissions(intake: &mut PlayerIntake<'_>, words: &[String]) -> anyhow::Result<Vec<Submission>> {
    let file = intake.info.own_player().unwrap_or_default();
    let mut all = Vec::new();
    for word in words {
        let path = Path::new(word);
        if path.is_dir() && !path.join(file).is_file() {
            all.extend(Submission::all_in(path, file).map_err(|err| {
                PlayError::UserError(t!(
                    "%{folder} cannot be read: %{fault}",
                    folder = path.display(),
                    fault = err
                ))
            })?);
            continue;
        }
        match Submission::at(path, file) {
            Some(hand_in) if path.exists() => all.push(hand_in),
            _ => return user_error(t!("%{word} is neither a submission nor a folder of submissions", word)),
        }
    }
    match all.is_empty() {
        true => user_error(t!("there are no submissions in %{folder}", folder = words.join(", "))),
        false => Ok(all),
    }
}

/// Plays a match for each player. Returns the results of the players that have played, by the player's number.
fn play_matches(
    options: &WithGame<Tournament>,
    players: &[(usize, Player)],
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<BTreeMap<usize, EntrantResult>> {
    let (game, words) = (options.game, &options.words);
    let mut results = BTreeMap::new();
    if players.is_empty() {
        return Ok(results);
    }
    let mut places = places(game, &short(game.info, &options.options), &options.places)?;
    places.truncate(1);
    let seats = places.first().map(|place| (game.info.seats_for)(&place.game_options)).transpose();
    let others = seats.map_err(PlayError::from)?.map_or(1, |seats| seats.start() - 1);
    let mut entrants: Vec<PlayerSpec> = players.iter().map(|(_, player)| player.entrant.clone()).collect();
    entrants
        .extend((0..others).map(|number| idle_opponent(game.info, number)).collect::<Result<Vec<_>, _>>()?);
    let fixture = |player: usize| {
        let seats = std::iter::once(player).chain(players.len()..players.len() + others).collect();
        Fixture { place: 0, seed: words.seed.unwrap_or(1), seats, group: player }
    };
    let plan = Plan {
        game,
        fixtures: (0..players.len()).map(fixture).collect(),
        entrants,
        places,
        limits: words.limit_args.limits(game.info.turn_seconds),
        failed_starts: FailedStarts::Forfeit,
        fork: None,
        executor: words.executor_args.executor()?,
        replays: None,
        with_output: false,
        stop: Arc::clone(stop),
    };
    let over = |ended: Vec<MatchResult>| {
        let of_player = |mut result: MatchResult| (players[result.number].0, result.seats.swap_remove(0));
        results.extend(ended.into_iter().map(of_player));
        Ok(ControlFlow::Continue(()))
    };
    play_all(&plan, over, |_| {})?;
    Ok(results)
}

fn verdict(failure: Option<Problem>) -> Verdict {
    match failure {
        None => Verdict::Plays,
        Some(problem) if problem.round.is_none() => Verdict::CannotStart(problem),
        Some(problem) => Verdict::Fails(problem),
    }
}

impl Checked {
    fn in_words(&self) -> String {
        let verdict = match &self.verdict {
            Verdict::Plays => t!("plays"),
            Verdict::Fails(problem) => t!(
                "plays, but fails in round %{round}: %{message}",
                round = problem.round.unwrap_or(0),
                message = problem.line(Language::spoken())
            ),
            Verdict::CannotStart(problem) => {
                t!("cannot start: %{why}", why = problem.line(Language::spoken()))
            }
            Verdict::NoPlayer(why) => why.clone(),
            Verdict::Unknown => t!("not checked"),
        };
        let at = Some(&self.location_text).filter(|at| !at.is_empty());
        printable(&at.map_or_else(|| verdict.clone(), |at| format!("{verdict} ({at})")))
    }

    /// Returns why the player fails or cannot start.
    fn problem(&self) -> Option<&Problem> {
        match &self.verdict {
            Verdict::Fails(problem) | Verdict::CannotStart(problem) => Some(problem),
            Verdict::Plays | Verdict::NoPlayer(_) | Verdict::Unknown => None,
        }
    }

    fn can_play(&self) -> bool {
        matches!(self.verdict, Verdict::Plays | Verdict::Fails(_))
    }

    fn as_json(&self) -> Value {
        let (verdict, round, message) = match &self.verdict {
            Verdict::Plays => ("plays", None, None),
            Verdict::Fails(problem) => ("fails", problem.round, Some(problem.message.english())),
            Verdict::CannotStart(problem) => ("cannot_start", None, Some(problem.message.english())),
            Verdict::NoPlayer(why) => ("no_player", None, Some(why.clone())),
            Verdict::Unknown => ("not_checked", None, None),
        };
        json!({
            "hand_in": self.path.display().to_string(),
            "name": self.name,
            "verdict": verdict,
            "round": round,
            "message": message,
            "problem": self.problem().map(Problem::for_json),
        })
    }
}

fn tell(checked: &[Checked], as_json: bool) -> anyhow::Result<ExitStatus> {
    let good = checked.iter().filter(|one| one.can_play()).count();
    if as_json {
        let all: Vec<Value> = checked.iter().map(Checked::as_json).collect();
        print(&format!("{}\n", Value::from(all)))?;
    } else {
        let width = checked.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
        let hint = |one: &Checked| {
            one.problem().map_or_else(String::new, |problem| problem.hint_line(Language::spoken()))
        };
        let line =
            |one: &Checked| format!("{:width$}  {}\n{}", printable(&one.name), one.in_words(), hint(one));
        let lines: String = checked.iter().map(line).collect();
        let summary = t!("%{good} of %{all} can play", good, all = checked.len());
        print(&format!("{lines}{summary}\n"))?;
    }
    Ok(if good == checked.len() { ExitStatus::Success } else { ExitStatus::CannotStart })
}
