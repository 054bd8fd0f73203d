//! What is said to a client, and what it says: one JSON object per line.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wag_i18n::message;

/// What is said to a client.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'m> {
    /// Once, when it has come. Seats count from 1.
    Start { game: &'m str, seat: usize, setup: &'m Value },
    /// A question. Turns count from 1, for each seat.
    Turn { turn: u64, round: u32, view: &'m Value },
    /// The turn is lost, and why.
    Error { turn: u64, error: &'m str },
    /// The match is over.
    End { result: &'m Value },
    /// There is no seat for it.
    Refused { error: &'m str },
}

impl Message<'_> {
    pub fn line(&self) -> Vec<u8> {
        // What is made of names, numbers and JSON can always be written.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// What a client says: the orders of the turn with this number.
#[derive(Debug, Deserialize)]
pub struct Said {
    pub turn: u64,
    pub orders: Value,
}

impl Said {
    /// Reads a line; else says why it can't be.
    pub fn read(line: &[u8]) -> Result<Said, wag_i18n::Message> {
        /// A fault may quote what was said.
        const SHOWN: usize = 150;
        serde_json::from_slice(line).map_err(|fault| {
            let reason = wag_i18n::json_error(&fault).map(&|text| text.chars().take(SHOWN).collect());
            message!("its line is not {\"turn\": NUMBER, \"orders\": ...}: %{reason}", reason)
        })
    }
}
