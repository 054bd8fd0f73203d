//! A recorded turn that is played again for the pages: its orders beside the recorded ones, the lines that ran, and the
//! values of variables.

use crate::recorded_player::{RecordedPlayer, python_seats};
use crate::reenter::{self, ReenterRequest, ReenteredTurn, Selection, TurnSide};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::{Explanation, Fault, FaultKind, TurnReport, TurnTrace};
use wag_core::game::Seat;
use wag_core::text::printable;
use wag_games::open_replay;
use wag_i18n::{PageText, t};
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::limits::LimitOptions;
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
    pub rejected: Option<Rejection>,
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
    #[cfg_attr(test, ts(type = "Array<import('../shell/frames.js').Order>"))]
    pub values: Vec<Value>,
    pub output: String,
    /// The number of bytes of output beyond the limit.
    pub output_dropped: u32,
    pub fault: Option<DebuggedFault>,
    /// The time that the player took, in milliseconds. The time of tracing does not count.
    pub ms: f64,
}

/// A fault of a turn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DebuggedFault {
    #[cfg_attr(test, ts(type = "import('./replay.js').FaultKind"))]
    pub kind: FaultKind,
    #[cfg_attr(test, ts(type = "import('../shell/i18n.js').Text"))]
    pub message: PageText,
    /// A hint that says how to fix the error; `None` if there is none.
    pub hint: Option<String>,
}

/// The reason why a file cannot play.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rejection {
    /// The whole report, as Python prints it.
    pub report: String,
    /// The last line of the report, such as `SyntaxError: invalid syntax`.
    pub summary: String,
    /// The name of the file with the error, relative to the player's folder; `None` if it is unknown.
    pub file: Option<String>,
    /// The line with the error, counted from 1.
    pub line: Option<u32>,
    /// The content of that file; `None` if it cannot be read.
    pub text: Option<String>,
}

/// Plays a recorded turn again and traces it. Returns `None` if it was stopped.
pub fn debug_turn(request: &DebugTurnRequest<'_>) -> Result<Option<DebuggedTurn>, PlayError> {
    let path = request.replay;
    let name = Path::new(path.file_name().unwrap_or(path.as_os_str()));
    let opened = wag_core::files::open_to_read(path);
    let source = opened.or_else(|err| {
        user_error(t!("%{path} cannot be read: %{fault}", path = name.display(), fault = err))
    })?;
    let (game, blocks) = named(name, open_replay(source))?;
    let header = blocks.header.clone();
    let Some(recorded) = header.players.get(request.seat.index()) else {
        return user_error(t!("the replay has no seat %{seat}", seat = request.seat.0 + 1));
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
        Err(PlayError::CannotStart(report)) => {
            debugged.rejected = Some(Rejection::of(&report, player.spec.file()));
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
            now: DebuggedSide::of(turn.now),
            recorded: DebuggedSide::of(turn.recorded),
            ..self
        }
    }
}

impl DebuggedSide {
    fn of(side: TurnSide) -> DebuggedSide {
        let TurnReport { output, output_dropped, fault, explanation, think, .. } = side.report;
        let hint = explanation.as_ref().and_then(Explanation::hint);
        let fault = fault.map(|Fault { kind, message }| DebuggedFault {
            kind,
            message: PageText(message.map(&printable)),
            hint: hint.as_deref().map(printable),
        });
        DebuggedSide {
            orders: side.orders,
            values: side.values,
            output: String::from_utf8_lossy(&output).into_owned(),
            output_dropped: u32::try_from(output_dropped).unwrap_or(u32::MAX),
            fault,
            ms: (think.as_secs_f64() * 1e6).round() / 1e3,
        }
    }
}

impl Rejection {
    /// `file` is the file that cannot play, which is named if the report names no other file of its folder.
    fn of(report: &str, file: Option<&Path>) -> Rejection {
        let lines = || report.lines().map(str::trim).filter(|line| !line.is_empty());
        let place = lines().rev().find_map(|line| line.strip_prefix("File \"")?.split_once("\", line "));
        let number =
            |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok();
        let folder = file.and_then(Path::parent);
        let inside = |name: &str| {
            let path = Path::new(name);
            let path = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
            let is_inside = path.components().all(|part| matches!(part, std::path::Component::Normal(_)));
            is_inside.then(|| path.to_path_buf())
        };
        let name = place.and_then(|(name, _)| inside(name));
        // The report comes from an untrusted process, so only a regular file inside the folder is read.
        let text = name.as_ref().zip(folder).and_then(|(name, folder)| {
            let whole = folder.join(name).canonicalize().ok()?;
            let is_own = whole.starts_with(folder.canonicalize().ok()?);
            let bytes = is_own.then(|| wag_core::files::read(&whole, FILE_SIZE_MAX).ok())??;
            Some(String::from_utf8_lossy(&bytes).into_owned())
        });
        Rejection {
            report: report.to_string(),
            summary: printable(lines().next_back().unwrap_or_default()),
            line: place.filter(|_| name.is_some()).and_then(|(_, rest)| number(rest)),
            file: name.map(|name| name.display().to_string()),
            text,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::debug_turn::*;
    use std::fs;

    #[test]
    fn place_of_a_rejection_is_inside_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ai.py");
        fs::write(&file, "def (").unwrap();
        let report = |name: &str| {
            format!(
                "ai cannot play:\n  File \"{name}\", line 12\n    def (\n        ^\nSyntaxError: invalid syntax\n"
            )
        };
        let found = Rejection::of(&report("ai.py"), Some(&file));
        assert_eq!(found.summary, "SyntaxError: invalid syntax");
        assert_eq!(
            (found.file.as_deref(), found.line, found.text.as_deref()),
            (Some("ai.py"), Some(12), Some("def ("))
        );
        let found = Rejection::of(&report(&file.display().to_string()), Some(&file));
        assert_eq!((found.file.as_deref(), found.line), (Some("ai.py"), Some(12)));
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link.py")).unwrap();
        for name in ["/etc/passwd", "../ai.py", "link.py"] {
            assert_eq!(Rejection::of(&report(name), Some(&file)).text, None, "{name}");
        }
        let found = Rejection::of("ai cannot play: no answer within 5 s\n", Some(&file));
        assert_eq!(
            (found.file, found.line, found.summary.as_str()),
            (None, None, "ai cannot play: no answer within 5 s")
        );
    }
}
