//! `wag explain FOLDER` and `wag explain TOURNAMENT.db`: what cost a player the most over many matches.

use super::Explain;
use crate::cli::answer::{ExitStatus, print, user_error};
use crate::cli::progress::bar_of_matches;
use crate::cli::start::stop_on_signals;
use crate::cli::wrap::wrapped_behind;
use crate::output::Paint;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::text::printable;
use wag_i18n::{decimal, message, t};
use wag_series::take_over::{LossSum, SummedCause, sum_losses};
use wag_tournament::TournamentFile;

/// The columns before the sentence about a cause.
const INDENT: usize = 8;

pub fn run(options: &Explain) -> anyhow::Result<ExitStatus> {
    let replays = match options.replay.is_dir() {
        true => replays(&options.replay)?,
        false => replays_of_tournament(&options.replay)?,
    };
    let stop = stop_on_signals()?;
    let choices = options.take_over(&stop)?;
    let bar = bar_of_matches(Arc::clone(&choices.executor), "", !options.json);
    bar.set_length(replays.len() as u64);
    let sum = sum_losses(&choices, &replays, options.player.as_deref(), &mut || bar.inc(1))?;
    bar.finish_and_clear();
    let is_stopped = stop.load(Ordering::Relaxed);
    if sum.is_empty() && !is_stopped {
        return user_error(message!(
            "no replay in %{folder} has this player; choose one with --player",
            folder = options.replay.display()
        ));
    }
    print(&if options.json { format!("{}\n", serde_json::to_string(&sum)?) } else { in_words(&sum) })?;
    Ok(if is_stopped { ExitStatus::Interrupted } else { ExitStatus::Success })
}

/// Returns the replays that a tournament has saved, in the order of its matches.
fn replays_of_tournament(file: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let tournament = TournamentFile::open(file)?;
    let saved = tournament.matches.iter().filter_map(|stored| stored.replay.as_ref().map(PathBuf::from));
    let replays: Vec<PathBuf> = saved.filter(|replay| replay.is_file()).collect();
    match replays.is_empty() {
        true => user_error(message!(
            "the replays of %{file} are not here; play a tournament with --replays DIR to keep them",
            file = file.display()
        )),
        false => Ok(replays),
    }
}

/// Returns the replays in a folder, in order.
fn replays(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).or_else(|fault| {
        user_error(message!("%{path} cannot be read: %{fault}", path = folder.display(), fault))
    })?;
    let paths = entries.flatten().map(|entry| entry.path());
    let is_replay = |path: &PathBuf| path.extension().is_some_and(|end| end == "wag");
    let mut paths: Vec<PathBuf> = paths.filter(is_replay).collect();
    if paths.is_empty() {
        return user_error(message!("%{folder} contains no replays", folder = folder.display()));
    }
    paths.sort();
    Ok(paths)
}

pub fn in_words(sum: &LossSum) -> String {
    let head = t!(
        "%{player} lost %{loss} %{unit} in %{matches} matches, in %{cards} places.",
        player = printable(&sum.player),
        loss = decimal(sum.loss, 0),
        unit = t!(sum.unit),
        matches = sum.matches,
        cards = sum.cards
    );
    let mut text = format!("{}\n\n", head.bold());
    sum.causes.iter().for_each(|cause| text += &cause_in_words(cause));
    if sum.unexplained > 0.0 {
        let rest = t!("nothing that Wag watches explains it");
        let _ = writeln!(text, "{:>4} %  {rest}", decimal(sum.unexplained * 100.0, 0));
    }
    if !sum.void.is_empty() {
        let _ = writeln!(text, "\n{}", t!("%{n} matches have no curve:", n = sum.void.len()));
        for void in &sum.void {
            let _ = writeln!(text, "  {}: {}", printable(&void.replay), printable(void.phrase.translated()));
        }
    }
    text
}

/// Returns the share of a cause with its worst example.
fn cause_in_words(cause: &SummedCause) -> String {
    let worst = &cause.worst;
    let sentence = wrapped_behind(INDENT, &printable(worst.phrase.translated()));
    let place = t!("%{replay}, round %{round}", replay = printable(&worst.replay), round = worst.round);
    let share = decimal(cause.share * 100.0, 0);
    format!("{share:>4} %  {sentence}\n{}{}\n", " ".repeat(INDENT), place.dimmed())
}
