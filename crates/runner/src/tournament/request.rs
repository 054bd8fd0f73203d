//! What a front end asks of a tournament.

use crate::{KnownGame, LimitOptions, RawOptions};
use std::path::{Path, PathBuf};

/// A request to start or resume a tournament. Where a value is `None` or empty, the file's value or the default is used.
pub struct TournamentRequest {
    pub game: &'static KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that sets the place, such as maps.
    pub places: Vec<String>,
    /// Player specs and folders of submissions.
    pub players: Vec<String>,
    /// The names of players that leave the tournament.
    pub without: Vec<String>,
    /// The minimum number of matches of each player at each place.
    pub games: Option<u32>,
    /// The number of players in a match.
    pub seats: Option<u32>,
    pub seed: Option<u64>,
    /// The file of the tournament.
    pub file: PathBuf,
    /// True if the file must exist and decides the game.
    pub is_resumed: bool,
    /// Starts the programs that the file names without asking.
    pub trust_programs: bool,
    /// The folder for replays.
    pub replays: Option<PathBuf>,
    /// The folder for replays if neither the request nor the file sets one.
    pub default_replays: Option<PathBuf>,
    pub limits: LimitOptions,
    pub caller: Caller,
}

impl TournamentRequest {
    /// Makes all paths absolute, so that they stay valid when the current folder changes.
    pub fn resolve_paths_from(&mut self, folder: &Path) {
        let folders = [&mut self.replays, &mut self.default_replays, &mut self.limits.keep_files];
        for path in folders.into_iter().flatten().chain(&mut self.limits.readable) {
            *path = folder.join(&*path);
        }
    }
}

/// The front end that starts or resumes a tournament.
#[derive(Clone, Copy)]
pub enum Caller {
    /// A command line. Its limits are meant for this tournament.
    Terminal {
        /// Asks the user a question; `None` if nobody can answer.
        confirm: fn(&str) -> std::io::Result<Option<bool>>,
    },
    /// The pages. Their limits are meant for all matches.
    Client,
}

impl Caller {
    pub fn is_terminal(&self) -> bool {
        matches!(self, Caller::Terminal { .. })
    }
}
