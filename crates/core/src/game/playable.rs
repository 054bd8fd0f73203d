//! The declaration of a game to commands and pages: data, and functions without I/O.

use super::protocols::Protocols;
use super::{Advice, Cell, ContestReplays, Critic, Game, Seat, Show, Sight};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use wag_i18n::Message;

/// A game that commands and pages can offer to players.
pub trait Playable: Show {
    /// The title shown to people.
    const TITLE: &'static str;
    /// A one-line description.
    const ABOUT: &'static str;
    /// The possible numbers of players.
    const SEATS: RangeInclusive<usize>;
    /// The number of games in a match; the setup may differ from one game to the next.
    const GAMES: usize = 1;
    /// Whether several seats act at the same time, so that their players may compute on several cores.
    const SIMULTANEOUS: bool = false;
    /// Whether a match starts even if a program fails to start; that player is then out at once. Otherwise the match
    /// does not start.
    const STARTS_WITHOUT_FAILED: bool = false;
    /// The default time limit of a turn, in seconds.
    const TURN_SECONDS: u64 = 5;
    /// The options of a match.
    const OPTIONS: &'static [Opt];
    /// Flags that stand for several options.
    const PRESETS: &'static [Preset] = &[];
    /// The players that come with the program, from weak to strong.
    const BUILT_IN: &'static [BuiltIn<Self>];
    /// The built-in player that takes seats for which the user named nobody. Without one, the match has as many seats
    /// as named players.
    const FILLER: Option<&'static str> = None;
    /// The players that a page suggests, one for each seat: built-in players or persons.
    const SUGGESTED: &'static [&'static str];
    const PROTOCOLS: &'static Protocols<Self>;
    /// The files of a new player that `wag new` writes, as names and texts. The first one is the player.
    const NEW: &'static [(&'static str, &'static str)] = &[];
    /// The same files in other languages, by two-letter language code: the comments are translated, the code is the
    /// same.
    const NEW_IN: &'static [(&'static str, &'static [(&'static str, &'static str)])] = &[];
    const MAKERS: &'static [Maker] = &[];
    /// The experiments that come with the game; their modules form the package `GAME_experiments`.
    const EXPERIMENTS: &'static [Experiment] = &[];
    /// The contest's check of a map. Its second argument allows small maps for experiments.
    const CHECK: Option<CheckMap> = None;
    /// The replay format of the contest that the game comes from.
    const CONTEST: Option<ContestReplays<Self>> = None;
    /// Short command lines from the game's documents, and the full commands that they stand for.
    const ALIASES: &'static [Alias] = &[];
    /// The challenges of the ladder, in order.
    const STAGES: &'static [Stage] = &[];
    /// The names of the figures of [`Game::standings`], the deciding one first.
    const FIGURES: &'static [&'static str];
    /// An additional count that separates equal players in a series.
    const TALLY: Option<Tally<Self>> = None;
    /// The benchmarks of the engine with this game.
    const BENCH: Bench<Self> = Bench {
        light: &[],
        ai: None,
        calls: None,
        changing: None,
        places: &[("as usual", &[])],
        walk: None,
        seats: None,
        crowds: None,
    };

    /// Returns the setup of one game of a match: everything that decides it besides the seed and the orders.
    fn setup(chosen: &GameOptions, seated: &[Seated<'_>], draw: Draw) -> Result<Self::Setup, InvalidOptions>;

    /// Returns the planned number of rounds; 0 if it is unknown.
    fn rounds(_setup: &Self::Setup) -> u32 {
        0
    }

    /// Reads what a Python file declares about its player from its source text, without running it.
    fn introduction(_source: &str) -> Introduction {
        Introduction::default()
    }

    /// Returns the possible numbers of players with these options: a map may allow fewer players than the game does.
    fn seats_for(_chosen: &GameOptions) -> Result<RangeInclusive<usize>, InvalidOptions> {
        Ok(Self::SEATS)
    }

    /// Describes a file given for an option; the error says why the file cannot be used.
    fn look(_option: &str, _bytes: &[u8]) -> Result<FileInfo, Message> {
        Ok(FileInfo::default())
    }

    /// For a terminal: draws a file given for an option; `None` if it cannot be drawn.
    fn sketch(_option: &str, _bytes: &[u8]) -> Option<Sketch> {
        None
    }

    /// Returns a title for the game of this number (from 0) in logs and results.
    fn title_of(_game: usize) -> String {
        String::new()
    }

    /// Returns the result of one game of a match in the game's own words: for people, then as lines for other programs.
    fn verdict(_state: &Self::State, _players: &[PlayerSummary<'_>], _game: usize) -> Option<Verdict> {
        None
    }

    /// Returns an observer that notes what players could have done better.
    fn critic(_setup: &Self::Setup) -> Option<Box<dyn Critic<Self>>> {
        None
    }

    /// Formats a note of one of the game's own kinds as a sentence without a full stop.
    fn advice(_note: &Advice) -> Message {
        Message::default()
    }

    /// Returns a narrator that reports only occasional events, such as the end of one of many games.
    fn headlines(setup: &Self::Setup, names: &[String]) -> Box<dyn Narrator<Self>> {
        plain_narrator(setup, names)
    }

    /// Returns a narrator that reports every turn.
    fn narrator(setup: &Self::Setup, names: &[String]) -> Box<dyn Narrator<Self>> {
        plain_narrator(setup, names)
    }
}

/// Returns a narrator that reports each event as the game's own sentence.
pub fn plain_narrator<G: Show>(setup: &G::Setup, names: &[String]) -> Box<dyn Narrator<G>> {
    Box::new(Plain { setup: setup.clone(), names: names.to_vec() })
}

/// The first words of a command line, and the words that replace them.
pub type Alias = (&'static [&'static str], &'static [&'static str]);

/// An option of a game.
#[derive(Debug)]
pub struct Opt {
    /// Lower case, without spaces: `--name` on the command line.
    pub name: &'static str,
    /// A one-line description for people.
    pub help: &'static str,
    pub kind: Kind,
}

/// A flag that stands for several options; options that the user gives explicitly take precedence.
#[derive(Debug)]
pub struct Preset {
    /// The name of the flag, which is one of the options.
    pub flag: &'static str,
    /// Options and their values, as on the command line.
    pub options: &'static [(&'static str, &'static str)],
    /// The start time limit of a player, in seconds.
    pub start_seconds: u64,
}

/// The type of an option's value.
#[derive(Debug)]
pub enum Kind {
    /// A whole number in a range. `usual` is `None` if the default is not a single number.
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
    /// A file of the user's, or one that comes with the program.
    File {
        /// The extension of such files, without the dot.
        ending: &'static str,
        built_in: &'static [BuiltInFile],
        /// The name of a built-in file, or [`Kind::File::absent`].
        usual: &'static str,
        /// The word that means no file, if that is allowed, and its explanation.
        absent: Option<(&'static str, &'static str)>,
        /// A first character that marks the word as the text itself instead of a file name.
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
        /// The user's word for it.
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

/// The reason why options are invalid: one sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidOptions(pub String);

/// The player on a seat.
#[derive(Clone, Copy, Debug)]
pub struct Seated<'s> {
    pub name: &'s str,
    /// The name of the built-in player; `None` for any other player.
    pub built_in: Option<&'static str>,
}

/// The data that a Python file declares about its player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    pub name: Option<String>,
    /// The seat that it prefers, from 1.
    pub seat: Option<usize>,
    /// The number of games that it asks to play in a row; `rounds` limits each of them.
    pub games: Option<usize>,
    pub rounds: Option<u32>,
}

/// The seed of a game and its number within the match.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pub seed: u64,
    /// The number of the game within the match, from 0.
    pub game: usize,
}

/// The description of a file given for an option.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileInfo {
    /// The title; empty if there is none.
    pub title: String,
    /// The width and height of a board.
    pub size: Option<(u32, u32)>,
    /// Warnings about oddities, each with its place in the file.
    pub warnings: Vec<Message>,
}

/// A drawing of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// The board, one symbol per field.
    pub sight: Sight,
    /// The symbols and their meanings.
    pub legend: Vec<(Vec<Cell>, &'static str)>,
    /// Further remarks.
    pub words: String,
}

/// A player that comes with the program.
pub struct BuiltIn<G: Game> {
    pub name: &'static str,
    /// A one-line description for people.
    pub about: &'static str,
    pub plays: BotKind<G>,
}

/// The implementation of a built-in player.
pub enum BotKind<G: Game> {
    /// A player that orders nothing.
    Idle,
    /// The text of a Python file.
    Source(&'static str),
    /// A folder of Python files and the data that they read, by names such as `plans/raid.py`; `main` is the player.
    /// `wag new` can copy these files for users. They are persistent players in games that support persistent Python
    /// files.
    Folder { main: &'static str, files: Files },
    /// A function of the seat's view and of the seed of its random numbers in this turn.
    StatelessBot(fn(&G::View<'_>, u64) -> G::Orders),
    /// Creates a stateful function, one for each game.
    StatefulBot(fn() -> StatefulBot<G>),
}

/// Files, as names and texts.
pub type Files = &'static [(&'static str, &'static str)];

/// A bot that keeps state between turns.
pub type StatefulBot<G> = Box<dyn FnMut(&<G as Game>::View<'_>, u64) -> <G as Game>::Orders>;

/// Checks a map; the `bool` allows small maps for experiments. Returns objections, each a sentence without a full stop;
/// the error says why the file cannot be read.
pub type CheckMap = fn(&[u8], bool) -> Result<Vec<String>, String>;

/// A generator of random files, such as maps.
#[derive(Debug)]
pub struct Maker {
    /// The kind of file, such as the name of the option that takes it.
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
    /// Built-in players on the seats after the learner's.
    pub opponents: &'static [&'static str],
    /// The opponent that the stage is named for. Its source code, if it has any, is the prize.
    pub champion: &'static str,
    /// Options and their values, as on the command line.
    pub options: &'static [(&'static str, &'static str)],
    pub wins_needed: u32,
    /// Players and files that are locked until the learner masters this stage.
    pub opens: &'static [Unlockable<'static>],
}

/// A built-in player or file that may be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlockable<'n> {
    Player(&'n str),
    /// The option, and the name of a built-in file for it.
    File(&'n str, &'n str),
}

/// A summary of a player's part in a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerSummary<'p> {
    /// The user's name for the player.
    pub name: &'p str,
    /// The number of turns in which the rules refused something that the player ordered, as its log reports.
    pub refused: u32,
    /// The cause of its last lost turn: the kind and a sentence.
    pub fault: Option<(&'static str, &'p str)>,
}

/// A count per seat, taken during a game.
pub struct Tally<G: Game> {
    pub name: &'static str,
    /// Updates the counts, which are in seat order, with the events of a turn of these seats.
    pub count: fn(&[Seat], &[G::Event], &mut [u64]),
}

/// The result of a game in the game's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Sentences for people.
    pub words: String,
    /// Whole lines for other programs; may be empty.
    pub lines: String,
}

/// A narrator of a game for people at a terminal. It returns whole lines.
pub trait Narrator<G: Game> {
    fn begin(&mut self, state: &G::State, events: &[G::Event]) -> String;
    /// Returns the heading of a turn of these seats. The players' output follows it.
    fn head(&mut self, _round: u32, _seats: &[Seat]) -> String {
        String::new()
    }
    /// Returns the report of a turn of these seats.
    fn turn(&mut self, round: u32, seats: &[Seat], events: &[G::Event], state: &G::State) -> String;
}

/// A narrator that reports each event as the game's own sentence.
struct Plain<G: Show> {
    setup: G::Setup,
    names: Vec<String>,
}

impl<G: Show> Plain<G> {
    fn sentences(&self, events: &[G::Event]) -> String {
        events.iter().map(|event| format!("{}.\n", G::tell(&self.setup, event, &self.names))).collect()
    }
}

impl<G: Show> Narrator<G> for Plain<G> {
    fn begin(&mut self, _: &G::State, events: &[G::Event]) -> String {
        self.sentences(events)
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[G::Event], _: &G::State) -> String {
        self.sentences(events)
    }
}

/// Creates a bot that plays the rules without a player process. The bot receives the view and the number of turns so
/// far.
pub type Walk<G> = fn() -> StatefulBot<G>;

/// The benchmarks that `wag bench` runs with a game.
pub struct Bench<G: Game> {
    /// Python files that do almost nothing, each with a description. They may import `bench_helper` and the modules `a`
    /// to `d` of the package `bench_kit`, which have ten functions each.
    pub light: &'static [(&'static str, &'static str)],
    /// A Python file that does a player's usual work in each turn. The default is the first file that `wag new` writes.
    pub ai: Option<&'static str>,
    /// A Python file that measures calls into the game's own module. It prints `FIGURES` and a JSON list of (call,
    /// nanoseconds, nanoseconds of the same call on a plain class).
    pub calls: Option<&'static str>,
    /// The boards to measure on: a label for the table, and the options that choose the board.
    pub places: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// Two states on the last of the `places` that differ on a tenth of the board, with a label for the table.
    pub changing: Option<(&'static str, Changing<G>)>,
    /// A bot for measuring the rules alone. The default is the first built-in player that is a function.
    pub walk: Option<Walk<G>>,
    /// The number of players. The default is the maximum.
    pub seats: Option<usize>,
    /// Crowded boards that show how costs grow, for a game with the line protocol.
    pub crowds: Option<Crowds<G>>,
}

/// Creates two states of a match.
pub type Changing<G> = fn(&<G as Game>::Setup) -> [<G as Game>::State; 2];

/// Creates crowded boards for `turns` turns.
pub type Crowds<G> = fn(turns: u32) -> Vec<Crowd<G>>;

/// A board with many objects.
pub struct Crowd<G: Game> {
    pub what: String,
    pub setup: G::Setup,
    pub seats: usize,
    /// Returns a program's answer in a round.
    pub answer: fn(&G::View<'_>, u32) -> String,
    /// Comma-separated words, if players are measured on this board as well. The measured programs answer with the
    /// first word after each line that equals one of the words; Python files are measured, too.
    pub echo: Option<&'static str>,
}
