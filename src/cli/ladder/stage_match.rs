//! Texts about the result of a match of a stage, for both the terminal and the client.

use crate::output::Paint;
use wag_i18n::t;
use wag_ladder::Climb;
use wag_ladder::Verdict;
use wag_ladder::wins;
use wag_ladder::{StageNumber, Win};

/// Returns a line with the stage and the result, such as `FIRST: won, 4 of 10 wins.`
pub fn line(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    format!("{}: {}.", number.stage().name.bold(), outcome(number, verdict, win, climb))
}

/// Returns the result as text, such as `won, 4 of 10 wins`.
pub fn outcome(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    let wins = wins(&climb.progress, number);
    match (verdict.translated(), win) {
        (None, Some(_)) => format!("{}, {wins}", t!("won").green().bold()),
        (None, None) => t!("won, but the win cannot be saved and does not count"),
        (Some(reason), _) => t!("not won (%{reason}), %{wins}", reason, wins),
    }
}
