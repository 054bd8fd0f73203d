//! The pages' requests for matches of any game. They are played as by `wag play` and `wag ladder play`, but only with
//! files of the working folder.

use super::offers::{check_options, game};
use super::planned_match::PlannedMatch;
use crate::folder::{check_inside, stays_inside};
use crate::workspace::Workspace;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::{GameInfo, Kind as OptionKind, Opt};
use wag_games::{open_replay, word_of};
use wag_i18n::{message, quote};
use wag_ladder::{Attempt, LEARNER, Progress, UserProgress, locks};
use wag_play::fork::{Change, Fork, ForkRequest};
use wag_play::recorded::{named, open};
use wag_play::seed::random_seed;
use wag_play::{
    HAND_IN, Kind, LimitOptions, LogForm, PERSON, ParsedSpec, PlayError, PlayerSpec, RawOptions, Rights,
    SourceForm, one_of, program_in, source_of_file, user_error, with_distinct_names,
};

/// A match that a page requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MatchRequest {
    /// The name of the game; empty for the default game.
    #[serde(default)]
    pub game: String,
    /// The players in seat order. Each is a file in the working folder, the name of a built-in player, or an empty
    /// string for an empty seat.
    pub players: Vec<String>,
    /// The values of the game's options by name.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; `None` means a random seed.
    #[serde(default, with = "crate::seed")]
    #[cfg_attr(test, ts(type = "number | string | null"))]
    pub seed: Option<u64>,
    /// The name of the ladder stage to play, which sets everything except the first player. `None` for an ordinary
    /// match.
    #[serde(default)]
    pub challenge: Option<String>,
    /// The recorded match to continue, which sets everything else. `None` for a match that is played from round 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkForm>,
    /// Limits of each player in place of those of the client, by the names in `Offer`.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    #[cfg_attr(test, ts(as = "Option<BTreeMap<String, f64>>", optional))]
    pub limits: Map<String, Value>,
    /// The content of the logs.
    #[serde(default, skip_serializing_if = "is_default")]
    #[cfg_attr(test, ts(as = "Option<String>", optional))]
    pub log: LogForm,
}

fn is_default(form: &LogForm) -> bool {
    *form == LogForm::default()
}

/// A page's request to continue a recorded match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ForkForm {
    /// The ID of the replay.
    pub replay: String,
    /// The first round to play again.
    pub round: u32,
    /// The seat, from 1, of the player that plays another file; `None` to change nothing.
    #[serde(default)]
    pub seat: Option<u8>,
    /// The file in the working folder, or the name of a built-in player.
    #[serde(default)]
    pub file: String,
    /// The path of the replay, which the server looks up.
    #[serde(skip)]
    pub path: PathBuf,
}

/// Returns the match that a page suggests first. Its players are those that the game suggests, except that the user's
/// own player takes the first seat.
pub fn standard(info: &GameInfo, files: &[String]) -> MatchRequest {
    let mut players: Vec<String> = info.suggested.iter().map(|player| player.to_string()).collect();
    let named = info.own_player().and_then(|own| files.iter().find(|file| *file == own));
    if let (Some(first), Some(own)) = (players.first_mut(), named.or(files.first()))
        && first != PERSON
    {
        *first = own.clone();
    }
    let usual = |option: &Opt| match option.kind {
        OptionKind::Number { usual, .. } => usual.map(|number| number.to_string()),
        OptionKind::Choice { usual, .. } | OptionKind::Text { usual } | OptionKind::File { usual, .. } => {
            Some(usual.to_string())
        }
        OptionKind::Flag => None,
    };
    let options = info.options.iter().filter_map(|option| Some((option.name.to_string(), usual(option)?)));
    MatchRequest {
        game: word_of(info),
        players,
        options: options.collect(),
        seed: None,
        challenge: None,
        fork: None,
        limits: Map::new(),
        log: LogForm::default(),
    }
}

/// Validates a request. Returns an error if the request names files outside the working folder or locked choices.
pub fn prepare(
    workspace: &Workspace,
    request: &MatchRequest,
    is_again: bool,
) -> Result<PlannedMatch, PlayError> {
    if let Some(fork) = &request.fork {
        return prepare_fork(workspace, fork);
    }
    let Workspace { folder, limits, warn, .. } = workspace;
    let game = game(workspace, &request.game)?;
    let info = game.info;
    let attempt = request.challenge.as_ref().map(|stage| {
        let progress = UserProgress::of(info, *warn).progress();
        let progress = progress.unwrap_or_else(|_| Progress::new(wag_ladder::of(info)));
        Attempt::of(info, stage, is_again, &progress)
    });
    let attempt = attempt.transpose()?;
    let own = request.players.first().map_or("", String::as_str);
    let (players, options, limit_args) = match attempt {
        Some(Attempt { number, .. }) => {
            let rights = Rights { no_sandbox: limits.rights.no_sandbox, ..Rights::default() };
            let require_sandbox = limits.require_sandbox;
            let fair = LimitOptions { rights, require_sandbox, ..LimitOptions::default() };
            (wag_ladder::stage_players(number, own), wag_ladder::stage_options(number), fair)
        }
        None => {
            let limits = match workspace.is_hosted {
                true => limits.tightened(&request.limits, info.turn_seconds)?,
                false => limits.with_values(&request.limits)?,
            };
            (seats(info, &request.players)?, request.options.clone(), limits)
        }
    };
    let entrants = players.iter().map(|word| entrant(workspace, info, &limit_args.rights.readable, word));
    let entrants = with_distinct_names(entrants.collect::<Result<Vec<_>, PlayError>>()?)?;
    check_options(info, folder, &options)?;
    let seed = request.seed.filter(|_| attempt.is_none() || is_again).map_or_else(random_seed, Ok)?;
    let mut planned = PlannedMatch {
        game,
        entrants,
        options,
        seed,
        limit_args,
        warn: *warn,
        attempt,
        log_form: request.log,
        fork: None,
        rounds: 0,
    };
    let session = planned.session()?;
    planned.rounds = session.rounds()?;
    match attempt {
        // If a stage is unlocked, everything that it needs is unlocked.
        Some(_) if session.entrants[LEARNER.index()].file().is_none() => {
            return user_error(message!(
                "a challenge needs your own AI file, such as %{file}; built-in AIs are not allowed",
                file = info.own_player().unwrap_or("bot.py")
            ));
        }
        Some(_) => {}
        None => locks::check(&session, *warn)?,
    }
    Ok(planned)
}

/// Returns the match that a request continues. Returns an error if the request names a file outside the working folder or
/// a locked player.
pub fn fork_of(workspace: &Workspace, form: &ForkForm) -> Result<Fork, PlayError> {
    let Workspace { limits, warn, .. } = workspace;
    let (game, _) = named(&form.path, open_replay(open(&form.path)?))?;
    let mut changes = Vec::new();
    if let Some(seat) = form.seat {
        if workspace.is_hosted && form.file.starts_with(HAND_IN) {
            return user_error(message!(
                "a hand-in cannot continue a recorded match; name a Python file of yours or a built-in player"
            ));
        }
        let spec = entrant(workspace, game.info, &limits.rights.readable, &form.file)?;
        locks::check_all(game, [&spec], [], *warn)?;
        changes.push(Change { player: Some(seat.to_string()), file: form.file.clone() });
    }
    let request = ForkRequest { replay: &form.path, round: form.round, changes, limits };
    wag_inspect::prepare_fork(&request)
}

/// Validates a request to continue a recorded match.
fn prepare_fork(workspace: &Workspace, form: &ForkForm) -> Result<PlannedMatch, PlayError> {
    let fork = Arc::new(fork_of(workspace, form)?);
    Ok(PlannedMatch {
        game: fork.game,
        entrants: fork.entrants(),
        options: RawOptions::new(),
        seed: random_seed()?,
        limit_args: workspace.limits.clone(),
        warn: workspace.warn,
        attempt: None,
        log_form: LogForm::default(),
        rounds: fork.header.rounds,
        fork: Some(fork),
    })
}

/// Returns the player spec of each seat. Empty seats get the game's filler player; if the game has none, they are left
/// out.
fn seats(info: &GameInfo, words: &[String]) -> Result<Vec<String>, PlayError> {
    let seat = |word: &String| match word.trim() {
        "" => info.filler.map(str::to_string),
        word => Some(word.to_string()),
    };
    let players: Vec<String> = words.iter().filter_map(seat).collect();
    check_seats(info, players.len()).map(|()| players)
}

/// Returns an error if the game is not for this number of players.
pub fn check_seats(info: &GameInfo, count: usize) -> Result<(), PlayError> {
    match info.seats.contains(&count) {
        true => Ok(()),
        false => user_error(message!(
            "%{title} is for %{seats}; name a player for each seat, such as %{suggested}",
            title = message!(info.title),
            seats = wag_play::seats_in_words(info),
            suggested = info.suggested.join(", ")
        )),
    }
}

/// Returns the player spec that a page sends. The path of a file in the working folder is the file, whatever its name.
pub fn spec_of(folder: &Path, word: &str) -> ParsedSpec {
    match stays_inside(word) && folder.join(word).is_file() {
        true => ParsedSpec { name: None, source: source_of_file(Path::new(word)) },
        false => ParsedSpec::of(word),
    }
}

/// Returns the player that a player spec refers to: a built-in player, a person, or a file in the working folder. The
/// file is a Python file or a program without arguments. The player may also read the files and folders in `readable`.
pub fn entrant(
    workspace: &Workspace,
    info: &GameInfo,
    readable: &[PathBuf],
    word: &str,
) -> Result<PlayerSpec, PlayError> {
    if workspace.is_hosted
        && let Some(opponent) = crate::work::opponent(info, word)
    {
        return opponent;
    }
    let folder = &workspace.folder;
    let ParsedSpec { name, source } = spec_of(folder, word);
    let plain = source.as_str();
    let file = SourceForm::of(plain).words();
    for path in [word, plain, file] {
        check_inside(folder, path)?;
    }
    let is_built_in = info.built_in(plain).is_some() || plain == PERSON;
    let is_python = file.ends_with(".py") || !info.protocols.programs();
    if !is_built_in && !is_python {
        if workspace.is_hosted {
            return user_error(message!(
                "%{word} cannot play here; name a built-in player or a Python file of yours",
                word = quote(word)
            ));
        }
        let entrant = program_in(info, plain, readable)?;
        let name = name.unwrap_or_else(|| entrant.name.clone());
        return Ok(PlayerSpec { name, ..entrant });
    }
    let entrant = one_of(info, &ParsedSpec { name, source: source.clone() }.to_string(), &[])?;
    match &entrant.kind {
        Kind::BuiltIn(_) | Kind::Person | Kind::Object(_) | Kind::Recorded => Ok(entrant),
        Kind::Python { file, .. } if file.starts_with(folder) => Ok(entrant),
        Kind::Python { file, .. } => {
            user_error(message!("%{file} is not in the working folder", file = file.display()))
        }
        // A command could start any program.
        Kind::Program { .. } | Kind::Client { .. } => user_error(message!(
            "%{word} cannot play in the browser client; name a built-in player or a file in the working folder",
            word = quote(word)
        )),
    }
}
