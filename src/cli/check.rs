//! `wag check`: checks whether a player can play, whether a game in Python keeps the rules for games, or whether a map
//! follows the rules of a contest.

use super::answer::{ExitStatus, interrupted, print, user_error};
use super::progress::warn;
use super::start::stop_on_signals;
use super::with_game::{GameCommand, WithGame};
use crate::cli::limit_args::LimitArgs;
use crate::output::Paint;
use clap::{Args as ClapArgs, Command};
use serde_json::json;
use std::path::Path;
use wag_core::game::GameInfo;
use wag_core::problem::ShownProblem;
use wag_core::text::printable;
use wag_games::{Finding, GameCheck, check_game as find_faults};
use wag_i18n::{Language, message, t};
use wag_play::read_text_file;
use wag_series::check::{CheckReport, CheckRequest, Verdict, check_player};

pub const CHECK_HELP: &str = "\
Without a player, a game in Python is checked: wag check mygame.py
Exit status: 0 if the player plays, or the game or the map is valid; 1 if not; 4 if the player cannot start; 2 for a user error.";

#[derive(Clone, Debug, ClapArgs)]
pub struct Check {
    /// Player, as for `wag play`, or a map of a contest (FILE.map)
    #[arg(value_name = "PLAYER|MAP")]
    pub file: Option<String>,
    /// For a map: allow sizes outside the contest's limits, for experiments
    #[arg(long)]
    pub small: bool,
    /// Random seed of the match that checks the player
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

impl GameCommand for Check {
    const HAS_OPTIONS: bool = true;

    /// Only a game in Python can be checked itself.
    fn adapt(command: Command, info: &GameInfo) -> Command {
        command.mut_arg("file", |file| file.required(info.file.is_none()))
    }
}

/// Checks the player, the game or the map that the user has named.
pub fn run(options: &WithGame<Check>) -> anyhow::Result<ExitStatus> {
    let Some(file) = &options.words.file else { return check_game(options) };
    let is_map = Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("map"));
    match options.game.info.check.is_some() && (is_map || options.words.small) {
        true => check_map(options, file),
        false => check_bot(options, file),
    }
}

/// Checks a game in Python.
fn check_game(options: &WithGame<Check>) -> anyhow::Result<ExitStatus> {
    let title = options.game.info.title;
    let Some(checked) = find_faults(options.game.info) else {
        return user_error(message!(
            "name a player of %{title}, or a game in Python",
            title = message!(title)
        ));
    };
    let status = if checked.passes() { ExitStatus::Success } else { ExitStatus::Defect };
    match options.words.json {
        true => print(&format!("{}\n", serde_json::to_string(&checked)?))?,
        false => print(&game_in_words(title, &checked))?,
    };
    Ok(status)
}

/// The number of timings that are shown.
const TIMINGS_SHOWN: usize = 3;

fn game_in_words(title: &str, checked: &GameCheck) -> String {
    let title = printable(title);
    let mut out = match checked.passes() {
        true => t!(
            "%{title} is sound: %{matches} matches with a median of %{steps} steps.\n",
            title = title.green(),
            matches = checked.matches,
            steps = checked.steps
        ),
        false => t!("%{title} breaks the rules for games:\n", title = title.red()),
    };
    for Finding { check, message, file, line, fix, is_warning } in &checked.findings {
        let place = match (file, line) {
            (Some(file), Some(line)) => format!("{}:{line}: ", printable(file)),
            _ => String::new(),
        };
        let kind =
            if *is_warning { t!("Warning:") } else { format!("{}:", printable(check)).red().to_string() };
        out += &format!("  {kind} {place}{}\n", printable(message));
        if !fix.is_empty() {
            out += &t!("    To mend it: %{fix}\n", fix = printable(fix));
        }
    }
    for (method, us) in checked.speed.iter().take(TIMINGS_SHOWN) {
        out += &t!(
            "  %{method}: %{us} µs per call\n",
            method = printable(method),
            us = wag_i18n::decimal(*us, 1)
        );
    }
    out
}

fn check_bot(options: &WithGame<Check>, file: &str) -> anyhow::Result<ExitStatus> {
    let words = &options.words;
    let request = CheckRequest {
        game: options.game,
        options: options.options.clone(),
        player: file.to_string(),
        seed: words.seed,
        limits: words.limit_args.0.clone(),
    };
    let Some(report) = check_player(&request, &stop_on_signals()?, warn)? else {
        return Ok(interrupted(words.json));
    };
    match words.json {
        true => print(&format!("{}\n", serde_json::to_string(&report)?))?,
        false => print(&in_words(&report))?,
    };
    Ok(match report.verdict {
        Verdict::Plays => ExitStatus::Success,
        Verdict::Fails => ExitStatus::Defect,
        Verdict::CannotStart => ExitStatus::CannotStart,
    })
}

fn in_words(report: &CheckReport) -> String {
    let name = printable(&report.name);
    let language = Language::spoken();
    let problem = report.problem.as_ref().map(|ShownProblem(problem)| problem);
    let message = problem.map_or_else(String::new, |problem| problem.line(language));
    let mut out = match report.verdict {
        Verdict::Plays => t!(
            "%{name} plays: %{turns} turns without an error, %{ms} ms at most.\n",
            name = name.green(),
            turns = report.turns,
            ms = wag_i18n::decimal(report.turn_ms_max, 3)
        ),
        Verdict::Fails => t!("%{name} starts, but fails: %{message}\n", name = name.red(), message),
        Verdict::CannotStart => t!("%{name} cannot start: %{message}\n", name = name.red(), message),
    };
    let indented =
        |text: &str| text.lines().map(|line| format!("  | {}\n", printable(line))).collect::<String>();
    out += &report.report.as_deref().map(indented).unwrap_or_default();
    out += &problem.map_or_else(String::new, |problem| problem.hint_line(language));
    out.extend(report.warnings.iter().map(|line| format!("{}\n", printable(line))));
    let notes =
        report.notes.iter().map(|note| format!("{} {}.\n", t!("Note:"), printable(note.text_in(language))));
    out.extend(notes);
    out
}

/// Prints all errors of the map, one per line.
fn check_map(options: &WithGame<Check>, file: &str) -> anyhow::Result<ExitStatus> {
    let path = Path::new(file);
    let bytes = read_text_file(path).or_else(|fault| {
        user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault))
    })?;
    let check = options.game.info.check.expect("run has checked it");
    let name = path.display();
    let faults = match check(&bytes, options.words.small) {
        Ok(faults) => faults,
        Err(fault) => return user_error(format!("{name}: {fault}")),
    };
    if options.words.json {
        let object = json!({ "map": name.to_string(), "valid": faults.is_empty(), "problems": faults });
        print(&format!("{object}\n"))?;
    } else if faults.is_empty() {
        print(&t!("%{name}: no problems found\n", name))?;
    } else {
        print(&faults.iter().map(|fault| format!("{name}: {fault}\n")).collect::<String>())?;
    }
    Ok(if faults.is_empty() { ExitStatus::Success } else { ExitStatus::Defect })
}
