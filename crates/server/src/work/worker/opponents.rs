//! The hand-ins of others that an account plays against. The server puts them into the worker's private folder; they are
//! never in the workspace.

use crate::work::opponents::{FOLDER, GivenOpponent};
use std::path::Path;
use wag_core::files::read_start;
use wag_core::game::GameInfo;
use wag_i18n::message;
use wag_play::{HAND_IN, Kind, PlayError, PlayerSpec, PythonMode, user_error};
use wag_sandbox::confine::PRIVATE;
use wag_tournament::intake::unpack_into;

/// The maximum size of the description of a hand-in, in bytes.
const DESCRIPTION_MAX: u64 = 1 << 16;

/// Returns the player that a word such as `hand-in:ID` stands for; `None` if the word is another one.
pub fn opponent(info: &GameInfo, word: &str) -> Option<Result<PlayerSpec, PlayError>> {
    let id = word.strip_prefix(HAND_IN)?;
    Some(given(info, word, id))
}

fn given(info: &GameInfo, word: &str, id: &str) -> Result<PlayerSpec, PlayError> {
    let unknown = || PlayError::UserError(message!("there is no such hand-in; choose another opponent"));
    if id.is_empty() || !id.bytes().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(unknown());
    }
    let folder = Path::new(PRIVATE).join(FOLDER);
    let described = read_start(&folder.join(format!("{id}.json")), DESCRIPTION_MAX).map_err(|_| unknown())?;
    let GivenOpponent { name, own_file } = serde_json::from_slice(&described).map_err(|_| unknown())?;
    let unpacked = folder.join(id);
    if !unpacked.is_dir()
        && let Err(reason) = unpack_into(&folder.join(format!("{id}.zip")), &own_file, &unpacked)
    {
        return user_error(reason.message);
    }
    let file = unpacked.join(own_file);
    let mode = PythonMode::of_file(info, &file);
    let kind = Kind::Python { file, mode };
    Ok(PlayerSpec { name, word: word.to_string(), source: word.to_string(), kind, is_recorded: false })
}
