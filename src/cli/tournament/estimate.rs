//! `wag tournament --estimate`: prints what a tournament costs.

use super::super::answer::{ExitStatus, print};
use super::super::progress::warn;
use super::super::table::{Column, Table};
use super::super::with_game::WithGame;
use super::args::Tournament;
use anyhow::Context;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wag_i18n::{decimal, later, t};
use wag_tournament::{Estimate, estimate, start};

/// The numbers of cores for which the duration is shown, and the headings of their columns.
const CORES: [(f64, &str); 4] = [
    (1.0, later!("1 core")),
    (8.0, later!("8 cores")),
    (64.0, later!("64 cores")),
    (1000.0, later!("1000 cores")),
];

/// Plays a sample of the tournament's matches, and prints the estimate. The tournament's file is not written.
pub fn run(options: &WithGame<Tournament>, stop: &Arc<AtomicBool>) -> anyhow::Result<ExitStatus> {
    let folder = wag_sandbox::TemporaryFolder::new().context(t!("cannot create a temporary folder"))?;
    let mut request = options.words.request(options);
    request.is_estimate = true;
    request.file = folder.path().join("estimate.db");
    request.replays = None;
    request.default_replays = None;
    let tournament = start(request, &mut |text| warn(text), warn)?;
    let estimate = estimate(&tournament, stop)?;
    match options.words.results.json {
        true => print(&format!("{}\n", estimate.as_json())),
        false => print(&in_words(&estimate)),
    }
}

fn in_words(estimate: &Estimate) -> String {
    let mut table = Table::new(
        [
            Column::essential(later!("matches")),
            Column::essential(later!("core hours")),
            Column::high(later!("file")),
        ]
        .into_iter()
        .chain(CORES.map(|(_, heading)| Column::essential(heading))),
    );
    for matches in [estimate.matches, 1_000_000] {
        let hours = estimate.core_hours(matches);
        let cells = [matches.to_string(), decimal(hours, 2), size(estimate.file_bytes(matches))];
        table.row(cells.into_iter().chain(CORES.map(|(cores, _)| duration(hours / cores))));
    }
    t!(
        "%{players} players, %{matches} matches. Each match of a sample of %{sample} took %{ms} ms of processor time, and lasted %{duration} ms.\nThe players' files have %{files}; a worker receives them once.\n\n%{table}",
        players = estimate.players,
        matches = estimate.matches,
        sample = estimate.sample,
        ms = decimal(estimate.processor_seconds * 1e3, 1),
        duration = decimal(estimate.match_seconds * 1e3, 1),
        files = size(estimate.player_bytes as f64),
        table
    )
}

/// Formats a duration in its largest fitting unit.
fn duration(hours: f64) -> String {
    match hours * 3600.0 {
        seconds if seconds < 120.0 => t!("%{n} s", n = decimal(seconds, 1)),
        seconds if seconds < 7200.0 => t!("%{n} min", n = decimal(seconds / 60.0, 1)),
        seconds if seconds < 172_800.0 => t!("%{n} h", n = decimal(seconds / 3600.0, 1)),
        seconds => t!("%{n} days", n = decimal(seconds / 86_400.0, 1)),
    }
}

/// Formats a size in bytes, kB, MB or GB.
fn size(bytes: f64) -> String {
    match bytes {
        bytes if bytes < 1e3 => format!("{bytes:.0} B"),
        bytes if bytes < 1e6 => format!("{} kB", decimal(bytes / 1e3, 1)),
        bytes if bytes < 1e9 => format!("{} MB", decimal(bytes / 1e6, 1)),
        bytes => format!("{} GB", decimal(bytes / 1e9, 1)),
    }
}
