//! The result of a match, for people and as JSON.

use super::args::Play;
use super::table::Table;
use crate::arena::{Played, SeatStats};
use crate::game::{Game, Seat, Standing};
use crate::games::warriors::rules::Rules;
use crate::logs::Logs;
use crate::players::python::StartOutcome;
use anstream::eprintln;
use owo_colors::OwoColorize;
use serde::Serialize;
use std::fmt::{self, Write};
use std::path::Path;
use std::time::Duration;

/// A match that has been played, and how it was asked for.
pub struct Result<'r, G: Game> {
    pub options: &'r Play,
    pub names: &'r [String],
    pub seed: u64,
    pub rules: &'r Rules,
    pub played: &'r Played<G>,
    pub replay: Option<&'r Path>,
    pub wall: Duration,
}

/// Tells how the start of an AI went: on the terminal at once, and as words for its log. What was `told` is not told
/// twice.
pub fn start_outcome(name: &str, outcome: &StartOutcome, told: &mut Vec<String>) -> String {
    let words = match outcome {
        StartOutcome::Ready { warnings } => {
            warnings.iter().map(|warning| format!("Warning: {warning}\n")).collect()
        }
        StartOutcome::Rejected { report } => format!("{name} can't play:\n{report}"),
        StartOutcome::Failed(fault) => format!("{name} can't play: {}\n", fault.message),
    };
    if !words.is_empty() && !told.contains(&words) {
        eprintln!("{} {}", "wag:".red().bold(), words.trim_end());
        told.push(words.clone());
    }
    words
}

/// The result as `--json` has it.
pub fn as_json<G: Game>(result: &Result<'_, G>) -> serde_json::Result<serde_json::Value> {
    serde_json::to_value(json(result, &G::standings(&result.played.state)))
}

/// Tells which logs could not be written to the end.
pub fn warn_of_incomplete(logs: &Logs) {
    for (path, fault) in logs.failures() {
        log::warn!("the log {} is not complete: {fault}", path.display());
    }
}

/// Prints the result as it was asked for.
pub fn print<G: Game>(result: &Result<'_, G>, logs: &Logs) -> anyhow::Result<()> {
    warn_of_incomplete(logs);
    let standings = G::standings(&result.played.state);
    let answer = if result.options.json {
        serde_json::to_string(&json(result, &standings))? + "\n"
    } else if !result.options.quiet {
        in_words(result, &standings, logs)?
    } else {
        return Ok(());
    };
    super::print(&answer).map(|_| ())
}

fn winners<'n>(names: &'n [String], standings: &[Standing]) -> Vec<&'n str> {
    let seats = names.iter().zip(standings);
    seats.filter(|(_, standing)| standing.place == 1).map(|(name, _)| name.as_str()).collect()
}

/// `--json`: this object is documented in docs/json.md; change both.
#[derive(Serialize)]
struct JsonResult<'r> {
    seed: u64,
    map: &'r str,
    rounds: u32,
    winners: Vec<&'r str>,
    players: Vec<JsonPlayer<'r>>,
    repeatable: bool,
    interrupted: bool,
    /// The file, if there is one.
    replay: Option<String>,
    wall_s: f64,
}

#[derive(Serialize)]
struct JsonPlayer<'r> {
    name: &'r str,
    /// From 1.
    seat: u8,
    place: u32,
    #[serde(flatten)]
    figures: serde_json::Map<String, serde_json::Value>,
    faults: Vec<JsonFault<'r>>,
    faults_total: u32,
    turn_ms_mean: f64,
    turn_ms_max: f64,
}

#[derive(Serialize)]
struct JsonFault<'r> {
    kind: &'static str,
    round: u32,
    message: &'r str,
}

fn json<'r, G: Game>(result: &Result<'r, G>, standings: &[Standing]) -> JsonResult<'r> {
    let player = |(seat, standing): (Seat, &Standing)| {
        let stats = &result.played.seats[seat.index()];
        let fault = |noted: &'r crate::arena::Noted| JsonFault {
            kind: noted.fault.kind.name(),
            round: noted.round,
            message: &noted.fault.message,
        };
        JsonPlayer {
            name: &result.names[seat.index()],
            seat: seat.0 + 1,
            place: standing.place,
            figures: standing
                .figures
                .iter()
                .map(|(name, value)| (name.to_string(), (*value).into()))
                .collect(),
            faults: stats.faults.iter().map(fault).collect(),
            faults_total: stats.faults_total,
            turn_ms_mean: milliseconds(stats.think_mean()),
            turn_ms_max: milliseconds(stats.think_max),
        }
    };
    JsonResult {
        seed: result.seed,
        map: &result.options.map,
        rounds: result.played.rounds,
        winners: winners(result.names, standings),
        players: Seat::all(standings.len()).zip(standings).map(player).collect(),
        repeatable: result.played.repeatable(),
        interrupted: result.played.interrupted,
        replay: result.replay.map(|file| file.display().to_string()),
        wall_s: (result.wall.as_secs_f64() * 1e3).round() / 1e3,
    }
}

/// To the microsecond.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// The table and what goes with it.
fn in_words<G: Game>(
    result: &Result<'_, G>,
    standings: &[Standing],
    logs: &Logs,
) -> std::result::Result<String, fmt::Error> {
    let played = result.played;
    let rounds = match played.interrupted {
        true => format!("interrupted after {} of {} rounds", played.rounds, result.rules.rounds),
        false => format!("{} rounds", result.rules.rounds),
    };
    let mut out = String::new();
    let wall = result.wall.as_secs_f64();
    writeln!(out, "{} on {}, {rounds} in {wall:.2} s", "Warriors & Gatherers".bold(), result.options.map)?;
    writeln!(out, "{}", table(result, standings))?;
    writeln!(out, "{}", verdict(result, standings))?;
    tell_faults(&mut out, result)?;
    let paths: Vec<String> =
        Seat::all(result.names.len()).map(|seat| logs.path(seat).display().to_string()).collect();
    writeln!(out, "Logs: {}", paths.join(" "))?;
    if let Some(replay) = result.replay {
        writeln!(out, "Replay: {}", replay.display())?;
    }
    writeln!(out, "Again: {}", again(result))?;
    if !played.repeatable() && !played.interrupted {
        let what = "an AI ran out of time, which may happen otherwise the next time.";
        writeln!(out, "{} {what}", "Not repeatable:".yellow())?;
    }
    Ok(out)
}

fn verdict<G: Game>(result: &Result<'_, G>, standings: &[Standing]) -> String {
    let winners = winners(result.names, standings);
    match (result.played.interrupted, winners.as_slice()) {
        (true, _) => "The match was interrupted; nobody has won.".to_string(),
        (false, [winner]) => format!("{} wins.", winner.green().bold()),
        (false, winners) => format!("A tie between {}.", winners.join(", ").bold()),
    }
}

fn table<G: Game>(result: &Result<'_, G>, standings: &[Standing]) -> Table {
    let figures = standings.first().map_or(&[][..], |first| &first.figures);
    let head = ["place", "player"].into_iter().chain(figures.iter().map(|(name, _)| *name));
    let mut table = Table::new(&head.chain(["mean ms", "worst ms", "errors"]).collect::<Vec<_>>());
    let mut seats: Vec<Seat> = Seat::all(standings.len()).collect();
    seats.sort_by_key(|seat| standings[seat.index()].place);
    for seat in seats {
        let standing = &standings[seat.index()];
        let stats = &result.played.seats[seat.index()];
        let figures = standing.figures.iter().map(|(_, value)| value.to_string());
        let times = [stats.think_mean(), stats.think_max].map(|time| format!("{:.3}", milliseconds(time)));
        let first = [standing.place.to_string(), result.names[seat.index()].clone()];
        table.row(first.into_iter().chain(figures).chain(times).chain([errors(stats)]));
    }
    table
}

fn errors(stats: &SeatStats) -> String {
    if stats.retired() {
        format!("{} (stands still)", stats.faults_total)
    } else {
        stats.faults_total.to_string()
    }
}

/// Whose AI failed how often, and where first.
fn tell_faults<G: Game>(out: &mut String, result: &Result<'_, G>) -> fmt::Result {
    for (name, stats) in result.names.iter().zip(&result.played.seats) {
        let Some(first) = stats.faults.first() else { continue };
        let times = if stats.faults_total == 1 {
            "once".to_string()
        } else {
            format!("{} times", stats.faults_total)
        };
        writeln!(
            out,
            "{} failed {times}, first in round {}: {} [{}]",
            name.red(),
            first.round,
            first.fault.message,
            first.fault.kind.name()
        )?;
    }
    Ok(())
}

/// The command that plays the same match once more.
fn again<G: Game>(result: &Result<'_, G>) -> String {
    let options = result.options;
    // As it was called, so that it can be pasted: `wag` need not be on the PATH.
    let program = std::env::args().next().unwrap_or_else(|| "wag".to_string());
    let mut words = vec![quoted(&program), "play".to_string()];
    words.extend(options.ais.iter().map(|ai| quoted(ai)));
    words.extend(["--map".to_string(), quoted(&options.map), "--seed".to_string(), result.seed.to_string()]);
    if let Some(rules) = &options.terms.rules {
        words.extend(["--rules".to_string(), quoted(&rules.display().to_string())]);
    }
    if let Some(rounds) = options.terms.rounds {
        words.extend(["--rounds".to_string(), rounds.to_string()]);
    }
    words.extend(options.terms.limiting.words());
    if options.log_dir != Path::new(".") {
        words.extend(["--log-dir".to_string(), quoted(&options.log_dir.display().to_string())]);
    }
    words.join(" ")
}

/// As a shell takes it for one word.
pub fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && word.chars().all(|letter| letter.is_alphanumeric() || "/._-=+".contains(letter));
    if is_plain { word.to_string() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
