//! `wag fork`: continues a recorded match from a round, with other files or other random numbers.

pub mod args;

use super::answer::{ExitStatus, cannot_start, interrupted, print, user_error};
use super::debug::{reasons_in_words, tell_saved};
use super::diff;
use super::play::keeping;
use super::progress::{Follower, SeriesFollower, bar_of_matches, warn};
use super::report;
use super::start::stop_on_signals;
use crate::cli::fork::args::Fork as Args;
use crate::cli::play::Logging;
use crate::output::Paint;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::game::Seat;
use wag_core::text::{printable, quoted_path};
use wag_i18n::{decimal, message, t};
use wag_inspect::diff::ReplayDiff;
use wag_inspect::fork_report::{ForkReport, parent_difference};
use wag_ladder::locks;
use wag_play::fork::{Change, Fork, ForkNotes, ForkRequest};
use wag_play::{Keeping, MatchEvent, Nobody, Outcome, SeedSource, Session};
use wag_sandbox::cores;
use wag_series::fork_series::{ForkSeries, ForkSeriesReport, WinRate};
use wag_series::goal_tests::{FUTURES_MAX, GoalTest};
use wag_stats::compare::{Gain, GainVerdict};

pub fn run(options: &Args) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    let request = ForkRequest {
        replay: &options.file,
        round: options.from,
        changes: changes(options)?,
        limits: &options.limit_args,
    };
    let fork = Arc::new(wag_inspect::prepare_fork(&request)?);
    locks::check_all(fork.game, fork.changed.iter().map(|(_, spec)| spec), [], warn)?;
    match options.games {
        Some(games) => play_series(options, fork, games, stop),
        None if options.executor_args.jobs.is_some() || options.executor_args.dask.is_some() => {
            user_error(message!("--jobs and --dask are for many forks; add --games N"))
        }
        None => play_one(options, &fork, &stop),
    }
}

/// Pairs the options `--player` and `--with`.
fn changes(options: &Args) -> anyhow::Result<Vec<Change>> {
    let (players, files) = (&options.players, &options.with);
    if !players.is_empty() && players.len() != files.len() {
        return user_error(message!("each --player needs a --with of its own, in the same order"));
    }
    let player = |at: usize| players.get(at).cloned();
    Ok(files.iter().enumerate().map(|(at, file)| Change { player: player(at), file: file.clone() }).collect())
}

fn play_one(options: &Args, fork: &Arc<Fork>, stop: &Arc<AtomicBool>) -> anyhow::Result<ExitStatus> {
    let mut session = Session::of_fork(Arc::clone(fork), options.seed);
    session.keeping = Keeping {
        log_dir: options.log_dir.clone(),
        log_form: options.log_form.form,
        ..keeping(&options.recording, &Logging::default())
    };
    let is_quiet = options.quiet || options.json;
    if !is_quiet {
        print(&head(options, fork))?;
    }
    if !session.game.info.simultaneous {
        cores::pin_to_current_core();
    }
    let (mut follower, mut printed) = (Follower::of(&session, !is_quiet), Ok(()));
    let show = &mut |event: MatchEvent<'_>| {
        follower.show(event);
        if let (MatchEvent::Over { end }, false) = (event, is_quiet) {
            printed = report::print_game(&session, end, false);
        }
    };
    let seed = SeedSource::Given(fork.header.seed);
    let end = match session.play(stop, Rc::new(Nobody), seed, show)? {
        Outcome::CannotStart(unstarted) => return cannot_start(unstarted),
        Outcome::Interrupted => return Ok(interrupted(options.json)),
        Outcome::Over(end) => end,
    };
    printed?;
    report::warn_of_incomplete(end.logs.as_ref());
    let replay = end.games[0].replay.as_ref();
    let compared = parent_difference(fork, &end)?;
    if options.json {
        let report = ForkReport::of(&session, &end, fork, compared);
        print(&format!("{}\n", serde_json::to_string(&report)?))?;
    } else if !is_quiet {
        let mut text = tell_notes(fork, &end.games[0].fork);
        if let (Some(compared), Some(replay)) = (&compared, replay) {
            text += &tell_difference(options, fork, compared, &replay.path);
        }
        print(&text)?;
    }
    Ok(report::done(&end))
}

/// Says what is played again, and with which files.
fn head(options: &Args, fork: &Fork) -> String {
    let path = printable(&options.file.display().to_string());
    let mut text = match options.seed {
        None => t!("Continues %{path} from round %{round}\n", path, round = fork.round),
        Some(_) => {
            t!("Continues %{path} from round %{round} with other random numbers\n", path, round = fork.round)
        }
    };
    for (seat, spec) in &fork.changed {
        text +=
            &t!("%{name} plays %{file}\n", name = name(fork, *seat).bold(), file = printable(&spec.source));
    }
    fork.remarks.iter().for_each(|remark| text += &format!("{}\n", printable(remark)));
    if fork.repeatable == Some(false) {
        text += &t!("The match is not repeatable, so a fork can differ without any change.\n");
        fork.unrepeatable.iter().for_each(|why| text += &format!("{}\n", why.translated()));
    }
    text
}

fn name(fork: &Fork, seat: Seat) -> String {
    printable(&fork.header.players[seat.index()].name)
}

/// Describes what happened to the players that followed the record.
fn tell_notes(fork: &Fork, notes: &ForkNotes) -> String {
    let mut text = String::new();
    for (seat, round) in &notes.stopped {
        text += &t!(
            "%{name} stopped following its record in round %{round}, because its view is not as recorded; it gave no orders \
             from there on. Name a file for it with --player and --with.\n",
            name = name(fork, *seat),
            round
        );
    }
    for (seat, round) in &notes.differs_before {
        text += &t!(
            "%{name} answers a recorded view with other orders than the recorded ones, first in round %{round}.\n",
            name = name(fork, *seat),
            round
        );
    }
    for (seat, round) in &notes.ended_before {
        text += &t!(
            "%{name} ended in round %{round}, while it was shown the recorded views.\n",
            name = name(fork, *seat),
            round
        );
    }
    text
}

/// Describes the first difference to the parent, and names the command that shows more.
fn tell_difference(options: &Args, fork: &Fork, compared: &ReplayDiff, replay: &Path) -> String {
    let parent = printable(&options.file.display().to_string());
    if compared.equal {
        return t!("The fork is the same as %{parent}.\n", parent);
    }
    let mut text = String::new();
    if let Some(first) = &compared.first {
        text += &t!(
            "First difference to %{parent}: %{first}.\n",
            parent,
            first = diff::first_in_words(first, &compared.a.players)
        );
        text += &reasons_in_words(&first.reasons);
    }
    for (seat, _) in &fork.changed {
        let score = |side: &[i64]| side.get(seat.index()).map_or_else(|| "?".to_string(), i64::to_string);
        text += &t!(
            "%{figure} of %{name} at the end: %{now}, in the original %{then}.\n",
            figure = t!(&compared.figure),
            name = name(fork, *seat),
            now = score(&compared.b.scores),
            then = score(&compared.a.scores)
        );
    }
    let command = format!("wag diff {} {}", quoted_path(&options.file), quoted_path(replay));
    text + &t!("Compare: %{command}\n", command = printable(&command))
}

fn play_series(
    options: &Args,
    fork: Arc<Fork>,
    games: u32,
    stop: Arc<AtomicBool>,
) -> anyhow::Result<ExitStatus> {
    let series = ForkSeries {
        seed: options.seed.unwrap_or(fork.header.seed),
        fork,
        games,
        compares: true,
        executor: options.executor_args.executor()?,
        replays: options.replays.clone(),
        stop,
    };
    let is_quiet = options.quiet || options.json;
    let fork = &*series.fork;
    series.check()?;
    if options.save.is_some() && games > FUTURES_MAX {
        return user_error(message!(
            "a goal has at most %{most} futures; choose fewer with --games",
            most = FUTURES_MAX
        ));
    }
    if !is_quiet {
        print(&head(&Args { seed: None, ..options.clone() }, fork))?;
    }
    let mut follower = SeriesFollower::new(bar_of_matches(Arc::clone(&series.executor), "", !is_quiet));
    let report = series.play(&mut |event| follower.show(event))?;
    follower.bar.finish_and_clear();
    if let Some(folder) = &options.save
        && !series.stop.load(Ordering::Relaxed)
    {
        save_goal(options, &series, &report, folder)?;
    }
    if options.json {
        print(&format!("{}\n", serde_json::to_string(&report.for_json(fork, games))?))?;
    } else if !options.quiet {
        print(&tell_series(&series, &report))?;
    }
    Ok(match series.stop.load(Ordering::Relaxed) {
        true => ExitStatus::Interrupted,
        false => ExitStatus::Success,
    })
}

/// Saves the mean that the changed file must reach from here on as a test.
fn save_goal(
    options: &Args,
    series: &ForkSeries,
    report: &ForkSeriesReport,
    folder: &Path,
) -> anyhow::Result<()> {
    let now = series
        .fork
        .changed
        .first()
        .map(|(seat, _)| report.with_change[seat.index()].figure)
        .unwrap_or_default();
    let certain = (now.mean - now.half_width.unwrap_or_default()).floor();
    let at_least = options.at_least.map_or(certain, |least| least as f64);
    let goal = GoalTest::new(&series.fork, at_least, series.games, series.seed)?;
    tell_saved(&[goal.save(folder, &options.file)?], folder);
    Ok(())
}

/// Describes the win rates: of the players with other files, or else of all players.
fn tell_series(series: &ForkSeries, report: &ForkSeriesReport) -> String {
    let fork = &*series.fork;
    let mut text = String::new();
    let seats: Vec<Seat> = match fork.changed.is_empty() {
        true => Seat::all(fork.recorded.len()).collect(),
        false => fork.changed.iter().map(|(seat, _)| *seat).collect(),
    };
    for seat in seats {
        let with = &report.with_change[seat.index()];
        let name = name(fork, seat).bold().to_string();
        text += &match report.without_change.get(seat.index()) {
            Some(without) => t!(
                "With the change %{name} wins %{with} from here; without it %{without}.\n",
                name,
                with = rate_in_words(with),
                without = rate_in_words(without)
            ),
            None => t!("%{name} wins %{with} from here.\n", name, with = rate_in_words(with)),
        };
        text += &report.gains.get(seat.index()).copied().flatten().map_or_else(String::new, |gain| {
            let figure = fork.game.info.figures.first().copied().unwrap_or_default();
            gain_in_words(&name, figure, &gain)
        });
    }
    if report.is_certain && report.played > 2 {
        text += &t!("All forks had the same result: from here on, no random numbers decide.\n");
    }
    if !fork.changed.is_empty() && !series.compares() {
        text += &t!(
            "The match was not played without the change: the file that played it is not here, or is the same file. \
             Record with --with-sources to keep it.\n"
        );
    }
    text
}

/// Says what a change adds to the game's figure, and whether that is certain.
pub(super) fn gain_in_words(name: &str, figure: &str, gain: &Gain) -> String {
    let number = |value: f64| decimal(value, if value.abs() < 10.0 { 1 } else { 0 });
    let (mean, low, high) = (number(gain.mean), number(gain.interval.0), number(gain.interval.1));
    let figure = t!(figure);
    match gain.verdict {
        GainVerdict::Same => t!("The change makes no difference to %{figure} of %{name}.\n", figure, name),
        GainVerdict::Better => t!(
            "Better: %{figure} of %{name} rises by %{mean} on average (95 % interval: %{low} to %{high}).\n",
            figure,
            name,
            mean,
            low,
            high
        ),
        GainVerdict::Worse => t!(
            "Worse: %{figure} of %{name} changes by %{mean} on average (95 % interval: %{low} to %{high}).\n",
            figure,
            name,
            mean,
            low,
            high
        ),
        GainVerdict::Unknown => t!(
            "Not known yet: %{figure} of %{name} changes by %{mean} on average (95 % interval: %{low} to %{high}). More forks tell more.\n",
            figure,
            name,
            mean,
            low,
            high
        ),
    }
}

/// Returns a win rate as text, such as `14 of 20 (48 to 85 %)`.
fn rate_in_words(rate: &WinRate) -> String {
    let (low, high) = rate.interval();
    let percent = |share: f64| decimal(share * 100.0, 0);
    let ties = match rate.ties {
        0 => String::new(),
        1 => t!(", with 1 tie"),
        ties => t!(", with %{ties} ties", ties),
    };
    t!(
        "%{wins} of %{games}%{ties} (%{low} to %{high} %)",
        wins = rate.wins,
        games = rate.games,
        ties,
        low = percent(low),
        high = percent(high)
    )
}
