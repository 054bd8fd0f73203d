//! Parts of recorded matches that forks and turns that are played again share.

use crate::error::{PlayError, user_error};
use crate::line_up::limits::{LIMIT_FIELDS, LimitOptions};
use crate::line_up::player_spec::{Kind, PlayerSpec};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::time::Duration;
use wag_core::files;
use wag_core::game::{GameInfo, Playable, Show};
use wag_i18n::{message, t};
use wag_replay::{Difference, Header, ReplayError};
use wag_sandbox::Limits;

/// The limits that a replay does not record, because they change no turn, or stand in the header as times.
const NOT_RECORDED: [&str; 4] = ["turn-time", "start-time", "end-wait", "serial"];
/// The limits that do not apply to single turns, which are played again.
const OF_MATCHES: [&str; 2] = ["game-time", "match-output"];
/// The name of the switch in the header.
const FRESH_PROCESS: &str = "fresh_process";

/// Returns the limits for the header of a replay, by the names of [`LimitOptions`]: those other than on turns and starts
/// that differ from the defaults. Rights, such as the sandbox and the readable paths, are never recorded.
pub fn limits_to_record(limits: &Limits) -> BTreeMap<String, Option<u64>> {
    let usual = Limits::default();
    let fields = LIMIT_FIELDS.iter().filter(|field| !NOT_RECORDED.contains(&field.name));
    let differing = fields.filter(|field| field.differs(limits, &usual));
    let differing = differing.map(|field| (field.stored_name.to_string(), field.of(limits)));
    differing.chain(limits.fresh_process.then(|| (FRESH_PROCESS.to_string(), Some(1)))).collect()
}

/// Returns whether a recorded limit does not apply to single turns, which are played again.
pub fn is_of_matches(stored_name: &str) -> bool {
    LIMIT_FIELDS.iter().any(|field| field.stored_name == stored_name && OF_MATCHES.contains(&field.name))
}

/// Returns the limits for turns that are played again. They are the tighter ones of the match and of the user, which are
/// those that the user chooses, else those of the game. Only the user can remove them.
pub fn recorded_limits(header: &Header, info: &GameInfo, options: &LimitOptions) -> Limits {
    let limits = options.limits(info.turn_seconds);
    let time = |recorded: Option<u64>, own: Option<Duration>| match recorded.map(Duration::from_millis) {
        Some(recorded) if !options.rights.no_limits => Some(own.map_or(recorded, |own| own.min(recorded))),
        _ => own,
    };
    let mut limits = Limits {
        turn_time: time(header.times.turn, limits.turn_time),
        start_time: time(header.times.start, limits.start_time),
        ..limits
    };
    if options.rights.no_limits {
        return limits;
    }
    for field in LIMIT_FIELDS.iter().filter(|field| !OF_MATCHES.contains(&field.name)) {
        if let Some(Some(recorded)) = header.limits.get(field.stored_name) {
            field.tighten_to(&mut limits, *recorded);
        }
    }
    limits.fresh_process |= header.limits.contains_key(FRESH_PROCESS);
    limits
}

/// Returns whether a player runs for the whole match, so that it must see all turns in order.
pub fn is_persistent<G: Playable>(info: &'static GameInfo, player: &PlayerSpec) -> bool {
    match player.kind {
        Kind::Python { mode, .. } => mode.is_persistent(),
        // Bots may remember earlier turns. Built-in Python files run as the game's protocols allow.
        Kind::BuiltIn(name) => G::bot(info, name).is_some() || G::PROTOCOLS.python.is_none(),
        _ => true,
    }
}

/// Opens a replay.
pub fn open(path: &Path) -> Result<File, PlayError> {
    if path.is_dir() {
        return user_error(message!(
            "%{path} is a folder; name a replay in it, such as saves/auto-....wag",
            path = path.display()
        ));
    }
    files::open_to_read(path).or_else(|err| {
        user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault = err))
    })
}

/// Adds the path of a replay to an error.
pub fn named<T>(path: &Path, result: Result<T, ReplayError>) -> Result<T, PlayError> {
    result.or_else(|err| user_error(format!("{}: {err}", path.display())))
}

/// Says that the current rules do not lead to the recorded match.
pub fn other_rules<G: Show>(path: &Path, header: &Header, first: &Difference) -> String {
    if header.game_version == G::VERSION {
        return t!(
            "%{path} cannot be continued from its turns: the replay was changed after the match, because round %{round} goes \
             differently with the same rules; `wag replay verify` shows how",
            path = path.display(),
            round = first.round
        );
    }
    t!(
        "%{path} cannot be continued from its turns: the rules have changed since it was recorded (version %{then}, now \
         %{now}), and round %{round} goes differently today; `wag replay verify` shows how",
        path = path.display(),
        then = header.game_version,
        now = G::VERSION,
        round = first.round
    )
}
