//! The messages to and from a client: one JSON object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::message;

/// A message to a client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'m> {
    /// The first message after the client has connected. Seats are counted from 1.
    Start { game: &'m str, seat: usize, setup: &'m Value },
    /// A request for orders. Each seat's turns are counted from 1.
    Turn { turn: u64, round: u32, view: &'m Value },
    /// The client has lost the turn with this number. `error` is the reason.
    Error { turn: u64, error: &'m str },
    /// The match is over.
    End { result: &'m Value },
    /// There is no free seat.
    Refused { error: &'m str },
}

impl Message<'_> {
    pub fn line(&self) -> Vec<u8> {
        // Names, numbers and JSON can always be serialized.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// A message from a client: its orders, and the number of the turn that they are for.
#[derive(Debug, Deserialize)]
pub struct ClientAnswer {
    pub turn: u64,
    pub orders: Value,
}

impl ClientAnswer {
    /// Decodes a line. The error is a sentence for the client.
    pub fn read(line: &[u8]) -> Result<ClientAnswer, wag_i18n::Message> {
        /// Number of characters of the JSON error that are shown. The error may quote the whole line.
        const SHOWN: usize = 150;
        serde_json::from_slice(line).map_err(|err| {
            let reason = wag_i18n::json_error(&err).map(&|text| text.chars().take(SHOWN).collect());
            message!(
                "the client's line does not have the form {\"turn\": NUMBER, \"orders\": ...}: %{reason}",
                reason
            )
        })
    }
}
