//! `wag regress`: plays all recorded turns of a player again with another file, and lists the turns that changed.

use super::answer::{ExitStatus, print, print_failed_start};
use super::debug::tell_saved;
use super::start::stop_on_signals;
use crate::cli::limit_args::LimitArgs;
use crate::output::{Paint, replace_last_line};
use clap::Args as ClapArgs;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use wag_core::text::{option_arguments, printable, quoted_path, shell_line};
use wag_i18n::{decimal, t};
use wag_inspect::regress::{Cause, ChangedTurn, RegressReport, RegressRequest, regress};
use wag_inspect::saved_turns::SavedTurn;

pub const REGRESS_HELP: &str = "\
Example: wag regress saves/*.wag --with yourAI.py
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
    let report = print_failed_start(regress(&request, |turns| {
        if is_shown && turns % 100 == 0 {
            replace_last_line(&t!("%{turns} turns", turns));
        }
    }))?;
    if is_shown {
        replace_last_line("");
    }
    let seconds = began.elapsed().as_secs_f64();
    let groups = groups(&report.changed);
    if let Some(folder) = &options.save {
        save_first(options, folder, &groups)?;
    }
    if options.json {
        print(&format!("{}\n", serde_json::to_string(&report.for_json(&options.replays))?))?;
    } else {
        print(&in_words(options, &report, &groups, seconds))?;
    }
    Ok(match (stop.load(Ordering::Relaxed), report.changed.is_empty(), report.skipped.is_empty()) {
        (true, _, _) => ExitStatus::Interrupted,
        (false, false, _) => ExitStatus::Defect,
        (false, true, false) => ExitStatus::Rejected,
        (false, true, true) => ExitStatus::Success,
    })
}

type Groups<'r> = Vec<(&'r Cause, Vec<&'r ChangedTurn>)>;

/// Returns the changed turns by cause, the largest group first.
fn groups(changed: &[ChangedTurn]) -> Groups<'_> {
    let mut groups: BTreeMap<&Cause, Vec<&ChangedTurn>> = BTreeMap::new();
    for changed in changed {
        groups.entry(&changed.cause).or_default().push(changed);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, turns)| std::cmp::Reverse(turns.len()));
    groups
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
    groups.iter().for_each(|(cause, turns)| text += &tell_group(options, cause, turns));
    text
}

/// Lists the changed turns of a group, and the command that shows the first one.
fn tell_group(options: &Regress, cause: &Cause, turns: &[&ChangedTurn]) -> String {
    let mut text = format!("\n{} ({})\n", cause.in_words().bold(), turns.len());
    let mut players: BTreeMap<(usize, &str), Vec<u32>> = BTreeMap::new();
    for changed in turns {
        players.entry((changed.replay, &changed.player)).or_default().push(changed.turn.round);
    }
    for ((replay, player), rounds) in &players {
        let path = printable(&options.replays[*replay].display().to_string());
        let rounds = ranges(rounds);
        let _ = writeln!(
            text,
            "  {}",
            t!("%{path}, %{player}: rounds %{rounds}", path, player = printable(player), rounds)
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

/// Returns sorted numbers as text, such as `3, 7-9`.
fn ranges(numbers: &[u32]) -> String {
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
    ranges.iter().map(text).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::ranges;

    #[test]
    fn consecutive_rounds_become_a_range() {
        assert_eq!(ranges(&[3, 7, 8, 8, 9, 11]), "3, 7-9, 11");
        assert_eq!(ranges(&[]), "");
    }
}
