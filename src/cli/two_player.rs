//! `wag two-player`: games for two, in a process of their own that has Python and the terminal.
//!
//! Both players and the game are objects of that process: who spoils it spoils his own game only. It tells who is thinking;
//! whoever overruns his time and can't be interrupted is ended with his process, and a tournament goes on in a new one.

use super::answer::{Done, mistake, print};
use super::args::{TwoPlayer, TwoPlayerCommand, TwoPlayerTerms};
use super::game_results::{GameResult, Results, Thinking, ToldResult, Tournament, nonsense};
use crate::worker::{TWO_PLAYER_ARGUMENT, own_program};
use anyhow::Context;
use rustix::fd::{AsRawFd, OwnedFd};
use rustix::io::FdFlags;
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// So much later than a player is interrupted his process is ended.
pub const GRACE: Duration = Duration::from_secs(1);

/// What the process is to play.
#[derive(Debug, Serialize)]
struct Order<'a> {
    game: &'a str,
    players: Vec<&'a str>,
    seed: Option<u64>,
    time_limit: f64,
    log: Option<String>,
    pipe: i32,
    /// Of a tournament.
    #[serde(flatten)]
    tournament: Option<Tournament>,
}

/// A line from the process.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Event {
    Thinking(Thinking),
    Result(ToldResult),
    Mistake(String),
    #[serde(skip)]
    Garbage,
}

/// Plays what was asked for.
pub fn run(options: &TwoPlayer) -> anyhow::Result<Done> {
    // Ctrl+C is the players' process's: a person resigns by it.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::new(AtomicBool::new(false)))
        .context("the signals can't be caught")?;
    match &options.command {
        TwoPlayerCommand::Play(play) => {
            let players = vec![play.first.as_str(), play.second.as_str()];
            let mut order = order(&play.game, players, &play.terms);
            order.seed = play.seed;
            match Table::start(&mut order, Results::of_a_game())?.until_the_end()? {
                End::Well => Ok(Done::Well),
                End::Interrupted => Ok(Done::Interrupted),
                End::Failed => Ok(Done::Defect),
                End::Lost(result) => print(&format!("{}\n", result.explanation)),
            }
        }
        TwoPlayerCommand::Tournament(options) => {
            let players = split(&options.players);
            if players.len() < 2 {
                return mistake("a tournament needs at least two players: --players Random,Perfect");
            }
            let mut order = order(&options.game, players, &options.terms);
            order.seed = Some(options.seed);
            begin_log(&options.terms)?;
            play_tournament(order, options.rounds)
        }
    }
}

/// Starts as many processes as it takes.
fn play_tournament(mut order: Order<'_>, rounds: u32) -> anyhow::Result<Done> {
    let mut results = Results::of_a_tournament(order.players.len(), rounds);
    loop {
        order.tournament = Some(Tournament { rounds, results: results.played().to_vec() });
        let mut table = Table::start(&mut order, results)?;
        let end = table.until_the_end()?;
        results = std::mem::take(&mut table.results);
        match end {
            End::Well => return Ok(Done::Well),
            End::Interrupted => return Ok(Done::Interrupted),
            End::Failed => return Ok(Done::Defect),
            End::Lost(result) => results.add(result),
        }
    }
}

fn order<'a>(game: &'a str, players: Vec<&'a str>, terms: &TwoPlayerTerms) -> Order<'a> {
    let log = terms.log.as_ref().map(|file| file.to_string_lossy().into_owned());
    let time_limit = terms.time_limit.as_secs_f64();
    Order { game, players, seed: None, time_limit, log, pipe: -1, tournament: None }
}

/// The process appends to the log, as there may be several.
fn begin_log(terms: &TwoPlayerTerms) -> anyhow::Result<()> {
    match &terms.log {
        Some(file) => match std::fs::write(file, "") {
            Ok(()) => Ok(()),
            Err(fault) => mistake(format!("{} can't be written: {fault}", file.display())),
        },
        None => Ok(()),
    }
}

/// Takes `Random,Minimax:3,a.py:Ada:1,2` apart: a number belongs to the player before it.
fn split(players: &str) -> Vec<&str> {
    let mut begin = 0;
    let mut found = Vec::new();
    for (comma, _) in players.match_indices(',') {
        let is_argument =
            players[comma + 1..].trim_start().starts_with(|c: char| c.is_ascii_digit() || "-[(".contains(c));
        if !is_argument {
            found.push(players[begin..comma].trim());
            begin = comma + 1;
        }
    }
    found.push(players[begin..].trim());
    found.retain(|player| !player.is_empty());
    found
}

/// How a process has ended.
enum End {
    Well,
    Interrupted,
    /// It has told why.
    Failed,
    /// In the middle of a game, by whoever was to move.
    Lost(GameResult),
}

/// A process that plays.
struct Table {
    child: Child,
    events: Receiver<Event>,
    thinking: Option<Thinking>,
    results: Results,
}

impl Table {
    fn start(order: &mut Order<'_>, results: Results) -> anyhow::Result<Table> {
        let (reader, writer) =
            rustix::pipe::pipe_with(rustix::pipe::PipeFlags::CLOEXEC).context("no pipe can be made")?;
        order.pipe = writer.as_raw_fd();
        let text = serde_json::to_string(order)?;
        let child = start_with(&writer, &text).context("the players' process can't be started")?;
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
        Ok(Table { child, events, thinking: None, results })
    }

    /// Listens until the process has ended, or ends it.
    fn until_the_end(&mut self) -> anyhow::Result<End> {
        loop {
            let limit = self.thinking.as_ref().and_then(|thinking| thinking.limit);
            let event = match limit {
                Some(limit) => self.events.recv_timeout(Duration::from_secs_f64(limit) + GRACE),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match event {
                Ok(Event::Thinking(thinking)) => self.thinking = Some(self.results.thinks(thinking)?),
                Ok(Event::Result(result)) => {
                    self.thinking = None;
                    self.results.take(result)?;
                }
                Ok(Event::Garbage) => return nonsense(),
                Ok(Event::Mistake(what)) => {
                    self.child.wait()?;
                    return mistake(what);
                }
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill()?;
                    self.child.wait()?;
                    return Ok(self.lost(None));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let status = self.child.wait()?;
                    return Ok(self.ended(status));
                }
            }
        }
    }

    /// What it means that the process has ended by itself.
    fn ended(&mut self, status: ExitStatus) -> End {
        if status.signal() == Some(libc::SIGINT) {
            End::Interrupted
        } else if self.thinking.is_some() {
            self.lost(Some(status))
        } else if status.success() {
            End::Well
        } else {
            End::Failed
        }
    }

    fn lost(&mut self, status: Option<ExitStatus>) -> End {
        self.thinking.take().map_or(End::Failed, |thinking| End::Lost(thinking.lost(status)))
    }
}

/// Starts the process, which alone inherits the pipe.
fn start_with(writer: &OwnedFd, order: &str) -> std::io::Result<Child> {
    rustix::io::fcntl_setfd(writer, FdFlags::empty())?;
    Command::new(own_program()?).arg(TWO_PLAYER_ARGUMENT).arg(order).spawn()
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn numbers_belong_to_the_player_before_them() {
        assert_eq!(
            split("Random,Minimax:3, a.py:Ada:1,2,B=Perfect,"),
            ["Random", "Minimax:3", "a.py:Ada:1,2", "B=Perfect"]
        );
        assert!(split("").is_empty());
    }
}
