//! The result of a match as JSON, for programs and for the Python API.

use crate::game_end::GameEnd;
use crate::session::{MatchEnd, Session};
use serde_json::{Map, Value, json};
use std::cmp::Reverse;
use std::time::Duration;
use wag_core::arena::{Problem, ProfileSummary};
use wag_core::game::{Advice, Kind, Seat, Standing};
use wag_i18n::Message;
use wag_replay::show_advice;

/// The maximum number of functions, and of lines, in a profile.
const PROFILE_ROWS_MAX: usize = 200;

/// Returns the JSON that `--json` prints; docs/json.md documents it. For a match of several games, the object contains
/// an object for each game.
pub fn match_report(session: &Session, end: &MatchEnd) -> Value {
    match end.games.as_slice() {
        [game] if session.games() == 1 => {
            let mut object = game_as_json(session, game);
            object["wall_s"] = seconds(end.wall).into();
            object
        }
        games => json!({
            "game": session.game.info.name,
            "games": games.iter().map(|game| game_as_json(session, game)).collect::<Vec<_>>(),
            "winners": names(session, end.winners()),
            "interrupted": end.interrupted(),
            "wall_s": seconds(end.wall),
        }),
    }
}

/// Returns the names of the players on these seats.
pub fn names(session: &Session, seats: impl IntoIterator<Item = usize>) -> Vec<&str> {
    seats.into_iter().map(|seat| session.entrants[seat].name.as_str()).collect()
}

/// Returns a time in seconds, rounded to milliseconds.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

fn game_as_json(session: &Session, game: &GameEnd) -> Value {
    let seats = Seat::all(game.standings.len());
    let mut object = json!({
        "game": session.game.info.name,
        "seed": game.seed,
        "rounds": game.rounds,
        "winners": names(session, Standing::winners(&game.standings).map(Seat::index)),
        "players": seats.map(|seat| player_as_json(session, game, seat)).collect::<Vec<_>>(),
        "repeatable": game.repeatable,
        "interrupted": game.interrupted,
        "notes": game.advice.iter().take(Advice::SHOWN_MAX).map(show_advice).collect::<Vec<_>>(),
        "replay": game.replay.as_ref().map(|replay| replay.path.display().to_string()),
    });
    for (option, word) in session.game.info.files(&session.game_options) {
        // An option with its default value is left out, unless it is the place.
        if word == session.place || !matches!(option.kind, Kind::File { usual, .. } if usual == word) {
            object[option.name] = word.into();
        }
    }
    object
}

fn player_as_json(session: &Session, game: &GameEnd, seat: Seat) -> Value {
    let (stats, standing) = (&game.seats[seat.index()], &game.standings[seat.index()]);
    let mut object = Map::new();
    object.insert("name".into(), session.entrants[seat.index()].name.as_str().into());
    object.insert("seat".into(), (seat.0 + 1).into());
    object.insert("place".into(), standing.place.into());
    object.extend(standing.figures.iter().map(|(name, value)| (name.to_string(), (*value).into())));
    object.insert(
        "forfeit".into(),
        game.forfeits.get(seat.index()).and_then(Option::as_ref).map(Message::english).into(),
    );
    object.insert("faults".into(), stats.faults.iter().map(fault_as_json).collect());
    object.insert("faults_total".into(), game.faults(seat.index()).into());
    object.insert("refused".into(), stats.refused.into());
    let unseeded = stats.unseeded.names().collect::<Vec<_>>();
    let is_known = !unseeded.is_empty() || !stats.unseeded.is_unwatched();
    object.insert("unseeded".into(), is_known.then_some(unseeded).into());
    object.insert("turn_ms_mean".into(), milliseconds(stats.think_mean()).into());
    object.insert("turn_ms_max".into(), milliseconds(stats.think_max).into());
    let computed = stats.computed();
    object.insert("cpu_ms_mean".into(), computed.map(|(mean, _)| milliseconds(mean)).into());
    object.insert("cpu_ms_max".into(), computed.map(|(_, max)| milliseconds(max)).into());
    object.insert("time_outs_doubtful".into(), stats.doubtful.into());
    object.insert("turns".into(), stats.turns.into());
    if let Some((name, counts)) = &game.tally {
        object.insert(name.to_string(), counts.get(seat.index()).copied().into());
    }
    if stats.spent.turns > 0 {
        object.insert("profile".into(), profile_as_json(&stats.spent));
    }
    object.into()
}

/// Returns the profile of a player: the functions and lines that took the most time, and the slowest turns.
fn profile_as_json(spent: &ProfileSummary) -> Value {
    let mut functions: Vec<_> = spent.functions.iter().collect();
    functions.sort_by_key(|(function, time)| (!function.is_own, Reverse(time.own), function.line));
    let functions = functions.into_iter().take(PROFILE_ROWS_MAX).map(|(function, time)| {
        json!({
            "name": function.name,
            "file": function.file,
            "line": function.line,
            "own_file": function.is_own,
            "calls": time.calls,
            "own_ms": milliseconds(time.own),
            "total_ms": milliseconds(time.total),
        })
    });
    let own = spent.lines.iter().filter(|((function, _), _)| spent.functions[*function].0.is_own);
    let mut lines: Vec<(&str, u32, Duration)> = own
        .map(|((function, line), time)| (spent.functions[*function].0.file.as_str(), *line, *time))
        .collect();
    lines.sort_by_key(|(file, line, time)| (Reverse(*time), *file, *line));
    let lines = lines
        .into_iter()
        .take(PROFILE_ROWS_MAX)
        .map(|(file, line, time)| json!({ "file": file, "line": line, "ms": milliseconds(time) }));
    let slowest =
        spent.slowest.iter().map(|(round, time)| json!({ "round": round, "ms": milliseconds(*time) }));
    json!({
        "turns": spent.turns,
        "functions": functions.collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "slowest": slowest.collect::<Vec<_>>(),
    })
}

fn fault_as_json(problem: &Problem) -> Value {
    let mut object = json!({
        "kind": problem.kind,
        "round": problem.round,
        "message": problem.message.english(),
        "problem": problem.for_json(),
    });
    if let Some(explanation) = &problem.explanation {
        object["explanation"] = json!(explanation.english());
    }
    object
}

/// Returns a time in milliseconds, rounded to microseconds.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}
