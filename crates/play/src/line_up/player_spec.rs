//! Parsing of player specs for any game: turns the user's strings into named players.

use crate::line_up::files::read_file;
use crate::line_up::parsed_spec::{SourceForm, file_and_entry};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wag_core::game::{BotKind, GameInfo, Introduction, Seated};
use wag_games::python_source::Source;
use wag_players::Program;
use wag_python::PlayerObject;
use wag_replay::{PlayerInfo, PlayerKind};

/// A player that has been resolved from a player spec, with its name in the match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSpec {
    pub name: String,
    /// The user's word for the player: the name that the user gave to it, or else its source.
    pub word: String,
    /// The player's source as the user typed it, without the name before it: `x/bot.py` in `anna=x/bot.py`.
    pub source: String,
    pub kind: Kind,
    /// True if the code comes from a replay or a lesson and not from the user's own words: it never leaves the sandbox.
    pub is_recorded: bool,
}

/// The kind of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A built-in player; the string is its name.
    BuiltIn(&'static str),
    /// A Python file, as an absolute path.
    Python {
        file: PathBuf,
        mode: PythonMode,
    },
    /// A program in any language.
    Program {
        program: Program,
        /// True if the player is persistent, that is, runs for the whole match.
        lives: bool,
    },
    /// A client that connects to this TCP port; `None` stands for any unused port.
    Client {
        port: Option<u16>,
    },
    Person,
    /// A function or an object of this process, which is a Python interpreter. It has no limits and no sandbox.
    Object(PlayerObject),
    /// A player of a replay whose code is missing. It gives its recorded orders as long as its views are as recorded.
    Recorded,
}

/// The way in which the engine runs a Python file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PythonMode {
    /// The file runs from the beginning in each turn.
    EachTurn,
    /// The file is persistent: it runs once, and the game calls its functions in each turn.
    Persistent,
    /// The file is persistent, and its function `act` gets the arrays of the game's environment.
    Policy,
}

impl PythonMode {
    /// Returns the mode of a file with this text, if no word before its name says that it is persistent.
    pub fn of_text(info: &GameInfo, text: &str) -> PythonMode {
        let is_persistent = (info.introduction)(text).is_persistent;
        if !is_persistent && Source::of_text(text).is_policy(info.entries) {
            PythonMode::Policy
        } else if is_persistent || !info.protocols.python {
            PythonMode::Persistent
        } else {
            PythonMode::EachTurn
        }
    }

    /// Returns the mode of a file, as [`PythonMode::of_text`] does; the usual mode if the file cannot be read.
    pub fn of_file(info: &GameInfo, file: &Path) -> PythonMode {
        let text = read_file(file).unwrap_or_default();
        PythonMode::of_text(info, &String::from_utf8_lossy(&text))
    }

    /// Returns whether the file runs for the whole match.
    pub fn is_persistent(self) -> bool {
        self != PythonMode::EachTurn
    }

    /// Returns the mode for a file that is known to be persistent.
    #[must_use]
    pub fn persistent(self) -> PythonMode {
        if self == PythonMode::EachTurn { PythonMode::Persistent } else { self }
    }
}

impl PlayerSpec {
    /// Returns whether the player gets observations instead of the game's views.
    pub fn is_policy(&self) -> bool {
        match &self.kind {
            Kind::Python { mode, .. } => *mode == PythonMode::Policy,
            Kind::Object(object) => object.policy_game().is_some(),
            _ => false,
        }
    }

    /// Returns whether the player runs inside the engine and without a process.
    pub fn is_native(&self, info: &GameInfo) -> bool {
        let Kind::BuiltIn(name) = self.kind else { return false };
        info.built_in(name).is_some_and(|player| matches!(player.plays, BotKind::Native | BotKind::Idle))
    }

    /// Returns whether the player runs code that its author can fix.
    pub fn has_code(&self) -> bool {
        !matches!(self.kind, Kind::BuiltIn(_) | Kind::Person | Kind::Recorded)
    }

    /// Returns the player's data that the game's setup may use.
    pub fn seated(&self) -> Seated<'_> {
        let built_in = match self.kind {
            Kind::BuiltIn(name) => Some(name),
            _ => None,
        };
        Seated { name: &self.name, built_in }
    }

    /// Returns the class that the user has named in the player's Python file, with its arguments: `CLASS:3`.
    pub fn entry(&self) -> Option<&str> {
        let (SourceForm::Plain(words) | SourceForm::Persistent(words)) = SourceForm::of(&self.source) else {
            return None;
        };
        file_and_entry(words).1.filter(|_| {
            matches!(self.kind, Kind::Python { mode: PythonMode::Persistent | PythonMode::Policy, .. })
        })
    }

    /// Returns the path of the player's own file, or `None` if it has none.
    pub fn file(&self) -> Option<&Path> {
        match &self.kind {
            Kind::Python { file, .. } => Some(file),
            Kind::Program { program, .. } => Some(&program.file),
            Kind::BuiltIn(_) | Kind::Client { .. } | Kind::Person | Kind::Object(_) | Kind::Recorded => None,
        }
    }

    /// Returns the name of the player's file with the path that the user gave; `None` if the player has no file.
    pub fn file_word(&self) -> Option<String> {
        let named = SourceForm::of(&self.source).words();
        let name = self.file()?.file_name()?;
        let is_named = Path::new(named).file_name() == Some(name);
        Some(if is_named { named.to_string() } else { name.to_string_lossy().into_owned() })
    }

    /// Returns the folder part of the path that the user gave, such as `x/`; empty if the path is absolute.
    pub fn folder_word(&self) -> String {
        let file = SourceForm::of(&self.source).words();
        match file.rfind('/') {
            Some(end) if !file.starts_with('/') => file[..=end].to_string(),
            _ => String::new(),
        }
    }

    /// Returns whether the player is somebody else's: no log, replay or message may show more of it than its orders.
    pub fn is_private(&self) -> bool {
        self.word.starts_with(HAND_IN)
    }

    /// Returns the player's entry for the header of a replay. The path of its file is recorded relative to the first of
    /// these folders that contains it.
    pub fn info(&self, info: &GameInfo, folders: &[PathBuf]) -> PlayerInfo {
        let whole = self.whole_info(info, folders);
        if self.is_private() { whole.without_private_parts() } else { whole }
    }

    fn whole_info(&self, info: &GameInfo, folders: &[PathBuf]) -> PlayerInfo {
        let path = self.file().and_then(|file| wag_replay::path_below(file, folders));
        match &self.kind {
            Kind::Python { file, mode } => {
                let player = wag_replay::player_of_python_file(&self.name, file);
                PlayerInfo { path, persistent: mode.is_persistent(), ..player }
            }
            Kind::Program { program, .. } => {
                PlayerInfo { path, program: true, ..wag_replay::player_of_file(&self.name, &program.file) }
            }
            Kind::BuiltIn(name) => {
                let source = info.built_in(name).and_then(|player| player.whole_source());
                let player = wag_replay::built_in_player(&self.name, source.as_deref());
                let of_seat = player.built_in_names().find_map(|name| info.built_in(name));
                let is_clear = of_seat.is_some_and(|player| player.name == *name);
                PlayerInfo { built_in_player: (!is_clear).then(|| name.to_string()), ..player }
            }
            Kind::Client { .. } => self.info_of_kind(Some(PlayerKind::Client)),
            Kind::Person => self.info_of_kind(Some(PlayerKind::Person)),
            Kind::Object(_) => self.info_of_kind(Some(PlayerKind::Function)),
            Kind::Recorded => self.info_of_kind(None),
        }
    }

    fn info_of_kind(&self, kind: Option<PlayerKind>) -> PlayerInfo {
        PlayerInfo { kind, ..wag_replay::built_in_player(&self.name, None) }
    }
}

/// The beginning of the player spec of a file that somebody else has handed in; its id follows.
pub const HAND_IN: &str = "hand-in:";

/// Returns the texts of all Python players' files that are the user's own, by the paths that the files have in a replay, such as `1/yourAI.py`.
pub fn sources(entrants: &[PlayerSpec]) -> BTreeMap<String, String> {
    let files = entrants.iter().zip(1..).filter_map(|(entrant, seat)| match &entrant.kind {
        Kind::Python { file, .. } if !entrant.is_private() => Some((seat, wag_replay::sources(file))),
        _ => None,
    });
    let named = |(seat, files): (i32, BTreeMap<String, String>)| {
        files.into_iter().map(move |(name, text)| (format!("{seat}/{name}"), text))
    };
    wag_replay::bounded_sources(files.flat_map(named))
}

/// Returns the name and the other data with which a Python file introduces its player; the default if the file cannot
/// be read.
pub fn introduction(info: &GameInfo, file: &Path) -> Introduction {
    read_file(file)
        .map_or_else(|_| Introduction::default(), |text| (info.introduction)(&String::from_utf8_lossy(&text)))
}
