//! Installing games from a terminal. The server may run: it reads what has changed.

use super::folder::{FOLDER, packed_file, read_packed};
use crate::contests::files::write_durably;
use crate::host::HostError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use wag_games::{KnownGame, check_name, forget};
use wag_i18n::{Message, message};

/// A game in the folder of a server.
pub struct FolderGame {
    pub name: String,
    /// The title and the version, if the server has read the game.
    pub read: Option<(String, u32)>,
}

/// Lists the installed games of the server in a folder, sorted by name.
///
/// # Errors
/// There is no server in the folder, or it cannot be read.
pub fn installed(server: &Path) -> Result<Vec<FolderGame>, HostError> {
    let folder = games_folder(server)?;
    let entries = match fs::read_dir(&folder) {
        Err(err) if err.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(|fault| HostError::Folder { folder: folder.clone(), fault })?,
    };
    let names = entries.flatten().filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let read = |name: &str| {
        let file = read_packed(&packed_file(server, name)).ok()?.file;
        Some((file.title, file.version))
    };
    Ok(names.into_iter().map(|name| FolderGame { read: read(&name), name }).collect())
}

/// Copies a game file, with the files that it imports, into the folder of a server, in place of a game of the same name. Runs
/// the game in the sandbox to read its declaration. Returns its name.
///
/// # Errors
/// The file is no game, the name is taken by a game that comes with the program, or the folder cannot be written.
pub fn add(server: &Path, file: &Path) -> Result<String, HostError> {
    let games = games_folder(server)?;
    let word = file.display().to_string();
    let game = KnownGame::open(&format!("game:{word}"), Path::new("")).map_err(HostError::Game)?;
    let Some(file) = game.info.file else {
        return Err(HostError::Game(message!(
            "%{file} is no game file; name a file such as paint.py",
            file = word
        )));
    };
    let name = game.info.name;
    check_name(name).map_err(HostError::Game)?;
    let folder = games.join(name);
    let failed = |fault| HostError::Folder { folder: folder.clone(), fault };
    let mut kept: Vec<PathBuf> = Vec::new();
    for (at, (own, text)) in file.files.iter().enumerate() {
        let own = if at == 0 { folder.join(format!("{name}.py")) } else { folder.join(own) };
        write_durably(&own, text.as_bytes()).map_err(failed)?;
        kept.push(own);
    }
    for old in crate::host::plain_files::list(&folder).map_err(failed)? {
        if !kept.contains(&folder.join(&old)) {
            fs::remove_file(folder.join(&old)).map_err(failed)?;
        }
    }
    forget(&word);
    Ok(name.to_string())
}

/// Removes an installed game. Contests with it wait until it is installed again.
///
/// # Errors
/// There is no such game, or the folder cannot be written.
pub fn remove(server: &Path, name: &str) -> Result<(), HostError> {
    let games = games_folder(server)?;
    if !installed(server)?.iter().any(|game| game.name == name) {
        return Err(HostError::Game(no_game(name)));
    }
    let folder = games.join(name);
    fs::remove_dir_all(&folder).map_err(|fault| HostError::Folder { folder, fault })?;
    let _ = fs::remove_file(packed_file(server, name));
    Ok(())
}

fn no_game(name: &str) -> Message {
    message!("no game %{name} is installed; wag host games DIR lists all", name = wag_i18n::quote(name))
}

fn games_folder(server: &Path) -> Result<PathBuf, HostError> {
    match server.join(crate::host::DATABASE).is_file() {
        true => Ok(server.join(FOLDER)),
        false => Err(HostError::NoServer(server.to_path_buf())),
    }
}
