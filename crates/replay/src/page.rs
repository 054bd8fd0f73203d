//! Replays as self-contained HTML pages; docs/replays.md describes the embedded data.

use super::{CHUNK_ROUNDS, ReplayError, ReplayJson, shapes};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The mark in a template that the data replaces.
pub const DATA_MARK: &str = "<!-- wag-data -->";

/// A template of a page: complete HTML that contains [`DATA_MARK`].
///
/// The mark is replaced with `<script type="application/json" id="wag-data">` and an object of `header`, `overview` and
/// `chunks`. The overview and each chunk are JSON in columns (see [`shapes`]), compressed with gzip and encoded in
/// base64.
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    pub html: &'t str,
}

/// The largest integer up to which JavaScript represents every integer exactly.
pub const EXACT_MAX: u64 = (1 << 53) - 1;

/// The number of chunks of the file that are merged into one chunk of the page. Larger chunks need fewer frames and
/// compress better.
const MERGED: u32 = 4;

/// Returns the page, including the players' files if the replay has them and `with_sources` is true. Unreadable chunks
/// become `null`.
pub fn page(
    json_replay: &dyn ReplayJson,
    template: Template<'_>,
    with_sources: bool,
) -> Result<String, ReplayError> {
    let (chunks, merged) = match chunks(json_replay, MERGED)? {
        Some(chunks) => (chunks, MERGED),
        None => (chunks(json_replay, 1)?.unwrap_or_default(), 1),
    };
    let mut header = page_header(json_replay)?;
    header["chunk_rounds"] = (CHUNK_ROUNDS * merged).into();
    if !with_sources && let Some(header) = header.as_object_mut() {
        header.remove("sources");
    }
    let data = json!({"header": header, "overview": packed(&json_replay.overview()?)?, "chunks": chunks});
    // Inside a script element only `<` could end it.
    let data = data.to_string().replace('<', "\\u003c");
    let script = format!("<script type=\"application/json\" id=\"wag-data\">{data}</script>");
    let (before, after) = template.html.split_once(DATA_MARK).unwrap_or((template.html, ""));
    Ok([before, &script, after].concat())
}

/// Returns the header for pages. A seed that JavaScript cannot represent exactly becomes text.
pub fn page_header(json_replay: &dyn ReplayJson) -> Result<Value, ReplayError> {
    let mut header = json_replay.header()?;
    if let Some(seed) = header["seed"].as_u64().filter(|seed| *seed > EXACT_MAX) {
        header["seed"] = seed.to_string().into();
    }
    Ok(header)
}

/// Returns all chunks, merged in groups of `merged`; `None` if a group contains damaged data. Reading can only continue
/// at the next frame after the damage, so the caller must then use single chunks.
fn chunks(json_replay: &dyn ReplayJson, merged: u32) -> Result<Option<Vec<Value>>, ReplayError> {
    let mut chunks = Vec::new();
    for first in (0..json_replay.chunks()).step_by(merged as usize) {
        let mut whole = Value::Null;
        for number in first..json_replay.chunks().min(first + merged) {
            let chunk = match json_replay.chunk(number) {
                Ok(chunk) => chunk,
                Err(ReplayError::Damaged { .. }) if merged == 1 => Value::Null,
                Err(ReplayError::Damaged { .. }) => return Ok(None),
                Err(err) => return Err(err),
            };
            if merged > 1 && chunk.get("damaged").is_some() {
                return Ok(None);
            }
            add(&mut whole, chunk);
        }
        if merged > 1 {
            whole["chunk"] = (first / merged).into();
        }
        chunks.push(if whole.is_null() { whole } else { packed(&whole)? });
    }
    Ok(Some(chunks))
}

/// Appends the turns of a chunk to those already merged.
fn add(whole: &mut Value, mut chunk: Value) {
    match (
        whole.get_mut("turns").and_then(Value::as_array_mut),
        chunk.get_mut("turns").and_then(Value::as_array_mut),
    ) {
        (Some(turns), Some(more)) => turns.append(more),
        _ => *whole = chunk,
    }
}

fn packed(value: &Value) -> Result<Value, ReplayError> {
    Ok(gzip_base64(shapes::pack(value).to_string().as_bytes())?.into())
}

/// Compresses bytes with gzip and encodes them in base64, for embedding in pages.
pub fn gzip_base64(bytes: &[u8]) -> io::Result<String> {
    // Compression would take most of the fuzzer's time and is not what it tests.
    let level = if cfg!(fuzzing) { Compression::none() } else { Compression::best() };
    let mut gzip = GzEncoder::new(Vec::new(), level);
    gzip.write_all(bytes)?;
    Ok(STANDARD.encode(gzip.finish()?))
}
