//! The match that the server is playing, called a *run*. There is only one at a time, on its own thread. All pages
//! receive its progress.

use super::requests::{MatchRequest, prepare, spec_of};
use super::run::{GameNow, LONG, Run, RunState, Turn};
use super::run_publisher::{RunPublisher, Thinking, locked};
use crate::cached_replay::read;
use crate::error::Refusal;
use crate::kept_state::KeptState;
use crate::replays::Replays;
use crate::watch::Watcher;
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::thread::JoinHandle;
use tokio::sync::{broadcast, watch};
use wag_i18n::message;
use wag_play::SourceForm;
use wag_replay::SeedJson;

/// The runs of this server. Only one can be in progress at a time.
pub struct Runs {
    replays: Arc<Replays>,
    watcher: Watcher,
    sender: watch::Sender<Option<Run>>,
    thinking: Thinking,
    last: Mutex<Option<Last>>,
    kept: KeptState,
}

/// The current run, or the last run if none is in progress.
struct Last {
    asked: AskedMatch,
    stop: Arc<AtomicBool>,
    answers: mpsc::Sender<(u32, String)>,
    thread: Option<JoinHandle<()>>,
}

/// A match that was asked for. This much of the last one is remembered beyond the end of an account's worker.
#[derive(Clone, Serialize, Deserialize)]
struct AskedMatch {
    /// The number of the run.
    number: u32,
    request: MatchRequest,
    /// The IDs of the replays of its games.
    replays: Vec<String>,
}

impl Last {
    /// Returns a match that is over, and of which nothing else is known.
    fn ended(asked: AskedMatch) -> Last {
        Last { asked, stop: Arc::default(), answers: mpsc::channel().0, thread: None }
    }
}

impl Runs {
    /// Returns the runs of a server. `kept` is where its last match is remembered.
    pub fn new(replays: Arc<Replays>, watcher: Watcher, kept: KeptState) -> Runs {
        Runs {
            replays,
            watcher,
            sender: watch::Sender::new(None),
            thinking: Thinking::default(),
            last: Mutex::new(kept.read::<Option<AskedMatch>>().map(Last::ended)),
            kept,
        }
    }

    /// Returns the current state of the run; `None` if there has been no run.
    pub fn now(&self) -> Option<Run> {
        let mut run = self.sender.borrow().clone()?;
        run.turn = self.long_turn(&run);
        // Rounds are published when they are over.
        run.round = run.turn.as_ref().map_or(run.round, |turn| turn.round);
        Some(run)
    }

    /// Returns the current turn if it has lasted at least [`LONG`]. A person's turn never counts as long.
    fn long_turn(&self, run: &Run) -> Option<Turn> {
        if run.state != RunState::Running || run.question.is_some() {
            return None;
        }
        let (round, seat, since) = (*locked(&self.thinking))?;
        let lasted = since.elapsed();
        (lasted >= LONG).then(|| run.turn_of(round, seat, Some(lasted), None))
    }

    /// Returns a receiver that is notified whenever the run changes.
    pub fn listen(&self) -> watch::Receiver<Option<Run>> {
        self.sender.subscribe()
    }

    /// Returns a receiver for the paths of files that have changed.
    pub fn listen_to_files(&self) -> broadcast::Receiver<Vec<String>> {
        self.watcher.listen()
    }

    /// Reports the changes of the files in this file's folder, too.
    pub fn watch_also(&self, file: &Path) {
        self.watcher.watch_also(file);
    }

    /// Returns the path, relative to the working folder, of the file that plays on a seat of the last match. Returns
    /// `None` if the replay is not one of that match.
    pub fn file_of(&self, replay: &str, seat: u8) -> Option<String> {
        let last = self.last();
        let asked = &last.as_ref()?.asked;
        asked.replays.iter().find(|known| *known == replay)?;
        let word = asked.request.players.get(usize::from(seat).checked_sub(1)?)?;
        let source = spec_of(Path::new("."), word).source;
        let file = SourceForm::of(&source).words();
        Some(file.strip_prefix("./").unwrap_or(file).to_string())
    }

    fn last(&self) -> MutexGuard<'_, Option<Last>> {
        locked(&self.last)
    }

    fn is_running(&self) -> bool {
        self.sender.borrow().as_ref().is_some_and(|run| run.state == RunState::Running)
    }

    /// Starts a match. Blocks until its files have been read.
    pub fn begin(&self, workspace: &Workspace, request: MatchRequest) -> Result<Run, Refusal> {
        self.start(workspace, &mut self.last(), request, false)
    }

    /// Starts the last match again. If the request contained a seed, uses the same seed.
    pub fn begin_again(&self, workspace: &Workspace) -> Result<Run, Refusal> {
        let mut last = self.last();
        let Some(Last { asked, .. }) = &*last else {
            return Err(Refusal::conflict(message!("nothing has been played yet")));
        };
        let seed = match &*self.sender.borrow() {
            Some(run) => run.seed,
            None => self.recorded_seed(asked),
        };
        let request = MatchRequest { seed: seed.or(asked.request.seed), ..asked.request.clone() };
        // If the match of a challenge never started, this is its first attempt, not a repetition.
        let again = seed.is_some();
        self.start(workspace, &mut last, request, again)
    }

    /// Returns the seed of a match that was played before this worker started.
    fn recorded_seed(&self, asked: &AskedMatch) -> Option<u64> {
        let file = self.replays.find(asked.replays.first()?)?.ok()?;
        match read(&file).ok()?.header().ok()?.seed {
            SeedJson::Number(seed) => Some(seed),
            SeedJson::Text(seed) => seed.parse().ok(),
        }
    }

    fn start(
        &self,
        workspace: &Workspace,
        last: &mut Option<Last>,
        request: MatchRequest,
        again: bool,
    ) -> Result<Run, Refusal> {
        if self.is_running() {
            return Err(Refusal::conflict(message!(
                "a match is already running; cancel it first, or wait until it ends"
            )));
        }
        let planned = prepare(workspace, &request, again)?;
        let number = last.as_ref().map_or(1, |last| last.asked.number.saturating_add(1));
        let game = |_| GameNow { replay: self.replays.reserve(), ..GameNow::default() };
        let games: Vec<GameNow> = (0..planned.games()).map(game).collect();
        let run = Run::new(number, games, &planned);
        *locked(&self.thinking) = None;
        self.watcher.watch(&planned.files());
        self.sender.send_replace(Some(run.clone()));
        let stop = Arc::new(AtomicBool::new(false));
        let (answers, given) = mpsc::channel();
        let publisher = RunPublisher::new(
            &run,
            self.sender.clone(),
            Arc::clone(&self.thinking),
            Arc::clone(&self.replays),
            given,
            Arc::clone(&stop),
        );
        let thread = std::thread::Builder::new()
            .name("match".to_string())
            .spawn(move || publisher.play(&planned))
            .map_err(|err| {
                self.sender.send_replace(None);
                Refusal::defect(message!("cannot start the match: %{fault}", fault = err))
            })?;
        let replays = run.games.iter().map(|game| game.replay.clone()).collect();
        let asked = AskedMatch { number, request, replays };
        self.kept.write(&Some(&asked));
        *last = Some(Last { asked, stop, answers, thread: Some(thread) });
        Ok(run)
    }

    /// Passes on a person's answer to an open question of this run; `number` is the number of the question.
    pub fn answer(&self, run: &str, number: u32, answer: String) -> Result<(), Refusal> {
        // Holding this lock prevents another run from starting in the meantime.
        let last = self.last();
        let question = self.now().filter(|now| now.id == run).and_then(|now| now.question);
        match (question, &*last) {
            (Some(question), Some(last)) if question.number == number => {
                if !question.composes && !question.choices.contains(&answer) {
                    return Err(Refusal::bad(message!("this is not one of the possible moves")));
                }
                // The match goes on from here, not from the moment when its thread has read the answer.
                self.sender.send_modify(|now| now.iter_mut().for_each(|run| run.question = None));
                // If the match has just ended, sending fails and the answer is irrelevant.
                let _ = last.answers.send((number, answer));
                Ok(())
            }
            _ => Err(Refusal::conflict(message!("no question is waiting for this answer"))),
        }
    }

    /// Reports changes in this folder to the pages from now on, whatever the players of the match are.
    pub fn watch_folder(&self, folder: &Path) {
        self.watcher.watch_always(folder);
    }

    /// Asks the match to stop. A receiver from [`Runs::listen`] is notified when it has stopped.
    pub fn cancel(&self) {
        if let Some(last) = &*self.last() {
            last.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the match and waits until it has ended. When this returns, no process of the match is running.
    pub fn finish(&self) {
        self.cancel();
        let thread = self.last().as_mut().and_then(|last| last.thread.take());
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the thread of a match has panicked");
        }
    }
}
