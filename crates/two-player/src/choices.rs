//! The games and players that the web pages offer for two-player games: the built-in ones, and the classes in the files
//! of the user's folder that seem to have the required methods. Each choice lists its constructor arguments, so that
//! the pages can ask for their values.

use crate::classes::{Class, Source};
use crate::signature::{Parameter, is_literal};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use wag_python::GAMES_MODULE;

/// The games of the built-in module, by the names that the commands accept.
const GAMES: [&str; 5] = ["TicTacToe", "ConnectFour", "Reversi", "SimpleNim", "Nim"];
/// The players of the built-in module, by the names that the commands accept.
const PLAYERS: [&str; 6] = ["You", "Random", "Minimax", "AlphaBeta", "Perfect", "Nim"];
const MODULE: &str = "two_player_games";
/// Default values for arguments of built-in classes that have no default in the module itself. Each entry contains the
/// class, the argument and the value.
const DEFAULT_ARGUMENTS: [(&str, &str, &str); 4] = [
    ("SimpleNim", "count", "21"),
    ("Nim", "heaps", "1,3,5,7"),
    ("MinimaxPlayer", "depth", "3"),
    ("AlphaBetaPlayer", "depth", "5"),
];
/// The methods that a class must have to be a game.
const GAME_METHODS: [&str; 4] = ["valid_moves", "make_move", "has_ended", "winner"];
/// The methods that a class must have to be a player.
const PLAYER_METHODS: [&str; 1] = ["select_move"];
/// The number of constructor arguments of a game that the Python module supplies: the two players.
const GAME_ARGUMENTS_SUPPLIED: usize = 2;
/// The number of constructor arguments of a player that the Python module supplies: its name.
const PLAYER_ARGUMENTS_SUPPLIED: usize = 1;
/// The maximum number of classes to search for a method of a class: the class itself and its bases.
const BASES_MAX: usize = 50;

/// All games and players that the user can choose.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choices {
    games: Vec<Choice>,
    players: Vec<Choice>,
    /// The games in the user's files.
    own_games: Vec<Choice>,
    own_players: Vec<Choice>,
}

/// A game or a player that the user can choose, with the arguments that may follow its name and a colon.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Choice {
    word: String,
    arguments: Vec<Argument>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Argument {
    name: String,
    /// The default value; `None` if the argument is required.
    usual: Option<String>,
}

/// Returns all choices; `files` are the Python files in the folder.
pub fn choices(folder: &Path, files: &[String]) -> Choices {
    let sources = files.iter().map(|file| (file.as_str(), Source::of_file(&folder.join(file))));
    let library = Library::new(sources.collect());
    Choices {
        games: library.built_in(&GAMES, GAME_ARGUMENTS_SUPPLIED),
        players: library.built_in(&PLAYERS, PLAYER_ARGUMENTS_SUPPLIED),
        own_games: library.own(&GAME_METHODS, GAME_ARGUMENTS_SUPPLIED),
        own_players: library.own(&PLAYER_METHODS, PLAYER_ARGUMENTS_SUPPLIED),
    }
}

/// All classes in the user's files and in the built-in module.
struct Library<'f> {
    files: BTreeMap<&'f str, Source>,
    module: Source,
}

/// A class and the file that defines it; `None` stands for the built-in module.
type FoundClass<'l> = (Option<&'l str>, &'l Class);

impl<'f> Library<'f> {
    fn new(files: BTreeMap<&'f str, Source>) -> Library<'f> {
        Library { files, module: Source::of_text(GAMES_MODULE) }
    }

    fn built_in(&self, names: &[&str], given: usize) -> Vec<Choice> {
        let choice = |name: &&str| {
            let is_meant = |class: &&Class| {
                class.name == *name && given == GAME_ARGUMENTS_SUPPLIED || class.name == class_of(name)
            };
            let class = self.module.classes.iter().find(is_meant);
            let arguments = class.and_then(|class| self.arguments((None, class), given)).unwrap_or_default();
            Choice { word: name.to_string(), arguments }
        };
        names.iter().map(choice).collect()
    }

    /// Returns a choice for each class in the user's files that has these methods and whose constructor accepts the
    /// arguments that the module supplies; `given` is their number.
    fn own(&self, methods: &[&str], given: usize) -> Vec<Choice> {
        let all =
            self.files.iter().flat_map(|(file, source)| source.classes.iter().map(|class| (*file, class)));
        let choice = |(file, class): (&'f str, &Class)| {
            let found = (Some(file), class);
            let has_all = methods.iter().all(|method| self.has(found, method));
            let arguments = self.arguments(found, given).filter(|_| has_all)?;
            Some(Choice { word: format!("{file}:{}", class.name), arguments })
        };
        all.filter_map(choice).collect()
    }

    fn has(&self, found: FoundClass<'_>, method: &str) -> bool {
        self.line(found).iter().any(|(_, class)| class.methods.iter().any(|one| one == method))
    }

    /// Returns the constructor's arguments that the user can give. The first `given` arguments are left out, because
    /// the module supplies them. Returns `None` if the constructor does not accept that many arguments.
    fn arguments(&self, found: FoundClass<'_>, given: usize) -> Option<Vec<Argument>> {
        let line = self.line(found);
        let init = line.iter().find_map(|(_, class)| class.init.as_ref())?;
        let named: Vec<&Parameter> = init.iter().take_while(|one| !one.name.starts_with('*')).collect();
        let takes_more =
            init.get(named.len()).is_some_and(|one| one.name.len() > 1 && !one.name.starts_with("**"));
        match named.len() >= given {
            true => Some(named[given..].iter().map_while(|one| argument(found, one)).collect()),
            false => takes_more.then(Vec::new),
        }
    }

    /// Returns a class and those of its base classes that are known, approximately in the order in which Python looks
    /// up methods.
    fn line<'l>(&'l self, found: FoundClass<'l>) -> Vec<FoundClass<'l>> {
        let (mut line, mut left) = (Vec::new(), vec![found]);
        while let Some(next) = left.pop()
            && line.len() < BASES_MAX
        {
            line.push(next);
            let bases = next.1.bases.iter().rev().filter_map(|base| self.base(next, base));
            left.extend(bases);
        }
        line
    }

    /// Finds a base class by its name in the same file, in a file that it imports, or in the built-in module.
    fn base<'l>(&'l self, (file, class): FoundClass<'l>, name: &str) -> Option<FoundClass<'l>> {
        let in_module = || Some((None, named(&self.module, name)?));
        let Some(file) = file else { return in_module() };
        let source = self.files.get(file)?;
        let here = named(source, name).filter(|found| found.name != class.name);
        let beside = || {
            source.imports.iter().find_map(|module| {
                let place = Path::new(file).with_file_name(format!("{}.py", module.replace('.', "/")));
                let (file, other) = self.files.get_key_value(place.to_str()?)?;
                Some((Some(*file), named(other, name)?))
            })
        };
        let is_imported = || source.imports.iter().any(|module| module == MODULE);
        here.map(|class| (Some(file), class))
            .or_else(beside)
            .or_else(|| in_module().filter(|_| is_imported()))
    }
}

fn named<'s>(source: &'s Source, name: &str) -> Option<&'s Class> {
    source.classes.iter().find(|class| class.name == name)
}

/// Returns the name of the class in the built-in module that a player's name stands for.
fn class_of(word: &str) -> String {
    if word == "You" { "Human".to_string() } else { format!("{word}Player") }
}

/// Returns a constructor argument. Returns `None` if its default cannot be typed as text; then neither this argument
/// nor any later one is offered.
fn argument((file, class): FoundClass<'_>, parameter: &Parameter) -> Option<Argument> {
    let (name, class, is_built_in) = (parameter.name.clone(), &class.name, file.is_none());
    // A class in a learner's file with the same name may give the argument another meaning.
    let is_known = |known: &&(&str, &str, &str)| known.0 == class && is_built_in && known.1 == name;
    if let Some((.., usual)) = DEFAULT_ARGUMENTS.iter().find(is_known) {
        return Some(Argument { name, usual: Some(usual.to_string()) });
    }
    match &parameter.usual {
        None => Some(Argument { name, usual: None }),
        Some(usual) => is_literal(usual).then(|| Argument { name, usual: Some(usual.clone()) }),
    }
}

#[cfg(test)]
mod tests {
    use crate::choices::*;

    fn own_choices(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
        let library = Library::new(files.iter().map(|(name, text)| (*name, Source::of_text(text))).collect());
        let words = |choices: Vec<Choice>| choices.into_iter().map(in_words).collect();
        (
            words(library.own(&GAME_METHODS, GAME_ARGUMENTS_SUPPLIED)),
            words(library.own(&PLAYER_METHODS, PLAYER_ARGUMENTS_SUPPLIED)),
        )
    }

    fn in_words(choice: Choice) -> String {
        let argument = |one: &Argument| format!("{}={}", one.name, one.usual.as_deref().unwrap_or("?"));
        let arguments: Vec<String> = choice.arguments.iter().map(argument).collect();
        format!("{}({})", choice.word, arguments.join(", "))
    }

    #[test]
    fn page_types_are_current() {
        wag_core::assert_page_types!("two-player.d.ts", "", [Choices, Choice, Argument]);
    }

    #[test]
    fn built_in_choices_list_their_arguments() {
        let library = Library::new(BTreeMap::new());
        let games: Vec<String> =
            library.built_in(&GAMES, GAME_ARGUMENTS_SUPPLIED).into_iter().map(in_words).collect();
        let expected = [
            "TicTacToe()",
            "ConnectFour(columns=7, rows=6, connect=4)",
            "Reversi(size=8)",
            "SimpleNim(count=21)",
            "Nim(heaps=1,3,5,7)",
        ];
        assert_eq!(games, expected);
        let players: Vec<String> =
            library.built_in(&PLAYERS, PLAYER_ARGUMENTS_SUPPLIED).into_iter().map(in_words).collect();
        assert_eq!(
            players,
            ["You()", "Random()", "Minimax(depth=3)", "AlphaBeta(depth=5)", "Perfect()", "Nim()"]
        );
    }

    const MODULE_OF_THE_COURSE: &str = "\
class Player:
    def __init__(self, name):
        self.name = name
    def set_game(self, game): ...

class Game:
    def __init__(self, player1, player2): ...
    def next_turn(self): ...
    def play(self): ...
";
    const NIM: &str = "\
from two_player_games import *

class SimpleNim(Game):
    def __init__(self, player1, player2, count):
        super().__init__(player1, player2)
    def has_ended(self): ...
    def make_move(self, number): ...
    def winner(self): ...
    def valid_moves(self): ...
";

    #[test]
    fn unusable_classes_are_not_offered() {
        let (games, players) = own_choices(&[("two_player_games.py", MODULE_OF_THE_COURSE), ("nim.py", NIM)]);
        assert_eq!((games, players), (vec!["nim.py:SimpleNim(count=?)".to_string()], Vec::new()));
        let patient =
            "class Player:\n    def __init__(self):\n        pass\n    def choose_move(self, a, b, c): ...\n";
        assert_eq!(
            own_choices(&[("patient.py", patient), ("game.py", "class Game:\n    pass\n")]),
            (Vec::new(), Vec::new())
        );
    }

    #[test]
    fn methods_are_inherited_from_the_module_and_from_other_files() {
        let clever = "\
from two_player_games import AlphaBetaPlayer, Player
import helpers.base

class Deep(AlphaBetaPlayer): pass
class Dice(helpers.base.Chooser):
    def __init__(self, name, sides=6, *, loud=False): ...
class Lonely(Unknown):
    def __init__(self, name): ...
class Nameless(Player):
    def __init__(self): ...
    def select_move(self): ...
class Late(Player):
    def __init__(self, name, depth, judge=None, more=3): ...
    def select_move(self): ...
";
        let base = "class Chooser:\n    def select_move(self): ...\n";
        let (games, players) = own_choices(&[("bots/clever.py", clever), ("bots/helpers/base.py", base)]);
        assert!(games.is_empty());
        let expected =
            ["bots/clever.py:Deep()", "bots/clever.py:Dice(sides=6)", "bots/clever.py:Late(depth=?)"];
        assert_eq!(players, expected);
    }

    #[test]
    fn circular_base_classes_are_ignored() {
        let circle = "class A(B):\n    def __init__(self, a, b): ...\nclass B(A): pass\nclass C(C): pass\n";
        assert_eq!(own_choices(&[("circle.py", circle)]), (Vec::new(), Vec::new()));
    }
}
