//! `wag.play`: one match.

use crate::limits::Limits;
use crate::task::{self, Progress};
use pyo3::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use wag_core::arena::Problem;
use wag_core::game::GameInfo;
use wag_core::game::Seat;
use wag_games::{KnownGame, find};
use wag_i18n::message;
use wag_ladder::locks;
use wag_play::match_report::match_report;
use wag_play::seed::random_seed;
use wag_play::{
    Again, Audience, Keeping, Kind, LogForm, MatchEnd, Nobody, Outcome, ParsedSpec, PlayError, PlayerSpec,
    Session, line_up, user_error,
};
use wag_python::PlayerObject;

/// The shortest time between two reports of the current round.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The arguments of `wag.play`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    game: String,
    /// The player specs; empty for a player that is a Python object.
    players: Vec<String>,
    /// The names of the players that are Python objects, in the order of `players`.
    #[serde(default)]
    object_names: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    seed: Option<u64>,
    /// The folder for the logs; `None` to write none.
    log_dir: Option<PathBuf>,
    #[serde(default)]
    log: LogForm,
    /// The file for the replay; `None` to write none.
    replay: Option<PathBuf>,
    #[serde(default)]
    with_sources: bool,
    #[serde(default)]
    limits: Limits,
}

/// Plays a match. `request` is the JSON of the arguments; the result is the JSON that docs/json.md documents for
/// `wag play --json`, with the paths of the logs.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Vec<Py<PyAny>>,
) -> PyResult<String> {
    let request: PlayRequest = crate::parse(py, request)?;
    let objects = objects.into_iter().map(PlayerObject::new).collect();
    task::run(py, on_progress, move |progress| play_match(request, objects, progress))
}

fn play_match(
    request: PlayRequest,
    objects: Vec<PlayerObject>,
    progress: &Progress,
) -> Result<String, PlayError> {
    let game = game(&request.game)?;
    let options = request.options.clone().into_iter().collect();
    let limits = request.limits.limits_for(game.info, &options);
    let entrants = entrants(game.info, &request, objects)?;
    let mut session = Session::with(game, entrants, &options, limits)?;
    locks::check(&session, |_| {})?;
    if let Some(person) = session.entrants.iter().find(|entrant| entrant.kind == Kind::Person) {
        return user_error(message!("%{name} is a person; use `wag play` in a terminal", name = person.word));
    }
    session.keeping = Keeping {
        log_dir: request.log_dir.clone(),
        log_form: request.log,
        no_replay: request.replay.is_none(),
        replay: request.replay.clone(),
        with_sources: request.with_sources,
    };
    let (mut report, end) = play_session(&session, request.seed, progress)?;
    // A player that is an object of this process cannot be named in a command.
    let can_be_named = !request.players.iter().any(String::is_empty);
    report["again"] = can_be_named
        .then(|| {
            Again {
                info: game.info,
                players: &request.players,
                options: &options,
                game_options: &session.game_options,
                place: &session.place,
                seed: end.games[0].seed,
                limits: &request.limits,
                more: &[],
            }
            .command()
        })
        .into();
    Ok(report.to_string())
}

/// Plays a match. Returns its report, with the paths of the logs and the messages about the players' starts.
pub fn play_session(
    session: &Session,
    seed: Option<u64>,
    progress: &Progress,
) -> Result<(Value, Box<MatchEnd>), PlayError> {
    let mut listener = Listener { seed, progress, reported: None, rounds: 0, start: String::new() };
    match session.play(&progress.stop, Rc::new(Nobody), &mut listener, |_, _| {})? {
        Outcome::CannotStart(unstarted) => Err(PlayError::CannotStart(unstarted)),
        Outcome::Interrupted => Err(PlayError::UserError(message!("The match was interrupted"))),
        Outcome::Over(end) => {
            let mut report = match_report(session, &end);
            let seats = || Seat::all(session.entrants.len());
            let logs = end.logs.as_ref();
            report["logs"] = logs
                .map(|logs| seats().map(|seat| logs.path(seat)).collect::<Vec<_>>())
                .map_or_else(|| json!([]), |paths| json!(paths));
            if session.games() > 1 {
                report["seed"] = end.games[0].seed.into();
            }
            report["figures"] = session.game.info.figures.into();
            report["messages"] = listener.start.lines().collect::<Vec<_>>().into();
            Ok((report, end))
        }
    }
}

/// Returns the players in seat order. `objects` are the players whose spec is empty.
fn entrants(
    info: &GameInfo,
    request: &PlayRequest,
    objects: Vec<PlayerObject>,
) -> Result<Vec<PlayerSpec>, PlayError> {
    // A built-in player holds the seat of an object until all players have their names.
    let holder = info.built_in.first().map_or("", |player| player.name);
    let mut names = request.object_names.iter();
    let mut held = || {
        let name = names.next().map_or_else(|| "function".to_string(), String::clone);
        ParsedSpec { name: Some(name), source: holder.to_string() }.to_string()
    };
    let specs = request.players.iter().map(|spec| match spec.as_str() {
        "" => held(),
        spec => spec.to_string(),
    });
    let mut entrants = line_up(info, &specs.collect::<Vec<_>>(), &[])?;
    for (name, object) in request.object_names.iter().zip(objects) {
        let is_held = |entrant: &&mut PlayerSpec| {
            entrant.word == *name && entrant.source == holder && matches!(entrant.kind, Kind::BuiltIn(_))
        };
        if let Some(entrant) = entrants.iter_mut().find(is_held) {
            entrant.kind = Kind::Object(object);
        }
    }
    Ok(entrants)
}

/// Returns the game of this name.
pub fn game(name: &str) -> Result<KnownGame, PlayError> {
    let names = || wag_games::all().map(|game| game.info.name).collect::<Vec<_>>().join(", ");
    find(name).map_or_else(
        || {
            user_error(message!(
                "there is no game %{name}; choose one of %{names}",
                name = wag_i18n::quote(name),
                names = names()
            ))
        },
        Ok,
    )
}

/// Reports the rounds of a match to the caller.
struct Listener<'p> {
    seed: Option<u64>,
    progress: &'p Progress,
    /// The time of the last report.
    reported: Option<Instant>,
    rounds: u32,
    /// Messages about the players' starts.
    start: String,
}

impl Audience for Listener<'_> {
    fn seed(&mut self) -> Result<u64, PlayError> {
        self.seed.map_or_else(random_seed, Ok)
    }

    fn planned(&mut self, rounds: u32) {
        self.rounds = rounds;
    }

    fn started(&mut self, words: &str) {
        self.start += words;
    }

    fn lost(&mut self, round: u32, seat: Seat, problem: &Problem) {
        let (kind, message) = (problem.kind.name(), problem.message.english());
        let fault = json!({ "round": round, "seat": seat.0 + 1, "kind": kind, "message": message });
        self.progress.report(&json!({ "fault": fault }));
    }

    fn round(&mut self, round: u32) {
        if self.reported.is_none_or(|then| then.elapsed() >= REPORT_INTERVAL) {
            self.reported = Some(Instant::now());
            let total = (self.rounds > 0).then_some(self.rounds as usize);
            self.progress.done(round as usize, total, None);
        }
    }
}
