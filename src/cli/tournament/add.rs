//! `wag tournament add FILE`: adds results of matches that were played elsewhere.

use super::super::answer::{ExitStatus, print, user_error};
use super::args::Add;
use serde_json::json;
use std::path::Path;
use wag_i18n::{message, t};
use wag_play::read_text_file;
use wag_tournament::add_results;

/// Adds the results in the files to the tournament.
pub fn run(words: &Add) -> anyhow::Result<ExitStatus> {
    let tournament = &words.into;
    let mut text = Vec::new();
    for file in &words.files {
        let bytes = read_text_file(Path::new(file)).or_else(|err| {
            user_error(message!("%{path} cannot be read: %{fault}", path = file, fault = err))
        })?;
        text.extend(bytes);
        text.push(b'\n');
    }
    let counts = add_results(tournament, &text)?;
    if words.json {
        let object = json!({
            "file": tournament.display().to_string(),
            "added": counts.added,
            "already_played": counts.already_played,
            "matches": counts.played,
            "matches_planned": counts.planned,
        });
        return print(&format!("{object}\n"));
    }
    if words.quiet {
        return Ok(ExitStatus::Success);
    }
    print(&t!(
        "%{added} results added, %{already} were already there; %{played} of %{planned} matches have a result\n",
        added = counts.added,
        already = counts.already_played,
        played = counts.played,
        planned = counts.planned
    ))
}
