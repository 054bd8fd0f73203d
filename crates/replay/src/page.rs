//! A replay as one HTML page that needs nothing else: docs/replays.md describes what lies in it.

use super::{CHUNK_ROUNDS, ReplayError, ReplayJson, shapes};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Where the data goes in a template.
pub const DATA_MARK: &str = "<!-- wag-data -->";

/// A page of one's own making: it is complete but for [`DATA_MARK`], in whose place the replay comes.
///
/// What comes there is `<script type="application/json" id="wag-data">` with an object of `header`, `overview` and
/// `chunks`; the overview and each chunk are the base64 of the gzip of their JSON in columns, see [`shapes`].
#[derive(Clone, Copy, Debug)]
pub struct Template<'t> {
    pub html: &'t str,
}

/// The last number up to which JavaScript knows every one.
pub const EXACT_MAX: u64 = (1 << 53) - 1;

/// So many chunks of the file are one of the page: fewer frames, and more for gzip to find.
const MERGED: u32 = 4;

/// The page, with the players' files if the replay has them and `with_sources` says so. Chunks that can't be read are `null`.
pub fn page(
    film: &dyn ReplayJson,
    template: Template<'_>,
    with_sources: bool,
) -> Result<String, ReplayError> {
    let (chunks, merged) = match chunks(film, MERGED)? {
        Some(chunks) => (chunks, MERGED),
        None => (chunks(film, 1)?.unwrap_or_default(), 1),
    };
    let mut header = page_header(film)?;
    header["chunk_rounds"] = (CHUNK_ROUNDS * merged).into();
    if !with_sources && let Some(header) = header.as_object_mut() {
        header.remove("sources");
    }
    let data = json!({"header": header, "overview": packed(&film.overview()?)?, "chunks": chunks});
    // Within a script nothing but `<` can end it.
    let data = data.to_string().replace('<', "\\u003c");
    let script = format!("<script type=\"application/json\" id=\"wag-data\">{data}</script>");
    let (before, after) = template.html.split_once(DATA_MARK).unwrap_or((template.html, ""));
    Ok([before, &script, after].concat())
}

/// The header as pages get it: a seed that JavaScript can't count exactly is text.
pub fn page_header(film: &dyn ReplayJson) -> Result<Value, ReplayError> {
    let mut header = film.header()?;
    if let Some(seed) = header["seed"].as_u64().filter(|seed| *seed > EXACT_MAX) {
        header["seed"] = seed.to_string().into();
    }
    Ok(header)
}

/// All chunks, so many in one; `None` when damage is in the way, after which only a frame helps.
fn chunks(film: &dyn ReplayJson, merged: u32) -> Result<Option<Vec<Value>>, ReplayError> {
    let mut chunks = Vec::new();
    for first in (0..film.chunks()).step_by(merged as usize) {
        let mut whole = Value::Null;
        for number in first..film.chunks().min(first + merged) {
            let chunk = match film.chunk(number) {
                Ok(chunk) => chunk,
                Err(ReplayError::Damaged { .. }) if merged == 1 => Value::Null,
                Err(ReplayError::Damaged { .. }) => return Ok(None),
                Err(fault) => return Err(fault),
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

/// Lets the turns of a chunk follow those that are there.
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

/// As pages carry it: the base64 of the gzip.
pub fn gzip_base64(bytes: &[u8]) -> io::Result<String> {
    // The fuzzer has seen enough of the packing, which would take most of its time.
    let level = if cfg!(fuzzing) { Compression::none() } else { Compression::best() };
    let mut gzip = GzEncoder::new(Vec::new(), level);
    gzip.write_all(bytes)?;
    Ok(STANDARD.encode(gzip.finish()?))
}
