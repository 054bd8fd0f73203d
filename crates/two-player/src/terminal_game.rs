//! Two-player games at the terminal. A process runs Python, uses the terminal, and reports events line by line.

use crate::GRACE;
use crate::results::{GameResult, ReportedResult, Results, Standing, Thinking, Tournament, protocol_error};
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::io::FdFlags;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ExitStatus};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;
use wag_i18n::t;
use wag_i18n::translate_message;
use wag_play::{PlayError, user_error};
use wag_python::TWO_PLAYER_ARGUMENT;
use wag_sandbox::own_program;

/// The order that tells a process to play a game or tournament.
#[derive(Debug, Serialize)]
pub struct Order<'a> {
    pub game: &'a str,
    pub players: Vec<&'a str>,
    pub seed: Option<u64>,
    pub time_limit: f64,
    pub log: Option<String>,
    /// The file descriptor to which the process writes events. It is set when the process starts.
    pub pipe: i32,
    /// The state of the tournament; `None` for a single game.
    #[serde(flatten)]
    pub tournament: Option<Tournament>,
}

/// An event in a game or tournament that the process reports.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Thinking(Thinking),
    Result(ReportedResult),
    /// The standings of a finished tournament, best first.
    Standings(Vec<Standing>),
    UserError(String),
    /// A message for the user. The game continues.
    Warning(String),
    #[serde(skip)]
    Garbage,
}

/// The way in which a process has ended.
pub enum End {
    Success,
    Interrupted,
    /// The process failed and has printed the reason.
    Failed,
    /// The process ended during a move, so the player whose turn it was has lost the game.
    Lost(GameResult),
}

/// A process that plays games at the terminal.
pub struct TerminalGame {
    child: Child,
    events: Receiver<Event>,
    thinking: Option<Thinking>,
    pub results: Results,
    pub standings: Vec<Standing>,
}

impl TerminalGame {
    pub fn start(order: &mut Order<'_>, results: Results) -> Result<TerminalGame, PlayError> {
        let (reader, writer) = rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC)
            .map_err(|err| PlayError::defect(t!("cannot create a pipe"))(err.into()))?;
        order.pipe = writer.as_raw_fd();
        let text = serde_json::to_string(order).expect("plain data is always JSON");
        let child =
            start_with(&writer, &text).map_err(PlayError::defect(t!("cannot start the players' process")))?;
        drop(writer);
        let (sender, events) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(std::fs::File::from(reader)).lines().map_while(Result::ok);
            for line in lines {
                if sender.send(serde_json::from_str(&line).unwrap_or(Event::Garbage)).is_err() {
                    break;
                }
            }
        });
        Ok(TerminalGame { child, events, thinking: None, results, standings: Vec::new() })
    }

    /// Handles events until the process ends. If a player exceeds the time limit, kills the process.
    pub fn run_to_end(&mut self) -> Result<End, PlayError> {
        loop {
            let limit = self.thinking.as_ref().and_then(|thinking| thinking.limit);
            let event = match limit {
                Some(limit) => self.events.recv_timeout(Duration::from_secs_f64(limit) + GRACE),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Thinking(thinking)) => self.thinking = Some(self.results.start_thinking(thinking)?),
                Ok(Event::Result(result)) => {
                    self.thinking = None;
                    self.results.take(result)?;
                }
                Ok(Event::Standings(standings)) => self.standings = standings,
                Ok(Event::Warning(warning)) => log::warn!("{}", translate_message(&warning)),
                Ok(Event::Garbage) => return protocol_error(),
                Ok(Event::UserError(what)) => {
                    self.child.wait().map_err(process_error)?;
                    return user_error(translate_message(&what));
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().map_err(process_error)?;
                    self.child.wait().map_err(process_error)?;
                    return Ok(self.lost(None));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait().map_err(process_error)?;
                    return Ok(self.ended(status));
                }
            }
        }
    }

    /// Returns what the exit of the process means for the game or tournament.
    fn ended(&mut self, status: ExitStatus) -> End {
        if status.signal() == Some(libc::SIGINT) {
            End::Interrupted
        } else if self.thinking.is_some() {
            self.lost(Some(status))
        } else if status.success() {
            End::Success
        } else {
            End::Failed
        }
    }

    fn lost(&mut self, status: Option<ExitStatus>) -> End {
        self.thinking.take().map_or(End::Failed, |thinking| End::Lost(thinking.lost(status)))
    }
}

/// Starts the process. No other process inherits the pipe for its events.
fn start_with(writer: &OwnedFd, order: &str) -> std::io::Result<Child> {
    rustix::io::fcntl_setfd(writer, FdFlags::empty())?;
    own_program()?.script_command().arg(TWO_PLAYER_ARGUMENT).arg(order).spawn()
}

impl Drop for TerminalGame {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn process_error(err: std::io::Error) -> PlayError {
    PlayError::defect(t!("lost contact with the players' process"))(err)
}
