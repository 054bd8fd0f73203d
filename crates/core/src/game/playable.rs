//! What a game declares of itself, so that every command and every page can offer it: data, and functions without I/O.

use super::ways::Protocols;
use super::{Advice, Cell, ContestReplays, Critic, Game, Seat, Show, Sight};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use wag_i18n::Message;

/// A game that can be played by whoever sits down to it.
pub trait Playable: Show {
    /// The game's name for people.
    const TITLE: &'static str;
    /// What it is about, in one line.
    const ABOUT: &'static str;
    /// How many can play.
    const SEATS: RangeInclusive<usize>;
    /// How many games a match is made of; the game's setup may differ from one to the next.
    const GAMES: usize = 1;
    /// Whether several seats are asked at once, so that their players may think on several cores.
    const AT_ONCE: bool = false;
    /// Whether a program that can't start is out at once and the others play; else there is no match.
    const STARTS_WITHOUT: bool = false;
    /// How long a player may think in a turn, in seconds, unless the user says otherwise.
    const TURN_SECONDS: u64 = 5;
    /// What can be chosen for a match.
    const OPTIONS: &'static [Opt];
    /// Flags that stand for several options.
    const PRESETS: &'static [Preset] = &[];
    /// Players that come with the program, from weak to strong.
    const BUILT_IN: &'static [BuiltIn<Self>];
    /// The built-in player that sits on a seat nobody was named for; without one, as many play as are named.
    const FILLER: Option<&'static str> = None;
    /// Whom a page suggests on the seats: built-in players or persons, one for each seat.
    const SUGGESTED: &'static [&'static str];
    const PROTOCOLS: &'static Protocols<Self>;
    /// The files of a first player: names and texts. The first one plays.
    const NEW: &'static [(&'static str, &'static str)] = &[];
    /// The same files for who speaks another language, named by its two letters: other comments, the same code.
    const NEW_IN: &'static [(&'static str, &'static [(&'static str, &'static str)])] = &[];
    const MAKERS: &'static [Maker] = &[];
    /// The experiments that come with it; the package of their modules is called `GAME_experiments`.
    const EXPERIMENTS: &'static [Experiment] = &[];
    /// What a contest would object to in a map, each in a sentence without a full stop; whether it may be small for trying things
    /// out. Of a file that can't be read, what is wrong with it.
    const CHECK: Option<CheckMap> = None;
    /// The replays of the contest that the game comes from.
    const CONTEST: Option<ContestReplays<Self>> = None;
    /// Short words of a command line that the game's documents use, and what they mean in full.
    const ALIASES: &'static [Alias] = &[];
    /// The challenges, in the order in which they are climbed.
    const STAGES: &'static [Stage] = &[];
    /// The names of the figures of [`Game::standings`], the deciding one first.
    const FIGURES: &'static [&'static str];
    /// What is counted besides the figures, to tell equals in a series apart.
    const TALLY: Option<Tally<Self>> = None;
    /// What is measured of the engine with this game.
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

    /// All that decides one game of a match besides seed and orders.
    fn setup(chosen: &GameOptions, seated: &[Seated<'_>], draw: Draw) -> Result<Self::Setup, InvalidOptions>;

    /// How many rounds are planned; 0 when nobody knows.
    fn rounds(_setup: &Self::Setup) -> u32 {
        0
    }

    /// What a Python file says of its player, as far as it can be read off its text.
    fn introduction(_source: &str) -> Introduction {
        Introduction::default()
    }

    /// How many can play with what was chosen: a map may be for fewer than the game is.
    fn seats_for(_chosen: &GameOptions) -> Result<RangeInclusive<usize>, InvalidOptions> {
        Ok(Self::SEATS)
    }

    /// What a file that was given for an option is, or why it can't be used.
    fn look(_option: &str, _bytes: &[u8]) -> Result<Look, Message> {
        Ok(Look::default())
    }

    /// For a terminal: such a file as a picture, if it can be drawn.
    fn sketch(_option: &str, _bytes: &[u8]) -> Option<Sketch> {
        None
    }

    /// What a log, or whoever reads the result, is told of the game with this number, from 0.
    fn title_of(_game: usize) -> String {
        String::new()
    }

    /// How a game of a match ended, in the game's own words: for people, then lines for other programs.
    fn verdict(_state: &Self::State, _players: &[PlayerSummary<'_>], _game: usize) -> Option<Verdict> {
        None
    }

    /// Whoever watches a game for what its players could have done better.
    fn critic(_setup: &Self::Setup) -> Option<Box<dyn Critic<Self>>> {
        None
    }

    /// A note of the game's own kinds, as a sentence without a full stop.
    fn advice(_note: &Advice) -> Message {
        Message::default()
    }

    /// Whoever tells no more of a game than what comes now and then: such as the end of one of many.
    fn headlines(setup: &Self::Setup, names: &[String]) -> Box<dyn Narrator<Self>> {
        plain_narrator(setup, names)
    }

    /// Whoever tells a game turn by turn.
    fn narrator(setup: &Self::Setup, names: &[String]) -> Box<dyn Narrator<Self>> {
        plain_narrator(setup, names)
    }
}

/// Tells each event as the game's own sentence.
pub fn plain_narrator<G: Show>(setup: &G::Setup, names: &[String]) -> Box<dyn Narrator<G>> {
    Box::new(Plain { setup: setup.clone(), names: names.to_vec() })
}

/// The first words of a command line, and those they stand for.
pub type Alias = (&'static [&'static str], &'static [&'static str]);

/// An option of a game.
#[derive(Debug)]
pub struct Opt {
    /// Lower case, no blanks: `--name` on the command line.
    pub name: &'static str,
    /// A line for people.
    pub help: &'static str,
    pub kind: Kind,
}

/// A flag that stands for several options, unless the user gives them as well.
#[derive(Debug)]
pub struct Preset {
    /// The name of the flag, which is one of the options.
    pub flag: &'static str,
    /// Options and their values, as words of a command line.
    pub options: &'static [(&'static str, &'static str)],
    /// How long a player may take to start, in seconds.
    pub start_seconds: u64,
}

/// What an option takes.
#[derive(Debug)]
pub enum Kind {
    /// A whole number in a range; `None`: what the game takes without it is not one number.
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
    /// A file, or one of those that come with the program.
    File {
        /// What the names of such files end with, without the dot.
        ending: &'static str,
        built_in: &'static [BuiltInFile],
        /// The name of a built-in file, or [`Kind::File::absent`].
        usual: &'static str,
        /// The word for no file at all, if that is possible, and what it means.
        absent: Option<(&'static str, &'static str)>,
        /// A word that begins with this sign names no file: it is the text itself.
        literal: Option<char>,
    },
}

/// A file that comes with the program.
#[derive(Debug)]
pub struct BuiltInFile {
    pub name: &'static str,
    /// What is special about it, in a line.
    pub about: &'static str,
    pub text: fn() -> String,
}

/// What was chosen, by the names of the options. What is not in here was not said.
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
        /// As the user has named it.
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

    /// The bytes of a file, and the word that named it.
    pub fn file(&self, option: &str) -> Option<(&[u8], &str)> {
        match self.values.get(option) {
            Some(Choice::File { word, bytes }) => Some((bytes, word)),
            _ => None,
        }
    }
}

/// Why a choice can't be played with: one sentence for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct InvalidOptions(pub String);

/// Who sits on a seat.
#[derive(Clone, Copy, Debug)]
pub struct Seated<'s> {
    pub name: &'s str,
    /// The name of the built-in player, if it is one.
    pub built_in: Option<&'static str>,
}

/// What a Python file says of its player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Introduction {
    pub name: Option<String>,
    /// Where it wants to sit, from 1.
    pub seat: Option<usize>,
    /// How many games it wants to play in a row, and up to which round each.
    pub games: Option<usize>,
    pub rounds: Option<u32>,
}

/// What decides a game of a match besides what was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pub seed: u64,
    /// Which game of the match, from 0.
    pub game: usize,
}

/// What a file for an option is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// Empty if it has none.
    pub title: String,
    /// Width and height of a board.
    pub size: Option<(u32, u32)>,
    /// What is odd about it, each with its place.
    pub warnings: Vec<Message>,
}

/// A file as a picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch {
    /// One sign per field.
    pub sight: Sight,
    /// The signs, and what they mean.
    pub legend: Vec<(Vec<Cell>, &'static str)>,
    /// What else there is to know.
    pub words: String,
}

/// A player that comes with the program.
pub struct BuiltIn<G: Game> {
    pub name: &'static str,
    /// A line for people.
    pub about: &'static str,
    pub plays: BotKind<G>,
}

/// How a built-in player plays.
pub enum BotKind<G: Game> {
    /// It orders nothing.
    Idle,
    /// A Python file, as it would stand on disk.
    Source(&'static str),
    /// Python files as they would stand in a folder, with what else they read, by names such as `plans/raid.py`; `main` plays. They
    /// are no secret: `wag new` hands them out. They live for the whole match where the game's Python files do.
    Folder { main: &'static str, files: Files },
    /// A function of what the seat sees, and of the seed of its dice in this turn.
    StatelessBot(fn(&G::View<'_>, u64) -> G::Orders),
    /// The same with a memory, made anew for each game.
    StatefulBot(fn() -> StatefulBot<G>),
}

/// Names and texts of files.
pub type Files = &'static [(&'static str, &'static str)];

/// A function that remembers what it has been up to.
pub type StatefulBot<G> = Box<dyn FnMut(&<G as Game>::View<'_>, u64) -> <G as Game>::Orders>;

/// Finds what is wrong with a map.
pub type CheckMap = fn(&[u8], bool) -> Result<Vec<String>, String>;

/// What makes new files by chance.
#[derive(Debug)]
pub struct Maker {
    /// What it makes, such as the name of the option that takes it.
    pub name: &'static str,
    pub help: &'static str,
    pub ending: &'static str,
    pub options: &'static [Opt],
    /// The text of the file.
    pub make: fn(u64, &GameOptions) -> Result<String, InvalidOptions>,
}

/// What measures something of a game's tools, and tells it in tables and pictures: a module of `python/GAME/experiments/`.
#[derive(Debug)]
pub struct Experiment {
    pub name: &'static str,
    /// What it shows.
    pub help: &'static str,
}

/// One challenge.
#[derive(Debug)]
pub struct Stage {
    pub name: &'static str,
    /// Built-in players, on the seats after the learner's.
    pub opponents: &'static [&'static str],
    /// The one whose stage this is. Its source, if there is one, is the prize.
    pub champion: &'static str,
    /// Options and their values, as words of a command line.
    pub options: &'static [(&'static str, &'static str)],
    pub wins_needed: u32,
    /// What opens when the stage is mastered, and is locked before.
    pub opens: &'static [Unlockable<'static>],
}

/// Something built in that may be locked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlockable<'n> {
    Player(&'n str),
    /// A built-in file for this option.
    File(&'n str, &'n str),
}

/// How a player fared in a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerSummary<'p> {
    /// As the user has named it.
    pub name: &'p str,
    /// In how many turns something that it ordered was not allowed, and is told in its log.
    pub refused: u32,
    /// What cost it its last lost turn; its kind and a sentence.
    pub fault: Option<(&'static str, &'p str)>,
}

/// Something that is counted per seat while a game is played.
pub struct Tally<G: Game> {
    pub name: &'static str,
    /// Adds what came of a turn of these seats to the counts, which are in seat order.
    pub count: fn(&[Seat], &[G::Event], &mut [u64]),
}

/// The end of a game in its own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Sentences for people.
    pub words: String,
    /// Whole lines for other programs; may be empty.
    pub lines: String,
}

/// Tells a game turn by turn, for whoever follows it at a terminal. All that it tells are whole lines.
pub trait Narrator<G: Game> {
    fn begin(&mut self, state: &G::State, events: &[G::Event]) -> String;
    /// Whose turn begins; whatever the players have printed in it is told next.
    fn head(&mut self, _round: u32, _seats: &[Seat]) -> String {
        String::new()
    }
    /// What came of a turn of these seats.
    fn turn(&mut self, round: u32, seats: &[Seat], events: &[G::Event], state: &G::State) -> String;
}

/// Tells each event as the game's own sentence.
struct Plain<G: Show> {
    setup: G::Setup,
    names: Vec<String>,
}

impl<G: Show> Plain<G> {
    fn told(&self, events: &[G::Event]) -> String {
        events.iter().map(|event| format!("{}.\n", G::tell(&self.setup, event, &self.names))).collect()
    }
}

impl<G: Show> Narrator<G> for Plain<G> {
    fn begin(&mut self, _: &G::State, events: &[G::Event]) -> String {
        self.told(events)
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[G::Event], _: &G::State) -> String {
        self.told(events)
    }
}

/// Makes who gives a seat's orders for the rules alone: by what it sees and how many turns there have been.
pub type Walk<G> = fn() -> StatefulBot<G>;

/// What `wag bench` measures with a game.
pub struct Bench<G: Game> {
    /// Python files that do next to nothing, with what they do do. They may import `bench_helper` and, of the package
    /// `bench_kit`, `a` to `d`: modules of ten functions each.
    pub light: &'static [(&'static str, &'static str)],
    /// A Python file that does what players do each turn; without it the first one that `wag new` writes.
    pub ai: Option<&'static str>,
    /// A Python file that measures calls into the game's own module and prints `FIGURES` and a JSON list of (call, ns, ns of
    /// the same call on a plain class).
    pub calls: Option<&'static str>,
    /// Where: a word for the table, and the options that choose it.
    pub places: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// Two states at the last place, with a word for the table, which differ on a tenth of the board.
    pub changing: Option<(&'static str, Changing<G>)>,
    /// Orders for the rules alone; without it those of the first built-in player that is a function.
    pub walk: Option<Walk<G>>,
    /// How many play; without it as many as can.
    pub seats: Option<usize>,
    /// Crowded boards for so many turns, which show with what the costs grow; for a game that speaks by lines.
    pub crowds: Option<Crowds<G>>,
}

/// Two states of a match.
pub type Changing<G> = fn(&<G as Game>::Setup) -> [<G as Game>::State; 2];

/// For so many turns.
pub type Crowds<G> = fn(turns: u32) -> Vec<Crowd<G>>;

/// A board with much on it.
pub struct Crowd<G: Game> {
    pub what: String,
    pub setup: G::Setup,
    pub seats: usize,
    /// What a program answers in a round.
    pub answer: fn(&G::View<'_>, u32) -> String,
    /// Whether players are measured on it, too: programs that answer with the first of these words, divided by commas, after
    /// each line that is one of them, and Python files.
    pub echo: Option<&'static str>,
}
