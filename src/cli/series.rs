//! `wag series`: plays many matches between the same players, on all cores.

pub mod args;

use super::answer::{ExitStatus, print};
use super::progress::{SeriesFollower, bar_of_matches, warn};
use super::rows::as_csv;
use super::start::stop_on_signals;
use super::table::{Column, Importance, Table};
use super::with_game::WithGame;
use crate::cli::report;
use crate::cli::series::args::Series as Args;
use crate::output::Paint;
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::game::GameInfo;
use wag_i18n::{Language, decimal, later, t};
use wag_play::place_in_words;
use wag_replay::marked_as_forfeit;
use wag_series::has_unstarted_player;
use wag_series::series::{Series, SeriesRequest};
use wag_series::series_report::{SeriesReport, SeriesRow};
use wag_stats::series::{EntrantResult, MatchResult};

/// Plays the series that the command line describes.
pub fn run(options: &WithGame<Args>) -> anyhow::Result<ExitStatus> {
    let (words, info) = (&options.words, options.game.info);
    let request = SeriesRequest {
        game: options.game,
        options: options.options.clone(),
        places: options.places.clone(),
        players: words.players.clone(),
        games: words.games,
        seed: words.seed,
        fixed_seats: words.fixed_seats,
        executor: words.executor_args.executor()?,
        replays: words.replays.clone(),
        limits: words.limit_args.0.clone(),
    };
    let series = Series::prepare(&request, stop_on_signals()?, warn)?;
    let has_bar = !words.quiet && !words.json && !words.csv;
    let mut follower = SeriesFollower::new(bar_of_matches(Arc::clone(&request.executor), "", has_bar));
    let (results, void) = series.play(&mut |event| follower.show(event))?;
    follower.bar.finish_and_clear();
    show(&SeriesReport::of(&series, &request, &results, &void), info, words)?;
    let started = |result: &MatchResult| -> Vec<(usize, bool)> {
        let failed_to_start =
            |seat: &EntrantResult| seat.failure.as_ref().is_some_and(|one| one.round.is_none());
        result.seats.iter().map(|seat| (seat.entrant, failed_to_start(seat))).collect()
    };
    Ok(match () {
        () if series.plan.stop.load(Ordering::Relaxed) => ExitStatus::Interrupted,
        () if has_unstarted_player(results.iter().map(started)) => ExitStatus::CannotStart,
        () => ExitStatus::Success,
    })
}

/// Prints the report in the form that the command line names.
fn show(report: &SeriesReport, info: &GameInfo, words: &Args) -> anyhow::Result<()> {
    let answer = if words.json {
        format!("{}\n", json!(report))
    } else if words.csv {
        as_csv(report.played.iter())?
    } else if !words.quiet {
        in_words(report, info)
    } else {
        return Ok(());
    };
    print(&answer).map(|_| ())
}

fn in_words(report: &SeriesReport, info: &GameInfo) -> String {
    let places = report.places.iter().map(|place| place_in_words(place, info.options));
    let places: Vec<String> = places.collect();
    let on = if places == [""] { String::new() } else { t!(" on %{places}", places = places.join(", ")) };
    // The points include both seats, so they are shown once.
    let has_points = info.most() == 2;
    let mut table = Table::new(columns(info, has_points));
    report.rows.iter().for_each(|row| table.row(cells(row, has_points)));
    let failures: String = report.rows.iter().filter_map(|row| failure_in_words(report, row)).collect();
    t!(
        "%{matches} of %{planned} matches%{on}, seed %{seed}\n%{table}\n%{failures}",
        matches = report.matches,
        planned = report.matches_planned,
        on,
        seed = report.seed,
        table,
        failures
    )
}

/// Describes how often a player failed, where it failed first, and which command plays the match of the first failure
/// again. Returns `None` if the player never failed.
fn failure_in_words(report: &SeriesReport, row: &SeriesRow) -> Option<String> {
    let first = &row.totals.first;
    let problem = first.first_problem.as_ref().filter(|_| row.seat == 0).map(|shown| &shown.0)?;
    let (name, number) = (row.name.red(), first.first_fault_match?);
    let forfeits = match row.totals.forfeits {
        0 => String::new(),
        n => t!(
            "%{name} did not play in %{n} of %{games} matches and takes last place there.\n",
            name,
            n,
            games = row.games
        ),
    };
    let times = match row.totals.faults {
        1 => t!("once"),
        n => t!("%{n} times", n),
    };
    let at = match problem.round {
        Some(round) => t!("round %{round} of match %{number}", round, number),
        None => t!("match %{number}", number),
    };
    let played = report.played.iter().find(|played| played.index == number);
    let replay = played.and_then(|played| played.replay.as_ref());
    let line = t!(
        "%{name} failed %{times}, first in %{at}: %{message} [%{kind}]\n%{replay}Watch it again: %{again}\n",
        name,
        times,
        at,
        message = problem.line(Language::spoken()),
        kind = problem.kind().translated(),
        replay = replay.map(|file| t!("Its replay: %{file}\n", file)).unwrap_or_default(),
        again = first.first_fault_again.as_ref()?
    );
    Some(forfeits + &line + &report::hint_of_turn(problem))
}

/// Returns the columns of the table. The deciding figure is part of the result, so its column has a higher importance.
fn columns(info: &GameInfo, has_points: bool) -> Vec<Column> {
    let mut columns = vec![
        Column::essential(later!("player")).wrapped(),
        Column::essential(later!("seat")),
        Column::middle(later!("games")),
        Column::high(later!("wins")),
        Column::middle(later!("ties")),
    ];
    columns.extend(has_points.then(|| Column::high(later!("points"))));
    let importances = [Importance::High, Importance::Middle];
    let figures = info.figures.iter().zip(importances);
    columns.extend(
        figures.map(|(figure, importance)| {
            Column::titled(t!("mean %{figure}", figure = t!(*figure)), importance)
        }),
    );
    columns.extend(info.tally.map(Column::middle));
    columns.extend([
        Column::low(later!("mean ms")),
        Column::low(later!("worst ms")),
        Column::low(later!("mean CPU ms")),
        Column::low(later!("worst CPU ms")),
        Column::middle(later!("time-outs")),
        Column::high(later!("errors")),
    ]);
    columns
}

/// Returns the cells of a row for these columns. Of the figures, only the first two are shown.
fn cells(row: &SeriesRow, has_points: bool) -> Vec<String> {
    let never_played = row.games > 0 && row.totals.forfeits == u64::from(row.games);
    let name = if never_played { marked_as_forfeit(&row.name) } else { row.name.clone() };
    let mut cells = vec![name, if row.seat == 0 { t!("all") } else { row.seat.to_string() }];
    cells.extend([row.games, row.wins, row.ties].map(|count| count.to_string()));
    cells.extend(has_points.then(|| if row.seat == 0 { row.points.to_string() } else { String::new() }));
    let figures = row.figures.means.iter().take(2).enumerate();
    cells.extend(figures.map(|(at, (_, estimate))| match (at, estimate.half_width) {
        (0, Some(half_width)) => format!("{:.0} ± {half_width:.0}", estimate.mean),
        (0, None) => format!("{:.0}", estimate.mean),
        _ => decimal(estimate.mean, 1),
    }));
    cells.extend(row.figures.tally.map(|(_, count)| count.to_string()));
    let times = [
        Some(row.totals.turn_ms_mean),
        Some(row.totals.turn_ms_max),
        row.totals.cpu_ms_mean,
        row.totals.cpu_ms_max,
    ];
    cells.extend(times.map(|time| time.map_or_else(|| "-".to_string(), |time| decimal(time, 3))));
    cells.push(match row.totals.time_outs_doubtful {
        0 => row.totals.time_outs.to_string(),
        doubtful => t!("%{n} (%{doubtful} doubtful)", n = row.totals.time_outs, doubtful),
    });
    cells.push(row.totals.faults.to_string());
    cells
}
