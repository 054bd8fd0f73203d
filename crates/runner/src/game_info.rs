//! A game's declarations, without its type.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use wag_core::game::{
    Alias, BotKind, CheckMap, Experiment, Files, GameOptions, Introduction, Kind, Maker, Opt, Playable,
    Preset, ReadResult, Stage, VerifyContest,
};
use wag_games::names;
use wag_i18n::{Language, t};

/// A game's declarations for its users.
#[derive(Debug)]
pub struct GameInfo {
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub seats: RangeInclusive<usize>,
    /// Number of games per match.
    pub games: usize,
    /// True if several seats may move at the same time.
    pub at_once: bool,
    pub turn_seconds: u64,
    pub options: &'static [Opt],
    pub presets: &'static [Preset],
    /// Built-in players, from weak to strong.
    pub built_in: Vec<BuiltInCard>,
    pub filler: Option<&'static str>,
    pub suggested: &'static [&'static str],
    pub ways: Kinds,
    pub new: &'static [(&'static str, &'static str)],
    new_in: &'static [(&'static str, &'static [(&'static str, &'static str)])],
    pub makers: &'static [Maker],
    pub experiments: &'static [Experiment],
    pub aliases: &'static [Alias],
    pub stages: &'static [Stage],
    /// Names of a seat's figures, the deciding one first.
    pub figures: &'static [&'static str],
    /// Name of the additional tally.
    pub tally: Option<&'static str>,
    /// Extracts from a Python file the description of its player.
    pub introduction: fn(&str) -> Introduction,
    /// The files of a contest's client.
    pub skeleton: &'static [(&'static str, &'static str)],
    /// Checks a map against the rules of a contest.
    pub check: Option<CheckMap>,
    /// Replays a contest's replay and compares it, if the game has a contest with replays.
    pub verify: Option<VerifyContest>,
    /// Reads the result of a match from a contest's replay.
    pub result: Option<ReadResult>,
}

/// A built-in player.
#[derive(Debug)]
pub struct BuiltInCard {
    pub name: &'static str,
    pub about: &'static str,
    /// Its Python file, if it has one.
    pub source: Option<&'static str>,
    /// The files of its folder, one of which is its source.
    pub files: Files,
    /// True if it gives no orders.
    pub is_idle: bool,
}

/// The kinds of players that a game supports, in addition to built-in ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kinds {
    pub python: bool,
    pub persistent: bool,
    pub files: bool,
    pub lines: bool,
    pub client: bool,
    /// True if clients speak a contest's protocol.
    pub framed: bool,
    pub person: bool,
}

impl GameInfo {
    pub fn of<G: Playable>() -> GameInfo {
        let ways = G::PROTOCOLS;
        GameInfo {
            name: G::NAME,
            title: G::TITLE,
            about: G::ABOUT,
            seats: G::SEATS,
            games: G::GAMES,
            at_once: G::SIMULTANEOUS,
            turn_seconds: G::TURN_SECONDS,
            options: G::OPTIONS,
            presets: G::PRESETS,
            built_in: G::BUILT_IN.iter().map(built_in).collect(),
            filler: G::FILLER,
            suggested: G::SUGGESTED,
            ways: Kinds {
                python: ways.python.is_some(),
                persistent: ways.persistent.is_some(),
                files: ways.files.is_some(),
                lines: ways.lines.is_some(),
                client: ways.json.is_some() || ways.framed.is_some(),
                framed: ways.framed.is_some(),
                person: ways.person.is_some(),
            },
            new: G::NEW,
            new_in: G::NEW_IN,
            makers: G::MAKERS,
            experiments: G::EXPERIMENTS,
            aliases: G::ALIASES,
            stages: G::STAGES,
            figures: G::FIGURES,
            tally: G::TALLY.map(|tally| tally.name),
            introduction: G::introduction,
            skeleton: ways.framed.as_ref().map_or(&[], |protocol| protocol.skeleton),
            check: G::CHECK,
            verify: G::CONTEST.map(|contest| contest.verify),
            result: G::CONTEST.map(|contest| contest.result),
        }
    }

    /// Returns whether this is the default game.
    pub fn is_first(&self) -> bool {
        names().first() == Some(&self.name)
    }

    pub fn built_in(&self, name: &str) -> Option<&BuiltInCard> {
        self.built_in.iter().find(|player| player.name == name)
    }

    pub fn option(&self, name: &str) -> Option<&'static Opt> {
        self.options.iter().find(|option| option.name == name)
    }

    /// Returns the first option that takes a file; it names the place of a match.
    pub fn place_option(&self) -> Option<&'static Opt> {
        self.options.iter().find(|option| matches!(option.kind, Kind::File { .. }))
    }

    /// Returns the chosen files under the user's names.
    pub fn files<'c>(&self, chosen: &'c GameOptions) -> impl Iterator<Item = (&'static Opt, &'c str)> {
        let options = self.options.iter();
        options.filter_map(|option| Some((option, chosen.file(option.name)?.1)))
    }

    /// Returns the chosen files that are not built in.
    pub fn own_files(&self, chosen: &GameOptions) -> Vec<PathBuf> {
        let is_own = |option: &Opt, word: &str| match &option.kind {
            Kind::File { built_in, .. } => built_in.iter().all(|file| file.name != word),
            _ => false,
        };
        let own = self.files(chosen).filter(|(option, word)| is_own(option, word));
        own.map(|(_, word)| PathBuf::from(word)).collect()
    }

    /// Returns the name of the player's file in a new folder.
    pub fn own_player(&self) -> Option<&'static str> {
        self.new.first().map(|(file, _)| *file)
    }

    /// Returns the files for a new folder in the user's language, or in English if there is no translation.
    pub fn new_files(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let spoken = Language::spoken().code;
        let translations = self
            .new_in
            .iter()
            .find(|(language, _)| *language == spoken)
            .map_or(&[][..], |(_, translations)| translations);
        self.new.iter().map(|new| *translations.iter().find(|(name, _)| *name == new.0).unwrap_or(new))
    }

    /// Returns the maximum number of players.
    pub fn most(&self) -> usize {
        *self.seats.end()
    }

    /// Returns an example of a command that plays a match, with the player's file of a new folder if there is one.
    pub fn example(&self) -> String {
        let own = self.own_player();
        let players: Vec<&str> = match (own, self.filler) {
            (Some(own), Some(_)) => vec![own],
            (Some(own), None) => [own].into_iter().chain(self.suggested.iter().skip(1).copied()).collect(),
            (None, _) => self.suggested.to_vec(),
        };
        let game = if self.is_first() { "" } else { self.name };
        let words = ["wag", "play", game].into_iter().chain(players).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    }

    /// Formats the number of players: `4 players`, `2 to 4 players`.
    pub fn seats_in_words(&self) -> String {
        match (self.seats.start(), self.seats.end()) {
            (least, most) if least == most => t!("%{most} players", most),
            (least, most) => t!("%{least} to %{most} players", least, most),
        }
    }

    /// Lists the possible players for people: built-in names, and an example for each kind.
    pub fn players_in_words(&self) -> String {
        let names = self.built_in.iter().map(|player| player.name.to_string());
        names.chain(self.ways.in_words()).collect::<Vec<_>>().join(", ")
    }
}

fn built_in<G: Playable>(player: &wag_core::game::BuiltIn<G>) -> BuiltInCard {
    let (source, files): (_, Files) = match player.plays {
        BotKind::Source(text) => (Some(text), &[]),
        BotKind::Folder { main, files } => (Some(text_of(main, files)), files),
        BotKind::Idle | BotKind::StatelessBot(_) | BotKind::StatefulBot(_) => (None, &[]),
    };
    let is_idle = matches!(player.plays, BotKind::Idle);
    BuiltInCard { name: player.name, about: player.about, source, files, is_idle }
}

/// Returns the text of the file with this name.
pub fn text_of(main: &str, files: Files) -> &'static str {
    files.iter().find(|(name, _)| *name == main).map_or("", |(_, text)| *text)
}

impl BuiltInCard {
    /// Returns its source and all its files as one text.
    pub fn whole_source(&self) -> Option<String> {
        let files = self.files.iter().flat_map(|(name, text)| ["\n", name, "\n", text]);
        self.source.map(|source| std::iter::once(source).chain(files).collect())
    }

    /// Returns the name of the file in its folder that is its source.
    pub fn main_file(&self) -> Option<&'static str> {
        let is_source = |(_, text): &&(&str, &str)| Some(*text) == self.source;
        self.files.iter().find(is_source).map(|(name, _)| *name)
    }
}

impl Kinds {
    /// Returns whether programs in any language can play.
    pub fn programs(self) -> bool {
        self.files || self.lines
    }

    fn in_words(self) -> impl Iterator<Item = String> {
        let all = [
            (self.person, "human".to_string()),
            (self.python, t!("FILE.py (a Python file that is run anew each turn)")),
            (
                self.living && self.python,
                t!("persistent:FILE.py (a Python file that runs for the whole match)"),
            ),
            (self.living && !self.python, t!("FILE.py (a Python file that runs for the whole match)")),
            (self.files, t!("./PROGRAM or \"COMMAND WORDS\" (a program, started for each turn)")),
            (self.lines && self.files, t!("lines:COMMAND (a program that runs for the whole match)")),
            (
                self.lines && !self.files,
                t!("./PROGRAM or \"COMMAND WORDS\" (a program that runs for the whole match)"),
            ),
            (self.client, t!("tcp or tcp:PORT (a client that connects)")),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, words)| words)
    }
}
