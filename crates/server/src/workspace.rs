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
    /// True if the workspace belongs to an account of a server for several people. Its user then has fewer rights than the
    /// user of this machine: only Python files of the workspace and built-in players play, in games of Wag, and no limit
    /// can be raised.
    pub is_hosted: bool,
    /// Prints a warning to the user of the terminal.
    pub warn: Warn,
}
