//! The tournament that the server is playing, on its own thread. There is only one at a time. All pages receive its
//! table.

use super::classes::CheckedClasses;
use super::requests::{TournamentForm, prepare};
use super::tables::{TournamentTable, table};
use crate::background::{BackgroundWork, StateSender};
use crate::error::Refusal;
use crate::matches::run::RunState;
use crate::workspace::Workspace;
use serde::Serialize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant, SystemTime};
use wag_core::text::printable;
use wag_games::word_of;
use wag_i18n::{message, t};
use wag_play::PlayError;
use wag_series::LocalPool;
use wag_tournament::{RunningTournament, TournamentEvent, TournamentResults, play};

/// The minimum time between two computations of the table.
const PAUSE: Duration = Duration::from_millis(500);
/// The minimum time between two computations of the table, as a multiple of the time that one computation takes.
const SHARE: u32 = 10;
/// The maximum number of warnings that are stored.
const WARNINGS_MAX: usize = 50;

/// The state of a tournament, as the pages receive it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TournamentNow {
    pub file: String,
    pub game: String,
    pub state: RunState,
    /// A number that grows with every change. Pages receive the state in two ways, and this number shows them which
    /// state is newer.
    pub change: u64,
    pub played: usize,
    pub planned: usize,
    pub table: TournamentTable,
    pub warnings: Vec<String>,
    pub error: Option<String>,
}

impl TournamentNow {
    pub fn is_running(&self) -> bool {
        self.state == RunState::Running
    }

    /// Adds a warning for the user, unless it is known or there are too many.
    fn warn(&mut self, words: String) {
        if !self.warnings.contains(&words) && self.warnings.len() < WARNINGS_MAX {
            self.warnings.push(words);
        }
    }
}

type Sender = StateSender<Arc<TournamentNow>>;

/// The tournaments of a workspace. Only one can be in progress at a time.
pub type Tournaments = BackgroundWork<Arc<TournamentNow>>;

impl Tournaments {
    /// Starts or resumes a tournament. Blocks until its files have been read.
    pub fn begin(
        &self,
        workspace: &Workspace,
        classes: &CheckedClasses,
        form: &TournamentForm,
    ) -> Result<Arc<TournamentNow>, Refusal> {
        let mut next = self.next();
        if let Some(now) = self.now().filter(|now| now.is_running()) {
            let file = &now.file;
            return Err(Refusal::conflict(message!(
                "the tournament in %{file} is running; stop it first, or wait until it ends",
                file
            )));
        }
        next.join_last();
        let (mut tournament, warnings) = prepare(workspace, classes, form)?;
        let (played, planned, table) = standing(&tournament);
        let (file, game) = (tournament.data.file.display().to_string(), word_of(tournament.data.game.info));
        let state = RunState::Running;
        let change = self.now().map_or_else(first_change, |before| before.change + 1);
        let now = TournamentNow { file, game, state, change, played, planned, table, warnings, error: None };
        let now = Arc::new(now);
        next.start("tournament", Arc::clone(&now), move |sender, stop| run(&mut tournament, sender, stop))
            .map_err(|err| Refusal::defect(message!("cannot start the tournament: %{fault}", fault = err)))?;
        Ok(now)
    }
}

/// Returns the change number with which a tournament starts: the current time in milliseconds. It is larger than all
/// numbers from an earlier server, whose pages may still be open.
fn first_change() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// Returns the number of matches that have been played, the number of all matches, and the table.
fn standing(tournament: &RunningTournament) -> (usize, usize, TournamentTable) {
    let results = TournamentResults::of(&tournament.data);
    (results.played(), results.matches.len(), table(&results))
}

/// Plays a tournament and publishes its state and table to the pages. When this returns, no process of a player is
/// running, and every match that has ended is stored.
fn run(tournament: &mut RunningTournament, sender: &Sender, stop: &Arc<AtomicBool>) {
    // The earliest time at which the table may be computed again.
    let mut due = Instant::now();
    let mut show_table = |tournament: &RunningTournament| {
        let began = Instant::now();
        if began < due {
            return;
        }
        let (played, planned, table) = standing(tournament);
        due = Instant::now() + PAUSE.max(began.elapsed() * SHARE);
        change(sender, |now| (now.played, now.planned, now.table) = (played, planned, table));
    };
    let events = &mut |event: TournamentEvent<'_>| match event {
        TournamentEvent::Stored { tournament } => show_table(tournament),
        TournamentEvent::Message { text } => {
            let lines: Vec<String> = text.trim_end().lines().map(printable).collect();
            change(sender, |now| now.warn(lines.join("\n")));
        }
    };
    let played = catch_unwind(AssertUnwindSafe(|| play(tournament, LocalPool::executor(None), stop, events)));
    let played = played.unwrap_or_else(|_| {
        let words = t!("an internal error in Wag ended the tournament; see the terminal for details");
        Err(PlayError::Io(std::io::Error::other(words)))
    });
    let (played_now, planned, table) = standing(tournament);
    change(sender, |now| {
        (now.played, now.planned, now.table) = (played_now, planned, table);
        now.state = match played {
            Err(err) => {
                now.error = Some(err.to_string());
                RunState::Failed
            }
            Ok(()) if played_now < planned => RunState::Cancelled,
            Ok(()) => RunState::Done,
        };
    });
}

fn change(sender: &Sender, change: impl FnOnce(&mut TournamentNow)) {
    sender.send_modify(|now| {
        if let Some(now) = now {
            let now = Arc::make_mut(now);
            now.change += 1;
            change(now);
        }
    });
}
