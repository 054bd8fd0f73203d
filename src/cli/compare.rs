//! `wag compare`: finds out whether a new player is better than an old one.

mod args;
mod compare_report;

use super::answer::{ExitStatus, print, user_error};
use super::progress::{SeriesFollower, bar, warn};
use super::start::stop_on_signals;
use super::with_game::WithGame;
use super::words::PlayerList;
pub use args::Compare as Args;
use compare_report::{in_words, percent};
use indicatif::ProgressBar;
use serde_json::json;
use wag_i18n::{decimal, message, t};
use wag_series::SeriesEvent;
use wag_series::compare::{Compare, CompareRequest, save_losses};
use wag_series::compare_report::{CompareReport, Score};
use wag_stats::compare::{Comparison, Measure, Terms, Verdict};

/// Plays until the result is certain or the maximum number of matches has been played, and prints the report.
pub fn run(options: &WithGame<Args>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let words = &options.words;
    let terms = terms(words)?;
    let request = CompareRequest {
        game: options.game,
        options: options.options.clone(),
        places: options.places.clone(),
        new: words.new.clone(),
        old: words.old.clone(),
        against: PlayerList::all(&words.against),
        games: words.games as usize,
        seed: words.seed,
        terms,
        measure: if words.by == "score" { Measure::Figure } else { Measure::Places },
        executor: words.executor_args.executor()?,
        limits: words.limit_args.0.clone(),
    };
    let mut compare = Compare::prepare(&request, stop, warn)?;
    let mut follower = SeriesFollower::new(bar("{spinner} {msg}", !words.quiet && !words.json));
    compare.play(&mut |event| match event {
        SeriesEvent::Compared { comparison, .. } => show(&follower.bar, comparison),
        event => follower.show(event),
    })?;
    follower.bar.finish_and_clear();
    let report = CompareReport::of(&compare, &request, words.losses.as_deref());
    if let (Some(folder), false) = (&words.losses, report.interrupted) {
        save_losses(&compare.plan, folder, &compare.comparison)?;
    }
    if words.json {
        print(&format!("{}\n", json!(report)))?;
    } else if !words.quiet {
        print(&in_words(&report, options.game.info))?;
    }
    Ok(match compare.comparison.verdict {
        _ if report.interrupted => ExitStatus::Interrupted,
        Verdict::Better => ExitStatus::Success,
        Verdict::NotBetter => ExitStatus::Defect,
        Verdict::Undecided => ExitStatus::Undecided,
    })
}

/// Shows the current result of the comparison in the progress bar.
fn show(progress: &ProgressBar, comparison: &Comparison) {
    let (least, most) = comparison.terms().bounds();
    progress.set_message(t!(
        "%{matches} matches, %{score}; log-likelihood ratio %{ratio} (%{least} to %{most})",
        matches = 2 * comparison.pairs.len(),
        score = percent(&Score::from(&comparison.sums)),
        ratio = decimal(comparison.log_ratio(), 2),
        least = decimal(least, 2),
        most = decimal(most, 2)
    ));
    progress.tick();
}

fn terms(words: &Args) -> anyhow::Result<Terms> {
    if words.elo0 >= words.elo1 {
        return user_error(message!(
            "--elo0 must be less than --elo1: the verdict decides between these two values"
        ));
    }
    Ok(Terms { elo0: words.elo0, elo1: words.elo1, alpha: words.alpha, beta: words.beta })
}
