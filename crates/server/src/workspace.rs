//! Common parts of the matches, lessons and tournaments of the pages.

use std::path::PathBuf;
use wag_ladder::Warn;
use wag_play::LimitOptions;

/// The working folder, and the settings with which the server plays.
pub struct Workspace {
    /// The absolute path of the working folder. Players and files outside it are rejected.
    pub folder: PathBuf,
    /// The limits of AIs, which apply to all matches except challenges.
    pub limits: LimitOptions,
    /// Prints a warning to the user of the terminal.
    pub warn: Warn,
}
