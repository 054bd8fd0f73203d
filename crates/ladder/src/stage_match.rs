//! Matches of a stage: their players, their options, and the effects of a win.

use crate::prize::hand_out;
use crate::{Climb, StageNumber, Win};
use std::path::{Path, PathBuf};
use wag_core::game::GameInfo;
use wag_i18n::t;
use wag_play::RawOptions;

/// Returns the player specs for a match of the stage. The learner's player comes first.
pub fn stage_players(number: StageNumber, own: &str) -> Vec<String> {
    let opponents = number.stage().opponents.iter().map(|name| name.to_string());
    std::iter::once(own.to_string()).chain(opponents).collect()
}

/// Returns the options of a match of the stage.
pub fn stage_options(number: StageNumber) -> RawOptions {
    number.stage().options.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect()
}

/// Counts a win. If it masters the stage, writes the prize before saving the win, so that no stage is mastered without
/// its prize even if the program is killed in between.
pub(crate) fn win(info: &GameInfo, number: StageNumber, climb: &mut Climb, own_folder: &Path) -> Option<Win> {
    if climb.progress.of(number).wins + 1 == number.stage().wins_needed {
        // An error is ignored here; `prize` reports it.
        let _ = hand_out(info, number.stage().champion, &folders(climb, own_folder));
    }
    climb.win(number)
}

/// Writes the source of the stage's champion, after the learner has mastered the stage. Returns the path of the file,
/// or `None` if the champion has no source or the file cannot be written.
pub(crate) fn prize(
    info: &GameInfo,
    number: StageNumber,
    climb: &Climb,
    own_folder: &Path,
) -> Option<PathBuf> {
    let champion = number.stage().champion;
    info.built_in(champion)?.source()?;
    hand_out(info, champion, &folders(climb, own_folder))
        .inspect_err(|why| {
            climb.warn(t!("the source code of %{champion} cannot be written: %{why}", champion, why))
        })
        .ok()
}

fn folders<'f>(climb: &'f Climb, own_folder: &'f Path) -> Vec<&'f Path> {
    [Some(own_folder), climb.folder()].into_iter().flatten().collect()
}
