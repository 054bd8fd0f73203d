//! The hand-ins of others that a requested match names: the server looks up whether the account may play against them, and
//! gives them to the account's worker.

use crate::error::Refusal;
use crate::work::Opponents;
use crate::work::accounts::AccountWorker;
use crate::work::private_folder::PrivateFolder;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use wag_i18n::message;
use wag_play::HAND_IN;

/// The folder of the hand-ins in the private folder of a worker.
pub const FOLDER: &str = "opponents";
/// The maximum size of the body of a request for a match, in bytes.
const BODY_MAX: usize = 64 << 10;
/// The maximum number of players that are looked at.
const PLAYERS_MAX: usize = 64;

/// The data of a hand-in that a worker needs.
#[derive(Debug, Serialize, Deserialize)]
pub struct GivenOpponent {
    /// The name under which it plays.
    pub name: String,
    /// The name of the player's file.
    pub own_file: String,
}

/// The part of a requested match that names players.
#[derive(Default, Deserialize)]
#[serde(default)]
struct NamedPlayers {
    players: Vec<String>,
}

/// A hand-in that the account may play against: its id, its ZIP, and the rest.
pub struct Opponent {
    id: String,
    zip: PathBuf,
    given: GivenOpponent,
}

/// Reads the body of a request for a match. Returns the request, and the hand-ins that it names. Refuses it if the account
/// may not play against one of them.
pub async fn named_by(
    account: &str,
    request: Request,
    opponents: Option<Arc<dyn Opponents>>,
) -> Result<(Request, Vec<Opponent>), Refusal> {
    let (parts, body) = request.into_parts();
    let too_long = |_| Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message!("the request is too long"));
    let bytes = to_bytes(body, BODY_MAX).await.map_err(too_long)?;
    let ids = ids_in(&bytes);
    let request = Request::from_parts(parts, Body::from(bytes));
    if ids.is_empty() {
        return Ok((request, Vec::new()));
    }
    let account = account.to_string();
    let found = crate::request::run_blocking(move || {
        let found = ids.into_iter().map(|id| {
            let (zip, name, own_file) = opponents.as_ref()?.zip_of(&account, &id)?;
            Some(Opponent { id, zip, given: GivenOpponent { name, own_file } })
        });
        found
            .collect::<Option<Vec<_>>>()
            .ok_or_else(|| Refusal::bad(message!("there is no such hand-in; choose another opponent")))
    });
    Ok((request, found.await?))
}

/// Returns the ids of the hand-ins that the body of a request names. Everything else about it is the worker's business.
fn ids_in(body: &Bytes) -> Vec<String> {
    let named: NamedPlayers = serde_json::from_slice(body).unwrap_or_default();
    let words = named.players.into_iter().take(PLAYERS_MAX);
    let mut ids: Vec<String> =
        words.filter_map(|word| Some(word.strip_prefix(HAND_IN)?.to_string())).collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Copies hand-ins into the private folder of a worker, unless they are there. Blocks.
pub fn give(worker: &AccountWorker, opponents: &[Opponent]) -> io::Result<()> {
    if opponents.is_empty() {
        return Ok(());
    }
    let folder = PrivateFolder::below(worker.process.private_folder(), FOLDER)?;
    for Opponent { id, zip, given } in opponents {
        let described = format!("{id}.json");
        // The id is checked here, because it becomes the name of a file.
        if !id.bytes().all(|letter| letter.is_ascii_alphanumeric()) || folder.has(&described) {
            continue;
        }
        folder.copy(zip, &format!("{id}.zip"))?;
        folder.write(&described, &serde_json::to_vec(given)?)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hand_ins_are_found_in_any_request() {
        let ids = |body: &'static str| ids_in(&Bytes::from_static(body.as_bytes()));
        assert_eq!(ids(r#"{"players":["a.py","hand-in:B2","hand-in:a1","hand-in:B2"]}"#), ["B2", "a1"]);
        for other in ["", "{", "[]", r#"{"players":5}"#, r#"{"players":["Hand-in:x"]}"#] {
            assert!(ids(other).is_empty(), "{other}");
        }
    }
}
