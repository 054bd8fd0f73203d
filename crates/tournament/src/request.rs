//! Requests to start or resume a tournament, from any front end.

use crate::WatchedSchedule;
use crate::intake::{GivenNames, Reason};
use std::collections::BTreeMap;
use std::path::PathBuf;
use wag_games::KnownGame;
use wag_play::{LimitOptions, RawOptions};
use wag_stats::forms::FormName;

/// A request to start or resume a tournament. If a value is `None` or empty, the value in the tournament's file
/// applies, or else the default.
pub struct TournamentRequest {
    pub game: KnownGame,
    /// The game's options.
    pub options: RawOptions,
    /// Files for the option that chooses the map or board.
    pub places: Vec<String>,
    /// Player specs, and folders of submissions.
    pub players: Vec<String>,
    /// The names that the user gives to submissions.
    pub given_names: GivenNames,
    /// The reasons why submissions cannot play that a check has found, by their paths.
    pub known_refusals: BTreeMap<String, Reason>,
    /// The names of players that leave the tournament.
    pub without: Vec<String>,
    /// The minimum number of matches of each player on each map or board.
    pub games: Option<u32>,
    /// The maximum number of players in a match.
    pub seats: Option<u32>,
    /// The form of the tournament.
    pub form: Option<FormName>,
    pub seed: Option<u64>,
    /// The path of the tournament's file.
    pub file: PathBuf,
    /// True if the file must already exist. The file then determines the tournament's game.
    pub is_resumed: bool,
    /// True if the tournament is only estimated: a schedule that is too large for a file is then shortened.
    pub is_estimate: bool,
    /// The choice of matches if files are watched; `None` for the schedule of the form.
    pub watched: Option<WatchedSchedule>,
    /// True to start the programs in the file without asking the user.
    pub trust_programs: bool,
    /// The folder for replays that the user requested.
    pub replays: Option<PathBuf>,
    /// The folder for replays that applies if neither the request nor the file names one.
    pub default_replays: Option<PathBuf>,
    pub limits: LimitOptions,
    pub caller: Caller,
}

/// The front end from which a tournament is started or resumed.
#[derive(Clone, Copy)]
pub enum Caller {
    /// The command line. The limits given there are meant for this tournament.
    Terminal {
        /// Asks the user a yes-or-no question; returns `None` if there is nobody to answer.
        confirm: fn(&str) -> std::io::Result<Option<bool>>,
    },
    /// The web pages. The limits given to the server are meant for all matches.
    Client,
}

impl Caller {
    pub fn is_terminal(&self) -> bool {
        matches!(self, Caller::Terminal { .. })
    }
}
