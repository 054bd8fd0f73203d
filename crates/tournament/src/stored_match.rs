//! The data in a tournament's file: settings, players and matches.

use crate::intake::Reason;
use crate::limits::{StoredLimits, of_any_form};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_games::{KnownGame, PackedGame, find};
use wag_i18n::message;
use wag_play::{PlayError, user_error};
use wag_stats::forms::FormName;
use wag_stats::series::SeatPlayed;

/// The settings that all matches of a tournament share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The version of Wag that created the tournament.
    pub wag: String,
    pub game: String,
    /// The game file with which the tournament started; `None` if the game is part of Wag.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_file: Option<PackedGame>,
    pub seed: u64,
    pub games: u32,
    /// The maximum number of players in a match.
    pub seats: usize,
    /// The form of the tournament.
    #[serde(default, skip_serializing_if = "FormName::is_one_stage")]
    pub form: FormName,
    /// The beginnings of the stages; empty if all matches are planned at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stages: Vec<StageStart>,
    pub options: BTreeMap<String, String>,
    /// The files that the user gave for the first option, if that option takes files; empty for the default.
    pub places: Vec<String>,
    /// The name of each map or board.
    pub words: Vec<String>,
    /// The fingerprint of all options on each map or board.
    pub sums: Vec<String>,
    /// The limits that apply to each player.
    #[serde(deserialize_with = "of_any_form")]
    pub limits: StoredLimits,
    pub replays: Option<PathBuf>,
    /// A random ID by which the lists of allowed commands in the user's data directory recognize the tournament; `None`
    /// in files of format 1.
    #[serde(default)]
    pub mark: Option<String>,
    /// The submissions that cannot play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<RefusedSubmission>,
    /// The folder to which the players' paths are relative: an absolute path, or empty for the folder of the database.
    pub folder: PathBuf,
}

/// The beginning of a stage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageStart {
    /// The smallest group of its matches.
    pub group: usize,
    /// The player versions when the stage began, in the order in which they were named.
    pub players: Vec<usize>,
}

/// A submission that cannot play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedSubmission {
    /// The path. For a submission in the ZIP file of a class, it continues into the ZIP file.
    pub path: String,
    /// The name that its player would have.
    pub name: String,
    pub reason: Reason,
}

/// One version of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerVersion {
    pub name: String,
    /// The number of the version, counted from 1.
    pub version: u32,
    /// The player spec, as the user gave it.
    pub word: String,
    /// The hash of the player's files.
    pub sha256: String,
    /// True if the player was added by Wag to fill an empty seat.
    pub is_filler: bool,
    /// True if the player still plays. A player stops playing when it has a later version, when it leaves, or when it
    /// is a filler and another player takes its seat.
    pub is_current: bool,
}

impl PlayerVersion {
    /// Returns the player's name with its version: `anna` for the first version, `anna@2` for the second.
    pub fn title(&self) -> String {
        if self.version == 1 { self.name.clone() } else { format!("{}@{}", self.name, self.version) }
    }
}

/// A match of the schedule.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMatch {
    /// The ID of the match, counted from 1.
    pub id: i64,
    pub place: usize,
    pub seed: u64,
    pub group: usize,
    /// The players in seat order, as indices into the list of player versions.
    pub seats: Vec<usize>,
    /// The results in seat order; `None` if the match has not been played.
    pub result: Option<Vec<SeatPlayed>>,
    pub replay: Option<String>,
}

/// The result of a match that is to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredResult {
    /// The ID of the match.
    pub id: i64,
    /// The results in seat order.
    pub seats: Vec<SeatPlayed>,
    pub replay: Option<String>,
}

impl Settings {
    /// Returns the game as it was when the tournament started. Runs none of its code.
    pub fn game(&self, file: &Path) -> Result<KnownGame, PlayError> {
        match (&self.game_file, find(&self.game)) {
            (Some(packed), _) => packed.unpack().map_err(PlayError::UserError),
            (None, Some(game)) => Ok(game),
            (None, None) => user_error(message!(
                "%{file} contains a tournament of %{game}, a game that this version of wag does not have",
                file = file.display(),
                game = &self.game
            )),
        }
    }

    /// Opens the game for further matches, from the folder in which the tournament started. Returns an error if its file
    /// has changed.
    pub fn open_game(&self, file: &Path, base: &Path) -> Result<KnownGame, PlayError> {
        let Some(packed) = &self.game_file else { return self.game(file) };
        let game = KnownGame::open(&self.game, base).map_err(PlayError::UserError)?;
        if game.info.file.is_some_and(|file| file.sha256 == packed.file.sha256) {
            return Ok(game);
        }
        user_error(message!(
            "the game %{game} has changed since the tournament started; undo the change, or start another tournament with --into",
            game = &self.game
        ))
    }
}

#[cfg(any(test, feature = "testing", fuzzing))]
impl Settings {
    /// Returns the settings of a tournament without players, for tests.
    pub fn example() -> Settings {
        Settings {
            wag: "0".to_string(),
            game: wag_games::first().info.name.to_string(),
            game_file: None,
            seed: 3,
            games: 4,
            seats: 2,
            form: FormName::All,
            stages: Vec::new(),
            options: Default::default(),
            places: Vec::new(),
            words: vec![String::new()],
            sums: vec!["a".to_string()],
            limits: StoredLimits::default(),
            replays: None,
            mark: None,
            refused: Vec::new(),
            folder: PathBuf::new(),
        }
    }
}
