//! The constant part of a game's declaration. It has no type parameter, so commands and pages can handle every game in
//! the same way.

use super::{Cell, ReadResult, Sight, VerifyContest};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use wag_i18n::Message;

/// The declaration of a game for commands and pages.
#[derive(Debug)]
pub struct GameInfo {
    /// The name in commands and folder names. For games in Rust it is [`super::Game::NAME`], too.
    pub name: &'static str,
    /// The name of the rules, which is that of the game in replays: [`super::Game::NAME`].
    pub rules: &'static str,
    /// The file that contains the game; `None` for games that come with the program.
    pub file: Option<&'static GameFile>,
    /// The title shown to people.
    pub title: &'static str,
    /// A one-line description.
    pub about: &'static str,
    /// The possible numbers of players.
    pub seats: RangeInclusive<usize>,
    /// The number of games in a match; the setup may differ from one game to the next.
    pub games: usize,
    /// Whether several seats act at the same time, in which case their players may compute on several cores.
    pub simultaneous: bool,
    /// Whether a match starts even if a player's program fails to start; that player is then out at once. Otherwise the
    /// match does not start.
    pub starts_without_failed: bool,
    /// The default time limit of a turn, in seconds.
    pub turn_seconds: u64,
    /// The options of a match.
    pub options: &'static [Opt],
    /// Flags that each stand for several options.
    pub presets: &'static [Preset],
    /// The players that come with the program, from weak to strong.
    pub built_in: &'static [BuiltIn],
    /// The built-in player that takes seats for which the user named no player. If `None`, a match has as many seats as
    /// named players.
    pub filler: Option<&'static str>,
    /// The players that a page suggests, one for each seat; each is a built-in player or a person.
    pub suggested: &'static [&'static str],
    /// The kinds of players besides built-in ones, from [`super::Playable::PROTOCOLS`].
    pub protocols: PlayerKinds,
    /// The files that `wag new` writes for a new player. The first one is the player itself.
    pub new: Files,
    /// The files of `new` in other languages, by two-letter language code: the comments are translated, the code is the
    /// same.
    pub new_in: &'static [(&'static str, Files)],
    /// The files of an example client for the contest's protocol, from [`super::Playable::PROTOCOLS`].
    pub skeleton: Files,
    pub makers: &'static [Maker],
    /// The experiments that come with the game; their modules form the package `GAME_experiments`.
    pub experiments: &'static [Experiment],
    /// Short forms of commands, from the game's documentation.
    pub aliases: &'static [Alias],
    /// The challenges of the ladder, in order.
    pub stages: &'static [Stage],
    /// The files of the course's lessons, in order: `01-NAME.md`, and `01-NAME.LANGUAGE.md` for a translation.
    pub lessons: Files,
    /// The names of the figures of [`super::Game::standings`], the decisive one first.
    pub figures: &'static [&'static str],
    /// The name of the count in [`super::Playable::TALLY`].
    pub tally: Option<&'static str>,
    /// The names of the functions, classes and methods that the game calls in a Python file.
    pub entries: &'static [&'static str],
    /// Reads what a Python file declares about its player, from the source text and without running it.
    pub introduction: fn(&str) -> Introduction,
    /// Returns the possible numbers of players with some options: a map may allow fewer players than the game does.
    /// `None` if they are always [`GameInfo::seats`].
    pub seats_for: Option<SeatsFor>,
    /// Describes a file given for the named option; the error says why the file cannot be used.
    pub look: fn(&str, &[u8]) -> Result<FileInfo, Message>,
    /// Draws a file given for the named option, for a terminal. Returns `None` if the file cannot be drawn.
    pub sketch: fn(&str, &[u8]) -> Option<Sketch>,
    /// Returns the title of a game in logs and results, given its number within the match, from 0.
    pub title_of: fn(usize) -> String,
    /// The contest's check of a map. The second argument says whether small maps for experiments are allowed.
    pub check: Option<CheckMap>,
    /// Re-simulates a contest's replay and compares the result, from [`super::Playable::CONTEST`].
    pub verify: Option<VerifyContest>,
    /// Reads the result of a match from a contest's replay, from [`super::Playable::CONTEST`].
    pub result: Option<ReadResult>,
}

/// Returns the possible numbers of players with these options.
pub type SeatsFor = fn(&GameOptions) -> Result<RangeInclusive<usize>, InvalidOptions>;

/// The files of a game that is not part of the program, as they were when the game was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFile {
    /// The path of the game file.
    pub path: PathBuf,
    /// The name of the game's class.
    pub class: String,
    /// The SHA-256 hash of all files, in hexadecimal.
    pub sha256: String,
    /// The version of the rules that the class declares; it is only shown.
    pub version: u32,
    /// The files, as names relative to the folder of the game file, and texts. The first one is the game file.
    pub files: Vec<(String, String)>,
}

/// The names of players with arguments, and the most of them.
static NAMED: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
const NAMED_MAX: usize = 10_000;

impl GameInfo {
    /// Returns the possible numbers of players with these options.
    pub fn seats_with(&self, options: &GameOptions) -> Result<RangeInclusive<usize>, InvalidOptions> {
        self.seats_for.map_or_else(|| Ok(self.seats.clone()), |seats_for| seats_for(options))
    }

    /// Finds a built-in player. In games in a file, an argument may follow its name: `minimax:3`.
    pub fn built_in(&self, name: &str) -> Option<&'static BuiltIn> {
        let find = |name: &str| self.built_in.iter().find(|player| player.name == name);
        find(name).or_else(|| find(self.without_argument(name)?))
    }

    /// Returns the name of a built-in player with its argument, as a text that is never freed.
    pub fn built_in_name(&self, name: &str) -> Option<&'static str> {
        let player = self.built_in(name)?;
        if player.name == name {
            return Some(player.name);
        }
        let mut named = NAMED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = named.get(name).copied();
        known.or_else(|| (named.len() < NAMED_MAX).then(|| &*Box::leak(Box::from(name)))).inspect(|name| {
            named.insert(name);
        })
    }

    /// Returns the name in `minimax:3`. The argument is a number.
    fn without_argument<'n>(&self, name: &'n str) -> Option<&'n str> {
        let (name, argument) = name.split_once(':').filter(|_| self.name != self.rules)?;
        let is_number =
            (1..=9).contains(&argument.len()) && argument.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then_some(name)
    }

    pub fn option(&self, name: &str) -> Option<&'static Opt> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Returns the first option that takes a file, which is the map or board of a match.
    pub fn place_option(&self) -> Option<&'static Opt> {
        self.options.iter().find(|option| matches!(option.kind, Kind::File { .. }))
    }

    /// Returns the options with chosen files, each with the user's name for the file.
    pub fn files<'c>(&self, game_options: &'c GameOptions) -> impl Iterator<Item = (&'static Opt, &'c str)> {
        let options = self.options.iter();
        options.filter_map(|option| Some((option, game_options.file(option.name)?.1)))
    }

    /// Returns the chosen files that are not built in.
    pub fn own_files(&self, game_options: &GameOptions) -> Vec<PathBuf> {
        let is_own = |option: &Opt, word: &str| match &option.kind {
            Kind::File { built_in, .. } => built_in.iter().all(|file| file.name != word),
            _ => false,
        };
        let own = self.files(game_options).filter(|(option, word)| is_own(option, word));
        own.map(|(_, word)| PathBuf::from(word)).collect()
    }

    /// Returns the name of the player's file in a folder for a new player.
    pub fn own_player(&self) -> Option<&'static str> {
        self.new.first().map(|(file, _)| *file)
    }

    /// Returns the maximum number of players.
    pub fn most(&self) -> usize {
        *self.seats.end()
    }
}

/// The kinds of players that a game supports, in addition to built-in ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerKinds {
    pub python: bool,
    pub persistent: bool,
    pub files: bool,
    pub lines: bool,
    pub client: bool,
    /// Whether clients that speak a contest's protocol can play.
    pub framed: bool,
    pub person: bool,
}

impl PlayerKinds {
    /// Returns whether programs in any language can play.
    pub fn programs(self) -> bool {
        self.files || self.lines
    }
}

/// Files, as names and texts.
pub type Files = &'static [(&'static str, &'static str)];

/// Embeds files from a folder below `python/`: `python_files!("folder", "one.py", "two.py" = "other/place.py")`. A path
/// after `=` is relative to `python/`.
#[macro_export]
macro_rules! python_files {
    ($folder:literal, $($name:literal $(= $path:literal)?),* $(,)?) => {
        &[$(($name, $crate::python_files!(@ $folder, $name $(, $path)?))),*]
    };
    (@ $folder:literal, $name:literal) => {
        $crate::python_files!(@ $folder, $name, concat!($folder, "/", $name))
    };
    (@ $folder:literal, $name:literal, $path:expr) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/", $path))
    };
}

/// A short form of a command line.
#[derive(Debug)]
pub struct Alias {
    /// The first words of the short form.
    pub short: &'static [&'static str],
    /// The words that replace them.
    pub full: &'static [&'static str],
    /// The description in the help; `None` if the help of the full command describes it.
    pub about: Option<&'static str>,
}

impl Alias {
    pub const fn new(short: &'static [&'static str], full: &'static [&'static str]) -> Alias {
        Alias { short, full, about: None }
    }
}

/// An option of a game.
#[derive(Debug)]
pub struct Opt {
    /// The name, in lower case and without spaces: `--name` on the command line.
    pub name: &'static str,
    /// A one-line description for people.
    pub help: &'static str,
    pub kind: Kind,
}

/// A flag that stands for several options. Options that the user gives explicitly take precedence.
#[derive(Debug)]
pub struct Preset {
    /// The name of the flag, which is one of the options.
    pub flag: &'static str,
    /// Options and their values, as on the command line.
    pub options: &'static [(&'static str, &'static str)],
    /// The time limit for starting a player, in seconds.
    pub start_seconds: u64,
}

/// The type of an option's value.
#[derive(Debug)]
pub enum Kind {
    /// A whole number in a range. `usual` is `None` if the default is not a fixed number.
    Number {
        least: u64,
        most: u64,
        usual: Option<u64>,
    },
    Choice {
        of: &'static [&'static str],
        usual: &'static str,
    },
    Flag,
    /// Any text, which the game itself reads.
    Text {
        usual: &'static str,
    },
    /// A file of the user's own, or one that comes with the program.
    File {
        /// The extension of such files, without the dot.
        ending: &'static str,
        built_in: &'static [BuiltInFile],
        /// The default: the name of a built-in file, or the word of [`Kind::File::absent`].
        usual: &'static str,
        /// The word that stands for no file, and its explanation; `None` if a file is required.
        absent: Option<(&'static str, &'static str)>,
        /// A first character that marks the option's value as the text itself instead of a file name.
        literal: Option<char>,
    },
}

/// A file that comes with the program.
#[derive(Debug)]
pub struct BuiltInFile {
    pub name: &'static str,
    /// A one-line description.
    pub about: &'static str,
    pub text: fn() -> String,
}

/// A player that comes with the program.
#[derive(Debug)]
pub struct BuiltIn {
    pub name: &'static str,
    /// A one-line description for people.
    pub about: &'static str,
    pub plays: BotKind,
}

/// The implementation of a built-in player.
#[derive(Debug)]
pub enum BotKind {
    /// A player that orders nothing.
    Idle,
    /// A function of the game: [`super::Playable::bot`].
    Native,
    /// The text of a Python file.
    Source(&'static str),
    /// A folder of Python files and the data files that they read, by names such as `plans/raid.py`. The file `main` is
    /// the player. `wag new` can copy these files for users. The player is persistent in games that support persistent
    /// Python files.
    Folder { main: &'static str, files: Files },
}

impl BuiltIn {
    /// Returns the text of the player's Python file; `None` if it has no such file.
    pub fn source(&self) -> Option<&'static str> {
        match self.plays {
            BotKind::Source(text) => Some(text),
            BotKind::Folder { main, files } => {
                files.iter().find(|(name, _)| *name == main).map(|(_, text)| *text)
            }
            BotKind::Idle | BotKind::Native => None,
        }
    }

    /// Returns the files of the player's folder, or an empty list.
    pub fn files(&self) -> Files {
        if let BotKind::Folder { files, .. } = self.plays { files } else { &[] }
    }

    /// Returns the player's source and all its files as one text; `None` if it has no source.
    pub fn whole_source(&self) -> Option<String> {
        let files = self.files().iter().flat_map(|(name, text)| ["\n", name, "\n", text]);
        self.source().map(|source| std::iter::once(source).chain(files).collect())
    }

    pub fn is_idle(&self) -> bool {
        matches!(self.plays, BotKind::Idle)
    }
}

/// Checks a map; the `bool` says whether small maps for experiments are allowed. Returns objections, each a sentence
/// without a full stop. The error says why the file cannot be read.
pub type CheckMap = fn(&[u8], bool) -> Result<Vec<String>, String>;

/// A generator of random files of one kind, such as maps.
#[derive(Debug)]
pub struct Maker {
    /// The kind of file, which is also the name of the option that takes such a file.
    pub name: &'static str,
    pub help: &'static str,
    pub ending: &'static str,
    pub options: &'static [Opt],
    /// Generates the text of a file from a seed and options.
    pub make: fn(u64, &GameOptions) -> Result<String, InvalidOptions>,
}

/// An experiment: a module of `python/GAME/experiments/` that measures something about a game's tools and reports it in
/// tables and pictures.
#[derive(Debug)]
pub struct Experiment {
    pub name: &'static str,
    /// A one-line description of what it shows.
    pub help: &'static str,
}

/// One challenge of the ladder.
#[derive(Debug)]
pub struct Stage {
    pub name: &'static str,
    /// The built-in players on the seats after the learner's seat.
    pub opponents: &'static [&'static str],
    /// The opponent that the stage is named after. Its source code, if it has any, is the prize.
    pub champion: &'static str,
    /// Options and their values, as on the command line.
    pub options: &'static [(&'static str, &'static str)],
    pub wins_needed: u32,
    /// Players and files that are locked until the learner masters this stage.
    pub opens: &'static [Unlockable<'static>],
}

impl Stage {
    /// Creates a challenge in a game for two: the learner has to win three times against this player.
    pub const fn one_on_one(name: &'static str, opponents: &'static [&'static str; 1]) -> Stage {
        Stage { name, opponents, champion: opponents[0], options: &[], wins_needed: 3, opens: &[] }
    }
}

/// A built-in player or file that may be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlockable<'n> {
    Player(&'n str),
    /// A file: the name of an option, and the name of a built-in file for that option.
    File(&'n str, &'n str),
}

/// The options that the user chose, by name. Options that the user did not give are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOptions {
    pub values: BTreeMap<&'static str, Choice>,
}

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    Number(u64),
    Word(String),
    Flag,
    File {
        /// The user's word for the file.
        word: String,
        bytes: Vec<u8>,
    },
}

impl GameOptions {
    pub fn number(&self, option: &str) -> Option<u64> {
        match self.values.get(option) {
            Some(Choice::Number(number)) => Some(*number),
            _ => None,
        }
    }

    pub fn word(&self, option: &str) -> Option<&str> {
        match self.values.get(option) {
            Some(Choice::Word(word)) => Some(word),
            _ => None,
        }
    }

    pub fn flag(&self, option: &str) -> bool {
        matches!(self.values.get(option), Some(Choice::Flag))
    }

    /// Returns the bytes of a file and the user's word for it.
    pub fn file(&self, option: &str) -> Option<(&[u8], &str)> {
        match self.values.get(option) {
            Some(Choice::File { word, bytes }) => Some((bytes, word)),
            _ => None,
        }
    }
}

/// The reason why options are invalid, as one sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidOptions(pub String);

/// The data that a Python file declares about its player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    pub name: Option<String>,
    /// The seat that the player prefers, counted from 1.
    pub seat: Option<usize>,
    /// The number of games that the player asks to play in a row. `rounds` limits the length of each game.
    pub games: Option<usize>,
    pub rounds: Option<u32>,
    /// Whether the file is persistent although the game also has players that run again in each turn.
    pub is_persistent: bool,
}

/// The description of a file given for an option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// The title; empty if the file has none.
    pub title: String,
    /// The width and height of the board; `None` if the file is not a board.
    pub size: Option<(u32, u32)>,
    /// Warnings about oddities, each with its location in the file.
    pub warnings: Vec<Message>,
}

/// A drawing of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The board, one symbol per square.
    pub sight: Sight,
    /// The symbols of the drawing and their meanings.
    pub legend: Vec<(Vec<Cell>, &'static str)>,
    /// Further remarks for the user.
    pub words: String,
}
