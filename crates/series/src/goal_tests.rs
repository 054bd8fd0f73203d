//! Goals that are saved as tests: from a position of a replay, a file must reach a mean in many futures. A goal stays true
//! while a file improves, unlike the exact orders of a saved turn.

use crate::fork_series::{ForkSeries, WinRate};
use crate::many::Executor;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use wag_core::files;
use wag_core::text::printable;
use wag_i18n::{message, t};
use wag_inspect::prepare_fork;
use wag_inspect::saved_turns::{TestRequest, copy_replay, replay_beside, saved_tests};
use wag_ladder::locks;
use wag_play::error::{PlayError, user_error};
use wag_play::fork::{Change, Fork, ForkRequest};
use wag_play::logs::is_in_no_file_name;

/// The end of the names of the files with goals.
pub const SUFFIX: &str = ".goal.json";
/// The maximum length of such a file, in bytes.
const BYTES_MAX: u64 = 64 << 10;
/// The maximum number of futures of a goal.
pub const FUTURES_MAX: u32 = 1000;

/// A mean that a player must reach from a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GoalTest {
    /// The name of the replay, which is in the same folder.
    pub replay: String,
    /// The first round that is played again.
    pub round: u32,
    /// The seat of the player, from 1.
    pub seat: u8,
    /// The name of the player in the replay.
    pub player: String,
    /// The Python file that plays on, or a built-in player, as the user named it.
    pub file: String,
    /// The name of the game's first figure.
    pub figure: String,
    /// The least mean of the figure over all futures.
    pub at_least: f64,
    pub futures: u32,
    /// The seed from which the seeds of the futures are derived.
    pub seed: u64,
}

impl GoalTest {
    /// Returns a goal for the only player of a fork that plays another file.
    pub fn new(fork: &Fork, at_least: f64, futures: u32, seed: u64) -> Result<GoalTest, PlayError> {
        let [(seat, spec)] = fork.changed.as_slice() else {
            return user_error(message!("a goal is for one player; name one file"));
        };
        Ok(GoalTest {
            replay: String::new(),
            round: fork.round,
            seat: seat.number(),
            player: fork.name(*seat).to_string(),
            file: spec.source.clone(),
            figure: fork.game.info.figures.first().copied().unwrap_or_default().to_string(),
            at_least,
            futures,
            seed,
        })
    }

    /// Writes the goal and a copy of its replay to a folder, which is created if it is missing. Returns the path of the
    /// goal's file.
    pub fn save(mut self, folder: &Path, replay: &Path) -> Result<PathBuf, PlayError> {
        let unsaved = t!("cannot save a goal in %{folder}", folder = folder.display());
        files::create_folder(folder).map_err(PlayError::defect(unsaved))?;
        self.replay = copy_replay(folder, replay, true)?;
        let player = self.player.replace(is_in_no_file_name, "_");
        let stem = self.replay.trim_end_matches(".wag");
        let path = folder.join(format!("{stem}-{player}-{}{SUFFIX}", self.round));
        self.write(&path)?;
        Ok(path)
    }

    fn write(&self, path: &Path) -> Result<(), PlayError> {
        let json = serde_json::to_string_pretty(self).expect("a goal is valid JSON");
        let why = t!("cannot write %{path}", path = path.display());
        files::replace(path, |file| std::io::Write::write_all(file, format!("{json}\n").as_bytes()))
            .map_err(PlayError::defect(why))
    }

    fn read(path: &Path) -> Result<GoalTest, PlayError> {
        let text = files::read_text(path, BYTES_MAX).or_else(|fault| {
            user_error(message!("%{path} cannot be read: %{fault}", path = path.display(), fault))
        })?;
        let goal: GoalTest = serde_json::from_str(&text).or_else(|fault| {
            user_error(message!("%{path} is not a saved goal: %{fault}", path = path.display(), fault))
        })?;
        if !(1..=FUTURES_MAX).contains(&goal.futures) {
            return user_error(message!(
                "%{path} is not a saved goal: it needs 1 to %{most} futures",
                path = path.display(),
                most = FUTURES_MAX
            ));
        }
        Ok(goal)
    }
}

/// A goal that was played.
pub struct TestedGoal {
    pub path: PathBuf,
    pub outcome: GoalOutcome,
}

pub enum GoalOutcome {
    Played {
        goal: GoalTest,
        mean: f64,
    },
    /// The goal cannot be played, for this reason.
    NotPlayed(String),
}

impl GoalOutcome {
    /// Returns whether the goal was played and reached.
    pub fn is_reached(&self) -> bool {
        matches!(self, GoalOutcome::Played { goal, mean } if *mean >= goal.at_least)
    }
}

/// Plays all goals of a folder. If the request accepts the new state, a goal that is missed asks for its new mean from now
/// on. The result lacks the goals after the one in which the user stopped.
pub fn test_goals(
    request: &TestRequest<'_>,
    executor: &Arc<dyn Executor>,
) -> Result<Vec<TestedGoal>, PlayError> {
    let mut tested = Vec::new();
    for path in saved_tests(request.folder, SUFFIX)? {
        let outcome = match test_goal(request, &path, executor) {
            Err(PlayError::UserError(why)) => GoalOutcome::NotPlayed(why.translated()),
            Err(PlayError::CannotStart(unstarted)) => GoalOutcome::NotPlayed(unstarted.to_string()),
            outcome => outcome?,
        };
        if request.stop.load(Ordering::Relaxed) {
            break;
        }
        tested.push(TestedGoal { path, outcome });
    }
    Ok(tested)
}

fn test_goal(
    request: &TestRequest<'_>,
    path: &Path,
    executor: &Arc<dyn Executor>,
) -> Result<GoalOutcome, PlayError> {
    let goal = GoalTest::read(path)?;
    let replay = replay_beside(path, &goal.replay)?;
    let change = Change { player: Some(goal.seat.to_string()), file: request.file_of(&goal.file) };
    let fork =
        ForkRequest { replay: &replay, round: goal.round, changes: vec![change], limits: request.limits };
    let mut fork = prepare_fork(&fork)?;
    for (_, player) in &mut fork.changed {
        request.check_player(path, player)?;
    }
    let Some((seat, _)) = fork.changed.first().cloned() else {
        return user_error(message!(
            "%{path} has no seat %{seat}",
            path = replay.display(),
            seat = goal.seat
        ));
    };
    locks::check_all(fork.game, fork.changed.iter().map(|(_, spec)| spec), [], |_| {})?;
    let series = ForkSeries {
        fork: Arc::new(fork),
        games: goal.futures,
        compares: false,
        seed: goal.seed,
        executor: Arc::clone(executor),
        replays: None,
        stop: Arc::clone(&request.stop),
    };
    series.check()?;
    let report = series.play(&mut |_| {})?;
    let Some(mean) = report.with_change.get(seat.index()).and_then(WinRate::mean) else {
        return Ok(GoalOutcome::NotPlayed(t!(
            "the futures of %{player} were not played",
            player = printable(&goal.player)
        )));
    };
    if request.accepts && mean < goal.at_least && !request.stop.load(Ordering::Relaxed) {
        GoalTest { at_least: mean, ..goal.clone() }.write(path)?;
    }
    Ok(GoalOutcome::Played { goal, mean })
}
