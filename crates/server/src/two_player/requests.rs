//! Two-player games that the pages request, and the process that plays them.
//!
//! The game runs in a sandboxed process (`worker/scripts/table.rs` of `python`) with its own process group. The process reports whose
//! turn it is. If that player exceeds its time limit, the engine kills the process; a tournament continues in a new
//! process.

use crate::folder::check_inside;
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use wag_games::first;
use wag_i18n::{message, translate_message};
use wag_play::seed::random_seed;
use wag_play::{PlayError, user_error};
use wag_sandbox::Limits;
use wag_sandbox::kernel;
use wag_two_player::GRACE;
use wag_two_player::process::{Process, ProcessEvent};
use wag_two_player::results::{
    GameResult, ReportedResult, Results, Thinking, Tournament, cut, protocol_error,
};

/// The maximum length of a game's or a player's spec, in bytes.
const WORD_MAX: usize = 200;
/// The maximum number of players in a tournament.
const PLAYERS_MAX: usize = 16;
/// The maximum number of games in a tournament.
const GAMES_MAX: usize = 20_000;
/// The allowed time limits for a program's move, in seconds.
const TIME_LIMITS: std::ops::RangeInclusive<f64> = 0.05..=3600.0;
/// The maximum length of a stored location in a player's code, in bytes.
const PLACE_MAX: usize = 500;
/// The maximum length of a stored error message, in bytes.
const MISTAKE_MAX: usize = 2000;
/// The interval between two checks of whether the game must stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A two-player game that a page requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct TwoPlayerRequest {
    pub game: String,
    pub players: Vec<String>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "crate::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
    /// The time limit for a program's move, in seconds.
    pub time_limit: f64,
    /// The number of rounds of a tournament; `None` for a single game.
    #[serde(default)]
    pub rounds: Option<u32>,
}

/// The way in which a two-player game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoPlayerEnd {
    Over,
    Interrupted,
}

/// A message of a two-player game, as a JSON object.
pub type Line = serde_json::Map<String, Value>;

/// A listener for the messages and questions of a two-player game.
pub trait TwoPlayerListener {
    /// Sends a message to the pages.
    fn tell(&self, line: &Line);

    /// Sends a question to the person at the page and waits for the answer. Returns `None` if the game must end.
    fn ask(&self, line: &Line) -> Option<String>;
}

/// The order that tells the process to play a game or tournament.
#[derive(Debug, Serialize)]
struct Order {
    game: String,
    players: Vec<String>,
    seed: u64,
    time_limit: f64,
    #[serde(flatten)]
    tournament: Option<Tournament>,
    folders: Vec<PathBuf>,
    bounds: wag_sandbox::Bounds,
}

/// A message from the process.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Event {
    Line(Line),
    Ask(Line),
    Thinking(Thinking),
    /// The line of code that a player was running when its time was up; `None` if it is unknown.
    Where(Option<String>),
    Result(ReportedResult),
    UserError(String),
}

/// A game or tournament that is ready to start.
pub struct PlannedGame {
    order: TwoPlayerRequest,
    seed: u64,
    folders: Vec<PathBuf>,
    limits: Limits,
}

/// Validates a request. Returns the game, and the request with the chosen seed. Returns an error if the request names
/// files outside the working folder.
pub fn prepare(
    workspace: &Workspace,
    mut request: TwoPlayerRequest,
) -> Result<(PlannedGame, TwoPlayerRequest), PlayError> {
    check(&request)?;
    let mut folders = Vec::new();
    for word in std::iter::once(&request.game).chain(&request.players) {
        folders.extend(folder_of(&workspace.folder, word)?);
    }
    folders.sort();
    folders.dedup();
    let seed = request.seed.map_or_else(random_seed, Ok)?;
    let limits = workspace.limits.limits(first().info.turn_seconds);
    request.seed = Some(seed);
    Ok((PlannedGame { order: request.clone(), seed, folders, limits }, request))
}

fn check(request: &TwoPlayerRequest) -> Result<(), PlayError> {
    let count = request.players.len();
    match request.rounds {
        None if count != 2 => {
            return user_error(message!("a game is for two players, but %{count} were named", count));
        }
        Some(_) if !(2..=PLAYERS_MAX).contains(&count) => {
            return user_error(message!(
                "a tournament is for 2 to %{most} players, but %{count} were named",
                most = PLAYERS_MAX,
                count
            ));
        }
        Some(rounds) if rounds == 0 || count * (count - 1) * rounds as usize > GAMES_MAX => {
            return user_error(message!(
                "a tournament must have at least one round and at most %{most} games; choose another number of rounds",
                most = GAMES_MAX
            ));
        }
        Some(_) if request.players.iter().any(|word| ["You", "Human"].contains(&player_of(word))) => {
            return user_error(message!(
                "only programs can take part in a tournament; to play against them yourself, choose a single game"
            ));
        }
        _ => {}
    }
    if !TIME_LIMITS.contains(&request.time_limit) {
        let (least, most) = (TIME_LIMITS.start(), TIME_LIMITS.end());
        return user_error(message!(
            "the time limit per move must be %{least} to %{most} seconds, not %{said}",
            least,
            most,
            said = request.time_limit
        ));
    }
    for word in std::iter::once(&request.game).chain(&request.players) {
        if word.trim().is_empty() {
            return user_error(message!("choose a game and all players; `You` stands for yourself"));
        }
        if word.len() > WORD_MAX {
            return user_error(message!("the name of a game or a player is too long"));
        }
    }
    Ok(())
}

/// Returns the player part of a player spec of the form `NAME=PLAYER`, or the whole spec if it contains no name.
fn player_of(word: &str) -> &str {
    word.split_once('=').map_or(word, |(_, player)| player)
}

/// Returns the folder of the file in a player spec such as `Ada=bots/ada.py:Ada:1`, or `None` if the spec names no
/// file.
fn folder_of(folder: &Path, word: &str) -> Result<Option<PathBuf>, PlayError> {
    let Some((stem, _)) = player_of(word).split_once(".py:") else { return Ok(None) };
    let file = format!("{stem}.py");
    check_inside(folder, &file)?;
    match folder.join(&file).canonicalize() {
        Ok(path) => Ok(path.parent().map(Path::to_path_buf)),
        Err(_) => user_error(message!(
            "%{file}: there is no such file; choose one in the folder, such as race.py:Race",
            file
        )),
    }
}

/// The way in which a process has ended.
enum End {
    Success,
    Interrupted,
    /// The process ended during a move, so the player whose turn it was has lost the game. The string is the line of
    /// code that the player was running; `None` if it is unknown.
    Lost(GameResult, Option<String>),
}

impl PlannedGame {
    /// Plays the game or tournament to its end. Each time a process ends during a move, continues with a new process.
    /// When this returns, no process of the game is running.
    pub fn play(
        &self,
        listener: &dyn TwoPlayerListener,
        stop: &AtomicBool,
    ) -> Result<TwoPlayerEnd, PlayError> {
        if self.limits.sandbox_required {
            let accepted = self.limits.accept(&kernel::missing());
            accepted.map_err(|err| PlayError::UserError(translate_message(&err.to_string()).into()))?;
        }
        let mut results = match self.order.rounds {
            Some(rounds) => Results::for_tournament(self.order.players.len(), rounds),
            None => Results::for_game(),
        };
        loop {
            let order = self.order(results.played().to_vec());
            let mut client_game = RunningGame::start(&order, self.start_time(), results)?;
            let end = client_game.run_to_end(listener, stop)?;
            results = std::mem::take(&mut client_game.results);
            match (end, self.order.rounds) {
                (End::Success, _) => return Ok(TwoPlayerEnd::Over),
                (End::Interrupted, _) => return Ok(TwoPlayerEnd::Interrupted),
                (End::Lost(result, _), Some(_)) => results.add(result),
                (End::Lost(result, place), None) => {
                    listener.tell(&result_line(&result, place));
                    return Ok(TwoPlayerEnd::Over);
                }
            }
        }
    }

    fn order(&self, results: Vec<GameResult>) -> Order {
        let TwoPlayerRequest { game, players, time_limit, rounds, .. } = self.order.clone();
        let tournament = rounds.map(|rounds| Tournament { rounds, results });
        let bounds = self.limits.bounds.clone();
        Order {
            game,
            players,
            seed: self.seed,
            time_limit,
            tournament,
            folders: self.folders.clone(),
            bounds,
        }
    }

    fn start_time(&self) -> Duration {
        self.limits.start_time.unwrap_or(Duration::MAX)
    }
}

fn result_line(result: &GameResult, place: Option<String>) -> Line {
    let GameResult { winner, reason, explanation } = result;
    let line = json!({
        "kind": "result", "winner": winner, "reason": reason, "explanation": explanation, "where": place,
    });
    line.as_object().cloned().unwrap_or_default()
}

/// A running process, and the state of its game according to its messages.
struct RunningGame {
    process: Process,
    /// The time limit for a program's move.
    limit: Duration,
    /// The time at which the process is killed if no message from it arrives; `None` if it is not killed.
    deadline: Option<Instant>,
    thinking: Option<Thinking>,
    place: Option<String>,
    results: Results,
}

impl RunningGame {
    fn start(order: &Order, start_time: Duration, results: Results) -> Result<RunningGame, PlayError> {
        let process = Process::start(&serde_json::to_string(order).expect("plain data is always JSON"))?;
        let limit = Duration::from_secs_f64(order.time_limit);
        let deadline = Instant::now().checked_add(start_time);
        Ok(RunningGame { process, limit, deadline, thinking: None, place: None, results })
    }

    /// Handles messages until the process ends. Kills the process if a time limit is exceeded.
    fn run_to_end(&mut self, listener: &dyn TwoPlayerListener, stop: &AtomicBool) -> Result<End, PlayError> {
        while !stop.load(Ordering::Relaxed) {
            match self.process.receive(POLL_INTERVAL) {
                ProcessEvent::Nothing => {}
                ProcessEvent::Garbage => return protocol_error(),
                ProcessEvent::End(status) => return self.ended(status),
                ProcessEvent::Frame(bytes) => {
                    if !self.take(&bytes, listener)? {
                        return Ok(End::Interrupted);
                    }
                }
            }
            if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return self.overrun();
            }
        }
        Ok(End::Interrupted)
    }

    /// Handles a message. Returns whether the game continues.
    fn take(&mut self, frame: &[u8], listener: &dyn TwoPlayerListener) -> Result<bool, PlayError> {
        let Ok(event) = serde_json::from_slice(frame) else { return protocol_error() };
        match event {
            Event::Line(line) => listener.tell(&line),
            Event::Where(place) => self.place = place.map(|place| cut(place, PLACE_MAX)),
            Event::Thinking(thinking) => {
                (self.thinking, self.place) = (Some(self.results.start_thinking(thinking)?), None);
                self.restart_deadline();
            }
            Event::Result(result) => {
                self.thinking = None;
                self.results.take(result)?;
                self.restart_deadline();
            }
            Event::UserError(what) => return user_error(translate_message(&cut(what, MISTAKE_MAX))),
            // A tournament has no person who could answer.
            Event::Ask(_) if !self.results.is_single_game() => return protocol_error(),
            Event::Ask(line) => {
                // A person has unlimited time; after the answer, the game's time runs again.
                self.thinking = None;
                let Some(answer) = listener.ask(&line) else { return Ok(false) };
                self.process.say(&answer);
                self.restart_deadline();
            }
        }
        Ok(true)
    }

    fn restart_deadline(&mut self) {
        self.deadline = Instant::now().checked_add(self.limit + GRACE);
    }

    /// Kills a process that has exceeded the time limit.
    fn overrun(&mut self) -> Result<End, PlayError> {
        self.process.end();
        match self.thinking.take() {
            Some(mut thinking) => {
                thinking.limit = Some(self.limit.as_secs_f64());
                Ok(End::Lost(thinking.lost(None), self.place.take()))
            }
            None => user_error(message!(
                "the game does not continue; look for an endless loop outside select_move()"
            )),
        }
    }

    /// Handles the exit of the process. Returns what it means for the game.
    fn ended(&mut self, status: std::process::ExitStatus) -> Result<End, PlayError> {
        match self.thinking.take() {
            Some(thinking) => Ok(End::Lost(thinking.lost(Some(status)), None)),
            None if status.success() => Ok(End::Success),
            None => user_error(message!("the game's process ended (%{status})", status)),
        }
    }
}
