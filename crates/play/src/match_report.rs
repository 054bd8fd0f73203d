//! The result of a match for programs and for the Python API.

use crate::game_end::GameEnd;
use crate::logs::Logs;
use crate::session::{MatchEnd, Session};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;
use wag_core::arena::ProfileSummary;
use wag_core::game::{Advice, Kind, Seat, Standing};
use wag_core::problem::{EnglishExplanation, Explanation, JsonProblem, Problem, ProblemKind};
use wag_i18n::Message;
use wag_replay::{JsonAdvice, show_advice};

/// The maximum number of functions, and of lines, in a profile.
const PROFILE_ROWS_MAX: usize = 200;

/// The object of `wag play --json` and `wag.play`; docs/en/json.md documents it.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    #[serde(flatten)]
    pub result: PlayedGames,
    pub wall_s: f64,
    /// The names of the game's figures, the decisive one first.
    pub figures: &'static [&'static str],
    /// The paths of the players' logs in seat order; empty if none were written.
    pub logs: Vec<String>,
    /// The path of the log of the game itself; missing if the game has printed nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_log: Option<String>,
    /// The command that plays the match again; `None` if there is none.
    pub again: Option<String>,
}

/// The result of a match, which may have several games.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum PlayedGames {
    One(Box<GameReport>),
    Several(SeveralGames),
}

/// The result of a match of several games.
#[derive(Clone, Debug, Serialize)]
pub struct SeveralGames {
    pub game: &'static str,
    /// The seed of the first game.
    pub seed: u64,
    pub games: Vec<GameReport>,
    /// The names of the players that have won most games.
    pub winners: Vec<String>,
    pub interrupted: bool,
}

/// The result of one game.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    pub game: &'static str,
    pub seed: u64,
    pub rounds: u32,
    /// The names of all players on place 1.
    pub winners: Vec<String>,
    /// The reason why the game itself could not go on; such a match is void. Missing otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<JsonProblem>,
    pub players: Vec<PlayerReport>,
    /// `None` if this is unknown.
    pub repeatable: Option<bool>,
    pub interrupted: bool,
    pub notes: Vec<JsonAdvice>,
    pub replay: Option<String>,
    /// The chosen files by the names of their options. A default is missing, unless it is the map or board.
    #[serde(flatten)]
    pub files: BTreeMap<&'static str, String>,
}

/// The result of a player in a game.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerReport {
    pub name: String,
    /// The seat, counted from 1.
    pub seat: u8,
    pub place: u32,
    /// The figures and the tally of the game.
    #[serde(flatten)]
    pub figures: BTreeMap<&'static str, i64>,
    pub forfeit: Option<String>,
    pub faults: Vec<FaultReport>,
    pub faults_total: u32,
    pub refused: u64,
    /// The sources without a seed that the player used; `None` if this is unknown.
    pub unseeded: Option<Vec<&'static str>>,
    pub turn_ms_mean: f64,
    pub turn_ms_max: f64,
    pub cpu_ms_mean: Option<f64>,
    pub cpu_ms_max: Option<f64>,
    pub time_outs_doubtful: u32,
    pub turns: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileReport>,
}

/// A fault of a player.
#[derive(Clone, Debug, Serialize)]
pub struct FaultReport {
    pub kind: ProblemKind,
    pub round: Option<u32>,
    /// The message in English.
    pub message: String,
    pub problem: JsonProblem,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<EnglishExplanation>,
}

/// The profile of a player: the functions and lines that took the most time, and the slowest turns.
#[derive(Clone, Debug, Serialize)]
pub struct ProfileReport {
    pub turns: u32,
    pub functions: Vec<FunctionRow>,
    pub lines: Vec<LineRow>,
    pub slowest: Vec<TurnRow>,
}

/// The time of a function.
#[derive(Clone, Debug, Serialize)]
pub struct FunctionRow {
    pub name: String,
    pub file: String,
    pub line: u32,
    pub own_file: bool,
    pub calls: u64,
    pub own_ms: f64,
    pub total_ms: f64,
}

/// The time of a line.
#[derive(Clone, Debug, Serialize)]
pub struct LineRow {
    pub file: String,
    pub line: u32,
    pub ms: f64,
}

/// The time of a turn.
#[derive(Clone, Debug, Serialize)]
pub struct TurnRow {
    pub round: u32,
    pub ms: f64,
}

impl MatchReport {
    /// Makes the report, without the command that plays the match again.
    pub fn of(session: &Session, end: &MatchEnd) -> MatchReport {
        let result = match end.games.as_slice() {
            [game] if session.games() == 1 => PlayedGames::One(Box::new(GameReport::of(session, game))),
            games => PlayedGames::Several(SeveralGames {
                game: session.game.info.name,
                seed: games.first().map_or(0, |game| game.seed),
                games: games.iter().map(|game| GameReport::of(session, game)).collect(),
                winners: owned_names(session, end.winners()),
                interrupted: end.interrupted(),
            }),
        };
        let seats = Seat::all(session.entrants.len());
        let log = |seat| end.logs.as_ref().map(|logs| logs.path(seat).display().to_string());
        MatchReport {
            result,
            wall_s: seconds(end.wall),
            figures: session.game.info.figures,
            logs: seats.filter_map(log).collect(),
            game_log: end.logs.as_ref().and_then(Logs::game_path).map(|path| path.display().to_string()),
            again: None,
        }
    }
}

/// Returns the names of the players on these seats.
pub fn names(session: &Session, seats: impl IntoIterator<Item = usize>) -> Vec<&str> {
    seats.into_iter().map(|seat| session.entrants[seat].name.as_str()).collect()
}

fn owned_names(session: &Session, seats: impl IntoIterator<Item = usize>) -> Vec<String> {
    names(session, seats).into_iter().map(str::to_string).collect()
}

/// Returns a time in seconds, rounded to milliseconds.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

impl GameReport {
    fn of(session: &Session, game: &GameEnd) -> GameReport {
        let files = session.game.info.files(&session.game_options).filter(|(option, word)| {
            *word == session.place || !matches!(option.kind, Kind::File { usual, .. } if usual == *word)
        });
        GameReport {
            game: session.game.info.name,
            seed: game.seed,
            rounds: game.rounds,
            winners: match game.failed {
                None => owned_names(session, Standing::winners(&game.standings).map(Seat::index)),
                Some(_) => Vec::new(),
            },
            failed: game.failed.as_ref().map(Problem::for_json),
            players: Seat::all(game.standings.len())
                .map(|seat| PlayerReport::of(session, game, seat))
                .collect(),
            repeatable: game.repeatable,
            interrupted: game.interrupted,
            notes: game.advice.iter().take(Advice::SHOWN_MAX).map(show_advice).collect(),
            replay: game.replay.as_ref().map(|replay| replay.path.display().to_string()),
            files: files.map(|(option, word)| (option.name, word.to_string())).collect(),
        }
    }
}

impl PlayerReport {
    fn of(session: &Session, game: &GameEnd, seat: Seat) -> PlayerReport {
        let (stats, standing) = (&game.seats[seat.index()], &game.standings[seat.index()]);
        let tally = game.tally.as_ref().and_then(|(name, counts)| {
            let count = counts.get(seat.index())?;
            Some((*name, i64::try_from(*count).unwrap_or(i64::MAX)))
        });
        let unseeded: Vec<_> = stats.unseeded.names().collect();
        let is_known = !unseeded.is_empty() || !stats.unseeded.is_unwatched();
        let computed = stats.computed();
        PlayerReport {
            name: session.entrants[seat.index()].name.clone(),
            seat: seat.0 + 1,
            place: standing.place,
            figures: standing.figures.iter().copied().chain(tally).collect(),
            forfeit: game.forfeits.get(seat.index()).and_then(Option::as_ref).map(Message::english),
            faults: stats.faults.iter().map(FaultReport::of).collect(),
            faults_total: game.faults(seat.index()),
            refused: stats.refused,
            unseeded: is_known.then_some(unseeded),
            turn_ms_mean: milliseconds(stats.think_mean()),
            turn_ms_max: milliseconds(stats.think_max),
            cpu_ms_mean: computed.map(|(mean, _)| milliseconds(mean)),
            cpu_ms_max: computed.map(|(_, max)| milliseconds(max)),
            time_outs_doubtful: stats.doubtful,
            turns: stats.turns,
            profile: (stats.spent.turns > 0).then(|| ProfileReport::of(&stats.spent)),
        }
    }
}

impl ProfileReport {
    fn of(spent: &ProfileSummary) -> ProfileReport {
        let mut functions: Vec<_> = spent.functions.iter().collect();
        functions.sort_by_key(|(function, time)| (!function.is_own, Reverse(time.own), function.line));
        let functions = functions.into_iter().take(PROFILE_ROWS_MAX).map(|(function, time)| FunctionRow {
            name: function.name.clone(),
            file: function.file.clone(),
            line: function.line,
            own_file: function.is_own,
            calls: time.calls,
            own_ms: milliseconds(time.own),
            total_ms: milliseconds(time.total),
        });
        let own = spent.lines.iter().filter(|((function, _), _)| spent.functions[*function].0.is_own);
        let mut lines: Vec<(&str, u32, Duration)> = own
            .map(|((function, line), time)| (spent.functions[*function].0.file.as_str(), *line, *time))
            .collect();
        lines.sort_by_key(|(file, line, time)| (Reverse(*time), *file, *line));
        let lines = lines.into_iter().take(PROFILE_ROWS_MAX).map(|(file, line, time)| LineRow {
            file: file.to_string(),
            line,
            ms: milliseconds(time),
        });
        let slowest = spent.slowest.iter();
        ProfileReport {
            turns: spent.turns,
            functions: functions.collect(),
            lines: lines.collect(),
            slowest: slowest
                .map(|(round, time)| TurnRow { round: *round, ms: milliseconds(*time) })
                .collect(),
        }
    }
}

impl FaultReport {
    fn of(problem: &Problem) -> FaultReport {
        FaultReport {
            kind: problem.kind,
            round: problem.round,
            message: problem.message.english(),
            problem: problem.for_json(),
            explanation: problem.explanation.as_ref().map(Explanation::english),
        }
    }
}

/// Returns a time in milliseconds, rounded to microseconds.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
