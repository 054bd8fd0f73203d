//! The two-player game that the server is playing. Its program sends lines, and may ask the person at the page
//! questions.
//!
//! There is only one game at a time, on its own thread. The server stores the lines, numbers them and sends them to the
//! pages without interpreting them. The program is untrusted, so the total size of the stored lines is limited.

use super::requests::{self, PlannedGame, TwoPlayerEnd, TwoPlayerListener, TwoPlayerRequest, prepare};
use crate::error::Refusal;
use crate::workspace::Workspace;
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::watch;
use wag_i18n::{message, t};
use wag_play::PlayError;

/// The maximum total size of the stored lines, in bytes. The oldest lines are dropped first, except for the opening
/// line, which names the game and the players.
const KEPT_MAX: usize = 8 << 20;
/// The values of `kind` that an opening line can have. The opening line names the game and the players; pages need it
/// to display the other lines.
const OPENINGS: [&str; 2] = ["start", "tournament"];
/// The maximum total size of the lines in one event, in bytes. A single line may be longer.
const SENT_MAX: usize = 512 * 1024;
/// The maximum length of a person's answer, in bytes.
const ANSWER_MAX: usize = 200;
/// The interval between two checks of whether a game that is waiting for an answer must end.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The state of a two-player game as the pages receive it, without its lines.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TwoPlayerGameNow {
    pub id: String,
    pub state: TwoPlayerGameState,
    /// The request that started the game.
    pub wanted: TwoPlayerRequest,
    pub error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum TwoPlayerGameState {
    Running,
    Done,
    Cancelled,
    Failed,
}

/// A line as the pages receive it: its number, counted from 0, and its JSON.
#[derive(Clone, Debug)]
pub struct Line {
    pub number: u64,
    pub json: Arc<str>,
}

/// The two-player games of this server. Only one can be in progress at a time.
#[derive(Default)]
pub struct TwoPlayerGames {
    /// The number of changes so far. It notifies the pages when it grows.
    changed: watch::Sender<u64>,
    last: Arc<Mutex<Last>>,
}

/// The current game, or the last game if none is in progress.
#[derive(Default)]
struct Last {
    count: u32,
    now: Option<TwoPlayerGameNow>,
    lines: VecDeque<Line>,
    bytes: usize,
    next: u64,
    /// The number of the opening line; `None` before there is one.
    opening: Option<u64>,
    /// The number of the line with the question that is waiting for an answer; `None` if there is none.
    open_question: Option<u64>,
    answers: Option<SyncSender<String>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl TwoPlayerGames {
    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a receiver that is notified whenever a game's state or lines change.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    pub fn now(&self) -> Option<TwoPlayerGameNow> {
        self.last().now.clone()
    }

    /// Returns the state of the game, its stored lines from number `next` on, and whether there are more lines. Returns
    /// at most `count` lines, with a total of at most `SENT_MAX` bytes. If the game does not have this `id`, starts
    /// with the first line.
    pub fn since(&self, id: &str, next: u64, count: usize) -> (Option<TwoPlayerGameNow>, Vec<Line>, bool) {
        let last = self.last();
        let Some(now) = last.now.clone() else { return (None, Vec::new(), false) };
        let from = if now.id == id { next } else { 0 };
        let skipped = last.lines.iter().take_while(|line| line.number < from).count();
        let mut bytes = 0;
        let fits = |line: &&Line| {
            let is_first = bytes == 0;
            bytes += line.json.len();
            is_first || bytes <= SENT_MAX
        };
        let lines = last.lines.iter().skip(skipped).take(count).take_while(fits).cloned().collect::<Vec<_>>();
        let is_more = lines.last().is_some_and(|line| line.number + 1 < last.next);
        (Some(now), lines, is_more)
    }

    /// Starts a game. Blocks until its files have been read.
    pub fn begin(
        &self,
        workspace: &Workspace,
        request: TwoPlayerRequest,
    ) -> Result<TwoPlayerGameNow, Refusal> {
        let mut last = self.last();
        if last.is_running() {
            return Err(Refusal::conflict(message!(
                "a game is already running; cancel it first, or wait until it ends"
            )));
        }
        let (planned, request) = prepare(workspace, request)?;
        let count = last.count + 1;
        let now = TwoPlayerGameNow {
            id: format!("t{count}"),
            state: TwoPlayerGameState::Running,
            wanted: request,
            error: None,
        };
        let (answers, heard) = sync_channel(1);
        let stop = Arc::new(AtomicBool::new(false));
        let publisher = LinePublisher {
            last: Arc::clone(&self.last),
            changed: self.changed.clone(),
            stop: Arc::clone(&stop),
            heard: Mutex::new(heard),
        };
        let thread = std::thread::Builder::new()
            .name("table".to_string())
            .spawn(move || publisher.play(&planned))
            .map_err(|err| Refusal::defect(message!("cannot start the game: %{fault}", fault = err)))?;
        let (thread, answers) = (Some(thread), Some(answers));
        *last = Last { count, now: Some(now.clone()), answers, stop, thread, ..Last::default() };
        drop(last);
        self.changed.send_modify(|count| *count += 1);
        Ok(now)
    }

    /// Passes a person's answer on to the game that asked for it.
    pub fn answer(&self, id: &str, question: u64, answer: String) -> Result<(), Refusal> {
        if answer.len() > ANSWER_MAX {
            return Err(Refusal::bad(message!("the answer is too long")));
        }
        let mut last = self.last();
        let is_open =
            last.open_question == Some(question) && last.now.as_ref().is_some_and(|now| now.id == id);
        let sent = is_open && last.answers.as_ref().is_some_and(|answers| answers.try_send(answer).is_ok());
        if !sent {
            return Err(Refusal::conflict(message!("this question is no longer open")));
        }
        last.open_question = None;
        Ok(())
    }

    /// Asks the game to stop. A receiver from [`TwoPlayerGames::listen`] is notified when it has stopped.
    pub fn cancel(&self) {
        self.last().stop.store(true, Ordering::Relaxed);
    }

    pub fn is_running(&self) -> bool {
        self.last().is_running()
    }

    /// Stops the game and waits until it has ended. When this returns, no process of the game is running.
    pub fn finish(&self) {
        self.cancel();
        let thread = self.last().thread.take();
        if thread.is_some_and(|thread| thread.join().is_err()) {
            log::error!("the thread of a table has panicked");
        }
    }
}

impl Last {
    fn is_running(&self) -> bool {
        self.now.as_ref().is_some_and(|now| now.state == TwoPlayerGameState::Running)
    }

    /// Stores a line and returns its number.
    fn keep(&mut self, line: &requests::Line) -> u64 {
        let number = self.next;
        let json: Arc<str> = Value::Object(line.clone()).to_string().into();
        self.next += 1;
        self.bytes += json.len();
        self.lines.push_back(Line { number, json });
        if self.opening.is_none() && is_opening(line) {
            self.opening = Some(number);
        }
        while self.bytes > KEPT_MAX
            && let Some(oldest) = self.lines.remove(self.oldest())
        {
            self.bytes -= oldest.json.len();
        }
        number
    }

    /// Returns the index of the line to drop next: the oldest one that is not the opening line.
    fn oldest(&self) -> usize {
        let first = self.lines.front().map(|line| line.number);
        usize::from(first.is_some() && first == self.opening)
    }
}

fn is_opening(line: &requests::Line) -> bool {
    line.get("kind").and_then(Value::as_str).is_some_and(|kind| OPENINGS.contains(&kind))
}

/// A listener that publishes a game's lines to the pages, and receives the person's answers.
struct LinePublisher {
    last: Arc<Mutex<Last>>,
    changed: watch::Sender<u64>,
    stop: Arc<AtomicBool>,
    heard: Mutex<Receiver<String>>,
}

impl LinePublisher {
    fn play(&self, planned: &PlannedGame) {
        let ended = catch_unwind(AssertUnwindSafe(|| planned.play(self, &self.stop)));
        let ended = ended.unwrap_or_else(|_| {
            let words = t!("an internal error in Wag ended the game; see the terminal for details");
            Err(PlayError::Io(std::io::Error::other(words)))
        });
        self.change(|last| {
            last.open_question = None;
            let Some(now) = &mut last.now else { return };
            (now.state, now.error) = match ended {
                Ok(TwoPlayerEnd::Over) => (TwoPlayerGameState::Done, None),
                Ok(TwoPlayerEnd::Interrupted) => (TwoPlayerGameState::Cancelled, None),
                Err(err) => (TwoPlayerGameState::Failed, Some(err.to_string())),
            };
        });
    }

    fn change<T>(&self, change: impl FnOnce(&mut Last) -> T) -> T {
        let done = change(&mut self.last.lock().unwrap_or_else(PoisonError::into_inner));
        self.changed.send_modify(|count| *count += 1);
        done
    }
}

impl TwoPlayerListener for LinePublisher {
    fn tell(&self, line: &requests::Line) {
        self.change(|last| last.keep(line));
    }

    fn ask(&self, line: &requests::Line) -> Option<String> {
        let heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        self.change(|last| last.open_question = Some(last.keep(line)));
        while !self.stop.load(Ordering::Relaxed) {
            match heard.recv_timeout(POLL_INTERVAL) {
                Ok(answer) => return Some(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_lines_are_dropped() {
        let mut last = Last::default();
        let line = requests::Line::from_iter([("text".to_string(), Value::from("x".repeat(100_000)))]);
        for number in 0..200 {
            assert_eq!(last.keep(&line), number);
        }
        assert!(last.bytes <= KEPT_MAX && last.lines.len() < 100);
        assert_eq!(last.lines.back().unwrap().number, 199);
        assert_eq!(last.lines.iter().map(|line| line.json.len()).sum::<usize>(), last.bytes);
    }

    #[test]
    fn opening_line_is_never_dropped() {
        let mut last = Last::default();
        let line = |kind: &str| {
            requests::Line::from_iter(
                [("kind", kind), ("text", &*"x".repeat(100_000))]
                    .map(|(key, text)| (key.to_string(), Value::from(text))),
            )
        };
        last.keep(&line("warning"));
        for _ in 0..200 {
            last.keep(&line("start"));
            last.keep(&line("position"));
        }
        let numbers: Vec<u64> = last.lines.iter().map(|line| line.number).collect();
        assert!(numbers[0] == 1 && numbers[1] > 300 && last.bytes <= KEPT_MAX, "{numbers:?}");
        assert!(numbers[1..].windows(2).all(|two| two[0] + 1 == two[1]) && numbers.last() == Some(&400));
    }
}
