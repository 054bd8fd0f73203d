//! What every match of a stage is, whoever asks for it: its terms, what is told of it, and the prize.

use super::climb::Climb;
use super::keeper::warn;
use super::prize::hand_out;
use super::verdict::Verdict;
use super::wins;
use owo_colors::OwoColorize;
use std::path::{Path, PathBuf};
use wag_i18n::t;
use wag_runner::ladder::{StageNumber, Win};
use wag_runner::{GameInfo, RawOptions};

/// Who plays a match of the stage: the learner's player first.
pub fn stage_players(number: StageNumber, own: &str) -> Vec<String> {
    let opponents = number.stage().opponents.iter().map(|name| name.to_string());
    std::iter::once(own.to_string()).chain(opponents).collect()
}

/// What is chosen for a match of the stage.
pub fn stage_options(number: StageNumber) -> RawOptions {
    number.stage().options.iter().map(|(name, word)| (name.to_string(), word.to_string())).collect()
}

/// `FIRST: won, 4 of 10 wins.`
pub fn line(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    format!("{}: {}.", number.stage().name.bold(), outcome(number, verdict, win, climb))
}

/// `won, 4 of 10 wins`
pub fn outcome(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    let wins = wins(&climb.progress, number);
    match (verdict.translated(), win) {
        (None, Some(_)) => format!("{}, {wins}", t!("won").green().bold()),
        (None, None) => t!("won, but the win can't be saved and does not count"),
        (Some(reason), _) => t!("not won (%{reason}), %{wins}", reason, wins),
    }
}

/// Counts a win. The one that masters the stage hands out the source first: whenever the program ends, nobody has the
/// wins without it.
pub fn win(card: &GameInfo, number: StageNumber, climb: &mut Climb, own_folder: &Path) -> Option<Win> {
    if climb.progress.of(number).wins + 1 == number.stage().wins_needed {
        // What is in the way is told when the prize is.
        let _ = hand_out(card, number.stage().champion, &folders(climb, own_folder));
    }
    climb.win(number)
}

/// The stage is mastered: hands out the beaten player's source, if it has one and it is not there yet; answers where it is.
pub fn prize(card: &GameInfo, number: StageNumber, climb: &Climb, own_folder: &Path) -> Option<PathBuf> {
    let champion = number.stage().champion;
    card.built_in(champion)?.source?;
    hand_out(card, champion, &folders(climb, own_folder))
        .inspect_err(|why| warn(t!("the source of %{champion} can't be written: %{why}", champion, why)))
        .ok()
}

fn folders<'f>(climb: &'f Climb, own_folder: &'f Path) -> Vec<&'f Path> {
    [Some(own_folder), climb.folder()].into_iter().flatten().collect()
}
