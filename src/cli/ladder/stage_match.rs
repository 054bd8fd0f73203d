//! What every match of a stage is, whoever asks for it: its terms, what is told of it, and the prize.

use super::super::args::{Play, Recording, Terms};
use super::climb::Climb;
use super::keeper::warn;
use super::prize::hand_out;
use super::verdict::Verdict;
use super::wins;
use crate::ladder::{StageNumber, Win};
use owo_colors::OwoColorize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A match of the stage in the words of `wag play`.
pub fn as_play(number: StageNumber, ai: &str, turn_time: Duration) -> Play {
    let stage = number.stage();
    let opponents = stage.opponents.iter().map(|name| name.to_string());
    Play {
        ais: std::iter::once(ai.to_string()).chain(opponents).collect(),
        map: stage.map.to_string(),
        terms: Terms { rounds: Some(stage.rounds), seed: None, rules: None, turn_time },
        log_dir: PathBuf::from("."),
        json: false,
        quiet: false,
        recording: Recording::default(),
    }
}

/// `NOOB: won, 4 of 10 wins.`
pub fn line(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb, log: &Path) -> String {
    let stage = number.stage().name.bold();
    let wins = wins(&climb.progress, number);
    match (verdict, verdict.reason(), win) {
        (_, None, Some(_)) => format!("{stage}: {}, {wins}.", "won".green().bold()),
        (_, None, None) => format!("{stage}: won, but the win can't be saved and does not count."),
        (Verdict::LostTurns(..), Some(reason), _) => {
            format!("{stage}: {} ({reason}; see {}), {wins}.", "not won".red(), log.display())
        }
        (_, Some(reason), _) => format!("{stage}: not won ({reason}), {wins}."),
    }
}

/// The stage is mastered: hands out the beaten AI's source; answers where it is.
pub fn prize(number: StageNumber, climb: &Climb, own_folder: &Path) -> Option<PathBuf> {
    let champion = number.stage().champion;
    let folders: Vec<&Path> = [Some(own_folder), climb.folder()].into_iter().flatten().collect();
    hand_out(champion, &folders)
        .inspect_err(|why| warn(format!("the source of {champion} can't be written: {why}")))
        .ok()
}
