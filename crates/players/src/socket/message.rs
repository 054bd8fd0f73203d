//! The messages to and from a client: one JSON object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::message;

/// A message to a client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'m> {
    /// Sent once, after the client has connected. Seats count from 1.
    Start { game: &'m str, seat: usize, setup: &'m Value },
    /// A request for orders. Turns count from 1, per seat.
    Turn { turn: u64, round: u32, view: &'m Value },
    /// The turn is lost for this reason.
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

/// A message from a client: the orders of the turn with this number.
#[derive(Debug, Deserialize)]
pub struct ClientAnswer {
    pub turn: u64,
    pub orders: Value,
}

impl ClientAnswer {
    /// Decodes a line. The error is a sentence for the client.
    pub fn read(line: &[u8]) -> Result<ClientAnswer, wag_i18n::Message> {
        /// The maximum length of the JSON error, which may quote the line, in characters.
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
