//! A replay as one HTML page that needs nothing else: docs/replays.md describes what lies in it.

use super::{Film, ReplayError};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::Write;

/// Where the data goes in a template.
pub const DATA_MARK: &str = "<!-- wag-data -->";

/// A page of one's own making: it is complete but for [`DATA_MARK`], in whose place the replay comes.
///
/// What comes there is `<script type="application/json" id="wag-data">` with an object of `header`, `overview` and
/// `chunks`; each chunk is the base64 of the gzip of its JSON.
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    pub html: &'t str,
}

/// The page. Chunks that can't be read are `null`.
pub fn page(film: &dyn Film, template: Template<'_>) -> Result<String, ReplayError> {
    let mut chunks = Vec::new();
    for number in 0..film.chunks() {
        chunks.push(match film.chunk(number) {
            Ok(chunk) => packed(&chunk)?,
            Err(ReplayError::Damaged { .. }) => Value::Null,
            Err(fault) => return Err(fault),
        });
    }
    let data = json!({"header": film.header()?, "overview": film.overview()?, "chunks": chunks});
    // Within a script nothing but `<` can end it.
    let data = data.to_string().replace('<', "\\u003c");
    let script = format!("<script type=\"application/json\" id=\"wag-data\">{data}</script>");
    let (before, after) = template.html.split_once(DATA_MARK).unwrap_or((template.html, ""));
    Ok([before, &script, after].concat())
}

fn packed(chunk: &Value) -> Result<Value, ReplayError> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(chunk.to_string().as_bytes())?;
    Ok(STANDARD.encode(gzip.finish()?).into())
}
