//! Turns that are saved as tests: a folder with copies of replays, and a file per turn with the expected orders.

use crate::recorded_player::RecordedPlayer;
use crate::reenter::{
    self, ReenterRequest, ReenteredTurn, RefusedOrder, Selection, TurnSide, unmatched_refusals,
};
use crate::regress::{Cause, on_all_cores};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::arena::TurnReport;
use wag_core::files;
use wag_core::game::Seat;
use wag_core::problem::{Fault, FaultKind};
use wag_core::text::printable;
use wag_games::open_replay;
use wag_i18n::{Message, message, t};
use wag_play::error::{PlayError, user_error};
use wag_play::line_up::limits::LimitOptions;
use wag_play::line_up::player_spec::PlayerSpec;
use wag_play::logs::is_in_no_file_name;
use wag_play::recorded::{named, open, recorded_limits};
use wag_replay::{sha256, without_sources};

/// The end of the names of the files with saved turns.
pub const SUFFIX: &str = ".turn.json";
/// The maximum length of such a file, in bytes, and the maximum number of them in a folder.
const BYTES_MAX: u64 = 4 << 20;
const TURNS_MAX: usize = 10_000;
/// The maximum length of a replay to copy, in bytes.
const REPLAY_MAX: u64 = 256 << 20;

/// A turn with the orders that its player must give.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedTurn {
    /// The name of the replay, which is in the same folder.
    pub replay: String,
    pub round: u32,
    /// The seat of the player, from 1.
    pub seat: u8,
    /// The name of the player in the replay.
    pub player: String,
    /// The Python file that plays the turn, or a built-in player, as the user named it.
    pub file: String,
    /// The expected orders, as in the JSON of a replay.
    pub orders: Vec<Value>,
    /// The expected orders as sentences, for people.
    pub sentences: Vec<String>,
    /// The expected orders that are refused before they reach the rules; `None` in files of older versions, which do not
    /// compare them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<RefusedOrder>>,
    /// The expected kind of fault; `None` if the turn must succeed.
    pub fault: Option<FaultKind>,
}

impl SavedTurn {
    /// Returns a turn that expects the new orders of a turn that was played again.
    pub fn new(seat: Seat, player: &str, file: &str, turn: &ReenteredTurn) -> SavedTurn {
        SavedTurn {
            replay: String::new(),
            round: turn.round,
            seat: seat.0 + 1,
            player: player.to_string(),
            file: file.to_string(),
            orders: turn.now.values.clone(),
            sentences: turn.now.orders.clone(),
            refused: Some(turn.now.refused.clone()),
            fault: turn.now.report.fault.as_ref().map(|fault| fault.kind),
        }
    }

    /// Writes the turn and a copy of its replay to a folder, which is created if it is missing. Returns the path of the
    /// turn's file.
    pub fn save(mut self, folder: &Path, replay: &Path) -> Result<PathBuf, PlayError> {
        let unsaved = || t!("cannot save a turn in %{folder}", folder = folder.display());
        files::create_folder(folder).map_err(PlayError::defect(unsaved()))?;
        self.replay = copy_replay(folder, replay, false)?;
        let stem = self.replay.trim_end_matches(".wag");
        let player = self.player.replace(is_in_no_file_name, "_");
        let path = folder.join(format!("{stem}-{player}-{}{SUFFIX}", self.round));
        self.write(&path)?;
        Ok(path)
    }

    fn write(&self, path: &Path) -> Result<(), PlayError> {
        let json = serde_json::to_string_pretty(self).expect("a saved turn is valid JSON");
        let why = t!("cannot write %{path}", path = path.display());
        files::replace(path, |file| std::io::Write::write_all(file, format!("{json}\n").as_bytes()))
            .map_err(PlayError::defect(why))
    }

    fn read(path: &Path) -> Result<SavedTurn, PlayError> {
        let text = files::read_text(path, BYTES_MAX).or_else(|fault| {
            user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault))
        })?;
        serde_json::from_str(&text).or_else(|fault| {
            user_error(message!("%{path} is not a saved turn: %{fault}", path = path.display(), fault))
        })
    }

    fn expected(&self) -> TurnSide {
        let fault = self.fault.map(|kind| Fault { kind, message: Message::default() });
        let report = TurnReport { fault, ..TurnReport::default() };
        let refused = self.refused.clone().unwrap_or_default();
        TurnSide { orders: self.sentences.clone(), values: self.orders.clone(), refused, report }
    }
}

/// Copies a replay to the folder of a test, unless it is there already. Only where the other players play on, the copy
/// contains their source files, too. Returns the name of the copy.
pub fn copy_replay(folder: &Path, replay: &Path, with_sources: bool) -> Result<String, PlayError> {
    let bytes = files::read(replay, REPLAY_MAX).or_else(|fault| {
        user_error(message!("%{path} cannot be read: %{fault}", path = replay.display(), fault))
    })?;
    let bytes = if with_sources { bytes } else { named(replay, without_sources(bytes))? };
    let name = replay.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem = name.trim_end_matches(".wag");
    let names = [format!("{stem}.wag"), format!("{stem}-{}.wag", &sha256(&bytes)[..8])];
    for name in names {
        let path = folder.join(&name);
        if !path.exists() {
            let why = t!("cannot write %{path}", path = path.display());
            files::write(&path, &bytes).map_err(PlayError::defect(why))?;
            return Ok(name);
        }
        if files::read(&path, REPLAY_MAX).is_ok_and(|there| there == bytes) {
            return Ok(name);
        }
    }
    user_error(message!(
        "%{folder} contains another replay of this name: %{stem}",
        folder = folder.display(),
        stem
    ))
}

/// The request to play saved turns.
pub struct TestRequest<'r> {
    pub folder: &'r Path,
    /// The file that plays all turns; `None` for the file of each turn.
    pub file: Option<&'r str>,
    pub limits: &'r LimitOptions,
    /// True to change the expected orders to the new ones.
    pub accepts: bool,
    pub stop: Arc<AtomicBool>,
}

impl TestRequest<'_> {
    /// Returns the file that plays a test which names this one.
    pub fn file_of(&self, saved: &str) -> String {
        self.file.map_or_else(|| beside(self.folder, saved), str::to_string)
    }

    /// Marks a player as named by the test at `path`, unless the user named its file. A test may be a stranger's, so that
    /// it must not name a file elsewhere.
    pub fn check_player(&self, path: &Path, player: &mut PlayerSpec) -> Result<(), PlayError> {
        player.is_recorded = self.file.is_none();
        let is_elsewhere = |file: &Path| {
            ![Path::new("."), &self.folder.join("..")].iter().any(|folder| files::is_beneath(folder, file))
        };
        if self.file.is_none() && player.file().is_some_and(is_elsewhere) {
            return user_error(message!(
                "%{path} names the file %{file}, which is not in this folder; name it with --with to play the test with it",
                path = path.display(),
                file = printable(&player.word)
            ));
        }
        Ok(())
    }
}

/// Returns the path of the replay that a test names. The test may be a stranger's, so that it must not name a replay
/// elsewhere.
pub fn replay_beside(test: &Path, replay: &str) -> Result<PathBuf, PlayError> {
    match Path::new(replay).file_name() == Some(replay.as_ref()) {
        true => Ok(test.with_file_name(replay)),
        false => user_error(message!(
            "%{path} is not a saved test: %{fault}",
            path = test.display(),
            fault = printable(replay)
        )),
    }
}

/// A saved turn that was played.
pub struct TestedTurn {
    pub path: PathBuf,
    pub outcome: TestOutcome,
}

pub enum TestOutcome {
    AsSaved,
    /// The orders or the fault differ from the expected ones.
    Changed(Box<ChangedTest>),
    /// The turn cannot be played, for this reason.
    NotPlayed(String),
}

/// A saved turn whose orders have changed.
pub struct ChangedTest {
    pub saved: SavedTurn,
    pub cause: Cause,
    pub expected: TurnSide,
    pub now: TurnSide,
}

/// Returns the paths of the saved turns in a folder, in order.
pub fn saved_turns(folder: &Path) -> Result<Vec<PathBuf>, PlayError> {
    saved_tests(folder, SUFFIX)
}

/// Returns the paths of the files in a folder that end with this suffix, in order.
pub fn saved_tests(folder: &Path, suffix: &str) -> Result<Vec<PathBuf>, PlayError> {
    let entries = fs::read_dir(folder).or_else(|fault| {
        user_error(message!("%{path} cannot be read: %{fault}", path = folder.display(), fault))
    })?;
    let paths = entries.flatten().map(|entry| entry.path());
    let is_turn = |path: &PathBuf| path.to_string_lossy().ends_with(suffix);
    let mut paths: Vec<PathBuf> = paths.filter(is_turn).take(TURNS_MAX + 1).collect();
    if paths.len() > TURNS_MAX {
        return user_error(message!(
            "%{folder} contains more than %{most} saved turns",
            folder = folder.display(),
            most = TURNS_MAX
        ));
    }
    paths.sort();
    Ok(paths)
}

/// Plays all saved turns of a folder, on all cores.
pub fn test_turns(request: &TestRequest<'_>) -> Result<Vec<TestedTurn>, PlayError> {
    let paths = saved_turns(request.folder)?;
    let mut tested = Vec::new();
    let play = |path: &PathBuf, send: &mut dyn FnMut(TestedTurn)| {
        if request.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let outcome = match test_turn(request, path) {
            Ok(None) => return Ok(()),
            Ok(Some(outcome)) => outcome,
            Err(PlayError::UserError(why)) => TestOutcome::NotPlayed(why.translated()),
            Err(PlayError::CannotStart(unstarted)) => TestOutcome::NotPlayed(unstarted.to_string()),
            Err(err) => return Err(err),
        };
        send(TestedTurn { path: path.clone(), outcome });
        Ok(())
    };
    on_all_cores(&paths, &request.stop, play, |turn| tested.push(turn))?;
    tested.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(tested)
}

/// Plays a saved turn; returns `None` if the user stops it.
fn test_turn(request: &TestRequest<'_>, path: &Path) -> Result<Option<TestOutcome>, PlayError> {
    let saved = SavedTurn::read(path)?;
    let replay = replay_beside(path, &saved.replay)?;
    let (game, blocks) = named(&replay, open_replay(open(&replay)?))?;
    let header = blocks.header.clone();
    let seat = Seat::all(header.players.len()).find(|seat| seat.0 + 1 == saved.seat);
    let Some(seat) = seat else {
        return user_error(message!(
            "%{path} has no seat %{seat}",
            path = replay.display(),
            seat = saved.seat
        ));
    };
    let file = request.file_of(&saved.file);
    let mut player = RecordedPlayer::find(game.info, &header, &replay, seat, Some(&file))?;
    request.check_player(path, &mut player.spec)?;
    let limits = recorded_limits(&header, game.info, request.limits);
    let selection = Selection::Round(saved.round);
    let reenter = ReenterRequest::new(&replay, (player.seat, &player.spec), selection, limits, &request.stop);
    let mut played = None;
    reenter::reenter(game, blocks, &reenter, &mut |turn| played = Some(turn))?;
    let Some(turn) = played else { return Ok(None) };
    let (expected, mut now) = (saved.expected(), turn.now);
    if saved.refused.is_none() {
        now.refused.clear();
    }
    let kind = now.report.fault.as_ref().map(|fault| fault.kind);
    let is_same_refused = unmatched_refusals(&expected.refused, &now.refused).is_empty()
        && unmatched_refusals(&now.refused, &expected.refused).is_empty();
    if kind == saved.fault && now.values == expected.values && is_same_refused {
        return Ok(Some(TestOutcome::AsSaved));
    }
    if request.accepts {
        let (orders, sentences, refused) =
            (now.values.clone(), now.orders.clone(), Some(now.refused.clone()));
        SavedTurn { orders, sentences, refused, fault: kind, ..saved.clone() }.write(path)?;
    }
    let cause = Cause::of(&expected, &now);
    Ok(Some(TestOutcome::Changed(Box::new(ChangedTest { saved, cause, expected, now }))))
}

/// Returns the file as it is named, or in the folder above the saved turns if it is only there.
fn beside(folder: &Path, file: &str) -> String {
    let above = folder.join("..").join(file);
    match !Path::new(file).exists() && above.exists() {
        true => above.display().to_string(),
        false => file.to_string(),
    }
}
