//! Parts of recorded matches that forks and turns that are played again share.

use crate::error::{PlayError, user_error};
use crate::line_up::limits::LimitOptions;
use crate::line_up::player_spec::{Kind, PlayerSpec};
use std::fs::File;
use std::path::Path;
use std::time::Duration;
use wag_core::files;
use wag_core::game::{GameInfo, Playable, Show};
use wag_i18n::t;
use wag_replay::{Difference, Header, ReplayError};
use wag_sandbox::Limits;

/// Returns the limits for turns that are played again. The time limits are the tighter ones of the match and of the user,
/// which are those that the user chooses, else those of the game. Only the user can remove them.
pub fn recorded_limits(header: &Header, info: &GameInfo, options: &LimitOptions) -> Limits {
    let limits = options.limits(info.turn_seconds);
    let time = |recorded: Option<u64>, own: Option<Duration>| match recorded.map(Duration::from_millis) {
        Some(recorded) if !options.rights.no_limits => Some(own.map_or(recorded, |own| own.min(recorded))),
        _ => own,
    };
    Limits {
        turn_time: time(header.times.turn, limits.turn_time),
        start_time: time(header.times.start, limits.start_time),
        ..limits
    }
}

/// Returns whether a player runs for the whole match, so that it must see all turns in order.
pub fn is_persistent<G: Playable>(player: &PlayerSpec) -> bool {
    match player.kind {
        Kind::Python { lives, .. } => lives,
        // Bots may remember earlier turns. Built-in Python files run as the game's protocols allow.
        Kind::BuiltIn(name) => G::bot(name).is_some() || G::PROTOCOLS.python.is_none(),
        _ => true,
    }
}

/// Opens a replay.
pub fn open(path: &Path) -> Result<File, PlayError> {
    if path.is_dir() {
        return user_error(t!(
            "%{path} is a folder; name a replay in it, such as saves/auto-....wag",
            path = path.display()
        ));
    }
    files::open_to_read(path)
        .or_else(|err| user_error(t!("%{path} cannot be read: %{fault}", path = path.display(), fault = err)))
}

/// Adds the path of a replay to an error.
pub fn named<T>(path: &Path, result: Result<T, ReplayError>) -> Result<T, PlayError> {
    result.or_else(|err| user_error(format!("{}: {err}", path.display())))
}

/// Says that the current rules do not lead to the recorded match.
pub fn other_rules<G: Show>(path: &Path, header: &Header, first: &Difference) -> String {
    t!(
        "%{path} cannot be continued from its turns: the rules have changed since it was recorded (version %{then}, now \
         %{now}), and round %{round} goes differently today; `wag replay verify` shows how",
        path = path.display(),
        then = header.game_version,
        now = G::VERSION,
        round = first.round
    )
}
