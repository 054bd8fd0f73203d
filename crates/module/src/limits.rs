//! The limits of players as keyword arguments.

use serde::{Deserialize, Deserializer, de::Error};
use serde_json::{Map, Value};
use std::ops::Deref;
use std::path::PathBuf;
use wag_play::{LIMIT_FIELDS, LimitField, LimitOptions, Rights};

/// Limits set by the caller, by the names of the keyword arguments; a missing value means the default. docs/security.md
/// describes them.
#[derive(Clone, Debug, Default)]
pub struct Limits(pub LimitOptions);

impl Deref for Limits {
    type Target = LimitOptions;

    fn deref(&self) -> &LimitOptions {
        &self.0
    }
}

/// Returns the names of all keyword arguments.
pub fn keywords() -> Vec<String> {
    const OTHERS: [&str; 7] = [
        "fresh_process",
        "require_sandbox",
        "no_limits",
        "no_sandbox",
        "pondering",
        "readable",
        "keep_files",
    ];
    LIMIT_FIELDS.iter().map(LimitField::key).chain(OTHERS.map(str::to_string)).collect()
}

/// The keyword arguments that give players more rights.
#[derive(Default, Deserialize)]
#[serde(default)]
struct RightsKeywords {
    no_limits: bool,
    no_sandbox: bool,
    pondering: bool,
    readable: Vec<PathBuf>,
    keep_files: Option<PathBuf>,
}

impl<'de> Deserialize<'de> for Limits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        #[derive(Deserialize)]
        struct Keywords {
            #[serde(flatten)]
            rights: RightsKeywords,
            #[serde(flatten)]
            values: Map<String, Value>,
        }
        let Keywords { rights, values } = Keywords::deserialize(deserializer)?;
        let RightsKeywords { no_limits, no_sandbox, pondering, readable, keep_files } = rights;
        let rights = Rights { no_limits, no_sandbox, pondering, readable, keep_files };
        let options = LimitOptions::default().with_values(&values).map_err(D::Error::custom)?;
        Ok(Limits(LimitOptions { rights, ..options }))
    }
}
