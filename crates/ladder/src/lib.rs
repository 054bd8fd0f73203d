//! The ladder of a game: its stages, a learner's progress, what that progress unlocks, and the file that stores it.
//!
//! This module plays no matches and prints nothing. A stage is data, a [`Progress`] is a value, and only the [`Store`]
//! accesses files. All changes go through the store, so that two programs that run at the same time cannot lose each
//! other's changes.

mod attempt;
mod climb;
pub mod locks;
mod prize;
mod progress;
mod stage_match;
mod stages;
mod store;
pub mod unlockables;
mod user_progress;
mod verdict;

pub use attempt::{Attempt, ChallengeReport, Counts, NotCounted};
pub use climb::Climb;
pub use progress::{
    Damage, Progress, StageProgress, StageState, TEXT_MAX as PROGRESS_MAX, VERSION as PROGRESS_VERSION, Win,
};
pub use stage_match::{stage_options, stage_players};
pub use stages::{Ladder, StageNumber};
pub use store::{HOME_VARIABLE, Loaded, SetAside, Store, StoreError, Tasks};
pub use user_progress::{UserProgress, Warn};
pub use verdict::{LEARNER, Verdict};

use std::sync::atomic::{AtomicBool, Ordering};
use wag_core::game::GameInfo;
use wag_i18n::{message, t};
use wag_play::{PlayError, user_error};

/// Returns the ladder of a game.
pub fn of(info: &GameInfo) -> Ladder {
    Ladder { game: (!wag_play::is_first(info)).then_some(info.name), stages: info.stages }
}

/// The environment variable that unlocks everything, for programs and automatic tests.
pub const UNLOCK_VARIABLE: &str = "WAG_UNLOCK";

/// Whether [`unlock_for_this_process`] was called.
static IS_UNLOCKED: AtomicBool = AtomicBool::new(false);

/// Unlocks everything, like `WAG_UNLOCK=all`, but for this process only: for programs that use Wag as a library.
pub fn unlock_for_this_process() {
    IS_UNLOCKED.store(true, Ordering::Relaxed);
}

/// Returns whether the environment unlocks everything: `WAG_UNLOCK=all`.
pub fn is_unlocked_by_environment() -> Result<bool, PlayError> {
    if IS_UNLOCKED.load(Ordering::Relaxed) {
        return Ok(true);
    }
    let value = std::env::var_os(UNLOCK_VARIABLE).unwrap_or_default();
    match value.to_str() {
        Some("") => Ok(false),
        Some("all") => Ok(true),
        _ => user_error(message!(
            "the environment variable WAG_UNLOCK is %{value}; only `all` is possible, which unlocks all players and maps",
            value = wag_i18n::quote(value)
        )),
    }
}

/// Returns the command that shows a game's ladder.
pub fn command(info: &GameInfo) -> String {
    of(info).game.map_or_else(|| "wag ladder".to_string(), |game| format!("wag ladder {game}"))
}

/// Returns the command that lists what is locked in a game; with `--all` it unlocks everything.
pub fn unlock_command(info: &GameInfo) -> String {
    command(info).replacen("ladder", "unlock", 1)
}

/// Formats the number of wins at a stage, such as `3 of 10 wins`. Wins beyond the number needed are not counted.
pub fn wins(progress: &Progress, number: StageNumber) -> String {
    wins_of_needed(progress.of(number).wins, number.stage().wins_needed)
}

fn wins_of_needed(wins: u32, needed: u32) -> String {
    t!("%{wins} of %{needed} wins", wins = wins.min(needed), needed)
}

#[cfg(test)]
mod tests;
