//! `wag regress`: plays all recorded turns of a player again with another file, and lists the turns that changed.

use super::answer::{ExitStatus, print, print_failed_start};
use super::args::Regress;
use super::start::stop_on_signals;
use owo_colors::OwoColorize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use wag_core::text::{printable, quoted};
use wag_i18n::{decimal, t};
use wag_runner::regress::{Cause, ChangedTurn, RegressRequest, regress};

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
            anstream::eprint!("\r{}", t!("%{turns} turns", turns));
        }
    }))?;
    if is_shown {
        anstream::eprint!("\r\x1b[K");
    }
    let per_second = report.turns as f64 / began.elapsed().as_secs_f64();
    let mut text = t!(
        "Played %{turns} turns again with %{file}: %{changed} changed (%{per_second} turns/s)\n",
        turns = report.turns,
        file = printable(&options.with),
        changed = report.changed.len(),
        per_second = decimal(per_second, 0)
    );
    let mut groups: BTreeMap<&Cause, Vec<&ChangedTurn>> = BTreeMap::new();
    for changed in &report.changed {
        groups.entry(&changed.cause).or_default().push(changed);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, turns)| std::cmp::Reverse(turns.len()));
    groups.iter().for_each(|(cause, turns)| text += &tell_group(options, cause, turns));
    print(&text)?;
    Ok(match (stop.load(Ordering::Relaxed), report.changed.is_empty()) {
        (true, _) => ExitStatus::Interrupted,
        (false, true) => ExitStatus::Success,
        (false, false) => ExitStatus::Defect,
    })
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
        let words = [
            "wag".to_string(),
            "debug".to_string(),
            quoted(&options.replays[first.replay].display().to_string()),
            quoted(&options.with),
            "--round".to_string(),
            first.turn.round.to_string(),
            "--player".to_string(),
            quoted(&first.player),
        ];
        let _ = writeln!(text, "  {}", printable(&words.join(" ")));
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
