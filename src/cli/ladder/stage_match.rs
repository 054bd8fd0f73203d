//! Texts about the result of a match of a stage.

use crate::output::Paint;
use wag_i18n::t;
use wag_ladder::{Climb, StageNumber, Verdict, Win};

/// Returns a line with the stage and the result, such as `FIRST: won, 4 of 10 wins.`
pub fn line(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    format!("{}: {}.", number.stage().name.bold(), outcome(number, verdict, win, climb))
}

/// Returns the result as text, such as `won, 4 of 10 wins`.
pub fn outcome(number: StageNumber, verdict: &Verdict, win: Option<Win>, climb: &Climb) -> String {
    wag_ladder::outcome(number, verdict, win, climb, t!("won").green().bold())
}
