//! The cards of `wag explain`: where a player lost, and why.

use super::Explain;
use crate::cli::answer::{ExitStatus, print};
use crate::cli::progress::bar_of_matches;
use crate::cli::start::stop_on_signals;
use crate::cli::table::width_of;
use crate::cli::wrap::{wrapped, wrapped_behind};
use crate::output::Paint;
use crate::watch::plot;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::text::printable;
use wag_i18n::t;
use wag_series::take_over::{LossReport, TakeOver};

/// The columns before the sentence of a card.
const CARD_INDENT: usize = 4;

pub fn run(options: &Explain, player: &str) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let choices = options.take_over(&stop)?;
    let request = TakeOver { replay: &options.replay, player: Some(player), options: &choices };
    let bar = bar_of_matches(Arc::clone(&choices.executor), "", !options.json);
    let report = request.explain(&mut |progress| {
        bar.set_length(progress.planned as u64);
        bar.set_position(progress.played as u64);
    });
    bar.finish_and_clear();
    let report = report?;
    if options.json {
        print(&format!("{}\n", serde_json::to_string(&report)?))?;
    } else if report.curve.void.is_some() {
        super::run_account(options, Some(report.phrase.translated()))?;
    } else {
        print(&in_words(&report))?;
    }
    Ok(match stop.load(Ordering::Relaxed) {
        true => ExitStatus::Interrupted,
        false => ExitStatus::Success,
    })
}

/// Returns the sentence above the cards, the curve and the cards.
fn in_words(report: &LossReport) -> String {
    let mut text = String::new();
    for remark in &report.remarks {
        let _ = writeln!(text, "{}", wrapped(&printable(remark.translated())).yellow());
    }
    let _ = writeln!(text, "{}\n", wrapped(&printable(report.phrase.translated())).bold());
    let points = report
        .curve
        .points
        .iter()
        .map(|point| (f64::from(point.round), (point.mean * 10.0).round() / 10.0))
        .collect();
    let width = width_of(std::io::stdout()).unwrap_or(super::PLOT_WIDTH);
    let width = width.clamp(super::PLOT_WIDTH_MIN, super::PLOT_WIDTH) as u16;
    if let (Some(stand_in), Some(plot)) =
        (report.curve.stand_in, plot(&[points], std::slice::from_ref(&report.player), width))
    {
        let title = t!(
            "%{value} at the end if %{stand_in} takes over in a round",
            value = t!(report.curve.unit),
            stand_in
        );
        let _ = writeln!(text, "{}   {plot}\n", title.bold());
    }
    for (card, number) in report.cards.iter().zip(1..) {
        let sentence = wrapped_behind(CARD_INDENT, &printable(card.phrase.translated()));
        let _ = writeln!(text, "{number:>2}  {sentence}");
    }
    if report.curve.futures > 0 {
        let _ = writeln!(
            text,
            "\n{}",
            t!(
                "%{futures} futures, in which %{stand_in} takes over, in %{seconds} s.",
                futures = report.curve.futures,
                stand_in = report.curve.stand_in.unwrap_or_default(),
                seconds = wag_i18n::decimal(report.curve.seconds, 1)
            )
            .dimmed()
        );
    }
    text
}
