//! `wag regress`: plays all recorded turns of a player again with another file, and lists the turns that changed.

use super::answer::{ExitStatus, print, print_failed_start};
use super::debug::{reasons_in_words, tell_saved};
use super::fork::gain_in_words;
use super::start::stop_on_signals;
use crate::cli::limit_args::LimitArgs;
use crate::output::{Paint, replace_last_line};
use clap::{Args as ClapArgs, value_parser};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use wag_core::game::Seat;
use wag_core::text::{option_arguments, printable, quoted_path, shell_line};
use wag_i18n::{decimal, t};
use wag_inspect::reasons::Reason;
use wag_inspect::regress::{Cause, ChangedTurn, Groups, RegressReport, RegressRequest, groups, regress};
use wag_inspect::saved_turns::SavedTurn;
use wag_play::fork::{Change, ForkRequest};
use wag_series::fork_series::ForkSeries;
use wag_series::{Executor, LocalPool};

pub const REGRESS_HELP: &str = "\
Each turn gets the recorded view and random numbers; the match is not played on.
Exit status: 0 if no turn changes, 1 if one does, 2 if the turns cannot be played, 4 if the file cannot start.";

#[derive(Debug, ClapArgs)]
pub struct Regress {
    /// Replay files
    #[arg(value_name = "REPLAY", required = true)]
    pub replays: Vec<PathBuf>,
    /// Python file that plays the turns
    #[arg(long, value_name = "FILE")]
    pub with: String,
    /// Name or seat of the player [default: the only Python file, or all with the name of FILE]
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Save the first turn of each group in this folder as a test for `wag test`: the new orders are expected from now on
    #[arg(long, value_name = "DIR")]
    pub save: Option<PathBuf>,
    /// Play N forks from the first turn of each group, and say whether the change is better or worse
    #[arg(long, value_name = "N", conflicts_with = "json", value_parser = value_parser!(u32).range(2..=1000))]
    pub forks: Option<u32>,
    /// Print the changed turns as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub limit_args: LimitArgs,
}

pub fn run(options: &Regress) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let request = RegressRequest {
        replays: &options.replays,
        file: &options.with,
        player: options.player.as_deref(),
        limits: &options.limit_args,
        stop: Arc::clone(&stop),
    };
    let is_shown = std::io::stderr().is_terminal();
    let began = Instant::now();
    let mut ended = began;
    let report = print_failed_start(regress(&request, |turns| {
        ended = Instant::now();
        if is_shown && turns % 100 == 0 {
            replace_last_line(&t!("%{turns} turns", turns));
        }
    }))?;
    if is_shown {
        replace_last_line("");
    }
    let seconds = ended.duration_since(began).as_secs_f64().max(f64::MIN_POSITIVE);
    let groups = groups(&report.changed);
    if let Some(folder) = &options.save {
        save_first(options, folder, &groups)?;
    }
    if options.json {
        print(&format!("{}\n", serde_json::to_string(&report.for_json(&options.replays))?))?;
    } else {
        print(&in_words(options, &report, &groups, seconds))?;
        if let Some(forks) = options.forks {
            tell_gains(options, &groups, forks, &stop)?;
        }
    }
    Ok(match (stop.load(Ordering::Relaxed), report.changed.is_empty(), report.skipped.is_empty()) {
        (true, _, _) => ExitStatus::Interrupted,
        (false, false, _) => ExitStatus::Defect,
        (false, true, false) => ExitStatus::Rejected,
        (false, true, true) => ExitStatus::Success,
    })
}

/// Saves the first turn of each group.
fn save_first(options: &Regress, folder: &Path, groups: &Groups<'_>) -> anyhow::Result<()> {
    let firsts = groups.iter().filter_map(|(_, turns)| turns.first());
    let saved = firsts.map(|changed| {
        let saved = SavedTurn::new(changed.seat, &changed.player, &options.with, &changed.turn);
        saved.save(folder, &options.replays[changed.replay])
    });
    tell_saved(&saved.collect::<Result<Vec<_>, _>>()?, folder);
    Ok(())
}

fn in_words(options: &Regress, report: &RegressReport, groups: &Groups<'_>, seconds: f64) -> String {
    let mut text = t!(
        "Played %{turns} turns again with %{file}: %{changed} changed (%{per_second} turns/s)\n",
        turns = report.turns,
        file = printable(&options.with),
        changed = report.changed.len(),
        per_second = decimal(report.turns as f64 / seconds, 0)
    );
    for why in report.skipped.values() {
        text += &t!("Skipped: %{why}\n", why = printable(why));
    }
    groups.iter().for_each(|(cause, turns)| text += &tell_group(options, report, cause, turns));
    text
}

/// The number of groups of which forks are played.
const FORKED_GROUPS: usize = 10;

/// Plays forks from the first turn of each group, with the file and without it, and prints what the change adds.
fn tell_gains(
    options: &Regress,
    groups: &Groups<'_>,
    games: u32,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let executor: Arc<dyn Executor> = LocalPool::executor(None);
    let firsts = groups.iter().filter_map(|(cause, turns)| Some((cause, turns.first()?)));
    for (cause, first) in firsts.take(FORKED_GROUPS) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let request = ForkRequest {
            replay: &options.replays[first.replay],
            round: first.turn.round,
            changes: vec![Change {
                player: Some(first.seat.number().to_string()),
                file: options.with.clone(),
            }],
            limits: &options.limit_args,
        };
        let fork = Arc::new(wag_inspect::prepare_fork(&request)?);
        let figure = fork.game.info.figures.first().copied().unwrap_or_default();
        let series = ForkSeries {
            seed: fork.header.seed,
            fork,
            games,
            compares: true,
            executor: Arc::clone(&executor),
            replays: None,
            stop: Arc::clone(stop),
        };
        let gain = match series.check() {
            Ok(()) => series.play(&mut |_| ())?.gains.get(first.seat.index()).copied().flatten(),
            Err(_) => None,
        };
        let words = match gain {
            Some(gain) => gain_in_words(&printable(&first.player), figure, &gain),
            None => t!("Not known: the match cannot be continued with and without the change from here.\n"),
        };
        let from = t!("from round %{round}", round = first.turn.round);
        print(&format!("\n{} ({from})\n{words}", cause.in_words().bold()))?;
    }
    Ok(())
}

/// Lists the changed turns of a group, and the command that shows the first one.
fn tell_group(options: &Regress, report: &RegressReport, cause: &Cause, turns: &[&ChangedTurn]) -> String {
    let mut text = format!("\n{} ({})\n", cause.in_words().bold(), turns.len());
    let mut players: BTreeMap<(usize, Seat), Vec<&ChangedTurn>> = BTreeMap::new();
    for changed in turns {
        players.entry((changed.replay, changed.seat)).or_default().push(changed);
    }
    for (whose, changed) in &players {
        let path = printable(&options.replays[whose.0].display().to_string());
        let player = printable(&changed[0].player);
        let rounds: Vec<u32> = changed.iter().map(|changed| changed.turn.round).collect();
        let line = match ranges(&rounds) {
            ranges if ranges.len() <= RANGES_MAX => {
                t!("%{path}, %{player}: rounds %{rounds}", path, player, rounds = ranges.join(", "))
            }
            _ => t!(
                "%{path}, %{player}: %{n} of %{all} turns, first in round %{first}",
                path,
                player,
                n = rounds.len(),
                all = report.turns_of.get(whose).copied().unwrap_or_default(),
                first = rounds[0]
            ),
        };
        let _ = writeln!(text, "  {line}");
    }
    let mut reasons: Vec<Reason> = Vec::new();
    for reason in turns.iter().flat_map(|changed| &changed.turn.reasons) {
        if !reasons.contains(reason) {
            reasons.push(reason.clone());
        }
    }
    text += &reasons_in_words(&reasons);
    if report.only_random.get(cause) == Some(&true) {
        text += &t!(
            "Only the random numbers moved: with other ones, each of the two files also gives the orders of the other.\n"
        );
    }
    if let Some(first) = turns.first() {
        let replay = quoted_path(&options.replays[first.replay]);
        let (file, round) = (quoted_path(&options.with), first.turn.round);
        let player = shell_line(option_arguments("player", &first.player));
        let debug = format!("wag debug {replay} {file} --round {round} {player}");
        let show = format!("wag client {replay} --round {round}");
        let _ = writeln!(text, "  {}\n  {}", printable(&debug), printable(&show));
    }
    text
}

/// The maximum number of ranges of rounds that are listed.
const RANGES_MAX: usize = 5;

/// Returns sorted numbers as ranges, such as `3` and `7-9`.
fn ranges(numbers: &[u32]) -> Vec<String> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if number <= *last + 1 => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let text = |(first, last): &(u32, u32)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    };
    ranges.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_rounds_become_a_range() {
        assert_eq!(ranges(&[3, 7, 8, 8, 9, 11]), ["3", "7-9", "11"]);
        assert!(ranges(&[]).is_empty());
    }
}
