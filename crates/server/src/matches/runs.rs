//! The match that the server is playing, called a *run*. There is only one at a time, on its own thread. All pages
//! receive its progress.

use super::planned_match::{ChallengeReport, FinishedMatch, PlannedMatch, Total};
use super::requests::{MatchRequest, prepare};
use crate::error::Refusal;
use crate::replays::Replays;
use crate::watch::Watcher;
use crate::workspace::Workspace;
use serde::Serialize;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, watch};
use wag_core::arena::Fault;
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_i18n::{Message, PageText, t};
use wag_play::{Audience, CutTurn, GameEnd, People, PlayError, Prompt};

/// The minimum interval between two progress messages.
pub const PAUSE: Duration = Duration::from_millis(50);

/// The state of a run, as the pages receive it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Run {
    pub id: String,
    /// The ID of the replay of the current game, or of the last game if the match has ended.
    pub replay: String,
    /// True if the replay named by `replay` exists already.
    pub ready: bool,
    /// All games of the match, in order.
    pub games: Vec<GameNow>,
    /// The combined result of the games; `None` unless the match has several games and all of them are over.
    pub total: Option<Total>,
    pub state: RunState,
    pub round: u32,
    pub rounds: u32,
    #[serde(with = "crate::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
    pub seconds_left: Option<f64>,
    pub rounds_per_s: Option<f64>,
    pub error: Option<String>,
    /// The question that a person must answer before the match continues; `None` if there is none.
    pub question: Option<Question>,
    /// The current turn; `None` until it has lasted [`LONG`].
    pub turn: Option<Turn>,
    /// The last turn that a player lost; `None` if no turn was lost.
    pub lost: Option<Turn>,
    /// The turn that was in progress when the match was canceled; `None` if it was not canceled.
    pub cut: Option<Turn>,
    #[cfg_attr(test, ts(type = "Verdict | null"))]
    pub verdict: Option<ChallengeReport>,
    /// The names of the players in seat order.
    #[serde(skip)]
    names: Vec<String>,
}

/// The state of one game of the match.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameNow {
    pub replay: String,
    /// True if the game's replay exists already.
    pub ready: bool,
    pub over: bool,
    /// The seats of the winners, counted from 1; empty while the game is running.
    pub winners: Vec<u8>,
}

/// A turn of one player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turn {
    pub player: String,
    /// The seat, counted from 1.
    pub seat: u8,
    pub round: u32,
    /// The duration of the turn in seconds, if it is known.
    pub seconds: Option<f64>,
    /// A text that says how the turn ended and which line of the player's code was running; `None` if it is unknown.
    #[cfg_attr(test, ts(type = "Text | null"))]
    pub words: Option<PageText>,
}

/// A question to a person.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Question {
    /// The number of the question within the match, counted from 1.
    pub number: u32,
    /// The seat whose turn it is, counted from 1.
    pub seat: u8,
    /// The suggested answers. If `composes` is true, an answer may also combine several of them.
    pub choices: Vec<String>,
    pub composes: bool,
    /// The reason why the previous answer was not accepted; `None` if this is the first attempt.
    #[cfg_attr(test, ts(type = "Text | null"))]
    pub fault: Option<PageText>,
}

/// The minimum duration of a turn that pages show as a long one.
pub const LONG: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    Running,
    Done,
    Cancelled,
    Failed,
}

impl Run {
    fn turn_of(&self, round: u32, seat: u8, lasted: Option<Duration>, words: Option<Message>) -> Turn {
        let player = self.names.get(usize::from(seat).saturating_sub(1)).cloned().unwrap_or_default();
        let seconds = lasted.map(|lasted| rounded(lasted.as_secs_f64()));
        Turn { player, seat, round, seconds, words: words.map(PageText) }
    }
}

/// The runs of this server. Only one can be in progress at a time.
pub struct Runs {
    replays: Arc<Replays>,
    watcher: Watcher,
    sender: watch::Sender<Option<Run>>,
    thinking: Thinking,
    last: Mutex<Option<Last>>,
}

/// The round, the seat and the start time of the turn for which the match is waiting; `None` if it is not waiting.
type Thinking = Arc<Mutex<Option<(u32, u8, Instant)>>>;

/// The current run, or the last run if none is in progress.
struct Last {
    number: u32,
    request: MatchRequest,
    stop: Arc<AtomicBool>,
    answers: mpsc::Sender<(u32, String)>,
    thread: Option<JoinHandle<()>>,
}

impl Runs {
    pub fn new(replays: Arc<Replays>, watcher: Watcher) -> Runs {
        Runs {
            replays,
            watcher,
            sender: watch::Sender::new(None),
            thinking: Thinking::default(),
            last: Mutex::new(None),
        }
    }

    /// Returns the current state of the run; `None` if there has been no run.
    pub fn now(&self) -> Option<Run> {
        let mut run = self.sender.borrow().clone()?;
        run.turn = self.long_turn(&run);
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
        self.now().filter(|run| run.games.iter().any(|game| game.replay == replay))?;
        let last = self.last();
        let word = last.as_ref()?.request.players.get(usize::from(seat).checked_sub(1)?)?;
        let word = word.split_once('=').map_or(word.as_str(), |(_, word)| word);
        Some(word.split_once(':').map_or(word, |(_, file)| file).to_string())
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
        let Some(Last { request, .. }) = &*last else {
            return Err(Refusal::conflict(t!("nothing has been played yet")));
        };
        let seed = self.sender.borrow().as_ref().and_then(|run| run.seed);
        let request = MatchRequest { seed: seed.or(request.seed), ..request.clone() };
        // If the match of a challenge never started, this is its first attempt, not a repetition.
        let again = seed.is_some();
        self.start(workspace, &mut last, request, again)
    }

    fn start(
        &self,
        workspace: &Workspace,
        last: &mut Option<Last>,
        request: MatchRequest,
        again: bool,
    ) -> Result<Run, Refusal> {
        if self.is_running() {
            return Err(Refusal::conflict(t!(
                "a match is already running; cancel it first, or wait until it ends"
            )));
        }
        let planned = prepare(workspace, &request, again)?;
        let number = last.as_ref().map_or(1, |last| last.number + 1);
        let game = |_| GameNow { replay: self.replays.reserve(), ..GameNow::default() };
        let games: Vec<GameNow> = (0..planned.games()).map(game).collect();
        let run = Run {
            id: format!("r{number}"),
            replay: games[0].replay.clone(),
            ready: false,
            games,
            total: None,
            state: RunState::Running,
            round: 0,
            rounds: planned.rounds,
            seed: None,
            seconds_left: None,
            rounds_per_s: None,
            error: None,
            question: None,
            turn: None,
            lost: None,
            cut: None,
            verdict: None,
            names: planned.names(),
        };
        *locked(&self.thinking) = None;
        self.watcher.watch(&planned.files());
        self.sender.send_replace(Some(run.clone()));
        let stop = Arc::new(AtomicBool::new(false));
        let (answers, given) = mpsc::channel();
        let publisher = RunPublisher {
            seed: planned.seed,
            questions: Cell::new(0),
            stop: Arc::clone(&stop),
            given,
            sender: self.sender.clone(),
            thinking: Arc::clone(&self.thinking),
            replays: Arc::clone(&self.replays),
            names: run.games.iter().map(|game| game.replay.clone()).collect(),
            game: Cell::new(0),
            pace: Mutex::new(Pace::new()),
        };
        let heard = Arc::clone(&stop);
        let thread = std::thread::Builder::new()
            .name("match".to_string())
            .spawn(move || play(&planned, publisher, &heard))
            .map_err(|err| {
                self.sender.send_replace(None);
                Refusal::defect(t!("cannot start the match: %{fault}", fault = err))
            })?;
        *last = Some(Last { number, request, stop, answers, thread: Some(thread) });
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
                    return Err(Refusal::bad(t!("this is not one of the possible moves")));
                }
                // If the match has just ended, sending fails and the answer is irrelevant.
                let _ = last.answers.send((number, answer));
                Ok(())
            }
            _ => Err(Refusal::conflict(t!("no question is waiting for this answer"))),
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

fn play(planned: &PlannedMatch, publisher: RunPublisher, stop: &Arc<AtomicBool>) {
    let publisher = Rc::new(publisher);
    let people: Rc<dyn People> = Rc::clone(&publisher) as _;
    let on_game_end = |game: &GameEnd| publisher.game_over(game);
    let played = catch_unwind(AssertUnwindSafe(|| planned.play(people, &*publisher, on_game_end, stop)));
    let played = played.unwrap_or_else(|_| {
        let words = t!("an internal error in Wag ended the match; see the terminal for details");
        Err(PlayError::Io(std::io::Error::other(words)))
    });
    publisher.over(played, stop.load(Ordering::Relaxed));
}

/// Publishes the progress of a match to the pages, and asks them a person's questions.
struct RunPublisher {
    /// The seed of all games of the match.
    seed: u64,
    /// The number of questions that have been asked in this match.
    questions: Cell<u32>,
    stop: Arc<AtomicBool>,
    given: mpsc::Receiver<(u32, String)>,
    sender: watch::Sender<Option<Run>>,
    thinking: Thinking,
    replays: Arc<Replays>,
    /// The IDs of the games' replays, in order.
    names: Vec<String>,
    /// The index of the current game.
    game: Cell<usize>,
    pace: Mutex<Pace>,
}

struct Pace {
    /// The time at which the first round started.
    began: Instant,
    /// The time at which the last message was sent to the pages.
    sent: Instant,
    /// The number of the last round that was played. The pages may not have received it yet.
    round: u32,
}

impl Pace {
    fn new() -> Pace {
        Pace { began: Instant::now(), sent: Instant::now(), round: 0 }
    }
}

impl RunPublisher {
    fn pace(&self) -> MutexGuard<'_, Pace> {
        locked(&self.pace)
    }

    fn change(&self, change: impl FnOnce(&mut Run)) {
        self.sender.send_modify(|run| {
            if let Some(run) = run {
                change(run);
            }
        });
    }

    fn over(&self, played: Result<FinishedMatch, PlayError>, was_stopped: bool) {
        if let Ok(ended) = &played {
            self.names.iter().for_each(|replay| self.replays.ended(replay, &ended.logs));
        }
        let round = self.pace().round;
        self.change(|run| {
            (run.seconds_left, run.question) = (None, None);
            run.round = round;
            match played {
                Ok(ended) => {
                    run.state = if ended.interrupted { RunState::Cancelled } else { RunState::Done };
                    (run.verdict, run.total) = (ended.verdict, ended.total);
                    if !ended.interrupted {
                        run.round = run.rounds.max(round);
                    }
                }
                Err(_) if was_stopped => run.state = RunState::Cancelled,
                Err(err) => {
                    run.state = RunState::Failed;
                    run.error = Some(err.to_string());
                }
            }
        });
    }

    fn game_over(&self, end: &GameEnd) {
        let game = self.game.get();
        let winners = end.winners().into_iter().map(|seat| seat.0 + 1).collect();
        self.change(|run| (run.games[game].over, run.games[game].winners) = (true, winners));
        self.game.set((game + 1).min(self.names.len() - 1));
    }

    /// Shows a question, and waits for the answer. Returns `None` if the match is stopped first.
    fn answer(&self, question: Question) -> Option<String> {
        let number = question.number;
        let round = self.pace().round;
        self.change(|run| (run.round, run.question) = (round, Some(question)));
        let answer = loop {
            if self.stop.load(Ordering::Relaxed) {
                break None;
            }
            match self.given.recv_timeout(CHECK_INTERVAL) {
                Ok((to, answer)) if to == number => break Some(answer),
                Ok(_) | Err(mpsc::RecvTimeoutError::Timeout) => {}
                Err(mpsc::RecvTimeoutError::Disconnected) => break None,
            }
        };
        self.change(|run| run.question = None);
        answer
    }
}

impl Audience for &RunPublisher {
    fn seed(&mut self) -> Result<u64, PlayError> {
        Ok(self.seed)
    }

    fn ready(&mut self, seed: u64) -> Result<u64, PlayError> {
        *self.pace() = Pace::new();
        let game = self.game.get();
        self.change(|run| {
            (run.replay, run.ready, run.round) = (self.names[game].clone(), false, 0);
            run.seed = Some(seed);
        });
        Ok(seed)
    }

    fn recorded(&mut self, replay: &Path) {
        let game = self.game.get();
        self.replays.recorded(&self.names[game], replay);
        self.change(|run| (run.ready, run.games[game].ready) = (true, true));
    }

    fn waits_for(&mut self, round: u32, seat: Seat) {
        *locked(&self.thinking) = Some((round, seat.0 + 1, Instant::now()));
    }

    fn lost(&mut self, round: u32, seat: Seat, fault: &Fault) {
        let words = fault.message.clone().map(&printable);
        self.change(|run| run.lost = Some(run.turn_of(round, seat.0 + 1, None, Some(words))));
    }

    fn cut_short(&mut self, cut: &CutTurn<'_>) {
        let words = cut.words.clone().map(&printable);
        self.change(|run| {
            run.cut = Some(run.turn_of(cut.round, cut.seat.0 + 1, Some(cut.lasted), Some(words)))
        });
    }

    fn round(&mut self, round: u32) {
        *locked(&self.thinking) = None;
        let mut pace = self.pace();
        pace.round = round;
        if pace.sent.elapsed() < PAUSE {
            return;
        }
        pace.sent = Instant::now();
        let per_second = f64::from(round) / pace.began.elapsed().as_secs_f64().max(1e-6);
        self.change(|run| {
            run.round = round;
            run.rounds_per_s = Some(rounded(per_second));
            let left = f64::from(run.rounds.saturating_sub(round)) / per_second.max(1e-6);
            run.seconds_left = (run.rounds > 0).then(|| rounded(left));
        });
    }
}

impl People for RunPublisher {
    fn ask(&self, seat: Seat, prompt: &Prompt<'_>) -> Option<String> {
        let mut fault = None;
        loop {
            self.questions.set(self.questions.get() + 1);
            let answer = self.answer(Question {
                number: self.questions.get(),
                seat: seat.0 + 1,
                choices: (prompt.choices)(),
                composes: prompt.composes,
                fault,
            })?;
            match (prompt.check)(&answer) {
                Ok(()) => return Some(answer),
                Err(why) => fault = Some(PageText(why)),
            }
        }
    }
}

/// The interval between two checks, while a question is open, of whether the match has been stopped.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
