//! `wag diff`: compares two replays.

use super::answer::{ExitStatus, print};
use super::debug::reasons_in_words;
use super::table::{Column, Table};
use crate::output::Paint;
use clap::Args as ClapArgs;
use std::fmt::Write;
use std::path::PathBuf;
use wag_core::text::printable;
use wag_i18n::{later, t};
use wag_inspect::diff::{DiffSide, DifferenceKind, FirstDifference, ReplayDiff, ScorePair, diff};

pub const DIFF_HELP: &str = "\
Exit status: 0 if both matches went the same way, 1 if they differ, 2 if they cannot be compared.";

#[derive(Debug, ClapArgs)]
pub struct Diff {
    /// Replay file
    #[arg(value_name = "A")]
    pub a: PathBuf,
    /// Replay file of the same game
    #[arg(value_name = "B")]
    pub b: PathBuf,
    /// Print the result as one JSON object, with all scores
    #[arg(long)]
    pub json: bool,
}

/// The number of rows in the table of scores.
const ROWS: usize = 12;

pub fn run(options: &Diff) -> anyhow::Result<ExitStatus> {
    let compared = diff([&options.a, &options.b])?;
    if options.json {
        print(&format!("{}\n", serde_json::to_value(&compared)?))?;
    } else {
        print(&in_words(options, &compared))?;
    }
    Ok(if compared.equal { ExitStatus::Success } else { ExitStatus::Defect })
}

fn in_words(options: &Diff, compared: &ReplayDiff) -> String {
    let Some(first) = &compared.first else {
        return t!(
            "The replays are equal: %{rounds} rounds, with the same orders and events.\n",
            rounds = compared.a.rounds
        );
    };
    let mut text = t!(
        "%{label} %{first}\n",
        label = t!("First difference:").bold(),
        first = first_in_words(first, &compared.a.players)
    );
    for (path, list) in [(&options.a, &first.a), (&options.b, &first.b)] {
        let _ = writeln!(text, "{}:", printable(&path.display().to_string()));
        list.iter().for_each(|line| text += &format!("  {line}\n"));
        if list.is_empty() {
            let _ = writeln!(text, "  {}", t!("(nothing)"));
        }
    }
    text += &reasons_in_words(&first.reasons);
    if first.kind != DifferenceKind::Setup {
        let _ = writeln!(text, "\n{}", scores(compared, first.round));
    }
    text
}

/// Describes where two replays differ, in a few words.
pub fn first_in_words(first: &FirstDifference, players: &[String]) -> String {
    let player = first.seat.and_then(|seat| players.get(usize::from(seat).checked_sub(1)?));
    let what = match first.kind {
        DifferenceKind::Setup => return t!("the maps, the rules or the players differ"),
        DifferenceKind::Orders => t!("orders"),
        DifferenceKind::Events => t!("events"),
        DifferenceKind::Turn => t!("other players have a turn"),
        DifferenceKind::End => return t!("one match ends before round %{round}", round = first.round),
    };
    match (first.round, player) {
        (0, _) => t!("before round 1, %{what}", what),
        (round, Some(player)) => t!("round %{round}, %{player}, %{what}", round, player, what),
        (round, None) => t!("round %{round}, %{what}", round, what),
    }
}

/// Returns the scores over time as a table. Each cell has the values of both replays if they differ.
fn scores(compared: &ReplayDiff, first: u32) -> Table {
    let mut columns = vec![Column::essential(later!("round"))];
    columns.extend(compared.a.players.iter().map(|name| Column::essential(name)));
    let mut table = Table::new(columns);
    for pair in chosen(&compared.scores, first) {
        table.row(cells(pair.round.to_string(), &pair.a, &pair.b));
    }
    let has_end = |side: &DiffSide| !side.scores.is_empty();
    if has_end(&compared.a) && has_end(&compared.b) {
        table.row(cells(t!("end"), &compared.a.scores, &compared.b.scores));
    }
    table
}

fn cells(label: String, a: &[i64], b: &[i64]) -> Vec<String> {
    let cell = |(a, b): (&i64, &i64)| if a == b { a.to_string() } else { format!("{a} → {b}") };
    std::iter::once(label).chain(a.iter().zip(b).map(cell)).collect()
}

/// Returns up to [`ROWS`] rounds: the last one before the difference, and evenly spaced ones after it.
fn chosen(scores: &[ScorePair], first: u32) -> Vec<&ScorePair> {
    let at = scores.partition_point(|pair| pair.round < first).saturating_sub(1);
    let rest = &scores[at.min(scores.len())..];
    let step = rest.len().div_ceil(ROWS).max(1);
    rest.iter().step_by(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_has_few_rows_that_begin_before_the_difference() {
        let scores: Vec<ScorePair> =
            (1..=1000).map(|round| ScorePair { round, a: vec![1], b: vec![1] }).collect();
        let rounds = |first| chosen(&scores, first).iter().map(|pair| pair.round).collect::<Vec<_>>();
        assert_eq!(rounds(996), [995, 996, 997, 998, 999, 1000]);
        assert_eq!((rounds(1).len(), rounds(1)[0]), (12, 1));
        assert!(chosen(&[], 3).is_empty());
    }
}
