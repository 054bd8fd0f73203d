//! The JSON objects of a replay, for pages and other tools. docs/en/json.md describes them and must be changed together
//! with this file. The pages' declarations in `web/generated/` are made from it.

use super::header::{ForkOrigin, OfMatch};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use wag_core::arena::Note;
use wag_core::game::Notice;
use wag_core::problem::{CodePlace, FaultKind, JsonExplanation, JsonProblem};
use wag_i18n::Language;

/// The largest integer up to which JavaScript represents every integer exactly.
pub const EXACT_MAX: u64 = (1 << 53) - 1;

/// A text in each language, by language code.
pub type Texts = BTreeMap<&'static str, String>;

/// A seed: a number, or text if JavaScript cannot represent the number exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum SeedJson {
    Number(u64),
    Text(String),
}

impl SeedJson {
    pub fn for_pages(seed: u64) -> SeedJson {
        if seed > EXACT_MAX { SeedJson::Text(seed.to_string()) } else { SeedJson::Number(seed) }
    }
}

impl Default for SeedJson {
    fn default() -> SeedJson {
        SeedJson::Number(0)
    }
}

/// The data of a match that do not change from round to round.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Header", optional_fields))]
pub struct JsonHeader {
    /// The version of this format.
    pub wag_frames: u32,
    /// The version of Wag that wrote the replay.
    pub wag: String,
    pub game: String,
    pub game_version: u32,
    /// The file that contains the game; missing if the game is part of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_file: Option<JsonGameFile>,
    pub map: String,
    pub seed: SeedJson,
    /// The planned number of rounds.
    pub rounds: u32,
    pub rounds_played: u32,
    /// False if the match is running, was interrupted, or was recovered from a damaged file.
    pub complete: bool,
    /// True if no more rounds will follow: the match is over or was interrupted.
    pub ended: bool,
    #[cfg_attr(test, ts(optional = false))]
    pub repeatable: Option<bool>,
    pub python: String,
    pub created: String,
    /// The names of the figures, in the order of the game.
    pub figures: Vec<String>,
    /// The seats of the winners, counted from 1.
    pub winners: Vec<usize>,
    /// The reason why the game itself could not go on; the match is then void.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<JsonProblem>,
    pub players: Vec<JsonPlayer>,
    /// The options that the user chose, by name.
    #[cfg_attr(test, ts(optional, type = "{ [key in string]: any }"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// The game's own data, which never change.
    #[cfg_attr(test, ts(type = "any"))]
    pub scene: Value,
    pub chunk_rounds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of_match: Option<OfMatch>,
    /// The replay from which this match was continued.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fork: Option<ForkOrigin>,
    /// The notes on a finished match, the costliest first.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<JsonAdvice>,
    /// The texts of the players' files by name.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, String>,
}

/// A file that contains a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GameFile"))]
pub struct JsonGameFile {
    /// The name of the file; from the server, the word that opens the game.
    pub word: String,
    pub title: String,
    pub class: String,
    /// The version of the rules that the class declares.
    pub version: u32,
}

/// The player on a seat. Its standing is missing if it is unknown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "PlayerInfo", optional_fields))]
pub struct JsonPlayer {
    /// The seat, counted from 1.
    pub seat: u8,
    pub name: String,
    #[cfg_attr(test, ts(optional = false))]
    pub file: Option<String>,
    pub built_in: bool,
    #[cfg_attr(test, ts(optional = false))]
    pub sha256: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<BTreeMap<String, i64>>,
    /// The reason why the player took no part and came last, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit_texts: Option<Texts>,
}

/// Advice to a player after the match.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Advice", optional_fields))]
pub struct JsonAdvice {
    pub seat: u8,
    pub kind: String,
    /// The values for the sentence, by name.
    pub values: BTreeMap<String, String>,
    /// The number of turns or orders that were lost.
    pub cost: u64,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts>,
    /// The round in which the problem can be seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<(u32, u32)>,
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
}

impl JsonAdvice {
    /// Returns the sentence in a language, or in English if there is none.
    pub fn text_in(&self, language: Language) -> &str {
        self.texts.as_ref().and_then(|texts| texts.get(language.code)).unwrap_or(&self.text)
    }
}

/// A group of rounds, with the frame before them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Chunk", optional_fields))]
pub struct JsonChunk {
    pub chunk: u32,
    pub first_round: u32,
    /// The state of the game before `first_round`, defined by the game.
    #[cfg_attr(test, ts(type = "any"))]
    pub frame: Value,
    pub turns: Vec<JsonTurn>,
    /// The events before round 1.
    #[cfg_attr(test, ts(type = "GameEvent[]", optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<Vec<Value>>,
    /// The first and the last damaged round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<(u32, u32)>,
}

/// A turn. Parts that would be empty are missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Turn"))]
pub struct JsonTurn {
    pub round: u32,
    pub seats: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<JsonOrders>,
    #[cfg_attr(test, ts(type = "GameEvent[]"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reports: Vec<JsonReport>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notices: Vec<JsonNotice>,
}

/// The orders of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Orders"))]
pub struct JsonOrders {
    pub seat: u8,
    #[cfg_attr(test, ts(type = "Order[]"))]
    pub list: Vec<JsonOrder>,
}

/// An order, with the place in the player's code that gave it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonOrder {
    /// The order as the game defines it.
    #[serde(flatten)]
    pub order: Value,
    #[serde(flatten)]
    pub source: JsonSource,
}

/// The place in a player's code that gave an order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Source", optional_fields))]
pub struct JsonSource {
    /// The innermost line, such as `file.py:12`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The whole call stack, if it has several lines.
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
}

/// The report of a player's turn.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Report", optional_fields))]
pub struct JsonReport {
    pub seat: u8,
    pub think_us: u64,
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "String::is_empty")]
    pub output: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_dropped: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<Vec<JsonRefusal>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused_total: Option<u32>,
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<JsonFault>,
}

/// A refused order: its reason, its values, and a sentence for viewers that have none of their own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Refusal", optional_fields))]
pub struct JsonRefusal {
    pub kind: String,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts>,
    /// The number of the player's piece; missing if the order was not for a piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<u32>,
    #[cfg_attr(test, ts(optional, as = "Option<_>"))]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    #[serde(flatten)]
    pub source: JsonSource,
}

/// The reason why a turn failed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Fault", optional_fields))]
pub struct JsonFault {
    pub kind: FaultKind,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Texts>,
    /// The line of the player's code, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<CodePlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explanation: Option<JsonExplanation>,
}

/// A lasting change of a seat's status.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "SeatNotice"))]
pub struct JsonNotice {
    pub seat: u8,
    pub notice: Notice,
}

/// The overview of a match: each player's figures over time, and the marks of the time line.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Overview"))]
pub struct JsonOverview {
    /// The number of rounds between two points.
    pub stride: u32,
    pub rounds: Vec<u32>,
    pub figures: Vec<&'static str>,
    pub players: Vec<JsonCurves>,
    pub marks: Vec<JsonMark>,
}

/// The values of a player's figures, with one value per point.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Curves"))]
pub struct JsonCurves {
    pub seat: usize,
    #[cfg_attr(test, ts(type = "Record<string, number[]>"))]
    pub values: BTreeMap<&'static str, Vec<Value>>,
}

/// A mark on the time line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Mark"))]
pub struct JsonMark {
    pub round: u32,
    pub kind: &'static str,
    pub seat: u8,
}

#[cfg(test)]
mod tests {
    use wag_core::problem::ProblemKind;

    use super::super::explain::{
        Amount, Count, Curve, Decision, FigureAccount, MatchExplanation, Moment, MomentKind, Phrase,
        PlayerAccounts,
    };
    use super::*;

    #[test]
    fn page_types_are_current() {
        let imports = "import type { GameEvent, Order } from '../shell/replay/frames.js';\nimport type { Text } from '../shell/basics/i18n.js';\n";
        wag_core::assert_page_types!(
            "replay.d.ts",
            imports,
            [
                JsonHeader,
                JsonGameFile,
                SeedJson,
                OfMatch,
                ForkOrigin,
                JsonPlayer,
                JsonAdvice,
                JsonChunk,
                JsonTurn,
                JsonOrders,
                JsonSource,
                JsonReport,
                JsonRefusal,
                JsonFault,
                FaultKind,
                JsonExplanation,
                JsonProblem,
                ProblemKind,
                CodePlace,
                Note,
                JsonNotice,
                Notice,
                JsonOverview,
                JsonCurves,
                JsonMark,
                MatchExplanation,
                Curve,
                Phrase,
                Decision,
                Moment,
                MomentKind,
                PlayerAccounts,
                FigureAccount,
                Amount,
                Count,
            ]
        );
    }
}
