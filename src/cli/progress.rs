//! The progress bar of a match.

use crate::arena::{Ending, Observer, TurnRecord};
use crate::game::Game;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Shows the rounds played, the rounds per second and the time left, on a terminal.
pub struct Progress {
    bar: ProgressBar,
    round: u32,
}

impl Progress {
    pub fn new(rounds: u32, is_shown: bool) -> Progress {
        let target =
            if is_shown { ProgressDrawTarget::stderr_with_hz(10) } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(u64::from(rounds)), target);
        let style =
            ProgressStyle::with_template("{bar:30.cyan/blue} round {pos}/{len}  {per_sec:>14}  {eta} left");
        if let Ok(style) = style {
            bar.set_style(style.with_key(
                "per_sec",
                |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                    let _ = write!(out, "{:.0} rounds/s", state.per_sec());
                },
            ));
        }
        Progress { bar, round: 0 }
    }
}

impl<G: Game> Observer<G> for Progress {
    fn turn(&mut self, turn: &TurnRecord<'_, G>) {
        // Every round would cost more than the round.
        if turn.round >= self.round + 8 || turn.round < self.round {
            self.round = turn.round;
            self.bar.set_position(u64::from(turn.round));
        }
    }

    fn ended(&mut self, _state: &G::State, _ending: &Ending) {
        self.bar.finish_and_clear();
    }
}
