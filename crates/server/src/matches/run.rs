//! The state of the match that the server is playing, as the pages receive it.

use super::planned_match::{PlannedMatch, Total};
use serde::Serialize;
use std::time::Duration;
use wag_core::problem::{CodePlace, JsonProblem};
use wag_i18n::{Message, PageText};
use wag_ladder::ChallengeReport;
use wag_play::JsonUnstarted;

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
    /// The players because of which the match is not played.
    #[cfg_attr(test, ts(type = "UnstartedPlayer[]"))]
    pub unstarted: Vec<JsonUnstarted>,
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
    /// True if each seat is an AI of the user.
    #[serde(skip)]
    own_seats: Vec<bool>,
    /// The first problem of an AI of the user.
    #[serde(skip)]
    first_problem: Option<JsonProblem>,
}

/// The end of a run for the user who wrote the AI.
#[derive(Debug, Serialize)]
pub struct RunEnd {
    /// The first problem of an AI of the user; `None` if it played without one.
    pub problem: Option<JsonProblem>,
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
    /// The line of the player's code that was running; `None` if it is unknown.
    #[cfg_attr(test, ts(type = "CodePlace | null"))]
    pub place: Option<CodePlace>,
    /// The problem because of which the turn was lost; `None` if it was not lost.
    #[cfg_attr(test, ts(type = "Problem | null"))]
    pub problem: Option<JsonProblem>,
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
    /// Returns the state at the start of a match; `number` is the number of the run.
    pub fn new(number: u32, games: Vec<GameNow>, planned: &PlannedMatch) -> Run {
        Run {
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
            unstarted: Vec::new(),
            question: None,
            turn: None,
            lost: None,
            cut: None,
            verdict: None,
            names: planned.names(),
            own_seats: planned.own_seats(),
            first_problem: None,
        }
    }

    /// Remembers a problem of a player, if it is the first one of an AI of the user. `seat` counts from 1.
    pub fn note_problem(&mut self, seat: u8, problem: &JsonProblem) {
        let is_own = self.own_seats.get(usize::from(seat).saturating_sub(1)) == Some(&true);
        if is_own && self.first_problem.is_none() {
            self.first_problem = Some(problem.clone());
        }
    }

    /// Returns the end of the run for the user; `None` if it says nothing about an AI of the user, because none played or
    /// the run was cancelled before a problem occurred.
    pub fn end(&self) -> Option<RunEnd> {
        let counts = match self.state {
            RunState::Running => false,
            RunState::Done => self.own_seats.contains(&true),
            RunState::Cancelled | RunState::Failed => self.first_problem.is_some(),
        };
        counts.then(|| RunEnd { problem: self.first_problem.clone() })
    }

    pub fn turn_of(&self, round: u32, seat: u8, lasted: Option<Duration>, words: Option<Message>) -> Turn {
        let player = self.names.get(usize::from(seat).saturating_sub(1)).cloned().unwrap_or_default();
        let seconds = lasted.map(|lasted| rounded(lasted.as_secs_f64()));
        let place = words.as_ref().and_then(CodePlace::of);
        Turn { player, seat, round, seconds, words: words.map(PageText), place, problem: None }
    }
}

/// Rounds a number to one digit after the decimal point.
pub fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
