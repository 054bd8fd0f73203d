//! `wag rules`: the numbers of the game, as a rules file.

use super::{Done, print};
use crate::games::warriors::rules::Rules;

/// Prints the default rules; `--rules` takes them back.
pub fn run() -> anyhow::Result<Done> {
    print(&format!("{}\n", serde_json::to_string_pretty(&Rules::default())?))
}
