//! The declaration of a game for commands and pages: data, and functions without I/O.

use super::protocols::Protocols;
use super::{
    Advice, ContestReplays, Critic, Environment, FileInfo, Game, GameInfo, GameOptions, Introduction,
    InvalidOptions, PlayerKinds, Seat, Show,
};
use wag_i18n::{Message, t};

/// A game that commands and pages can offer to players.
pub trait Playable: Show + Environment {
    /// The constant part of the declaration, which has no type parameter. It consists of the defaults of
    /// [`GameInfo::of`] and of the fields in which the game differs from them.
    const INFO: GameInfo;
    const PROTOCOLS: &'static Protocols<Self>;
    /// The replay format of the contest that the game comes from.
    const CONTEST: Option<ContestReplays<Self>> = None;
    /// An additional count that decides between players with equal results in a series.
    const TALLY: Option<Tally<Self>> = None;
    /// The benchmarks that measure the engine with this game.
    const BENCH: Bench<Self> = Bench::USUAL;

    /// Creates the bot for a built-in player of kind [`BotKind::Native`], for one game. Returns `None` if no such
    /// player has this name. `info` is the declaration of the game that is played.
    fn bot(_info: &'static GameInfo, _name: &str) -> Option<Bot<Self>> {
        None
    }

    /// Returns the setup of one game of a match: everything that decides the game apart from the seed and the orders.
    /// `info` is the declaration of the game that is played.
    fn setup(
        info: &'static GameInfo,
        options: &GameOptions,
        seated: &[Seated<'_>],
        draw: Draw,
    ) -> Result<Self::Setup, InvalidOptions>;

    /// Says that nobody looks at positions of a match with this setup, so that the rules need not draw them.
    fn omit_pictures(_setup: &mut Self::Setup) {}

    /// Returns the planned number of rounds; 0 if it is unknown.
    fn rounds(_setup: &Self::Setup) -> u32 {
        0
    }

    /// Returns the result of one game of a match in the game's own words.
    fn verdict(_state: &Self::State, _players: &[PlayerSummary<'_>], _game: usize) -> Option<Verdict> {
        None
    }

    /// Returns an observer that notes what players could have done better; `None` if the game has none.
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
        Box::new(Plain { round: Some(0), ..Plain::new(setup, names) })
    }
}

impl GameInfo {
    /// Returns a declaration with the fields that follow from the game's other declarations, and defaults for the rest.
    /// A game has to set `title`, `about`, `seats`, `suggested` and `figures` itself.
    pub const fn of<G: Playable>() -> GameInfo {
        let (verify, result) = match G::CONTEST {
            Some(contest) => (Some(contest.verify), Some(contest.result)),
            None => (None, None),
        };
        GameInfo {
            name: G::NAME,
            rules: G::NAME,
            file: None,
            title: "",
            about: "",
            seats: 0..=0,
            games: 1,
            simultaneous: false,
            starts_without_failed: false,
            turn_seconds: 5,
            options: &[],
            presets: &[],
            built_in: &[],
            filler: None,
            suggested: &[],
            protocols: PlayerKinds {
                python: G::PROTOCOLS.python.is_some(),
                persistent: G::PROTOCOLS.persistent.is_some(),
                files: G::PROTOCOLS.files.is_some(),
                lines: G::PROTOCOLS.lines.is_some(),
                client: G::PROTOCOLS.json.is_some() || G::PROTOCOLS.framed.is_some(),
                framed: G::PROTOCOLS.framed.is_some(),
                person: G::PROTOCOLS.person.is_some(),
            },
            new: &[],
            new_in: &[],
            skeleton: match &G::PROTOCOLS.framed {
                Some(way) => way.skeleton,
                None => &[],
            },
            makers: &[],
            experiments: &[],
            aliases: &[],
            stages: &[],
            lessons: &[],
            figures: &[],
            tally: match G::TALLY {
                Some(tally) => Some(tally.name),
                None => None,
            },
            entries: &[],
            introduction: |_| Introduction::default(),
            seats_for: None,
            look: |_, _| Ok(FileInfo::default()),
            sketch: |_, _| None,
            title_of: |_| String::new(),
            check: None,
            verify,
            result,
        }
    }
}

/// Returns a narrator that reports each event with the game's own sentence for it.
pub fn plain_narrator<G: Show>(setup: &G::Setup, names: &[String]) -> Box<dyn Narrator<G>> {
    Box::new(Plain::new(setup, names))
}

/// The player on a seat.
#[derive(Clone, Copy, Debug)]
pub struct Seated<'s> {
    pub name: &'s str,
    /// The name of the built-in player; `None` for any other player.
    pub built_in: Option<&'static str>,
}

/// The seed of a game and its number within the match.
#[derive(Clone, Copy, Debug)]
pub struct Draw {
    pub seed: u64,
    /// The number of the game within the match, from 0.
    pub game: usize,
}

/// A bot: a function of the seat's view and of a seed for its random numbers in this turn. It may keep state between
/// turns.
pub type Bot<G> = Box<dyn BotFunction<G>>;

/// A function that returns a bot's orders, and that can be copied together with what the bot remembers.
pub trait BotFunction<G: Game>: FnMut(&G::View<'_>, u64) -> G::Orders + Send {
    fn boxed_clone(&self) -> Bot<G>;
}

impl<G: Game, F: FnMut(&G::View<'_>, u64) -> G::Orders + Clone + Send + 'static> BotFunction<G> for F {
    fn boxed_clone(&self) -> Bot<G> {
        Box::new(self.clone())
    }
}

/// A summary of a player's part in a game.
#[derive(Clone, Copy, Debug)]
pub struct PlayerSummary<'p> {
    /// The user's name for the player.
    pub name: &'p str,
    /// The number of turns in which the rules refused something that the player ordered, as reported in the player's
    /// log.
    pub refused: u32,
    /// The cause of the player's last lost turn: the kind of fault and a sentence; `None` if it lost no turn.
    pub fault: Option<(&'static str, &'p str)>,
}

/// A count per seat, taken during a game.
pub struct Tally<G: Game> {
    pub name: &'static str,
    /// Adds the events of a turn of the given seats to the counts, which are in seat order.
    pub count: fn(&[Seat], &[G::Event], &mut [u64]),
}

/// The result of a game in the game's own words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The result as sentences for people.
    pub words: String,
    /// The result as whole lines for other programs; may be empty.
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

/// A narrator that reports each event with the game's own sentence for it.
struct Plain<G: Show> {
    setup: G::Setup,
    names: Vec<String>,
    /// The round whose heading was the last one; `None` if rounds have no headings.
    round: Option<u32>,
}

impl<G: Show> Plain<G> {
    fn new(setup: &G::Setup, names: &[String]) -> Plain<G> {
        Plain { setup: setup.clone(), names: names.to_vec(), round: None }
    }

    fn sentences(&self, events: &[G::Event]) -> String {
        events
            .iter()
            .filter(|event| !G::is_silent(event))
            .map(|event| format!("{}.\n", G::tell(&self.setup, event, &self.names).translated()))
            .collect()
    }
}

impl<G: Show> Narrator<G> for Plain<G> {
    fn begin(&mut self, _: &G::State, events: &[G::Event]) -> String {
        self.sentences(events)
    }

    fn head(&mut self, round: u32, _: &[Seat]) -> String {
        let is_new = self.round.is_some_and(|last| last != round);
        self.round = self.round.map(|_| round);
        if is_new { t!("\nRound %{round}\n", round) } else { String::new() }
    }

    fn turn(&mut self, _: u32, _: &[Seat], events: &[G::Event], _: &G::State) -> String {
        self.sentences(events)
    }
}

/// Creates a bot that plays without a player process, to measure the rules alone. The bot receives the view and the
/// number of turns so far.
pub type Walk<G> = fn() -> Bot<G>;

/// The benchmarks that `wag bench` runs with a game.
pub struct Bench<G: Game> {
    /// Python files that do almost nothing, each with a description. They may import `bench_helper` and the modules `a`
    /// to `d` of the package `bench_kit`, which have ten functions each.
    pub light: &'static [(&'static str, &'static str)],
    /// A Python file that does a typical player's work in each turn. The default is the first file that `wag new`
    /// writes.
    pub ai: Option<&'static str>,
    /// A Python file that measures calls into the game's own module. It prints `FIGURES` and a JSON list of (call,
    /// nanoseconds of the call, nanoseconds of the same call on a plain class).
    pub calls: Option<&'static str>,
    /// The boards to measure on: for each, a label for the table, and the options that choose the board.
    pub places: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    /// A label for the table, and two states on the last of the `places`, which differ on a tenth of the board.
    pub changing: Option<(&'static str, Changing<G>)>,
    /// A bot for measuring the rules alone. The default is the first built-in player of kind [`BotKind::Native`].
    pub walk: Option<Walk<G>>,
    /// The number of players. The default is the maximum number.
    pub seats: Option<usize>,
    /// Crowded boards that show how costs grow, for a game with the line protocol.
    pub crowds: Option<Crowds<G>>,
}

impl<G: Game> Bench<G> {
    /// The default benchmarks, which need nothing except the game.
    pub const USUAL: Bench<G> = Bench {
        light: &[],
        ai: None,
        calls: None,
        places: &[("as usual", &[])],
        changing: None,
        walk: None,
        seats: None,
        crowds: None,
    };
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
    /// Returns a program's answer to a view in the given round.
    pub answer: fn(&G::View<'_>, u32) -> String,
    /// Comma-separated words, or `None` if players are not measured on this board. The measured programs answer with
    /// the first word after each line that equals one of the words; Python files are measured as well.
    pub echo: Option<&'static str>,
}
