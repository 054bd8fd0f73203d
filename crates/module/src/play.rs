//! `wag.play`: one match.

use crate::games::game;
use crate::limits::Limits;
use crate::objects::{self, Objects};
use crate::task::Progress;
use pyo3::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};
use wag_i18n::message;
use wag_ladder::locks;
use wag_play::match_report::MatchReport;
use wag_play::seed::random_seed;
use wag_play::{
    Again, Keeping, Kind, LogForm, MatchEnd, MatchEvent, Nobody, Outcome, PlayError, SeedSource, Session,
    is_object_spec, line_up, user_error,
};

/// The shortest time between two reports of the current round.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The arguments of `wag.play`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayRequest {
    game: String,
    /// The player specs.
    players: Vec<String>,
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

/// Plays a match. `request` is the JSON of the arguments; the result is the JSON that docs/en/json.md documents for
/// `wag play --json`, with the paths of the logs.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    request: &str,
    on_progress: &Bound<'_, PyAny>,
    objects: Objects,
) -> PyResult<String> {
    let request: PlayRequest = crate::parse(py, request)?;
    objects::run(py, on_progress, objects, move |progress| play_match(request, progress))
}

fn play_match(request: PlayRequest, progress: &Progress) -> Result<String, PlayError> {
    let game = game(&request.game)?;
    let options = request.options.clone().into_iter().collect();
    let limits = request.limits.limits_for(game.info, &options);
    let entrants = line_up(game.info, &request.players, &[])?;
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
    let (mut played, end) = play_session(&session, request.seed, progress)?;
    // A player that is an object of this process cannot be named in a command.
    let can_be_named = !request.players.iter().any(|spec| is_object_spec(spec));
    played.report.again = can_be_named.then(|| {
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
    });
    Ok(json!(played).to_string())
}

/// A report, with the messages about the players' starts.
#[derive(Serialize)]
pub struct WithMessages<R> {
    #[serde(flatten)]
    pub report: R,
    pub messages: Vec<String>,
}

/// Plays a match and returns its report.
pub fn play_session(
    session: &Session,
    seed: Option<u64>,
    progress: &Progress,
) -> Result<(WithMessages<MatchReport>, Box<MatchEnd>), PlayError> {
    let mut reader = EventReader { progress, reported: None, rounds: 0, start: String::new() };
    let seed = SeedSource::Given(seed.map_or_else(random_seed, Ok)?);
    match session.play(&progress.stop, Rc::new(Nobody), seed, &mut |event| reader.read(event))? {
        Outcome::CannotStart(unstarted) => Err(PlayError::CannotStart(unstarted)),
        Outcome::Interrupted => Err(PlayError::UserError(message!("The match was interrupted"))),
        Outcome::Over(end) => {
            let messages = reader.start.lines().map(str::to_string).collect();
            Ok((WithMessages { report: MatchReport::of(session, &end), messages }, end))
        }
    }
}

/// Reports the rounds and the lost turns of a match to the caller.
struct EventReader<'p> {
    progress: &'p Progress,
    /// The time of the last report.
    reported: Option<Instant>,
    rounds: u32,
    /// Messages about the players' starts.
    start: String,
}

impl EventReader<'_> {
    fn read(&mut self, event: MatchEvent<'_>) {
        match event {
            MatchEvent::Started { seat, start } => self.start += &start.in_words(seat),
            MatchEvent::Ready { rounds, .. } => self.rounds = rounds,
            MatchEvent::Lost { round, seat, problem } => {
                let (kind, message) = (problem.kind.name(), problem.message.english());
                let fault =
                    json!({ "round": round, "seat": seat.number(), "kind": kind, "message": message });
                self.progress.report(&json!({ "fault": fault }));
            }
            MatchEvent::Round { round }
                if self.reported.is_none_or(|then| then.elapsed() >= REPORT_INTERVAL) =>
            {
                self.reported = Some(Instant::now());
                let total = (self.rounds > 0).then_some(self.rounds as usize);
                self.progress.done(round as usize, total, None);
            }
            _ => {}
        }
    }
}
