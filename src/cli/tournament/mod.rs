//! `wag tournament`: any number of players play each other, and a single file stores everything.

mod add;
mod args;
mod check;
mod estimate;
pub mod page;
mod plan;
mod ranking_csv;
mod view;

use args::ResultArgs;
pub use args::{Tournament, TournamentCommand};
pub use view::View;

use super::answer::{ExitStatus, user_error};
use super::progress::{Starts, bar_of_matches, warn};
use super::start::stop_on_signals;
use super::with_game::WithGame;
use crate::output::for_terminal;
use indicatif::ProgressBar;
use page::{PageOptions, reports};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, Instant};
use wag_core::files;
use wag_core::text::quoted_path;
use wag_i18n::{message, t};
use wag_play::PlayError;
use wag_series::take_over::TakeOverOptions;
use wag_series::{Executor, LocalPool, has_unstarted_player};
use wag_stats::series::SeatPlayed;
use wag_tournament::{
    FileWatch, RunningTournament, StoredMatch, TournamentEvent, TournamentFile, TournamentRequest, play,
    start,
};

/// The minimum time between two drawings of the table.
const REDRAWN: Duration = Duration::from_millis(500);
/// The minimum time between two updates of the page.
const PAGE_PAUSE: Duration = Duration::from_secs(5);
/// The minimum time between two updates of the page, as a multiple of the time that one update takes.
const PAGE_SHARE: u32 = 20;

/// Plays the tournament that the command line describes, or runs the subcommand.
pub fn run(command: &TournamentCommand) -> anyhow::Result<ExitStatus> {
    match command {
        TournamentCommand::Play(options) => run_tournament(options),
        TournamentCommand::Show(show) => tell(&View::of(&TournamentFile::open(&show.file)?), &show.results),
        TournamentCommand::Check(options) => check::check(options, &stop_on_signals()?),
        TournamentCommand::Plan(options) => plan::run(options),
        TournamentCommand::Add(options) => add::run(options),
    }
}

fn run_tournament(options: &WithGame<Tournament>) -> anyhow::Result<ExitStatus> {
    let stop = stop_on_signals()?;
    if options.words.estimate {
        return estimate::run(options, &stop);
    }
    let results = &options.words.results;
    check_report_folder(results)?;
    let Some(files) = options.words.watch.then(|| watch_files(options)) else {
        let tournament = start(options.words.request(options), &mut |text| warn(text), warn)?;
        return finish(play_one(tournament, options, &stop)?, &options.words, &stop);
    };
    let mut told = BTreeSet::new();
    let mut warn_once = |text: String| {
        if told.insert(text.clone()) {
            warn(text);
        }
    };
    let mut last = None;
    loop {
        let groups = available_parallelism().map_or(2, usize::from);
        let request =
            TournamentRequest { watched: Some(files.schedule(groups)), ..options.words.request(options) };
        match start(request, &mut warn_once, warn) {
            Ok(tournament) => {
                let played = play_one(tournament, options, &stop)?;
                if played.fault.is_some() && !files.has_changed() {
                    return finish(played, &options.words, &stop);
                }
                last = Some(played);
            }
            // A file that cannot be read now may be mended later.
            Err(err) if last.is_some() && !stop.load(Ordering::Relaxed) => warn_once(err.to_string()),
            Err(err) => return Err(err.into()),
        }
        if !files.wait(&stop) {
            break;
        }
    }
    match last {
        Some(last) => finish(last, &options.words, &stop),
        None => Ok(ExitStatus::Interrupted),
    }
}

/// Starts to watch the files that the command line names.
fn watch_files(options: &WithGame<Tournament>) -> FileWatch {
    let words = options.words.schedule.players.iter();
    let path = |word: &String| {
        let named = word.split_once('=').map(|(_, path)| path).filter(|_| !Path::new(word).exists());
        PathBuf::from(named.unwrap_or(word))
    };
    FileWatch::start(words.map(path).collect())
}

/// The content of a tournament's file after it has been played, and the reason if that ended too early. The file is free
/// for others.
struct PlayedTournament {
    data: TournamentFile,
    fault: Option<PlayError>,
}

/// Plays a tournament, and shows the table meanwhile.
fn play_one(
    mut tournament: RunningTournament,
    options: &WithGame<Tournament>,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<PlayedTournament> {
    let results = &options.words.results;
    let executor = options.words.executor_args.executor()?;
    let mut page = LivePage::new(results);
    page.write(&View::of(&tournament.data))?;
    let mut live =
        Live::new(&tournament, Arc::clone(&executor), !results.quiet && !results.json && !results.csv);
    let mut starts = Starts::default();
    let bar = live.bar.clone();
    let played = play(&mut tournament, executor, stop, &mut |event| match event {
        TournamentEvent::Stored { tournament } => {
            live.tell(tournament);
            page.tell(tournament);
        }
        // Messages scroll above the table, which is redrawn below them.
        TournamentEvent::Message { text } => bar.suspend(|| starts.tell(text)),
    });
    let is_idle = options.words.watch && played.is_ok() && !stop.load(Ordering::Relaxed);
    match is_idle {
        // The table stays while nobody plays.
        true => live.bar.abandon(),
        false => live.bar.finish_and_clear(),
    }
    Ok(PlayedTournament { data: tournament.data, fault: played.err() })
}

/// Prints the results of a tournament, and writes the files that the user has requested.
fn finish(
    PlayedTournament { data, fault }: PlayedTournament,
    options: &Tournament,
    stop: &AtomicBool,
) -> anyhow::Result<ExitStatus> {
    let results = &options.results;
    if let Some(err) = fault {
        write_files(&View::of(&data), results)?;
        // A program that reads the output must not mistake a part for the whole result.
        if !results.json && !results.csv {
            View::of(&data).print(results)?;
        }
        return Err(err.into());
    }
    tell(&View::of(&data), results)?;
    let is_stopped = stop.load(Ordering::Relaxed);
    if is_stopped && !results.quiet && !options.watch {
        let file = quoted_path(&data.file);
        warn(t!("`wag tournament --resume %{file}` continues from here", file));
    }
    Ok(match () {
        () if is_stopped => ExitStatus::Interrupted,
        () if has_unstarted_member(&data) => ExitStatus::CannotStart,
        () => ExitStatus::Success,
    })
}

/// Returns whether one of the current players did not start in any of its matches.
fn has_unstarted_member(data: &TournamentFile) -> bool {
    let failed_to_start = |seat: &SeatPlayed| seat.failure.as_ref().is_some_and(|one| one.round.is_none());
    let started = |stored: &StoredMatch| -> Vec<(usize, bool)> {
        let seats = stored.seats.iter().copied().zip(stored.result.iter().flatten().map(failed_to_start));
        seats.filter(|(member, _)| data.members[*member].is_current).collect()
    };
    has_unstarted_player(data.matches.iter().map(started))
}

/// Returns an error if the folder for reports is a symbolic link. Must be called before anything is written, because
/// such a link would redirect the replays in that folder.
fn check_report_folder(words: &ResultArgs) -> anyhow::Result<()> {
    let Some(folder) = &words.reports else { return Ok(()) };
    files::check_folder(folder).or_else(|err| {
        user_error(message!("%{folder} cannot be created: %{err}", folder = folder.display(), err))
    })
}

/// Prints the results, and writes the files that the user has requested.
fn tell(view: &View<'_>, words: &ResultArgs) -> anyhow::Result<ExitStatus> {
    write_files(view, words)?;
    view.print(words)
}

fn write_files(view: &View<'_>, words: &ResultArgs) -> anyhow::Result<()> {
    if words.excel && words.ranking.is_none() && words.reports.is_none() {
        return user_error(message!(
            "--excel sets the format of the ranking that --ranking FILE or --reports DIR writes; add one of them"
        ));
    }
    if let Some(file) = &words.html {
        let options = PageOptions { with_sources: words.with_sources, is_running: false };
        page::write(view, file, options)?;
    }
    if let Some(file) = &words.ranking {
        ranking_csv::write(view, file, words.excel)?;
    }
    let Some(folder) = &words.reports else { return Ok(()) };
    let stop = stop_on_signals()?;
    let explains = words.explain.then(|| TakeOverOptions::new(LocalPool::executor(None), stop));
    reports::write(view, folder, words.excel, explains.as_ref())
}

/// The page with the results, which is rewritten while the tournament is running.
struct LivePage {
    file: Option<PathBuf>,
    due: Instant,
}

impl LivePage {
    fn new(words: &ResultArgs) -> LivePage {
        LivePage { file: words.html.clone(), due: Instant::now() }
    }

    fn write(&mut self, view: &View<'_>) -> anyhow::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let began = Instant::now();
        page::write(view, file, PageOptions { with_sources: false, is_running: true })?;
        // This leaves nearly all of the time to the matches.
        self.due = Instant::now() + PAGE_PAUSE.max(began.elapsed() * PAGE_SHARE);
        Ok(())
    }

    /// Rewrites the page if enough time has passed. If writing fails, later calls do nothing; an error in writing the
    /// final page is still reported.
    fn tell(&mut self, tournament: &RunningTournament) {
        let is_due = self.file.is_some() && Instant::now() >= self.due;
        if is_due && self.write(&View::of(&tournament.data)).is_err() {
            self.file = None;
        }
    }
}

/// The progress bar with the current table below it, for a user at a terminal.
struct Live {
    bar: ProgressBar,
    drawn: Option<Instant>,
}

impl Live {
    fn new(tournament: &RunningTournament, executor: Arc<dyn Executor>, is_shown: bool) -> Live {
        let bar = bar_of_matches(executor, "\n{msg}", is_shown);
        bar.set_length(tournament.data.matches.len() as u64);
        bar.set_position(tournament.played as u64);
        bar.reset_eta();
        Live { bar, drawn: None }
    }

    fn tell(&mut self, tournament: &RunningTournament) {
        self.bar.set_position(tournament.played as u64);
        if !self.bar.is_hidden() && self.drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAWN) {
            self.bar.set_message(for_terminal(&View::of(&tournament.data).table()));
            self.drawn = Some(Instant::now());
        }
    }
}
