//! The folder of the installed games: what the owner has put there, and what the server has read of it.

use crate::host::plain_files;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wag_core::files::read_start;
use wag_games::{PackedGame, check_name};
use wag_i18n::{Message, message};
use wag_replay::GAME_TEXTS_MAX;

/// The name of the folder of the installed games in the folder of the server.
pub const FOLDER: &str = "games";
/// The maximum number of Python files of a game.
const FILES_MAX: usize = 100;
/// The maximum size of a packed game, in bytes.
const PACKED_MAX: u64 = 4 << 20;

/// The names and texts of the files of a game, the game file first.
pub type Texts = Vec<(String, String)>;

/// Returns the file with what the server has read of an installed game.
pub fn packed_file(server: &Path, game: &str) -> PathBuf {
    server.join(FOLDER).join(format!("{game}.json"))
}

/// Reads the packed game of a file that the server has written.
pub fn read_packed(file: &Path) -> io::Result<PackedGame> {
    Ok(serde_json::from_slice(&read_start(file, PACKED_MAX)?)?)
}

/// Returns the names of the folders of games, sorted, each with the texts of its files or the reason why they cannot be
/// used.
pub fn list(folder: &Path) -> io::Result<Vec<(String, Result<Texts, Message>)>> {
    let mut games = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if !entry.file_type()?.is_dir() {
            continue;
        }
        let name = entry.file_name().to_string_lossy().into_owned();
        let texts = check_name(&name).and_then(|()| texts(&entry.path(), &name));
        games.push((name, texts));
    }
    games.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(games)
}

/// Removes the packed games whose folder is gone.
pub fn remove_packed_without_folder(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_packed = path.extension().is_some_and(|ending| ending == "json") && path.is_file();
        if is_packed && !path.with_extension("").is_dir() {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn texts(folder: &Path, name: &str) -> Result<Texts, Message> {
    let unreadable = |path: &Path, fault: io::Error| {
        message!("%{path} cannot be read: %{fault}", path = path.display(), fault)
    };
    let files = plain_files::list(folder).map_err(|fault| unreadable(folder, fault))?;
    let own = format!("{name}.py");
    let mut files: Vec<PathBuf> =
        files.into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "py")).collect();
    let Some(first) = files.iter().position(|file| *file == Path::new(&own)) else {
        return Err(message!(
            "the folder games/%{name} has no file %{file}; give the game's file this name",
            name,
            file = own
        ));
    };
    if files.len() > FILES_MAX {
        return Err(message!(
            "the folder games/%{name} has more than %{most} Python files; leave only those of the game",
            name,
            most = FILES_MAX
        ));
    }
    let first = files.remove(first);
    let (mut texts, mut bytes) = (Vec::new(), 0);
    for file in std::iter::once(first).chain(files) {
        let text = read_start(&folder.join(&file), GAME_TEXTS_MAX as u64 + 1)
            .map_err(|fault| unreadable(&folder.join(&file), fault))?;
        bytes += text.len();
        if bytes > GAME_TEXTS_MAX {
            return Err(message!(
                "the files of the game are too long; together they may have %{most} KiB",
                most = GAME_TEXTS_MAX >> 10
            ));
        }
        texts.push((file.to_string_lossy().into_owned(), String::from_utf8_lossy(&text).into_owned()));
    }
    Ok(texts)
}
