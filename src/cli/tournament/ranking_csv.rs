//! The ranking of a tournament as a table for spreadsheets.

use super::page::write_whole;
use super::view::View;
use csv::WriterBuilder;
use std::path::Path;
use wag_i18n::{decimal, later, t};
use wag_tournament::{RefusedSubmission, Standing};

/// The byte-order mark by which Excel recognizes that a file is UTF-8.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The status of a submission that cannot play.
const CANNOT_PLAY: &str = later!("cannot_play");
/// The column names in a file for programs.
const COLUMNS: [&str; 18] = [
    "place",
    "name",
    "place_best",
    "place_worst",
    "rating",
    "rating_ci95",
    "points",
    "points_most",
    "games",
    "opponents",
    "wins",
    "mean_place",
    "faults",
    "forfeits",
    "time_outs",
    "turn_ms_mean",
    "status",
    "reason",
];

/// Writes the ranking as CSV. If the file is for Excel, writes semicolons, a byte-order mark, and the headers and
/// numbers in the user's language.
pub fn write(view: &View<'_>, file: &Path, for_excel: bool) -> anyhow::Result<()> {
    let delimiter = if for_excel { b';' } else { b',' };
    let mut table = WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
    let head = if for_excel { heads() } else { COLUMNS.map(str::to_string) };
    table.write_record(head)?;
    for row in &view.standings().1 {
        table.write_record(cells(view, row, for_excel))?;
    }
    for refused in &view.settings.refused {
        table.write_record(refused_cells(refused, for_excel))?;
    }
    let bytes = table.into_inner().map_err(|err| err.into_error())?;
    let text = String::from_utf8(bytes)?;
    let mark = if for_excel { BYTE_ORDER_MARK } else { "" };
    write_whole(file, &format!("{mark}{text}"))
}

/// Returns the column headers in a file for people.
fn heads() -> [String; 18] {
    [
        t!("place"),
        t!("player"),
        t!("best possible place"),
        t!("worst possible place"),
        t!("rating"),
        "±".to_string(),
        t!("points"),
        t!("possible points"),
        t!("games"),
        t!("opponents"),
        t!("wins"),
        t!("mean place"),
        t!("errors"),
        t!("forfeits"),
        t!("time-outs"),
        t!("mean ms"),
        t!("status"),
        t!("reason"),
    ]
}

fn cells(view: &View<'_>, row: &Standing, for_excel: bool) -> [String; 18] {
    let number = |value: f64| if for_excel { decimal(value, 3) } else { value.to_string() };
    let name = text_cell(&view.members[row.player].title(), for_excel);
    let status = view.status(row.player).name();
    [
        row.place.to_string(),
        name,
        row.possible.0.to_string(),
        row.possible.1.to_string(),
        number(row.rating.value),
        number(row.rating.half_width),
        number(row.points),
        row.most_points.to_string(),
        row.matches.to_string(),
        row.opponents.to_string(),
        row.wins.to_string(),
        row.mean_place.map_or_else(String::new, number),
        row.faults.to_string(),
        row.forfeits.to_string(),
        row.time_outs.to_string(),
        number(row.think_ms_mean),
        if for_excel { t!(status) } else { status.to_string() },
        String::new(),
    ]
}

/// Returns the cells of a submission that cannot play, which has no rank.
fn refused_cells(refused: &RefusedSubmission, for_excel: bool) -> [String; 18] {
    let mut cells = [const { String::new() }; 18];
    let message = &refused.reason.message;
    let reason = if for_excel { message.translated() } else { message.english() };
    let status = if for_excel { t!(CANNOT_PLAY) } else { CANNOT_PLAY.to_string() };
    cells[1] = text_cell(&refused.name, for_excel);
    [cells[16], cells[17]] = [status, text_cell(&reason, for_excel)];
    cells
}

/// Returns a cell that no spreadsheet treats as a formula.
fn text_cell(text: &str, for_excel: bool) -> String {
    if for_excel { wag_class::harmless_cell(text) } else { text.to_string() }
}
