//! Games by the user's words: a name of the list, a game file, or the name of a game file in a folder of games.

use super::known::{KnownGame, all, find, remember};
use super::python_game::{self, COURSE_GAMES, PythonGame};
use super::python_source::{Class, Source};
use serde::Serialize;
use std::path::{Path, PathBuf};
use wag_core::game::Game;
use wag_core::text::nearest;
use wag_i18n::{Message, message, quote, t};

/// The environment variable with folders of game files, separated as in `PATH`.
pub const FOLDERS: &str = "WAG_GAMES";

/// The file of the module with the games of the course.
const GAMES_FILE: &str = "two_player_games.py";

/// The word before a name or file that can only be a game.
const PREFIX: &str = "game:";

impl KnownGame {
    /// Returns the game that the user's word names: a game of the list, `FILE.py` or `FILE.py:CLASS`, or the name of a
    /// game file in the folders of `WAG_GAMES` or in `folder`. The word may begin with `game:`. Runs a game file in the
    /// sandbox to read its declaration, once and after each change of the file.
    pub fn open(word: &str, folder: &Path) -> Result<KnownGame, Message> {
        if let Some(known) = find(word).filter(|game| python_game::is_current(game.info)) {
            return Ok(known);
        }
        let name = word.strip_prefix(PREFIX).unwrap_or(word);
        if COURSE_GAMES.contains(&name) {
            return Ok(remember(word, python_game::open_course(name)?));
        }
        let (path, class) = match file_and_class(name) {
            Some((file, class)) => (folder.join(file), class),
            None => match all().find(|game| game.info.name == name) {
                Some(listed) => return Ok(listed),
                None => (named(name, folder)?, None),
            },
        };
        Ok(remember(word, python_game::open(&path, class)?))
    }
}

/// Returns whether a word that may also name a player names a game: it begins with `game:`, it names a Python file with a
/// game, or no game of the list but a game file has this name.
pub fn is_game_file(word: &str, folder: &Path) -> bool {
    if word.starts_with(PREFIX) || COURSE_GAMES.contains(&word) {
        return true;
    }
    match file_and_class(word) {
        Some((file, _)) => {
            let source = Source::of_file(&folder.join(file));
            // A file that imports what games are written with is meant as a game, even if its class is none.
            source.imports_games || !game_classes(&source).is_empty()
        }
        None => find(word).is_none() && !files_named(word, folder).is_empty(),
    }
}

/// Returns the file of the user's word for a game: `nim.py` of `game:nim.py:Nim`. The name of a game is returned as it is.
pub fn file_in_word(word: &str) -> &str {
    let name = word.strip_prefix(PREFIX).unwrap_or(word);
    file_and_class(name).map_or(name, |(file, _)| file)
}

/// Where a listed game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A file of the working folder.
    Folder,
    /// A file of a folder of `WAG_GAMES`.
    Games,
    /// The course on games for two.
    Course,
}

/// A game in Python that can be opened, as far as the text of its file shows it.
#[derive(Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The word that opens the game.
    pub word: String,
    /// The name of its class.
    pub class: String,
    pub origin: Origin,
}

/// The most games that are listed.
const LISTED_MAX: usize = 500;

/// Lists the games in Python files of the working folder and of the folders of `WAG_GAMES`, and the games of the course.
/// Reads only texts: nothing runs.
pub fn listed_games(folder: &Path) -> Vec<ListedGame> {
    let listed = game_files(folder, None).into_iter().flat_map(|path| {
        let is_own = path.parent() == Some(folder);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let word = if is_own { file.clone() } else { python_game::name_of(&path) };
        let origin = if is_own { Origin::Folder } else { Origin::Games };
        // The module of the course and tests of games are not listed.
        let is_library = file == GAMES_FILE || file.starts_with("test_");
        let source = if is_library { Source::default() } else { Source::of_file(&path) };
        let classes: Vec<String> = game_classes(&source).into_iter().map(str::to_string).collect();
        let is_only = classes.len() == 1;
        let listed = classes.into_iter().filter(move |_| is_own || is_only);
        listed.map(move |class| ListedGame {
            word: if is_only { word.clone() } else { format!("{word}:{class}") },
            class,
            origin,
        })
    });
    let of_course = |class: &str| ListedGame {
        word: class.to_string(),
        class: class.to_string(),
        origin: Origin::Course,
    };
    listed.take(LISTED_MAX).chain(COURSE_GAMES.map(of_course)).collect()
}

/// Returns the word that opens the game of a replay, given the name of its file and its class.
pub fn recorded_word(file: &str, class: &str, folder: &Path) -> String {
    if file == python_game::COURSE_FILE {
        return class.to_string();
    }
    let path = folder.join(file);
    match game_classes(&Source::of_file(&path)).len() {
        0 if !path.is_file() => python_game::name_of(&path),
        0 | 1 => file.to_string(),
        _ => format!("{file}:{class}"),
    }
}

/// Returns the classes of a Python file that play a game: those with `select_move` or `choose`, also from other classes of
/// the file. Reads only its text.
pub fn player_classes(file: &Path) -> Vec<String> {
    let classes = Source::of_file(file).classes;
    let mut players: Vec<&Class> = Vec::new();
    for class in &classes {
        let plays = class.methods.iter().any(|method| ["select_move", "choose"].contains(&method.as_str()));
        if plays || class.bases.iter().any(|base| players.iter().any(|player| player.name == *base)) {
            players.push(class);
        }
    }
    players.into_iter().map(|class| class.name.clone()).collect()
}

/// Splits `FILE.py` or `FILE.py:CLASS`.
fn file_and_class(word: &str) -> Option<(&str, Option<&str>)> {
    if word.ends_with(".py") {
        return Some((word, None));
    }
    let (file, class) = word.rsplit_once(':')?;
    let is_name = !class.is_empty() && class.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (file.ends_with(".py") && is_name).then_some((file, Some(class)))
}

/// Returns whether a Python file defines a game. Reads only its text.
pub fn has_game(file: &Path) -> bool {
    !game_classes(&Source::of_file(file)).is_empty()
}

/// Returns the classes of a Python file that are games and from which no other derives: those whose base is named `Game`,
/// is a game of the course, or is such a class of the file.
pub fn game_classes(source: &Source) -> Vec<&str> {
    let mut games: Vec<&Class> = Vec::new();
    for class in &source.classes {
        let is_game = |base: &String| {
            base == "Game"
                || COURSE_GAMES.contains(&base.as_str())
                || games.iter().any(|game| game.name == *base)
        };
        if class.name != "Game" && class.bases.iter().any(is_game) {
            games.push(class);
        }
    }
    let is_base = |name: &str| games.iter().any(|game| game.bases.iter().any(|base| base == name));
    games.iter().map(|game| game.name.as_str()).filter(|name| !is_base(name)).collect()
}

/// Returns the folders in which game files are found by name.
pub fn game_folders(folder: &Path) -> Vec<PathBuf> {
    let variable = std::env::var_os(FOLDERS).unwrap_or_default();
    let named = std::env::split_paths(&variable).filter(|path| !path.as_os_str().is_empty());
    let own = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    named.chain([own.to_path_buf()]).collect()
}

/// Returns the Python files in the folders of games, each once. With a name, only those of this name.
fn game_files(folder: &Path, name: Option<&str>) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in game_folders(folder) {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        let paths = entries.flatten().map(|entry| entry.path());
        let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "py"));
        let is_named = |path: &PathBuf| name.is_none_or(|name| python_game::name_of(path) == name);
        let mut own: Vec<PathBuf> = paths.filter(is_named).collect();
        own.sort();
        for path in own {
            let is_new = files.iter().all(|known| known.canonicalize().ok() != path.canonicalize().ok());
            if is_new {
                files.push(path);
            }
        }
    }
    files
}

fn files_named(name: &str, folder: &Path) -> Vec<PathBuf> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    if name.is_empty() || name == PythonGame::NAME || !name.chars().all(is_name) {
        return Vec::new();
    }
    game_files(folder, Some(name)).into_iter().filter(|path| has_game(path)).collect()
}

/// Returns a warning if the word names a game of the list, and game files have the same name.
pub fn hidden_game_file(word: &str, folder: &Path) -> Option<Message> {
    let name = find(word).filter(|game| game.info.file.is_none())?.info.name;
    let file = files_named(word, folder).into_iter().next()?;
    Some(message!(
        "%{name} is the game that is part of wag, not the file %{file}; to play the file, name it: game:%{file}",
        name,
        file = file.display()
    ))
}

/// Returns the only game file of this name.
fn named(name: &str, folder: &Path) -> Result<PathBuf, Message> {
    let mut files = files_named(name, folder);
    match files.len() {
        1 => Ok(files.remove(0)),
        0 => Err(unknown(name, folder)),
        _ => Err(message!(
            "several files are games of the name %{name}: %{files}; name one of the files",
            name,
            files = files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
        )),
    }
}

/// Returns the error about a word that names no game.
fn unknown(name: &str, folder: &Path) -> Message {
    let listed = all().map(|game| game.info.name.to_string());
    let files = game_files(folder, None).into_iter().filter(|path| has_game(path));
    let course = COURSE_GAMES.map(str::to_string);
    let names: Vec<String> =
        listed.chain(course).chain(files.map(|path| python_game::name_of(&path))).collect();
    let meant = nearest(name, names.iter().map(String::as_str));
    message!(
        "there is no game %{name}; choose one of %{all}%{meant}",
        name = quote(name),
        all = names.join(", "),
        meant = meant.map(|meant| t!("; did you mean %{meant}?", meant)).unwrap_or_default()
    )
}

#[cfg(test)]
mod tests {
    use super::game_classes;
    use crate::python_source::Source;

    fn games(text: &str) -> String {
        game_classes(&Source::of_text(text)).join(" ")
    }

    #[test]
    fn games_are_classes_that_derive_from_known_games_and_from_each_other() {
        assert_eq!(games("class Race(wag.game.Game):\n    pass\n"), "Race");
        assert_eq!(games("class Three(TicTacToe):\n    pass\n"), "Three");
        assert_eq!(games("class A(Game): ...\nclass B(A): ...\nclass C(B, Mixin): ...\n"), "C");
        assert_eq!(games("class A(Game): ...\nclass B(A): ...\nclass C(A): ...\n"), "B C");
        assert_eq!(games("class Me(Player): ...\nclass You(Me): ...\n"), "");
    }
}
