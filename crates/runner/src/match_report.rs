//! The result of a match as JSON, for programs and for the Python API.

use super::one::GameEnd;
use super::session::{MatchEnd, Session};
use serde_json::{Map, Value, json};
use std::time::Duration;
use wag_core::arena::FaultRecord;
use wag_core::game::{Advice, Kind, Seat, Standing};
use wag_i18n::{LANGUAGES, Message};
use wag_replay::show_advice;

/// Returns the JSON that `--json` prints; docs/json.md documents it. For a match of several games, the object contains
/// an object for each game.
pub fn match_report(session: &Session, end: &MatchEnd) -> Value {
    match end.games.as_slice() {
        [game] if session.games() == 1 => {
            let mut told = game_as_json(session, game);
            told["wall_s"] = seconds(end.wall).into();
            told
        }
        games => json!({
            "game": session.game.info.name,
            "games": games.iter().map(|game| game_as_json(session, game)).collect::<Vec<_>>(),
            "winners": names(session, &end.winners()),
            "interrupted": end.interrupted(),
            "wall_s": seconds(end.wall),
        }),
    }
}

/// Returns the names of the players on these seats.
pub fn names<'s>(session: &'s Session, seats: &[usize]) -> Vec<&'s str> {
    seats.iter().map(|seat| session.entrants[*seat].name.as_str()).collect()
}

/// Returns a time in seconds, rounded to milliseconds.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e3).round() / 1e3
}

fn game_as_json(session: &Session, game: &GameEnd) -> Value {
    let seats = Seat::all(game.standings.len());
    let mut told = json!({
        "game": session.game.info.name,
        "seed": game.seed,
        "rounds": game.rounds,
        "winners": names(session, &firsts(&game.standings)),
        "players": seats.map(|seat| player_as_json(session, game, seat)).collect::<Vec<_>>(),
        "repeatable": game.repeatable,
        "interrupted": game.interrupted,
        "notes": game.advice.iter().take(Advice::SHOWN_MAX).map(show_advice).collect::<Vec<_>>(),
        "replay": game.replay.as_ref().map(|replay| replay.path.display().to_string()),
    });
    for (option, word) in session.game.info.files(&session.chosen) {
        // An option with its default value is left out, unless it is the place.
        if word == session.place || !matches!(option.kind, Kind::File { usual, .. } if usual == word) {
            told[option.name] = word.into();
        }
    }
    told
}

fn player_as_json(session: &Session, game: &GameEnd, seat: Seat) -> Value {
    let (stats, standing) = (&game.seats[seat.index()], &game.standings[seat.index()]);
    let mut told = Map::new();
    told.insert("name".into(), session.entrants[seat.index()].name.as_str().into());
    told.insert("seat".into(), (seat.0 + 1).into());
    told.insert("place".into(), standing.place.into());
    told.extend(standing.figures.iter().map(|(name, value)| (name.to_string(), (*value).into())));
    told.insert(
        "forfeit".into(),
        game.forfeits.get(seat.index()).and_then(Option::as_ref).map(Message::english).into(),
    );
    told.insert("faults".into(), stats.faults.iter().map(fault_as_json).collect());
    told.insert("faults_total".into(), game.faults(seat.index()).into());
    told.insert("refused".into(), stats.refused.into());
    let unseeded = stats.unseeded.names().collect::<Vec<_>>();
    let is_known = !unseeded.is_empty() || !stats.unseeded.is_unwatched();
    told.insert("unseeded".into(), is_known.then_some(unseeded).into());
    told.insert("turn_ms_mean".into(), milliseconds(stats.think_mean()).into());
    told.insert("turn_ms_max".into(), milliseconds(stats.think_max).into());
    let computed = stats.computed();
    told.insert("cpu_ms_mean".into(), computed.map(|(mean, _)| milliseconds(mean)).into());
    told.insert("cpu_ms_max".into(), computed.map(|(_, max)| milliseconds(max)).into());
    told.insert("time_outs_doubtful".into(), stats.doubtful.into());
    told.into()
}

fn fault_as_json(noted: &FaultRecord) -> Value {
    let mut told = json!({ "kind": noted.fault.kind.name(), "round": noted.round, "message": noted.fault.message.english() });
    if let Some(explanation) = &noted.explanation {
        told["explanation"] =
            json!({ "code": explanation.code, "text": explanation.sentence_in(LANGUAGES[0]) });
    }
    told
}

/// Returns a time in milliseconds, rounded to microseconds.
pub fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// Returns the seats that have the first rank.
pub fn firsts(standings: &[Standing]) -> Vec<usize> {
    (0..standings.len()).filter(|seat| standings[*seat].place == 1).collect()
}
