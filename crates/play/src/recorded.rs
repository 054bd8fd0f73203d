//! Parts of recorded matches that forks and turns that are played again share.

use crate::error::{PlayError, user_error};
use crate::line_up::limit_options::LimitOptions;
use crate::line_up::player_spec::{Kind, PlayerSpec};
use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::time::Duration;
use wag_core::files;
use wag_core::game::{GameInfo, Playable, Show};
use wag_i18n::t;
use wag_replay::{Difference, Header, ReplayError};
use wag_sandbox::Limits;

/// A limit that a replay records if it differs from the default.
struct RecordedLimit {
    name: &'static str,
    /// Returns the limit; `None` for no limit.
    of: fn(&Limits) -> Option<u64>,
    /// Sets the limit for turns that are played again; `None` if it does not apply to single turns.
    set: Option<fn(&mut Limits, u64)>,
}

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;

/// Rights, such as the sandbox and the readable paths, are never recorded.
const RECORDED_LIMITS: [RecordedLimit; 9] = [
    RecordedLimit {
        name: "memory_mb",
        of: |limits| limits.bounds.memory.map(|bytes| bytes / MIB),
        set: Some(|limits, mib| limits.bounds.memory = Some(mib.saturating_mul(MIB))),
    },
    RecordedLimit {
        name: "file_size_mb",
        of: |limits| limits.bounds.file_size.map(|bytes| bytes / MIB),
        set: Some(|limits, mib| limits.bounds.file_size = Some(mib.saturating_mul(MIB))),
    },
    RecordedLimit {
        name: "open_files",
        of: |limits| limits.bounds.open_files,
        set: Some(|limits, count| limits.bounds.open_files = Some(count)),
    },
    RecordedLimit {
        name: "threads",
        of: |limits| Some(limits.bounds.threads.into()),
        set: Some(|limits, count| limits.bounds.threads = u32::try_from(count).unwrap_or(u32::MAX)),
    },
    RecordedLimit {
        name: "turn_output_kb",
        of: |limits| Some(limits.turn_output as u64 / KIB),
        set: Some(|limits, kib| {
            limits.turn_output = usize::try_from(kib.saturating_mul(KIB)).unwrap_or(usize::MAX);
        }),
    },
    RecordedLimit {
        name: "turns_per_process",
        of: |limits| limits.fresh_process.then_some(1),
        set: Some(|limits, _| limits.fresh_process = true),
    },
    RecordedLimit { name: "match_output_mb", of: |limits| Some(limits.game_output / MIB), set: None },
    RecordedLimit {
        name: "game_ms",
        of: |limits| limits.game_time.map(|time| time.as_millis() as u64),
        set: None,
    },
    RecordedLimit { name: "processes", of: |limits| Some(limits.processes as u64), set: None },
];

/// Returns the limits for the header of a replay: those other than on turns and starts that differ from the defaults.
pub fn limits_to_record(limits: &Limits) -> BTreeMap<String, Option<u64>> {
    let usual = Limits::default();
    let other = RECORDED_LIMITS.iter().filter(|limit| (limit.of)(limits) != (limit.of)(&usual));
    other.map(|limit| (limit.name.to_string(), (limit.of)(limits))).collect()
}

/// Returns the limits for turns that are played again. They are the tighter ones of the match and of the user, which are
/// those that the user chooses, else those of the game. Only the user can remove them.
pub fn recorded_limits(header: &Header, info: &GameInfo, options: &LimitOptions) -> Limits {
    let limits = options.limits(info.turn_seconds);
    let time = |recorded: Option<u64>, own: Option<Duration>| match recorded.map(Duration::from_millis) {
        Some(recorded) if !options.no_limits => Some(own.map_or(recorded, |own| own.min(recorded))),
        _ => own,
    };
    let mut limits = Limits {
        turn_time: time(header.times.turn, limits.turn_time),
        start_time: time(header.times.start, limits.start_time),
        ..limits
    };
    for limit in RECORDED_LIMITS.iter().filter(|_| !options.no_limits) {
        let recorded = header.limits.get(limit.name).copied().flatten();
        if let (Some(recorded), Some(set)) = (recorded, limit.set)
            && (limit.of)(&limits).is_none_or(|own| recorded < own)
        {
            set(&mut limits, recorded);
        }
    }
    limits
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
