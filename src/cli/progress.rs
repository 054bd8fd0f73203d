//! The progress of a match at the terminal: a progress bar, warnings and, if requested, each turn.

use super::answer::print;
use crate::output::{Paint, eprintln};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::io::IsTerminal;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_i18n::{decimal, t};
use wag_play::{MatchEvent, Session, Verbosity};
use wag_series::{Executor, SeriesEvent};

/// Prints a warning. The command continues.
pub fn warn(text: String) {
    eprintln!("{} {text}", "wag:".red().bold());
}

/// Returns a progress bar on standard error. It is hidden if standard error is not a terminal or `is_shown` is false.
pub fn bar(template: &str, is_shown: bool) -> ProgressBar {
    let is_shown = is_shown && std::io::stderr().is_terminal();
    let target = if is_shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(0), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Returns a progress bar for matches, which also shows the number of workers if the executor has any. `below` is added
/// to the template.
pub fn bar_of_matches(executor: Arc<dyn Executor>, below: &str, is_shown: bool) -> ProgressBar {
    let template = t!("{bar:30.cyan/blue} match {pos}/{len}  {per_sec}  {eta} left");
    let template = format!("{template}{{workers}}{below}");
    let bar = bar(&template, is_shown);
    let workers = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        if let Some(count) = executor.workers() {
            let _ = write!(out, "  {}", t!("%{count} workers", count));
        }
    };
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("workers", workers));
    }
    bar
}

/// The turn that a match is waiting for.
struct RunningTurn {
    began: Instant,
    round: u32,
    seat: Seat,
}

/// The minimum duration of a turn from which the progress bar shows the turn's player.
const LONG_TURN: Duration = Duration::from_secs(1);

impl RunningTurn {
    /// Describes which player is thinking and for how long. Returns `None` if the turn has not taken long yet.
    fn in_words(&self, players: &[String]) -> Option<String> {
        let lasted = self.began.elapsed();
        let player = players.get(self.seat.index()).filter(|_| lasted >= LONG_TURN)?;
        Some(t!(
            "%{player} has been thinking for %{seconds} s",
            player = printable(player),
            seconds = lasted.as_secs()
        ))
    }
}

/// Returns a progress bar for the rounds of a match. It shows the number of rounds per second, or a player that has
/// been thinking for a long time.
fn bar_of_rounds(
    rounds: u32,
    is_shown: bool,
    players: Vec<String>,
    running: Arc<Mutex<RunningTurn>>,
) -> ProgressBar {
    let template = match rounds {
        0 => t!("round {pos}  {rest}"),
        _ => t!("{bar:30.cyan/blue} round {pos}/{len}  {rest}"),
    };
    let turn = Arc::clone(&running);
    // The bar itself moves only every eighth round.
    let round = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        let _ = write!(out, "{}", turn.lock().map_or(0, |turn| turn.round));
    };
    let rest = move |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        let long = running.lock().ok().and_then(|turn| turn.in_words(&players));
        let pace = || {
            let (per_sec, eta) = (decimal(state.per_sec(), 0), HumanDuration(state.eta()));
            match rounds {
                0 => t!("%{per_sec} rounds/s", per_sec),
                _ => t!("%{per_sec} rounds/s  %{eta} left", per_sec, eta = format!("{eta:#}")),
            }
        };
        let _ = write!(out, "{}", long.unwrap_or_else(pace));
    };
    let bar = bar(&template, is_shown);
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style.with_key("pos", round).with_key("rest", rest));
    }
    if !bar.is_hidden() {
        // Nothing else redraws the bar during a turn.
        bar.enable_steady_tick(LONG_TURN / 2);
    }
    bar
}

/// A printer for messages about players' starts. It prints repeated messages only once.
#[derive(Default)]
pub struct Starts {
    printed: Vec<String>,
}

impl Starts {
    pub fn tell(&mut self, words: &str) {
        if !words.is_empty() && !self.printed.iter().any(|printed| printed == words) {
            warn(words.trim_end().lines().map(printable).collect::<Vec<_>>().join("\n"));
            self.printed.push(words.to_string());
        }
    }
}

/// Shows the events of many matches at a terminal: a progress bar, and messages above it.
pub struct SeriesFollower {
    pub bar: ProgressBar,
    starts: Starts,
}

impl SeriesFollower {
    pub fn new(bar: ProgressBar) -> SeriesFollower {
        SeriesFollower { bar, starts: Starts::default() }
    }

    pub fn show(&mut self, event: SeriesEvent<'_>) {
        match event {
            SeriesEvent::Planned { total } => self.bar.set_length(total as u64),
            SeriesEvent::Message { text } => self.bar.suspend(|| self.starts.tell(text)),
            SeriesEvent::Done { done, .. } => self.bar.set_position(done as u64),
            SeriesEvent::Compared { .. } => {}
        }
    }
}

/// Shows the events of a match at a terminal.
pub struct Follower {
    has_bar: bool,
    verbosity: Verbosity,
    /// The names of the players in seat order.
    players: Vec<String>,
    bar: ProgressBar,
    running: Arc<Mutex<RunningTurn>>,
    round: u32,
    starts: Starts,
    /// A sentence about the turn during which the match was stopped; `None` if it was not stopped during a turn.
    cut: Option<String>,
}

impl Follower {
    /// Returns a follower of a match. Unless the match is narrated, it shows a progress bar if `has_bar` is true.
    pub fn of(session: &Session, has_bar: bool) -> Follower {
        Follower {
            has_bar,
            verbosity: session.verbosity,
            players: session.entrants.iter().map(|entrant| entrant.name.clone()).collect(),
            bar: ProgressBar::hidden(),
            running: Arc::new(Mutex::new(RunningTurn { began: Instant::now(), round: 0, seat: Seat(0) })),
            round: 0,
            starts: Starts::default(),
            cut: None,
        }
    }

    pub fn show(&mut self, event: MatchEvent<'_>) {
        match event {
            MatchEvent::Awaited { player, address } => {
                eprintln!("{}", t!("%{player}: waiting for a connection at %{address}", player, address));
            }
            MatchEvent::Started { seat, start } => self.starts.tell(&start.in_words(seat)),
            MatchEvent::Ready { rounds, .. } => self.begin_game(rounds),
            MatchEvent::WaitsFor { round, seat } => {
                if let Ok(mut running) = self.running.lock() {
                    *running = RunningTurn { began: Instant::now(), round, seat };
                }
            }
            // Updating the bar in every round would take longer than the round.
            MatchEvent::Round { round } if round >= self.round + 8 || round < self.round => {
                self.round = round;
                self.bar.set_position(u64::from(round));
            }
            MatchEvent::CutShort { round, player, lasted, place, .. } => {
                let (seconds, words) = (decimal(lasted.as_secs_f64(), 1), place.translated());
                self.cut = Some(t!(
                    "%{player}, round %{round}, after %{seconds} s: %{words}",
                    player,
                    round,
                    seconds,
                    words
                ));
            }
            // It is not an error if the reader stops reading early.
            MatchEvent::Narrated { text } => drop(print(text)),
            MatchEvent::Over { .. } => {
                self.bar.finish_and_clear();
                if let Some(cut) = self.cut.take().filter(|_| self.has_bar) {
                    warn(printable(&cut));
                }
            }
            MatchEvent::Round { .. } | MatchEvent::Recorded { .. } | MatchEvent::Lost { .. } => {}
        }
    }

    fn begin_game(&mut self, rounds: u32) {
        let is_shown = self.has_bar && self.verbosity == Verbosity::Nothing;
        self.bar = bar_of_rounds(rounds, is_shown, self.players.clone(), Arc::clone(&self.running));
        self.bar.set_length(u64::from(rounds));
        self.round = 0;
    }
}
