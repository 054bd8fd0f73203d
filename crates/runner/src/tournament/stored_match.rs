//! What is kept of a tournament: settings, players and matches.

use super::limits::{StoredLimits, of_any_form};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use wag_stats::series::SeatPlayed;

/// What all matches of a tournament have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The version of the program that began it.
    pub wag: String,
    pub game: String,
    pub seed: u64,
    pub games: u32,
    /// The most that sit down to a match.
    pub seats: usize,
    pub options: BTreeMap<String, String>,
    /// The files that were named for the first option, if it is one; none for the usual one.
    pub places: Vec<String>,
    /// What each place is called.
    pub words: Vec<String>,
    /// A sum of all that was chosen, for each place.
    pub sums: Vec<String>,
    /// The limits of each player.
    #[serde(deserialize_with = "of_any_form")]
    pub limits: StoredLimits,
    pub replays: Option<PathBuf>,
    /// By which its user's folder knows it; files of form 1 have none.
    #[serde(default)]
    pub mark: Option<String>,
    /// From which the players' files are named: absolute, or empty for the folder of the database.
    pub folder: PathBuf,
}

/// A version of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerVersion {
    pub name: String,
    /// From 1.
    pub version: u32,
    /// What plays, as the user names it.
    pub word: String,
    /// Of its files.
    pub sha256: String,
    /// Whether it only fills a seat that nobody takes.
    pub is_filler: bool,
    /// Whether it still plays: there is no later version of it, and its seat is not taken.
    pub is_current: bool,
}

impl PlayerVersion {
    /// `anna`, and `anna@2` for her second version.
    pub fn title(&self) -> String {
        if self.version == 1 { self.name.clone() } else { format!("{}@{}", self.name, self.version) }
    }
}

/// A match of the plan.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredMatch {
    /// From 1.
    pub id: i64,
    pub place: usize,
    pub seed: u64,
    pub group: usize,
    /// Members, by their number in the list.
    pub seats: Vec<usize>,
    /// In seat order; `None` while it has not been played.
    pub result: Option<Vec<SeatPlayed>>,
    pub replay: Option<String>,
}

#[cfg(any(test, feature = "testing", fuzzing))]
impl Settings {
    /// Settings of a tournament without players, for tests.
    pub fn example() -> Settings {
        Settings {
            wag: "0".to_string(),
            game: wag_games::names()[0].to_string(),
            seed: 3,
            games: 4,
            seats: 2,
            options: Default::default(),
            places: Vec::new(),
            words: vec![String::new()],
            sums: vec!["a".to_string()],
            limits: StoredLimits::default(),
            replays: None,
            mark: None,
            folder: PathBuf::new(),
        }
    }
}
