//! Replays as self-contained HTML pages, with the JSON that `shapes` packs.

use super::{CHUNK_ROUNDS, JsonChunk, JsonHeader, ReplayError, ReplayJson, SeedJson, shapes};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::json;
use std::io::{self, Write};

/// The mark in a template that the data replaces.
pub const DATA_MARK: &str = "<!-- wag-data -->";

/// A template of a page: complete HTML that contains [`DATA_MARK`].
///
/// The mark is replaced with `<script type="application/json" id="wag-data">` and an object of `header`, `overview`,
/// `explanation` and `chunks`. All but the header are JSON in columns (see [`shapes`]), compressed with gzip and encoded in
/// base64.
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    pub html: &'t str,
}

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
    header.chunk_rounds = CHUNK_ROUNDS * merged;
    if !with_sources {
        header.sources.clear();
    }
    let data = json!({"header": header, "overview": packed(json_replay.overview()?)?,
        "explanation": packed(json_replay.explain()?)?, "chunks": chunks});
    // Inside a script element only `<` could end it.
    let data = data.to_string().replace('<', "\\u003c");
    let script = format!("<script type=\"application/json\" id=\"wag-data\">{data}</script>");
    let (before, after) = template.html.split_once(DATA_MARK).unwrap_or((template.html, ""));
    Ok([before, &script, after].concat())
}

/// Returns the header for pages. A seed that JavaScript cannot represent exactly becomes text.
pub fn page_header(json_replay: &dyn ReplayJson) -> Result<JsonHeader, ReplayError> {
    let mut header = json_replay.header()?;
    if let SeedJson::Number(seed) = header.seed {
        header.seed = SeedJson::for_pages(seed);
    }
    Ok(header)
}

/// Returns all chunks, merged in groups of `merged`; `None` if a group contains damaged data. Reading can only continue
/// at the next frame after the damage, so the caller must then use single chunks.
fn chunks(json_replay: &dyn ReplayJson, merged: u32) -> Result<Option<Vec<Option<String>>>, ReplayError> {
    let mut chunks = Vec::new();
    for first in (0..json_replay.chunks()).step_by(merged as usize) {
        let mut whole: Option<JsonChunk> = None;
        for number in first..json_replay.chunks().min(first + merged) {
            let chunk = match json_replay.folded_chunk(number, number == first) {
                Ok(chunk) if merged > 1 && chunk.damaged.is_some() => return Ok(None),
                Ok(chunk) => chunk,
                Err(ReplayError::Damaged { .. }) if merged == 1 => continue,
                Err(ReplayError::Damaged { .. }) => return Ok(None),
                Err(err) => return Err(err),
            };
            match &mut whole {
                Some(whole) => whole.turns.extend(chunk.turns),
                None => whole = Some(JsonChunk { chunk: number / merged, ..chunk }),
            }
        }
        chunks.push(whole.map(packed).transpose()?);
    }
    Ok(Some(chunks))
}

fn packed(part: impl Serialize) -> Result<String, ReplayError> {
    let json = serde_json::to_value(&part).map_err(io::Error::from)?;
    drop(part);
    Ok(gzip_base64(shapes::pack(json).to_string().as_bytes())?)
}

/// Compresses bytes with gzip and encodes them in base64, for embedding in pages.
pub fn gzip_base64(bytes: &[u8]) -> io::Result<String> {
    // Compression would take most of the fuzzer's time and is not what it tests.
    let level = if cfg!(fuzzing) { Compression::none() } else { Compression::default() };
    let mut gzip = GzEncoder::new(Vec::new(), level);
    gzip.write_all(bytes)?;
    Ok(STANDARD.encode(gzip.finish()?))
}
