//! One match with logs and a progress bar, as `wag play` and `wag ladder play` need it.

use super::args::Play;
use super::line_up::{Entrant, line_up};
use super::progress::Progress;
use super::recording::{self, About, Asked, Recorded};
use super::seating::{self, Seating};
use super::{Done, mistake, report, warriors};
use crate::arena::{Match, Observer, Played, Player};
use crate::games::warriors::{SEATS, Setup, Warriors};
use crate::logs::Logs;
use crate::players::python::StartOutcome;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A match that is well described, but not begun.
pub struct OneMatch<'o> {
    options: &'o Play,
    pub entrants: Vec<Entrant>,
    pub names: Vec<String>,
    setup: Setup,
    began: Instant,
}

/// Who sits at the table, in seat order.
type Players = Vec<Box<dyn Player<Warriors>>>;

/// Whoever listens to a match besides its logs and its progress bar.
pub trait Audience: Observer<Warriors> {
    /// The match begins; its replay is being written into this file.
    fn recorded(&mut self, replay: &Path);
}

/// What became of a match.
pub enum Course {
    /// An AI can't start; all has been told on the terminal. In these words.
    CannotStart(String),
    /// Interrupted before the first round.
    Interrupted,
    Over(Box<Over>),
}

/// A match that has been played, or was interrupted.
pub struct Over {
    pub seed: u64,
    pub played: Played<Warriors>,
    pub logs: Logs,
    pub replay: Option<Replay>,
    wall: Duration,
}

impl Over {
    /// How the command ends that has played it.
    pub fn done(&self) -> Done {
        match &self.replay {
            _ if self.played.interrupted => Done::Interrupted,
            Some(replay) if !replay.is_as_asked => Done::Defect,
            _ => Done::Well,
        }
    }
}

/// The replay of a match that is over.
pub struct Replay {
    pub path: PathBuf,
    /// Whether there is all that was asked for.
    pub is_as_asked: bool,
}

impl<'o> OneMatch<'o> {
    /// Finds everything that the words of the user name.
    pub fn new(options: &'o Play) -> anyhow::Result<OneMatch<'o>> {
        let began = Instant::now();
        let entrants = line_up(&options.ais, SEATS)?;
        let board = warriors::board(&options.map)?;
        let rules = warriors::rules(options.terms.rules.as_deref(), options.terms.rounds)?;
        let setup = warriors::setup(board, rules, &entrants);
        let names = entrants.iter().map(|entrant| entrant.name.clone()).collect();
        Ok(OneMatch { options, entrants, names, setup, began })
    }

    /// How many it will last.
    pub fn rounds(&self) -> u32 {
        self.setup.rules.rounds
    }

    /// Plays it. `seed` is asked for when all AIs are ready; `also` listens besides logs and progress bar.
    pub fn play(
        &self,
        stop: &Arc<AtomicBool>,
        seed: impl FnOnce() -> anyhow::Result<u64>,
        also: Option<&mut dyn Audience>,
    ) -> anyhow::Result<Course> {
        let asked = self.options.recording.replay.as_deref().map(Asked::open).transpose()?;
        let mut logs = create_logs(&self.options.log_dir, &self.names)?;
        let mut players = match self.sit_down(stop, &mut logs)? {
            Ok(players) => players,
            Err(_) if stop.load(Ordering::Relaxed) => return Ok(Course::Interrupted),
            Err(words) => return Ok(Course::CannotStart(words)),
        };
        let seed = seed()?;
        let is_shown = !self.options.quiet && !self.options.json && std::io::stderr().is_terminal();
        let mut progress = Progress::new(self.setup.rules.rounds, is_shown);
        let mut recorded =
            recording::begin::<Warriors>(&self.options.recording, asked, self.about(seed), &self.setup)?;
        let path = recorded.as_ref().map(|recorded| recorded.path.clone());
        let mut observers: Vec<&mut dyn Observer<Warriors>> = vec![&mut logs, &mut progress];
        if let Some(recorded) = &mut recorded {
            observers.push(&mut recorded.recorder);
        }
        if let Some(also) = also {
            if let Some(path) = path {
                also.recorded(&path);
            }
            observers.push(also);
        }
        let played =
            Match { setup: &self.setup, seed, players: &mut players, observers: &mut observers, stop }.play();
        drop(players);
        let replay = recorded.map(Recorded::finish);
        Ok(Course::Over(Box::new(Over { seed, played, logs, replay, wall: self.began.elapsed() })))
    }

    /// What a replay says of the match.
    fn about(&self, seed: u64) -> About<'_> {
        let with_sources = self.options.recording.with_sources;
        About {
            map: &self.options.map,
            seed,
            rounds: self.setup.rules.rounds,
            players: self.entrants.iter().map(recording::player).collect(),
            sources: if with_sources { recording::sources(&self.entrants) } else { Default::default() },
            is_automatic: false,
        }
    }

    /// Where the match itself writes.
    fn own_files(&self) -> Vec<PathBuf> {
        let places = [Some(&self.options.log_dir), self.options.recording.replay.as_ref()];
        recording::closed(places.into_iter().flatten().map(PathBuf::as_path))
    }

    /// Starts the AIs; when not all are ready, tells why.
    fn sit_down(&self, stop: &Arc<AtomicBool>, logs: &mut Logs) -> anyhow::Result<Result<Players, String>> {
        let nursery = seating::nursery()?;
        let limits = self.options.terms.limiting.limits();
        let closed = self.own_files();
        let seating = Seating::<Warriors>::begin(
            &crate::games::warriors::wire::PYTHON,
            &nursery,
            &self.setup,
            &self.entrants,
            &limits,
            &closed,
            stop,
        )?;
        let (mut why_not, mut told) = (Vec::new(), Vec::new());
        let players = seating.finish(|seat, outcome, report| {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let words = report::start_outcome(&self.names[seat.index()], outcome, &mut told);
            logs.before_start(seat, report, &words);
            if !matches!(outcome, StartOutcome::Ready { .. }) {
                why_not.push(words);
            }
        });
        let is_ready = why_not.is_empty() && !stop.load(Ordering::Relaxed);
        Ok(if is_ready { Ok(players) } else { Err(why_not.join("\n").trim_end().to_string()) })
    }

    /// What there is to tell of a match that is over.
    pub fn result<'r>(&'r self, over: &'r Over) -> report::Result<'r, Warriors> {
        report::Result {
            options: self.options,
            names: &self.names,
            seed: over.seed,
            rules: &self.setup.rules,
            played: &over.played,
            replay: over.replay.as_ref().map(|replay| replay.path.as_path()),
            wall: over.wall,
        }
    }
}

fn create_logs(folder: &Path, names: &[String]) -> anyhow::Result<Logs> {
    if let Err(fault) = std::fs::create_dir_all(folder) {
        return mistake(format!(
            "the folder for the logs, {}, can't be made: {fault}; name another one with --log-dir",
            folder.display()
        ));
    }
    Logs::create(folder, names).or_else(|(path, fault)| {
        mistake(format!(
            "the log {} can't be written: {fault}; name another folder with --log-dir",
            path.display()
        ))
    })
}
