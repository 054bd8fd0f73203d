//! The CSV output of `wag series` and `wag tournament`, which has rows for each match.

use std::borrow::Borrow;
use wag_stats::series::PlayedMatch;

/// Returns the CSV table that docs/en/json.md documents.
pub fn as_csv(rows: impl Iterator<Item = impl Borrow<PlayedMatch>>) -> anyhow::Result<String> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(PlayedMatch::COLUMNS)?;
    for row in rows {
        out.write_record(row.borrow().as_cells())?;
    }
    Ok(String::from_utf8(out.into_inner()?)?)
}
