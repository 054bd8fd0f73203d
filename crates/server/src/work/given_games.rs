//! The installed games in the private folder of a worker that serves a workspace: the server writes them, and the worker reads
//! them when a page names a game.

use crate::installed_games::{FOLDER, packed_file, read_packed};
use crate::work::private_folder::PrivateFolder;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;
use wag_core::files::read_start;
use wag_games::{KnownGame, PackedGame, find, forget};
use wag_sandbox::confine::PRIVATE;

/// The file with the packed games by name, in the folder [`FOLDER`] of a private folder.
const LIST: &str = "games.json";
/// The maximum size of that file, in bytes.
const LIST_MAX: u64 = 64 << 20;

/// Writes the installed games of a server into the private folder of a worker. Blocks.
pub fn give(server: &Path, private: &Path) -> io::Result<()> {
    let mut games = BTreeMap::new();
    for entry in fs::read_dir(server.join(FOLDER)).into_iter().flatten() {
        let path = entry?.path();
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if path == packed_file(server, &name) {
            games.insert(name, read_packed(&path)?);
        }
    }
    PrivateFolder::below(private, FOLDER)?.write(LIST, &serde_json::to_vec(&games)?)
}

/// The games that this worker has, and the time of the list that it has read.
static GIVEN: Mutex<(Option<SystemTime>, Vec<String>)> = Mutex::new((None, Vec::new()));

/// Returns the names of the installed games that this worker has.
pub fn given_words() -> Vec<String> {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let list = Path::new(PRIVATE).join(FOLDER).join(LIST);
    let written = fs::metadata(&list).and_then(|about| about.modified()).ok();
    if written != given.0 {
        given.1.iter().for_each(|name| forget(name));
        let bytes = read_start(&list, LIST_MAX).unwrap_or_default();
        let games: BTreeMap<String, PackedGame> = serde_json::from_slice(&bytes).unwrap_or_default();
        let install = |(name, game): (String, PackedGame)| game.install(&name).is_ok().then_some(name);
        *given = (written, games.into_iter().filter_map(install).collect());
    }
    given.1.clone()
}

/// Returns the game of a worker's workspace with this name.
pub fn given(name: &str) -> Option<KnownGame> {
    given_words();
    find(name)
}
