//! A recorded turn that is played again for the pages, with the lines that ran and the values of variables.

use crate::recorded_player::{RecordedPlayer, python_seats};
use crate::reenter::{self, ReenterRequest, RequestedInstrument, Selection};
use crate::replayed_turn::{RejectedFile, ReplayedTurn, TurnComparison};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_core::arena::TurnTrace;
use wag_core::game::Seat;
use wag_core::problem::Problem;
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

/// Plays a recorded turn again and traces it. Returns `None` if it was stopped.
pub fn debug_turn(request: &DebugTurnRequest<'_>) -> Result<Option<ReplayedTurn>, PlayError> {
    let path = request.replay;
    let name = Path::new(path.file_name().unwrap_or(path.as_os_str()));
    let opened = wag_core::files::open_to_read(path);
    let source = opened.or_else(|err| {
        user_error(message!("%{path} cannot be read: %{fault}", path = name.display(), fault = err))
    })?;
    let (game, blocks) = named(name, open_replay(source))?;
    let header = blocks.header.clone();
    if request.seat.index() >= header.players.len() {
        return user_error(message!("the replay has no seat %{seat}", seat = request.seat.0 + 1));
    }
    let own = request.file.filter(|_| python_seats(&header).contains(&request.seat));
    let word = own.map(|file| file.display().to_string());
    let player = RecordedPlayer::find(game.info, &header, path, request.seat, word.as_deref())?;
    let limits = recorded_limits(&header, game.info, request.limits);
    let selection = Selection::Round(request.round);
    let reenter = ReenterRequest {
        instrument: RequestedInstrument::Tracer,
        ..ReenterRequest::new(name, (player.seat, &player.spec), selection, limits, &request.stop)
    };
    let is_repeatable = blocks.is_repeatable();
    let mut played = None;
    let result = reenter::reenter(game, blocks, &reenter, &mut |turn| played = Some(turn));
    let mut replayed = match result {
        Err(PlayError::CannotStart(unstarted)) => {
            let rejected = unstarted.0.first().map(|one| RejectedFile::of(&one.problem, &player.spec));
            let turn = TurnComparison {
                round: request.round,
                seat: player.seat.0 + 1,
                player: player.spec.name.clone(),
                ..TurnComparison::default()
            };
            Some(ReplayedTurn { rejected, ..ReplayedTurn::unplayed(&player, is_repeatable, turn) })
        }
        result => {
            result?;
            played.map(|turn| ReplayedTurn::of(&player, is_repeatable, turn))
        }
    };
    // The pages name the file without the server's folders.
    if let (Some(ReplayedTurn { remark: Some(remark), .. }), Some(word)) = (&mut replayed, &word)
        && let Some(name) = own.and_then(Path::file_name)
    {
        *remark = remark.replace(word.as_str(), &name.to_string_lossy());
    }
    Ok(replayed)
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
    use wag_core::problem::CodePlace;
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
