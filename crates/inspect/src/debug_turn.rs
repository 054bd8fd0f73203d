//! A recorded turn that is played again for the pages: its orders beside the recorded ones, the lines that ran, and the
//! values of variables.

use crate::recorded_player::{RecordedPlayer, python_seats};
use crate::reenter::{self, ReenterRequest, ReenteredTurn, Selection, TurnSide};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::{JsonProblem, Problem, TurnReport, TurnTrace};
use wag_core::game::Seat;
use wag_games::open_replay;
use wag_i18n::message;
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::limits::LimitOptions;
use wag_play::line_up::player_spec::PlayerSpec;
use wag_play::recorded::{named, recorded_limits};

/// The maximum size of a rejected file that is sent to a page, in bytes.
const FILE_SIZE_MAX: u64 = TurnTrace::FILE_SIZE_MAX as u64;

/// The request to play a recorded turn again and to trace it.
pub struct DebugTurnRequest<'r> {
    pub replay: &'r Path,
    pub seat: Seat,
    pub round: u32,
    /// The Python file that plays the turn; `None` for the player that the replay contains or names.
    pub file: Option<&'r Path>,
    pub limits: &'r LimitOptions,
    pub stop: Arc<AtomicBool>,
}

/// A recorded turn that was played again.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DebuggedTurn {
    /// The round that was played. It is earlier than the requested one if a persistent player ended before it.
    pub round: u32,
    /// The seat, counted from 1.
    pub seat: u8,
    /// The player's name.
    pub player: String,
    /// The path of the user's file that played: absolute here, relative to the working folder for the pages; `None` if it
    /// is not there.
    pub file: Option<String>,
    /// A remark about the file that played; `None` if there is nothing to say.
    pub remark: Option<String>,
    /// The reason why the file cannot play; `None` if it has played. In that case the other fields are empty.
    pub rejected: Option<RejectedFile>,
    /// True if the orders equal the recorded ones.
    pub equal: bool,
    pub now: DebuggedSide,
    pub recorded: DebuggedSide,
    /// The indexes of the new orders that were not recorded.
    pub added: Vec<u32>,
    /// The indexes of the recorded orders that were not given now.
    pub missing: Vec<u32>,
    /// The names of the sources of nondeterminism that the turn used: `clock`, `processes`, `machine`.
    pub unseeded: Vec<&'static str>,
    /// False if the match would not go in the same way again; `None` if this is unknown.
    pub repeatable: Option<bool>,
    /// `None` if the turn was not traced: the player is built in, or its process ended.
    pub trace: Option<Box<TurnTrace>>,
}

/// The new or the recorded half of a turn.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DebuggedSide {
    /// The orders as sentences.
    pub orders: Vec<String>,
    /// The orders as objects, as in the JSON of a replay, in the same sequence.
    #[cfg_attr(test, ts(type = "Array<import('../shell/replay/frames.js').Order>"))]
    pub values: Vec<Value>,
    pub output: String,
    /// The number of bytes of output beyond the limit.
    pub output_dropped: u32,
    #[cfg_attr(test, ts(type = "import('./replay.js').Problem | null"))]
    pub fault: Option<JsonProblem>,
    /// The time that the player took, in milliseconds. The time of tracing does not count.
    pub ms: f64,
}

/// A file that cannot play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RejectedFile {
    #[cfg_attr(test, ts(type = "import('./replay.js').Problem"))]
    pub problem: JsonProblem,
    /// The content of the file with the error; `None` if it is unknown or cannot be read.
    pub text: Option<String>,
}

/// Plays a recorded turn again and traces it. Returns `None` if it was stopped.
pub fn debug_turn(request: &DebugTurnRequest<'_>) -> Result<Option<DebuggedTurn>, PlayError> {
    let path = request.replay;
    let name = Path::new(path.file_name().unwrap_or(path.as_os_str()));
    let opened = wag_core::files::open_to_read(path);
    let source = opened.or_else(|err| {
        user_error(message!("%{path} cannot be read: %{fault}", path = name.display(), fault = err))
    })?;
    let (game, blocks) = named(name, open_replay(source))?;
    let header = blocks.header.clone();
    let Some(recorded) = header.players.get(request.seat.index()) else {
        return user_error(message!("the replay has no seat %{seat}", seat = request.seat.0 + 1));
    };
    let repeatable = blocks.ended.as_ref().and_then(|ended| ended.repeatable);
    let own = request.file.filter(|_| python_seats(&header).contains(&request.seat));
    let word = own.map(|file| file.display().to_string());
    let player = RecordedPlayer::find(game.info, &header, path, request.seat, word.as_deref())?;
    let limits = recorded_limits(&header, game.info, request.limits);
    let selection = Selection::Round(request.round);
    let reenter = ReenterRequest {
        traces: true,
        ..ReenterRequest::new(name, (player.seat, &player.spec), selection, limits, &request.stop)
    };
    let mut debugged = DebuggedTurn {
        round: request.round,
        seat: request.seat.0 + 1,
        player: recorded.name.clone(),
        file: player.spec.file().filter(|_| !player.is_from_replay()).map(|file| file.display().to_string()),
        remark: player.remark.clone().map(|remark| match (&word, own.and_then(Path::file_name)) {
            (Some(word), Some(name)) => remark.replace(word.as_str(), &name.to_string_lossy()),
            _ => remark,
        }),
        rejected: None,
        equal: false,
        now: DebuggedSide::default(),
        recorded: DebuggedSide::default(),
        added: Vec::new(),
        missing: Vec::new(),
        unseeded: Vec::new(),
        repeatable,
        trace: None,
    };
    let mut played = None;
    match reenter::reenter(game, blocks, &reenter, &mut |turn| played = Some(turn)) {
        Err(PlayError::CannotStart(unstarted)) => {
            debugged.rejected = unstarted.0.first().map(|one| RejectedFile::of(&one.problem, &player.spec));
            return Ok(Some(debugged));
        }
        result => result?,
    }
    Ok(played.map(|turn| debugged.with(turn)))
}

impl DebuggedTurn {
    fn with(self, mut turn: ReenteredTurn) -> DebuggedTurn {
        let indexes = |indexes: Vec<usize>| indexes.into_iter().map(|index| index as u32).collect();
        DebuggedTurn {
            round: turn.round,
            equal: turn.is_same,
            added: indexes(turn.added()),
            missing: indexes(turn.missing()),
            unseeded: turn.now.report.unseeded.names().collect(),
            trace: turn.now.report.trace.take(),
            now: DebuggedSide::of(turn.round, turn.now),
            recorded: DebuggedSide::of(turn.round, turn.recorded),
            ..self
        }
    }
}

impl DebuggedSide {
    fn of(round: u32, side: TurnSide) -> DebuggedSide {
        let fault = Problem::of_turn(round, &side.report);
        let TurnReport { output, output_dropped, think, .. } = side.report;
        DebuggedSide {
            orders: side.orders,
            values: side.values,
            output: String::from_utf8_lossy(&output).into_owned(),
            output_dropped: u32::try_from(output_dropped).unwrap_or(u32::MAX),
            fault: fault.as_ref().map(Problem::for_json),
            ms: (think.as_secs_f64() * 1e6).round() / 1e3,
        }
    }
}

impl RejectedFile {
    fn of(problem: &Problem, player: &PlayerSpec) -> RejectedFile {
        RejectedFile { problem: problem.for_json(), text: text_of(problem, player) }
    }
}

/// Returns the content of the file with the error. The file's name comes from an untrusted process, so only a regular
/// file inside the player's folder is read.
fn text_of(problem: &Problem, player: &PlayerSpec) -> Option<String> {
    let (folder, folder_word) = (player.file()?.parent()?, player.folder_word());
    let name = Path::new(problem.place.as_ref()?.file.strip_prefix(&folder_word)?);
    let is_inside = name.components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let whole = is_inside.then(|| folder.join(name).canonicalize().ok())??;
    let is_own = whole.starts_with(folder.canonicalize().ok()?);
    let bytes = is_own.then(|| wag_core::files::read(&whole, FILE_SIZE_MAX).ok())??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use crate::debug_turn::*;
    use std::fs;
    use wag_core::arena::CodePlace;
    use wag_play::one_of;

    #[test]
    fn only_a_file_inside_the_folder_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ai.py");
        fs::write(&file, "def (").unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.py")).unwrap();
        let info = wag_games::first().info;
        let player = one_of(info, &file.display().to_string(), &[]).unwrap();
        let read = |name: &str| {
            let place = Some(CodePlace::new(name, 1));
            RejectedFile::of(&Problem::of_rejection("SyntaxError".into(), place, None), &player).text
        };
        assert_eq!(read("ai.py").as_deref(), Some("def ("));
        for name in ["/etc/passwd", "../ai.py", "link.py", "other.py"] {
            assert_eq!(read(name), None, "{name}");
        }
    }
}
