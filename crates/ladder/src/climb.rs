//! A learner's progress while matches are played: saved if possible, otherwise kept in memory until the program ends.

use crate::user_progress::UserProgress;
use crate::{Progress, StageNumber, Win};
use std::path::Path;
use wag_i18n::t;
use wag_play::PlayError;

/// A learner's progress during matches. If it cannot be saved, the user is warned once and the matches continue.
pub struct Climb {
    user_progress: UserProgress,
    pub progress: Progress,
    pub is_saved: bool,
}

impl Climb {
    pub fn begin(user_progress: UserProgress) -> Climb {
        let (loaded, progress) = (user_progress.progress(), Progress::new(user_progress.ladder()));
        let mut climb = Climb { user_progress, progress, is_saved: true };
        match loaded {
            Ok(progress) => climb.progress = progress,
            Err(err) => climb.unsaved(err),
        }
        climb
    }

    /// Returns the seed of the next match.
    pub fn next_seed(&self, number: StageNumber) -> u64 {
        number.seed(self.progress.of(number).matches)
    }

    /// Starts a match and returns its seed.
    pub fn begin_match(&mut self, number: StageNumber) -> u64 {
        match self.user_progress.change(|progress| progress.begin_match(number)) {
            Ok((seed, progress)) => {
                self.progress = progress;
                seed
            }
            Err(err) => {
                self.unsaved(err);
                self.progress.begin_match(number)
            }
        }
    }

    /// Counts a win. Warns the user once and returns `None` if the win cannot be saved.
    pub fn win(&mut self, number: StageNumber) -> Option<Win> {
        match self.user_progress.change(|progress| progress.win(number)) {
            Ok((win, progress)) => {
                self.progress = progress;
                Some(win)
            }
            Err(err) => {
                self.unsaved(err);
                None
            }
        }
    }

    /// Returns the user's data directory, or `None` if there is none.
    pub fn folder(&self) -> Option<&Path> {
        self.user_progress.folder()
    }

    /// Prints a warning to the user.
    pub fn warn(&self, text: String) {
        self.user_progress.warn(text);
    }

    fn unsaved(&mut self, err: PlayError) {
        if std::mem::replace(&mut self.is_saved, false) {
            self.warn(t!("%{fault}. Matches are still played, but wins do not count", fault = err));
        }
    }
}
