//! What the start of a player has shown.

use crate::seats::unstarted::UnstartedPlayer;
use wag_core::game::Seat;
use wag_core::problem::Problem;
use wag_core::text::printable;
use wag_i18n::{Language, Message, t};

/// What the start of a player has shown: why it cannot play, or warnings.
#[derive(Clone, Debug, Default)]
pub struct PlayerStart {
    /// The player's name.
    pub player: String,
    /// The reason why the player cannot play; `None` if it can.
    pub failure: Option<Problem>,
    pub warnings: Vec<Message>,
    /// The methods that the player's code names without calling them.
    pub uncalled: Vec<Problem>,
    /// The output of the player before its first turn.
    pub output: String,
}

impl PlayerStart {
    /// Returns the player's problems: the reason why it cannot play, or the methods that are not called.
    pub fn problems(&self) -> &[Problem] {
        self.failure.as_ref().map_or(&self.uncalled, std::slice::from_ref)
    }

    /// Returns the reason or the warnings as whole lines; empty if there are none.
    pub(crate) fn lines(&self, seat: Seat) -> String {
        let Some(problem) = &self.failure else {
            let tell = |warning: &Message| t!("Warning: %{warning}\n", warning = warning.translated());
            return self.warnings.iter().map(tell).collect();
        };
        let (name, problem) = (self.player.clone(), problem.clone());
        UnstartedPlayer { seat, name, problem }.lines(Language::spoken()).join("\n") + "\n"
    }

    /// Returns the reason or the warnings as whole lines, followed by the last lines that the player printed, unless the
    /// reason contains them; empty if there are no reason and no warnings.
    pub fn in_words(&self, seat: Seat) -> String {
        const LINES_MAX: usize = 10;
        let mut words = self.lines(seat);
        let lines: Vec<&str> = self.output.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = &lines[lines.len().saturating_sub(LINES_MAX)..];
        if !words.is_empty() && !last.iter().all(|line| words.contains(line)) {
            words.extend(last.iter().map(|line| format!("  {}\n", printable(line))));
        }
        words
    }
}
