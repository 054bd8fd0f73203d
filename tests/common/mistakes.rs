//! The mistakes of beginners in `tests/beginners`, with the expected explanations.

use super::project;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;

/// A row of the table.
#[derive(Debug, Deserialize)]
pub struct Mistake {
    /// The AI, a file of the folder.
    pub file: String,
    pub when: When,
    /// The code of the explanation, and its values.
    pub code: String,
    #[serde(default)]
    pub values: BTreeMap<String, String>,
    /// The line of the mistake; `None` if Python names none.
    pub line: Option<u32>,
}

/// The time at which a mistake is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    /// Before round 1: the AI cannot play.
    Start,
    /// In a turn, which fails.
    Turn,
    /// Before round 1, in code that Python accepts.
    Note,
}

/// Returns all rows of the table.
pub fn mistakes() -> Vec<Mistake> {
    let text = fs::read_to_string(project().join("tests/beginners/mistakes.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}
