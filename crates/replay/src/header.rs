//! The data of a replay that is known before round 1 or after the last round. It is stored as JSON, so that fields can
//! be added.

use super::hash::sha256;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::path::PathBuf;
use wag_core::arena::at_most;
use wag_core::game::protocols::Times;
use wag_core::game::{Advice, GameFile, Reseed, Standing, places_after_forfeits};
use wag_core::problem::Problem;
use wag_i18n::Message;

/// All data known before round 1.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Header {
    /// The version of Wag that wrote the replay.
    pub wag: String,
    pub game: String,
    pub game_version: u32,
    /// The file that contains the game; `None` for games that are part of Wag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_file: Option<GameFileInfo>,
    /// The user's name for the map.
    pub map: String,
    pub seed: u64,
    /// The planned number of rounds; 0 if it is unknown.
    pub rounds: u32,
    /// The options that the user chose; missing in older files. Files are named without their folders.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// The players' time limits; no limits in older files.
    pub times: Times,
    /// The players' other limits that differed from the defaults, by name; `None` for no limit. Missing in older files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, Option<u64>>,
    /// The version of the embedded Python, such as `3.11.7`.
    pub python: String,
    /// The start time of the match: `2026-11-21T07:00:00Z`.
    pub created: String,
    /// Whether the replay was saved automatically, without a request by the user.
    pub automatic: bool,
    /// The number of the game within its match; `None` for a match of one game and in older files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_match: Option<OfMatch>,
    /// The replay from which this match was continued; `None` for a match that was played from round 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkOrigin>,
    /// The changes of the seed during the match, in order of their rounds. Only forks have them.
    #[serde(deserialize_with = "at_most::<_, _, 1000>", skip_serializing_if = "Vec::is_empty")]
    pub reseeds: Vec<Reseed>,
    /// The players in seat order.
    #[serde(deserialize_with = "at_most::<_, _, 32>")]
    pub players: Vec<PlayerInfo>,
    /// The game's own setup: everything that decides a match apart from the seed and the orders.
    pub setup: Value,
    /// The texts of the AIs' own files, if they are stored, by names such as `1/yourAI.py`: the seat, and the file's
    /// name in source lines.
    #[serde(deserialize_with = "super::sources::deserialize", skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
}

/// The maximum length of a setup as JSON, in bytes: ten times the size of the largest board.
const SETUP_MAX: usize = 4 << 20;
/// The maximum lengths of other parts as JSON, in bytes.
const OPTIONS_MAX: usize = 1 << 20;
const PLAYERS_MAX: usize = 8 << 20;
const RESEEDS_MAX: usize = 1 << 16;
const LIMITS_MAX: usize = 1 << 12;
const GAME_FILE_MAX: usize = 2 << 20;

impl Header {
    /// Parses a header's JSON; `None` if it is invalid. Removes control characters from its names, so that none of them can
    /// look like a line of text that Wag prints.
    pub fn read(json: &[u8]) -> Option<Header> {
        #[derive(Deserialize)]
        struct Parts<'j> {
            #[serde(borrow, default)]
            setup: Option<&'j RawValue>,
            #[serde(borrow, default)]
            options: Option<&'j RawValue>,
            #[serde(borrow, default)]
            players: Option<&'j RawValue>,
            #[serde(borrow, default)]
            reseeds: Option<&'j RawValue>,
            #[serde(borrow, default)]
            limits: Option<&'j RawValue>,
            #[serde(borrow, default)]
            game_file: Option<&'j RawValue>,
        }

        // A parsed JSON value takes many times its length in memory.
        let parts: Parts<'_> = serde_json::from_slice(json).ok()?;
        let limits = [
            (parts.setup, SETUP_MAX),
            (parts.options, OPTIONS_MAX),
            (parts.players, PLAYERS_MAX),
            (parts.reseeds, RESEEDS_MAX),
            (parts.limits, LIMITS_MAX),
            (parts.game_file, GAME_FILE_MAX),
        ];
        let is_short = limits.iter().all(|(part, most)| part.is_none_or(|part| part.get().len() <= *most));
        let mut header: Header = is_short.then(|| serde_json::from_slice(json).ok()).flatten()?;
        header.names().for_each(|name| name.retain(|letter| !letter.is_control()));
        Some(header)
    }

    /// Returns the name of the game for people: the title of a game file.
    pub fn game_name(&self) -> &str {
        self.game_file.as_ref().map_or(&self.game, |file| &file.title)
    }

    /// Iterates over all texts that are part of a line when they are printed.
    fn names(&mut self) -> impl Iterator<Item = &mut String> {
        let own = [&mut self.wag, &mut self.game, &mut self.map, &mut self.python, &mut self.created];
        let players = self.players.iter_mut().flat_map(|player| {
            let files = [&mut player.file, &mut player.path, &mut player.built_in_player];
            files.into_iter().flatten().chain([&mut player.name])
        });
        let file =
            self.game_file.iter_mut().flat_map(|file| [&mut file.word, &mut file.title, &mut file.class]);
        own.into_iter().chain(file).chain(self.fork.iter_mut().map(|fork| &mut fork.parent)).chain(players)
    }

    /// Returns the seed that decides the random numbers of a round.
    pub fn seed_in(&self, round: u32) -> u64 {
        let changes = self.reseeds.iter().take_while(|change| change.round <= round);
        changes.last().map_or(self.seed, |change| change.seed)
    }
}

/// The file that contains the game of a match, with the files that it imports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameFileInfo {
    /// The name of the file, without its folder.
    pub word: String,
    pub title: String,
    /// The name of the game's class.
    pub class: String,
    /// The version of the rules that the class declares; it is only shown.
    pub version: u32,
    /// The SHA-256 hash of all files, in hexadecimal: it identifies the rules.
    pub sha256: String,
    /// The game file, and then the files of its folder that it imports.
    #[serde(deserialize_with = "at_most::<_, _, 200>")]
    pub files: Vec<GameText>,
}

/// A file of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GameText {
    /// The name relative to the folder of the game file.
    pub name: String,
    /// The SHA-256 hash, in hexadecimal.
    pub sha256: String,
    /// The text; `None` if the game's files are too long for a replay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// The maximum length of all texts of a game in a replay, in bytes.
pub const GAME_TEXTS_MAX: usize = 256 << 10;

impl GameFileInfo {
    /// Describes the files of a game with this title.
    pub fn of(title: &str, file: &GameFile) -> GameFileInfo {
        let has_texts = file.files.iter().map(|(_, text)| text.len()).sum::<usize>() <= GAME_TEXTS_MAX;
        let text_of = |(name, text): &(String, String)| GameText {
            name: name.clone(),
            sha256: sha256(text.as_bytes()),
            text: has_texts.then(|| text.clone()),
        };
        GameFileInfo {
            word: file.path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            title: title.to_string(),
            class: file.class.clone(),
            version: file.version,
            sha256: file.sha256.clone(),
            files: file.files.iter().map(text_of).collect(),
        }
    }

    /// Returns the files; `None` if their texts are not stored.
    pub fn with_texts(&self) -> Option<GameFile> {
        let files = self.files.iter().map(|file| Some((file.name.clone(), file.text.clone()?)));
        Some(GameFile {
            path: PathBuf::from(&self.word),
            class: self.class.clone(),
            sha256: self.sha256.clone(),
            version: self.version,
            files: files.collect::<Option<_>>()?,
        })
    }
}

/// The replay from which a match was continued. It is named without its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct ForkOrigin {
    /// The name of the replay's file.
    pub parent: String,
    /// The SHA-256 hash of the replay, in hexadecimal.
    pub sha256: String,
    /// The first round that was played again. All rounds before it are as in the parent.
    pub round: u32,
    /// The seats, from 1, whose players have other files than in the parent.
    pub changed: Vec<u8>,
    /// The seats, from 1, that give their recorded orders because their players' code is missing.
    pub recorded: Vec<u8>,
    /// Whether the random numbers from `round` on differ from those of the parent.
    pub reseeded: bool,
}

/// The number of a game within a match of several games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default)]
pub struct OfMatch {
    /// The number of the game, from 1.
    pub number: u32,
    /// The number of games in the match.
    pub games: u32,
}

/// The player on a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PlayerInfo {
    pub name: String,
    /// The name of the AI's file, without the folder; `None` for a built-in AI.
    pub file: Option<String>,
    /// The path of that file, relative to the folder in which the match was started, or else to that of the replay. `None`
    /// if the file was in neither, and in older files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    pub built_in: bool,
    /// The own name of a built-in player, if the seat has another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub built_in_player: Option<String>,
    /// The SHA-256 hash, in hexadecimal, of the AI's file or of a built-in AI's text.
    pub sha256: Option<String>,
    /// The SHA-256 hashes of the files in the AI's folder that the AI imports, by name; `None` for players that are not
    /// Python files, and in older files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub helpers: Option<BTreeMap<String, String>>,
    /// The SHA-256 hashes of the data files in the AI's folder whose names its code contains, by path; empty in older files.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub data: BTreeMap<String, String>,
    /// Whether the file was persistent: it ran for the whole match. False in older files.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub persistent: bool,
    /// Whether the file was a program and not a Python AI. False in older files.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// Who played, if it was neither a file nor a built-in player. `None` in older files, which call all of them built-in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<PlayerKind>,
}

/// A player that is neither a file nor built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// A TCP client.
    Client,
    Person,
    /// A function or an object of a Python program.
    Function,
    /// A kind of a newer version.
    #[serde(other)]
    Other,
}

/// The name that stands for the file of a player whose files are its author's business.
const PRIVATE_FILE: &str = "private.py";

impl PlayerInfo {
    /// Returns the entry without names and hashes of files.
    #[must_use]
    pub fn without_private_parts(self) -> PlayerInfo {
        let PlayerInfo { name, persistent, program, kind, .. } = self;
        // A player without a file would count as a built-in one.
        let file = Some(PRIVATE_FILE.to_string());
        PlayerInfo { name, file, persistent, program, kind, ..PlayerInfo::default() }
    }

    /// Returns what the own name of a built-in player may be: the recorded one, or the seat's name, which ends in a number
    /// if several seats have the same player.
    pub fn built_in_names(&self) -> impl Iterator<Item = &str> {
        let without_number = self.name.trim_end_matches(|letter: char| letter.is_ascii_digit());
        let by_seat = [self.name.as_str(), without_number.trim_end_matches([' ', '-'])];
        let recorded = self.built_in_player.as_deref();
        let is_built_in = self.kind.is_none();
        let by_seat = by_seat.into_iter().filter(move |_| recorded.is_none());
        recorded.into_iter().chain(by_seat).filter(move |_| is_built_in)
    }
}

/// The end of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Ended {
    /// The last round in which anything happened.
    pub rounds: u32,
    pub interrupted: bool,
    /// Whether a match with the same seed, map, rules and players would go in exactly the same way; `None` if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeatable: Option<bool>,
    /// Who used what that makes the match not repeatable; empty in older files.
    #[serde(deserialize_with = "at_most::<_, _, 33>", skip_serializing_if = "Vec::is_empty")]
    pub unrepeatable: Vec<Unrepeatable>,
    pub standings: Vec<FinalStanding>,
    /// The reason why the game itself could not go on; such a match is void. `None` for all others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<Problem>,
    /// The notes on the match, the costliest first; missing in older files.
    #[serde(deserialize_with = "at_most::<_, _, 200>", skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<Advice>,
}

/// A player, or the game, that used something that no seed determines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Unrepeatable {
    /// The seat, from 1; `None` for the game.
    pub seat: Option<u8>,
    /// The names of the sources, as [`wag_core::problem::Unseeded`] has them, and [`wag_core::problem::TIME_OUT`].
    #[serde(deserialize_with = "at_most::<_, _, 32>")]
    pub sources: Vec<String>,
}

/// The final standing of one seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct FinalStanding {
    pub place: u32,
    pub figures: Vec<(String, i64)>,
    /// The reason why the player took no part and therefore has the worst rank, as one line in English. `None` if the
    /// player took part, and in older files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// The reason as a message that can be translated; `None` if there is no reason or it is a plain text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_message: Option<Message>,
}

impl From<Standing> for FinalStanding {
    fn from(standing: Standing) -> Self {
        let figures = standing.figures.into_iter().map(|(name, value)| (name.to_string(), value));
        FinalStanding { place: standing.place, figures: figures.collect(), ..FinalStanding::default() }
    }
}

impl FinalStanding {
    /// Returns whether the seat has the best rank, alone or together with others.
    pub fn has_won(&self) -> bool {
        self.place == 1
    }

    /// Returns the reason why the player took no part, in the user's language; `None` if it took part.
    pub fn forfeit_translated(&self) -> Option<String> {
        self.forfeit_message.as_ref().map(Message::translated).or_else(|| self.forfeit.clone())
    }

    /// Returns the final standings of a match. Seats that forfeited get the worst rank and the reason for their
    /// forfeit. `forfeits` has one entry per seat, or is empty if nobody forfeited.
    pub fn ranked(standings: Vec<Standing>, forfeits: &[Option<Message>]) -> Vec<FinalStanding> {
        let mut stored: Vec<FinalStanding> = standings.into_iter().map(FinalStanding::from).collect();
        if forfeits.len() == stored.len() {
            let places: Vec<u32> = stored.iter().map(|standing| standing.place).collect();
            let has_forfeited: Vec<bool> = forfeits.iter().map(Option::is_some).collect();
            let places = places_after_forfeits(&places, &has_forfeited);
            for ((standing, place), forfeit) in stored.iter_mut().zip(places).zip(forfeits) {
                standing.place = place;
                standing.forfeit = forfeit.as_ref().map(Message::english);
                standing.forfeit_message = forfeit.clone().filter(|why| matches!(why, Message::Sentence(_)));
            }
        }
        stored
    }
}
