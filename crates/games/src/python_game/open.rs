//! Opening of game files, from a path or from a replay.

use super::PythonGame;
use super::declaration::{Rules, Stored, note_recorded};
use super::files::{hash, name_of, read_files, start_of, unreadable};
use super::host::{Host, Worker, with_place};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wag_core::game::{Game, GameFile, GameInfo};
use wag_i18n::{Message, message};
use wag_python::GAMES_MODULE;
use wag_python::host::{GameStart, game_limits};
use wag_python::protocol::game::GameProblem;

/// Opens a game file: runs it in the sandbox and reads its declaration. `class` names one of its classes.
pub fn open(path: &Path, class: Option<&str>) -> Result<&'static GameInfo, Message> {
    let path = path.canonicalize().map_err(|err| unreadable(path, &err))?;
    let name = name_of(&path);
    if name == PythonGame::NAME {
        return Err(message!(
            "no game can have the name %{name}; rename %{path}",
            name,
            path = path.display()
        ));
    }
    let start = GameStart { file: path.clone(), class: class.map(str::to_string), ..GameStart::default() };
    let worker = Arc::new(Worker::start(&start, &game_limits()).map_err(sentence)?);
    let declared = worker.declare().map_err(sentence)?;
    let files = read_files(&path, &declared.imported)?;
    let sha256 = hash(&files);
    let file = GameFile {
        path: path.clone(),
        class: declared.class.clone(),
        sha256: sha256.clone(),
        version: declared.version,
        files,
    };
    let rules = Rules::with_file(Stored { name, sha256, declared }, Some(file))?;
    Host::keep(rules, &worker);
    Ok(rules.info())
}

/// The file in which replays name the games of the course.
pub const COURSE_FILE: &str = "course_games.py";

/// The games of the course on games for two, which come with the program: classes of the module `two_player_games`.
pub const COURSE_GAMES: [&str; 6] =
    ["SimpleNim", "Nim", "TicTacToe", "ConnectFour", "VierGewinnt", "Reversi"];

/// Opens one of [`COURSE_GAMES`].
pub fn open_course(class: &str) -> Result<&'static GameInfo, Message> {
    let text = |name: &str, text: &str| (name.to_string(), text.to_string());
    let files = vec![
        text(COURSE_FILE, "from two_player_games import *\n"),
        text("two_player_games.py", GAMES_MODULE),
    ];
    let sha256 = hash(&files);
    let path = PathBuf::from(COURSE_FILE);
    let mut file = GameFile { path, class: class.to_string(), sha256: sha256.clone(), version: 1, files };
    let worker = Arc::new(Worker::start(&start_of(&file, class), &game_limits()).map_err(sentence)?);
    let declared = worker.declare().map_err(sentence)?;
    file.class = declared.class.clone();
    let rules = Rules::with_file(Stored { name: class.to_string(), sha256, declared }, Some(file))?;
    Host::keep(rules, &worker);
    Ok(rules.info())
}

/// Makes the files of a game that a replay contains available for playing it again.
pub fn recorded(file: GameFile) -> Result<(), Message> {
    if file.sha256 != hash(&file.files) {
        return Err(message!("the game's files in the replay are damaged"));
    }
    note_recorded(file)
}

/// Returns a problem as a message for the command line.
fn sentence(problem: GameProblem) -> Message {
    with_place(problem.message, problem.place.as_ref())
}
